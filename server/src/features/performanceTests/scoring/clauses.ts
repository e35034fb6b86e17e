import { languageOfQuestion } from '../../../platform/language/functionWords.ts'
import { sentences } from '../../../platform/language/sentences.ts'
import { fold } from '../../../platform/redaction/fold.ts'
import { type Line, linesOf } from './markdown.ts'
import { type Item, itemsOf, type ReadingOptions } from './reading.ts'

/** What is said in one go, such as a part of a sentence between commas, or a cell. */
export interface Clause {
  items: readonly Item[]
  segment: number
  /** How many of its items name a column. */
  named: number
}

/** A sentence, a row of a table, or a heading. */
export interface Segment {
  /** The first of its clauses, and the one after the last. */
  from: number
  to: number
  kind: Line['kind']
  /** Segments that it is about: its headings, and what introduces its list. */
  context: readonly number[]
  /** The sentence before it in the same paragraph or item. */
  previous: number | null
  /** The next item of its list, with the same context. */
  nextItem: number | null
  /** Questions say nothing, unless "yes" or "no" follows. */
  asks: 'Open' | 'Yes' | 'No' | null
}

export interface ReadText {
  clauses: readonly Clause[]
  segments: readonly Segment[]
}

const yes = new Set('yes ja oui si نعم'.split(' '))
const no = new Set('no nein non لا كلا'.split(' '))
const noSigns = new Set('✗ ✘ ❌ × – — -'.split(' '))
const firstWord = /\p{L}+/u
/** Enough of a text to tell its language. */
const SAMPLE = 4_000
const isQuestion = (text: string): boolean => /[?؟]\s*$/.test(text.slice(-4))

/** Words that only the function words of a language have together. */
const tells = { de: ['werden', 'durch'], fr: ['avec', 'dont'], es: ['los', 'pero'] }
const languages = ['de', 'fr', 'es'] as const

const foldedSets = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

function foldedWords(words: ReadonlySet<string>): ReadonlySet<string> {
  let folded = foldedSets.get(words)
  if (!folded) {
    folded = new Set([...words].map((word) => fold(word).text))
    foldedSets.set(words, folded)
  }
  return folded
}

function optionsFor(text: string): ReadingOptions {
  const functionWords = foldedWords(languageOfQuestion(text.slice(0, SAMPLE)).functionWords)
  const language = languages.find((one) => tells[one].every((word) => functionWords.has(word))) ?? null
  return {
    functionWords,
    language,
    hasNames: language !== 'de',
    negatesByNo: language === 'es',
  }
}

interface Scope {
  headings: { depth: number; segment: number }[]
  items: { depth: number; segment: number }[]
  /** The last sentence of the paragraph above. */
  intro: number | null
  wasItem: boolean
}

