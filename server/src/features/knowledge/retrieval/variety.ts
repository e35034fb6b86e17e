import { readText } from './readText.ts'
import type { RankedPassage, WeightedTerm } from './store.ts'

/** The first passages are what a model reads by default. */
const FIRST = 5
const FROM_ONE_FILE = 2
/** The best passage of another file takes a place among the first from this share of the fifth passage's score. */
const OF_THE_FIFTH = 0.8
/** It must also add this share of the question, or nearly match the best passage. */
const ADDED = 0.1
const OF_THE_BEST = 0.7
/** Passages that share this part of their grams are copies with small changes. */
const SAME = 0.9

/**
 * Reorders passages so that a question about several documents finds them: copies come last, and if other files
 * have good passages, at most two of the first five come from one file.
 */
export function withVariety(
  sorted: readonly RankedPassage[],
  weights: readonly WeightedTerm[],
): RankedPassage[] {
  const question = new Map(weights.map(({ term, idf }) => [term, idf]))
  const { distinct, copies } = separateCopies(sorted, question)
  const first = new Set(chooseFirst(distinct, question))
  const others = distinct.filter((passage) => !first.has(passage))
  return [...distinct.filter((passage) => first.has(passage)), ...others, ...copies]
}

type Question = ReadonlyMap<string, number>

function chooseFirst(distinct: readonly RankedPassage[], question: Question): RankedPassage[] {
  const first = distinct.slice(0, FIRST)
  const [best, fifth] = [first[0], first[FIRST - 1]]
  if (!best || !fifth) return first
  const all = [...question.values()].reduce((sum, idf) => sum + idf, 0)
  const found = new Set(first.flatMap((passage) => termsIn(passage, question)))
  const files = new Set(first.map((passage) => passage.fileId))
  for (const passage of distinct.slice(FIRST)) {
    const at = first.findLastIndex(({ fileId }) => countOf(first, fileId) > FROM_ONE_FILE)
    if (at < 0 || passage.score < fifth.score * OF_THE_FIFTH) break
    if (files.has(passage.fileId)) continue
    files.add(passage.fileId)
    const added = termsIn(passage, question).filter((term) => !found.has(term))
    const share = added.reduce((sum, term) => sum + question.get(term)!, 0) / all
    if (share < ADDED && passage.score < best.score * OF_THE_BEST) continue
    first[at] = passage
    for (const term of added) found.add(term)
  }
  return first
}

function countOf(passages: readonly RankedPassage[], fileId: string): number {
  return passages.filter((passage) => passage.fileId === fileId).length
}

function termsIn(passage: RankedPassage, question: Question): string[] {
  return [...new Set(readText(passage).terms.filter((term) => question.has(term)))]
}

function separateCopies(sorted: readonly RankedPassage[], question: Question) {
  const distinct: RankedPassage[] = []
  const copies: RankedPassage[] = []
  // Looked up only once, because the texts are long keys.
  const grams = new Map(sorted.map((passage) => [passage, readText(passage).ownGrams]))
  for (const passage of sorted) {
    const own = grams.get(passage)!
    const better = distinct.find((other) => isCopy(own, grams.get(other)!))
    if (better && !addsTerms(passage, better, question)) copies.push(passage)
    else distinct.push(passage)
  }
  return { distinct, copies }
}

/** A copy that contains more of the question, such as another year, can be the one that was meant. */
function addsTerms(passage: RankedPassage, better: RankedPassage, question: Question): boolean {
  const known = new Set(termsIn(better, question))
  return termsIn(passage, question).some((term) => !known.has(term))
}

/** Compares sorted lists, and stops as soon as too much differs. */
function isCopy(one: Uint16Array, other: Uint16Array): boolean {
  const allowed = Math.max(one.length, other.length) * (1 - SAME)
  if (Math.abs(one.length - other.length) > allowed) return false
  let [at, otherAt, missing] = [0, 0, 0]
  while (at < one.length && otherAt < other.length && missing <= allowed) {
    const difference = one[at]! - other[otherAt]!
    if (difference <= 0) at++
    if (difference >= 0) otherAt++
    if (difference < 0) missing++
  }
  return missing + one.length - at <= allowed
}
