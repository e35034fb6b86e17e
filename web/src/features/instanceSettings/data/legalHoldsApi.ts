import type { legalHolds } from '@parlance/contract/legalHolds'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, pages, request } from '../../../api/request.ts'

type Contract = typeof legalHolds
type HoldPage = Answer<Contract['listLegalHolds']>
export type LegalHold = HoldPage['items'][number]
export type NewLegalHold = Args<Contract['createLegalHold']>

export const legalHoldsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLegalHolds: build.infiniteQuery<HoldPage, { released: boolean }, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg, pageParam }) =>
        callOf('legalHolds.listLegalHolds', {
          released: String(queryArg.released) as 'true' | 'false',
          continuationToken: pageParam ?? undefined,
        }),
      providesTags: ['LegalHolds'],
    }),
    createLegalHold: build.mutation<LegalHold, NewLegalHold>({
      query: request('legalHolds.createLegalHold'),
      invalidatesTags: ['LegalHolds'],
    }),
    releaseLegalHold: build.mutation<null, Args<Contract['releaseLegalHold']>>({
      query: request('legalHolds.releaseLegalHold'),
      // An error can mean that someone else released it, so the list is loaded.
      invalidatesTags: ['LegalHolds'],
    }),
  }),
})
