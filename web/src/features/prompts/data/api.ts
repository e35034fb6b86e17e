import type { agentsForConversation } from '@parlance/contract/agents'
import type { userPrompts } from '@parlance/contract/userPrompts'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, pages, request } from '../../../api/request.ts'

type Page = Answer<typeof agentsForConversation.listPrompts>
export type Prompt = Page['items'][number]

const pageSize = 200

export const promptsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOwnPrompts: build.infiniteQuery<Page, void, string | null>({
      infiniteQueryOptions: pages,
      query: ({ pageParam }) =>
        callOf('userPrompts.listPrompts', { pageSize, continuationToken: pageParam ?? undefined }),
      providesTags: ['OwnPrompts'],
    }),
    listPromptsOfAgent: build.infiniteQuery<
      Page,
      { gptSystemId: string } | { sessionIdentifier: string },
      string | null
    >({
      infiniteQueryOptions: pages,
      query: ({ queryArg, pageParam }) =>
        callOf('gptSystemId' in queryArg ? 'agentsForConversation.listPrompts' : 'publicChat.listPrompts', {
          ...queryArg,
          pageSize,
          continuationToken: pageParam ?? undefined,
        }),
      providesTags: (_, __, of) =>
        'gptSystemId' in of ? [{ type: 'AgentPrompts', id: of.gptSystemId }] : [],
    }),
    createOwnPrompt: build.mutation<Prompt, Args<typeof userPrompts.createPrompt> & { key: string }>({
      query: ({ key, ...input }) => ({
        ...callOf('userPrompts.createPrompt', input),
        headers: { 'idempotency-key': key },
      }),
      invalidatesTags: (_, error) => (error ? [] : ['OwnPrompts']),
    }),
    updateOwnPrompt: build.mutation<Prompt, Args<typeof userPrompts.updatePrompt> & { version: number }>({
      query: ({ version, ...input }) => ({
        ...callOf('userPrompts.updatePrompt', input),
        headers: ifMatch(version),
      }),
      invalidatesTags: (_, error) => (error ? [] : ['OwnPrompts']),
    }),
    removeOwnPrompt: build.mutation<null, Args<typeof userPrompts.removePrompt>>({
      query: request('userPrompts.removePrompt'),
      // An error can mean that the prompt is already deleted.
      invalidatesTags: ['OwnPrompts'],
    }),
  }),
})
