import type { dataSources } from '@parlance/contract/dataSources'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, pages, request } from '../../../api/request.ts'

export type DataSource = Answer<typeof dataSources.getDataSource>
export type LibraryFile = Answer<typeof dataSources.uploadFile>
type DataSourcePage = Answer<typeof dataSources.listDataSources>
type FilePage = Answer<typeof dataSources.listFiles>

/** Rows per request, and the most that a filter loads automatically. */
export const PAGE = 100

const one = (dataSourceId: string) => ({ type: 'DataSource' as const, id: dataSourceId })

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
    listFiles: build.infiniteQuery<FilePage, { dataSourceId: string; search: string }, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { dataSourceId, search }, pageParam }) =>
        callOf('dataSources.listFiles', {
          dataSourceId,
          search: search || undefined,
          pageSize: PAGE,
          continuationToken: pageParam,
        }),
      providesTags: (_, __, { dataSourceId }) => [{ type: 'Files', id: dataSourceId }],
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
      invalidatesTags: (_, __, { fileLibraryId }) => ['DataSources', one(fileLibraryId)],
    }),
    removeLibrary: build.mutation<null, Args<typeof dataSources.removeLibrary>>({
      query: request('dataSources.removeLibrary'),
      invalidatesTags: (_, error) => (error ? [] : ['DataSources']),
    }),
    removeFile: build.mutation<null, Args<typeof dataSources.removeFile>>({
      query: request('dataSources.removeFile'),
      invalidatesTags: (_, __, { dataSourceId }) => [
        'DataSources',
        one(dataSourceId),
        { type: 'Files', id: dataSourceId },
      ],
    }),
  }),
})

const inWork: LibraryFile['state'][] = ['Queued', 'Extracting', 'Indexing']
export const isInWork = (file: LibraryFile): boolean => inWork.includes(file.state)
export const hasWork = ({ files, filesReady, filesFailed }: DataSource): boolean =>
  filesReady + filesFailed < files
/** The polling interval while something is in progress. */
export const POLL_MS = 1_500
