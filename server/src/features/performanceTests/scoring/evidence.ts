import { akinWords } from './akin.ts'
import { isNegatedAt } from './negation.ts'
import type { Item } from './reading.ts'
import { isAmount, type ReadAnswer, type Statement, type Target } from './statement.ts'
import { sidesOf } from './words.ts'

/** Where an answer says a target. */
export interface Hit {
  target: number
  clause: number
  at: number
}

/** How much of a statement the sentence of an answer says that says most of it, and what contradicts it. */
export interface Evidence {
  /** The share of the words that the sentence has, and with those around it, and of the whole answer. */
  own: number
  near: number
  all: number
  /** The share that the clause with most of them has. */
  clause: number
  /** Words that are neither in the sentence nor around it, in twos. */
  missing: number
  /** The share of names that are missing, and whether another name is there. */
  names: number
  rivalName: number
  /** Whether another name is where a missing name would be: "Peter Lopez", "gate B41". */
  replaced: number
  /** Whether the sentence has the opposite of a missing word, or another row of its table has the word. */
  opposed: number
  /** Whether another amount is nearer to a word of the statement than its own. */
  rivalAmount: number
  /** Whether the last word with meaning is missing. */
  tail: number
  /** Whether the clause with most words is negated and the statement isn't, or the other way round. */
  negated: number
  /** How unlikely it is that the amounts are there by chance: a whole date says more than "3". */
  specific: number
  /** How many other amounts of the same kind the answer has, in threes. */
  crowded: number
}

interface Place {
  segment: number
  own: readonly number[]
  near: readonly number[]
  hits: readonly (readonly Hit[])[]
}

/** What a related word counts, and a name. */
const AKIN = 0.8
const NAME = 1.5
const MOST_MISSING = 4
const MOST_SPECIFIC = 2
const MOST_RIVALS = 3
/** From this on, an amount says something although no other word of the statement is there. */
const TELLING = 0.75
/** Round numbers are used again and again, unless they are large. */
const LARGE = 10_000
/** More places of a word in a sentence say nothing more. The time is limited. */
const MOST_HITS = 8
const MOST_CLAUSES = 24
const NEAR_ITEMS = 24
const MOST_ROWS = 100

/** Returns what is known about whether an answer says a statement; null if nothing of it is there, or no amount. */
export function evidenceOf(
  answer: ReadAnswer,
  statement: Statement,
  hits: readonly (readonly Hit[])[],
): Evidence | null {
  const { targets } = statement
  const weights = targets.map((one) => (isAmount(one) ? 0 : one.isRequired ? NAME : one.weight))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const share = (found: readonly number[]) =>
    total === 0 ? 1 : found.reduce((sum, one, target) => sum + one * weights[target]!, 0) / total
  const places = placesOf(answer, statement, hits)
  let best: { place: Place; clause: number; value: number } | null = null
  for (const place of places) {
    if (!isPossible(answer, targets, place)) continue
    const clause = bestClause(place, share)
    const value = share(place.own) + 0.6 * share(place.near) + 0.4 * clause.share
    if (!best || value > best.value) best = { place, clause: clause.at, value }
  }
  if (!best) return null
  const { place, clause } = best
  const all = targets.map((_, target) => Math.max(...places.map(({ own }) => own[target]!)))
  const missing = targets.filter(({ weight }, target) => weight === 1 && place.near[target] === 0).length
  const names = targets.flatMap((one, target) => (one.isRequired && !isAmount(one) ? [target] : []))
  const lacking = names.filter((target) => place.near[target]! < 1)
  const flag = (is: boolean) => (is ? 1 : 0)
  const others = otherItems(answer, place)
  return {
    own: share(place.own),
    near: share(place.near),
    all: share(all),
    clause: share(sharesIn(place, clause)),
    missing: Math.min(missing, MOST_MISSING) / 2,
    names: names.length === 0 ? 0 : lacking.length / names.length,
    rivalName: flag(lacking.length > 0 && others.some((item) => item.kind === 'Word' && item.isName)),
    replaced: flag(isReplaced(answer, targets, place)),
    opposed: flag(isOpposed(targets, place, others) || isOfOtherRow(answer, targets, places, place)),
    rivalAmount: flag(hasRivalAmount(answer, targets, place)),
    tail: flag(statement.tail >= 0 && place.near[statement.tail] === 0),
    negated: flag(isNegated(answer, place, clause) !== isStatementNegated(statement)),
    specific: specificityOf(targets),
    crowded: rivals(answer, targets, hits) / MOST_RIVALS,
  }
}

/** Whether amounts say something although no other word of a statement is there. Names have to be there. */
const isTelling = (targets: readonly Target[]): boolean =>
  specificityOf(targets) >= TELLING && targets.every((one) => isAmount(one) || !one.isRequired)

