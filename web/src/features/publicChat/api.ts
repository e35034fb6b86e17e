import type { escalations } from '@parlance/contract/escalations'
import type { publicChat } from '@parlance/contract/publicChat'
import type { publicConversations } from '@parlance/contract/publicConversations'
import { api } from '../../api/api.ts'
import { type Answer, type Args, callOf, pages, request } from '../../api/request.ts'
import type { ApiFailure } from '../../session/http.ts'
import type { Conversation } from '../chatModel/api.ts'
import { chatActions } from '../chatModel/chatSlice.ts'
import type { Visit } from './session/visit.ts'

export type PublicPage = Answer<typeof publicChat.getEndpoint>
type ConversationPage = Answer<typeof publicConversations.list>

const conversationsPerPage = 100

export const publicChatApi = api.enhanceEndpoints({ addTagTypes: ['Escalations'] }).injectEndpoints({
  endpoints: (build) => ({
    getPublicPage: build.query<PublicPage, Args<typeof publicChat.getEndpoint>>({
      query: request('publicChat.getEndpoint'),
    }),
    getVisitDetails: build.query<Answer<typeof publicChat.getDetails>, Args<typeof publicChat.getDetails>>({
      query: request('publicChat.getDetails'),
      providesTags: ['GuidelinesConsents'],
    }),
    /** The session is part of the key, because the next one has other conversations. */
    listVisitorConversations: build.infiniteQuery<
      ConversationPage,
      { sessionIdentifier: string },
      string | null
    >({
      infiniteQueryOptions: pages,
      query: ({ pageParam }) =>
        callOf('publicConversations.list', {
          pageSize: conversationsPerPage,
          continuationToken: pageParam ?? undefined,
        }),
      providesTags: ['Conversations'],
    }),
    renameVisitorConversation: build.mutation<Conversation, Args<typeof publicConversations.updateTitle>>({
      query: request('publicConversations.updateTitle'),
      invalidatesTags: (_, __, { conversationId }) => [
        'Conversations',
        { type: 'Conversation', id: conversationId },
      ],
    }),
    removeVisitorConversation: build.mutation<null, Args<typeof publicConversations.remove>>({
      query: request('publicConversations.remove'),
      invalidatesTags: ['Conversations'],
      onQueryStarted: async ({ conversationId }, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => dispatch(chatActions.conversationGone(conversationId)),
          () => undefined,
        )
      },
    }),
    listEscalations: build.query<Answer<typeof escalations.list>, Args<typeof escalations.list>>({
      query: request('escalations.list'),
      providesTags: (_, __, { conversationId }) => [{ type: 'Escalations', id: conversationId }],
    }),
    sendEscalation: build.mutation<Answer<typeof escalations.send>, Args<typeof escalations.send>>({
      query: request('escalations.send'),
      invalidatesTags: (_, __, { conversationId }) => [{ type: 'Escalations', id: conversationId }],
    }),
    createClaimCode: build.mutation<
      Answer<typeof publicChat.createClaimCode>,
      Args<typeof publicChat.createClaimCode>
    >({ query: request('publicChat.createClaimCode') }),
    removeVisitorData: build.mutation<null, Visit>({
      queryFn: async (visit) => {
        try {
          await visit.removeData()
          return { data: null }
        } catch (error) {
          return { error: (error as { failure: ApiFailure }).failure }
        }
      },
    }),
  }),
})
