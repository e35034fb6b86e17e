import { type ReactNode, useId, useState } from 'react'
import { LoadFault } from '../LoadFault.tsx'
import { SearchField } from '../SearchField.tsx'
import { useMediaQuery } from '../useMediaQuery.ts'
import { adminTexts } from './adminTexts.ts'
import { type BulkAction, BulkBar } from './BulkBar.tsx'
import { CardGrid } from './CardGrid.tsx'
import { ListCards } from './ListCards.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { NoMatch } from './ListStates.tsx'
import { ListTable } from './ListTable.tsx'
import { type OpenRow, type RowAction, RowMenu } from './RowMenu.tsx'
import { present, toggled, toggledAll } from './selection.ts'
import type { ListControl } from './useListAddress.ts'
import './list.css'

export interface Column<Row> {
  key: string
  label: string
  /** The server's name of this order; none where the server cannot sort by it. */
  sort?: string
  /** Of the table, as CSS writes it. */
  width?: string
  cell: (row: Row) => ReactNode
}

/** What the list needs of RTK Query's infinite query. */
export interface ListQuery<Row> {
  currentData?: { pages: { items: Row[] }[] } | undefined
  data?: { pages: { items: Row[] }[] } | undefined
  error?: unknown
  isLoading: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

interface Props<Row> {
  caption: string
  searchLabel: string
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  control: ListControl
  query: ListQuery<Row>
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  actionsOf?: (row: Row) => RowAction[]
  /** What can be done with several at once; rows can be chosen where there is any. */
  bulk?: readonly BulkAction<Row>[]
  /** In place of a list without rows. */
  empty: ReactNode
  /** More that narrows the list, beside the search. */
  filters?: Filters
  /** In place of the table: a card for each row. */
  card?: ((row: Row) => ReactNode) | undefined
}

export interface Filters {
  fields: ReactNode
  /** One of them leaves rows out. */
  on: boolean
  clear: () => void
}

/** The list of an area: search, order, rows with their actions, choice of several, and every state that it can be in. */
export function AdminList<Row>(props: Props<Row>) {
  const { control, query, searchLabel, keyOf, empty, bulk = [], filters, card } = props
  const t = adminTexts.useText()
  const id = useId()
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  const selection = useSelection(rows.map(keyOf))
  const [open, setOpen] = useState<OpenRow | null>(null)
  const wide = useMediaQuery('(min-width: 900px)')
  const unread = Boolean(query.error) && !query.isFetchNextPageError && !query.currentData
  const shape = { ...props, rows, id, selection: bulk.length > 0 ? selection : undefined, open: setOpen }

  const all = control.search === '' && !filters?.on
  if (!unread && query.data && rows.length === 0 && all && !query.isFetching) return empty
  return (
    <>
      <div className="row list-tools">
        <SearchField
          className="list-search-field"
          label={searchLabel}
          value={control.typed}
          change={control.setTyped}
        />
        {filters?.fields}
      </div>
      <BulkBar rows={rows} keyOf={keyOf} actions={bulk} selection={selection} />
      {unread ? (
        <LoadFault error={query.error} retry={query.refetch} />
      ) : query.isLoading ? (
        <ListSkeleton
          columns={props.columns.length}
          cards={card ? 'card-grid' : wide ? undefined : 'list-cards'}
        />
      ) : rows.length === 0 ? (
        <NoMatch filtered={filters?.on ?? false} clear={filters?.on ? filters.clear : control.clear} />
      ) : card ? (
        <CardGrid {...shape} card={card} />
      ) : wide ? (
        <ListTable {...shape} />
      ) : (
        <ListCards {...shape} />
      )}
      {query.isFetchNextPageError && <LoadFault error={query.error} retry={query.fetchNextPage} />}
      {query.hasNextPage && !query.isFetchNextPageError && !unread && (
        <button
          type="button"
          className="btn ghost list-more"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        >
          {t('more')}
        </button>
      )}
      <RowMenu open={open} close={() => setOpen(null)} />
    </>
  )
}

export interface Selection {
  chosen: ReadonlySet<string>
  /** Why what is still chosen could not be done. */
  failed: ReadonlyMap<string, unknown>
  toggle: (key: string) => void
  toggleAll: () => void
  set: (chosen: Iterable<string>, failed?: ReadonlyMap<string, unknown>) => void
}

const none: ReadonlyMap<string, unknown> = new Map()

function useSelection(shown: string[]): Selection {
  const [state, setState] = useState({ chosen: new Set<string>() as ReadonlySet<string>, failed: none })
  const chosen = present(state.chosen, shown)
  return {
    chosen,
    failed: state.failed,
    toggle: (key) => setState({ chosen: toggled(chosen, key), failed: none }),
    toggleAll: () => setState({ chosen: toggledAll(chosen, shown), failed: none }),
    set: (next, failed = none) => setState({ chosen: new Set(next), failed }),
  }
}

/** What the table and the list of a narrow screen are given. */
export interface ListShape<Row> extends Props<Row> {
  rows: Row[]
  id: string
  selection: Selection | undefined
  open: (row: OpenRow) => void
}
