import type { conversations } from '@parlance/contract/conversations'
import { api } from '../../../api/api.ts'
import { chatRequest, type InChat } from '../../../api/chatCalls.ts'
import type { Answer, Args } from '../../../api/request.ts'

export type CitedDocument = Answer<typeof conversations.getCitedDocument>
export type Piece = CitedDocument['pieces'][number]
export type Block = Piece['blocks'][number]
export type DocumentMatch = Answer<typeof conversations.searchCitedFile>['matches'][number]

/** A source of an answer. */
export interface CitedPlace extends InChat {
  conversationId: string
  conversationSegmentId: string
  citation: {
    citationId: string
    title: string
    path: string
    page: number | null
    quote: string
    locator?: { range?: string | undefined } | undefined
  }
}

export const documentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCitedDocument: build.query<CitedDocument, InChat<Args<typeof conversations.getCitedDocument>>>({
      query: chatRequest('getCitedDocument'),
      // Requested on each opening, because the server decides whether the user can still read it.
      keepUnusedDataFor: 0,
    }),
    viewCitedFile: build.query<CitedDocument, InChat<Args<typeof conversations.viewCitedFile>>>({
      query: chatRequest('viewCitedFile'),
      keepUnusedDataFor: 0,
    }),
    searchCitedFile: build.query<
      Answer<typeof conversations.searchCitedFile>,
      InChat<Args<typeof conversations.searchCitedFile>>
    >({
      query: chatRequest('searchCitedFile'),
      keepUnusedDataFor: 0,
    }),
  }),
})
