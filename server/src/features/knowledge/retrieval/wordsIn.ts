import { terms as termsOf } from '../../../platform/language/terms.ts'
import { titleOf } from '../../../platform/language/titleOf.ts'
import type { ReadQuestion } from './readQuestion.ts'

/** Returns the terms of a passage with its title and heading. */
export function termsIn(passage: { fileName: string; heading: string; text: string }): ReadonlySet<string> {
  return new Set(termsOf(`${titleOf(passage.fileName)}\n${passage.heading}\n${passage.text}`))
}

/** Returns the share of a question's words that a passage contains with its title and heading, weighted. */
export function wordsIn(
  passage: { fileName: string; heading: string; text: string } | undefined,
  { terms }: Pick<ReadQuestion, 'terms'>,
): number {
  if (!passage) return 0
  const found = termsIn(passage)
  let [matched, all] = [0, 0]
  for (const [term, weight] of terms) {
    all += weight
    if (found.has(term)) matched += weight
  }
  return all === 0 ? 0 : matched / all
}
