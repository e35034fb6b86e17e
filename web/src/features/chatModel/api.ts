import type { agentsForConversation } from '@parlance/contract/agents'
import type { conversations } from '@parlance/contract/conversations'
import type { currentUser } from '@parlance/contract/currentUser'
import { type ApiDispatch, api } from '../../api/api.ts'
import { chatRequest, type InChat, type TestedState } from '../../api/chatCalls.ts'
import { type Answer, type Args, callOf, pages, request } from '../../api/request.ts'
import type { ApiFailure, SendInput } from '../../session/http.ts'
import { chatActions } from './chatSlice.ts'
import { hasRow, keptPage, placeRow, removeRow } from './listPages.ts'
import type { Segments } from './segments.ts'

type ConversationPage = Answer<typeof conversations.list>
export type Conversation = ConversationPage['items'][number]
export type DeletedConversation = Answer<typeof conversations.listDeleted>['items'][number]
export type MessageHits = Answer<typeof conversations.searchMessages>
export type MessageHit = MessageHits['items'][number]
export type CitedPassage = Answer<typeof conversations.getCitation>
export type ExecutionDetails = Answer<typeof conversations.getExecutionDetails>
export type TraceLine = Answer<typeof conversations.getTraceLogs>['items'][number]
export type GptSystemDetails = Answer<typeof agentsForConversation.getDetails>
export type GptSystemCard = Answer<typeof currentUser.listGptSystems>['items'][number]

/** Rows rendered at once. Measured with 10,000 conversations in pages of this size. */
const conversationsPerPage = 100
export const gptSystemsAtOnce = 200

interface One {
  conversationId: string
}

const ofOne = (_: unknown, __: unknown, { conversationId }: One) => [
  'Conversations' as const,
  { type: 'Conversation' as const, id: conversationId },
]

/** A failed change of the deleted conversations: some of them can be gone, by an earlier call of it or elsewhere. */
const ofDeleted = (_: unknown, error: unknown) => (error ? ['DeletedConversations' as const] : [])

type List = 'listConversations' | 'listArchivedConversations'

/** Loads a page of a list. If the list is being reloaded, only the first page is loaded, and the others are kept. */
function listPage(endpoint: List, operation: 'conversations.list' | 'conversations.listArchived') {
  let first: { search: string; page: ConversationPage } | null = null
  return async (
    { queryArg: { search }, pageParam }: { queryArg: { search: string }; pageParam: string | null },
    { getState }: { getState: () => unknown },
    _: unknown,
    load: (call: SendInput) => Loaded<unknown> | PromiseLike<Loaded<unknown>>,
  ): Promise<Loaded<ConversationPage>> => {
    const before = conversationsApi.endpoints[endpoint].select({ search })(getState() as Root).data
    const kept =
      pageParam !== null && first?.search === search && before
        ? keptPage(before, first.page, pageParam)
        : null
    if (kept) return { data: kept }
    const loaded = await load(
      callOf(operation, {
        pageSize: conversationsPerPage,
        search: search || undefined,
        continuationToken: pageParam ?? undefined,
      }),
    )
    if (loaded.error) return loaded
    const page = loaded.data as ConversationPage
    if (pageParam === null) first = { search, page }
    return { data: page }
  }
}

type Root = Parameters<typeof api.util.selectInvalidatedBy>[0]
type Loaded<T> = { data: T; error?: undefined } | { error: ApiFailure; data?: undefined }

/** Updates a conversation in the loaded lists, or removes it if it is null: a reload covers the first page only. */
export function showInLists(
  dispatch: ApiDispatch,
  getState: () => Root,
  conversationId: string,
  row: Conversation | null,
): void {
  const { selectCachedArgsForQuery, updateQueryData } = conversationsApi.util
  for (const endpoint of ['listConversations', 'listArchivedConversations'] as const)
    for (const arg of selectCachedArgsForQuery(getState(), endpoint))
      dispatch(
        updateQueryData(endpoint, arg, (list) => {
          const belongs = row?.archived === (endpoint === 'listArchivedConversations')
          if (row && belongs && (arg.search === '' || hasRow(list, conversationId))) placeRow(list, row)
          else removeRow(list, conversationId)
        }),
      )
}

interface Change {
  dispatch: ApiDispatch
  getState: () => Root
  queryFulfilled: Promise<{ data: Conversation | null }>
}

async function showChanged(
  { conversationId }: One,
  { dispatch, getState, queryFulfilled }: Change,
): Promise<void> {
  await queryFulfilled.then(
    ({ data }) => showInLists(dispatch, getState, conversationId, data),
    () => undefined,
  )
}

/** An archived or deleted conversation is no longer the current one. */
async function leaveCurrent(one: One, change: Change): Promise<void> {
  const { dispatch, queryFulfilled } = change
  await queryFulfilled.then(
    () => dispatch(chatActions.conversationGone(one.conversationId)),
    () => undefined,
  )
  await showChanged(one, change)
}

const emptyPage = { items: [], continuationToken: null }

/** Removes a conversation from the loaded list of deleted ones, or all of them for null. */
function dropDeleted(dispatch: ApiDispatch, conversationId: string | null): void {
  dispatch(
    conversationsApi.util.updateQueryData('listDeletedConversations', undefined, (list) => {
      if (conversationId === null) return { pages: [emptyPage], pageParams: [null] }
      for (const page of list.pages)
        page.items = page.items.filter((one) => one.conversationId !== conversationId)
      return list
    }),
  )
}

