import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { readableKinds } from '../../ui/files/readableKinds.ts'
import { dataSourcesTexts } from './dataSourcesTexts.ts'

interface Props {
  library: string
  take: (files: File[]) => void
  /** In a list of libraries: small and plain, named by its library. */
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
        accept={readableKinds}
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          // So that the same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
