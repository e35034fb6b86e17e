import type { conversations } from '@parlance/contract/conversations'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'

export type ResearchProposal = Answer<typeof conversations.planResearch>

export const researchApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Stores nothing. */
    planResearch: build.mutation<ResearchProposal, Args<typeof conversations.planResearch>>({
      query: request('conversations.planResearch'),
    }),
  }),
})
