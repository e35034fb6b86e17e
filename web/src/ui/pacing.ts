/** A hidden page paints no frames, but its state still has to follow. */
const HIDDEN_MS = 200
const FRAME_MS = 1000 / 60
/** The time that one page update can take within a 60 Hz frame, including painting. */
const CHEAP_MS = 10
/** After a more expensive update, this multiple of its time is left for scrolling, typing and other frames. */
const REST = 2
const LONGEST_REST_MS = 250

/** The clock and the paint callback. Tests replace it. */
export interface Painting {
  now: () => number
  /** Calls back after the next frame is painted, in a separate task. Returns a function that cancels this. */
  afterFrame: (callback: () => void) => () => void
}

/**
 * Batches page updates from many sources: once per frame, in a separate task between two frames, so neither the
 * update nor the painting takes long. If updates take long, on a slow machine or in a long answer, there are
 * fewer and larger ones. Content then appears a few frames late, but the page stays smooth.
 */
export class Pacer {
  private jobs = new Set<() => void>()
  private cancel: (() => void) | null = null
  /** The next update doesn't start before this time. */
  private restUntil = 0
  private readonly painting: Painting

  constructor(painting: Painting = screen) {
    this.painting = painting
  }

  /** Runs a job with the next update, once even if it is requested repeatedly. */
  request(job: () => void): void {
    this.jobs.add(job)
    this.cancel ??= this.painting.afterFrame(() => this.take())
  }

  withdraw(job: () => void): void {
    this.jobs.delete(job)
  }

  private take(): void {
    const begun = this.painting.now()
    this.cancel = null
    if (this.jobs.size === 0) return
    if (begun < this.restUntil) {
      this.cancel = this.painting.afterFrame(() => this.take())
      return
    }
    const jobs = [...this.jobs]
    this.jobs.clear()
    // The next update waits until this one is painted and its cost is known.
    this.cancel = this.painting.afterFrame(() => {
      const cost = this.painting.now() - begun
      const rest = cost > CHEAP_MS + FRAME_MS ? Math.min(cost * REST, LONGEST_REST_MS) : 0
      this.restUntil = begun + cost + rest
      this.take()
    })
    for (const job of jobs) job()
  }
}

const screen: Painting = {
  now: () => performance.now(),
  afterFrame(callback) {
    if (typeof requestAnimationFrame === 'undefined' || document.hidden) {
      const timer = setTimeout(callback, HIDDEN_MS)
      return () => clearTimeout(timer)
    }
    let stopped = false
    const frame = requestAnimationFrame(() => inTaskOfItsOwn(() => stopped || callback()))
    return () => {
      stopped = true
      cancelAnimationFrame(frame)
    }
  },
}

const channel = typeof MessageChannel === 'undefined' ? null : new MessageChannel()
const tasks: (() => void)[] = []
function inTaskOfItsOwn(task: () => void): void {
  if (!channel) {
    setTimeout(task)
    return
  }
  tasks.push(task)
  channel.port1.onmessage = () => tasks.shift()?.()
  channel.port2.postMessage(null)
}

/**
 * One pacer for the whole page, so text, formulas and highlighting that arrive together are painted together.
 */
export const pacer = new Pacer()
