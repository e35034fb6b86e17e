import type { conversations } from '@parlance/contract/conversations'
import { api } from '../../../api/api.ts'
import { chatRequest, type InChat } from '../../../api/chatCalls.ts'
import type { Answer, Args } from '../../../api/request.ts'

export type CitedDocument = Answer<typeof conversations.getCitedDocument>
export type Piece = CitedDocument['pieces'][number]

/** A source of an answer. */
export interface CitedPlace extends InChat {
  conversationId: string
  conversationSegmentId: string
  citation: { citationId: string; title: string; path: string; page: number | null; quote: string }
}

export const documentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCitedDocument: build.query<CitedDocument, InChat<Args<typeof conversations.getCitedDocument>>>({
      query: chatRequest('getCitedDocument'),
      // Asked for at each opening: whether one may still read it is the server's to say.
      keepUnusedDataFor: 0,
    }),
  }),
})
