import type { currentUser } from '@parlance/contract/currentUser'
import { api } from '../../api/api.ts'
import { type Answer, callOf } from '../../api/request.ts'

type Page = Answer<typeof currentUser.listGptSystems>
export type AgentCard = Page['items'][number]

const AT_ONCE = 60

export const agentDiscoveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    findAgents: build.infiniteQuery<Page, { search: string }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.continuationToken ?? undefined,
      },
      query: ({ queryArg: { search }, pageParam }) =>
        callOf('currentUser.listGptSystems', {
          pageSize: AT_ONCE,
          search: search || undefined,
          continuationToken: pageParam ?? undefined,
        }),
      providesTags: ['Agents'],
    }),
  }),
})
