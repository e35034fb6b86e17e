import type { Understanding } from './understand.ts'

type Understood = Exclude<Understanding, { kind: 'None' }>

/**
 * Returns which of several tables a question is about, and how it was understood of it: the one that explains most. It
 * is unsure if another table fits as well, or explains what was only assumed of this one.
 */
export function mostLikely(
  understood: readonly Understood[],
): { index: number; understood: Understood } | null {
  const [first, ...others] = understood
    .map((one, index) => ({ understood: one, index }))
    .toSorted(
      ({ understood: a }, { understood: b }) =>
        Number(b.kind === 'Sure') - Number(a.kind === 'Sure') ||
        knownOf(b) - knownOf(a) ||
        Number(a.isForeign) - Number(b.isForeign) ||
        Number(assumedOf(a) !== null) - Number(assumedOf(b) !== null) ||
        b.matched - a.matched,
    )
  if (!first) return null
  if (first.understood.kind === 'Unsure')
    return {
      ...first,
      understood: others.some(({ understood }) => isAsLikely(understood, first.understood))
        ? { ...first.understood, guess: null }
        : first.understood,
    }
  const best = first.understood
  if (!others.some(({ understood: other }) => isRival(other, best))) return first
  const { matched, isForeign, question } = best
  const isImplied = question.assumption?.kind === 'Unnamed'
  return { ...first, understood: { kind: 'Unsure', rest: [], matched, isForeign, isImplied, guess: null } }
}

/** How much more of a question is known than unknown, if something is unknown. */
const knownOf = (one: Understood): number => (one.kind === 'Sure' ? 0 : one.matched - one.rest.length)

/** Whether a guess about this table would be as good. */
const isAsLikely = (other: Understood, best: Understood): boolean =>
  other.kind === 'Unsure' &&
  other.guess !== null &&
  other.isForeign === best.isForeign &&
  other.matched === best.matched

/** The word that was taken to mean something of this table. */
function assumedOf(one: Understood): string | null {
  const assumption = one.kind === 'Sure' ? one.question.assumption : null
  return assumption && 'word' in assumption ? assumption.word : null
}

function isRival(other: Understood, best: Understood): boolean {
  const assumed = assumedOf(best)
  const isKnown = assumed !== null && assumedOf(other) !== assumed
  if (other.kind === 'Sure')
    return isKnown || (other.isForeign === best.isForeign && other.matched === best.matched)
  if (other.rest.length === 0 && other.matched > best.matched) return true
  // Names are translated only where no table has them as written.
  if (best.isForeign && !other.isForeign && other.matched >= best.matched) return true
  return isKnown && other.rest.length <= 1 && !other.rest.includes(assumed)
}
