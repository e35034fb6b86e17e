/** Consonants that sound alike in both scripts, as one letter. Vowels, hamza, ain, and final h are left out. */
const arabic: Record<string, string> = {
  ب: 'b',
  پ: 'b',
  ت: 't',
  ط: 't',
  ث: 't',
  ج: 'j',
  چ: 'x',
  غ: 'j',
  گ: 'j',
  ح: 'h',
  ه: 'h',
  خ: 'h',
  د: 'd',
  ض: 'd',
  ذ: 'd',
  ظ: 'd',
  ر: 'r',
  ز: 's',
  ژ: 'j',
  س: 's',
  ص: 's',
  ش: 'x',
  ف: 'f',
  ڤ: 'f',
  ق: 'k',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
}
const pairs: Record<string, string> = {
  sh: 'x',
  ch: 'x',
  kh: 'h',
  gh: 'j',
  th: 't',
  dh: 'd',
  ph: 'f',
  ck: 'k',
  qu: 'k',
}
const latin: Record<string, string> = {
  b: 'b',
  c: 'k',
  d: 'd',
  f: 'f',
  g: 'j',
  h: 'h',
  j: 'j',
  k: 'k',
  l: 'l',
  m: 'm',
  n: 'n',
  p: 'b',
  q: 'k',
  r: 'r',
  s: 's',
  t: 't',
  v: 'f',
  x: 'ks',
  z: 's',
}

/** Arabic words that are in almost every text. They sound like short names. */
const functionWords = new Set(
  `من الى على في عن مع ان انه انها انك لا لم لن ما ماذا قد كل اي او ام اذا اذ الا لكن ذلك تلك هذا هذه هنا هناك كان كانت
  هو هي هم نحن انت بعد قبل عند حتى ثم بل هل كما منذ بين تحت فوق عبر غير حسب كم متى اين كيف لدى ليس يمكن مكان عدد وقت مره
  يوم اليوم الان واحد واحده الذي التي عليه اليه منه فيه به له لها لك لي بها فيها منها عليها`
    .split(/\s+/)
    .map((word) => word.replaceAll('ى', 'ي')),
)

export const isFunctionWord = (word: string): boolean => functionWords.has(word)

export const isArabic = (word: string): boolean => word >= '\u0600' && word < '\u0780'

/** Returns the consonants of a folded name, the same for its Arabic and its Latin spelling in most cases. */
export function skeletonOf(word: string): string {
  return isArabic(word) ? ofArabic(word) : ofLatin(word)
}

function ofArabic(word: string): string {
  let found = ''
  let last = ''
  for (let at = word.startsWith('ال') && word.length > 4 ? 2 : 0; at < word.length; at += 1) {
    const letter = arabic[word[at]!]
    if (!letter || letter === last || (word[at] === 'ه' && at === word.length - 1)) continue
    found += letter
    last = letter
  }
  return found
}

function ofLatin(word: string): string {
  let found = ''
  let last = ''
  for (let at = /^[ae]l/.test(word) && word.length > 5 ? 2 : 0; at < word.length; at += 1) {
    const second = word[at + 1]
    const pair = second === 'h' || second === 'k' || second === 'u' ? pairs[word[at]! + second] : undefined
    const letter = pair ?? latinAt(word, at)
    if (pair) at += 1
    if (!letter || letter === last || (letter === 'h' && at === word.length - 1 && !pair)) continue
    found += letter
    last = letter
  }
  return found
}

/** A Latin c is soft before e and i; German writes sch for one sound. */
function latinAt(word: string, at: number): string | undefined {
  const letter = word[at]!
  if (letter === 'c' && /[eiy]/.test(word[at + 1] ?? '')) return 's'
  if (letter === 's' && word.startsWith('sch', at)) return ''
  return latin[letter]
}

/** What a Latin name can end with that isn’t spoken, such as the s of Dubois. */
const silent = ['k', 't', 's', 'd', 'h']
/** Which Latin vowels an Arabic one stands for. */
const vowels: Record<string, RegExp> = { ا: /[aeiou]/, و: /[ouwv]/, ي: /[iyej]/ }

/** Returns consonants that the Latin spelling of an Arabic word can have besides its own. */
export function otherSkeletons(word: string): string[] {
  const own = ofArabic(word)
  if (own === '') return []
  const others = /[اوينر]$/.test(word) ? silent.map((letter) => own + letter) : []
  // José, Jan, and Hugo.
  if (word.startsWith('خ')) others.push(`j${own.slice(1)}`)
  if (word.startsWith('ي')) others.push(`j${own}`)
  if (/^[اوه]/.test(word)) others.push(word.startsWith('ه') ? own.slice(1) : `h${own}`)
  return others
}

/**
 * Returns the letters of the Arabic spelling if the other one has fitting vowels, too; otherwise 0. A short vowel
 * needn’t be written in Arabic, but a written one is spoken.
 */
export function agreement(one: string, other: string): number {
  const [arab, roman] = isArabic(one) ? [one, other] : [other, one]
  if (!isArabic(arab) || isArabic(roman)) return 0
  const own = gapsOf(arab)
  const spoken = gapsOf(roman)
  const offset = spoken.length - own.length
  if (offset < 0 || offset > 1) return 0
  const fits = own.every((gap, at) =>
    [...gap].every((letter, index) => {
      const wanted = vowels[letter]
      // An alef at the start carries any vowel.
      return !wanted || (at === 0 && index === 0 && letter === 'ا') || wanted.test(spoken[at] ?? '')
    }),
  )
  return fits ? arab.length - (arab.startsWith('ال') && arab.length > 4 ? 2 : 0) : 0
}

/** Returns what is before each consonant and after the last one. */
function gapsOf(word: string): string[] {
  const gaps = ['']
  let last = ''
  const isOfArabic = isArabic(word)
  const isArticle = isOfArabic
    ? word.startsWith('ال') && word.length > 4
    : /^[ae]l/.test(word) && word.length > 5
  for (let at = isArticle ? 2 : 0; at < word.length; at += 1) {
    const pair = isOfArabic ? undefined : pairs[word.slice(at, at + 2)]
    const letter = pair ?? (isOfArabic ? arabic[word[at]!] : latinAt(word, at))
    if (pair) at += 1
    else if (!letter || (/[هh]/.test(word[at]!) && at === word.length - 1)) {
      gaps[gaps.length - 1] += word[at]!
      continue
    }
    if (letter === last) continue
    gaps.push('')
    last = letter!
  }
  return gaps
}
