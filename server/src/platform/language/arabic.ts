const vowelMarks = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g
const letterForms: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ک: 'ك',
}

/** Normalizes words with several spellings: no vowel marks, one alef, one yeh. */
export function normalizeArabic(word: string): string {
  return word.replace(vowelMarks, '').replace(/[أإآٱىیئؤةک]/g, (letter) => letterForms[letter] ?? letter)
}

const prefixes = ['وال', 'بال', 'كال', 'فال', 'لل', 'ال']
const suffixes = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي']

/**
 * Light stemming: removes the article and conjunctions in front and the most common endings. Stops at the
 * length at which different words begin to collide.
 */
export function stemArabic(normalized: string): string {
  let word = normalized
  if (word.startsWith('و') && word.length >= 4) word = word.slice(1)
  const before = prefixes.find((prefix) => word.startsWith(prefix) && word.length - prefix.length >= 2)
  if (before) word = word.slice(before.length)
  for (const suffix of suffixes) {
    if (word.endsWith(suffix) && word.length - suffix.length >= 2) word = word.slice(0, -suffix.length)
  }
  return word
}
