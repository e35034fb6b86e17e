import type { agents } from '@parlance/contract/agents'
import { type ApiDispatch, api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, pages, request } from '../../../api/request.ts'

import { type AgentState, type AvatarAnswer, type Picture, pictureBody } from '../../agentFields/data/api.ts'

export type { AgentState, Configuration } from '../../agentFields/data/api.ts'
export type AgentRow = Answer<typeof agents.listGptSystems>['items'][number]
export type ManagedAgent = Answer<typeof agents.getGptSystem>
export type Publishing = Answer<typeof agents.getPublishing>
export type GateCheck = Answer<typeof agents.checkGate>
export type Prompt = Answer<typeof agents.createPrompt>
export type Publication = Publishing['history'][number]
type AgentPage = Answer<typeof agents.listGptSystems>

export interface AgentList {
  search: string
  sort: string
  published: string | undefined
  deleted: 'true' | undefined
}

const one = (gptSystemId: string) => ({ type: 'ManagedAgent' as const, id: gptSystemId })
const state = (stateId: string) => ({ type: 'AgentState' as const, id: stateId })
const promptsOf = (gptSystemId: string) => ({ type: 'AgentPrompts' as const, id: gptSystemId })
/** What people chat with can change. */
const concerned = [
  'Agents',
  'Conversation',
  'ManagedAgents',
  'AnalyticsCounts',
  'Checklist',
  'AccessExplanations',
  'ChatAccessPolicies',
  'ChatAccessPolicy',
] as const

