import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { fetchFile } from '../../api/fetchFile.ts'
import { formatBytes, formatMoment } from '../../lang/format.ts'
import { errorText } from '../../ui/errorText.ts'
import { saveFile } from '../../ui/files/saveFile.ts'
import { toast } from '../../ui/toast.tsx'
import type { DataExport } from './data/api.ts'
import { personalDataTexts } from './lang/en.ts'
import './personalData.css'

const looks = {
  Waiting: 'chip info',
  Building: 'chip info',
  Ready: 'chip ok',
  Failed: 'chip e',
  Expired: 'chip',
} as const

interface Props {
  items: readonly DataExport[]
  /** Whether these are exports of the user's own data. */
  own: boolean
  /** Further actions for an export, and whether it can be downloaded here. */
  actionsOf?: (one: DataExport) => ReactNode
  canDownload: (one: DataExport) => boolean
}

/** Exports with their state, newest first. Those that can be downloaded have a button. */
export function ExportList({ items, own, actionsOf, canDownload }: Props) {
  const t = personalDataTexts.useText()
  return (
    <ul className="data-exports" aria-label={t('exports')}>
      {items.map((one) => (
        <li key={one.dataExportId}>
          <div className="row data-export">
            <span className={looks[one.state]}>{t(`state.${one.state}`)}</span>
            {one.approval === 'Waiting' && !own && <span className="chip w">{t('approvalWaiting')}</span>}
            <time className="small m2 num grow" dateTime={one.createdAt}>
              {t('createdAt', { at: formatMoment(one.createdAt) })}
            </time>
            {actionsOf?.(one)}
            {canDownload(one) && <DownloadButton one={one} own={own} />}
          </div>
          <Facts one={one} own={own} />
        </li>
      ))}
    </ul>
  )
}

function Facts({ one, own }: { one: DataExport; own: boolean }) {
  const t = personalDataTexts.useText()
  const { reason, requesterName: name, state, size, expiresAt, filesLeftOut, downloadedAt, approvedBy } = one
  return (
    <>
      {state === 'Ready' && size !== null && expiresAt !== null && (
        <p className="small m2">
          {t('readyUntil', { size: formatBytes(size), until: formatMoment(expiresAt) })}
        </p>
      )}
      {filesLeftOut > 0 && <p className="small m2">{t('filesLeftOut', { count: filesLeftOut })}</p>}
      {reason !== null && (
        <>
          <p className="small m2 wrap">{t('byOther', { name })}</p>
          <blockquote className="data-reason">
            <bdi>{reason}</bdi>
          </blockquote>
        </>
      )}
      {approvedBy !== null && <p className="small m2 wrap">{t('approvedBy', { name: approvedBy })}</p>}
      {own && downloadedAt !== null && (
        <p className="small m2 wrap">{t('downloadedAt', { name, at: formatMoment(downloadedAt) })}</p>
      )}
    </>
  )
}

function DownloadButton({ one, own }: { one: DataExport; own: boolean }) {
  const t = personalDataTexts.useText()
  const [busy, setBusy] = useState(false)
  const { dataExportId, userId, createdAt } = one

  async function download() {
    if (busy) return
    setBusy(true)
    try {
      const bytes = own
        ? await fetchFile('personalData.downloadOwnExport', { dataExportId })
        : await fetchFile('personalData.downloadExport', { userId, dataExportId })
      saveFile(bytes, `personal-data-${createdAt.slice(0, 10)}.zip`)
    } catch (error) {
      toast.error(t('downloadFailed', { reason: errorText(error) }))
    }
    setBusy(false)
  }

  return (
    <button
      type="button"
      className="btn soft sm"
      aria-disabled={busy}
      aria-label={t('downloadOf', { at: formatMoment(createdAt) })}
      onClick={() => void download()}
    >
      <Download size={14} />
      {busy ? t('downloading') : t('download')}
    </button>
  )
}
