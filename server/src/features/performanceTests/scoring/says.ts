import type { Clause, Segment } from './clauses.ts'
import { saysDay } from './dates.ts'
import { type Evidence, evidenceOf, type Hit } from './evidence.ts'
import { isLikely } from './likelihood.ts'
import { isNegatedAt, isPermission } from './negation.ts'
import { isSameNumber } from './quantities.ts'
import type { Item, NumberItem } from './reading.ts'
import { isBareHour, isHour, isSameTime, isYear, marksOf, unitMark } from './sameAmounts.ts'
import {
  isAmount,
  LIGHT,
  type ReadAnswer,
  readAnswer,
  readExpected,
  type Statement,
  type Target,
  weightOf,
} from './statement.ts'
import { sidesOf } from './words.ts'

/** The weight of words that can be missing, of the weight of all. */
const MISSING_BESIDE_AMOUNTS = 0.34
const MISSING_BESIDE_NAMES = 0.24
/** An entry such as "Pro: €20" leaves out more. */
const MISSING_IN_ENTRIES = 0.5
const MISSING = 0.21
/** How far behind a number is what it counts. */
const NEAR_NUMBER = 3
/** How many clauses around one are looked at. */
const NEAR = 12
/** Shorter statements have to be said in full. */
const SHORT = 2

/** Whether an answer says a statement, without a language model. */
export const says = (answer: string, statement: string): boolean => saysIn(readAnswer(answer), statement)

/** The same for an answer that was read before. */
export function saysIn(answer: ReadAnswer, statement: string): boolean {
  const { verdict, evidence, hasAmounts } = findingsIn(answer, statement)
  if (verdict !== null) return verdict
  const found = evidence()
  return found !== null && isLikely(found, hasAmounts)
}

interface Findings {
  /** Whether it is said nearly literally, or contradicted; null if rules can’t tell, so that the evidence decides. */
  verdict: boolean | null
  evidence: () => Evidence | null
  hasAmounts: boolean
}

/** What an answer has of a statement. */
export function findingsIn(answer: ReadAnswer, statement: string): Findings {
  const read = readExpected(statement, answer)
  if (read.targets.length === 0) return { verdict: false, evidence: () => null, hasAmounts: false }
  const search = new Search(answer, read)
  const isSaid = search.finds()
  return {
    verdict: isSaid || search.isContradicted ? isSaid : null,
    evidence: () => evidenceOf(answer, read, search.looseHits()),
    hasAmounts: read.targets.some(isAmount),
  }
}

const isContent = ({ kind }: Item): boolean =>
  kind === 'Word' || kind === 'Number' || kind === 'Date' || kind === 'Time'
class Search {
  readonly #answer: ReadAnswer
  readonly #statement: Statement
  readonly #hits: Hit[][]
  /** Clauses that say the opposite, or nearly. */
  readonly #contradicted = new Set<number>()
  /** Whether a clause mentions enough of the statement, but says the opposite or is about something else. */
  isContradicted = false
  readonly #marks = new Map<number, ReadonlySet<string>>()

  constructor(answer: ReadAnswer, statement: Statement) {
    this.#answer = answer
    this.#statement = statement
    this.#hits = answer.clauses.map((clause, at) => this.#hitsOf(clause, at, false))
  }

