import type { StreamedCitation } from '@parlance/contract/events'
import { phrasesFor } from '../../engines/builtin/phrases.ts'
import { openStream, textOf } from '../client.ts'
import type { Reached } from './library.ts'

export interface Answered {
  conversationId: string
  segmentId: string
  answer: string
  citations: StreamedCitation[]
  /** Whether BuiltIn said that its quote may not answer the question. */
  doubted: boolean
}

/** Asks an agent, in a new conversation or as a follow-up, and reads the complete answer. */
export async function askAgent(
  product: Reached,
  to: { gptSystemId: string } | { conversationId: string },
  question: string,
): Promise<Answered> {
  const base = '/api/internal/userConversations'
  const path =
    'gptSystemId' in to ? `${base}/byGptSystemId/${to.gptSystemId}` : `${base}/${to.conversationId}/segments`
  const stream = await openStream(product, path, { token: product.token, body: { question } })
  await stream.ended
  let [conversationId, segmentId] = ['', '']
  let citations: StreamedCitation[] | null = null
  for (const event of stream.events) {
    if (event.event === 'conversation-and-segment-id') {
      conversationId = event.data.conversationId
      segmentId = event.data.conversationSegmentId
    }
    if (event.event === 'response-model') citations = event.data.Citations
  }
  if (citations === null) throw new Error(`"${question}" wasn't answered: ${stream.status} ${stream.raw()}`)
  const answer = textOf(stream.events)
  const doubted = answer.startsWith(phrasesFor(question, false).closest)
  return { conversationId, segmentId, answer, citations, doubted }
}
