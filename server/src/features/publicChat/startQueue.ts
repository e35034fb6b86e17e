import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'

/** While sessions queue, one starts at a time, and a hundred a second, so that others keep the processor. */
const PACE_MS = 10
const MOST_WAITING = 100
const LONGEST_WAIT_MS = 2000
const RETRY_SECONDS = 1
/** The networks whose last sessions are remembered. Half of what they asked for is forgotten after this time. */
const NETWORKS = 20_000
const HALF_LIFE_MS = 30_000

interface Waiter {
  /** How many sessions its network has lately asked for, the earlier ones counting less. */
  asked: number
  settle(outcome: 'turn' | 'refused'): void
}

/**
 * The order in which visitors' sessions start. Networks that lately asked for fewer come first, and in a crowd only
 * those that asked for the most are refused: someone who opens a page gets in while others flood it.
 */
export class StartQueue {
  readonly #clock: Clock
  /** How many sessions networks asked for, as of a time. */
  readonly #asked = new LRUCache<string, { count: number; at: number }>({ max: NETWORKS })
  readonly #waiting: Waiter[] = []
  #busy = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Starts a session in turn. Throws `request.rate` for those who have to come later. */
  async run<T>(network: string, start: () => Promise<T>): Promise<T> {
    const asked = this.#count(network)
    if (this.#busy) await this.#turn(asked)
    this.#busy = true
    const begun = this.#clock.monotonicMs()
    try {
      return await start()
    } finally {
      const rest = this.#waiting.length > 0 ? begun + PACE_MS - this.#clock.monotonicMs() : 0
      if (rest > 0) setTimeout(() => this.#leave(), rest)
      else this.#leave()
    }
  }

  #count(network: string): number {
    const at = this.#clock.monotonicMs()
    const before = this.#asked.get(network) ?? { count: 0, at }
    const count = before.count * 0.5 ** ((at - before.at) / HALF_LIFE_MS) + 1
    this.#asked.set(network, { count, at })
    return count
  }

  #turn(asked: number): Promise<void> {
    const refusal = () => new AppError('request.rate', { retryAfter: RETRY_SECONDS })
    if (this.#waiting.length >= MOST_WAITING) {
      const worst = this.#waiting.reduce((a, b) => (b.asked >= a.asked ? b : a))
      if (asked >= worst.asked) throw refusal()
      worst.settle('refused')
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        asked,
        settle: (outcome) => {
          clearTimeout(timer)
          this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
          if (outcome === 'turn') resolve()
          else reject(refusal())
        },
      }
      const timer = setTimeout(() => waiter.settle('refused'), LONGEST_WAIT_MS)
      this.#waiting.push(waiter)
    })
  }

  #leave(): void {
    const [first, ...rest] = this.#waiting
    if (!first) {
      this.#busy = false
      return
    }
    rest.reduce((a, b) => (b.asked < a.asked ? b : a), first).settle('turn')
  }
}
