import type { escalations } from '@parlance/contract/escalations'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'

export type Escalated = Answer<typeof escalations.open>

export const escalationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Each call is recorded as an opening, so it is made once for each visit of the page. */
    openEscalation: build.query<Escalated, Args<typeof escalations.open>>({
      query: request('escalations.open'),
      keepUnusedDataFor: 0,
    }),
  }),
})
