import { limits } from '@parlance/contract/limits'
import { FileUp, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatBytes, formatList } from '../../../lang/format.ts'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import { adminTexts } from '../../../ui/admin/lang/en.ts'
import { useFileDrop } from '../../../ui/files/useFileDrop.ts'
import { testsTexts } from '../lang/en.ts'
import { columns } from './pasted.ts'

interface Props {
  pasted: string
  paste: (text: string) => void
  file: File | undefined
  choose: (file: File | undefined) => void
  /** Whether the user went on already, so that what is missing is said. */
  tried: boolean
}

/** Where rows are pasted, or a file is chosen or dropped. */
export function CasesInput({ pasted, paste, file, choose, tried }: Props) {
  const t = testsTexts.useText()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const over = useFileDrop(place, ([first]) => choose(first))
  return (
    <div className="case-import" ref={setPlace} data-over={over || undefined}>
      <p className="m2">{t('importText', { columns: formatList([...columns]) })}</p>
      {file ? (
        <ChosenFile file={file} remove={() => choose(undefined)} />
      ) : (
        <>
          <Rows
            pasted={pasted}
            paste={paste}
            error={tried && pasted.trim() === '' ? t('nothingPasted') : undefined}
          />
          <FileButton choose={choose} />
        </>
      )}
    </div>
  )
}

function Rows({
  pasted,
  paste,
  error,
}: {
  pasted: string
  paste: (text: string) => void
  error?: string | undefined
}) {
  const t = testsTexts.useText()
  const id = useId()
  const hint = t('importNoHead')
  return (
    <FieldFrame id={id} field="pasted" label={t('pasted')} hint={hint} error={error}>
      <textarea
        id={id}
        className="in case-rows"
        dir="auto"
        rows={6}
        value={pasted}
        // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that the user just opened
        autoFocus
        {...described(id, hint, error)}
        onChange={(event) => paste(event.target.value)}
      />
    </FieldFrame>
  )
}

function FileButton({ choose }: { choose: (file: File | undefined) => void }) {
  const t = testsTexts.useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="row case-file">
      <button type="button" className="btn out sm" onClick={() => input.current?.click()}>
        <FileUp size={14} />
        {t('chooseFile')}
      </button>
      <span className="hint">{t('dropHint', { size: formatBytes(limits.caseFileBytes) })}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.jsonl,.ndjson,text/csv,text/plain"
        onChange={(event) => {
          choose(event.target.files?.[0])
          // Allows the same file to be selected again.
          event.target.value = ''
        }}
      />
    </div>
  )
}

function ChosenFile({ file: { name, size }, remove }: { file: File; remove: () => void }) {
  const t = testsTexts.useText()
  const ofLists = adminTexts.useText()
  const max = limits.caseFileBytes
  return (
    <>
      <div className="chosen">
        <div className="chosen-item">
          <FileUp size={16} className="m3" />
          <bdi className="grow">{t('fileChosen', { name, size: formatBytes(size) })}</bdi>
          <button type="button" className="ib sm" aria-label={ofLists('remove', { name })} onClick={remove}>
            <X size={14} />
          </button>
        </div>
      </div>
      {size > max && (
        <p className="strip e" role="alert">
          {t('fileTooLarge', { size: formatBytes(max) })}
        </p>
      )}
    </>
  )
}
