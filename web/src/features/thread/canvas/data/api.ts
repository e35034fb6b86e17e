import type { conversations } from '@parlance/contract/conversations'
import { api } from '../../../../api/api.ts'
import { chatCallOf, chatRequest, type InChat } from '../../../../api/chatCalls.ts'
import { type Answer, type Args, ifMatch } from '../../../../api/request.ts'
import { outlivingPage } from './outlivingPage.ts'

type Calls = typeof conversations
export type CanvasDocument = Answer<Calls['getDocument']>
export type DocumentSummary = Answer<Calls['listDocuments']>['items'][number]
export type DocumentKind = CanvasDocument['kind']
export type DocumentVersion = CanvasDocument['versions'][number]

type One = InChat<{ conversationId: string; documentId: string }>

/** Answers write documents too, and answers that ended are read again by the tag of the segments. */
const tagsOf = (_: unknown, __: unknown, { conversationId }: { conversationId: string }) => [
  { type: 'Segments' as const, id: conversationId },
  { type: 'Documents' as const, id: conversationId },
]
const ofConversation = (_: unknown, error: unknown, { conversationId }: { conversationId: string }) =>
  error ? [] : [{ type: 'Documents' as const, id: conversationId }]

export const documentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDocuments: build.query<{ items: DocumentSummary[] }, InChat<{ conversationId: string }>>({
      query: chatRequest('listDocuments'),
      providesTags: tagsOf,
    }),
    getDocument: build.query<CanvasDocument, One>({
      query: chatRequest('getDocument'),
      providesTags: tagsOf,
    }),
    getDocumentVersion: build.query<Answer<Calls['getDocumentVersion']>, One & { n: number }>({
      query: chatRequest('getDocumentVersion'),
    }),
    createDocument: build.mutation<
      CanvasDocument,
      InChat<Args<Calls['createDocument']>> & { idempotencyKey: string }
    >({
      query: ({ idempotencyKey, ...args }) => ({
        ...chatCallOf('createDocument', args),
        headers: { 'idempotency-key': idempotencyKey },
      }),
      invalidatesTags: ofConversation,
    }),
    /** Who edits has the answer, so nothing is read again but the list. */
    updateDocument: build.mutation<
      CanvasDocument,
      InChat<Args<Calls['updateDocument']>> & { version: number }
    >({
      query: ({ version, ...args }) => ({
        ...chatCallOf('updateDocument', args),
        headers: ifMatch(version),
        perform: outlivingPage,
      }),
      onQueryStarted: async (args, { dispatch, queryFulfilled }) => {
        const { conversationId, documentId, tested } = args
        const within = tested ? { tested } : {}
        await queryFulfilled.then(
          ({ data }) => {
            dispatch(
              documentsApi.util.upsertQueryData(
                'getDocument',
                { conversationId, documentId, ...within },
                data,
              ),
            )
            dispatch(
              documentsApi.util.updateQueryData('listDocuments', { conversationId, ...within }, (list) => {
                const summary = list.items.find((one) => one.documentId === documentId)
                if (summary)
                  Object.assign(summary, { title: data.title, n: data.n, changedAt: data.changedAt })
              }),
            )
          },
          () => undefined,
        )
      },
    }),
    removeDocument: build.mutation<null, One>({
      query: chatRequest('removeDocument'),
      invalidatesTags: ofConversation,
    }),
  }),
})
