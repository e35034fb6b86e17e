import { numberAt } from './numberWords.ts'
import { ordinalAt } from './ordinals.ts'

export interface FoundTime {
  minutes: number
  count: number
  /** Whether it can also be twelve hours later: "half past four". */
  isOpen: boolean
}

type Part = 'Morning' | 'Noon' | 'Later' | 'Night'

/** Parts of a day, as they follow an hour. */
const parts = new Map<string, Part>(
  (
    [
      [
        'Morning',
        'am a_._m in_the_morning morgens vormittags fruh am_morgen am_vormittag du_matin de_la_manana',
      ],
      [
        'Morning',
        'de_la_madrugada صباحا فجرا في_الصباح من_الصباح قبل_الظهر بعد_منتصف_الليل بعد_نصف_الليل الصباح',
      ],
      [
        'Later',
        'pm p_._m in_the_afternoon in_the_evening nachmittags abends am_nachmittag am_abend nachmittag abend',
      ],
      [
        'Later',
        'du_soir de_apres_-_midi apres_-_midi de_la_tarde مساء عصرا في_المساء من_المساء بعد_الظهر المساء العصر',
      ],
      ['Noon', 'noon mittags am_mittag del_mediodia ظهرا في_الظهر الظهر'],
      ['Night', 'midnight at_night nachts in_der_nacht de_la_noche de_la_nuit ليلا في_الليل'],
    ] as const
  ).flatMap(([part, phrases]) =>
    phrases.split(' ').map((phrase) => [phrase.replaceAll('_', ' '), part] as const),
  ),
)
const LONGEST_PART = 4

/** The part of a day at a word; "p.m." has a period of its own. */
export function partAt(words: readonly string[], at: number): { part: Part; count: number } | null {
  for (let count = LONGEST_PART; count > 0; count -= 1) {
    const part = parts.get(words.slice(at, at + count).join(' '))
    if (part === undefined) continue
    const isDotted = words[at + 1] === '.' && words[at + count] === '.'
    return { part, count: isDotted ? count + 1 : count }
  }
  return null
}

/** The hour of a day that an hour in a part of it is. */
function hourIn(hour: number, part: Part): number {
  if (hour > 12) return hour
  if (part === 'Morning') return hour % 12
  if (part === 'Later') return (hour % 12) + 12
  if (part === 'Noon') return hour < 4 ? hour + 12 : hour
  return hour < 6 ? hour : (hour % 12) + (hour === 12 ? 0 : 12)
}

/** A time in digits with the part of a day that follows it. */
export function inPart(
  words: readonly string[],
  at: number,
  minutes: number,
): { minutes: number; count: number } {
  const found = partAt(words, at)
  if (!found) return { minutes, count: 0 }
  const hour = hourIn(Math.floor(minutes / 60), found.part)
  return { minutes: (hour * 60 + (minutes % 60)) % 1440, count: found.count }
}

const fixed: ReadonlyMap<string, number> = new Map(
  (
    [
      [720, 'noon midday midi mediodia'],
      [0, 'midnight mitternacht minuit medianoche'],
    ] as const
  ).flatMap(([minutes, words]) => words.split(' ').map((word) => [word, minutes] as const)),
)
const clocks = new Set(['الساعه', 'عند', 'للساعه', 'بالساعه'])
/** In front of a time without anything that marks it: "a las cuatro", "at ten to five". */
const beforeTimes = new Set(
  "at by until around before after um ab bis gegen a vers des jusqu'a las".split(' '),
)
const quarters: ReadonlySet<string> = new Set(['quarter', 'viertel'])
const past = new Set(['past', 'after', 'nach', 'وخمس'])
const to = new Set(['to', 'before', 'vor'])
const minuteWords = new Set(['minutes', 'minuten', 'minutos', 'دقايق', 'دقيقه'])
const arabicParts: ReadonlyMap<string, number> = new Map([
  ['والنصف', 30],
  ['ونصف', 30],
  ['والربع', 15],
  ['وربع', 15],
  ['والثلث', 20],
  ['وثلث', 20],
])
const arabicLess: ReadonlyMap<string, number> = new Map([
  ['ربعا', 15],
  ['الربع', 15],
  ['ربع', 15],
  ['ثلثا', 20],
  ['الثلث', 20],
  ['ثلث', 20],
])

interface Rough {
  minutes: number
  count: number
  /** Whether it is a time whatever surrounds it. */
  isSure: boolean
}

/** The time that is spoken at a word: "half past four in the afternoon", "halb sieben", "السادسة والنصف مساء". */
export function clockTimeAt(words: readonly string[], at: number): FoundTime | null {
  const noon = fixed.get(words[at] ?? '') ?? arabicNoon(words, at)
  // "après-midi"
  if (words[at] === 'midi' && words[at - 1] === '-') return null
  if (noon !== undefined) return fromNoon(words, at, noon)
  const found = french(words, at) ?? spanish(words, at) ?? arabic(words, at) ?? englishOrGerman(words, at)
  if (!found) return null
  const part = partAt(words, at + found.count)
  if (!part && !found.isSure) return null
  const hour = Math.floor(found.minutes / 60)
  if (!part) return { minutes: found.minutes % 1440, count: found.count, isOpen: hour <= 12 }
  const minutes = hourIn(hour === 0 ? 12 : hour, part.part) * 60 + (found.minutes % 60)
  return { minutes: minutes % 1440, count: found.count + part.count, isOpen: false }
}

