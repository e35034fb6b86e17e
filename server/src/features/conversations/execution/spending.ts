import type { Usage } from '@parlance/contract/events'
import type { AnswerRequest, Message } from '../../../engines/engine.ts'
import type { PricedDeployment } from '../../../engines/registry.ts'
import { nothingSpent, type Share, shareAt } from '../../usage/index.ts'
import { estimateTokens, MESSAGE_TOKENS } from './tokens.ts'

/** One model call: our estimate of it, and its result. */
interface SpentCall {
  /** Whether it is a helper call, and not a call for the answer itself. */
  readonly isHelper: boolean
  /** Its maximum usage. */
  readonly most: Share
  /** What was sent, as estimated: the least that a call costs that broke off. */
  readonly sent: Share
  /** Null until the call ends. */
  ended: Share | null
}

type Request = Pick<AnswerRequest, 'messages' | 'tools'>
type End = (usage: Usage | null, written: string) => void

/**
 * Tracks the usage of one answer. Each model call reserves its maximum usage before it starts, so concurrent
 * answers count each other. Without limits, nothing is estimated.
 */
export class Spending {
  /** Answers the question. Helper calls can go to others. */
  readonly deployment: PricedDeployment
  readonly #raise: ((share: Share) => Promise<void>) | null
  readonly #calls: SpentCall[] = []
  #setAside: Share
  /** Calls begin one after another, because each reserves the sum of all. */
  #beginning: Promise<unknown> = Promise.resolve()

  /**
   * `setAside` is already reserved. `raise` reserves a whole share, and throws if the limit doesn't allow it.
   */
  constructor(
    deployment: PricedDeployment,
    raise: ((share: Share) => Promise<void>) | null,
    setAside: Share = nothingSpent,
  ) {
    this.deployment = deployment
    this.#raise = raise
    this.#setAside = setAside
  }

  get setAside(): Share {
    return this.#setAside
  }

  /**
   * Await this before calling the model. Call the returned function when the model call ends. Helper calls name
   * their deployment, whose price counts.
   */
  async begin(request: Request, writtenTokens: number, helper?: PricedDeployment): Promise<End> {
    const begun = this.#beginning.then(() => this.#reserve(request, writtenTokens, helper))
    this.#beginning = begun.catch(() => undefined)
    return begun
  }

  /**
   * The same for images, of which `most` is the maximum usage. Without a result, all of it counts: a provider that was
   * asked can charge for images that no one waits for.
   */
  async beginImages(most: Share): Promise<(spent: Share) => void> {
    const call: SpentCall = { isHelper: true, most, sent: most, ended: null }
    const begun = this.#beginning.then(() => this.#add(call))
    this.#beginning = begun.catch(() => undefined)
    await begun
    return (spent) => {
      call.ended = spent
    }
  }

  /** Resolves when no reservation is under way. One that is raised while it is settled would partly remain. */
  async idle(): Promise<void> {
    await this.#beginning
  }

  async #reserve(request: Request, writtenTokens: number, helper?: PricedDeployment): Promise<End> {
    if (!this.#raise) return () => undefined
    const { price } = helper ?? this.deployment
    const sentTokens = sentTokensOf(request)
    const call: SpentCall = {
      isHelper: helper !== undefined,
      most: shareAt(price, sentTokens, writtenTokens),
      sent: shareAt(price, sentTokens, 0),
      ended: null,
    }
    await this.#add(call)
    return (usage, text) => {
      call.ended = shareAt(
        price,
        usage?.inputTokens ?? sentTokens,
        usage?.outputTokens ?? estimateTokens(text),
      )
    }
  }

  /** Reserves what all calls together can use with this one. */
  async #add(call: SpentCall): Promise<void> {
    if (!this.#raise) return
    const needed = sumOf([...this.#calls, call].map((one) => one.ended ?? one.most))
    const before = this.#setAside
    const share = {
      sentTokens: Math.max(needed.sentTokens, before.sentTokens),
      writtenTokens: Math.max(needed.writtenTokens, before.writtenTokens),
      cost: Math.max(needed.cost, before.cost),
    }
    if (Object.keys(share).some((part) => share[part as keyof Share] > before[part as keyof Share])) {
      await this.#raise(share)
      this.#setAside = share
    }
    this.#calls.push(call)
  }

  /** Returns the usage of the calls that have ended. */
  ended(): Share {
    return sumOf(this.#calls.flatMap(({ ended }) => (ended ? [ended] : [])))
  }

  /** Returns the usage of the helper calls: of those that have ended, or the least that all of them cost. */
  ofHelpers(which: 'ended' | 'all'): Share {
    const unended = (call: SpentCall) => (which === 'all' ? [call.sent] : [])
    return sumOf(
      this.#calls
        .filter(({ isHelper }) => isHelper)
        .flatMap((call) => (call.ended ? [call.ended] : unended(call))),
    )
  }

  /** Returns the minimum tokens sent by the calls for the answer itself, or null if no limits apply. */
  sentTokens(): number | null {
    if (!this.#raise) return null
    return this.#calls
      .filter(({ isHelper }) => !isHelper)
      .reduce((sum, { sent, ended }) => sum + Math.max(sent.sentTokens, ended?.sentTokens ?? 0), 0)
  }
}

const sumOf = (shares: readonly Share[]): Share => ({
  sentTokens: shares.reduce((sum, one) => sum + one.sentTokens, 0),
  writtenTokens: shares.reduce((sum, one) => sum + one.writtenTokens, 0),
  cost: shares.reduce((sum, one) => sum + one.cost, 0),
})

/** Estimates the tokens of a request: all its messages and the tools it offers. */
function sentTokensOf({ messages, tools }: Request): number {
  const offered = tools.length > 0 ? estimateTokens(JSON.stringify(tools)) : 0
  return messages.reduce((sum, message) => sum + messageTokens(message), offered)
}

function messageTokens(message: Message): number {
  const said = estimateTokens(message.content) + MESSAGE_TOKENS
  if (message.role !== 'assistant' || !message.toolCalls) return said
  return said + estimateTokens(JSON.stringify([message.toolCalls, message.carried ?? null]))
}
