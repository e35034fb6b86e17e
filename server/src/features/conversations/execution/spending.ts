import type { Usage } from '@parlance/contract/events'
import type { AnswerRequest, Message } from '../../../engines/engine.ts'
import { nothingSpent, type Share } from '../../usage/index.ts'
import { estimateTokens, MESSAGE_TOKENS } from './tokens.ts'

/** One model call: our estimate of it, and its result. */
interface SpentCall {
  readonly sentTokens: number
  /** The maximum output tokens. */
  readonly writtenTokens: number
  /** Null until the call ends. */
  ended: Share | null
}

/**
 * Tracks the usage of one answer. Each model call reserves its maximum usage before it starts, so concurrent
 * answers count each other. Without limits, nothing is estimated.
 */
export class Spending {
  readonly #raise: ((share: Share) => Promise<void>) | null
  readonly #calls: SpentCall[] = []
  #setAside: Share
  /** Calls begin one after another, because each reserves the sum of all. */
  #beginning: Promise<unknown> = Promise.resolve()

  /**
   * `setAside` is already reserved. `raise` reserves a whole share, and throws if the limit doesn't allow it.
   */
  constructor(raise: ((share: Share) => Promise<void>) | null, setAside: Share = nothingSpent) {
    this.#raise = raise
    this.#setAside = setAside
  }

  get setAside(): Share {
    return this.#setAside
  }

  /** Await this before calling the model. Call the returned function when the model call ends. */
  async begin(
    request: Pick<AnswerRequest, 'messages' | 'tools'>,
    writtenTokens: number,
  ): Promise<(usage: Usage | null, written: string) => void> {
    const begun = this.#beginning.then(() => this.#reserve(request, writtenTokens))
    this.#beginning = begun.catch(() => undefined)
    return begun
  }

  async #reserve(
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

  /** Returns the usage of the calls that have ended. */
  ended(): Share {
    return sumOf(this.#calls.flatMap(({ ended }) => (ended ? [ended] : [])))
  }

  /** Returns the minimum tokens sent by all started calls, or null if no limits apply. */
  sentTokens(): number | null {
    if (!this.#raise) return null
    return this.#calls.reduce((sum, call) => sum + Math.max(call.sentTokens, call.ended?.sentTokens ?? 0), 0)
  }
}

const sumOf = (shares: readonly Share[]): Share => ({
  sentTokens: shares.reduce((sum, one) => sum + one.sentTokens, 0),
  writtenTokens: shares.reduce((sum, one) => sum + one.writtenTokens, 0),
})

/** Estimates the tokens of a request: all its messages and the tools it offers. */
function sentTokensOf({ messages, tools }: Pick<AnswerRequest, 'messages' | 'tools'>): number {
  const offered = tools.length > 0 ? estimateTokens(JSON.stringify(tools)) : 0
  return messages.reduce((sum, message) => sum + messageTokens(message), offered)
}

function messageTokens(message: Message): number {
  const said = estimateTokens(message.content) + MESSAGE_TOKENS
  if (message.role !== 'assistant' || !message.toolCalls) return said
  return said + estimateTokens(JSON.stringify([message.toolCalls, message.carried ?? null]))
}
