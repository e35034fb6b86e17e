/**
 * Forms of Arabic nouns that change the word itself, by their patterns: "عقود" is the plural of "عقد". Each pattern gives
 * what the word can be a form of. Most of these don't exist, which does no harm: they are only compared with the names
 * of a table and its columns.
 */
const singularPatterns: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(.)(.)و(.)$/, ['$1$2$3']],
  [/^ا(.)(.)ا(.)$/, ['$1$2$3']],
  [/^(.)وا(.)(.)$/, ['$1ا$2$3', '$1ا$2$3ه']],
  [/^(.)وا(.)ي(.)$/, ['$1ا$2و$3ه', '$1ا$2و$3', '$1ا$2ي$3', '$1و$2$3']],
  [/^(.)(.)ا(.)(.)$/, ['$1$2$3$4', '$1$2$3$4ه']],
  [/^(.)(.)ا(.)ي(.)$/, ['$1$2$3و$4', '$1$2$3ا$4', '$1$2$3ي$4']],
  [/^(.)(.)اي(.)$/, ['$1$2ي$3ه', '$1$2ا$3ه']],
  [/^(.)(.)(.)اء?$/, ['$1$2ي$3']],
  [/^(.)(.)ا(.)$/, ['$1ا$2$3']],
  [/^(.)(.)(.)$/, ['$1$2ي$3ه', '$1$2$3ه']],
  [/^ا(.)(.)(.)ه?$/, ['$1$2ا$3']],
]

/** "موقعة" and "وقعنا" are of the verb whose noun is "توقيع". */
const verbPatterns: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^م(.)(.)و(.)(?:ه|ات|ين|ون)?$/, ['$1$2$3']],
  [/^م(.)(.)(.)(?:ه|ات|ين|ون)?$/, ['ت$1$2ي$3', 'ا$1$2ا$3']],
  [/^م(.)(.)(?:ي|اه)$/, ['ا$1$2اء']],
  [/^م(.)ت(.)(.)(?:ه|ات|ين|ون)?$/, ['ا$1ت$2ا$3']],
  [/^(.)(.)(.)(?:ت|نا|وا)$/, ['ت$1$2ي$3', '$1$2$3']],
]

const applied = (patterns: typeof singularPatterns, word: string): string[] =>
  patterns.flatMap(([pattern, forms]) =>
    pattern.test(word) ? forms.map((form) => word.replace(pattern, form)) : [],
  )

/** Returns words that a word without its article can be the plural of. */
export const singularsOf = (word: string): string[] => applied(singularPatterns, word)

/** Returns nouns of the verb that a word without its article can be a form of. */
export const verbNounsOf = (word: string): string[] => applied(verbPatterns, word)

/** Returns the noun of "إلغاؤها", whose last letter changes before whose it is. */
export const verbNoun = (word: string): string =>
  word.replace(/(?<=...)(?:ه|ها|هم)$/, '').replace(/ا[وئي]$/, 'اء')

/** "قيمته" is a form of "قيمة", whose last letter changes before a possessive. */
export const withoutPossessive = (word: string): string =>
  word.replace(/(?<=..)ت(?:ه|ها|هم|هن|هما|نا|ك|كم)$/, 'ه')

/** Returns an adjective or a noun without its endings: "ساري" and "سارية", "ملغى" and "ملغاة". */
export const withoutEnding = (word: string): string =>
  word.replace(/(?<=...)اه$/, 'ي').replace(/(?<=...)(?:ه|ات|ين|ون)$/, '')
