import { restore, unfinishedFrom } from '../../platform/redaction/redactor.ts'

/**
 * Puts originals back into a text that arrives in pieces. The end of a piece waits for the next one as long as it can be
 * the start of a placeholder, which is a few characters.
 */
export class StreamRestorer {
  readonly #originals: ReadonlyMap<string, string>
  readonly #write: (text: string) => void
  #held = ''

  constructor(originals: ReadonlyMap<string, string>, write: (text: string) => void) {
    this.#originals = originals
    this.#write = write
  }

  add(piece: string): void {
    const text = this.#held + piece
    const end = unfinishedFrom(text)
    this.#held = text.slice(end)
    this.#pass(text.slice(0, end))
  }

  /** Passes on what waits: nothing follows. */
  end(): void {
    const last = this.#held
    this.#held = ''
    this.#pass(last)
  }

  #pass(text: string): void {
    if (text !== '') this.#write(restore(text, this.#originals))
  }
}
