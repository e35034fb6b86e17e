import { uiTexts } from '../uiTexts.ts'
import { useFeltWait } from './useFeltWait.ts'

const rows = [62, 44, 71, 52, 58, 47]

/** The list before its rows are there, as high as they will be. */
export function ListSkeleton({ columns }: { columns: number }) {
  const t = uiTexts.useText()
  if (!useFeltWait()) return null
  return (
    <div className="card list-frame" role="status" aria-label={t('loading')}>
      <div className="list-skeleton list-skeleton-head" />
      {rows.map((percent) => (
        <div key={percent} className="list-skeleton">
          {Array.from({ length: columns }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns without content have nothing else.
            <span key={at} className="sk" style={{ inlineSize: `${at === 0 ? percent + 20 : percent}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}