function arabicNoon(words: readonly string[], at: number): number | undefined {
  if (words[at] !== 'منتصف') return undefined
  return words[at + 1] === 'الليل' ? 0 : words[at + 1] === 'النهار' ? 720 : undefined
}

function fromNoon(words: readonly string[], at: number, minutes: number): FoundTime {
  const count = words[at] === 'منتصف' ? 2 : 1
  const more = frenchMinutes(words, at + count)
  return {
    minutes: (minutes + (more?.minutes ?? 0) + 1440) % 1440,
    count: count + (more?.count ?? 0),
    isOpen: false,
  }
}

/** An hour from 1 to 12 in words or digits. */
function hourAt(words: readonly string[], at: number, most = 12): { value: number; count: number } | null {
  const word = words[at] ?? ''
  if (/^\d{1,2}$/.test(word)) return Number(word) <= most ? { value: Number(word), count: 1 } : null
  if (word === 'ein' || word === 'une' || word === 'una' || word === 'one') return { value: 1, count: 1 }
  // Otherwise, this is an English word.
  if (word === 'once' && words[at - 1] === 'las') return { value: 11, count: 1 }
  const found = numberAt(words, at)
  return found && found.value >= 1 && found.value <= most ? found : null
}

function minutesAt(words: readonly string[], at: number): { value: number; count: number } | null {
  const word = words[at] ?? ''
  const found = /^\d{1,2}$/.test(word) ? { value: Number(word), count: 1 } : numberAt(words, at)
  return found && found.value >= 1 && found.value <= 59 ? found : null
}

function englishOrGerman(words: readonly string[], at: number): Rough | null {
  const word = words[at] ?? ''
  const before = words[at - 1] ?? ''
  if (word === 'half' && words[at + 1] === 'past') return atHour(words, at, 2, 30)
  if (word === 'halb') return atHour(words, at, 1, -30)
  if (word === 'dreiviertel') return atHour(words, at, 1, -15)
  if (quarters.has(word)) {
    const next = words[at + 1] ?? ''
    if (past.has(next)) return atHour(words, at, 2, 15)
    if (to.has(next)) return atHour(words, at, 2, -15)
    return word === 'viertel' && before === 'um' ? atHour(words, at, 1, -45) : null
  }
  const minutes = minutesAt(words, at)
  if (minutes) {
    let next = at + minutes.count
    const hasMinutes = minuteWords.has(words[next] ?? '')
    if (hasMinutes) next += 1
    const joint = words[next] ?? ''
    if (past.has(joint) || to.has(joint)) {
      const sign = past.has(joint) ? 1 : -1
      const isHalf = words[next + 1] === 'halb'
      const found = atHour(
        words,
        at,
        next + 1 + (isHalf ? 1 : 0) - at,
        sign * minutes.value - (isHalf ? 30 : 0),
      )
      // "Two to five" is a range, and "two after five" isn't a time either.
      const isRound = minutes.value % 5 === 0
      const isMarked = isRound && (beforeTimes.has(before) || joint === 'past')
      if (found && (isHalf || hasMinutes || isMarked)) return found
    }
  }
  const hour = hourAt(words, at, 24)
  if (!hour) return null
  const next = at + hour.count
  if (words[next] === "o'clock") return { minutes: hour.value * 60, count: hour.count + 1, isSure: true }
  if (words[next] === 'uhr') {
    const more = minutesAt(words, next + 1)
    const isDigits = /^\d{2}$/.test(words[next + 1] ?? '')
    const hasMore = more !== null && (isDigits || !/^\d/.test(words[next + 1] ?? ''))
    return {
      minutes: hour.value * 60 + (hasMore ? more.value : 0),
      count: hour.count + 1 + (hasMore ? more.count : 0),
      isSure: true,
    }
  }
  if (hour.value > 12) return null
  // "four thirty in the afternoon"
  const more = /^\p{L}/u.test(words[next] ?? '') ? minutesAt(words, next) : null
  if (more && more.value >= 10)
    return { minutes: hour.value * 60 + more.value, count: hour.count + more.count, isSure: false }
  return { minutes: hour.value * 60, count: hour.count, isSure: false }
}

function atHour(words: readonly string[], at: number, offset: number, shift: number): Rough | null {
  const hour = hourAt(words, at + offset)
  if (!hour) return null
  const isClock = words[at + offset + hour.count] === "o'clock" || words[at + offset + hour.count] === 'uhr'
  const minutes = (hour.value * 60 + shift + 720) % 720
  return {
    minutes: minutes < 60 ? minutes + 720 : minutes,
    count: offset + hour.count + (isClock ? 1 : 0),
    isSure: true,
  }
}

