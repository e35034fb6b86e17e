import type { Clock } from '../clock.ts'
import type { Sink } from '../streaming/sinks.ts'
import { framesAfter } from './entry.ts'
import type { Run, Watcher } from './run.ts'

/** One frame at once, then at most one every 16 ms: a token is not held up, a burst is sent as few frames. */
const THROTTLE_MS = 16

/**
 * A reader of a run's log: a cursor. A slow reader costs its socket's buffer and nothing else; what it has not
 * taken stays in the log.
 */
export class LocalFollower implements Watcher {
  cursor: number
  readonly #run: Run
  readonly #sink: Sink
  readonly #clock: Clock
  readonly #onEnd: (ending: 'whole' | 'elsewhere') => void
  #timer: NodeJS.Timeout | NodeJS.Immediate | null = null
  #blocked = false
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
    // Both clear functions take either kind of timer's handle and ignore the other's.
    clearTimeout(this.#timer as NodeJS.Timeout)
    clearImmediate(this.#timer as NodeJS.Immediate)
    this.#timer = null
  }

  readonly #pump = (): void => {
    this.#timer = null
    const { response } = this.#sink
    if (this.#blocked || response.destroyed) return
    if (this.cursor < this.#run.log.length) {
      const { frames, cursor } = framesAfter(this.#run.log, this.cursor)
      this.#sink.lastWriteAt = this.#clock.monotonicMs()
      // Other events do not start the throttle: the first text is never held up by the ids that come before it.
      if (typeof this.#run.log[cursor - 1] === 'string') this.#sentAt = this.#sink.lastWriteAt
      this.cursor = cursor
      if (!response.write(frames)) {
        this.#waitForDrain()
        return
      }
    }
    if (this.cursor < this.#run.log.length) this.nudge()
    else if (this.#run.done) this.#onEnd(this.#run.lost ? 'elsewhere' : 'whole')
  }

  #waitForDrain(): void {
    this.#blocked = true
    this.#sink.response.once('drain', () => {
      this.#blocked = false
      this.nudge()
    })
  }
}