export const managementApi = api
  .enhanceEndpoints({ addTagTypes: ['PerformanceRuns', 'PerformanceCases'] })
  .injectEndpoints({
    endpoints: (build) => ({
      listManagedAgents: build.infiniteQuery<AgentPage, AgentList, string | null>({
        infiniteQueryOptions: pages,
        query: ({ queryArg: { search, ...rest }, pageParam }) =>
          callOf('agents.listGptSystems', {
            ...rest,
            search: search || undefined,
            continuationToken: pageParam,
          }),
        providesTags: ['ManagedAgents'],
      }),
      getManagedAgent: build.query<ManagedAgent, Args<typeof agents.getGptSystem>>({
        query: request('agents.getGptSystem'),
        providesTags: (_, __, { gptSystemId }) => [one(gptSystemId)],
      }),
      updateChatLook: build.mutation<ManagedAgent, Args<typeof agents.updateUx> & { version: number }>({
        query: ({ version, ...input }) => ({
          ...callOf('agents.updateUx', input),
          headers: ifMatch(version),
        }),
        invalidatesTags: (_, error, { gptSystemId }) => (error ? [] : ['Agents', one(gptSystemId)]),
      }),
      removeAgent: build.mutation<null, Args<typeof agents.removeGptSystem>>({
        query: request('agents.removeGptSystem'),
        invalidatesTags: (_, error) => (error ? [] : concerned),
      }),
      restoreAgent: build.mutation<ManagedAgent, Args<typeof agents.restoreGptSystem>>({
        query: request('agents.restoreGptSystem'),
        // A rejection can mean that someone else restored it.
        invalidatesTags: (_, error) => (error ? ['ManagedAgents'] : concerned),
      }),
      getAgentState: build.query<AgentState, Args<typeof agents.getState>>({
        query: request('agents.getState'),
        providesTags: (_, __, { gptSystemConfigurationStateId }) => [state(gptSystemConfigurationStateId)],
      }),
      createAgentState: build.mutation<AgentState, Args<typeof agents.createState>>({
        query: request('agents.createState'),
        invalidatesTags: (_, error, { gptSystemId }) => (error ? [] : ['ManagedAgents', one(gptSystemId)]),
      }),
      updateAgentState: build.mutation<AgentState, Args<typeof agents.updateState> & { version: number }>({
        query: ({ version, ...input }) => ({
          ...callOf('agents.updateState', input),
          headers: ifMatch(version),
        }),
        onQueryStarted: ({ gptSystemConfigurationStateId }, { dispatch, queryFulfilled }) =>
          keepState(gptSystemConfigurationStateId, dispatch, queryFulfilled),
        invalidatesTags: (_, error, { gptSystemConfigurationStateId }) =>
          error ? [] : ['ManagedAgents', state(gptSystemConfigurationStateId)],
      }),
      removeAgentState: build.mutation<null, { gptSystemId: string; gptSystemConfigurationStateId: string }>({
        query: ({ gptSystemConfigurationStateId }) =>
          callOf('agents.removeState', { gptSystemConfigurationStateId }),
        invalidatesTags: (_, error, { gptSystemId }) => (error ? [] : ['ManagedAgents', one(gptSystemId)]),
      }),
      uploadAgentAvatar: build.mutation<AvatarAnswer, { gptSystemConfigurationStateId: string } & Picture>({
        query: ({ gptSystemConfigurationStateId, file, key }) => ({
          ...callOf('agents.uploadAvatar', { gptSystemConfigurationStateId }),
          ...pictureBody(file, key),
        }),
        invalidatesTags: (_, error, { gptSystemConfigurationStateId }) =>
          error ? [] : ['ManagedAgents', state(gptSystemConfigurationStateId)],
      }),
      removeAgentAvatar: build.mutation<null, { gptSystemConfigurationStateId: string }>({
        query: request('agents.removeAvatar'),
        invalidatesTags: (_, __, { gptSystemConfigurationStateId }) => [
          'ManagedAgents',
          state(gptSystemConfigurationStateId),
        ],
      }),
      getStateDifferences: build.query<
        Answer<typeof agents.getDifferences>,
        Args<typeof agents.getDifferences>
      >({
        query: request('agents.getDifferences'),
        providesTags: (_, __, { gptSystemConfigurationStateId, otherStateId }) => [
          state(gptSystemConfigurationStateId),
          state(otherStateId),
        ],
      }),
      linkAgentLibrary: build.mutation<
        Answer<typeof agents.addRagDataSource>,
        Args<typeof agents.addRagDataSource> & { stateId: string }
      >({
        query: ({ stateId: _, ...input }) => callOf('agents.addRagDataSource', input),
        invalidatesTags: (_, error, { stateId }) => (error ? [] : [state(stateId)]),
      }),
      changeAgentLibrary: build.mutation<
        Answer<typeof agents.updateRagDataSource>,
        Args<typeof agents.updateRagDataSource> & { stateId: string }
      >({
        query: ({ stateId: _, ...input }) => callOf('agents.updateRagDataSource', input),
        invalidatesTags: (_, error, { stateId }) => (error ? [] : [state(stateId)]),
      }),
      unlinkAgentLibrary: build.mutation<null, Args<typeof agents.removeRagDataSource> & { stateId: string }>(
        {
          query: ({ stateId: _, ...input }) => callOf('agents.removeRagDataSource', input),
          invalidatesTags: (_, error, { stateId }) => (error ? [] : [state(stateId)]),
        },
      ),
      setAgentBrand: build.mutation<ManagedAgent, Args<typeof agents.updateGptSystem> & { version: number }>({
        query: ({ version, ...input }) => ({
          ...callOf('agents.updateGptSystem', input),
          headers: ifMatch(version),
        }),
        // Chats apply the new brand. An error can mean an outdated version.
        invalidatesTags: (_, __, { gptSystemId }) => ['Agents', 'ManagedAgents', one(gptSystemId)],
      }),
      setAgentLimits: build.mutation<ManagedAgent, Args<typeof agents.updateLimits> & { version: number }>({
        query: ({ version, ...input }) => ({
          ...callOf('agents.updateLimits', input),
          headers: ifMatch(version),
        }),
        invalidatesTags: (_, error, { gptSystemId }) => (error ? [] : [one(gptSystemId)]),
      }),
      listAgentPrompts: build.infiniteQuery<
        Answer<typeof agents.listPrompts>,
        { gptSystemId: string },
        string | null
      >({
        infiniteQueryOptions: pages,
        query: ({ queryArg, pageParam }) =>
          callOf('agents.listPrompts', { ...queryArg, continuationToken: pageParam }),
        providesTags: (_, __, { gptSystemId }) => [promptsOf(gptSystemId)],
      }),
      createAgentPrompt: build.mutation<Prompt, Args<typeof agents.createPrompt> & { key: string }>({
        query: ({ key, ...input }) => ({
          ...callOf('agents.createPrompt', input),
          headers: { 'idempotency-key': key },
        }),
        invalidatesTags: (_, error, { gptSystemId }) => (error ? [] : [promptsOf(gptSystemId)]),
      }),
      updateAgentPrompt: build.mutation<Prompt, Args<typeof agents.updatePrompt> & { version: number }>({
        query: ({ version, ...input }) => ({
          ...callOf('agents.updatePrompt', input),
          headers: ifMatch(version),
        }),
        invalidatesTags: (_, error, { gptSystemId }) => (error ? [] : [promptsOf(gptSystemId)]),
      }),
      moveAgentPrompt: build.mutation<Prompt, Args<typeof agents.movePrompt> & { version: number }>({
        query: ({ version, ...input }) => ({
          ...callOf('agents.movePrompt', input),
          headers: ifMatch(version),
        }),
        // If the request is rejected, the list is outdated.
        invalidatesTags: (_, __, { gptSystemId }) => [promptsOf(gptSystemId)],
      }),
      removeAgentPrompt: build.mutation<null, Args<typeof agents.removePrompt>>({
        query: request('agents.removePrompt'),
        // If the request is rejected, the prompt can already be gone.
        invalidatesTags: (_, __, { gptSystemId }) => [promptsOf(gptSystemId)],
      }),
      getPublishing: build.query<Publishing, Args<typeof agents.getPublishing>>({
        query: request('agents.getPublishing'),
        providesTags: (_, __, { gptSystemId }) => [one(gptSystemId)],
      }),
      checkGate: build.query<GateCheck, Args<typeof agents.checkGate> & { performanceTestId: string | null }>(
        {
          query: ({ performanceTestId: _, ...input }) => callOf('agents.checkGate', input),
          // A run that ends, and a case that changes, decide too.
          providesTags: (_, __, { gptSystemId, gptSystemConfigurationStateId, performanceTestId }) => [
            one(gptSystemId),
            state(gptSystemConfigurationStateId),
            ...(performanceTestId === null
              ? []
              : [
                  { type: 'PerformanceRuns' as const, id: performanceTestId },
                  { type: 'PerformanceCases' as const, id: performanceTestId },
                ]),
          ],
        },
      ),
      setPublishing: build.mutation<Publishing, Args<typeof agents.updatePublishing>>({
        query: request('agents.updatePublishing'),
        // A rejection can mean that someone else changed it, so it is reloaded.
        invalidatesTags: (_, error, { gptSystemId }) =>
          error ? ['AgentState', one(gptSystemId)] : [...concerned, 'AgentState', one(gptSystemId)],
      }),
      setGate: build.mutation<Publishing, Args<typeof agents.setGate>>({
        query: request('agents.setGate'),
        invalidatesTags: (_, __, { gptSystemId }) => [one(gptSystemId)],
      }),
      approvePublishing: build.mutation<Publishing, Args<typeof agents.approvePublishing>>({
        query: request('agents.approvePublishing'),
        invalidatesTags: (_, error, { gptSystemId }) =>
          error ? [one(gptSystemId)] : [...concerned, 'AgentState', one(gptSystemId)],
      }),
      rejectPublishing: build.mutation<Publishing, Args<typeof agents.rejectPublishing>>({
        query: request('agents.rejectPublishing'),
        invalidatesTags: (_, __, { gptSystemId }) => [one(gptSystemId)],
      }),
      withdrawPublishing: build.mutation<Publishing, Args<typeof agents.withdrawPublishing>>({
        query: request('agents.withdrawPublishing'),
        invalidatesTags: (_, __, { gptSystemId }) => [one(gptSystemId)],
      }),
      rollBack: build.mutation<Publishing, Args<typeof agents.rollBack>>({
        query: request('agents.rollBack'),
        invalidatesTags: (_, error, { gptSystemId }) =>
          error ? [] : [...concerned, 'AgentState', one(gptSystemId)],
      }),
    }),
  })

/** Caches the saved version, because publishing needs its version number. */
async function keepState(stateId: string, dispatch: ApiDispatch, saved: Promise<{ data: AgentState }>) {
  const { data } = await saved.catch(() => ({ data: null }))
  if (!data) return
  const one = { gptSystemConfigurationStateId: stateId }
  await dispatch(managementApi.util.upsertQueryData('getAgentState', one, data))
}
