import { uiTexts } from '../lang/en.ts'
import { useFeltWait } from './useFeltWait.ts'
import './list.css'

const rows = [62, 44, 71, 52, 58, 47]

interface Props {
  columns: number
  /** The class of the grid, if the rows will be cards. */
  cards?: 'list-cards' | 'card-grid' | undefined
}

/** Placeholder for the rows, in their final layout. */
export function ListSkeleton({ columns, cards }: Props) {
  const t = uiTexts.useText()
  if (!useFeltWait()) return null
  return cards ? (
    <div className={cards} role="status" aria-label={t('loading')}>
      {rows.map((percent) => (
        <div key={percent} className="card list-card list-skeleton-card">
          {Array.from({ length: columns }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines have no other identity.
            <span key={at} className="sk" style={{ inlineSize: `${at === 0 ? percent : percent + 20}%` }} />
          ))}
        </div>
      ))}
    </div>
  ) : (
    <div className="card list-frame" role="status" aria-label={t('loading')}>
      <div className="list-skeleton list-skeleton-head" />
      {rows.map((percent) => (
        <div key={percent} className="list-skeleton">
          {Array.from({ length: columns }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholder columns have no other identity.
            <span key={at} className="sk" style={{ inlineSize: `${at === 0 ? percent + 20 : percent}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}
