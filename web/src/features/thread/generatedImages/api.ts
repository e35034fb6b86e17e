import type { conversations } from '@parlance/contract/conversations'
import { api } from '../../../api/api.ts'
import { chatCallOf, chatRequest, type InChat } from '../../../api/chatCalls.ts'
import { type Answer, type Args, pages } from '../../../api/request.ts'

type Gallery = Answer<typeof conversations.listGeneratedImages>
export type GeneratedImage = Gallery['items'][number]
export type ImageSize = GeneratedImage['size']

export const generatedImagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listGeneratedImages: build.infiniteQuery<Gallery, InChat<{ conversationId: string }>, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg, pageParam }) =>
        chatRequest('listGeneratedImages')({ ...queryArg, continuationToken: pageParam ?? undefined }),
      providesTags: (_, __, { conversationId }) => [{ type: 'Segments', id: conversationId }],
    }),
    editGeneratedImage: build.mutation<
      GeneratedImage,
      InChat<Args<typeof conversations.editGeneratedImage>> & { idempotencyKey: string }
    >({
      query: ({ idempotencyKey, ...args }) => ({
        ...chatCallOf('editGeneratedImage', args),
        headers: { 'idempotency-key': idempotencyKey },
      }),
      invalidatesTags: (_, error, { conversationId }) =>
        error ? [] : [{ type: 'Segments', id: conversationId }],
    }),
  }),
})
