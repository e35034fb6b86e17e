import type { personalAgents } from '@parlance/contract/personalAgents'
import { api } from '../../api/api.ts'
import { type Answer, type Args, request } from '../../api/request.ts'

type Created = Answer<typeof personalAgents.createState>

export const personalAgentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createPersonalState: build.mutation<Created, { key: string }>({
      query: ({ key }) => ({
        ...request('personalAgents.createState')({ gptSystemType: 'User' }),
        headers: { 'idempotency-key': key },
      }),
    }),
    updatePersonalState: build.mutation<
      Answer<typeof personalAgents.updateState>,
      Args<typeof personalAgents.updateState>
    >({ query: request('personalAgents.updateState') }),
    createFromState: build.mutation<
      Answer<typeof personalAgents.createFromState>,
      { configStateId: string; key: string }
    >({
      query: ({ key, configStateId }) => ({
        ...request('personalAgents.createFromState')({ configStateId }),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: ['Agents'],
    }),
  }),
})