const specificityOf = (targets: readonly Target[]): number =>
  Math.min(
    targets.reduce((sum, { item }) => sum + specificity(item), 0),
    MOST_SPECIFIC,
  )

/** 1,500,000 has two, and 1.25 has three. */
function significantDigits(value: number): number {
  const digits = String(value).replace('.', '')
  let length = digits.length
  while (digits[length - 1] === '0') length -= 1
  return length
}

/** How much an amount says by itself, from 0 to 1. */
function specificity(item: Item): number {
  if (item.kind === 'Date') return item.readings.some(({ day }) => day !== null) ? 1 : 0.5
  if (item.kind === 'Time') return item.minutes % 60 === 0 ? 0.5 : TELLING
  if (item.kind !== 'Number') return 0
  const value = Math.abs(item.values[0] ?? 0)
  const digits = significantDigits(value)
  return Math.min(1, (digits + (item.unit ? 1 : 0) + (value >= LARGE ? 1 : 0)) * 0.25)
}

/** How many amounts of the answer are of the kind of one of the statement's, but others. */
function rivals(
  { clauses }: ReadAnswer,
  targets: readonly Target[],
  hits: readonly (readonly Hit[])[],
): number {
  const kinds = new Set(targets.filter(isAmount).map(({ item }) => kindOf(item)))
  let found = 0
  for (const [at, { items }] of clauses.entries()) {
    const said = new Set(hits[at]!.map((hit) => hit.at))
    for (const [place, item] of items.entries()) {
      if (!said.has(place) && item.kind !== 'Word' && kinds.has(kindOf(item))) found += 1
      if (found === MOST_RIVALS) return found
    }
  }
  return found
}

const kindOf = (item: Item): string => (item.kind === 'Number' ? `Number ${item.unit?.of ?? ''}` : item.kind)

/** Where the words of a statement are, sentence by sentence. */
function placesOf(
  answer: ReadAnswer,
  statement: Statement,
  hits: readonly (readonly Hit[])[],
): readonly Place[] {
  const { segments, clauses } = answer
  const akin = akinWords(answer, statement)
  const found = segments.map(({ from, to }) => {
    const own = statement.targets.map(() => 0)
    const places: Hit[][] = own.map(() => [])
    for (let clause = from; clause < to; clause += 1) {
      for (const hit of hits[clause]!) {
        const list = places[hit.target]!
        if (own[hit.target] !== 1) list.length = 0
        own[hit.target] = 1
        if (list.length < MOST_HITS) list.push(hit)
      }
      for (const [at, item] of clauses[clause]!.items.entries())
        if (item.kind === 'Word')
          for (const target of akin.get(item.text) ?? []) {
            if (own[target]! > 0) continue
            own[target] = AKIN
            places[target]!.push({ target, clause, at })
          }
    }
    return { own, hits: places }
  })
  return found.map((one, segment) => {
    const { context, previous } = segments[segment]!
    const around = [...context, ...(previous === null ? [] : [previous])]
    if (segments[segment + 1]?.previous === segment) around.push(segment + 1)
    const near = one.own.map((share, target) =>
      Math.max(share, ...around.map((other) => found[other]!.own[target]!)),
    )
    return { ...one, segment, near }
  })
}

/** Whether a sentence has something of a statement, and all of its amounts, which can be around it. */
function isPossible({ segments }: ReadAnswer, targets: readonly Target[], { segment, own, near }: Place) {
  if (segments[segment]!.asks === 'Open' || own.every((share) => share === 0)) return false
  const amounts = targets.flatMap((one, target) => (isAmount(one) ? [target] : []))
  if (amounts.length === 0) return true
  // A number alone says nothing: the answer can be about something else, or in another language.
  const isAlone = near.every((share, target) => share === 0 || isAmount(targets[target]!))
  if (amounts.length < own.length && isAlone && !isTelling(targets)) return false
  return amounts.every((target) => near[target] === 1) && amounts.some((target) => own[target] === 1)
}

const sharesIn = ({ own, hits }: Place, clause: number): number[] =>
  own.map((share, target) => (hits[target]!.some((hit) => hit.clause === clause) ? share : 0))

function bestClause(
  place: Place,
  share: (found: readonly number[]) => number,
): { at: number; share: number } {
  const all = [...new Set(place.hits.flatMap((list) => list.map(({ clause }) => clause)))]
  let best = { at: -1, share: -1 }
  for (const at of all.sort((one, other) => one - other).slice(0, MOST_CLAUSES)) {
    const found = share(sharesIn(place, at))
    if (found > best.share) best = { at, share: found }
  }
  return best
}

