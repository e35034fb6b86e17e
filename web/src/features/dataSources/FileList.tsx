import { client } from '@parlance/contract/limits'
import { FileX2, Folder, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '../../api/api.ts'
import { useReload } from '../../api/useReload.ts'
import { log } from '../../base/log.ts'
import { useObservable } from '../../base/useObservable.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import {
  type DataSource,
  dataSourcesApi,
  type FileListArgs,
  isInWork,
  type LibraryFile,
  PAGE,
  POLL_MS,
  pollFiles,
} from './data/api.ts'
import { onUploaded, uploads, uploadsOf } from './data/uploads.ts'
import { FileRows } from './files/FileRows.tsx'
import type { Narrowing } from './health/narrowing.ts'
import { dataSourcesTexts } from './lang/en.ts'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { UploadList } from './UploadList.tsx'

const filters = {
  filterAll: () => true,
  filterInProgress: isInWork,
  filterFailed: ({ state }: LibraryFile) => state === 'Failed',
  filterReady: ({ state }: LibraryFile) => state === 'Ready',
} as const
type Filter = keyof typeof filters

interface Props {
  library: DataSource
  narrowing: Narrowing
  narrow: (to: Narrowing) => void
}

export function FileList({ library, narrowing, narrow }: Props) {
  const t = dataSourcesTexts.useText()
  const { dataSourceId } = library
  const [filter, setFilter] = useState<Filter>('filterAll')
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), client.titleSearchDebounceMs)
  const [folder, setFolder] = useState<string>()
  const { files, query } = useFiles({
    dataSourceId,
    search,
    folder,
    health: narrowing.health,
    changedSince: narrowing.changed?.since,
  })
  const shown = files.filter(filters[filter])
  const isPart = folder !== undefined || narrowing.health !== undefined || narrowing.changed !== undefined
  const narrowed = filter !== 'filterAll' || search !== '' || isPart
  useAllOf(isPart ? 'filterAll' : filter, library, shown.length, query)
  const clear = () => {
    setFilter('filterAll')
    setTyped('')
    setFolder(undefined)
    narrow({})
  }

  return (
    <>
      <div className="row file-tools">
        <FilterButtons library={library} filter={filter} choose={setFilter} />
        <SearchField className="file-search" label={t('searchFiles')} value={typed} change={setTyped} />
      </div>
      {folder !== undefined && (
        <button type="button" className="btn soft sm file-folder-chip" onClick={() => setFolder(undefined)}>
          <Folder size={14} />
          <bdi className="trunc">{folder}</bdi>
          <X size={14} />
          <span className="hidden">{t('allFolders')}</span>
        </button>
      )}
      {narrowing.health && (
        <button
          type="button"
          className="btn soft sm file-folder-chip"
          onClick={() => narrow({ changed: narrowing.changed })}
        >
          <span className="trunc">{t(`health${narrowing.health}`)}</span>
          <X size={14} />
          <span className="hidden">{t('allHealth')}</span>
        </button>
      )}
      {narrowing.changed && (
        <button
          type="button"
          className="btn soft sm file-folder-chip"
          onClick={() => narrow({ health: narrowing.health })}
        >
          <span className="trunc">{t('changedDays', { count: narrowing.changed.days })}</span>
          <X size={14} />
          <span className="hidden">{t('changedAll')}</span>
        </button>
      )}
      <UploadList dataSourceId={dataSourceId} className="card files" />
      {query.error && files.length === 0 ? (
        <LoadError error={query.error} retry={query.refetch} />
      ) : shown.length > 0 ? (
        <FileRows library={library} files={shown} busy={query.isFetching} openFolder={setFolder} />
      ) : query.isLoading || query.isFetchingNextPage ? (
        <RowsSkeleton />
      ) : query.isFetchNextPageError ? null : (
        <NoFiles dataSourceId={dataSourceId} clear={narrowed ? clear : undefined} />
      )}
      {query.isFetchNextPageError && files.length > 0 && (
        <LoadError error={query.error} retry={query.fetchNextPage} />
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <button type="button" className="btn ghost" onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </button>
      )}
    </>
  )
}

function NoFiles({ dataSourceId, clear }: { dataSourceId: string; clear: (() => void) | undefined }) {
  const t = dataSourcesTexts.useText()
  const own = uploadsOf(useObservable(uploads).items, dataSourceId)
  // The list above shows the files being uploaded.
  if (!clear && own.length > 0) return null
  return (
    <div className="state">
      <span className="mark">
        <FileX2 size={18} />
      </span>
      <p>{clear ? t('noMatch') : t('noFiles')}</p>
      {clear && (
        <button type="button" className="btn ghost sm" onClick={clear}>
          {t('clear')}
        </button>
      )}
    </div>
  )
}

const countsOf = ({ files, filesReady, filesFailed }: DataSource): Record<Filter, number> => ({
  filterAll: files,
  filterInProgress: files - filesReady - filesFailed,
  filterFailed: filesFailed,
  filterReady: filesReady,
})

/** Loads further pages for a state filter until it has found as many files as the library counts. */
function useAllOf(
  filter: Filter,
  library: DataSource,
  found: number,
  query: ReturnType<typeof useFiles>['query'],
) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const missing = filter !== 'filterAll' && found < Math.min(countsOf(library)[filter], PAGE)
  useEffect(() => {
    // A failed page is loaded again only when the user asks for it.
    if (missing && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [missing, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
}

interface FilterProps {
  library: DataSource
  filter: Filter
  choose: (filter: Filter) => void
}

function FilterButtons({ library, filter, choose }: FilterProps) {
  const t = dataSourcesTexts.useText()
  const counts = countsOf(library)
  return (
    <div className="row grow filters">
      {(Object.keys(filters) as Filter[]).map((one) => (
        <button
          key={one}
          type="button"
          className="btn ghost sm"
          aria-pressed={one === filter}
          onClick={() => choose(one)}
        >
          {t(one)} <span className="num m3">{counts[one]}</span>
        </button>
      ))}
    </div>
  )
}

/** The loaded files. Those being processed are updated until they are done, and all reload after each upload. */
function useFiles(list: FileListArgs) {
  const { dataSourceId } = list
  const query = dataSourcesApi.useListFilesInfiniteQuery(list)
  const files = query.data?.pages.flatMap(({ items }) => items) ?? []
  const { data } = query
  const reload = useReload(query)
  usePolling(list, data, files.some(isInWork))
  useEffect(() => onUploaded((id) => id === dataSourceId && reload()), [reload, dataSourceId])
  return { files, query }
}

/** Updates the files in progress, one poll at a time, while the page is visible. */
function usePolling(
  { dataSourceId, search, folder, health, changedSince }: FileListArgs,
  data: ReturnType<typeof useFiles>['query']['data'],
  working: boolean,
) {
  const dispatch = useDispatch<ApiDispatch>()
  const loaded = useRef(data)
  useEffect(() => {
    loaded.current = data
  })
  useEffect(() => {
    if (!working) return
    let turn = 0
    let polling = false
    const poll = async () => {
      if (polling || document.hidden) return
      polling = true
      try {
        await pollFiles(
          { dataSourceId, search, folder, health, changedSince },
          turn,
          dispatch,
          () => loaded.current,
        )
      } catch (error) {
        log('ERROR', 'files.pollFailed', { error: String(error) })
      } finally {
        polling = false
        turn += 1
      }
    }
    const timer = setInterval(() => void poll(), POLL_MS)
    return () => clearInterval(timer)
  }, [dataSourceId, search, folder, health, changedSince, working, dispatch])
}
