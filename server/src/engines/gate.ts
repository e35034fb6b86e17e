import { AppError } from '../platform/errors.ts'

/** Whoever wants to call: until when it waits, and how its reader is told that it does. */
export interface Caller {
  askedBy: string
  signal: AbortSignal
  onWait(seconds: number | null): void
}

interface Waiter {
  admit(): void
}

const LONGEST_PAUSE_MS = 60_000
/** How long one call tries alone whether a provider that was busy answers again. */
const PROBE_MS = 5_000
const WAITING_PER_PLACE = 10

/**
 * The way to one deployment. It lets so many calls in at once; the others queue, and where several people wait each
 * has a turn. While the provider asks to be left alone nobody calls; then one call tries, and the rest follow when
 * it is answered.
 */
export class Gate {
  readonly #places: number
  #active = 0
  #waiting = 0
  /** Those who wait, by who asks; the first of the map is next. */
  readonly #queue = new Map<string, Waiter[]>()
  #closedUntil = 0
  #refusals = 0
  #probeUntil = 0
  readonly #watchers = new Set<() => void>()

  constructor(places: number) {
    this.#places = places
  }

  /** Waits for a place until `deadline` at most; the place is held until the answer is called. */
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
    if (this.#waiting >= this.#places * WAITING_PER_PLACE) throw new AppError('engine.busy')
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
    // Who has had a turn goes behind the others.
    this.#queue.delete(askedBy)
    if (mine.length > 0) this.#queue.set(askedBy, mine)
    waiter.admit()
  }

  /** Waits while the provider is to be left alone; fails where that lasts beyond `deadline`. */
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

  /** Until the time is over, the gate's state changes or the caller is stopped. */
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

  /** The provider has refused because it is busy, and wants to be left alone for so long. */
  refused(pauseMs: number): void {
    this.#refusals += 1
    // A provider that keeps refusing after the pauses that it asked for is asked less and less often.
    const ms = pauseMs * 2 ** Math.min(6, Math.max(0, this.#refusals - 2))
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + Math.min(LONGEST_PAUSE_MS, ms))
    this.#probeUntil = 0
    this.#wake()
  }

  /** The provider answers; `pauseMs` where it says that it would refuse the next call. */
  answered(pauseMs: number): void {
    const wasClosed = this.#refusals > 0
    this.#refusals = 0
    this.#probeUntil = 0
    if (pauseMs > 0) {
      this.#closedUntil = performance.now() + Math.min(LONGEST_PAUSE_MS, pauseMs)
    } else if (wasClosed) this.#closedUntil = 0
    if (wasClosed) this.#wake()
  }

  /** A call has ended without telling whether the provider is busy still: the next one may try. */
  released(): void {
    if (this.#refusals === 0) return
    this.#probeUntil = 0
    this.#wake()
  }

  #wake(): void {
    for (const wake of [...this.#watchers]) wake()
  }
}
