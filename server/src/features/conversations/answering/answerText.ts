import type { EngineWriter, ToolInputPiece } from '../../../engines/engine.ts'
import type { AnswerWriter } from '../../../platform/runs/run.ts'

/** The minimum interval between thought updates: readers can't follow a faster rate. */
const THINKING_MS = 250

/** Callbacks for events other than the text itself, once per model turn. */
interface Told {
  /** Whether readers see what the model thinks. */
  showsThoughts: boolean
  firstThought(): void
  thoughtEnds(): void
  firstText(): void
}

/**
 * Passes an answer on and collects its text for the citations. Sends thoughts at most four times a second. Held
 * text is discarded.
 */
export class AnswerText implements AnswerWriter, EngineWriter {
  readonly #writer: AnswerWriter
  readonly #tell: Told
  readonly #texts: string[] = []
  #isHeld = false
  #begins = true
  /**
   * True during the first thought of a turn. Models that also think between words don't trigger the callback
   * every time.
   */
  #thinks = false
  #hasThought = false
  #thoughts = ''
  #thoughtAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null
  /** Whether the answer has an image, which isn’t part of its text. */
  hasImage = false
  /** Whether the answer wrote a document, which isn’t part of its text either. */
  hasDocument = false

  constructor(writer: AnswerWriter, tell: Told) {
    this.#writer = writer
    this.#tell = tell
  }

  /** Called with what the model writes for its tools. */
  hears: ((piece: ToolInputPiece) => void) | null = null

  toolInput(piece: ToolInputPiece): void {
    this.hears?.(piece)
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

  /** Adds an image of ours to the answer. */
  image(alt: string, path: string): void {
    this.hasImage = true
    this.flush()
    this.event('generated-image-link', { Title: alt, Uri: path })
    this.paragraph()
  }

  /** While true, the model's text is not shown: a restricted agent can't answer without sources. */
  hold(held: boolean): void {
    this.#isHeld = held
  }

  /** Starts another turn: the next text begins a new paragraph. */
  paragraph(): void {
    this.#begins = true
    this.#hasThought = false
  }

  /** Ends the current thought: at the first word after it, or at the end of the turn. */
  endThought(): void {
    if (!this.#thinks) return
    this.#thinks = false
    this.flush()
    this.#tell.thoughtEnds()
  }

  /** Sends pending thoughts. Half of a surrogate pair waits for its other half. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const half = /[\ud800-\udbff]$/.exec(this.#thoughts)?.[0] ?? ''
    const text = half === '' ? this.#thoughts : this.#thoughts.slice(0, -1)
    this.#thoughts = half
    if (text === '') return
    this.#thoughtAt = performance.now()
    if (this.#tell.showsThoughts) this.#writer.event('thinking-updated', { text })
  }

  whole(): string {
    return this.#texts.join('')
  }
}
