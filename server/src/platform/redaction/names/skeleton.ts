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
  ز: 'z',
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
  z: 'z',
}

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
    const letter = pair ?? latin[word[at]!]
    if (pair) at += 1
    if (!letter || letter === last || (letter === 'h' && at === word.length - 1 && !pair)) continue
    found += letter
    last = letter
  }
  return found
}
