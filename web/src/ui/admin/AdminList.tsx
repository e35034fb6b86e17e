import { useId, useState } from 'react'
import { LoadError } from '../LoadError.tsx'
import { SearchField } from '../SearchField.tsx'
import { useMediaQuery } from '../useMediaQuery.ts'
import { BulkBar } from './BulkBar.tsx'
import { CardGrid } from './CardGrid.tsx'
import { ListCards } from './ListCards.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { NoMatch } from './ListStates.tsx'
import { ListTable } from './ListTable.tsx'
import { adminTexts } from './lang/en.ts'
import type { ListProps, Selection } from './listShape.ts'
import { type OpenRow, RowMenu } from './RowMenu.tsx'
import { present, toggled, toggledAll } from './selection.ts'
import './list.css'

/** The list of an area: search, sort order, rows with actions, selection, and all loading and error states. */
export function AdminList<Row>(props: ListProps<Row>) {
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
        <LoadError error={query.error} retry={query.refetch} />
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
      {query.isFetchNextPageError && <LoadError error={query.error} retry={query.fetchNextPage} />}
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
