import type { conversationReads, readsOfOneself } from '@parlance/contract/conversationReads'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, request } from '../../../api/request.ts'

type Reads = Answer<typeof conversationReads.list>
export type ConversationRead = Reads['items'][number]
export type ReadConversation = Answer<typeof conversationReads.openConversation>
type ReadPage = Answer<typeof conversationReads.listConversations>
type VisitorPage = Answer<typeof conversationReads.listVisitors>
export type Visitor = VisitorPage['items'][number]
export type ListedConversation = ReadPage['items'][number]

export interface ReadSearch {
  conversationReadId: string
  search: string
}

/** What someone else wrote isn't cached beyond the page that shows it. */
const notKept = { keepUnusedDataFor: 0 }

export const conversationReadsApi = api
  .enhanceEndpoints({ addTagTypes: ['ConversationReads'] })
  .injectEndpoints({
    endpoints: (build) => ({
      listReads: build.query<Reads, void>({
        query: request('conversationReads.list'),
        providesTags: ['ConversationReads'],
        ...notKept,
      }),
      openRead: build.mutation<ConversationRead, Args<typeof conversationReads.open> & { key: string }>({
        query: ({ key, ...input }) => ({
          ...callOf('conversationReads.open', input),
          headers: { 'idempotency-key': key },
        }),
        invalidatesTags: (_, error) => (error ? [] : ['ConversationReads']),
      }),
      openReadOfVisitor: build.mutation<
        ConversationRead,
        Args<typeof conversationReads.openOfVisitor> & { key: string }
      >({
        query: ({ key, ...input }) => ({
          ...callOf('conversationReads.openOfVisitor', input),
          headers: { 'idempotency-key': key },
        }),
        invalidatesTags: (_, error) => (error ? [] : ['ConversationReads']),
      }),
      listVisitors: build.infiniteQuery<VisitorPage, { gptSystemId?: string }, string | undefined>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.sessionIdentifier : undefined),
        },
        query: ({ queryArg, pageParam }) =>
          callOf('conversationReads.listVisitors', { ...queryArg, after: pageParam }),
        ...notKept,
      }),
      approveRead: build.mutation<ConversationRead, Args<typeof conversationReads.approve>>({
        query: request('conversationReads.approve'),
        // An error can mean that someone else has decided.
        invalidatesTags: ['ConversationReads'],
      }),
      closeRead: build.mutation<ConversationRead, Args<typeof conversationReads.close>>({
        query: request('conversationReads.close'),
        invalidatesTags: ['ConversationReads'],
      }),
      listConversationsOfRead: build.infiniteQuery<ReadPage, ReadSearch, string | undefined>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.conversationId : undefined),
        },
        query: ({ queryArg: { conversationReadId, search }, pageParam }) =>
          callOf('conversationReads.listConversations', {
            conversationReadId,
            search: search || undefined,
            after: pageParam,
          }),
        ...notKept,
      }),
      /** Each call is recorded and shown to the person, so it is made once for each conversation that is opened. */
      getConversationOfRead: build.query<ReadConversation, Args<typeof conversationReads.openConversation>>({
        query: request('conversationReads.openConversation'),
        ...notKept,
      }),
      listReadsOfOneself: build.query<ConversationRead[], void>({
        query: request('currentUser.listConversationReads'),
        transformResponse: ({ items }: Answer<typeof readsOfOneself.listConversationReads>) => items,
        ...notKept,
      }),
    }),
  })
