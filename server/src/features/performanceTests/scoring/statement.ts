import { type ReadText, readStatement, readText } from './clauses.ts'
import type { DateItem, NumberItem, TimeItem, WordItem } from './reading.ts'
import { isSameTerm } from './words.ts'

/** Something that a statement says, which an answer has to say. */
export interface Target {
  item: WordItem | NumberItem | DateItem | TimeItem
  weight: number
  isRequired: boolean
  /** Of a number without a unit: the word after it, which it counts. */
  counted: number | null
}

export interface Statement {
  targets: readonly Target[]
  /** Whether it is negated as a whole. */
  isNegated: boolean
  isList: boolean
  /** What it is about, and what it says of that: its first and its last word with meaning. */
  head: number
  tail: number
  /** Whether it consists of amounts and names only. */
  isPlain: boolean
  /** The words of the answer that each of its words can be, with their targets. */
  byText: ReadonlyMap<string, readonly number[]>
}

export interface ReadAnswer extends ReadText {
  words: ReadonlyMap<string, WordItem>
  text: string
}

export const LIGHT = 0.25
/** Cases have shorter statements. */
const LONGEST = 2_000

export function readAnswer(text: string): ReadAnswer {
  const read = readText(text)
  const words = new Map<string, WordItem>()
  for (const { items } of read.clauses)
    for (const item of items) if (item.kind === 'Word' && !words.has(item.text)) words.set(item.text, item)
  return { ...read, words, text }
}

export const isAmount = ({ item }: Target): boolean => item.kind !== 'Word'
const isRelation = (item: WordItem): boolean => item.forms.term?.startsWith('"') ?? false

/** Returns what an answer has to say to say a statement. */
export function readExpected(statement: string, answer: ReadAnswer): Statement {
  const { clauses, isList } = readStatement(statement.slice(0, LONGEST), answer.text)
  const items = clauses.flat()
  const words = items.filter((item) => item.kind === 'Word')
  // A few capitalized words are a name, also the first of them.
  const isName =
    words.length <= 3 &&
    !items.some(({ kind }) => kind === 'Not') &&
    words.every((word) => word.isName || word === words[0])
  const areNames = isName && /^\p{Lu}/u.test(statement.trim()) && items.length === words.length
  const targets: Target[] = []
  for (const item of items) {
    if (item.kind === 'Number' || item.kind === 'Date' || item.kind === 'Time')
      targets.push({ item, weight: 0, isRequired: true, counted: null })
    else if (
      item.kind === 'Word' &&
      !targets.some((one) => one.item.kind === 'Word' && one.item.text === item.text)
    )
      targets.push({
        item,
        weight: weightOf(item),
        isRequired: item.isName || (areNames && words.length <= 2),
        counted: null,
      })
  }
  for (const [at, target] of targets.entries()) {
    const next = targets[at + 1]
    if (
      target.item.kind === 'Number' &&
      target.item.unit === null &&
      next?.item.kind === 'Word' &&
      next.weight === 1
    )
      target.counted = items.indexOf(next.item) === items.indexOf(target.item) + 1 ? at + 1 : null
  }
  const isPlain = targets.every(({ isRequired }) => isRequired)
  const byText = new Map<string, number[]>()
  for (const [text, word] of answer.words) {
    const matching = targets.flatMap((target, at) => (isSaidBy(target, word) ? [at] : []))
    if (matching.length > 0) byText.set(text, matching)
  }
  const isTelling = ({ item, weight }: Target) => item.kind === 'Word' && weight === 1 && !item.isName
  return {
    targets,
    isNegated: items.some(({ kind }) => kind === 'Not'),
    isList,
    head: targets.findIndex(isTelling),
    tail: targets.findLastIndex(isTelling),
    isPlain,
    byText,
  }
}

export const weightOf = (item: WordItem): number => (isRelation(item) ? 0 : item.forms.isLight ? LIGHT : 1)

function isSaidBy({ item, isRequired }: Target, word: WordItem): boolean {
  if (item.kind !== 'Word') return false
  if (item.text === word.text) return true
  if (item.isAcronym) return item.forms.term === word.forms.term && item.forms.term!.startsWith('=')
  if (isRequired) return item.forms.term === word.forms.term || isGenitive(item.text, word.text)
  return isEndOf(item.text, word.text) || isSameTerm(item.forms, word.forms)
}

/** "Preis" and "Zimmerpreis" */
const isEndOf = (one: string, other: string): boolean =>
  one.length >= 5 && other.length - one.length >= 4 && other.endsWith(one)

const isGenitive = (one: string, other: string): boolean => `${one}s` === other || one === `${other}s`
