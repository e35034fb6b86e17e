import type { Clock } from '../clock.ts'
import type { Sink } from '../streaming/sinks.ts'
import { framesAfter, unnumberedFrame } from './entry.ts'
import type { Run, Watcher } from './run.ts'

/**
 * The first frame is sent immediately, then at most one every 16 ms. Single tokens aren't delayed, and bursts
 * become few frames.
 */
const THROTTLE_MS = 16

/**
 * Reads a run's log with a cursor. A slow reader uses only its socket's buffer; unread entries stay in the log.
 */
export class LocalFollower implements Watcher {
  cursor: number
  readonly #run: Run
  readonly #sink: Sink
  readonly #clock: Clock
  readonly #onEnd: (ending: 'whole' | 'elsewhere') => void
  #timer: NodeJS.Timeout | NodeJS.Immediate | null = null
  #blocked = false
  /** The reader was told that the end can't be stored. */
  #toldUnstored = false
  #sentAt = Number.NEGATIVE_INFINITY

  constructor(
    run: Run,
    cursor: number,
    sink: Sink,
    clock: Clock,
    onEnd: (ending: 'whole' | 'elsewhere') => void,
  ) {
    this.#run = run
    this.cursor = cursor
    this.#sink = sink
    this.#clock = clock
    this.#onEnd = onEnd
  }

  nudge(): void {
    if (this.#timer || this.#blocked) return
    const wait = this.#sentAt + THROTTLE_MS - this.#clock.monotonicMs()
    this.#timer = wait <= 1 || this.#run.done ? setImmediate(this.#pump) : setTimeout(this.#pump, wait)
  }

  close(): void {
    this.#blocked = true
    if (!this.#timer) return
    // Each clear function accepts both kinds of handle and ignores the other kind.
    clearTimeout(this.#timer as NodeJS.Timeout)
    clearImmediate(this.#timer as NodeJS.Immediate)
    this.#timer = null
  }

  readonly #pump = (): void => {
    this.#timer = null
    const { response } = this.#sink
    if (this.#blocked || response.destroyed) return
    if (this.#toldUnstored && !this.#run.unstored) this.#tellSteps()
    if (this.cursor < this.#run.log.length) {
      const { frames, cursor } = framesAfter(this.#run.log, this.cursor)
      this.#sink.lastWriteAt = this.#clock.monotonicMs()
      // Other events don't start the throttle, so the IDs that precede the first text never delay it.
      if (typeof this.#run.log[cursor - 1] === 'string') this.#sentAt = this.#sink.lastWriteAt
      this.cursor = cursor
      if (!response.write(frames)) {
        this.#waitForDrain()
        return
      }
    }
    if (this.cursor < this.#run.log.length) this.nudge()
    else if (this.#run.unstored && !this.#toldUnstored) this.#tellSteps()
    else if (this.#run.done) this.#onEnd(this.#run.lost ? 'elsewhere' : 'whole')
  }

  #tellSteps(): void {
    this.#toldUnstored = this.#run.unstored
    this.#sink.lastWriteAt = this.#clock.monotonicMs()
    this.#sink.response.write(unnumberedFrame('step-update', this.#run.shownSteps()))
  }

  #waitForDrain(): void {
    this.#blocked = true
    this.#sink.response.once('drain', () => {
      this.#blocked = false
      this.nudge()
    })
  }
}
