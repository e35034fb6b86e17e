import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { readableKinds } from '../../ui/files/readableKinds.ts'
import { dataSourcesTexts } from './lang/en.ts'

interface Props {
  library: string
  take: (files: File[]) => void
  /** A small, plain button for the list of libraries, labeled with its library. */
  small?: boolean
}

export function AddFilesButton({ library, take, small = false }: Props) {
  const t = dataSourcesTexts.useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={small ? 'btn out sm' : 'btn pri'}
        aria-label={t('addFilesTo', { name: library })}
        onClick={() => input.current?.click()}
      >
        <Upload size={16} />
        {t('addFiles')}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={`${readableKinds},.zip,application/zip`}
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          // Allows the same file to be selected again.
          event.target.value = ''
        }}
      />
    </>
  )
}
