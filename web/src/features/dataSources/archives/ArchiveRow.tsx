import { Check, TriangleAlert, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatBytes, formatList, formatPercent } from '../../../lang/format.ts'
import { errorText } from '../../../ui/errorText.ts'
import { FileMark } from '../../../ui/files/FileMark.tsx'
import { loadLater } from '../../../ui/loadLater.tsx'
import { toast } from '../../../ui/toast.tsx'
import { dataSourcesApi, type LibraryArchive } from '../data/api.ts'
import { dataSourcesTexts } from '../lang/en.ts'
import { reasonText } from '../reasonText.ts'

const RefusedFilesDialog = loadLater(
  async () => (await import('./RefusedFilesDialog.tsx')).RefusedFilesDialog,
  { over: true },
)

interface Props {
  archive: LibraryArchive
  removed: () => void
}

/** An archive with its progress, or what became of its files. */
export function ArchiveRow({ archive, removed }: Props) {
  const t = dataSourcesTexts.useText()
  const [isShown, setShown] = useState(false)
  const [remove, { isLoading }] = dataSourcesApi.useRemoveArchiveMutation()
  const { name, size, folder, dataSourceId, archiveId, finishedAt } = archive
  const dismiss = async () => {
    const { error } = await remove({ dataSourceId, archiveId })
    if (error) toast.error(errorText(error))
    removed()
  }
  return (
    <li className="file">
      <FileMark name={name} />
      <div className="file-name">
        <bdi className="trunc" title={name}>
          {name}
        </bdi>
        <div className="small m3">{formatList([formatBytes(size), folder].filter(Boolean))}</div>
      </div>
      <StateChip archive={archive} />
      <div className="file-progress">
        {finishedAt === null ? <Progress archive={archive} /> : <Outcome archive={archive} />}
        {archive.refused > 0 && (
          <button type="button" className="btn out sm archive-refused" onClick={() => setShown(true)}>
            {t('showRefused')}
          </button>
        )}
      </div>
      <button
        type="button"
        className="ib sm"
        aria-label={t(finishedAt === null ? 'stopUnpacking' : 'dismiss', { name })}
        aria-disabled={isLoading}
        onClick={() => !isLoading && void dismiss()}
      >
        <X size={16} />
      </button>
      <Suspense>{isShown && <RefusedFilesDialog archive={archive} close={() => setShown(false)} />}</Suspense>
    </li>
  )
}

function StateChip({ archive: { finishedAt, failure, refused, total, done } }: Pick<Props, 'archive'>) {
  const t = dataSourcesTexts.useText()
  if (finishedAt === null)
    return (
      <span className={done > 0 ? 'chip info' : 'chip'}>
        <span className="dot" />
        {t(done > 0 ? 'Unpacking' : 'Queued')}
      </span>
    )
  if (failure !== null || refused === total)
    return (
      <span className="chip e">
        <TriangleAlert size={12} />
        {t('Failed')}
      </span>
    )
  return (
    <span className={refused > 0 ? 'chip w' : 'chip ok'}>
      {refused > 0 ? <TriangleAlert size={12} /> : <Check size={12} />}
      {t('unpacked')}
    </span>
  )
}

function Progress({ archive: { name, done, total } }: Pick<Props, 'archive'>) {
  const t = dataSourcesTexts.useText()
  if (done === 0) return <div className="small m2">{t('unpackWaiting')}</div>
  return (
    <>
      <div className="small m2 num row">
        <span className="grow">{t('filesUnpacked', { done, count: total })}</span>
        <span>{formatPercent(Math.floor((done / total) * 100) / 100)}</span>
      </div>
      <progress className="meter" value={done} max={total} aria-label={t('progressOf', { name })} />
    </>
  )
}

function Outcome({ archive: { added, unchanged, refused, failure } }: Pick<Props, 'archive'>) {
  const t = dataSourcesTexts.useText()
  const counts = [
    added > 0 || unchanged + refused === 0 ? t('archiveAdded', { count: added }) : '',
    unchanged > 0 ? t('archiveUnchanged', { count: unchanged }) : '',
    refused > 0 ? t('archiveRefused', { count: refused }) : '',
  ]
  return (
    <div className="s13 num" role="status">
      {failure !== null && <p className="file-error">{reasonText(failure)}</p>}
      <p className="m2">{formatList(counts.filter(Boolean))}</p>
    </div>
  )
}
