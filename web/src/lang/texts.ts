import { useTranslation } from 'react-i18next'
import { i18next, register } from './i18n.ts'

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
/** A text's key: `files_one` and `files_other` are both `files`, selected by `count`. */
type KeyOf<T> = {
  [K in keyof T & string]: K extends `${infer Base}_${Plural}` ? Base : K
}[keyof T & string]

/** The texts that a translation must contain: every text, and its own plural forms where English has them. */
export type Translation<T> = {
  [K in keyof T & string as K extends `${string}_${Plural}` ? never : K]: string
} & { [K in keyof T & string as K extends `${infer Base}_${Plural}` ? `${Base}_${Plural}` : never]: string }

export type Translate<T> = (key: KeyOf<T>, values?: Record<string, string | number>) => string

/**
 * A feature's texts in all languages. `lang/en.ts` ends with `const frameTexts = texts('frame', en, { ar: () =>
 * import('./ar.ts') })`, which also checks that `lang/ar.ts` has every text. A component calls
 * `const t = frameTexts.useText()`; other code calls `frameTexts.text('key')`.
 */
export function texts<T extends Record<string, string>>(
  namespace: string,
  english: T,
  others: { ar: () => Promise<{ default: Translation<T> }> },
) {
  register(namespace, english, others as never)
  return {
    namespace,
    english,
    useText: (): Translate<T> => useTranslation(namespace).t as unknown as Translate<T>,
    text: ((key: string, values?: object) => i18next.t(key, { ns: namespace, ...values })) as Translate<T>,
    /** Resolves once the texts are loaded, for parts that render before anything can suspend. */
    loaded: () => i18next.loadNamespaces(namespace),
  }
}
