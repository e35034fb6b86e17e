import { uiTexts } from '../uiTexts.ts'
import { useFeltWait } from './useFeltWait.ts'
import './list.css'

const rows = [62, 44, 71, 52, 58, 47]

interface Props {
  columns: number
  /** The rows will be cards, in the grid of this name. */
  cards?: 'list-cards' | 'card-grid' | undefined
}

/** The list before its rows are there, in the shape that they will have. */
export function ListSkeleton({ columns, cards }: Props) {
  const t = uiTexts.useText()
  if (!useFeltWait()) return null
  return cards ? (
    <div className={cards} role="status" aria-label={t('loading')}>
      {rows.map((percent) => (
        <div key={percent} className="card list-card list-skeleton-card">
          {Array.from({ length: columns }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines without content have nothing else.
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
            // biome-ignore lint/suspicious/noArrayIndexKey: columns without content have nothing else.
            <span key={at} className="sk" style={{ inlineSize: `${at === 0 ? percent + 20 : percent}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}