export const conversationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listConversations: build.infiniteQuery<ConversationPage, { search: string }, string | null>({
      infiniteQueryOptions: pages,
      queryFn: listPage('listConversations', 'conversations.list'),
      providesTags: ['Conversations'],
    }),
    listArchivedConversations: build.infiniteQuery<ConversationPage, { search: string }, string | null>({
      infiniteQueryOptions: pages,
      queryFn: listPage('listArchivedConversations', 'conversations.listArchived'),
      providesTags: ['Conversations'],
    }),
    /** Read again whenever it is opened, so that only its own calls invalidate it, when they fail. */
    listDeletedConversations: build.infiniteQuery<
      Answer<typeof conversations.listDeleted>,
      void,
      string | null
    >({
      infiniteQueryOptions: pages,
      keepUnusedDataFor: 0,
      query: ({ pageParam }) =>
        callOf('conversations.listDeleted', { continuationToken: pageParam ?? undefined }),
      providesTags: ['DeletedConversations'],
    }),
    removeDeletedConversation: build.mutation<null, One>({
      query: request('conversations.removeDeleted'),
      invalidatesTags: ofDeleted,
      onQueryStarted: async ({ conversationId }, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => dropDeleted(dispatch, conversationId),
          () => undefined,
        )
      },
    }),
    /** Ends when the last of them is gone, which takes several calls for thousands. */
    removeAllDeletedConversations: build.mutation<null, void>({
      invalidatesTags: ofDeleted,
      async queryFn(_, { dispatch }, __, load) {
        for (;;) {
          const { data, error } = await load(callOf('conversations.removeAllDeleted', {}))
          if (error) return { error: error as ApiFailure }
          if (!(data as Answer<typeof conversations.removeAllDeleted>).more) break
        }
        dropDeleted(dispatch, null)
        return { data: null }
      },
    }),
    searchMessages: build.infiniteQuery<MessageHits, { q: string; archived: boolean }, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg, pageParam }) =>
        callOf('conversations.searchMessages', { ...queryArg, continuationToken: pageParam ?? undefined }),
    }),
    archiveConversation: build.mutation<Conversation, One>({
      query: request('conversations.archive'),
      invalidatesTags: ofOne,
      onQueryStarted: leaveCurrent,
    }),
    unArchiveConversation: build.mutation<Conversation, One>({
      query: request('conversations.unArchive'),
      invalidatesTags: ofOne,
      onQueryStarted: showChanged,
    }),
    removeConversation: build.mutation<null, One>({
      query: request('conversations.remove'),
      invalidatesTags: ['Conversations'],
      onQueryStarted: leaveCurrent,
    }),
    restoreConversation: build.mutation<Conversation, One>({
      query: request('conversations.restore'),
      invalidatesTags: (_, error, one) => (error ? ofDeleted(_, error) : ofOne(_, error, one)),
      onQueryStarted: async (one, change) => {
        await change.queryFulfilled.then(
          () => dropDeleted(change.dispatch, one.conversationId),
          () => undefined,
        )
        await showChanged(one, change)
      },
    }),
    renameConversation: build.mutation<Conversation, Args<typeof conversations.updateTitle>>({
      query: request('conversations.updateTitle'),
      invalidatesTags: ofOne,
      onQueryStarted: showChanged,
    }),
    continueWithAgent: build.mutation<Conversation, Args<typeof conversations.updateGptSystem>>({
      query: request('conversations.updateGptSystem'),
      // A rejection can mean that the agent isn't there any more.
      invalidatesTags: (_, error, one) => (error ? ['Agents'] : ofOne(_, error, one)),
      onQueryStarted: showChanged,
    }),
    getConversation: build.query<Conversation, InChat<{ conversationId: string }>>({
      query: chatRequest('get'),
      providesTags: (_, __, { conversationId }) => [{ type: 'Conversation', id: conversationId }],
    }),
    listSegments: build.query<Segments, InChat<Args<typeof conversations.listSegments>>>({
      query: chatRequest('listSegments'),
      providesTags: (_, __, { conversationId }) => [{ type: 'Segments', id: conversationId }],
    }),
    updateSelectedLeafSegmentId: build.mutation<
      Conversation,
      InChat<Args<typeof conversations.updateSelectedLeafSegmentId>>
    >({
      query: chatRequest('updateSelectedLeafSegmentId'),
      invalidatesTags: (_, __, { conversationId }) => [
        { type: 'Segments', id: conversationId },
        { type: 'Conversation', id: conversationId },
      ],
    }),
    addFeedback: build.mutation<
      Answer<typeof conversations.addFeedback>,
      InChat<Args<typeof conversations.addFeedback>>
    >({
      query: chatRequest('addFeedback'),
    }),
    removeFeedback: build.mutation<null, InChat<Args<typeof conversations.removeFeedback>>>({
      query: chatRequest('removeFeedback'),
    }),
    abortSegment: build.mutation<null, InChat<{ conversationId: string; conversationSegmentId: string }>>({
      query: chatRequest('abort'),
    }),
    decideToolCall: build.mutation<null, InChat<Args<typeof conversations.decideToolCall>>>({
      query: chatRequest('decideToolCall'),
    }),
    getCitation: build.query<CitedPassage, InChat<Args<typeof conversations.getCitation>>>({
      query: chatRequest('getCitation'),
      providesTags: ['Segments'],
    }),
    getExecutionDetails: build.query<
      ExecutionDetails,
      InChat<Args<typeof conversations.getExecutionDetails>>
    >({
      query: chatRequest('getExecutionDetails'),
    }),
    getTraceLogs: build.query<{ items: TraceLine[] }, InChat<Args<typeof conversations.getTraceLogs>>>({
      query: chatRequest('getTraceLogs'),
    }),
    /** The user's newest test chat with a configuration. */
    getLatestTestChat: build.query<Conversation | null, TestedState>({
      query: (tested) => chatRequest('list')({ tested, pageSize: 1 }),
      transformResponse: (answer: ConversationPage) => answer.items[0] ?? null,
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
