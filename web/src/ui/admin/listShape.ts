import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenRow, RowAction } from './RowMenu.tsx'
import type { ListControl } from './useListAddress.ts'

export interface BulkAction<Row> {
  key: string
  label: string
  Icon: LucideIcon
  danger?: boolean
  /** The confirmation before the action. */
  confirm: (rows: Row[]) => { title: string; text: string; button: string }
  /** Runs the action for one row and returns the error, if any. */
  run: (row: Row) => Promise<unknown>
}

export interface Column<Row> {
  key: string
  label: string
  /** The server's name of this sort order, if the server supports it. */
  sort?: string
  /** The width in the table, in CSS syntax. */
  width?: string
  cell: (row: Row) => ReactNode
}

/** The part of RTK Query's infinite query that the list uses. */
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

/** How an area configures its list. */
export interface ListProps<Row> {
  caption: string
  searchLabel: string
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  control: ListControl
  query: ListQuery<Row>
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  actionsOf?: (row: Row) => RowAction[]
  /** Actions for several rows at once. Rows can be selected only if there are any. */
  bulk?: readonly BulkAction<Row>[]
  /** Shown if the list has no rows. */
  empty: ReactNode
  /** Filters next to the search. */
  filters?: Filters
  /** Renders each row as a card in place of the table. */
  card?: ((row: Row) => ReactNode) | undefined
}

export interface Filters {
  fields: ReactNode
  /** Whether any filter is active. */
  on: boolean
  clear: () => void
}

export interface Selection {
  chosen: ReadonlySet<string>
  /** The errors of rows that failed and are still selected. */
  failed: ReadonlyMap<string, unknown>
  toggle: (key: string) => void
  toggleAll: () => void
  set: (chosen: Iterable<string>, failed?: ReadonlyMap<string, unknown>) => void
}

/** The props of the table and of the list on narrow screens. */
export interface ListShape<Row> extends ListProps<Row> {
  rows: Row[]
  id: string
  selection: Selection | undefined
  open: (row: OpenRow) => void
}
