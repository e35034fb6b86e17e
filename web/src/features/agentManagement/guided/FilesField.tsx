import { FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatBytes } from '../../../lang/format.ts'
import { FieldError } from '../../../ui/admin/fields/FieldFrame.tsx'
import { readableKinds } from '../../../ui/files/readableKinds.ts'
import { useFileDrop } from '../../../ui/files/useFileDrop.ts'
import { guidedTexts } from './lang/en.ts'

interface Props {
  files: readonly File[]
  error?: string | undefined
  change: (files: readonly File[]) => void
}

/** Files or a folder, dropped or chosen. */
export function FilesField({ files, error, change }: Props) {
  const t = guidedTexts.useText()
  const id = useId()
  const [area, setArea] = useState<HTMLElement | null>(null)
  const add = (more: File[]) => change([...files, ...more])
  const over = useFileDrop(area, add)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return (
    <div className="field" data-field="files">
      <fieldset
        className="setup-drop"
        data-over={over || undefined}
        ref={setArea}
        aria-describedby={`${id}-hint ${error ? `${id}-error` : ''}`}
      >
        <legend className="hidden">{t('files')}</legend>
        <FileUp size={20} />
        <strong>{t(over ? 'dropNow' : 'dropFiles')}</strong>
        <div className="row setup-buttons">
          <Choice label={t('chooseFiles')} take={add} />
          <Choice label={t('chooseFolder')} folder take={add} />
        </div>
        <p role="status" className="num">
          {files.length > 0 && t('filesCount', { count: files.length, size: formatBytes(size) })}
        </p>
        {files.length > 0 && (
          <button type="button" className="btn ghost sm" onClick={() => change([])}>
            {t('clearFiles')}
          </button>
        )}
      </fieldset>
      <div id={`${id}-hint`} className="hint">
        {t('filesHint')}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

function Choice({
  label,
  folder = false,
  take,
}: {
  label: string
  folder?: boolean
  take: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="btn out sm" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        {...(folder ? { webkitdirectory: '' } : { accept: readableKinds })}
        onChange={(event) => {
          // System files start with a dot.
          take([...(event.target.files ?? [])].filter(({ name }) => !name.startsWith('.')))
          // Allows the same files to be selected again.
          event.target.value = ''
        }}
      />
    </>
  )
}
