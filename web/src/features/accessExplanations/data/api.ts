import type { accessExplanations } from '@parlance/contract/accessExplanations'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'

export type Explanation = Answer<typeof accessExplanations.explain>
export type ChainLink = Explanation['chain'][number]
export type Asked = Args<typeof accessExplanations.explain>
export type ThingKind = Asked['kind']

export const accessExplanationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    explainAccess: build.query<Explanation, Asked>({
      query: request('accessExplanations.explain'),
      providesTags: ['AccessExplanations'],
    }),
  }),
})
