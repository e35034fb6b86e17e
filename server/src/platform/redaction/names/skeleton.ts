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
  const own = word.startsWith('ال') && word.length > 4 ? word.slice(2) : word
  let found = ''
  for (let at = 0; at < own.length; at += 1) {
    const letter = arabic[own[at]!]
    const isFinalH = own[at] === 'ه' && at === own.length - 1
    if (letter && !isFinalH && !found.endsWith(letter)) found += letter
  }
  return found
}

function ofLatin(word: string): string {
  let found = ''
  for (let at = 0; at < word.length; at += 1) {
    const pair = pairs[word.slice(at, at + 2)]
    const isFinalH = word[at] === 'h' && at === word.length - 1
    const letter = pair ?? (isFinalH ? undefined : latin[word[at]!])
    if (pair) at += 1
    if (letter && !found.endsWith(letter)) found += letter
  }
  return found
}
