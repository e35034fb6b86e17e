import type { agentSetups } from '@parlance/contract/agentSetups'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'
import { idempotencyKey } from '../../../session/http.ts'

export type Setup = Answer<typeof agentSetups.getSetup>
export type PageProblem = Setup['skipped'][number]['problem']
export type NewSetup = Args<typeof agentSetups.createSetup>
export type LookedAt = Answer<typeof agentSetups.lookAtSite>

const one = (setupId: string) => ({ type: 'AgentSetup' as const, id: setupId })

export const setupsApi = api
  .enhanceEndpoints({ addTagTypes: ['AgentSetup', 'AgentSetups'] })
  .injectEndpoints({
    endpoints: (build) => ({
      lookAtSite: build.mutation<LookedAt, Args<typeof agentSetups.lookAtSite>>({
        query: request('agentSetups.lookAtSite'),
      }),
      createSetup: build.mutation<Setup, NewSetup & { key: string }>({
        query: ({ key, ...input }) => ({
          ...request('agentSetups.createSetup')(input),
          headers: idempotencyKey(key),
        }),
        invalidatesTags: (_, error) =>
          error ? [] : ['AgentSetups', 'ManagedAgents', 'DataSources', 'AnalyticsCounts', 'Checklist'],
      }),
      listSetups: build.query<Answer<typeof agentSetups.listSetups>, void>({
        query: request('agentSetups.listSetups'),
        providesTags: ['AgentSetups'],
      }),
      getSetup: build.query<Setup, Args<typeof agentSetups.getSetup>>({
        query: request('agentSetups.getSetup'),
        providesTags: (_, __, { setupId }) => [one(setupId)],
      }),
      endUploads: build.mutation<Setup, Args<typeof agentSetups.endUploads>>({
        query: request('agentSetups.endUploads'),
        invalidatesTags: (_, __, { setupId }) => [one(setupId), 'AgentSetups'],
      }),
      retrySetup: build.mutation<Setup, Args<typeof agentSetups.retrySetup>>({
        query: request('agentSetups.retrySetup'),
        invalidatesTags: (_, __, { setupId }) => [one(setupId), 'AgentSetups'],
      }),
    }),
  })
