const word = /[\p{L}\p{N}\p{M}]+/gu
const firstWord = /[\p{L}\p{N}\p{M}]+/u
const inWord = /[\p{L}\p{N}\p{M}]/u

interface Known {
  original: string
  placeholder: string
  /** Where the first word begins in the original. */
  offset: number
}

/** Finds originals again by their first word, so that a long text is read once, however many there are. */
export class KnownWords {
  readonly #byWord = new Map<string, Known[]>()

  add(original: string, placeholder: string): void {
    const first = firstWord.exec(original)
    // One letter or digit alone says nothing, and is everywhere.
    if (!first || original.length < 2) return
    const known = this.#byWord.get(first[0]) ?? []
    known.push({ original, placeholder, offset: first.index })
    this.#byWord.set(
      first[0],
      known.toSorted((one, other) => other.original.length - one.original.length),
    )
  }

  replaceIn(text: string): string {
    let result = ''
    let at = 0
    for (const { 0: found, index } of text.matchAll(word)) {
      const known = this.#byWord.get(found)?.find(({ original, offset }) => {
        const from = index - offset
        return from >= at && text.startsWith(original, from) && isApart(text, from, from + original.length)
      })
      if (!known) continue
      const from = index - known.offset
      result += text.slice(at, from) + known.placeholder
      at = from + known.original.length
    }
    return at === 0 ? text : result + text.slice(at)
  }
}

/** Whether a part of a text is no part of longer words. */
const isApart = (text: string, from: number, to: number) =>
  !(inWord.test(text[from] ?? '') && inWord.test(text[from - 1] ?? '')) &&
  !(inWord.test(text[to - 1] ?? '') && inWord.test(text[to] ?? ''))
