/** Scripts without spaces between words, where pairs of adjacent characters serve as words. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const members = scripts.map((script) => `\\p{Script=${script}}`).join('')

/** Matches one character of such a script anywhere in a text. */
export const unspaced = new RegExp(`[${members}]`, 'u')
/** Splits a word into runs inside and outside such scripts. */
export const unspacedRuns = new RegExp(`[${members}\\p{M}ー]+|[^${members}]+`, 'gu')
