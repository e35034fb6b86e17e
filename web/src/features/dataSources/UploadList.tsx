import { RotateCw, X } from 'lucide-react'
import { useObservable } from '../../base/useObservable.ts'
import { formatList, formatPercent } from '../../lang/format.ts'
import {
  arrivals,
  cancelUploads,
  mayHelp,
  retryFailed,
  type Upload,
  uploads,
  uploadsOf,
} from './data/uploads.ts'
import { dataSourcesTexts } from './lang/en.ts'
import { UploadRow } from './UploadRow.tsx'

/** From this number of files, a summary line shows the total and acts on all of them. */
const SUMMED_FROM = 2

/** The uploads to a library, in progress or failed, each with its own state. */
export function UploadList({ dataSourceId, className }: { dataSourceId: string; className: string }) {
  const own = uploadsOf(useObservable(uploads).items, dataSourceId)
  const arrived = useObservable(arrivals)[dataSourceId] ?? 0
  if (own.length === 0) return null
  return (
    <div className={className}>
      {own.length + arrived >= SUMMED_FROM && <Sum dataSourceId={dataSourceId} own={own} arrived={arrived} />}
      <ul className="upload-rows">
        {own.map((upload) => (
          <UploadRow key={upload.uploadId} upload={upload} />
        ))}
      </ul>
    </div>
  )
}

function Sum({ dataSourceId, own, arrived }: { dataSourceId: string; own: Upload[]; arrived: number }) {
  const t = dataSourcesTexts.useText()
  const failed = own.filter(({ state }) => state === 'Failed')
  const total = own.length + arrived
  const going = own.length - failed.length
  const sent = own.reduce((sum, upload) => sum + (upload.state === 'Sending' ? upload.sent : 0), 0)
  const share = (arrived + failed.length + sent) / total
  const words = [
    t('uploaded', { count: total, done: arrived }),
    failed.length > 0 ? t('failedCount', { count: failed.length }) : '',
  ]
  return (
    <div className="row upload-sum">
      <div className="grow">
        <div className="row s13 num">
          <span className="grow progress-words" role="status">
            {formatList(words.filter(Boolean))}
          </span>
          {going > 0 && <span className="small m2">{formatPercent(Math.floor(share * 100) / 100)}</span>}
        </div>
        {going > 0 && <progress className="meter" value={share} aria-label={t('uploadsProgress')} />}
      </div>
      {failed.some(({ error }) => mayHelp(error)) && (
        <button type="button" className="btn out sm" onClick={() => retryFailed(dataSourceId)}>
          <RotateCw size={14} />
          {t('retryFailed')}
        </button>
      )}
      <button type="button" className="btn out sm" onClick={() => cancelUploads(dataSourceId)}>
        <X size={14} />
        {going > 0 ? t('cancelAll') : t('dismissAll')}
      </button>
    </div>
  )
}