/** "quatre heures et demie", "seize heures trente". Without a word in front, it is a duration. */
function french(words: readonly string[], at: number): Rough | null {
  const hour = hourAt(words, at, 24)
  if (!hour || !['heures', 'heure', 'h'].includes(words[at + hour.count] ?? '')) return null
  const count = hour.count + 1
  const more = frenchMinutes(words, at + count)
  const isMarked = beforeTimes.has(words[at - 1] ?? '')
  return {
    minutes: hour.value * 60 + (more?.minutes ?? 0),
    count: count + (more?.count ?? 0),
    isSure: isMarked || more?.isSure === true,
  }
}

function frenchMinutes(words: readonly string[], at: number): Rough | null {
  const [first = '', second = '', third = ''] = words.slice(at, at + 3)
  if (first === 'et' && second.startsWith('demi')) return { minutes: 30, count: 2, isSure: false }
  if (first === 'et' && second === 'quart') return { minutes: 15, count: 2, isSure: true }
  if (first === 'moins' && second === 'le' && third === 'quart')
    return { minutes: -15, count: 3, isSure: true }
  const isLess = first === 'moins'
  const minutes = minutesAt(words, isLess ? at + 1 : at)
  if (!minutes) return null
  return {
    minutes: isLess ? -minutes.value : minutes.value,
    count: minutes.count + (isLess ? 1 : 0),
    isSure: true,
  }
}

const spanishAfter = new Set('. , ; ) en y e del de a el hasta o con por horas'.split(' '))

/** "las cuatro y media", "la una menos cuarto". */
function spanish(words: readonly string[], at: number): Rough | null {
  if (words[at] !== 'las' && words[at] !== 'la') return null
  const hour = hourAt(words, at + 1, 24)
  if (!hour) return null
  const count = 1 + hour.count
  const [first = '', second = '', third = ''] = words.slice(at + count, at + count + 3)
  const minutes = hour.value * 60
  if (first === 'y' && second === 'media') return { minutes: minutes + 30, count: count + 2, isSure: true }
  if (first === 'en' && second === 'punto') return { minutes, count: count + 2, isSure: true }
  if (first === 'menos' && (second === 'cuarto' || third === 'cuarto'))
    return { minutes: minutes - 15, count: count + (second === 'cuarto' ? 2 : 3), isSure: true }
  if (first === 'y' && second === 'cuarto') return { minutes: minutes + 15, count: count + 2, isSure: true }
  if (first === 'y' || first === 'menos') {
    const more = minutesAt(words, at + count + 1)
    if (more)
      return {
        minutes: minutes + (first === 'y' ? more.value : -more.value),
        count: count + 1 + more.count,
        isSure: words[at - 1] === 'a',
      }
  }
  const isMarked = words[at - 1] === 'a' && (first === '' || spanishAfter.has(first))
  return { minutes, count, isSure: isMarked }
}

/** "الرابعة والنصف", "الخامسة إلا ربعا": an ordinal after "the hour", or with a part of a day or of an hour. */
function arabic(words: readonly string[], at: number): Rough | null {
  const isClock = clocks.has(words[at - 1] ?? '')
  const word = words[at] ?? ''
  if (!/^(?:[وبل]?ال.{2}|\d|[\u0621-\u064a])/.test(word)) return null
  const hour = arabicHour(words, at, isClock)
  if (!hour || hour.value > 24) return null
  let minutes = hour.value * 60
  let count = hour.count
  let hasMore = false
  for (let round = 0; round < 2; round += 1) {
    const more = arabicMinutes(words, at + count)
    if (!more) break
    minutes += more.minutes
    count += more.count
    hasMore = true
  }
  return { minutes, count, isSure: isClock || hasMore }
}

function arabicHour(
  words: readonly string[],
  at: number,
  isClock: boolean,
): { value: number; count: number } | null {
  const word = words[at]!
  if (/^\d{1,2}$/.test(word))
    return isClock || arabicParts.has(words[at + 1] ?? '') ? hourAt(words, at, 24) : null
  const bare = [word.replace(/^[وبف](?=ال)/, '').replace(/^لل/, 'ال'), ...words.slice(at + 1, at + 3)]
  if (bare[0] === 'الواحده') return { value: 1, count: 1 }
  if (bare[0]!.endsWith('ه') && bare[0]!.startsWith('ال')) return ordinalAt(bare, 0)
  return isClock ? hourAt(words, at) : null
}

function arabicMinutes(words: readonly string[], at: number): { minutes: number; count: number } | null {
  const [first = '', second = ''] = words.slice(at, at + 2)
  const part = arabicParts.get(first)
  if (part !== undefined) return { minutes: part, count: 1 }
  const less = first === 'الا' ? arabicLess.get(second) : undefined
  if (less !== undefined) return { minutes: -less, count: 2 }
  const isLess = first === 'الا'
  if (!isLess && !first.startsWith('و')) return null
  const number = numberAt(isLess ? [second, ...words.slice(at + 2, at + 5)] : words, isLess ? 0 : at)
  if (!number || number.value > 59) return null
  const count = number.count + (isLess ? 1 : 0)
  if (!minuteWords.has(words[at + count] ?? '')) return null
  return { minutes: isLess ? -number.value : number.value, count: count + 1 }
}
