import type { RankedPassage } from './store.ts'

/** How much the meaning counts beside the words. */
const MEANING_WEIGHT = 0.5

/**
 * Combines the passages found by words with those found by meaning, whose scores are cosines, best first. Each list's
 * scores are made comparable: by words as a share of the best one's, by meaning as the place between the worst and the
 * best. A passage's score stays on the scale of those found by words, if there are any.
 */
export function fuse(
  byWords: readonly RankedPassage[],
  byMeaning: readonly RankedPassage[],
): RankedPassage[] {
  if (byMeaning.length === 0) return [...byWords]
  const best = byWords[0]?.score ?? 0
  const cosines = byMeaning.map(({ score }) => score)
  const [lowest, highest] = [Math.min(...cosines), Math.max(...cosines)]
  const meanings = new Map(
    byMeaning.map(({ passageId, score }) => [
      passageId,
      highest > lowest ? (score - lowest) / (highest - lowest) : 1,
    ]),
  )
  const words = new Map(byWords.map(({ passageId, score }) => [passageId, best > 0 ? score / best : 0]))
  const all = new Map([...byMeaning, ...byWords].map((passage) => [passage.passageId, passage]))
  return [...all.values()]
    .map((passage) => {
      const meaning = meanings.get(passage.passageId) ?? 0
      const word = words.get(passage.passageId) ?? 0
      const share = MEANING_WEIGHT * meaning + (1 - MEANING_WEIGHT) * word
      return { ...passage, score: share * (best > 0 ? best : 1) }
    })
    .sort((a, b) => b.score - a.score)
}
