import type { agentsForConversation } from '@parlance/contract/agents'
import type { conversations } from '@parlance/contract/conversations'
import type { currentUser } from '@parlance/contract/currentUser'
import { api } from '../../api/api.ts'
import { type Answer, type Args, callOf, request } from '../../api/request.ts'

type ConversationPage = Answer<typeof conversations.list>
export type Conversation = ConversationPage['items'][number]
export type Segments = Answer<typeof conversations.listSegments>
export type Segment = Segments['items'][number]
export type Citation = Segment['citations'][number]
export type SegmentError = Segment['errors'][number]
export type CitedPassage = Answer<typeof conversations.getCitation>
export type ExecutionDetails = Answer<typeof conversations.getExecutionDetails>
export type TraceLine = Answer<typeof conversations.getTraceLogs>['items'][number]
export type GptSystemDetails = Answer<typeof agentsForConversation.getDetails>
export type GptSystemCard = Answer<typeof currentUser.listGptSystems>['items'][number]

/** As many rows as are painted at once (10,000 conversations were measured in such pages). */
const conversationsPerPage = 100
const gptSystemsAtOnce = 200

export const conversationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listConversations: build.infiniteQuery<ConversationPage, { search: string }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.continuationToken ?? undefined,
      },
      query: ({ queryArg, pageParam }) =>
        callOf('conversations.list', {
          pageSize: conversationsPerPage,
          search: queryArg.search || undefined,
          continuationToken: pageParam ?? undefined,
        }),
      providesTags: ['Conversations'],
    }),
    getConversation: build.query<Conversation, { conversationId: string }>({
      query: request('conversations.get'),
      providesTags: (_, __, { conversationId }) => [{ type: 'Conversation', id: conversationId }],
    }),
    listSegments: build.query<Segments, Args<typeof conversations.listSegments>>({
      query: request('conversations.listSegments'),
      providesTags: (_, __, { conversationId }) => [{ type: 'Segments', id: conversationId }],
    }),
    updateSelectedLeafSegmentId: build.mutation<
      Conversation,
      Args<typeof conversations.updateSelectedLeafSegmentId>
    >({
      query: request('conversations.updateSelectedLeafSegmentId'),
      invalidatesTags: (_, __, { conversationId }) => [
        { type: 'Segments', id: conversationId },
        { type: 'Conversation', id: conversationId },
      ],
    }),
    abortSegment: build.mutation<null, { conversationId: string; conversationSegmentId: string }>({
      query: request('conversations.abort'),
    }),
    getCitation: build.query<CitedPassage, Args<typeof conversations.getCitation>>({
      query: request('conversations.getCitation'),
      providesTags: ['Segments'],
    }),
    getExecutionDetails: build.query<ExecutionDetails, Args<typeof conversations.getExecutionDetails>>({
      query: request('conversations.getExecutionDetails'),
    }),
    getTraceLogs: build.query<{ items: TraceLine[] }, Args<typeof conversations.getTraceLogs>>({
      query: request('conversations.getTraceLogs'),
    }),
    listAvailableGptSystems: build.query<GptSystemCard[], void>({
      query: () => callOf('currentUser.listGptSystems', { pageSize: gptSystemsAtOnce }),
      transformResponse: (answer: Answer<typeof currentUser.listGptSystems>) => answer.items,
      providesTags: ['Agents'],
    }),
    getUsage: build.query<Answer<typeof currentUser.getUsage>, Args<typeof currentUser.getUsage>>({
      query: request('currentUser.getUsage'),
    }),
    getGptSystemDetails: build.query<GptSystemDetails, { gptSystemId: string }>({
      query: request('agentsForConversation.getDetails'),
      providesTags: (_, __, { gptSystemId }) => [{ type: 'Agents', id: gptSystemId }],
    }),
  }),
})
