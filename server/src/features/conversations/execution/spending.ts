import type { Usage } from '@parlance/contract/events'
import type { AnswerRequest, Message } from '../../../engines/engine.ts'
import { nothingSpent, type Share } from '../../usage/index.ts'
import { estimateTokens, MESSAGE_TOKENS } from './tokens.ts'

/** One call of a model, by our own estimate, and what came of it. */
interface SpentCall {
  readonly sentTokens: number
  /** What it writes at most. */
  readonly writtenTokens: number
  /** Null until it has come to its end. */
  ended: Share | null
}

/**
 * What one answer spends. Each call of the model is set aside before it is made, at what it may come to at most, so
 * that of many answers at once each knows of the others. Where nothing limits the answer nothing is estimated.
 */
export class Spending {
  readonly #raise: ((share: Share) => Promise<void>) | null
  readonly #calls: SpentCall[] = []
  #setAside: Share

  /** `setAside` is set aside already; `raise` sets aside all of a share, and throws where there is no room for it. */
  constructor(raise: ((share: Share) => Promise<void>) | null, setAside: Share = nothingSpent) {
    this.#raise = raise
    this.#setAside = setAside
  }

  get setAside(): Share {
    return this.#setAside
  }

  /** To be waited for before the model is called. What it answers is told of the call's end. */
  async begin(
    request: Pick<AnswerRequest, 'messages' | 'tools'>,
    writtenTokens: number,
  ): Promise<(usage: Usage | null, written: string) => void> {
    if (!this.#raise) return () => undefined
    const call: SpentCall = { sentTokens: sentTokensOf(request), writtenTokens, ended: null }
    const { sentTokens: sent, writtenTokens: written } = sumOf(
      [...this.#calls, call].map((one) => one.ended ?? one),
    )
    const before = this.#setAside
    if (sent > before.sentTokens || written > before.writtenTokens) {
      const share = {
        sentTokens: Math.max(sent, before.sentTokens),
        writtenTokens: Math.max(written, before.writtenTokens),
      }
      await this.#raise(share)
      this.#setAside = share
    }
    this.#calls.push(call)
    return (usage, text) => {
      call.ended = {
        sentTokens: usage?.inputTokens ?? call.sentTokens,
        writtenTokens: usage?.outputTokens ?? estimateTokens(text),
      }
    }
  }

  /** What the calls that have come to their end have cost. */
  ended(): Share {
    return sumOf(this.#calls.flatMap(({ ended }) => (ended ? [ended] : [])))
  }

  /** What was sent at least, by all calls that were begun; null where nobody has to know. */
  sentTokens(): number | null {
    if (!this.#raise) return null
    return this.#calls.reduce((sum, call) => sum + Math.max(call.sentTokens, call.ended?.sentTokens ?? 0), 0)
  }
}

const sumOf = (shares: readonly Share[]): Share => ({
  sentTokens: shares.reduce((sum, one) => sum + one.sentTokens, 0),
  writtenTokens: shares.reduce((sum, one) => sum + one.writtenTokens, 0),
})

/** What a request comes to: all its messages, and the tools that it offers. */
function sentTokensOf({ messages, tools }: Pick<AnswerRequest, 'messages' | 'tools'>): number {
  const offered = tools.length > 0 ? estimateTokens(JSON.stringify(tools)) : 0
  return messages.reduce((sum, message) => sum + messageTokens(message), offered)
}

function messageTokens(message: Message): number {
  const said = estimateTokens(message.content) + MESSAGE_TOKENS
  if (message.role !== 'assistant' || !message.toolCalls) return said
  return said + estimateTokens(JSON.stringify([message.toolCalls, message.carried ?? null]))
}
