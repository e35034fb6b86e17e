import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenRow, RowAction } from './RowMenu.tsx'
import type { ListControl } from './useListAddress.ts'

export interface BulkAction<Row> {
  key: string
  label: string
  Icon: LucideIcon
  danger?: boolean
  /** Asked before it is done. */
  confirm: (rows: Row[]) => { title: string; text: string; button: string }
  /** Does it with one row and answers what went wrong, if anything. */
  run: (row: Row) => Promise<unknown>
}

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

/** What an area says of its list. */
export interface ListProps<Row> {
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

export interface Selection {
  chosen: ReadonlySet<string>
  /** Why what is still chosen could not be done. */
  failed: ReadonlyMap<string, unknown>
  toggle: (key: string) => void
  toggleAll: () => void
  set: (chosen: Iterable<string>, failed?: ReadonlyMap<string, unknown>) => void
}

/** What the table and the list of a narrow screen are given. */
export interface ListShape<Row> extends ListProps<Row> {
  rows: Row[]
  id: string
  selection: Selection | undefined
  open: (row: OpenRow) => void
}
