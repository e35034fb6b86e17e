import type { publicChat } from '@parlance/contract/publicChat'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, request } from '../../../api/request.ts'

export type ClaimProof = Args<typeof publicChat.claim>
export type ClaimPreview = Answer<typeof publicChat.previewClaim>

export const claimApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewClaim: build.query<ClaimPreview, ClaimProof>({
      query: request('publicChat.previewClaim'),
      // The proof is a secret, so it isn't kept longer than it is shown.
      keepUnusedDataFor: 0,
    }),
    claim: build.mutation<Answer<typeof publicChat.claim>, ClaimProof>({
      query: request('publicChat.claim'),
      invalidatesTags: ['Conversations'],
    }),
  }),
})
