import type { ReactNode } from 'react'
import { drawn, type Figure } from '../figures.ts'

export interface BarItem {
  key: string
  name: ReactNode
  /** Stays visible after a long name. */
  detail?: string
  icon?: ReactNode
  figure: Figure
  /** The formatted figure. */
  text: string
  /** A second figure. */
  note?: string
}

/** As many fit into a card. */
export const MOST_BARS = 7

/** A list with a bar for the figure of each item. Bars follow the reading direction. */
export function BarList({ items }: { items: readonly BarItem[] }) {
  if (items.length === 0) return <EmptyBars />
  const shown = items.slice(0, MOST_BARS)
  const most = Math.max(...shown.map(({ figure }) => drawn(figure)), 0)
  return (
    <ol className="bar-list">
      {shown.map(({ key, name, detail, icon, figure, text, note }) => (
        <li key={key} className="row">
          {icon}
          <div className="grow">
            <div className="row s13">
              <span className="row grow">
                <span className="trunc">{name}</span>
                {detail && <bdi className="m3 bar-detail">{detail}</bdi>}
              </span>
              <span className="num">{text}</span>
              {note !== undefined && <span className="num m3 bar-note">{note}</span>}
            </div>
            <div className="share-bar">
              <span style={{ inlineSize: most > 0 ? `${(drawn(figure) / most) * 100}%` : 0 }} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Keeps the lines of a list without items. The summary says that there are none. */
export const EmptyBars = () => (
  <div className="bar-list" aria-hidden="true">
    {Array.from({ length: MOST_BARS }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
      <div key={at} className="row">
        <div className="grow share-bar" />
      </div>
    ))}
  </div>
)
