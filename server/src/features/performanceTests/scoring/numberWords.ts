import { fold } from '../../../platform/redaction/fold.ts'

const folded = (text: string): string => fold(text).text

/** From 0, with a dash for numbers that other lists have. */
const lists = [
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
   eighteen nineteen`,
  `null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
   achtzehn neunzehn`,
  `zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize`,
  `cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
   dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete
   veintiocho veintinueve`,
  `صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة`,
  `- واحدة اثنين ثلاث أربع خمس ست سبع ثماني تسع عشر`,
  `- - اثنتان - - - - - ثمان`,
  `- - اثنتين`,
  `- - اثنا`,
  `- - اثني`,
  `- - اثنتا`,
  `- - اثنتي`,
]
const tens = [
  'twenty thirty forty fifty sixty seventy eighty ninety',
  'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  'vingt trente quarante cinquante soixante septante huitante nonante',
  '- treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  'عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون',
  'عشرين ثلاثين أربعين خمسين ستين سبعين ثمانين تسعين',
]
const hundreds = [
  'hundred cent cien ciento مائة مئة hundert cents مئه ميات',
  'doscientos مئتان مئتين مائتان مائتين doscientas مئتا مئتي مائتا مائتي',
  'trescientos ثلاثمائة ثلاثمئة trescientas',
  'cuatrocientos أربعمائة أربعمئة cuatrocientas',
  'quinientos خمسمائة خمسمئة quinientas',
  'seiscientos ستمائة ستمئة seiscientas',
  'setecientos سبعمائة سبعمئة setecientas',
  'ochocientos ثمانمائة ثمانمئة ochocientas',
  'novecientos تسعمائة تسعمئة novecientas',
]

const values = new Map<string, number>()
const add = (word: string, value: number) => {
  if (word !== '-') values.set(folded(word), value)
}
for (const list of lists) for (const [at, word] of list.split(/\s+/).entries()) add(word, at)
for (const list of tens) for (const [at, word] of list.split(' ').entries()) add(word, at * 10 + 20)
hundreds.forEach((list, at) => {
  for (const word of list.split(' ')) add(word, (at + 1) * 100)
})
add('vingts', 20)
add('veintiún', 21)
for (const word of ['thousand', 'tausend', 'mille', 'mil', 'ألف', 'آلاف', 'ألفا']) add(word, 1000)
const dozens: ReadonlySet<string> = new Set(
  'dozen dutzend douzaine douzaines docena docenas دزينه'.split(' '),
)
for (const word of dozens) add(word, 12)
for (const [word, value] of [
  ['dizaine', 10],
  ['vingtaine', 20],
  ['trentaine', 30],
  ['cinquantaine', 50],
  ['centaine', 100],
] as const)
  add(word, value)
for (const word of ['un', 'une', 'una']) add(word, 1)
add('veintiuna', 21)
for (const word of ['ألفان', 'ألفين', 'ألفي']) add(word, 2000)
/** "أحد" is also "someone" and "Sunday", so it is one only in front of "عشر" and "وعشرون". */
const boundOnes: ReadonlySet<string> = new Set([folded('أحد'), folded('إحدى')])
const TEN = new Set([folded('عشر'), folded('عشرة')])

/** Words for one that are articles or pronouns unless a unit follows. */
export const unsureOnes: ReadonlySet<string> = new Set(
  'one ein eine einen einem einer eines un une una uno واحد واحده'.split(' '),
)
/** Words that are numbers only in front of something countable: "six" is French, "once" is English. */
const elsewhere = new Set('once six null neuf ست cent mil mille'.split(' '))
const afterNull = new Set(
  'euro euros prozent grad uhr punkte punkten tage tagen minuten stunden cent'.split(' '),
)
/** "50 cents" are no hundreds. */
const neverFirst = new Set(['cents', 'ميات'])
/** "très" and "dos" are French words, too. */
const notFrench = new Set(['tres', 'dos'])
/** Numbers with an article: "الأربعة عشر يوما", "العشرين من مارس". */
const definites: ReadonlyMap<string, number> = new Map(
  [...values].filter(
    ([word, value]) =>
      value < 1000 &&
      (/^[\u0621-\u064a]{3,}(?:ون|ين)$/.test(word) || /^[\u0621-\u064a]{3,}ه$/.test(word)) &&
      value > 2,
  ),
)

const germanOnes = 'ein zwei drei vier funf sechs sieben acht neun'.split(' ')
const teens: ReadonlyMap<string, number> = new Map(
  [...values]
    .filter(([word, value]) => value > 10 && value < 20 && word.endsWith('zehn'))
    .concat([
      ['elf', 11],
      ['zwolf', 12],
    ]),
)
const germanTens = new Map(
  [...values].filter(([word, value]) => /zig$|ssig$/.test(word) && value >= 20 && value < 100),
)

/** Reads "dreiundzwanzig" and "zweihundertfünfzig", which German writes as one word. */
function germanNumber(word: string): number | null {
  if (word.length < 6 || word.length > 60) return null
  const thousand = word.indexOf('tausend')
  if (thousand >= 0) {
    const [before, after] = [word.slice(0, thousand), word.slice(thousand + 7)]
    const rest = after.replace(/^und/, '')
    return joined(before === '' ? 1 : belowThousand(before), rest === '' ? 0 : belowThousand(rest), 1000)
  }
  return belowThousand(word)
}

function belowThousand(word: string): number | null {
  const at = word.indexOf('hundert')
  if (at < 0) return belowHundred(word)
  const [before, after] = [word.slice(0, at), word.slice(at + 7).replace(/^und/, '')]
  // "neunzehnhundertneunzig"
  const many = before === '' ? 1 : (oneOf(before) ?? teens.get(before) ?? null)
  return joined(many, after === '' ? 0 : belowHundred(after), 100)
}

const oneOf = (word: string): number | null => {
  const at = germanOnes.indexOf(word)
  return at < 0 ? null : at + 1
}

function belowHundred(word: string): number | null {
  const known = oneOf(word) ?? values.get(word)
  if (known !== undefined && known < 100) return known
  const joint = word.indexOf('und')
  if (joint < 0) return null
  return joined(germanTens.get(word.slice(joint + 3)) ?? null, oneOf(word.slice(0, joint)), 1)
}

const joined = (many: number | null, rest: number | null, factor: number): number | null =>
  many === null || rest === null ? null : many * factor + rest

const joints = new Set(['and', 'et', 'y', '-', 'و', 'und'])
/** How many words and joints a number can have. */
const LONGEST = 16

/** The number that starts at a word, and how many words it takes. */
export function numberAt(
  words: readonly string[],
  at: number,
  language: string | null = null,
): { value: number; count: number } | null {
  let total = 0
  let current = 0
  let count = 0
  let value = firstValue(words, at, language)
  if (value === null) return null
  for (let next = at; value !== null; ) {
    const word = words[next]!
    if (next > at && !fits(current, value, word)) break
    if (value >= 1000) {
      total += (current || 1) * value
      current = 0
    } else if (current > 0 && (value === 100 || isDozen(word))) current *= value
    // "quatre-vingts"
    else if (word.startsWith('vingt') && current % 100 === 4) current += 76
    else current += value
    count = next + 1 - at
    next += 1
    while (joints.has(words[next] ?? '') && wordValue(words[next + 1] ?? '') !== null && count < LONGEST - 4)
      next += 1
    value = next - at < LONGEST ? wordValue(words[next] ?? '') : null
  }
  const first = words[at]!
  if (count === 1 && elsewhere.has(first) && !isCountable(first, words[at + 1], language)) return null
  return { value: total + current, count }
}

function firstValue(words: readonly string[], at: number, language: string | null): number | null {
  const word = words[at] ?? ''
  if (neverFirst.has(word) || (language === 'fr' && notFrench.has(word))) return null
  const next = words[at + 1] ?? ''
  if (boundOnes.has(word.replace(/^و/, ''))) return TEN.has(next) || /^و.*[وي]ن$/.test(next) ? 1 : null
  // "ألفا دينار" is two thousand, "ألفا وخمسمائة" one and a half.
  if (word === 'الفا' && /^\p{L}/u.test(next) && wordValue(next) === null) return 2000
  return wordValue(word)
}

const isDozen = (word: string): boolean => dozens.has(word)

/** Some words are numbers only right before a word, and "once" only in Spanish. */
function isCountable(word: string, next: string | undefined, language: string | null): boolean {
  if (word === 'six') return true
  if (word === 'null') return next !== undefined && afterNull.has(next)
  if (word === 'once' && language !== 'es') return false
  return next !== undefined && /^\p{L}{2,}/u.test(next)
}

function wordValue(word: string): number | null {
  const known = values.get(word) ?? germanNumber(word)
  if (known !== null && known !== undefined) return known
  if (!/^[\u0621-\u064a]/.test(word)) return null
  // "خمسًا" is "خمس" as an object, "وأربعين" is "and forty", and "بخمسة" is "with five".
  const bare = /^[وبلف]/.test(word) ? word.slice(1) : word
  const definite = /^ال/.test(bare) ? bare.slice(2) : ''
  if (boundOnes.has(bare) && bare !== word) return 1
  return values.get(bare) ?? values.get(bare.replace(/ا$/, '')) ?? definites.get(definite) ?? null
}

/** Whether a value can follow in the same number: "twenty five" is one, "five six" isn't. */
function fits(current: number, value: number, word: string): boolean {
  if (isDozen(word)) return current > 0
  if (value >= 1000) return current > 0
  if (value >= 100) return value === 100 ? current < 20 : current === 0
  if (current === 0) return true
  const rest = current % 100
  const isReversed = word.startsWith('و')
  if (value >= 20) return rest === 0 || (word.startsWith('vingt') && rest === 4) || (isReversed && rest < 10)
  if (value >= 10) return rest === 0 || rest === 60 || rest === 80 || (TEN.has(word) && rest < 10)
  return rest === 0 || (rest >= 20 && rest % 10 === 0) || (value > 6 && rest === 10)
}
