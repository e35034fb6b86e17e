import { AppError } from '../errors.ts'

/** Working through this many takes the better part of a minute. */
const MOST_WAITING = 60
/** The maximum per person: as many as can be dropped into a question at once. */
const MOST_OF_ONE = 20
const RETRY_SECONDS = 10

interface Waiter {
  begin(): void
}

/** Runs one task at a time, and gives each waiting person a turn. */
export class Turns {
  #busy = false
  #waiting = 0
  /** The waiting callers by person; the first entry of the map is next. */
  readonly #queue = new Map<string, Waiter[]>()

  /**
   * Waits for a turn, which lasts until the returned function is called. Throws image.busy if too many wait.
   */
  async enter(askedBy: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#busy) await this.#queueUp(askedBy, signal)
    this.#busy = true
    return () => this.#next()
  }

  #queueUp(askedBy: string, signal?: AbortSignal): Promise<void> {
    const mine = this.#queue.get(askedBy) ?? []
    if (this.#waiting >= MOST_WAITING || mine.length >= MOST_OF_ONE)
      throw new AppError('image.busy', { retryAfter: RETRY_SECONDS })
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#remove(askedBy, waiter)
        reject(signal?.reason)
      }
      const waiter: Waiter = {
        begin() {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#queue.set(askedBy, [...mine, waiter])
      this.#waiting += 1
    })
  }

  #remove(askedBy: string, waiter: Waiter): void {
    const left = (this.#queue.get(askedBy) ?? []).filter((one) => one !== waiter)
    this.#waiting -= 1
    if (left.length === 0) this.#queue.delete(askedBy)
    else this.#queue.set(askedBy, left)
  }

  #next(): void {
    const next = this.#queue.entries().next().value
    if (!next) {
      this.#busy = false
      return
    }
    const [askedBy, mine] = next
    const waiter = mine[0] as Waiter
    this.#remove(askedBy, waiter)
    // A person who has had a turn goes behind the others.
    const left = this.#queue.get(askedBy)
    if (left) {
      this.#queue.delete(askedBy)
      this.#queue.set(askedBy, left)
    }
    waiter.begin()
  }
}
