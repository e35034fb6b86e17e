import type { ReactNode } from 'react'
import { useKeepFocus } from '../keepFocus.ts'
import type { ListShape } from './listShape.ts'
import { RowMenuButton } from './RowMenu.tsx'

/** The rows as a grid of cards. */
export function CardGrid<Row>(props: ListShape<Row> & { card: (row: Row) => ReactNode }) {
  const { caption, rows, keyOf, nameOf, card, actionsOf, open, query } = props
  const keepFocus = useKeepFocus()
  return (
    <ul className="card-grid" aria-label={caption} aria-busy={query.isFetching} onFocus={keepFocus}>
      {rows.map((row) => (
        <li key={keyOf(row)} className="card row list-card">
          <div className="grow">{card(row)}</div>
          {actionsOf && <RowMenuButton name={nameOf(row)} actions={actionsOf(row)} open={open} />}
        </li>
      ))}
    </ul>
  )
}
