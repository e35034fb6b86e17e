import { type Clause, type ReadText, readStatement, readText, type Segment } from './clauses.ts'
import { saysDay } from './dates.ts'
import { isSameNumber } from './quantities.ts'
import type { DateItem, Item, NumberItem, TimeItem, WordItem } from './reading.ts'
import { isSameTerm, sidesOf } from './words.ts'

/** Something that a statement says, which an answer has to say. */
interface Target {
  item: WordItem | NumberItem | DateItem | TimeItem
  weight: number
  isRequired: boolean
}

interface Statement {
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

/** Where an answer says a target. */
interface Hit {
  target: number
  clause: number
  at: number
}

export interface ReadAnswer extends ReadText {
  words: ReadonlyMap<string, WordItem>
  text: string
}

const LIGHT = 0.25
/** The weight of words that can be missing, of the weight of all. */
const MISSING_BESIDE_AMOUNTS = 0.34
const MISSING = 0.21
/** Shorter statements have to be said in full. */
const SHORT = 2

export function readAnswer(text: string): ReadAnswer {
  const read = readText(text)
  const words = new Map<string, WordItem>()
  for (const { items } of read.clauses)
    for (const item of items) if (item.kind === 'Word' && !words.has(item.text)) words.set(item.text, item)
  return { ...read, words, text }
}

/** Whether an answer says a statement, without a language model. */
export const says = (answer: string, statement: string): boolean => saysIn(readAnswer(answer), statement)

/** The same for an answer that was read before. */
export function saysIn(answer: ReadAnswer, statement: string): boolean {
  const read = prepared(statement, answer)
  if (read.targets.length === 0) return false
  return new Search(answer, read).finds()
}

const isAmount = ({ item }: Target): boolean => item.kind !== 'Word'
const isRelation = (item: WordItem): boolean => item.forms.term?.startsWith('"') ?? false

function prepared(statement: string, answer: ReadAnswer): Statement {
  const { clauses, isList } = readStatement(statement, answer.text)
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
      targets.push({ item, weight: 0, isRequired: true })
    else if (
      item.kind === 'Word' &&
      !targets.some((one) => one.item.kind === 'Word' && one.item.text === item.text)
    )
      targets.push({
        item,
        weight: weightOf(item),
        isRequired: item.isName || (areNames && words.length <= 2),
      })
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

const weightOf = (item: WordItem): number => (isRelation(item) ? 0 : item.forms.isLight ? LIGHT : 1)

function isSaidBy({ item, isRequired }: Target, word: WordItem): boolean {
  if (item.kind !== 'Word') return false
  if (item.text === word.text) return true
  if (item.isAcronym) return item.forms.term === word.forms.term && item.forms.term!.startsWith('=')
  if (isRequired) return item.forms.term === word.forms.term || isGenitive(item.text, word.text)
  return isSameTerm(item.forms, word.forms)
}

const isGenitive = (one: string, other: string): boolean => `${one}s` === other || one === `${other}s`

class Search {
  readonly #answer: ReadAnswer
  readonly #statement: Statement
  readonly #hits: Hit[][]

  constructor(answer: ReadAnswer, statement: Statement) {
    this.#answer = answer
    this.#statement = statement
    this.#hits = answer.clauses.map((clause, at) => this.#hitsOf(clause, at))
  }

  finds(): boolean {
    const { clauses } = this.#answer
    const { targets } = this.#statement
    const hasAmounts = targets.some(isAmount)
    return clauses.some((_, at) => {
      const hits = this.#hits[at]!
      if (hits.length === 0) return false
      if (hasAmounts && !hits.some(({ target }) => isAmount(targets[target]!))) return false
      return this.#isSaidAt(at)
    })
  }

  #hitsOf(clause: Clause, at: number): Hit[] {
    const { targets, byText } = this.#statement
    return clause.items.flatMap((item, place) => {
      if (item.kind === 'Word')
        return (byText.get(item.text) ?? []).map((target) => ({ target, clause: at, at: place }))
      return targets.flatMap((target, index) =>
        this.#isSameAmount(target.item, item, clause) ? [{ target: index, clause: at, at: place }] : [],
      )
    })
  }

  #isSameAmount(wanted: Target['item'], said: Item, clause: Clause): boolean {
    if (wanted.kind === 'Time') return said.kind === 'Time' && said.minutes === wanted.minutes
    if (wanted.kind === 'Date')
      return said.kind === 'Date' && this.#saysDate(said.readings, wanted.readings, clause)
    if (wanted.kind !== 'Number') return false
    if (said.kind === 'Date')
      return isYear(wanted) && said.readings.some(({ year }) => year === wanted.values[0])
    return said.kind === 'Number' && this.#isSameQuantity(wanted, said, clause)
  }

