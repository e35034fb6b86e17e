import { formatList, formatNumber } from '../../../lang/format.ts'
import type { LibraryFile } from '../data/api.ts'
import { scansTexts } from './lang/en.ts'

/** A dense page takes up to 20 seconds, and most take less. */
const SECONDS_PER_PAGE = 10
const MINUTES = 90

/** How far the scanned pages of a file are, and how many need attention. */
export function ScanNote({ scan }: { scan: NonNullable<LibraryFile['scan']> }) {
  const t = scansTexts.useText()
  const { state, pages, read, failed, unsure, waitsFor } = scan
  const done = read + failed
  const parts = [
    state === 'Searching' ? t('Searching') : '',
    state === 'Unconfirmed' ? t('Unconfirmed', { count: pages, time: timeFor(pages) }) : '',
    state === 'Reading' ? t('Reading', { done, pages }) : '',
    state === 'Stopped' ? t('Stopped', { done, pages }) : '',
    failed > 0 ? t('failed', { count: failed }) : '',
    unsure > 0 ? t('unsure', { count: unsure }) : '',
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <div className="small m2 file-scan">
      <div>{formatList(parts)}</div>
      {waitsFor && <div>{t(`waitsFor${waitsFor}`)}</div>}
    </div>
  )
}

function timeFor(pages: number): string {
  const minutes = Math.ceil((pages * SECONDS_PER_PAGE) / 60)
  const style = { style: 'unit', unitDisplay: 'long' } as const
  if (minutes <= MINUTES) return formatNumber(minutes, { ...style, unit: 'minute' })
  return formatNumber(Math.ceil(minutes / 60), { ...style, unit: 'hour' })
}
