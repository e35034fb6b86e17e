import type { dataSources } from '@parlance/contract/dataSources'
import { type ApiDispatch, api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, pages, request } from '../../../api/request.ts'

export type DataSource = Answer<typeof dataSources.getDataSource>
export type LibraryFile = Answer<typeof dataSources.uploadFile>
export type LibraryHealth = Answer<typeof dataSources.getHealth>
export type LibraryGraph = Answer<typeof dataSources.getGraph>
export type EntityPassage = Answer<typeof dataSources.listEntityPassages>['items'][number]
export type LibraryArchive = Answer<typeof dataSources.uploadArchive>
export type ScannedPage = Answer<typeof dataSources.listScannedPages>['items'][number]
type RefusalPage = Answer<typeof dataSources.listArchiveRefusals>
export type GraphEstimate = Answer<typeof dataSources.estimateGraph>
export type ReIndexEstimate = Answer<typeof dataSources.estimateReIndex>
type DataSourcePage = Answer<typeof dataSources.listDataSources>
type FilePage = Answer<typeof dataSources.listFiles>
type PassagePage = Answer<typeof dataSources.listPassages>

/** Rows per request, and the most that a filter loads automatically. */
export const PAGE = 100

/** Passages per request. */
const PASSAGES = 50
const NAMING_PASSAGES = 10

const one = (dataSourceId: string) => ({ type: 'DataSource' as const, id: dataSourceId })

const filesOf = (dataSourceId: string) => [
  'DataSources' as const,
  one(dataSourceId),
  { type: 'Files' as const, id: dataSourceId },
]

export interface FileListArgs {
  dataSourceId: string
  search: string
  /** Undefined for files in any folder. */
  folder: string | undefined
  /** Undefined for files in any state of health. */
  health: Args<typeof dataSources.listFiles>['health']
  changedSince: string | undefined
}

export interface GraphArgs {
  dataSourceId: string
  q: string
  kind: Args<typeof dataSources.getGraph>['kind']
}

