import { FileText } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { type Findable, Finder } from '../../../ui/admin/fields/Finder.tsx'
import { useFoundFiles } from '../cases/useFoundFiles.ts'
import { generatingTexts } from './lang/en.ts'

interface Props {
  performanceTestId: string
  file: Findable | null
  isBusy: boolean
  error: string | undefined
  choose: (file: Findable | null) => void
}

/** The file that cases are proposed from. */
export function SourceField({ performanceTestId, file, isBusy, error, choose }: Props) {
  const t = generatingTexts.useText()
  const id = useId()
  const useFound = (search: string | null) => useFoundFiles(performanceTestId, search)
  const change = useRef<HTMLButtonElement>(null)
  const isChosen = useRef(false)
  // The field that was searched in is gone then.
  useEffect(() => {
    if (file && isChosen.current) change.current?.focus()
    isChosen.current = false
  }, [file])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a field.
    <div className="field" role="group" aria-labelledby={id} data-field="file">
      <span className="switch-label" id={id}>
        {t('file')}
      </span>
      {file ? (
        <div className="chosen">
          <div className="chosen-item generating-file">
            <FileText size={16} className="m3" />
            <span className="grow">
              <bdi>{file.name}</bdi>
            </span>
            {file.note && <span className="small m3">{file.note}</span>}
            <button
              ref={change}
              type="button"
              className="btn ghost sm"
              aria-disabled={isBusy}
              onClick={() => !isBusy && choose(null)}
            >
              {t('otherFile')}
            </button>
          </div>
        </div>
      ) : (
        <Finder
          label={t('findFile')}
          useFound={useFound}
          invalid={Boolean(error)}
          describedBy={error ? `${id}-error` : undefined}
          choose={(found) => {
            isChosen.current = true
            choose(found)
          }}
        />
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
