const OPEN = '<think>'
const CLOSE = '</think>'

/**
 * Some local servers put the model's thinking into its text, between `<think>` and `</think>` at the very
 * start. Separates the two; text that only mentions the tags stays text.
 */
export class ThinkTags {
  readonly #text: (text: string) => void
  readonly #thinking: (text: string) => void
  #state: 'start' | 'thinking' | 'after' | 'text' = 'start'
  #held = ''

  constructor(text: (text: string) => void, thinking: (text: string) => void) {
    this.#text = text
    this.#thinking = thinking
  }

  take(delta: string): void {
    if (this.#state === 'text') {
      this.#text(delta)
      return
    }
    this.#held += delta
    if (this.#state === 'start') this.#begin()
    if (this.#state === 'thinking') this.#think()
    if (this.#state === 'after') this.#follow()
  }

  #begin(): void {
    const seen = this.#held.trimStart()
    if (seen.startsWith(OPEN)) {
      this.#state = 'thinking'
      this.#held = seen.slice(OPEN.length)
    } else if (!OPEN.startsWith(seen) || this.#held.length > 1000) this.#allText()
  }

  #think(): void {
    const at = this.#held.indexOf(CLOSE)
    if (at >= 0) {
      if (at > 0) this.#thinking(this.#held.slice(0, at))
      this.#held = this.#held.slice(at + CLOSE.length)
      this.#state = 'after'
      return
    }
    // The received text can end with the start of the closing tag.
    let kept = Math.min(CLOSE.length - 1, this.#held.length)
    while (kept > 0 && !CLOSE.startsWith(this.#held.slice(-kept))) kept -= 1
    const thought = this.#held.slice(0, this.#held.length - kept)
    this.#held = this.#held.slice(this.#held.length - kept)
    if (thought !== '') this.#thinking(thought)
  }

  /** Blank lines between the thinking and the answer belong to neither. */
  #follow(): void {
    this.#held = this.#held.trimStart()
    if (this.#held !== '') this.#allText()
  }

  #allText(): void {
    this.#state = 'text'
    const held = this.#held
    this.#held = ''
    if (held !== '') this.#text(held)
  }

  /** Nothing follows, so held text is passed on as it is. */
  end(): void {
    const held = this.#held
    this.#held = ''
    if (held === '') return
    if (this.#state === 'thinking') this.#thinking(held)
    else if (this.#state === 'start') this.#text(held)
  }
}
