import { clockTimeAt, inPart, partAt } from './clockTimes.ts'
import { type Day, dateAt } from './dates.ts'
import { decadeAt } from './decades.ts'
import { germanHalf, shareAfter } from './halves.ts'
import { numberAt, unsureOnes } from './numberWords.ts'
import { dayOfMonthAt, ordinalAt, ordinalTerm } from './ordinals.ts'
import { type Effect, phraseAt } from './phrases.ts'
import {
  currencyScales,
  fractions,
  isCurrency,
  PERCENT,
  readDigits,
  scales,
  severalParts,
  type Unit,
  unitNames,
  WORKDAY,
} from './quantities.ts'
import { type Token, tokensOf } from './tokens.ts'
import * as vocabulary from './vocabulary.ts'
import { formsOf, type Language, sidesOf, type WordForms } from './words.ts'

export interface WordItem {
  kind: 'Word'
  text: string
  forms: WordForms
  /** Whether "no" or "without" is said of it, or its own meaning is negative. */
  negated: boolean
  /** Whether it is written like a name. */
  isName: boolean
  isAcronym: boolean
  /** Of a word such as "days", without a number. */
  unit: Unit | null
}
export interface NumberItem {
  kind: 'Number'
  values: readonly number[]
  unit: Unit | null
  bound: 'Least' | 'Most' | null
  /** Whether "not" precedes it immediately. */
  negated: boolean
}
export interface DateItem {
  kind: 'Date'
  readings: readonly Day[]
}
export interface TimeItem {
  kind: 'Time'
  minutes: number
  /** Whether it can also be twelve hours later. */
  isOpen: boolean
}
interface MarkItem {
  kind: 'Not' | 'Break' | 'Joint' | 'Anaphor' | 'Pronoun'
}
export type Item = WordItem | NumberItem | DateItem | TimeItem | MarkItem

const hyphens = new Set(['-'])
const beforeUnits = new Set(
  `calendar full whole consecutive paid additional extra more further volle vollen ganze de of d working business
  weitere zusatzliche bezahlte`.split(/\s+/),
)
const workBefore = new Set(['working', 'business'])
const workAfter = new Set('ouvrables ouvres ouvrable habiles laborables habil laborable عمل'.split(' '))
const percents = new Set(['بالميه', 'بالمايه'])
const percentPairs = new Set(['per cent', 'pour cent', 'por ciento', 'في الميه', 'في المايه'])
/** "يومان" and "يومين" are two days, and a fortnight is two weeks. */
const duals: ReadonlyMap<string, string> = new Map([
  ['fortnight', 'week'],
  ...'يوم شهر سنت عام اسبوع ساعت دقيقت مليون'.split(' ').flatMap((stem) => {
    const singular = stem.replace(/ت$/, 'ه')
    return [
      [`${stem}ان`, singular],
      [`${stem}ين`, singular],
    ] as const
  }),
])
const ordinalEnds = new Set(['st', 'nd', 'rd', 'th'])
const partsOfWhole = new Set('of the off von der des du de la من'.split(' '))
const betweenNumbers = new Set('- to and or bis und oder a et ou y الي و او حتي'.split(' '))
const compoundEnds = 'tagen tage stunden wochen monaten monate jahren jahre minuten'.split(' ')
const LEAST_COMPOUND = 4
const elision = /^(?:l|d|n|s|c|j|m|t|qu)'(?=\p{L}{2})/u

const relatives: ReadonlySet<string> = new Set(vocabulary.relatives.split(' '))
const auxiliaries: ReadonlySet<string> = new Set(vocabulary.auxiliaries.split(/\s+/))

export interface ReadingOptions {
  functionWords: ReadonlySet<string>
  /** Whether capital letters mark names. German writes all nouns with them. */
  hasNames: boolean
  language: Language | null
  /** Whether "no" negates a verb, as in Spanish. */
  negatesByNo: boolean
}

/** Returns what a sentence says, item by item. */
export function itemsOf(sentence: string, options: ReadingOptions): Item[] {
  return new Reader(tokensOf(sentence), options).read()
}

