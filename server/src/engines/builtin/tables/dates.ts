import { type DatePart, dateParts, type Moment, moments, months, ordinals } from './vocabulary.ts'
import { findPhrase, use, type Word } from './words.ts'

/** A condition on dates: texts compared as ISO dates. `monthOnly` is a month of any year. */
export type DateCondition =
  | { kind: 'Range'; from: string | null; before: string | null; shown: string }
  | { kind: 'MonthOfAnyYear'; month: number; shown: string }

interface FoundDate {
  at: number
  count: number
  part: DatePart | 'MonthOfAnyYear'
  year: number
  month: number
  day: number
}

const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const yearOnly = /^(?:19|20)\d\d$/
const quarterOnly = /^q([1-4])$/
const dayOnly = /^(\d{1,2})(?:st|nd|rd|th)?$/

const two = (value: number) => String(value).padStart(2, '0')

function dateAt(words: readonly Word[], at: number): FoundDate | null {
  const word = words[at]
  if (!word || word.used) return null
  const text = word.plain.replace(/[.,:]$/, '')
  const none = { at, count: 1, month: 1, day: 1 }
  const full = iso.exec(text)
  if (full) {
    const [, year, month, day] = full
    return {
      ...none,
      part: day ? 'Day' : 'Month',
      year: Number(year),
      month: Number(month),
      day: Number(day ?? 1),
    }
  }
  const ofYear = quarterOfYear(words, at)
  if (ofYear) return { ...none, ...ofYear }
  const german = dotted.exec(text)
  if (german)
    return { ...none, part: 'Day', year: Number(german[3]), month: Number(german[2]), day: Number(german[1]) }
  const next = words[at + 1]?.used === false ? words[at + 1]!.plain : ''
  const afterNext = words[at + 2]?.used === false ? words[at + 2]!.plain : ''
  const quarter = quarterOnly.exec(text)?.[1]
  if (quarter && yearOnly.test(next))
    return { ...none, count: 2, part: 'Quarter', year: Number(next), month: Number(quarter) * 3 - 2 }
  const day = dayOnly.exec(text)?.[1]
  if (day && months.has(next) && yearOnly.test(afterNext))
    return {
      ...none,
      count: 3,
      part: 'Day',
      year: Number(afterNext),
      month: months.get(next)!,
      day: Number(day),
    }
  const month = months.get(text) ?? months.get(text.replace(/^[بلو]/, ''))
  if (month !== undefined) {
    const dayAfter = dayOnly.exec(next)?.[1]
    if (dayAfter && yearOnly.test(afterNext))
      return { ...none, count: 3, part: 'Day', year: Number(afterNext), month, day: Number(dayAfter) }
    if (yearOnly.test(next)) return { ...none, count: 2, part: 'Month', year: Number(next), month }
    const isOf = next === 'of' || next === 'عام' || next === 'سنه'
    if (isOf && yearOnly.test(afterNext))
      return { ...none, count: 3, part: 'Month', year: Number(afterNext), month }
    return { ...none, part: 'MonthOfAnyYear', year: 0, month }
  }
  return yearOnly.test(text) ? { ...none, part: 'Year', year: Number(text) } : null
}

/** "first quarter of 2025", "الربع الأول من عام 2025". */
function quarterOfYear(words: readonly Word[], at: number): Omit<FoundDate, 'at' | 'day'> | null {
  const [one, two] = words.slice(at, at + 2).map(({ plain, used }) => (used ? '' : plain))
  const quarter = isQuarter(two)
    ? ordinals.get(one ?? '')
    : isQuarter(one)
      ? ordinals.get(two ?? '')
      : undefined
  if (quarter === undefined) return null
  let end = at + 2
  while (['of', 'in', 'the', 'year', 'من', 'في', 'عام', 'لعام', 'سنه'].includes(words[end]?.plain ?? ''))
    end += 1
  const year = words[end]
  if (!year || year.used || !yearOnly.test(year.plain)) return null
  return { count: end + 1 - at, part: 'Quarter', year: Number(year.plain), month: quarter * 3 - 2 }
}

