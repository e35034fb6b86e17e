import { fold } from '../../../platform/redaction/fold.ts'
import * as vocabulary from './vocabulary.ts'
import { classPhrases } from './words.ts'

export type Effect =
  | 'Not'
  | 'Without'
  | 'Least'
  | 'Most'
  | 'LeastAfter'
  | 'MostAfter'
  | 'Break'
  | 'Joint'
  | 'Anaphor'
  | 'Pronoun'
  | 'Ignored'

export interface Phrase {
  words: readonly string[]
  effects: readonly Effect[]
  /** The term of a phrase that means the same as a word. */
  term: string | null
  negated: boolean
}

const lists: readonly (readonly [Effect, string])[] = [
  ['Ignored', vocabulary.ignored],
  ['LeastAfter', vocabulary.leastAfter],
  ['MostAfter', vocabulary.mostAfter],
  ['Least', vocabulary.least],
  ['Most', vocabulary.most],
  ['Not', vocabulary.negators],
  ['Without', vocabulary.withouts],
  ['Break', vocabulary.breaks],
  ['Joint', vocabulary.joints],
  ['Anaphor', vocabulary.anaphors],
  ['Pronoun', vocabulary.pronouns],
]

const byText = new Map<string, Phrase>()
for (const [effect, list] of lists)
  for (const entry of list.split(/[\s|]+/)) {
    if (entry === '') continue
    const words = fold(entry).text.split('_')
    const key = words.join(' ')
    const before = byText.get(key)
    byText.set(key, { words, effects: [...(before?.effects ?? []), effect], term: null, negated: false })
  }
for (const { words, term, negated } of classPhrases) {
  const key = words.join(' ')
  if (!byText.has(key)) byText.set(key, { words, effects: [], term, negated })
}

const byFirst = new Map<string, Phrase[]>()
for (const phrase of byText.values())
  byFirst.set(phrase.words[0]!, [...(byFirst.get(phrase.words[0]!) ?? []), phrase])
for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length)

/** Returns the longest known phrase at a word. */
export function phraseAt(words: readonly string[], at: number): Phrase | null {
  const first = words[at] ?? ''
  // "وبدون" is "and without".
  const candidates = byFirst.get(first) ?? (/^و.{3}/u.test(first) ? byFirst.get(first.slice(1)) : undefined)
  const follows = ({ words: wanted }: Phrase) =>
    wanted.every((word, index) => index === 0 || words[at + index] === word)
  return candidates?.find(follows) ?? null
}