export const dataSourcesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDataSources: build.infiniteQuery<DataSourcePage, void, string | null>({
      infiniteQueryOptions: pages,
      query: ({ pageParam }) =>
        callOf('dataSources.listDataSources', { pageSize: PAGE, continuationToken: pageParam }),
      providesTags: ['DataSources'],
    }),
    /** The options of a library selection. */
    searchDataSources: build.query<DataSourcePage, Args<typeof dataSources.listDataSources>>({
      query: request('dataSources.listDataSources'),
      providesTags: ['DataSources'],
    }),
    getDataSource: build.query<DataSource, Args<typeof dataSources.getDataSource>>({
      query: request('dataSources.getDataSource'),
      providesTags: (_, __, { dataSourceId }) => [one(dataSourceId)],
    }),
    listFiles: build.infiniteQuery<FilePage, FileListArgs, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { dataSourceId, search, folder, health, changedSince }, pageParam }) =>
        callOf('dataSources.listFiles', {
          dataSourceId,
          search: search || undefined,
          folder,
          health,
          changedSince,
          pageSize: PAGE,
          continuationToken: pageParam,
        }),
      providesTags: (_, __, { dataSourceId }) => [{ type: 'Files', id: dataSourceId }],
    }),
    getHealth: build.query<LibraryHealth, Args<typeof dataSources.getHealth>>({
      query: request('dataSources.getHealth'),
      providesTags: (_, __, { dataSourceId }) => [one(dataSourceId), { type: 'Files', id: dataSourceId }],
    }),
    listFolders: build.query<Answer<typeof dataSources.listFolders>, Args<typeof dataSources.listFolders>>({
      query: request('dataSources.listFolders'),
      providesTags: (_, __, { dataSourceId }) => [{ type: 'Files', id: dataSourceId }],
    }),
    /** One page of the list, to update a part of it. */
    readFiles: build.query<FilePage, Args<typeof dataSources.listFiles>>({
      query: request('dataSources.listFiles'),
      keepUnusedDataFor: 0,
    }),
    listArchives: build.query<Answer<typeof dataSources.listArchives>, Args<typeof dataSources.listArchives>>(
      {
        query: request('dataSources.listArchives'),
        keepUnusedDataFor: 0,
      },
    ),
    listArchiveRefusals: build.infiniteQuery<
      RefusalPage,
      { dataSourceId: string; archiveId: string },
      string | null
    >({
      infiniteQueryOptions: pages,
      query: ({ queryArg, pageParam }) =>
        callOf('dataSources.listArchiveRefusals', {
          ...queryArg,
          pageSize: PAGE,
          continuationToken: pageParam,
        }),
      keepUnusedDataFor: 0,
    }),
    removeArchive: build.mutation<null, Args<typeof dataSources.removeArchive>>({
      query: request('dataSources.removeArchive'),
    }),
    createLibrary: build.mutation<DataSource, Args<typeof dataSources.createLibrary> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...request('dataSources.createLibrary')(input),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: ['DataSources'],
    }),
    updateLibrary: build.mutation<DataSource, Args<typeof dataSources.updateLibrary> & { version: number }>({
      query: ({ version, ...input }) => ({
        ...callOf('dataSources.updateLibrary', input),
        headers: ifMatch(version),
      }),
      // Also after an error, because someone else can have changed it.
      invalidatesTags: (_, __, { fileLibraryId }) => filesOf(fileLibraryId),
    }),
    removeLibrary: build.mutation<null, Args<typeof dataSources.removeLibrary>>({
      query: request('dataSources.removeLibrary'),
      invalidatesTags: (_, error) => (error ? [] : ['DataSources']),
    }),
    listPassages: build.infiniteQuery<PassagePage, { dataSourceId: string; fileId: string }, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg, pageParam }) =>
        callOf('dataSources.listPassages', {
          ...queryArg,
          pageSize: PASSAGES,
          continuationToken: pageParam,
        }),
      keepUnusedDataFor: 0,
    }),
    getGraph: build.infiniteQuery<LibraryGraph, GraphArgs, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { dataSourceId, q, kind }, pageParam }) =>
        callOf('dataSources.getGraph', {
          dataSourceId,
          q: q || undefined,
          kind,
          continuationToken: pageParam,
        }),
      providesTags: (_, __, { dataSourceId }) => [one(dataSourceId), { type: 'Files', id: dataSourceId }],
    }),
    /** The part of a graph around an entity. */
    readGraph: build.query<LibraryGraph, Args<typeof dataSources.getGraph>>({
      query: request('dataSources.getGraph'),
      keepUnusedDataFor: 0,
    }),
    listEntityPassages: build.infiniteQuery<
      Answer<typeof dataSources.listEntityPassages>,
      { dataSourceId: string; entityId: string },
      string | null
    >({
      infiniteQueryOptions: pages,
      query: ({ queryArg, pageParam }) =>
        callOf('dataSources.listEntityPassages', {
          ...queryArg,
          pageSize: NAMING_PASSAGES,
          continuationToken: pageParam,
        }),
      keepUnusedDataFor: 0,
    }),
    viewPassage: build.query<Answer<typeof dataSources.viewPassage>, Args<typeof dataSources.viewPassage>>({
      query: request('dataSources.viewPassage'),
      keepUnusedDataFor: 0,
    }),
    retryFile: build.mutation<LibraryFile, Args<typeof dataSources.retryFile>>({
      query: request('dataSources.retryFile'),
      invalidatesTags: (_, __, { dataSourceId }) => filesOf(dataSourceId),
    }),
    changeFiles: build.mutation<Answer<typeof dataSources.changeFiles>, Args<typeof dataSources.changeFiles>>(
      {
        query: request('dataSources.changeFiles'),
        invalidatesTags: (_, __, { dataSourceId }) => filesOf(dataSourceId),
      },
    ),
    pauseIndexing: build.mutation<DataSource, Args<typeof dataSources.pauseIndexing>>({
      query: request('dataSources.pauseIndexing'),
      invalidatesTags: (_, __, { dataSourceId }) => filesOf(dataSourceId),
    }),
    reIndex: build.mutation<null, Args<typeof dataSources.reIndex>>({
      query: request('dataSources.reIndex'),
    }),
    estimateReIndex: build.query<
      Answer<typeof dataSources.estimateReIndex>,
      Args<typeof dataSources.estimateReIndex>
    >({
      query: request('dataSources.estimateReIndex'),
      keepUnusedDataFor: 0,
    }),
    estimateGraph: build.query<GraphEstimate, Args<typeof dataSources.estimateGraph>>({
      query: request('dataSources.estimateGraph'),
      keepUnusedDataFor: 0,
    }),
    getOcr: build.query<Answer<typeof dataSources.getOcr>, Args<typeof dataSources.getOcr>>({
      query: request('dataSources.getOcr'),
      providesTags: (_, __, { dataSourceId }) => [{ type: 'Files', id: dataSourceId }],
    }),
    scanFiles: build.mutation<null, Args<typeof dataSources.scanFiles>>({
      query: request('dataSources.scanFiles'),
      invalidatesTags: (_, __, { dataSourceId }) => filesOf(dataSourceId),
    }),
    changeScan: build.mutation<LibraryFile, Args<typeof dataSources.changeScan>>({
      query: request('dataSources.changeScan'),
      invalidatesTags: (_, __, { dataSourceId }) => filesOf(dataSourceId),
    }),
    listScannedPages: build.infiniteQuery<
      Answer<typeof dataSources.listScannedPages>,
      { dataSourceId: string; fileId: string; below: number | undefined },
      string | null
    >({
      infiniteQueryOptions: pages,
      query: ({ queryArg, pageParam }) =>
        callOf('dataSources.listScannedPages', {
          ...queryArg,
          pageSize: PASSAGES,
          continuationToken: pageParam,
        }),
      keepUnusedDataFor: 0,
    }),
    removeFile: build.mutation<null, Args<typeof dataSources.removeFile>>({
      query: request('dataSources.removeFile'),
      invalidatesTags: (_, __, { dataSourceId }) => filesOf(dataSourceId),
    }),
  }),
})

