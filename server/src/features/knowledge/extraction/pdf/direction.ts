/** A piece of text on a page. `x` is its left edge, whatever its reading direction. */
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
/** Returns whether a text has letters that are written from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

/** Contextual letter forms and ligatures. */
const shaped = /[\ufb00-\ufdff\ufe70-\ufefc]+/g

/**
 * Returns whether these pieces form a right-to-left line. On a right-to-left page, any such letter is enough.
 * Otherwise most letters must be.
 */
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
 * Returns the pieces of a line in reading order, whatever order they were drawn in. Runs in the opposite
 * direction keep their own order, such as numbers in Arabic text or an Arabic name in Latin text.
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
    // A space without width remains from a letter that was drawn as two.
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

/**
 * Returns where the pieces in the opposite direction end. Spaces and punctuation between two of them belong to
 * them.
 */
function endOf(runs: readonly Run[], from: number, isOther: (text: string) => boolean, stop: RegExp): number {
  let end = from
  for (let at = from; at < runs.length; at++) {
    const { text } = runs[at]!
    if (isOther(text)) end = at + 1
    else if (end === from || stop.test(text)) break
  }
  return end
}

/** Converts contextual letter forms to plain letters, so searches find them. */
export function unshaped(text: string): string {
  return text.replace(shaped, (letters) => letters.normalize('NFKC'))
}
