import type { customInstructions } from '@parlance/contract/customInstructions'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, request } from '../../../api/request.ts'

type Contract = typeof customInstructions
export type CustomInstructions = Answer<Contract['getCustomInstructions']>

export const customInstructionsApi = api
  .enhanceEndpoints({ addTagTypes: ['CustomInstructions'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getCustomInstructions: build.query<CustomInstructions, void>({
        query: request('customInstructions.getCustomInstructions'),
        providesTags: ['CustomInstructions'],
      }),
      updateCustomInstructions: build.mutation<
        CustomInstructions,
        Args<Contract['updateCustomInstructions']> & { version: number }
      >({
        query: ({ version, ...input }) => ({
          ...callOf('customInstructions.updateCustomInstructions', input),
          headers: ifMatch(version),
        }),
        // Also after an error, because another window can have changed them.
        invalidatesTags: ['CustomInstructions'],
      }),
    }),
  })