const inWork: LibraryFile['state'][] = ['Queued', 'Extracting', 'Indexing']
/** Whether scanned pages are being read, also of a file whose other pages are searchable. */
const isScanned = ({ scan }: LibraryFile) => scan?.state === 'Searching' || scan?.state === 'Reading'
export const isInWork = (file: LibraryFile): boolean =>
  isScanned(file) || (inWork.includes(file.state) && file.scan?.state !== 'Unconfirmed')
export const hasWork = ({ files, filesReady, filesFailed }: DataSource): boolean =>
  filesReady + filesFailed < files
/** The polling interval while something is in progress. */
export const POLL_MS = 1_500

/** Pages that are loaded per poll. If more have files in progress, they take turns. */
const PAGES_PER_POLL = 3

/** Loads pages with files in progress again and updates their rows. `turn` counts the polls. */
export async function pollFiles(
  list: FileListArgs,
  turn: number,
  dispatch: ApiDispatch,
  loaded: () => { pages: FilePage[]; pageParams: (string | null)[] } | undefined,
): Promise<void> {
  const { pages: now = [], pageParams = [] } = loaded() ?? {}
  const working = pageParams.filter((_, at) => now[at]?.items.some(isInWork))
  const from = (turn * PAGES_PER_POLL) % Math.max(1, working.length)
  const due = [...working.slice(from), ...working.slice(0, from)].slice(0, PAGES_PER_POLL)
  for (const token of due) {
    const read = await dispatch(
      dataSourcesApi.endpoints.readFiles.initiate(
        {
          dataSourceId: list.dataSourceId,
          search: list.search || undefined,
          folder: list.folder,
          health: list.health,
          changedSince: list.changedSince,
          pageSize: PAGE,
          continuationToken: token ?? undefined,
        },
        { forceRefetch: true, subscribe: false },
      ),
    )
    if (!read.data) continue
    const { items } = read.data
    dispatch(
      dataSourcesApi.util.updateQueryData('listFiles', list, (files) => {
        const at = files.pageParams.indexOf(token)
        const page = files.pages[at]
        if (!page) return
        const others = new Set(
          files.pages.flatMap((one) => (one === page ? [] : one.items.map(({ fileId }) => fileId))),
        )
        page.items = mergedPage(page.items, items, others)
      }),
    )
  }
}

/**
 * Returns a page's rows after it was loaded again. Rows of other pages stay there. A full page has pushed out as many
 * rows as were added before, and they stay, because the next page starts after them.
 */
export function mergedPage<F extends { fileId: string }>(
  before: readonly F[],
  read: readonly F[],
  others: ReadonlySet<string>,
): F[] {
  const own = read.filter(({ fileId }) => !others.has(fileId))
  if (read.length < PAGE) return own
  const last = before.findIndex(({ fileId }) => fileId === own.at(-1)?.fileId)
  return [...own, ...before.slice(last + 1)]
}