  /** Also amounts that count something that isn't in the clause, or hours: "from 7 to 10 am". */
  looseHits(): readonly (readonly Hit[])[] {
    if (!this.#statement.targets.some(isAmount)) return this.#hits
    return this.#answer.clauses.map((clause, at) => this.#hitsOf(clause, at, true))
  }

  finds(): boolean {
    const { clauses } = this.#answer
    const { targets } = this.#statement
    const hasAmounts = targets.some(isAmount)
    const anchors = [...clauses.keys()].filter((at) => {
      const hits = this.#hits[at]!
      return hits.length > 0 && (!hasAmounts || hits.some(({ target }) => isAmount(targets[target]!)))
    })
    for (const at of anchors) {
      const said = this.#isOpen(at) ? null : this.#isSaidIn([at], at, false)
      if (said) return true
      if (said === false) this.#contradicted.add(at)
    }
    return anchors.some((at) => !this.#contradicted.has(at) && !this.#isOpen(at) && this.#isSaidAround(at))
  }

  #isOpen(clause: number): boolean {
    return this.#answer.segments[this.#answer.clauses[clause]!.segment]!.asks === 'Open'
  }

  #hitsOf(clause: Clause, at: number, isLoose: boolean): Hit[] {
    const { targets, byText } = this.#statement
    return clause.items.flatMap((item, place) => {
      if (item.kind === 'Word')
        return (byText.get(item.text) ?? []).map((target) => ({ target, clause: at, at: place }))
      return targets.flatMap((target, index) =>
        this.#isSameAmount(target.item, item, clause, isLoose) &&
        !this.#countsOther(target, clause, place, isLoose)
          ? [{ target: index, clause: at, at: place }]
          : [],
      )
    })
  }

