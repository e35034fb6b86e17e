import type { currentUser } from '@parlance/contract/currentUser'
import type { personalAgents } from '@parlance/contract/personalAgents'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, request } from '../../../api/request.ts'
import { type AgentState, type AvatarAnswer, type Picture, pictureBody } from '../../agentFields/data/api.ts'

type Created = Answer<typeof personalAgents.createState>
export type PersonalAgent = Answer<typeof personalAgents.get>

const state = (configStateId: string) => ({ type: 'AgentState' as const, id: configStateId })
const agent = (gptSystemId: string) => ({ type: 'ManagedAgent' as const, id: gptSystemId })

export const personalAgentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createPersonalState: build.mutation<Created, { key: string; gptSystemId?: string }>({
      query: ({ key, gptSystemId }) => ({
        ...request('personalAgents.createState')({
          gptSystemType: 'User',
          ...(gptSystemId ? { gptSystemId } : {}),
        }),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: (_, error, { gptSystemId }) => (error || !gptSystemId ? [] : [agent(gptSystemId)]),
    }),
    getPersonalState: build.query<AgentState, { configStateId: string }>({
      query: request('personalAgents.getState'),
      providesTags: (_, __, { configStateId }) => [state(configStateId)],
    }),
    removePersonalState: build.mutation<null, { configStateId: string; gptSystemId: string }>({
      query: ({ configStateId }) => callOf('personalAgents.removeState', { configStateId }),
      invalidatesTags: (_, error, { gptSystemId }) => (error ? [] : ['Agents', agent(gptSystemId)]),
    }),
    restorePersonalState: build.mutation<
      Answer<typeof personalAgents.updateFromState>,
      Args<typeof personalAgents.updateFromState>
    >({
      query: request('personalAgents.updateFromState'),
      // The version published before isn't any more.
      invalidatesTags: (_, error, { gptSystemId }) =>
        error ? [] : ['Agents', 'AgentState', agent(gptSystemId)],
    }),
    getPersonalDifferences: build.query<
      Answer<typeof personalAgents.getDifferences>,
      Args<typeof personalAgents.getDifferences>
    >({
      query: request('personalAgents.getDifferences'),
      providesTags: (_, __, { configStateId, otherStateId }) => [state(configStateId), state(otherStateId)],
    }),
    updatePersonalState: build.mutation<
      Answer<typeof personalAgents.updateState>,
      Args<typeof personalAgents.updateState> & { version: number }
    >({
      query: ({ version, ...input }) => ({
        ...request('personalAgents.updateState')(input),
        headers: ifMatch(version),
      }),
      invalidatesTags: (_, error, { configStateId }) => (error ? [] : [state(configStateId)]),
    }),
    uploadPersonalAvatar: build.mutation<AvatarAnswer, { configStateId: string } & Picture>({
      query: ({ configStateId, file, key }) => ({
        ...callOf('personalAgents.uploadAvatar', { configStateId }),
        ...pictureBody(file, key),
      }),
      invalidatesTags: (_, error, { configStateId }) => (error ? [] : [state(configStateId)]),
    }),
    removePersonalAvatar: build.mutation<null, { configStateId: string }>({
      query: request('personalAgents.removeAvatar'),
      invalidatesTags: (_, __, { configStateId }) => [state(configStateId)],
    }),
    getPersonalAgent: build.query<PersonalAgent, { gptSystemId: string }>({
      query: request('personalAgents.get'),
      providesTags: (_, __, { gptSystemId }) => [agent(gptSystemId)],
    }),
    /** The user's personal agents that were never published. */
    listOwnDrafts: build.query<PersonalAgent[], void>({
      query: () => callOf('personalAgents.list', { pageSize: 200 }),
      transformResponse: ({ items }: Answer<typeof personalAgents.list>) =>
        items.filter(({ publishedStateId, draftStateId }) => !publishedStateId && draftStateId),
      providesTags: ['Agents'],
      // Drafts can be created and renamed elsewhere without this page knowing.
      keepUnusedDataFor: 0,
    }),
    /** The user's deleted agents that can be restored. */
    listDeletedAgents: build.query<PersonalAgent[], void>({
      query: () => callOf('personalAgents.list', { whose: 'Deleted', pageSize: 200 }),
      transformResponse: ({ items }: Answer<typeof personalAgents.list>) => items,
      providesTags: ['Agents'],
    }),
    restorePersonalAgent: build.mutation<PersonalAgent, { gptSystemId: string }>({
      query: request('personalAgents.restore'),
      // A conversation with it can be continued.
      invalidatesTags: (_, error) => (error ? [] : ['Agents', 'Conversation']),
    }),
    /** Other people's agents that the user can edit. */
    listEditedAgents: build.query<PersonalAgent[], void>({
      query: () => callOf('personalAgents.list', { whose: 'Edited', pageSize: 200 }),
      transformResponse: ({ items }: Answer<typeof personalAgents.list>) => items,
      providesTags: ['Agents'],
    }),
    listPersonalStates: build.query<
      Answer<typeof personalAgents.listStates>,
      Args<typeof personalAgents.listStates>
    >({
      query: request('personalAgents.listStates'),
      providesTags: (_, __, { gptSystemId }) => [agent(gptSystemId)],
    }),
    findPeople: build.query<Answer<typeof currentUser.findPeople>, Args<typeof currentUser.findPeople>>({
      query: request('currentUser.findPeople'),
    }),
    getShares: build.query<Answer<typeof personalAgents.getShares>, { gptSystemId: string }>({
      query: request('personalAgents.getShares'),
    }),
    setShares: build.mutation<
      Answer<typeof personalAgents.setShares>,
      Args<typeof personalAgents.setShares> & { version: number }
    >({
      query: ({ version, ...input }) => ({
        ...request('personalAgents.setShares')(input),
        headers: ifMatch(version),
      }),
      invalidatesTags: (_, error, { gptSystemId }) => (error ? [] : [agent(gptSystemId)]),
    }),
    handOverAgent: build.mutation<null, Args<typeof personalAgents.handOver>>({
      query: request('personalAgents.handOver'),
      // The user no longer manages it, so reloading it would fail.
      invalidatesTags: (_, error) => (error ? [] : ['Agents']),
    }),
    removePersonalAgent: build.mutation<null, { gptSystemId: string }>({
      query: request('personalAgents.remove'),
      invalidatesTags: (_, error) => (error ? [] : ['Agents', 'Conversation']),
    }),
    publishPersonalState: build.mutation<
      Answer<typeof personalAgents.createFromState>,
      { configStateId: string; gptSystemId: string; key: string }
    >({
      query: ({ key, configStateId }) => ({
        ...request('personalAgents.createFromState')({ configStateId }),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: (_, error, { configStateId, gptSystemId }) =>
        error ? [] : ['Agents', state(configStateId), agent(gptSystemId)],
    }),
  }),
})
