import type { personalData } from '@parlance/contract/personalData'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'

type OwnExports = Answer<typeof personalData.listOwnExports>
type Exports = Answer<typeof personalData.listExports>
export type DataExport = Exports['items'][number]
export type ErasurePreview = Answer<typeof personalData.previewErasure>
export type Erasure = Answer<typeof personalData.getErasure>
export type ErasedArea = Pick<Erasure['areas'][number], 'area' | 'erasedAs' | 'count'> & {
  left?: number | null
}
export type Transferable = Answer<typeof personalData.previewTransfer>

/** What is about someone else isn't cached beyond the page that shows it. */
const notKept = { keepUnusedDataFor: 0 }

export const personalDataApi = api
  .enhanceEndpoints({ addTagTypes: ['OwnDataExports', 'DataExports', 'Erasures'] })
  .injectEndpoints({
    endpoints: (build) => ({
      listOwnDataExports: build.query<OwnExports, void>({
        query: request('personalData.listOwnExports'),
        providesTags: ['OwnDataExports'],
        ...notKept,
      }),
      createOwnDataExport: build.mutation<DataExport, Args<typeof personalData.createOwnExport>>({
        query: request('personalData.createOwnExport'),
        // An error can mean that one is running, which the list then shows.
        invalidatesTags: ['OwnDataExports'],
      }),
      listDataExports: build.query<Exports, Args<typeof personalData.listExports>>({
        query: request('personalData.listExports'),
        providesTags: ['DataExports'],
        ...notKept,
      }),
      createDataExport: build.mutation<DataExport, Args<typeof personalData.createExport> & { key: string }>({
        query: ({ key, ...input }) => ({
          ...callOf('personalData.createExport', input),
          headers: { 'idempotency-key': key },
        }),
        invalidatesTags: (_, error) => (error ? [] : ['DataExports']),
      }),
      approveDataExport: build.mutation<DataExport, Args<typeof personalData.approveExport>>({
        query: request('personalData.approveExport'),
        invalidatesTags: ['DataExports'],
      }),
      previewErasure: build.query<ErasurePreview, Args<typeof personalData.previewErasure>>({
        query: request('personalData.previewErasure'),
        ...notKept,
      }),
      erase: build.mutation<Erasure, Args<typeof personalData.erase>>({
        query: request('personalData.erase'),
        invalidatesTags: (_, error) => (error ? [] : ['Users', 'UserRoles', 'RoleHolders', 'Erasures']),
      }),
      previewOwnErasure: build.query<Answer<typeof personalData.previewOwnErasure>, void>({
        query: request('personalData.previewOwnErasure'),
        ...notKept,
      }),
      eraseOwn: build.mutation<Answer<typeof personalData.eraseOwn>, Args<typeof personalData.eraseOwn>>({
        query: request('personalData.eraseOwn'),
      }),
      listErasures: build.query<Erasure[], void>({
        query: request('personalData.listErasures'),
        transformResponse: ({ items }: Answer<typeof personalData.listErasures>) => items,
        providesTags: ['Erasures'],
      }),
      getErasure: build.query<Erasure, Args<typeof personalData.getErasure>>({
        query: request('personalData.getErasure'),
        providesTags: ['Erasures'],
      }),
      previewTransfer: build.query<Transferable, Args<typeof personalData.previewTransfer>>({
        query: request('personalData.previewTransfer'),
        providesTags: (_, __, { userId }) => [{ type: 'User' as const, id: userId }],
        ...notKept,
      }),
      transferAgents: build.mutation<
        Answer<typeof personalData.transferAgents>,
        Args<typeof personalData.transferAgents>
      >({
        query: request('personalData.transferAgents'),
        invalidatesTags: (_, error, { userId, toUserId }) =>
          error
            ? []
            : [
                'Agents' as const,
                { type: 'User' as const, id: userId },
                { type: 'User' as const, id: toUserId },
              ],
      }),
    }),
  })

/** Whether an export is still being created, so that the list is asked again. */
export const isRunning = ({ state }: Pick<DataExport, 'state'>): boolean =>
  state === 'Waiting' || state === 'Building'

export const POLL_MS = 3000
