import { FolderInput, RotateCw, Trash2, X } from 'lucide-react'
import type { LibraryFile } from '../data/api.ts'
import { dataSourcesTexts } from '../lang/en.ts'

interface Props {
  files: readonly LibraryFile[]
  retry: () => void
  move: () => void
  remove: () => void
  clear: () => void
}

/** What can be done with the selected files. */
export function SelectionBar({ files, retry, move, remove, clear }: Props) {
  const t = dataSourcesTexts.useText()
  if (files.length === 0) return null
  return (
    <div className="row bulk">
      <span className="num grow" role="status">
        {t('filesSelected', { count: files.length })}
      </span>
      {files.some(({ state }) => state === 'Failed') && (
        <button type="button" className="btn out sm" onClick={retry}>
          <RotateCw size={14} />
          {t('retry')}
        </button>
      )}
      <button type="button" className="btn out sm" onClick={move}>
        <FolderInput size={14} />
        {t('moveTo')}
      </button>
      <button type="button" className="btn danger sm" onClick={remove}>
        <Trash2 size={14} />
        {t('remove')}
      </button>
      <button type="button" className="ib sm" aria-label={t('clearSelection')} onClick={clear}>
        <X size={16} />
      </button>
    </div>
  )
}