  #saysDate(
    said: Parameters<typeof saysDay>[0],
    wanted: Parameters<typeof saysDay>[1],
    { segment }: Clause,
  ): boolean {
    if (saysDay(said, wanted)) return true
    // The year can be in a heading, or in another part of the sentence.
    return wanted.some(
      (one) =>
        one.year !== null &&
        said.some(({ year }) => year === null) &&
        saysDay(said, [{ ...one, year: null }]) &&
        this.#around(segment).some((item) => hasYear(item, one.year!)),
    )
  }

  #around(segment: number): Item[] {
    const { segments, clauses } = this.#answer
    return [segment, ...segments[segment]!.context].flatMap((one) =>
      clauses.slice(segments[one]!.from, segments[one]!.to).flatMap(({ items }) => items),
    )
  }

  #isSameQuantity(wanted: NumberItem, said: NumberItem, { segment }: Clause): boolean {
    if (wanted.bound && said.bound && wanted.bound !== said.bound) return false
    if (said.negated && !wanted.negated && !this.#statement.isNegated) return false
    const factor = (one: NumberItem, other: NumberItem) =>
      one.unit && other.unit ? one.unit.factor / other.unit.factor : 1
    const [from, to] = [wanted.unit, said.unit]
    if (from && to && from.of !== to.of) return false
    if (!from && to?.of === '%') return false
    const isSame = wanted.values.some((one) =>
      said.values.some((other) => isSameNumber(one * factor(wanted, said), other)),
    )
    if (!isSame || !from || to) return isSame
    return this.#around(segment).some(
      (item) => item.kind === 'Word' && item.unit?.of === from.of && item.unit.factor === from.factor,
    )
  }

  /** Looks at a clause, then at more and more around it, until a contradiction. */
  #isSaidAt(anchor: number): boolean {
    const segment = this.#answer.segments[this.#answer.clauses[anchor]!.segment]!
    if (segment.asks === 'Open') return false
    for (const pool of this.#pools(anchor, segment)) {
      const said = this.#isSaidIn(pool.clauses, anchor, pool.isWide)
      if (said !== null) return said
    }
    return false
  }

  #pools(anchor: number, segment: Segment): { clauses: number[]; isWide: boolean }[] {
    const { segments } = this.#answer
    const all = ({ from, to }: Segment) => Array.from({ length: to - from }, (_, at) => from + at)
    const { targets } = this.#statement
    const own = all(segment)
    // Other cells of a row are about other columns.
    const amounts = (at: number) => this.#hits[at]!.some(({ target }) => isAmount(targets[target]!))
    const same =
      segment.kind === 'Row' && targets.some(isAmount)
        ? own.filter((at) => at === segment.from || at === anchor || amounts(at))
        : own
    const context = [...segment.context, ...(segment.previous === null ? [] : [segment.previous])]
    const next = this.#answer.clauses[anchor]!.segment + 1
    const around = [...new Set([...context.flatMap((one) => all(segments[one]!)), ...same])]
    const pools = [
      { clauses: [anchor], isWide: false },
      { clauses: same, isWide: true },
      { clauses: around, isWide: true },
    ]
    const following = segments[next]
    // "After that, it is deleted": the next sentence is about this one.
    if (following?.previous === next - 1 && all(following).some((at) => this.#has(at, 'Anaphor')))
      pools.push({ clauses: [...around, ...all(following)], isWide: true })
    if (segment.nextItem !== null && this.#statement.isList)
      pools.push({ clauses: [...around, ...all(segments[segment.nextItem]!)], isWide: false })
    return pools
  }

  /** Whether clauses say the statement; null if they don't mention enough of it. */
  #isSaidIn(pool: readonly number[], anchor: number, isWide: boolean): boolean | null {
    const { targets, isPlain } = this.#statement
    const chosen = this.#choose(pool, anchor)
    if (!this.#mentionsEnough(chosen, pool)) return null
    if (this.#isAboutOther(chosen, anchor)) return null
    const used = [...new Set(chosen.flatMap((hit) => (hit ? [hit.clause] : [])))]
    if (isWide && used.some((one) => one !== anchor) && !this.#belongsTogether(chosen, anchor)) return null
    if (targets.filter(isAmount).length > 1 && !this.#areBound(chosen)) return null
    const { segment } = this.#answer.clauses[anchor]!
    const { kind, from, to } = this.#answer.segments[segment]!
    const looked = kind === 'Row' ? [...used, ...pool.filter((at) => at >= from && at < to)] : used
    if (this.#isOpposed(chosen, looked)) return false
    if (isPlain) return true
    return this.#isNegated(chosen, used) === this.#isStatementNegated(chosen)
  }

  /** The place of each target, in the clause itself if possible, or else near it. */
  #choose(pool: readonly number[], anchor: number): (Hit | null)[] {
    const { targets } = this.#statement
    const best: (Hit | null)[] = targets.map(() => null)
    const sorted = pool.toSorted((a, b) => Math.abs(a - anchor) - Math.abs(b - anchor))
    for (const clause of sorted)
      for (const hit of this.#hits[clause]!) {
        const before = best[hit.target] ?? null
        if (before === null || (before.clause === clause && this.#fitsBetter(hit, before)))
          best[hit.target] = hit
      }
    return best
  }

  #fitsBetter(hit: Hit, before: Hit): boolean {
    const { item } = this.#statement.targets[hit.target]!
    const isNegated = (one: Hit) => {
      const said = this.#itemAt(one)
      return said.kind === 'Word' && said.negated
    }
    return item.kind === 'Word' && isNegated(before) !== item.negated && isNegated(hit) === item.negated
  }

  #itemAt({ clause, at }: Hit): Item {
    return this.#answer.clauses[clause]!.items[at]!
  }

  #mentionsEnough(chosen: readonly (Hit | null)[], pool: readonly number[]): boolean {
    const { targets, head, tail } = this.#statement
    if (targets.some(({ isRequired }, at) => isRequired && !chosen[at])) return false
    const words = targets.filter(({ item, weight }) => item.kind === 'Word' && weight > 0)
    const total = words.reduce((sum, { weight }) => sum + weight, 0)
    const missing = targets.reduce((sum, { weight }, at) => sum + (chosen[at] ? 0 : weight), 0)
    const hasAmounts = targets.some(({ isRequired }) => isRequired)
    if (words.length <= SHORT && !hasAmounts) return missing === 0
    if (missing > total * (hasAmounts ? MISSING_BESIDE_AMOUNTS : MISSING)) return false
    if (!hasAmounts && tail >= 0 && !chosen[tail]) return false
    return head < 0 || chosen[head] != null || pool.some((at) => this.#has(at, 'Pronoun'))
  }

  /** Whether an item or a row is about something else: both have a word that the other hasn't. */
  #isAboutOther(chosen: readonly (Hit | null)[], anchor: number): boolean {
    const { targets } = this.#statement
    const { clauses, segments } = this.#answer
    const segment = segments[clauses[anchor]!.segment]!
    if (segment.kind !== 'Row' && segment.kind !== 'Item') return false
    if (!targets.some(({ weight }, at) => weight === 1 && !chosen[at])) return false
    const label = segment.kind === 'Row' ? segment.from : anchor
    const said = new Set(chosen.flatMap((hit) => (hit?.clause === label ? [hit.at] : [])))
    for (const [at, item] of clauses[label]!.items.entries()) {
      if (item.kind !== 'Word' && segment.kind === 'Item') return false
      if (item.kind === 'Word' && !said.has(at) && weightOf(item) === 1 && !item.unit) return true
    }
    return false
  }

  #has(clause: number, kind: Item['kind']): boolean {
    return this.#answer.clauses[clause]!.items.some((item) => item.kind === kind)
  }

  /** Whether what is said elsewhere is about the same as the clause, which can be about something else. */
  #belongsTogether(chosen: readonly (Hit | null)[], anchor: number): boolean {
    if (!this.#continues(chosen, anchor) && !this.#isIntroduced(chosen, anchor)) return false
    const { targets } = this.#statement
    const { clauses, segments } = this.#answer
    const segment = segments[clauses[anchor]!.segment]!
    return chosen.every((hit, at) => {
      if (!hit || hit.clause === anchor || segment.kind === 'Row') return true
      const { item, isRequired } = targets[at]!
      const isName = isRequired && item.kind === 'Word'
      if (item.kind === 'Number' && this.#hasAmountLike(item, anchor)) return false
      // What follows belongs to the next amount or name, if there is one.
      if (hit.clause > anchor) {
        if (this.#hasOtherAmount(anchor + 1, Math.max(segment.to, hit.clause + 1))) return false
        return !this.#startsOtherwise(hit) && !(isName && this.#hasOtherName(anchor, anchor + 1))
      }
      // The sentence before is about another name than this one.
      const isBefore = segment.previous !== null && clauses[hit.clause]!.segment === segment.previous
      if (isBefore && this.#hasOtherName(hit.clause, hit.clause + 1) && this.#namesIn(chosen, anchor))
        return false
      return !isName || !this.#hasOtherName(hit.clause + 1, anchor + 1)
    })
  }

  /** Whether a clause has words of its own in front of a hit, so that it is about something else. */
  #startsOtherwise(hit: Hit): boolean {
    const said = new Set(this.#hits[hit.clause]!.map(({ at }) => at))
    return this.#answer.clauses[hit.clause]!.items.slice(0, hit.at).some(
      (item, at) => item.kind === 'Word' && !said.has(at) && weightOf(item) === 1,
    )
  }

  /** "In 2024, the company …": all that is said elsewhere introduces the sentence. */
  #isIntroduced(chosen: readonly (Hit | null)[], anchor: number): boolean {
    const { clauses, segments } = this.#answer
    const { from } = segments[clauses[anchor]!.segment]!
    if (anchor !== from + 1 || chosen.some((hit) => hit && hit.clause !== anchor && hit.clause !== from))
      return false
    const said = new Set(this.#hits[from]!.map(({ at }) => at))
    return clauses[from]!.items.every(
      (item, at) => item.kind !== 'Word' || said.has(at) || weightOf(item) < 1,
    )
  }

  /** Whether a clause goes on about what was named before: it names it again, or nothing else. */
  #continues(chosen: readonly (Hit | null)[], anchor: number): boolean {
    const own = new Set(chosen.flatMap((hit) => (hit?.clause === anchor ? [hit.at] : [])))
    const { kind } = this.#answer.segments[this.#answer.clauses[anchor]!.segment]!
    for (const [at, item] of this.#answer.clauses[anchor]!.items.entries()) {
      if (own.has(at) || item.kind === 'Anaphor' || item.kind === 'Pronoun') return true
      if (item.kind !== 'Word' || item.forms.isLight || item.unit || item.text.endsWith('ly')) continue
      if (kind !== 'Row') return false
      // The name of a column needn't be in the statement, unless it is a name among others.
      if (item.isName) return false
    }
    return true
  }

  /** Whether a clause has another amount of the same unit, so that one elsewhere is about something else. */
  #hasAmountLike({ unit }: NumberItem, clause: number): boolean {
    const said = new Set(this.#hits[clause]!.map(({ at }) => at))
    return this.#answer.clauses[clause]!.items.some(
      (item, at) => item.kind === 'Number' && !said.has(at) && unit !== null && item.unit?.of === unit.of,
    )
  }

  #hasOtherAmount(from: number, to: number): boolean {
    const { targets } = this.#statement
    for (let at = from; at < to; at += 1) {
      const said = new Set(
        this.#hits[at]!.filter(({ target }) => isAmount(targets[target]!)).map((hit) => hit.at),
      )
      const { items } = this.#answer.clauses[at]!
      if (
        items.some(
          ({ kind }, place) => (kind === 'Number' || kind === 'Date' || kind === 'Time') && !said.has(place),
        )
      )
        return true
    }
    return false
  }

  #namesIn(chosen: readonly (Hit | null)[], anchor: number): boolean {
    const { targets } = this.#statement
    return chosen.some(
      (hit, at) => hit?.clause === anchor && targets[at]!.isRequired && targets[at]!.item.kind === 'Word',
    )
  }

  #hasOtherName(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) {
      const said = new Set(this.#hits[at]!.map((hit) => hit.at))
      const { items } = this.#answer.clauses[at]!
      if (items.some((item, place) => item.kind === 'Word' && item.isName && !said.has(place))) return true
    }
    return false
  }

  /** Whether each amount is said of what it is said of in the statement. */
  #areBound(chosen: readonly (Hit | null)[]): boolean {
    const { targets } = this.#statement
    const amountClauses = new Set(
      chosen.flatMap((hit, at) => (hit && isAmount(targets[at]!) ? [hit.clause] : [])),
    )
    return targets.every((target, at) => {
      if (!isAmount(target)) return true
      let near = at - 1
      while (near >= 0 && targets[near]!.weight < 1 && !isAmount(targets[near]!)) near -= 1
      if (near < 0 || isAmount(targets[near]!)) return true
      const places = this.#hits.flatMap((hits) =>
        hits.filter((hit) => hit.target === near).map((hit) => hit.clause),
      )
      const inPool = places.filter((clause) => amountClauses.has(clause))
      return inPool.length === 0 || inPool.includes(chosen[at]!.clause)
    })
  }

  /** "before" and "after", "buyer" and "seller": the answer has only the other one. */
  #isOpposed(chosen: readonly (Hit | null)[], used: readonly number[]): boolean {
    const said = new Set(chosen.flatMap((hit) => (hit ? [`${hit.clause} ${hit.at}`] : [])))
    const others = used.flatMap((clause) =>
      this.#answer.clauses[clause]!.items.flatMap((item, at) =>
        item.kind === 'Word' && !said.has(`${clause} ${at}`) ? sidesOf(item.text, item.forms) : [],
      ),
    )
    return this.#statement.targets.some(({ item }, at) => {
      if (chosen[at] || item.kind !== 'Word') return false
      return sidesOf(item.text, item.forms).some((side) => others.includes(side))
    })
  }

  #isNegated(chosen: readonly (Hit | null)[], used: readonly number[]): boolean {
    const isClauseNegated = used.some((clause) => this.#isClauseNegated(chosen, clause))
    const words = chosen.filter((hit) => {
      const item = hit && this.#itemAt(hit)
      return item?.kind === 'Word' && item.negated
    })
    return isClauseNegated !== (words.length % 2 === 1)
  }

  /** Whether "not" is about something of the statement: it follows, or nothing does. */
  #isClauseNegated(chosen: readonly (Hit | null)[], clause: number): boolean {
    const { items, segment } = this.#answer.clauses[clause]!
    if (this.#answer.segments[segment]!.asks === 'No') return true
    const last = Math.max(-1, ...chosen.flatMap((hit) => (hit?.clause === clause ? [hit.at] : [])))
    return items.some(
      ({ kind }, at) =>
        kind === 'Not' &&
        (last > at || !items.slice(at + 1).some((item) => item.kind === 'Word' || item.kind === 'Number')),
    )
  }

  #isStatementNegated(chosen: readonly (Hit | null)[]): boolean {
    const { targets, isNegated } = this.#statement
    const words = targets.filter(({ item }, at) => chosen[at] && item.kind === 'Word' && item.negated)
    return isNegated !== (words.length % 2 === 1)
  }
}

const isYear = ({ values, unit }: NumberItem): boolean =>
  unit === null && values.length === 1 && values[0]! >= 1500 && values[0]! <= 2200

const hasYear = (item: Item, year: number): boolean =>
  (item.kind === 'Number' && item.unit === null && item.values.includes(year)) ||
  (item.kind === 'Date' && item.readings.some((one) => one.year === year))
