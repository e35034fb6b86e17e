import { AppError } from '../platform/errors.ts'

/** A wait that ends on the reader's stop or at a limit, which each token extends. */
export class Patience {
  readonly signal: AbortSignal
  readonly #limit = new AbortController()
  #timer: NodeJS.Timeout
  #ms: number
  #hasToken = false

  /** `deadline`, on the monotonic clock, is for the first token. */
  constructor(stop: AbortSignal, deadline: number) {
    this.signal = AbortSignal.any([stop, this.#limit.signal])
    this.#ms = Math.max(0, deadline - performance.now())
    this.#timer = setTimeout(() => this.#limit.abort(), this.#ms)
  }

  /** Call when a token arrives: the next one can take `ms`. */
  extend(ms: number): void {
    if (this.#hasToken && ms === this.#ms) {
      this.#timer.refresh()
      return
    }
    this.#hasToken = true
    this.#ms = ms
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#limit.abort(), ms)
  }

  explain(error: unknown): unknown {
    if (!this.#limit.signal.aborted) return error
    return new AppError(this.#hasToken ? 'engine.silence' : 'engine.firstTokenTimeout', { cause: error })
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
