import { CircleCheck, CirclePause, LoaderCircle, Pause, Play, TriangleAlert } from 'lucide-react'
import { formatList } from '../../lang/format.ts'
import { errorText } from '../../ui/errorText.ts'
import { toast } from '../../ui/toast.tsx'
import { type DataSource, dataSourcesApi } from './data/api.ts'
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
    library.indexingPaused ? t('paused') : '',
  ]
  return (
    <div className="card library-progress row" role="status">
      {library.indexingPaused ? (
        <CirclePause size={18} />
      ) : inWork > 0 ? (
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
      {library.mayWrite && (inWork > 0 || library.indexingPaused) && <PauseButton library={library} />}
    </div>
  )
}

function PauseButton({ library: { dataSourceId, indexingPaused } }: { library: DataSource }) {
  const t = dataSourcesTexts.useText()
  const [pause, { isLoading }] = dataSourcesApi.usePauseIndexingMutation()
  const toggle = async () => {
    const { error } = await pause({ dataSourceId, paused: !indexingPaused })
    if (error) toast.error(errorText(error))
  }
  return (
    <button
      type="button"
      className="btn ghost sm"
      aria-disabled={isLoading}
      onClick={() => !isLoading && void toggle()}
    >
      {indexingPaused ? <Play size={14} /> : <Pause size={14} />}
      {t(indexingPaused ? 'goOn' : 'pause')}
    </button>
  )
}