const isQuarter = (word = ''): boolean => dateParts.get(word.replace(/^ال/, '')) === 'Quarter'

const startOf = ({ part, year, month, day }: FoundDate): string =>
  part === 'Year' ? `${year}` : part === 'Day' ? `${year}-${two(month)}-${two(day)}` : `${year}-${two(month)}`

/** Returns what is later than everything in this time. */
function endOf({ part, year, month, day }: FoundDate): string {
  if (part === 'Year') return `${year + 1}`
  if (part === 'Day') return new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10)
  const months = part === 'Quarter' ? 3 : 1
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
}

const isValid = (found: FoundDate) =>
  found.month >= 1 && found.month <= 12 && found.day >= 1 && found.day <= 31

/**
 * Finds conditions on dates and uses their words. A number such as 2024 is a year only after a word that says so, such
 * as "in". Null if a date isn't understood.
 */
export function findDates(words: Word[]): DateCondition[] | null {
  const conditions: DateCondition[] = []
  for (let at = 0; at < words.length; at += 1) {
    const found = openStartAt(words, at) ?? dateAt(words, at)
    if (!found) continue
    const moment = momentBefore(words, at)
    if (found.part === 'Year' && !moment) continue
    // "may" is a verb more often than a month.
    if (found.part === 'MonthOfAnyYear' && found.month === 5 && words[at]!.plain === 'may' && !moment)
      continue
    if (!isValid(found)) return null
    const shownWords = (one: FoundDate) =>
      words
        .slice(one.at, one.at + one.count)
        .map(({ text }) => text)
        .join(' ')
    const until = secondDate(words, found, moment)
    use(words, found.at, found.count)
    if (moment) use(words, moment.at, moment.count)
    if (until) {
      if (!isValid(until) || until.part === 'MonthOfAnyYear') return null
      // "between March and May 2024": the year is said once.
      const first =
        found.part === 'MonthOfAnyYear' ? { ...found, part: 'Month' as const, year: until.year } : found
      if (startOf(first) > startOf(until)) return null
      for (let between = found.at + found.count; between < until.at; between += 1) words[between]!.used = true
      use(words, until.at, until.count)
      conditions.push({
        kind: 'Range',
        from: startOf(first),
        before: endOf(until),
        shown: `${startOf(first)} – ${startOf(until)}`,
      })
      continue
    }
    const shown = shownWords(found)
    if (found.part === 'MonthOfAnyYear') {
      if (moment && moment.kind !== 'In') return null
      conditions.push({ kind: 'MonthOfAnyYear', month: found.month, shown })
      continue
    }
    const kind = moment?.kind ?? 'In'
    // "vehicles from 2020" are of that year, or of all since then.
    const isOpen = ['from', 'من'].includes(words[moment?.at ?? -1]?.plain ?? '')
    if (isOpen && kind === 'From' && !takeOnward(words, found)) return null
    conditions.push({
      kind: 'Range',
      from: kind === 'In' || kind === 'From' ? startOf(found) : kind === 'After' ? endOf(found) : null,
      before: kind === 'In' || kind === 'Until' ? endOf(found) : kind === 'Before' ? startOf(found) : null,
      shown,
    })
  }
  return conditions
}

/** "between 1 June and 31 August 2025", "from 1 to 15 June 2025": what is said once at the end is of both. */
function openStartAt(words: readonly Word[], at: number): FoundDate | null {
  const [one, two] = words.slice(at, at + 2).map(({ plain, used }) => (used ? '' : plain))
  const moment = momentBefore(words, at)
  if (moment?.kind !== 'From' || moment.at + moment.count !== at) return null
  const ofDay = (text = '') => Number(dayOnly.exec(text)?.[1] ?? 0)
  const written: readonly [day: number, month: number, count: number][] = [
    [ofDay(one), months.get(two ?? '') ?? 0, 2],
    [ofDay(two), months.get(one ?? '') ?? 0, 2],
    [ofDay(one), 0, 1],
  ]
  for (const [day, month, count] of written) {
    if (day === 0 || (count === 2 && month === 0)) continue
    const start = { at, count, part: 'Day' as const, year: 0, month, day }
    const until = secondDate(words, start, moment)
    if (until?.part === 'Day') return { ...start, year: until.year, month: month || until.month }
  }
  return null
}