  /** "600 passengers and 90 cars" doesn't say "90 passengers". */
  #countsOther({ counted }: Target, { items }: Clause, place: number, isLoose: boolean): boolean {
    if (counted === null) return false
    const { byText } = this.#statement
    const isCounted = (item: Item) =>
      item.kind === 'Word' && byText.get(item.text)?.includes(counted) === true
    if (isLoose && !items.some(isCounted)) return false
    const after = items.slice(place + 1, place + 1 + NEAR_NUMBER)
    const [next] = after
    if (next?.kind !== 'Word' || weightOf(next) < 1 || byText.has(next.text)) return false
    return !after.some(isCounted)
  }

  #isSameAmount(wanted: Target['item'], said: Item, clause: Clause, isLoose: boolean): boolean {
    if (wanted.kind === 'Time') return said.kind === 'Time' ? isSameTime(said, wanted) : isHour(said, wanted)
    if (wanted.kind === 'Date')
      return said.kind === 'Date' && this.#saysDate(said.readings, wanted.readings, clause)
    if (wanted.kind !== 'Number') return false
    if (said.kind === 'Time') return isHour(wanted, said) || (isLoose && isBareHour(wanted, said))
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
        this.#names(segment, `${one.year}`),
    )
  }

  /** Whether a sentence, or what it is about, names a unit or a year. */
  #names(segment: number, mark: string): boolean {
    const { segments } = this.#answer
    return [segment, ...segments[segment]!.context].some((one) => this.#marksOf(one).has(mark))
  }

  #marksOf(segment: number): ReadonlySet<string> {
    let marks = this.#marks.get(segment)
    if (!marks) {
      const { from, to } = this.#answer.segments[segment]!
      marks = new Set(this.#answer.clauses.slice(from, to).flatMap(({ items }) => items.flatMap(marksOf)))
      this.#marks.set(segment, marks)
    }
    return marks
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
    return this.#names(segment, unitMark(from))
  }

  /** Looks at more and more around a clause, until a contradiction. */
  #isSaidAround(anchor: number): boolean {
    const segment = this.#answer.segments[this.#answer.clauses[anchor]!.segment]!
    for (const pool of this.#pools(anchor, segment)) {
      const said = this.#isSaidIn(pool.clauses, anchor, pool.isWide)
      if (said !== null) return said
    }
    return false
  }

  #pools(anchor: number, segment: Segment): { clauses: number[]; isWide: boolean }[] {
    const { segments } = this.#answer
    // The time is limited, also for sentences of thousands of clauses.
    const all = ({ from, to }: Segment) => {
      const first = Math.max(from, Math.min(anchor, to) - NEAR)
      return Array.from({ length: Math.min(to, first + 2 * NEAR) - first }, (_, at) => first + at)
    }
    const { targets } = this.#statement
    const own = [...new Set([segment.from, ...all(segment)])]
    // Other cells of a row are about other columns.
    const amounts = (at: number) => this.#hits[at]!.some(({ target }) => isAmount(targets[target]!))
    const same =
      segment.kind === 'Row' && anchor !== segment.from && targets.some(isAmount)
        ? own.filter((at) => at === segment.from || at === anchor || amounts(at))
        : own
    const context = [...segment.context, ...(segment.previous === null ? [] : [segment.previous])]
    const next = this.#answer.clauses[anchor]!.segment + 1
    const around = [...new Set([...context.flatMap((one) => all(segments[one]!)), ...same])]
    const pools = [
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
    const chosen = this.#choose(pool, anchor)
    if (!this.#mentionsEnough(chosen, pool, anchor)) return null
    const said = this.#isSaidBy(chosen, pool, anchor, isWide)
    if (said === false) this.isContradicted = true
    return said
  }

  #isSaidBy(
    chosen: readonly (Hit | null)[],
    pool: readonly number[],
    anchor: number,
    isWide: boolean,
  ): boolean | null {
    const { isPlain } = this.#statement
    const used = [...new Set(chosen.flatMap((hit) => (hit ? [hit.clause] : [])))]
    if (!this.#isAbout(chosen, pool, anchor, isWide, used)) return null
    if (used.some((one) => this.#contradicted.has(one))) return null
    const { segment } = this.#answer.clauses[anchor]!
    const { kind, from, to } = this.#answer.segments[segment]!
    const looked = kind === 'Row' ? [...used, ...pool.filter((at) => at >= from && at < to)] : used
    if (this.#isOpposed(chosen, looked)) return false
    if (isPlain) return true
    return this.#isNegated(chosen, used) === this.#isStatementNegated(chosen)
  }

  /** Whether clauses that mention enough are about the same as the statement, all of them. */
  #isAbout(
    chosen: readonly (Hit | null)[],
    pool: readonly number[],
    anchor: number,
    isWide: boolean,
    used: readonly number[],
  ): boolean {
    const isOther =
      this.#isAboutOther(chosen, anchor) ||
      (isWide && used.some((one) => one !== anchor) && !this.#belongsTogether(chosen, anchor)) ||
      (this.#statement.targets.filter(isAmount).length > 1 && !this.#areBound(chosen, pool))
    if (isOther) this.isContradicted = true
    return !isOther
  }

  /** The place of each target, in the clause itself if possible, or else near it. */
  #choose(pool: readonly number[], anchor: number): (Hit | null)[] {
    const { targets } = this.#statement
    const best: (Hit | null)[] = targets.map(() => null)
    const sorted = pool.toSorted((a, b) => Math.abs(a - anchor) - Math.abs(b - anchor))
    for (const clause of sorted)
      for (const hit of this.#hits[clause]!) {
        best[hit.target] ??= hit
      }
    return this.#settle(best)
  }

  /** "Open on Tuesdays and closed on Mondays": of two words of a class, the one next to the others is meant. */
  #settle(best: (Hit | null)[]): (Hit | null)[] {
    return best.map((hit, target) => {
      if (!hit || !this.#isNegatable(hit)) return hit
      const others = this.#hits[hit.clause]!.filter((one) => one.target === target)
      if (others.length === 1) return hit
      const next = best.find((one, at) => one && at > target && one.clause === hit.clause)
      const place =
        next?.at ?? best.findLast((one, at) => one && at < target && one.clause === hit.clause)?.at
      if (place === undefined) return hit
      const distance = (one: Hit) => Math.abs(one.at - place)
      return others.reduce((near, one) => (distance(one) < distance(near) ? one : near), hit)
    })
  }

  #isNegatable(hit: Hit): boolean {
    const item = this.#itemAt(hit)
    return item.kind === 'Word' && (item.forms.term?.startsWith('=') ?? false)
  }

  #itemAt({ clause, at }: Hit): Item {
    return this.#answer.clauses[clause]!.items[at]!
  }

  #mentionsEnough(chosen: readonly (Hit | null)[], pool: readonly number[], anchor: number): boolean {
    const { targets, head, tail, isNegated } = this.#statement
    if (targets.some(({ isRequired }, at) => isRequired && !chosen[at])) return false
    const words = targets.filter(({ item, weight }) => item.kind === 'Word' && weight > 0)
    const total = words.reduce((sum, { weight, isRequired }) => sum + (isRequired ? 0 : weight), 0)
    const missing = targets.reduce((sum, { weight }, at) => sum + (chosen[at] ? 0 : weight), 0)
    const hasAmounts = targets.some(isAmount)
    const hasNames = !hasAmounts && targets.some(({ isRequired }) => isRequired)
    // "No license is needed" is said by "without a license".
    const isWithout =
      missing <= LIGHT && (isNegated || targets.some(({ item }) => item.kind === 'Word' && item.negated))
    if (words.length <= SHORT && !hasAmounts && !hasNames) return missing === 0 || isWithout
    const label = hasAmounts && this.#isEntry(anchor) ? this.#label(anchor, chosen) : []
    const isLabeled = label.length > 0 && !label.includes(false)
    const limit = isLabeled
      ? MISSING_IN_ENTRIES
      : hasAmounts
        ? MISSING_BESIDE_AMOUNTS
        : hasNames
          ? MISSING_BESIDE_NAMES
          : MISSING
    // Entries leave out light words, too.
    const full = targets.filter(
      ({ weight, isRequired }, at) => weight === 1 && !isRequired && !chosen[at],
    ).length
    const lacking = isLabeled ? full : missing
    if (lacking > total * limit) return false
    // What is negated has to be said.
    if ((!hasAmounts || isNegated) && tail >= 0 && !chosen[tail] && !(hasNames && !isNegated)) return false
    // "You" and the entries of a list needn't name what they are about.
    return head < 0 || chosen[head] != null || isLabeled || pool.some((at) => this.#has(at, 'Pronoun'))
  }

  #isEntry(clause: number): boolean {
    const { kind } = this.#answer.segments[this.#answer.clauses[clause]!.segment]!
    return kind === 'Item' || kind === 'Row'
  }

  /** Whether an item or a row is about something else: both have a word that the other hasn't. */
  #isAboutOther(chosen: readonly (Hit | null)[], anchor: number): boolean {
    const { targets } = this.#statement
    if (!this.#isEntry(anchor)) return false
    if (!targets.some(({ weight }, at) => weight === 1 && !chosen[at])) return false
    return this.#label(anchor, chosen).some((isSaid) => !isSaid)
  }

  /** Whether each word of an entry's label is of the statement: what precedes its amount, or the first cell. */
  #label(anchor: number, chosen: readonly (Hit | null)[]): boolean[] {
    const { clauses, segments } = this.#answer
    const { kind, from } = segments[clauses[anchor]!.segment]!
    const said = new Set(chosen.flatMap((hit) => (hit ? [`${hit.clause} ${hit.at}`] : [])))
    const found: boolean[] = []
    // A label before a dash or a comma is a clause of its own.
    const last = kind === 'Row' ? from : Math.min(anchor, from + 1)
    for (let clause = from; clause <= last; clause += 1)
      for (const [at, item] of clauses[clause]!.items.entries()) {
        if (at < clauses[clause]!.named) continue
        if (item.kind !== 'Word' && kind === 'Item' && isContent(item)) return found
        if (item.kind === 'Word' && weightOf(item) === 1 && !item.unit)
          found.push(said.has(`${clause} ${at}`))
      }
    return found
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
    const hasAmounts = targets.some(isAmount)
    return chosen.every((hit, at) => {
      if (!hit || hit.clause === anchor) return true
      if (segment.kind === 'Row') return !this.#isOfOtherColumn(hit, anchor)
      const { item, isRequired } = targets[at]!
      const isName = isRequired && item.kind === 'Word'
      if (item.kind === 'Number' && this.#hasAmountLike(item, anchor)) return false
      // What follows belongs to the next amount or name, if there is one.
      if (hit.clause > anchor) {
        if (hasAmounts && this.#hasOtherAmount(anchor + 1, Math.max(segment.to, hit.clause + 1))) return false
        if (this.#saysOpposite(hit.clause, chosen)) return false
        return !this.#startsOtherwise(hit) && !(isName && this.#hasOtherName(anchor, anchor + 1))
      }
      // What precedes is about another name than this one.
      if (
        !segment.context.includes(clauses[hit.clause]!.segment) &&
        this.#hasOtherName(hit.clause, hit.clause + 1) &&
        this.#namesIn(chosen, anchor)
      )
        return false
      return !isName || !this.#hasOtherName(hit.clause + 1, anchor + 1)
    })
  }

  /** Whether a hit and the clause are in different columns of a row, and either is named otherwise. */
  #isOfOtherColumn(hit: Hit, anchor: number): boolean {
    const { clauses, segments } = this.#answer
    const { segment } = clauses[anchor]!
    if (clauses[hit.clause]!.segment !== segment || hit.clause === segments[segment]!.from) return false
    return this.#isNamedOtherwise(anchor) || this.#isNamedOtherwise(hit.clause)
  }

  #isNamedOtherwise(cell: number): boolean {
    const { items, named } = this.#answer.clauses[cell]!
    const said = new Set(this.#hits[cell]!.map(({ at }) => at))
    const isTelling = (item: Item) => (item.kind === 'Word' ? item.isName : isContent(item))
    return items.slice(0, named).some((item, at) => isTelling(item) && !said.has(at))
  }

  /** "Open on weekdays; on weekends, it's closed": a clause says something chosen elsewhere the other way round. */
  #saysOpposite(clause: number, chosen: readonly (Hit | null)[]): boolean {
    return this.#hits[clause]!.some((hit) => {
      const other = chosen[hit.target]
      if (!other || other.clause === clause) return false
      const [one, two] = [this.#itemAt(hit), this.#itemAt(other)]
      return one.kind === 'Word' && two.kind === 'Word' && one.negated !== two.negated
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
      (item, at) => said.has(at) || !isContent(item) || (item.kind === 'Word' && weightOf(item) < 1),
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
    for (let at = from; at < Math.min(to, from + NEAR); at += 1) {
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
  #areBound(chosen: readonly (Hit | null)[], pool: readonly number[]): boolean {
    const { targets } = this.#statement
    const amountClauses = new Set(
      chosen.flatMap((hit, at) => (hit && isAmount(targets[at]!) ? [hit.clause] : [])),
    )
    return targets.every((target, at) => {
      if (!isAmount(target)) return true
      let near = at - 1
      while (near >= 0 && targets[near]!.weight < 1 && !isAmount(targets[near]!)) near -= 1
      if (near < 0 || isAmount(targets[near]!)) return true
      const places = pool.filter((clause) => this.#hits[clause]!.some((hit) => hit.target === near))
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
    const count = words.length + this.#unsaidBans(chosen, used)
    return isClauseNegated !== (count % 2 === 1)
  }

  /** "The use of the elevator is forbidden": words that forbid, and aren't of the statement. */
  #unsaidBans(chosen: readonly (Hit | null)[], used: readonly number[]): number {
    const said = new Set(chosen.flatMap((hit) => (hit ? [`${hit.clause} ${hit.at}`] : [])))
    const isBan = (item: Item) => isPermission(item) && item.kind === 'Word' && item.negated
    return used.filter((clause) =>
      this.#answer.clauses[clause]!.items.some((item, at) => isBan(item) && !said.has(`${clause} ${at}`)),
    ).length
  }

  #isClauseNegated(chosen: readonly (Hit | null)[], clause: number): boolean {
    const { items, segment } = this.#answer.clauses[clause]!
    if (this.#answer.segments[segment]!.asks === 'No') return true
    const last = Math.max(-1, ...chosen.flatMap((hit) => (hit?.clause === clause ? [hit.at] : [])))
    return isNegatedAt(items, last)
  }

  #isStatementNegated(chosen: readonly (Hit | null)[]): boolean {
    const { targets, isNegated } = this.#statement
    const words = targets.filter(
      ({ item }, at) => item.kind === 'Word' && item.negated && (chosen[at] || isPermission(item)),
    )
    return isNegated !== (words.length % 2 === 1)
  }
}