/** What else the clauses with words of the statement say. */
function otherItems({ clauses }: ReadAnswer, { hits }: Place): Item[] {
  const said = new Set(hits.flatMap((list) => list.map(({ clause, at }) => `${clause} ${at}`)))
  const used = [...new Set(hits.flatMap((list) => list.map(({ clause }) => clause)))].slice(0, MOST_CLAUSES)
  return used.flatMap((clause) => clauses[clause]!.items.filter((_, at) => !said.has(`${clause} ${at}`)))
}

/** Whether the row of a table has nothing of a word that another row has, so that it belongs to that one. */
function isOfOtherRow(
  { segments }: ReadAnswer,
  targets: readonly Target[],
  places: readonly Place[],
  { segment, near }: Place,
): boolean {
  if (segments[segment]!.kind !== 'Row') return false
  const lacking = targets.flatMap(({ weight }, target) =>
    weight === 1 && near[target] === 0 ? [target] : [],
  )
  if (lacking.length === 0) return false
  const isSaidIn = (row: number) => lacking.some((target) => places[row]!.own[target]! > 0)
  for (const side of [-1, 1])
    for (let row = segment + side; Math.abs(row - segment) <= MOST_ROWS; row += side) {
      if (segments[row]?.kind !== 'Row') break
      if (isSaidIn(row)) return true
    }
  return false
}

function isReplaced({ clauses }: ReadAnswer, targets: readonly Target[], { near, hits }: Place): boolean {
  const said = new Set(hits.flatMap((list) => list.map(({ clause, at }) => `${clause} ${at}`)))
  const isName = (clause: number, at: number) => {
    const item = clauses[clause]!.items[at]
    return item?.kind === 'Word' && item.isName && !said.has(`${clause} ${at}`)
  }
  return targets.some(
    (one, target) =>
      one.isRequired &&
      !isAmount(one) &&
      near[target] === 0 &&
      [-1, 1].some((side) => hits[target - side]?.some(({ clause, at }) => isName(clause, at + side))),
  )
}

function isOpposed(targets: readonly Target[], { near }: Place, others: readonly Item[]): boolean {
  const sides = new Set(
    others.flatMap((item) => (item.kind === 'Word' ? sidesOf(item.text, item.forms) : [])),
  )
  return targets.some(
    ({ item }, target) =>
      near[target] === 0 &&
      item.kind === 'Word' &&
      sidesOf(item.text, item.forms).some((side) => sides.has(side)),
  )
}

/** "250 g of flour and 200 g of sugar" doesn't say "200 g of flour". */
function hasRivalAmount({ clauses }: ReadAnswer, targets: readonly Target[], { own, hits }: Place): boolean {
  const word = targets.findIndex((one, at) => !isAmount(one) && one.weight === 1 && own[at]! > 0)
  if (word < 0) return false
  const said = new Set(hits.flatMap((list) => list.map(({ clause, at }) => `${clause} ${at}`)))
  return targets.some((target, amount) => {
    const { item: wanted } = target
    if (!isAmount(target)) return false
    return hits[word]!.some(({ clause, at }) => {
      const distances = hits[amount]!.filter((hit) => hit.clause === clause).map((hit) =>
        Math.abs(hit.at - at),
      )
      const first = Math.max(0, at - NEAR_ITEMS)
      const around = clauses[clause]!.items.slice(first, at + NEAR_ITEMS)
      return around.some((item, offset) => {
        if (item.kind !== wanted.kind || said.has(`${clause} ${first + offset}`)) return false
        if (item.kind === 'Number' && wanted.kind === 'Number' && item.unit?.of !== wanted.unit?.of)
          return false
        return distances.every((distance) => Math.abs(first + offset - at) < distance)
      })
    })
  })
}

/** Whether "not" is about something of the statement, or a word such as "forbidden" is there, but not both. */
function isNegated({ clauses, segments }: ReadAnswer, { hits, segment }: Place, clause: number): boolean {
  const { items } = clauses[clause]!
  const said = new Set(
    hits.flatMap((list) => list.filter((hit) => hit.clause === clause).map(({ at }) => at)),
  )
  const last = Math.max(-1, ...said)
  const hasNot = segments[segment]!.asks === 'No' || isNegatedAt(items, last)
  const words = items.filter(
    (item, at) =>
      item.kind === 'Word' && item.negated && (said.has(at) || (item.forms.term?.startsWith('=') ?? false)),
  )
  return hasNot !== (words.length % 2 === 1)
}

function isStatementNegated({ targets, isNegated: hasNot }: Statement): boolean {
  const words = targets.filter(({ item }) => item.kind === 'Word' && item.negated)
  return hasNot !== (words.length % 2 === 1)
}
