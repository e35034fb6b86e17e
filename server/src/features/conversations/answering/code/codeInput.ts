/** Before the code in a call's input, which is JSON. */
const BEFORE_CODE = /^\s*\{\s*"code"\s*:\s*"/
/** What a model can write before that without calling for another tool. */
const MOST_BEFORE = 100
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** Reads code from the input of a call while it arrives, and passes on whole lines. */
export class CodeInput {
  readonly #onLines: (lines: string) => void
  #raw = ''
  #state: 'Before' | 'Inside' | 'After' = 'Before'
  #line = ''

  constructor(onLines: (lines: string) => void) {
    this.#onLines = onLines
  }

  add(piece: string): void {
    if (this.#state === 'After') return
    this.#raw += piece
    if (this.#state === 'Before') {
      const [before] = BEFORE_CODE.exec(this.#raw) ?? []
      if (before === undefined) {
        if (this.#raw.length > MOST_BEFORE) this.#state = 'After'
        return
      }
      this.#raw = this.#raw.slice(before.length)
      this.#state = 'Inside'
    }
    this.#line += this.#decoded()
    const end = this.#line.lastIndexOf('\n') + 1
    if (end === 0) return
    this.#onLines(this.#line.slice(0, end))
    this.#line = this.#line.slice(end)
  }

  /** Returns the text of what has arrived. Half of an escape waits for its other half. */
  #decoded(): string {
    let text = ''
    let at = 0
    for (; at < this.#raw.length; at += 1) {
      const one = this.#raw[at] as string
      if (one === '"') {
        this.#state = 'After'
        break
      }
      if (one !== '\\') {
        text += one
        continue
      }
      const kind = this.#raw[at + 1]
      if (kind === undefined || (kind === 'u' && at + 6 > this.#raw.length)) break
      if (kind === 'u') text += String.fromCharCode(Number.parseInt(this.#raw.slice(at + 2, at + 6), 16))
      else text += escapes[kind] ?? kind
      at += kind === 'u' ? 5 : 1
    }
    this.#raw = this.#raw.slice(at)
    return text
  }
}
