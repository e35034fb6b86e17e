import type { conversations } from '@parlance/contract/conversations'
import type { snapshots } from '@parlance/contract/snapshots'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'

export type Snapshot = Answer<typeof snapshots.get>
export type SnapshotTurn = Snapshot['turns'][number]
export type SnapshotLink = Answer<typeof conversations.createSnapshot>

const links = (conversationId: string) => ({ type: 'Snapshots' as const, id: conversationId })

export const snapshotsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSnapshots: build.query<SnapshotLink[], { conversationId: string }>({
      query: request('conversations.listSnapshots'),
      transformResponse: ({ items }: Answer<typeof conversations.listSnapshots>) => items,
      providesTags: (_, __, { conversationId }) => [links(conversationId)],
    }),
    createSnapshot: build.mutation<SnapshotLink, Args<typeof conversations.createSnapshot> & { key: string }>(
      {
        query: ({ key, ...input }) => ({
          ...callOf('conversations.createSnapshot', input),
          headers: { 'idempotency-key': key },
        }),
        invalidatesTags: (_, error, { conversationId }) => (error ? [] : [links(conversationId)]),
      },
    ),
    removeSnapshot: build.mutation<null, Args<typeof conversations.removeSnapshot>>({
      query: request('conversations.removeSnapshot'),
      // An error can mean that the link has already ended.
      invalidatesTags: (_, __, { conversationId }) => [links(conversationId)],
    }),
    getSnapshot: build.query<Snapshot, { snapshotId: string }>({
      query: request('snapshots.get'),
      // The user's access can change before the next visit.
      keepUnusedDataFor: 0,
    }),
  }),
})
