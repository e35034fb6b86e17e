import type { currentUser, Directory } from '@parlance/contract/currentUser'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'
import { type AgentCard, pinnedWithPending, type RecentAgent, recentWithPending } from './pendingPins.ts'

type DirectoryPage = Answer<typeof currentUser.listDirectory>
export type FoundAgent = DirectoryPage['items'][number]

const AT_ONCE = 60

export const agentDiscoveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    findInDirectory: build.infiniteQuery<
      DirectoryPage,
      { directory: Directory; search: string; category: string | null },
      string | null
    >({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.continuationToken ?? undefined,
      },
      query: ({ queryArg: { directory, search, category }, pageParam }) =>
        callOf('currentUser.listDirectory', {
          directory,
          category: category ?? undefined,
          pageSize: AT_ONCE,
          search: search || undefined,
          continuationToken: pageParam ?? undefined,
        }),
      providesTags: ['Agents'],
    }),
    // The list can change whenever a conversation starts, ends or is deleted.
    listRecentAgents: build.query<RecentAgent[], void>({
      query: () => callOf('currentUser.listRecent', {}),
      transformResponse: (answer: Answer<typeof currentUser.listRecent>) =>
        recentWithPending(answer.recentGptSystems),
      providesTags: ['Agents', 'RecentAgents', 'Conversations'],
    }),
    listPinnedAgents: build.query<AgentCard[], void>({
      query: () => callOf('currentUser.listPinned', {}),
      transformResponse: (answer: Answer<typeof currentUser.listPinned>) =>
        pinnedWithPending(answer.pinnedGptSystems),
      providesTags: ['Agents', 'PinnedAgents'],
    }),
    pinAgent: build.mutation<unknown, Args<typeof currentUser.pin>>({ query: request('currentUser.pin') }),
    unpinAgent: build.mutation<unknown, Args<typeof currentUser.unpin>>({
      query: request('currentUser.unpin'),
    }),
    orderPinnedAgents: build.mutation<unknown, Args<typeof currentUser.orderPins>>({
      query: request('currentUser.orderPins'),
    }),
  }),
})
