/** Scripts that write no spaces between words: there, pairs of neighbouring characters stand for words. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const members = scripts.map((script) => `\\p{Script=${script}}`).join('')

/** One character of such a script somewhere in a text. */
export const unspaced = new RegExp(`[${members}]`, 'u')
/** The runs of a word that are written in such scripts, and those that are not. */
export const unspacedRuns = new RegExp(`[${members}\\p{M}ー]+|[^${members}]+`, 'gu')
