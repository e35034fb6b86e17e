import { fold } from '../../../platform/redaction/fold.ts'
import { numberAt } from './numberWords.ts'

/** From first on, without endings that words of this language can have. */
const lists: readonly (readonly [ends: string, words: string])[] = [
  [
    '',
    `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
     sixteenth seventeenth eighteenth nineteenth twentieth`,
  ],
  ['e en er es em', 'erst zweit dritt viert fünft sechst siebt acht neunt zehnt'],
  ['e en er es em', '- - - - - - siebent'],
  [
    'e',
    `premièr deuxièm troisièm quatrièm cinquièm sixièm septièm huitièm neuvièm dixièm onzièm douzièm treizièm
     quatorzièm quinzièm seizièm - - - vingtièm`,
  ],
  [
    'o a',
    `primer segund tercer cuart quint sext séptim octav noven décim undécim duodécim decimotercer decimocuart
     decimoquint decimosext decimoséptim decimoctav decimonoven vigésim`,
  ],
  ['', 'premier seconde troisième'],
  ['', 'primer - tercer'],
  ['', 'الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر'],
  ['', 'الأولى الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة'],
  ['', 'الحادي'],
  ['', 'الحادية'],
]

const values: ReadonlyMap<string, number> = new Map([
  ...lists.flatMap(([ends, words]) =>
    words
      .split(/\s+/)
      .flatMap((word, at) =>
        word === '-' ? [] : ends.split(' ').map((end) => [fold(word + end).text, at + 1] as const),
      ),
  ),
  ...['thirtieth', 'trentieme', 'trigesimo', 'trigesima'].map((word) => [word, 30] as const),
])

export interface FoundOrdinal {
  value: number
  count: number
}

/** German has one word for each: "einundzwanzigsten", "neunzehnte". */
const germanEnding = /(?:te|ste)[nrms]?$/
const germanTeens = /zehn|elf|zwolf/

function germanOrdinal(word: string): number | null {
  if (!germanEnding.test(word)) return null
  const found = numberAt([word.replace(germanEnding, '')], 0)
  if (!found || found.value < 11 || found.value > 99) return null
  return found.value >= 20 || germanTeens.test(word) ? found.value : null
}

const tens = new Map([
  ['twenty', 20],
  ['thirty', 30],
  ['vingt', 20],
  ['trente', 30],
  ['dix', 10],
  ['vigesimo', 20],
  ['vigesima', 20],
  ['trigesimo', 30],
  ['trigesima', 30],
])
const arabicTens = new Map([
  ['والعشرون', 20],
  ['والعشرين', 20],
  ['والثلاثون', 30],
  ['والثلاثين', 30],
])
const arabicTen = new Set(['عشر', 'عشره'])
const unsaidFirst = new Set(['الحادي', 'الحاديه'])

/** The ordinal that starts at a word: "fifth", "twenty-first", "vingt et unième", "الحادي والعشرين". */
export function ordinalAt(words: readonly string[], at: number): FoundOrdinal | null {
  const word = words[at] ?? ''
  const one = values.get(word) ?? germanOrdinal(word)
  const next = words[at + 1] ?? ''
  if (one !== null && one !== undefined) {
    // "Achten Sie darauf"
    if (word === 'achten' && ['sie', 'auf', 'darauf'].includes(next)) return null
    if (one < 10 && arabicTen.has(next)) return { value: one + 10, count: 2 }
    if (one < 10 && arabicTens.has(next)) return { value: one + arabicTens.get(next)!, count: 2 }
    if (unsaidFirst.has(word)) return null
    if (tens.has(word)) return compoundAt(words, at, one) ?? { value: one, count: 1 }
    return { value: one, count: 1 }
  }
  const ten = tens.get(word)
  return ten === undefined ? null : compoundAt(words, at, ten)
}

function compoundAt(words: readonly string[], at: number, ten: number): FoundOrdinal | null {
  let next = at + 1
  while (next < at + 3 && ['-', 'et', 'and'].includes(words[next] ?? '')) next += 1
  const one = words[next] === 'unieme' ? 1 : values.get(words[next] ?? '')
  return one !== undefined && one < 10 ? { value: ten + one, count: next + 1 - at } : null
}

/** The term that ordinals are compared by, which isn't one of numbers: what is third isn't 3. */
export const ordinalTerm = (value: number): string => `${value}th`

const ofMonth =
  /^(?:(?:of|of the|of each|of every|each|every|du|de chaque|del|de cada|من كل|من|jedes|des|eines|im|in each) )(?:month|mois|mes|شهر|الشهر|monats|monat)(?: |$)/

/** The day of a month that is given as a number: "le 5 du mois", "am 5. jedes Monats", "el 5 de cada mes". */
export function dayOfMonthAt(words: readonly string[], at: number): FoundOrdinal | null {
  const [, day] = /^(\d{1,2})\.?$/.exec(words[at] ?? '') ?? []
  if (day === undefined || Number(day) < 1 || Number(day) > 31) return null
  const count = words[at + 1] === 'er' ? 2 : 1
  return ofMonth.test(words.slice(at + count, at + count + 3).join(' '))
    ? { value: Number(day), count }
    : null
}
