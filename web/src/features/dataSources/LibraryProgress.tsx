import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import { formatList } from '../../lang/format.ts'
import type { DataSource } from './data/api.ts'
import { dataSourcesTexts } from './lang/en.ts'

export function ProgressBar({ library }: { library: DataSource }) {
  const { files, filesReady, filesFailed } = library
  const parts = [
    ['ready', filesReady],
    ['work', files - filesReady - filesFailed],
    ['failed', filesFailed],
  ] as const
  return (
    <div className="stack" aria-hidden="true">
      {parts.map(
        ([name, count]) => count > 0 && <span key={name} className={name} style={{ flexGrow: count }} />,
      )}
    </div>
  )
}

/** How much of a library can be searched already, as text and as a bar. */
export function LibraryProgress({ library }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const { files, filesReady, filesFailed } = library
  const inWork = files - filesReady - filesFailed
  if (files === 0) return null
  const words = [
    t('ready', { ready: filesReady, files }),
    inWork > 0 ? t('inProgress', { count: inWork }) : '',
    filesFailed > 0 ? t('failedCount', { count: filesFailed }) : '',
  ]
  return (
    <div className="card library-progress row" role="status">
      {inWork > 0 ? (
        <LoaderCircle size={18} className="spin" />
      ) : filesFailed > 0 ? (
        <TriangleAlert size={18} className="warning" />
      ) : (
        <CircleCheck size={18} />
      )}
      <div className="grow">
        <div className="num progress-words">{formatList(words.filter(Boolean))}</div>
        <ProgressBar library={library} />
      </div>
    </div>
  )
}
