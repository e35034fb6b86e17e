import type { ReactNode } from 'react'
import type { ListShape } from './AdminList.tsx'

/** The rows as cards beside each other. */
export function CardGrid<Row>(props: ListShape<Row> & { card: (row: Row) => ReactNode }) {
  const { caption, rows, keyOf, card, query } = props
  return (
    <ul className="card-grid" aria-label={caption} aria-busy={query.isFetching}>
      {rows.map((row) => (
        <li key={keyOf(row)} className="card">
          {card(row)}
        </li>
      ))}
    </ul>
  )
}
