import { AppError } from '../platform/errors.ts'

/** A caller: its user, its deadline, and how to tell its reader that it is waiting. */
export interface Caller {
  askedBy: string
  signal: AbortSignal
  onWait(seconds: number | null): void
}

interface Waiter {
  admit(): void
}

const LONGEST_PAUSE_MS = 60_000
/** How long a single call probes alone whether a busy provider responds again. */
const PROBE_MS = 5_000
const WAITING_PER_PLACE = 10
/** The share of the waiting calls that one public page can have. */
const PAGE_SHARE = 0.5

/** Whether callers are the visitors of a public page, who take one turn together. */
const isPage = (askedBy: string): boolean => askedBy.startsWith('page:')

/**
 * Controls the calls to one deployment. It admits a fixed number at once; the others queue, and waiting users
 * take turns. While the provider asks for a pause, no one calls. Then one call probes, and the rest follow once
 * it is answered.
 */
export class Gate {
  readonly #places: number
  #active = 0
  #waiting = 0
  /** The waiting callers by user; the first of the map is next. */
  readonly #queue = new Map<string, Waiter[]>()
  #closedUntil = 0
  #refusals = 0
  #probeUntil = 0
  readonly #watchers = new Set<() => void>()

  constructor(places: number) {
    this.#places = places
  }

  /** Waits for a place until `deadline` at most. Returns the function that frees the place. */
  async enter(caller: Caller, deadline: number): Promise<() => void> {
    if (this.#active < this.#places) this.#active += 1
    else await this.#queueUp(caller, deadline)
    let held = true
    return () => {
      if (held) this.#leave()
      held = false
    }
  }

  #queueUp(caller: Caller, deadline: number): Promise<void> {
    const most = this.#places * WAITING_PER_PLACE
    // The many visitors of one public page must leave room for others to wait.
    const ofPage = isPage(caller.askedBy) ? (this.#queue.get(caller.askedBy)?.length ?? 0) : 0
    if (this.#waiting >= most || ofPage >= most * PAGE_SHARE) throw new AppError('engine.busy')
    caller.onWait(null)
    return new Promise((resolve, reject) => {
      const giveUp = (reason: unknown) => {
        settle()
        this.#remove(caller.askedBy, waiter)
        reject(reason)
      }
      const stop = () => giveUp(caller.signal.reason)
      const timer = setTimeout(
        () => giveUp(new AppError('engine.busy')),
        Math.max(0, deadline - performance.now()),
      )
      const settle = () => {
        clearTimeout(timer)
        caller.signal.removeEventListener('abort', stop)
      }
      const waiter: Waiter = {
        admit() {
          settle()
          resolve()
        },
      }
      caller.signal.addEventListener('abort', stop)
      this.#waiting += 1
      const mine = this.#queue.get(caller.askedBy)
      if (mine) mine.push(waiter)
      else this.#queue.set(caller.askedBy, [waiter])
    })
  }

  #remove(askedBy: string, waiter: Waiter): void {
    const mine = this.#queue.get(askedBy) ?? []
    mine.splice(mine.indexOf(waiter), 1)
    this.#waiting -= 1
    if (mine.length === 0) this.#queue.delete(askedBy)
  }

  #leave(): void {
    const next = this.#queue.entries().next().value
    if (!next) {
      this.#active -= 1
      return
    }
    const [askedBy, mine] = next
    const waiter = mine[0] as Waiter
    this.#remove(askedBy, waiter)
    // A user who had a turn goes to the back of the queue.
    this.#queue.delete(askedBy)
    if (mine.length > 0) this.#queue.set(askedBy, mine)
    waiter.admit()
  }

  /** Waits out the provider's pause; fails if it lasts beyond `deadline`. */
  async pass(caller: Caller, deadline: number): Promise<void> {
    for (;;) {
      caller.signal.throwIfAborted()
      const now = performance.now()
      let ms = this.#closedUntil - now
      if (ms <= 0) {
        if (this.#refusals === 0) return
        if (now >= this.#probeUntil) {
          this.#probeUntil = now + PROBE_MS
          return
        }
        ms = this.#probeUntil - now
      }
      if (now + ms > deadline) throw new AppError('engine.busy', { retryAfter: Math.ceil(ms / 1000) })
      if (ms >= 1000) caller.onWait(Math.ceil(ms / 1000))
      await this.#change(ms, caller.signal)
    }
  }

  /** Waits until the time is over, the gate's state changes, or the caller is stopped. */
  #change(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#watchers.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.#watchers.add(wake)
      signal.addEventListener('abort', wake)
    })
  }

  /** Records that the busy provider refused and asks for a pause of this length. */
  refused(pauseMs: number): void {
    this.#refusals += 1
    // A provider that keeps refusing after the requested pauses is called less and less often.
    const ms = pauseMs * 2 ** Math.min(6, Math.max(0, this.#refusals - 2))
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + Math.min(LONGEST_PAUSE_MS, ms))
    this.#probeUntil = 0
    this.#wake()
  }

  /** Records that the provider responded; `pauseMs` is set if it would refuse the next call. */
  answered(pauseMs: number): void {
    const wasClosed = this.#refusals > 0
    this.#refusals = 0
    this.#probeUntil = 0
    if (pauseMs > 0) {
      this.#closedUntil = performance.now() + Math.min(LONGEST_PAUSE_MS, pauseMs)
    } else if (wasClosed) this.#closedUntil = 0
    if (wasClosed) this.#wake()
  }

  /** Records that a call ended without showing whether the provider is still busy: the next call can probe. */
  released(): void {
    if (this.#refusals === 0) return
    this.#probeUntil = 0
    this.#wake()
  }

  #wake(): void {
    for (const wake of [...this.#watchers]) wake()
  }
}
