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
  'hundred cent cien ciento مائة مئة hundert cents',
  'doscientos مئتان مئتين مائتان مائتين doscientas',
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
for (const word of ['dozen', 'dutzend', 'douzaine', 'docena']) add(word, 12)
add('ألفان', 2000)
add('ألفين', 2000)

/** Words for one that are articles or pronouns unless a unit follows. */
export const unsureOnes: ReadonlySet<string> = new Set(
  'one ein eine einen einem einer eines un une una uno واحد واحده'.split(' '),
)
/** Words that are numbers only in front of something countable: "six" is French, "once" is English. */
const elsewhere = new Set('once six null ست cent mil mille cents'.split(' '))

const germanOnes = 'ein zwei drei vier funf sechs sieben acht neun'.split(' ')
const germanTens = new Map(
  [...values].filter(([word, value]) => /zig$|ssig$/.test(word) && value >= 20 && value < 100),
)

/** Reads "dreiundzwanzig" and "zweihundertfünfzig", which German writes as one word. */
function germanNumber(word: string): number | null {
  if (word.length < 6 || word.length > 60) return null
  const thousand = word.indexOf('tausend')
  if (thousand >= 0) {
    const [before, after] = [word.slice(0, thousand), word.slice(thousand + 7)]
    return joined(before === '' ? 1 : belowThousand(before), after === '' ? 0 : belowThousand(after), 1000)
  }
  return belowThousand(word)
}

function belowThousand(word: string): number | null {
  const at = word.indexOf('hundert')
  if (at < 0) return belowHundred(word)
  const [before, after] = [word.slice(0, at), word.slice(at + 7).replace(/^und/, '')]
  return joined(before === '' ? 1 : oneOf(before), after === '' ? 0 : belowHundred(after), 100)
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

/** The number that starts at a word, and how many words it takes. */
export function numberAt(words: readonly string[], at: number): { value: number; count: number } | null {
  let total = 0
  let current = 0
  let count = 0
  let value = wordValue(words[at] ?? '')
  if (value === null) return null
  for (let next = at; value !== null; ) {
    const isReversed = words[next]!.startsWith('و') && next > at
    if (next > at && !fits(current, value, isReversed)) break
    if (value >= 1000) {
      total += (current || 1) * value
      current = 0
    } else if (value === 100 && current > 0 && current < 10) current *= 100
    // "quatre-vingts"
    else if (value === 20 && current % 100 === 4) current += 76
    else current += value
    count = next + 1 - at
    next += 1
    while (joints.has(words[next] ?? '') && wordValue(words[next + 1] ?? '') !== null && next - at < 12)
      next += 1
    value = next - at < 16 ? wordValue(words[next] ?? '') : null
  }
  const first = words[at]!
  if (count === 1 && elsewhere.has(first) && !isCountable(first, words[at + 1])) return null
  return { value: total + current, count }
}

/** "six" is a number in English and French; the others only right before a word. */
const isCountable = (word: string, next: string | undefined): boolean =>
  word === 'six' || (word !== 'once' && word !== 'null' && next !== undefined && /^\p{L}{2,}/u.test(next))

function wordValue(word: string): number | null {
  const known = values.get(word) ?? germanNumber(word)
  if (known !== null && known !== undefined) return known
  // "خمسًا" is "خمس" as an object, "وأربعين" is "and forty", and "بخمسة" is "with five".
  const bare = /^[وبلف]/.test(word) ? word.slice(1) : word
  return values.get(bare) ?? values.get(bare.replace(/ا$/, '')) ?? null
}

/** Whether a value can follow in the same number: "twenty five" is one, "five six" isn't. */
function fits(current: number, value: number, isReversed: boolean): boolean {
  if (value >= 1000) return current > 0
  if (value >= 100) return value === 100 ? current < 10 : current === 0
  if (current === 0) return true
  const rest = current % 100
  if (value >= 20) return rest === 0 || (value === 20 && rest === 4) || (isReversed && rest < 10)
  if (value >= 10)
    return rest === 0 || (value < 20 && (rest === 60 || rest === 80)) || (value === 10 && rest < 10)
  return rest === 0 || (rest >= 20 && rest % 10 === 0) || (value > 6 && rest === 10)
}
