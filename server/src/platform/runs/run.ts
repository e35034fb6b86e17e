import type { StreamEvents } from '@parlance/contract/events'
import { storable, storableJson } from '../database/storable.ts'
import { type Entry, FRAME_UNITS } from './entry.ts'

/** A reader of a run's log that is notified when the log grows. */
export interface Watcher {
  nudge(): void
}

export type EventName = Exclude<keyof StreamEvents, 'response-updated' | 'no-more-data'>

/** Writes an answer: text as it arrives, and other events. */
export interface AnswerWriter {
  text(delta: string): void
  event<E extends EventName>(event: E, data: StreamEvents[E]): void
}

/** Writes a whole answer. */
export interface RunWriter extends AnswerWriter {
  /** Sets the step that readers see while the end of the answer can't be stored. It isn't part of the answer. */
  whileUnstored(title: string): void
}

/** An answer in progress: its log in memory, and how much of it is stored. */
export class Run implements RunWriter {
  readonly runId: string
  readonly subjectId: string
  readonly log: Entry[] = []
  readonly watchers = new Set<Watcher>()
  readonly stop = new AbortController()
  /** The number of stored entries. */
  flushed = 0
  /** When the oldest unstored entry was written, on the monotonic clock. */
  unflushedSince: number | null = null
  /** The last batch left some entries for the next one. */
  cutShort = false
  /** The database rejects its events, so only its end is stored. */
  refused = false
  /** True once the end is stored: nothing follows. */
  done = false
  /** Another process has ended this run: later entries aren't stored. */
  lost = false
  /** The end has been waiting to be stored for so long that readers are notified. */
  unstored = false
  #unstoredTitle = ''
  #held = ''
  readonly #onAppend: (run: Run) => void

  constructor(runId: string, subjectId: string, onAppend: (run: Run) => void) {
    this.runId = runId
    this.subjectId = subjectId
    this.#onAppend = onAppend
  }

  text(delta: string): void {
    let text = storable(this.#held + delta)
    this.#held = ''
    // Providers sometimes split a surrogate pair, and UTF-8 can't encode half of one.
    const last = text.charCodeAt(text.length - 1)
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#held = text.slice(-1)
      text = text.slice(0, -1)
    }
    if (text === '') return
    text = text.toWellFormed()
    for (let at = 0; at < text.length; ) {
      const end = pieceEnd(text, at)
      this.log.push(text.slice(at, end))
      at = end
    }
    this.#onAppend(this)
  }

  event<E extends EventName>(event: E, data: StreamEvents[E]): void {
    this.log.push({ event, data: storableJson(data) } as Entry)
    this.#onAppend(this)
  }

  whileUnstored(title: string): void {
    this.#unstoredTitle = title
  }

  setUnstored(unstored: boolean): void {
    this.unstored = unstored && this.#unstoredTitle !== ''
    this.nudge()
  }

  /** The steps to show now: those in the log, and that the end can't be stored. */
  shownSteps(): StreamEvents['step-update'] {
    const last = this.log.findLast((entry) => typeof entry !== 'string' && entry.event === 'step-update')
    const steps = typeof last === 'object' && last.event === 'step-update' ? last.data.steps : []
    if (!this.unstored) return { text: '', steps }
    const title = this.#unstoredTitle
    return { text: title, steps: [...steps, { id: 'unstored', title, state: 'Running' }] }
  }

  nudge(): void {
    for (const watcher of this.watchers) watcher.nudge()
  }
}

function pieceEnd(text: string, at: number): number {
  const end = Math.min(text.length, at + FRAME_UNITS)
  const last = text.charCodeAt(end - 1)
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}
