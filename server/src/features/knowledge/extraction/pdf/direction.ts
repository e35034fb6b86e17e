/** A piece of text on a page. `x` is its left edge, whichever way it is read. */
export interface Run {
  text: string
  x: number
  width: number
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const leftToRight = /[\p{L}\p{N}]/u
const mirrored: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}
/** Letters in the shape that they have at their place in a word, and letters drawn as one. */
const shaped = /[\ufb00-\ufdff\ufe70-\ufefc]+/g

/** Is a line of these pieces read from right to left? On a page that is, every line with such letters; else most of it. */
export function readsRightToLeft(runs: readonly Run[], page: readonly Run[]): boolean {
  const own = lettersOf(runs)
  if (own.arabic === 0) return false
  const all = lettersOf(page)
  return all.arabic > all.others || own.arabic > own.others
}

function lettersOf(runs: readonly Run[]): { arabic: number; others: number } {
  let arabic = 0
  let others = 0
  for (const { text } of runs) {
    const letters = text.match(/\p{L}/gu)?.length ?? 0
    if (rightToLeft.test(text)) arabic += letters
    else others += letters
  }
  return { arabic, others }
}

/**
 * The pieces of a line in the order they are read. They were drawn in any order; what is read the other way in a
 * line, as numbers and names among Arabic words or an Arabic name among others, has its own order.
 */
export function inReadingOrder(runs: readonly Run[], lineIsRightToLeft: boolean): Run[] {
  if (lineIsRightToLeft) return fromRightToLeft(runs)
  const ordered: Run[] = []
  for (let at = 0; at < runs.length; ) {
    const end = endOf(runs, at, (text) => rightToLeft.test(text), leftToRight)
    ordered.push(...(end > at ? fromRightToLeft(runs.slice(at, end)) : [runs[at]!]))
    at = Math.max(end, at + 1)
  }
  return ordered
}

function fromRightToLeft(runs: readonly Run[]): Run[] {
  const drawn = runs
    // A space without width is left over from a letter that was drawn as two.
    .filter((run) => run.width > 0.5 || run.text.trim() !== '')
    .toSorted((a, b) => b.x + b.width - (a.x + a.width) || b.width - a.width)
  const ordered: Run[] = []
  for (let at = 0; at < drawn.length; ) {
    const end = endOf(drawn, at, (text) => leftToRight.test(text) && !rightToLeft.test(text), rightToLeft)
    if (end > at) ordered.push(...drawn.slice(at, end).reverse())
    else {
      const run = drawn[at]!
      ordered.push({ ...run, text: mirrored[run.text.trim()] ?? run.text })
    }
    at = Math.max(end, at + 1)
  }
  return ordered
}

/** Where the pieces that are read the other way end; spaces and signs between two of them belong to them. */
function endOf(runs: readonly Run[], from: number, isOther: (text: string) => boolean, stop: RegExp): number {
  let end = from
  for (let at = from; at < runs.length; at++) {
    const { text } = runs[at]!
    if (isOther(text)) end = at + 1
    else if (end === from || stop.test(text)) break
  }
  return end
}

/** Letters as they are written and not as they are shaped, so that they are found. */
export function unshaped(text: string): string {
  return text.replace(shaped, (letters) => letters.normalize('NFKC'))
}
