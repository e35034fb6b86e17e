import { diffArrays } from 'diff'

/** A part of a merged text that both sides changed. */
interface Conflict {
  mine: string
  theirs: string
}

export interface Merged {
  /** With what both wrote where they conflict: mine before theirs. */
  text: string
  conflicts: Conflict[]
}

/** A comparison that takes longer is given up, so that the page keeps responding. */
const COMPARE_MS = 500

interface Hunk {
  from: number
  to: number
  tokens: readonly string[]
}

/**
 * Merges two texts that come from the same one, by lines and within lines by words. What both changed in different places
 * is all in the result.
 */
export function merged(base: string, mine: string, theirs: string): Merged {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] }
  if (mine === base) return { text: theirs, conflicts: [] }
  return mergedBy([linesOf, wordsOf], base, mine, theirs, Date.now() + COMPARE_MS)
}

type Split = (text: string) => string[]
const linesOf: Split = (text) => (text === '' ? [] : text.split(/(?<=\n)/))
const wordsOf: Split = (text) => text.match(/\s+|[\p{L}\p{M}\p{N}_]+|./gsu) ?? []

function mergedBy(
  [split, ...finer]: readonly Split[],
  base: string,
  mine: string,
  theirs: string,
  deadline: number,
): Merged {
  const both = { text: mine + theirs, conflicts: [{ mine, theirs }] }
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] }
  if (mine === base) return { text: theirs, conflicts: [] }
  if (!split) return both
  const tokens = split(base)
  const ofMine = hunksOf(tokens, split(mine), deadline)
  const ofTheirs = hunksOf(tokens, split(theirs), deadline)
  if (!ofMine || !ofTheirs) return both
  let text = ''
  const conflicts: Conflict[] = []
  let at = 0
  for (const [first, second] of grouped(ofMine, ofTheirs)) {
    const from = Math.min(...[...first, ...second].map((hunk) => hunk.from))
    const to = Math.max(...[...first, ...second].map((hunk) => hunk.to))
    text += tokens.slice(at, from).join('')
    at = to
    const before = tokens.slice(from, to).join('')
    const part = mergedBy(
      finer,
      before,
      applied(tokens, first, from, to),
      applied(tokens, second, from, to),
      deadline,
    )
    text += part.text
    conflicts.push(...part.conflicts)
  }
  return { text: text + tokens.slice(at).join(''), conflicts }
}

/** The changes that turn one list into the other; null if they aren’t found in time. */
function hunksOf(base: string[], other: string[], deadline: number): Hunk[] | null {
  const timeout = deadline - Date.now()
  const changes = timeout > 0 ? diffArrays(base, other, { timeout }) : undefined
  if (!changes) return null
  const hunks: Hunk[] = []
  let at = 0
  for (const { value, added, removed } of changes) {
    if (!added && !removed) {
      at += value.length
      continue
    }
    const last = hunks.at(-1)
    const hunk = last && last.to === at ? last : { from: at, to: at, tokens: [] }
    if (hunk !== last) hunks.push(hunk)
    if (added) hunk.tokens = [...hunk.tokens, ...value]
    else {
      at += value.length
      hunk.to = at
    }
  }
  return hunks
}

/** Changes of both sides, together where they overlap or touch. */
function grouped(mine: readonly Hunk[], theirs: readonly Hunk[]): [Hunk[], Hunk[]][] {
  const all = [
    ...mine.map((hunk) => ({ hunk, side: 0 as const })),
    ...theirs.map((hunk) => ({ hunk, side: 1 as const })),
  ].sort((a, b) => a.hunk.from - b.hunk.from || a.hunk.to - b.hunk.to)
  const groups: { sides: [Hunk[], Hunk[]]; to: number }[] = []
  for (const { hunk, side } of all) {
    const last = groups.at(-1)
    if (last && hunk.from <= last.to) {
      last.sides[side].push(hunk)
      last.to = Math.max(last.to, hunk.to)
    } else {
      const sides: [Hunk[], Hunk[]] = [[], []]
      sides[side].push(hunk)
      groups.push({ sides, to: hunk.to })
    }
  }
  return groups.map(({ sides }) => sides)
}

/** The text between two places with some changes. */
function applied(tokens: readonly string[], hunks: readonly Hunk[], from: number, to: number): string {
  let text = ''
  let at = from
  for (const hunk of hunks) {
    text += tokens.slice(at, hunk.from).join('') + hunk.tokens.join('')
    at = hunk.to
  }
  return text + tokens.slice(at, to).join('')
}