class Reader {
  readonly #tokens: readonly Token[]
  readonly #words: readonly string[]
  readonly #options: ReadingOptions
  readonly #items: Item[] = []
  #at = 0
  #isWithout = false
  #compound: string | null = null
  #bound: 'Least' | 'Most' | null = null
  #boundAt = 0
  #previous: { item: NumberItem; end: number; isScaled: boolean } | null = null

  constructor(tokens: readonly Token[], options: ReadingOptions) {
    this.#tokens = tokens.map((token) =>
      token.kind === 'Word' ? { ...token, text: token.text.replace(elision, '').replace(/'s$/, '') } : token,
    )
    this.#words = this.#tokens.map(({ text }) => text)
    this.#options = options
  }

  read(): Item[] {
    while (this.#at < this.#tokens.length) {
      const before = this.#at
      if (
        !(
          this.#readTime() ||
          this.#readDate() ||
          this.#readOrdinal() ||
          this.#readPhrase() ||
          this.#readNumber()
        )
      )
        this.#readWord()
      if (this.#at === before) this.#at += 1
    }
    return this.#items
  }

  #word(offset = 0): string {
    return this.#words[this.#at + offset] ?? ''
  }

  #readTime(): boolean {
    const spoken = clockTimeAt(this.#words, this.#at)
    if (spoken) return this.#pushTime(spoken.minutes, spoken.count, spoken.isOpen)
    const token = this.#tokens[this.#at]!
    if (token.kind !== 'Number') return false
    const [, hours = '', minutes = '0'] = /^(\d{1,2})(?:[:.](\d\d))?\.?$/.exec(token.text) ?? []
    if (hours === '') return false
    const french = /^h(\d\d)$/.exec(this.#word(1))?.[1]
    const clock = this.#word(1) === 'uhr' || this.#word(1) === "o'clock" || this.#word(1) === 'horas' ? 1 : 0
    const isTime =
      token.text.includes(':') || french !== undefined || (clock === 1 && this.#word(1) !== 'horas')
    const isHour =
      isTime ||
      this.#word(-1) === 'الساعه' ||
      (partAt(this.#words, this.#at + 1 + clock) !== null && minutes.length === 2)
    const [hour, minute] = [Number(hours), Number(french ?? minutes)]
    if (!isHour || hour > 24 || minute > 59) return false
    const count = french !== undefined ? 2 : 1 + clock
    const found = inPart(this.#words, this.#at + count, hour * 60 + minute)
    return this.#pushTime(found.minutes, count + found.count, false)
  }

  #pushTime(minutes: number, count: number, isOpen: boolean): boolean {
    const last = this.#previous
    const [hour] = last?.item.values ?? []
    // "9 to 5 pm": what precedes is an hour, too.
    if (last && hour !== undefined && isHourOfDay(last.item) && this.#joins(last.end, this.#at)) {
      const at = this.#items.lastIndexOf(last.item)
      if (at >= 0) this.#items[at] = { kind: 'Time', minutes: hour * 60, isOpen: hour <= 12 }
    }
    this.#items.push({ kind: 'Time', minutes, isOpen })
    this.#at += count
    // The period of "p.m." also ends the sentence if a capital letter follows.
    if (this.#word(-1) === '.' && this.#tokens[this.#at]?.upper) this.#items.push({ kind: 'Break' })
    return true
  }

  #readDate(): boolean {
    const found = dateAt(this.#tokens, this.#at)
    if (!found) return this.#readFirstDay()
    this.#items.push({ kind: 'Date', readings: found.readings })
    this.#at += found.count
    return true
  }

  /** "3 to 5 May 2026": the month of the second day is the month of the first. */
  #readFirstDay(): boolean {
    const day = /^(\d{1,2})\.?$/.exec(this.#word())?.[1]
    const second =
      day !== undefined && betweenNumbers.has(this.#word(1)) ? dateAt(this.#tokens, this.#at + 2) : null
    if (!second || second.readings.some((one) => one.day === null || one.day <= Number(day))) return false
    if (second.readings.length > 1 || Number(day) === 0) return false
    const readings = second.readings.map((one) => ({ ...one, day: Number(day) }))
    this.#items.push({ kind: 'Date', readings }, { kind: 'Date', readings: second.readings })
    this.#at += 2 + second.count
    return true
  }

  /** "The fifth", "am Fünften", "le 5 du mois": a place, or the day of a month. "The 1990s": a decade. */
  #readOrdinal(): boolean {
    // "a third of the fee"
    if (fractions.has(this.#word()) && partsOfWhole.has(this.#word(1))) return false
    const decade = decadeAt(this.#tokens, this.#at)
    if (decade) {
      this.#pushTerm(`${decade.value}s`)
      this.#at += decade.count
      return true
    }
    const found = ordinalAt(this.#words, this.#at) ?? dayOfMonthAt(this.#words, this.#at)
    if (!found) return false
    this.#pushOrdinal(found.value)
    this.#at += found.count
    return true
  }

  #readPhrase(): boolean {
    const token = this.#tokens[this.#at]!
    if (token.kind === 'Sign') return this.#readSign(token.text)
    const phrase = phraseAt(this.#words, this.#at)
    // "an hour and a half" isn't "hourly".
    if (!phrase || (phrase.term !== null && shareAfter(this.#words, this.#at + phrase.words.length)))
      return false
    // "US" and "IT" are names.
    if (token.acronym && phrase.effects.some((effect) => effect === 'Pronoun' || effect === 'Anaphor'))
      return false
    if (phrase.term !== null) {
      const { isLight } = formsOf(phrase.term.slice(1))
      const forms = { term: phrase.term, others: [], negated: phrase.negated, isLight }
      this.#pushWord(phrase.words.join(' '), forms, false, false)
      this.#at += phrase.words.length
      return true
    }
    this.#apply(phrase.effects, phrase.words)
    this.#at += phrase.words.length
    return true
  }

  #readSign(sign: string): boolean {
    if (sign === ',' || sign === '،') {
      if (!relatives.has(this.#word(1))) this.#items.push({ kind: 'Break' })
    } else if (';!?؟؛'.includes(sign)) this.#items.push({ kind: 'Break' })
    else if (
      (sign === '-' || sign === '—') &&
      this.#tokens[this.#at]!.spaced &&
      this.#tokens[this.#at + 1]?.spaced
    )
      this.#items.push({ kind: 'Break' })
    else return false
    this.#at += 1
    return true
  }

  #apply(effects: readonly Effect[], words: readonly string[]): void {
    const last = this.#previous
    for (const effect of effects) {
      if (effect === 'LeastAfter' || effect === 'MostAfter') {
        if (!last || last.item.bound !== null || last.end !== this.#at) continue
        last.item.bound = effect === 'LeastAfter' ? 'Least' : 'Most'
        return
      }
      if (effect === 'Least' || effect === 'Most') {
        this.#bound = effect
        this.#boundAt = this.#at + words.length
      } else if (effect === 'Without') {
        const isAnswer =
          words[0] === 'no' && (this.#word(1) === ',' || (this.#items.length === 0 && this.#word(1) === ''))
        if (isAnswer) continue
        if (words[0] === 'no' && this.#options.negatesByNo) this.#items.push({ kind: 'Not' })
        else this.#isWithout = true
      } else if (effect === 'Joint' && auxiliaries.has(this.#word(words.length)))
        this.#items.push({ kind: 'Break' })
      else if (effect !== 'Ignored') this.#items.push({ kind: effect })
    }
  }

  #readNumber(): boolean {
    const token = this.#tokens[this.#at]!
    if (this.#readDual() || this.#readOneAfter() || this.#readFraction()) return true
    const start = this.#at
    const currency = this.#currencyBefore()
    const number = this.#tokens[this.#at]
    const found = number ? this.#value(number) : null
    if (!number || !found) {
      this.#at = start
      return false
    }
    const isUnknown = found.values.length === 0
    if (isUnknown) {
      this.#pushWord(number.text, formsOf(number.text), true, true)
      this.#at += 1
      return true
    }
    const next = this.#tokens[this.#at + 1]
    const isEnglish =
      number.kind === 'Number' && next !== undefined && !next.spaced && ordinalEnds.has(next.text)
    // "am 3. Werktag"
    if (
      isEnglish ||
      (this.#options.language === 'de' && next?.kind === 'Word' && /^\d{1,2}\.$/.test(number.text))
    ) {
      this.#pushOrdinal(found.values[0]!)
      this.#at += isEnglish ? 2 : 1
      return true
    }
    const isNegative =
      number.kind === 'Number' &&
      start > 0 &&
      this.#words[start - 1] === '-' &&
      this.#tokens[start - 1]!.spaced &&
      !token.spaced
    this.#at += found.count
    // "two and a half million", "deux heures et demie"
    let more = this.#share()
    const { factor, isScaled } = this.#scale(currency)
    const unit = currency ?? this.#unitAfter()
    if (unit && more === 0) more = this.#share()
    const values = found.values.map((value) => (value + more) * factor * (isNegative ? -1 : 1))
    this.#pushNumber(values, unit, isScaled, start)
    if (this.#compound !== null) {
      const word = this.#compound
      this.#compound = null
      const bare = formsOf(word, this.#options.language).term?.startsWith('=') ? word : word.replace(/s$/, '')
      this.#pushWord(bare, formsOf(bare, this.#options.language), false, false)
    }
    return true
  }

  #share(): number {
    const found = shareAfter(this.#words, this.#at)
    this.#at += found?.count ?? 0
    return found?.value ?? 0
  }

  #pushNumber(values: readonly number[], unit: Unit | null, isScaled: boolean, start: number): void {
    const bound = this.#bound !== null && start - this.#boundAt <= 4 ? this.#bound : null
    const previous = this.#items.at(-1)
    const item: NumberItem = { kind: 'Number', values, unit, bound, negated: previous?.kind === 'Not' }
    const last = this.#previous
    // "10 to 20 days": the unit of the second is the unit of the first.
    if (last && last.item.unit === null && unit !== null && this.#joins(last.end, start)) {
      last.item.unit = unit
      if (isScaled && !last.isScaled)
        last.item.values = last.item.values.map((value) => value * scaleOf(values))
    } else if (last && isCurrency(last.item.unit) && unit === null && this.#joins(last.end, start))
      item.unit = last.item.unit
    this.#items.push(item)
    this.#bound = null
    this.#isWithout = false
    this.#previous = { item, end: this.#at, isScaled }
  }

  #joins(end: number, start: number): boolean {
    return (
      start > end &&
      start - end <= 2 &&
      this.#words.slice(end, start).every((word) => betweenNumbers.has(word))
    )
  }

  /** "$5", "EUR 5". */
  #currencyBefore(): Unit | null {
    const unit = unitNames.get(this.#word())
    const next = this.#tokens[this.#at + 1]
    if (!isCurrency(unit) || next?.kind !== 'Number') return null
    // "5 € 10": the sign belongs to the number in front of it.
    if (this.#previous?.end === this.#at && this.#previous.item.unit === null) return null
    this.#at += 1
    return unit!
  }

  #value({ kind, text }: Token): { values: number[]; count: number } | null {
    if (kind === 'Number')
      return { values: /^[\d.,'٫٬ ]+$/.test(text) ? readDigits(text.replace(/[.,]$/, '')) : [], count: 1 }
    if (kind !== 'Word') return null
    if (unsureOnes.has(text) && !this.#isBeforeUnit(1) && !shareAfter(this.#words, this.#at + 1)) {
      const next = numberAt(this.#words, this.#at, this.#options.language)
      return next && next.count > 1 && next.value > 20 ? { values: [next.value], count: next.count } : null
    }
    if (unsureOnes.has(text) && !scales.has(this.#word(1))) return { values: [1], count: 1 }
    const half = germanHalf(text)
    if (half !== null) return { values: [half], count: 1 }
    const found = numberAt(this.#words, this.#at, this.#options.language)
    return found ? { values: [found.value], count: found.count } : null
  }

  #isBeforeUnit(offset: number): boolean {
    const next = this.#word(offset) === '-' ? offset + 1 : offset
    const word = this.#word(next)
    return (
      unitNames.has(word) ||
      scales.has(word) ||
      (beforeUnits.has(word) && unitNames.has(this.#word(next + 1)))
    )
  }

  #scale(currency: Unit | null): { factor: number; isScaled: boolean } {
    let factor = 1
    let isScaled = false
    for (let count = 0; count < 2; count += 1) {
      const word = this.#word()
      const next = this.#word(1) === '.' ? this.#word(2) : this.#word(1)
      const isMoney = isCurrency(currency) || isCurrency(unitNames.get(next))
      const scale = scales.get(word) ?? (isMoney ? currencyScales.get(word) : undefined)
      if (scale === undefined) break
      factor *= scale
      isScaled = true
      // "5 Mio. €"
      this.#at += this.#word(1) === '.' && isCurrency(unitNames.get(this.#word(2))) ? 2 : 1
    }
    return { factor, isScaled }
  }

  #unitAfter(): Unit | null {
    let offset = 0
    if (hyphens.has(this.#word()) && !this.#tokens[this.#at]!.spaced) offset += 1
    const pair = `${this.#word(offset)} ${this.#word(offset + 1)}`
    if (percents.has(this.#word(offset)) || percentPairs.has(pair)) {
      this.#at += offset + (percentPairs.has(pair) ? 2 : 1)
      return PERCENT
    }
    let isWork = false
    for (let skipped = 0; skipped < 2 && beforeUnits.has(this.#word(offset)); skipped += 1) {
      isWork ||= workBefore.has(this.#word(offset))
      offset += 1
    }
    const unit = unitNames.get(this.#word(offset)) ?? this.#unitOfCompound(offset)
    // "EUR 5 and EUR 10": the next number has a unit of its own in front of it.
    const isOfNext = isCurrency(unit) && this.#tokens[this.#at + offset + 1]?.kind === 'Number'
    if (!unit || isOfNext) return null
    this.#at += offset + 1
    if (workAfter.has(this.#word())) {
      isWork = true
      this.#at += 1
    }
    return isWork && unit.of === 'time' ? WORKDAY : unit
  }

  /** "30 Urlaubstage" are days, and about "Urlaub". */
  #unitOfCompound(offset: number): Unit | null {
    if (this.#options.language !== 'de') return null
    const word = this.#word(offset)
    const end = compoundEnds.find((one) => word.endsWith(one) && word.length - one.length >= LEAST_COMPOUND)
    if (end === undefined) return null
    this.#compound = word.slice(0, -end.length)
    return unitNames.get(end)!
  }

  #readDual(): boolean {
    const singular = duals.get(this.#word())
    if (singular === undefined) return false
    const start = this.#at
    this.#at += 1
    const unit = unitNames.get(singular) ?? null
    const more = this.#share()
    if (singular === 'مليون') this.#pushNumber([2_000_000 + more * 1_000_000], this.#unitAfter(), true, start)
    else this.#pushNumber([2 + more], unit, false, start)
    return true
  }

  /** "half of the fee" is 50 %, "half an hour" is 30 minutes. */
  #readFraction(): boolean {
    const several = severalParts.get(`${this.#word()} ${this.#word(this.#word(1) === '-' ? 2 : 1)}`)
    if (several !== undefined) {
      const from = this.#at
      this.#at += this.#word(1) === '-' ? 3 : 2
      this.#pushNumber([several], PERCENT, false, from)
      return true
    }
    const word = this.#word()
    const isQuarter = ['quarter', 'quart', 'cuarta'].includes(word)
    const share = isQuarter ? 25 : fractions.get(word)
    if (share === undefined) return false
    const start = this.#at
    const skipped = ['an', 'a'].includes(this.#word(1)) ? 1 : 0
    const unit = unitNames.get(this.#word(1 + skipped))
    if (unit?.of === 'time' || unit?.of === 'months') {
      this.#at += 2 + skipped
      this.#pushNumber([share / 100], unit, false, start)
      return true
    }
    const next = this.#word(1) === 'parte' ? 2 : 1
    const isPart = partsOfWhole.has(this.#word(next)) || /^ال/.test(this.#word(next))
    if (!isPart && !(share === 50 && this.#tokens.length <= this.#at + next + 1)) return false
    if (isQuarter && this.#word(next) === 'the') return false
    this.#at += next
    this.#pushNumber([share], PERCENT, false, start)
    return true
  }

  /** "يوم واحد" is one day, "an hour and a half" and "ساعة ونصف" one and a half. */
  #readOneAfter(): boolean {
    const unit = unitNames.get(this.#word())
    if (!unit) return false
    const isOne = ['واحد', 'واحده'].includes(this.#word(1))
    const more = isOne ? null : shareAfter(this.#words, this.#at + 1)
    if (!isOne && !more) return false
    const start = this.#at
    this.#at += 1 + (more?.count ?? 1)
    this.#pushNumber([1 + (more?.value ?? 0)], unit, false, start)
    return true
  }

  #readWord(): void {
    const token = this.#tokens[this.#at]!
    this.#at += 1
    if (token.kind === 'Sign') {
      const unit = unitNames.get(token.text)
      if (unit) this.#items.push({ ...plainWord(token.text), unit })
      return
    }
    // The "M" of a size or a plan is a name, "A" and "I" mostly aren't.
    if (/^[a-hj-z]$/.test(token.text) && token.upper && (token.text !== 'a' || this.#at > 1)) {
      this.#pushWord(token.text, { term: token.text, others: [], negated: false, isLight: false }, true, true)
      return
    }
    const forms = formsOf(token.text, this.#options.language)
    const isFunction = this.#options.functionWords.has(token.text) && !forms.term?.startsWith('=')
    const isFirst = this.#at === 1
    const isName =
      token.acronym || /\d/.test(token.text) || (token.upper && !isFirst && this.#options.hasNames)
    if (forms.term === null || isFunction) {
      // "before" is a stop word, but not what "after" says.
      if (sidesOf(token.text, forms).length > 0) {
        const own = { term: `"${token.text}`, others: [], negated: false, isLight: true }
        this.#items.push({ ...plainWord(token.text), forms: own })
        return
      }
      if (!(token.acronym && forms.term === null && token.text.length > 1)) return
      this.#pushWord(token.text, { ...forms, term: token.text, isLight: false }, true, true)
      return
    }
    this.#pushWord(token.text, forms, isName, token.acronym || /\d/.test(token.text))
  }

  /** What is third isn't fourth, so ordinals are as important as names. */
  #pushOrdinal(value: number): void {
    this.#pushTerm(ordinalTerm(value))
  }

  #pushTerm(text: string): void {
    this.#pushWord(text, { term: text, others: [], negated: false, isLight: false }, true, true)
  }

  #pushWord(text: string, forms: WordForms, isName: boolean, isAcronym: boolean): void {
    const negated = forms.negated !== this.#isWithout
    this.#isWithout = false
    this.#items.push({
      kind: 'Word',
      text,
      forms,
      negated,
      isName,
      isAcronym,
      unit: unitNames.get(text) ?? null,
    })
  }
}

const isHourOfDay = ({ values, unit, bound }: NumberItem): boolean =>
  unit === null &&
  bound === null &&
  values.length === 1 &&
  Number.isInteger(values[0]) &&
  values[0]! >= 0 &&
  values[0]! <= 24

const scaleOf = (values: readonly number[]): number => {
  const value = Math.abs(values[0] ?? 0)
  return value >= 1e9 ? 1e9 : value >= 1e6 ? 1e6 : 1e3
}

const plainWord = (text: string): WordItem => ({
  kind: 'Word',
  text,
  forms: { term: text, others: [], negated: false, isLight: true },
  negated: false,
  isName: false,
  isAcronym: false,
  unit: null,
})