export function readText(text: string): ReadText {
  const options = optionsFor(text)
  const clauses: Clause[] = []
  const segments: Segment[] = []
  const scope: Scope = { headings: [], items: [], intro: null, wasItem: false }

  function push(
    kind: Line['kind'],
    parts: readonly Item[][],
    context: readonly number[],
    previous: number | null,
    named: readonly number[] = [],
  ) {
    const segment = segments.length
    const from = clauses.length
    for (const [at, items] of parts.entries()) clauses.push({ items, segment, named: named[at] ?? 0 })
    segments.push({ from, to: clauses.length, kind, context, previous, nextItem: null, asks: null })
    return segment
  }

  function pushSentences(
    { kind, text: own }: Line,
    context: readonly number[],
  ): { first: number; last: number } {
    let previous = kind === 'Text' && !scope.wasItem ? scope.intro : null
    let first = -1
    for (const { start, end } of sentences(own)) {
      const sentence = own.slice(start, end)
      answerBefore(segments, sentence)
      const segment = push(kind, clausesOf(itemsOf(sentence, options)), context, previous)
      if (isQuestion(sentence)) segments[segment]!.asks = 'Open'
      if (first < 0) first = segment
      previous = segment
    }
    return { first, last: previous ?? first }
  }

  for (const line of linesOf(text)) {
    if (line.kind === 'Heading') {
      scope.headings = scope.headings.filter(({ depth }) => depth < line.depth)
      const { first, last } = pushSentences(line, contextOf(scope, false))
      if (first >= 0)
        for (let at = first; at <= last; at += 1) scope.headings.push({ depth: line.depth, segment: at })
      scope.items = []
      scope.intro = null
      scope.wasItem = false
    } else if (line.kind === 'Item') {
      scope.items = scope.items.filter(({ depth }) => depth < line.depth)
      const { first } = pushSentences(line, contextOf(scope, true))
      if (first < 0) continue
      scope.items.push({ depth: line.depth, segment: first })
      scope.wasItem = true
    } else if (line.kind === 'Row') {
      const isInside = ({ kind }: Item) => kind !== 'Break'
      const names = line.cells.map(({ name }) => itemsOf(name, options).filter(isInside))
      const cells = line.cells.map(({ text: cell }, at) => {
        const items = [...names[at]!, ...itemsOf(cell, options).filter(isInside)]
        if (no.has(cell.toLowerCase()) || noSigns.has(cell)) items.push({ kind: 'Not' })
        return items
      })
      const counts = names.map((items) => items.length)
      push('Row', cells, contextOf(scope, true), null, counts)
    } else {
      const { last } = pushSentences(line, contextOf(scope, false))
      scope.items = []
      if (last >= 0) scope.intro = last
      scope.wasItem = false
    }
  }
  linkItems(segments)
  return { clauses, segments }
}

/** Of more headings and list items above a line, the nearest count. */
const MOST_ABOVE = 4

function contextOf({ headings, items, intro }: Scope, isListed: boolean): number[] {
  const own = [...headings.slice(-MOST_ABOVE), ...(isListed ? items.slice(-MOST_ABOVE) : [])].map(
    ({ segment }) => segment,
  )
  return isListed && intro !== null ? [...own, intro] : own
}

/** "Is smoking allowed? No." */
function answerBefore(segments: readonly Segment[], sentence: string): void {
  const last = segments.at(-1)
  if (last?.asks !== 'Open') return
  const word = fold(firstWord.exec(sentence.slice(0, 40))?.[0] ?? '').text
  if (yes.has(word)) last.asks = 'Yes'
  else if (no.has(word)) last.asks = 'No'
}

function linkItems(segments: readonly Segment[]): void {
  for (const [at, segment] of segments.entries()) {
    const next = segments[at + 1]
    const isNext = segment.kind === 'Item' && next?.kind === 'Item'
    if (isNext && next.previous === null) segment.nextItem = at + 1
  }
}

const isAmount = ({ kind }: Item): boolean => kind === 'Number' || kind === 'Date' || kind === 'Time'

/** Splits a sentence at its breaks, and at "and" if both sides have amounts. */
function clausesOf(items: readonly Item[]): Item[][] {
  const found: Item[][] = []
  let current: Item[] = []
  for (const [at, item] of items.entries()) {
    if (item.kind === 'Break' || (item.kind === 'Joint' && isBetweenAmounts(items, at, current))) {
      if (current.length > 0) found.push(current)
      current = []
    } else if (item.kind !== 'Joint') current.push(item)
  }
  if (current.length > 0) found.push(current)
  return found
}

/** How many items after "and" are looked at for an amount. */
const AHEAD = 12

function isBetweenAmounts(items: readonly Item[], at: number, before: readonly Item[]): boolean {
  if (!before.some(isAmount)) return false
  const [left, right] = [items[at - 1], items[at + 1]]
  // "10 and 20 days"
  if (left && right && isAmount(left) && isAmount(right)) return false
  for (const item of items.slice(at + 1, at + 1 + AHEAD)) {
    if (isAmount(item)) return true
  }
  return false
}

/** The items of a statement, clause by clause, and whether it lists several things. */
export function readStatement(statement: string, like: string): { clauses: Item[][]; isList: boolean } {
  const own = optionsFor(statement)
  const options = own.functionWords.size > 0 ? own : optionsFor(like)
  const items = itemsOf(statement, options)
  return { clauses: clausesOf(items), isList: items.some(({ kind }) => kind === 'Joint') }
}
