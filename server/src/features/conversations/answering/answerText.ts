import type { EngineWriter } from '../../../engines/engine.ts'
import type { AnswerWriter } from '../../../platform/runs/run.ts'

/** Thoughts are shown as they come, and not more often than anybody reads. */
const THINKING_MS = 250

/** What is told beside the text itself: of each turn of the model by itself. */
interface Told {
  firstThought(): void
  thoughtEnds(): void
  firstText(): void
}

/**
 * Passes an answer on and keeps its text, for the citations in it. Thoughts go out at most four times a second. Text
 * that is held back is thrown away unless somebody lets it go.
 */
export class AnswerText implements AnswerWriter, EngineWriter {
  readonly #writer: AnswerWriter
  readonly #tell: Told
  readonly #texts: string[] = []
  #isHeld = false
  #begins = true
  /** In the first thought of a turn: models that think between their words as well are not told of each time. */
  #thinks = false
  #hasThought = false
  #thoughts = ''
  #thoughtAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null

  constructor(writer: AnswerWriter, tell: Told) {
    this.#writer = writer
    this.#tell = tell
  }

  text(delta: string): void {
    if (delta === '') return
    if (this.#thinks) this.endThought()
    if (this.#isHeld) return
    if (this.#begins) {
      this.#first(delta)
      return
    }
    this.#texts.push(delta)
    this.#writer.text(delta)
  }

  #first(delta: string): void {
    const text = this.#texts.length > 0 ? delta.trimStart() : delta
    if (text === '') return
    this.#begins = false
    const separated = this.#texts.length > 0 ? `\n\n${text}` : text
    this.#texts.push(separated)
    this.#writer.text(separated)
    this.#tell.firstText()
  }

  thinking(delta: string): void {
    if (delta === '') return
    if (!this.#hasThought) this.#tell.firstThought()
    this.#thinks ||= !this.#hasThought
    this.#hasThought = true
    this.#thoughts += delta
    const wait = this.#thoughtAt + THINKING_MS - performance.now()
    if (wait <= 0) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), wait)
  }

  event: AnswerWriter['event'] = (event, data) => this.#writer.event(event, data)

  /** While true, what the model says is not shown: it may not speak without sources. */
  hold(held: boolean): void {
    this.#isHeld = held
  }

  /** Another turn: what is written next begins a paragraph of its own. */
  paragraph(): void {
    this.#begins = true
    this.#hasThought = false
  }

  /** The model has said what it thinks, for now: by its first word after it, or at the end of its turn. */
  endThought(): void {
    if (!this.#thinks) return
    this.#thinks = false
    this.flush()
    this.#tell.thoughtEnds()
  }

  /** Sends the thoughts that wait; half of a character waits for its other half. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const half = /[\ud800-\udbff]$/.exec(this.#thoughts)?.[0] ?? ''
    const text = half === '' ? this.#thoughts : this.#thoughts.slice(0, -1)
    this.#thoughts = half
    if (text === '') return
    this.#thoughtAt = performance.now()
    this.#writer.event('thinking-updated', { text })
  }

  whole(): string {
    return this.#texts.join('')
  }
}
