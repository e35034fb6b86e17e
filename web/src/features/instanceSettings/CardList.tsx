import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListSkeleton } from '../../ui/admin/ListSkeleton.tsx'
import { LoadError } from '../../ui/LoadError.tsx'

interface Props<Item> {
  intro: string
  /** What applies to all items. */
  notice?: ReactNode
  /** Undefined until they are loaded. */
  items: readonly Item[] | undefined
  error: unknown
  retry: () => void
  /** Undefined for people who can only read them. */
  add?: { label: string; open: () => void } | undefined
  empty: string
  card: (item: Item) => ReactNode
  /** What follows the items, such as an open dialog. */
  children?: ReactNode
}

/** The list of a tab: what it is for, how to add an item, and a card per item. */
export function CardList<Item>(props: Props<Item>) {
  const { intro, notice, items, error, retry, add, empty, card, children } = props
  if (error && !items) return <LoadError error={error} retry={retry} />
  return (
    <div className="settings-list">
      <p className="m2">{intro}</p>
      {notice}
      {add && items && (
        <div>
          <button type="button" className="btn pri" onClick={add.open}>
            <Plus size={16} />
            {add.label}
          </button>
        </div>
      )}
      {!items && <ListSkeleton columns={1} cards="list-cards" />}
      {items?.length === 0 && <p className="m3">{empty}</p>}
      {items?.map(card)}
      {children}
    </div>
  )
}
