/** In a hidden page no frame is painted, and the state still has to follow. */
const HIDDEN_MS = 200
const FRAME_MS = 1000 / 60
/** What a frame of sixty a second leaves for one change of the page, the painting included. */
const CHEAP_MS = 10
/** Of a dearer change's time so many times as much is left for everything else: scrolling, typing, other frames. */
const REST = 2
const LONGEST_REST_MS = 250

/** What tells the time and when the page is painted; another one in tests. */
export interface Painting {
  now: () => number
  /** Calls back after the next frame was painted, in a task of its own; answers how to stop that. */
  afterFrame: (callback: () => void) => () => void
}

/**
 * Makes the changes of a page that many things want to change at once: once a frame, in a task of its own between two
 * frames, so that neither the change nor the painting is long. Where a change takes long, on a slow machine or in a
 * long answer, fewer are made and each is larger: what is shown is late by a few frames, but the page stays smooth.
 */
export class Pacer {
  private jobs = new Set<() => void>()
  private cancel: (() => void) | null = null
  /** No sooner is the next change. */
  private restUntil = 0
  private readonly painting: Painting

  constructor(painting: Painting = screen) {
    this.painting = painting
  }

  /** Does this with the next change, once however often it is asked for. */
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
    // Until this change is painted the next one waits, and its cost is known then.
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

/** The page has one pace: text, formulas and colours that come together are painted together. */
export const pacer = new Pacer()
