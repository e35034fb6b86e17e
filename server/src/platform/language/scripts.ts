/** Scripts without spaces between words, where pairs of adjacent characters serve as words. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const members = scripts.map((script) => `\\p{Script=${script}}`).join('')

/** Matches one character of such a script anywhere in a text. */
export const unspaced = new RegExp(`[${members}]`, 'u')
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u

/** Joins two lines of a paragraph: with a space, or without one between Chinese or Japanese characters. */
export function joinLines(line: string, next: string): string {
  const joined = ideographs.test(line.slice(-1)) && ideographs.test(next.slice(0, 1))
  return joined ? line + next : `${line} ${next}`
}

/** Splits a word into runs inside and outside such scripts. */
export const unspacedRuns = new RegExp(`[${members}\\p{M}ー]+|[^${members}]+`, 'gu')