interface FoundMoment {
  kind: Moment
  at: number
  count: number
}

/** Words between a moment and its date: "since the beginning of 2024", "منذ بداية عام 2024". */
const periods = new Set(['the', 'of', 'year', 'month', 'عام', 'سنه', 'شهر'])
const starts = new Set(['beginning', 'start', 'بدايه', 'مطلع', 'اول'])
const ends = new Set(['end', 'نهايه', 'اخر'])

/** Only what is since, or before, the beginning of a time is since, or before, that time. */
function momentAround(words: readonly Word[], at: number): FoundMoment | null {
  let from = at
  let [hasStart, hasEnd] = [false, false]
  for (; from > 0 && !words[from - 1]!.used; from -= 1) {
    const { plain } = words[from - 1]!
    if (starts.has(plain)) hasStart = true
    else if (ends.has(plain)) hasEnd = true
    else if (!periods.has(plain)) break
  }
  const allowed: readonly Moment[] = hasStart
    ? ['From', 'Before']
    : hasEnd
      ? ['Until', 'After']
      : ['In', 'From', 'Before', 'Until', 'After']
  if (from === at || (hasStart && hasEnd)) return null
  if (hasEnd && words[from - 1]?.plain === 'by') return { kind: 'Until', at: from - 1, count: at - from + 1 }
  for (const [kind, phrase] of moments) {
    const begin = from - phrase.length
    if (begin < 0 || !allowed.includes(kind) || findPhrase(words.slice(0, from), phrase, begin) !== begin)
      continue
    return { kind, at: begin, count: at - begin }
  }
  return null
}

/** "from 2020 on". */
function takeOnward(words: readonly Word[], { at, count }: FoundDate): boolean {
  const next = words[at + count]
  if (!['on', 'onward', 'onwards', 'فصاعدا'].includes(next?.plain ?? '')) return false
  next!.used = true
  return true
}

function momentBefore(words: readonly Word[], at: number): FoundMoment | null {
  const around = momentAround(words, at)
  if (around) return around
  for (const [kind, phrase] of moments) {
    const from = at - phrase.length
    if (from >= 0 && findPhrase(words.slice(0, at), phrase, from) === from)
      return { kind, at: from, count: phrase.length }
  }
  // Arabic writes "in" in front of the word.
  if (/^[بل]/.test(words[at]!.plain) && !months.has(words[at]!.plain)) return { kind: 'In', at, count: 1 }
  const before = words[at - 1]
  return before && !before.used && ['between', 'بين'].includes(before.plain)
    ? { kind: 'From', at: at - 1, count: 1 }
    : null
}

/** Returns the end of "from … to …" or "between … and …". */
function secondDate(
  words: readonly Word[],
  first: FoundDate,
  moment: { kind: Moment } | null,
): FoundDate | null {
  if (moment?.kind !== 'From') return null
  const joint = words[first.at + first.count]
  if (!joint || joint.used) return null
  const isJoined = /^و/.test(joint.plain) && joint.plain !== 'و'
  if (isJoined)
    return dateAt(
      words.map((word, at) =>
        at === first.at + first.count ? { ...word, plain: word.plain.slice(1) } : word,
      ),
      first.at + first.count,
    )
  if (!['to', 'and', 'until', 'through', 'till', 'الي', 'حتي', 'و'].includes(joint.plain)) return null
  return dateAt(words, first.at + first.count + 1)
}
