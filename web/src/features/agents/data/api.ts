import type { agents } from '@parlance/contract/agents'
import type { currentUser } from '@parlance/contract/currentUser'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, ifMatch, request } from '../../../api/request.ts'

type Created = Answer<typeof agents.createGptSystem>

export const agentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Agents that the user manages or can name in policies. */
    searchGptSystems: build.query<Answer<typeof agents.listGptSystems>, Args<typeof agents.listGptSystems>>({
      query: request('agents.listGptSystems'),
    }),
    /** Agents that the user can chat with. */
    searchOwnGptSystems: build.query<
      Answer<typeof currentUser.listGptSystems>,
      Args<typeof currentUser.listGptSystems>
    >({
      query: request('currentUser.listGptSystems'),
    }),
    createGptSystem: build.mutation<Created, Args<typeof agents.createGptSystem> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...request('agents.createGptSystem')(input),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: (_, error) => (error ? [] : ['ManagedAgents']),
    }),
    updateState: build.mutation<
      Answer<typeof agents.updateState>,
      Args<typeof agents.updateState> & { version: number }
    >({
      query: ({ version, ...input }) => ({
        ...request('agents.updateState')(input),
        headers: ifMatch(version),
      }),
    }),
    linkLibrary: build.mutation<
      Answer<typeof agents.addRagDataSource>,
      Args<typeof agents.addRagDataSource> & { key: string }
    >({
      query: ({ key, ...input }) => ({
        ...request('agents.addRagDataSource')(input),
        headers: { 'idempotency-key': key },
      }),
    }),
    updatePublishing: build.mutation<
      Answer<typeof agents.updatePublishing>,
      Args<typeof agents.updatePublishing>
    >({
      query: request('agents.updatePublishing'),
      invalidatesTags: ['Agents', 'ManagedAgents', 'AnalyticsCounts', 'Checklist'],
    }),
  }),
})
