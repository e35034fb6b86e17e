import type { ReadAnswer, Statement } from './statement.ts'
import { groupsOf } from './synonyms.ts'
import { sidesOf } from './words.ts'

/** Shorter words are too similar to others. */
const LEAST = 4
/** The part of a word at its start that its other forms and its compounds have, too. */
const SHARED = 0.65
const arabicProclitic = /^(?:وال|بال|فال|كال|ال|لل)/

const bare = (word: string): string => word.replace(arabicProclitic, '')
const startOf = (word: string): string => word.slice(0, Math.max(LEAST, Math.ceil(word.length * SHARED)))

/**
 * The words of an answer that are related to words of a statement: synonyms, and words that share their start or
 * contain it, such as "Leinenpflicht" and "Leine". Names have to be said as they are.
 */
export function akinWords(
  answer: ReadAnswer,
  { targets }: Statement,
): ReadonlyMap<string, readonly number[]> {
  const own = targets.flatMap(({ item, isRequired }, target) => {
    if (item.kind !== 'Word' || item.isAcronym || isRequired) return []
    const word = bare(item.text)
    const groups = groupsOf(item.text, item.forms.term)
    return [{ target, word, start: startOf(word), groups, sides: sidesOf(item.text, item.forms) }]
  })
  const found = new Map<string, number[]>()
  for (const [text, { forms }] of answer.words) {
    const word = bare(text)
    const start = startOf(word)
    const groups = groupsOf(text, forms.term)
    const sides = sidesOf(text, forms)
    const akin = own.filter((one) => {
      if (one.sides.some((side) => sides.includes(side))) return false
      if (one.groups.some((group) => groups.includes(group))) return true
      if (word.length < LEAST || one.word.length < LEAST) return false
      return word.includes(one.start) || one.word.includes(start)
    })
    if (akin.length > 0)
      found.set(
        text,
        akin.map(({ target }) => target),
      )
  }
  return found
}
