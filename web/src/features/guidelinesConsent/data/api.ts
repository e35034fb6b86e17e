import type { currentUser } from '@parlance/contract/currentUser'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf } from '../../../api/request.ts'

type Calls = typeof currentUser
export type ApplicableGuidelines = Answer<Calls['listGuidelines']>['items'][number]

/** Whose guidelines are meant: those of an agent for the current user, or of a public page in a visitor’s session. */
export type GuidelinesOf = { gptSystemId: string } | { sessionIdentifier: string }

const isVisitor = (of: GuidelinesOf): boolean => 'sessionIdentifier' in of

export const guidelinesConsentApi = api.injectEndpoints({
  endpoints: (build) => ({
    listApplicableGuidelines: build.query<ApplicableGuidelines[], GuidelinesOf>({
      // The session is only part of the key. Its secret tells the server which one it is.
      query: (of) =>
        isVisitor(of) ? callOf('publicChat.listGuidelines', {}) : callOf('currentUser.listGuidelines', of),
      transformResponse: ({ items }: Answer<Calls['listGuidelines']>) => items,
      providesTags: ['GuidelinesConsents'],
    }),
    /** The documents whose current version the user has accepted. */
    listOwnConsents: build.query<string[], void>({
      query: () => callOf('currentUser.listConsents', {}),
      transformResponse: (answer: Answer<Calls['listConsents']>) => answer.guidelinesDocumentConsent,
      providesTags: ['GuidelinesConsents'],
    }),
    acceptGuidelines: build.mutation<
      Answer<Calls['acceptGuidelines']>,
      { of: GuidelinesOf; accepted: Args<Calls['acceptGuidelines']> }
    >({
      query: ({ of, accepted }) =>
        callOf(isVisitor(of) ? 'publicChat.acceptGuidelines' : 'currentUser.acceptGuidelines', accepted),
      // A rejected version has been replaced, so the current one is loaded.
      invalidatesTags: (_, __, { of }) => [
        'GuidelinesConsents',
        ...('gptSystemId' in of ? [{ type: 'Agents' as const, id: of.gptSystemId }] : []),
      ],
    }),
  }),
})
