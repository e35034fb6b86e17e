import { limits } from '@parlance/contract/limits'
import { webhookBody } from '../../../platform/webhooks/tellWebhooks.ts'
import type { DueEscalation, Turn } from './store.ts'

interface Read {
  turns: Turn[]
  isShortened: boolean
}

/**
 * Returns the body of the request that sends a conversation, of at most `most` bytes. Earlier questions are left out
 * first, then the ends of the last texts.
 */
export function requestBodyOf(
  due: Omit<DueEscalation, 'leafSegmentId' | 'attempt'>,
  { turns, isShortened }: Read,
  link: string,
  most: number = limits.escalationRequestBytes,
): string {
  const { escalationId, gptSystemId, agentName, conversationId, title, replyTo, isTest } = due
  const written = (transcript: Turn[], shortened: boolean) => {
    const agent = { gptSystemId, agentName, page: due.page?.gptPublicEndpoint ?? '' }
    const conversation = { conversationId, title, replyTo, isTest, transcript, isShortened: shortened, link }
    // The same body with each attempt, so that receivers can tell repetitions.
    return webhookBody('conversation.escalated', { escalationId, ...agent, ...conversation }, due.createdAt)
  }
  const fits = (body: string) => Buffer.byteLength(body) <= most
  let body = written(turns, isShortened)
  let kept = turns
  while (!fits(body) && kept.length > 1) {
    kept = kept.slice(1)
    body = written(kept, true)
  }
  const [last] = kept
  for (let length = most; last && !fits(body) && length > 0; length = Math.floor(length / 2)) {
    const cut = { question: cutAt(last.question, length), answer: cutAt(last.answer, length) }
    body = written([{ ...last, ...cut }], true)
  }
  return body
}

/** Cuts a text, but no character in two. */
const cutAt = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
