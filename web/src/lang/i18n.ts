import { client } from '@parlance/contract/limits'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { applySettings } from '../theme/settings.ts'
import { formatNumber } from './format.ts'

export const languages = ['en', 'ar'] as const
export type Language = (typeof languages)[number]
/** How each language names itself in the language menu. */
export const languageNames: Record<Language, string> = { en: 'English', ar: 'العربية' }

type Texts = Record<string, string>
type Loaders = Record<Exclude<Language, 'en'>, () => Promise<{ default: Texts }>>
const loaders = new Map<string, Loaders>()

/** English is bundled with the code that shows it. Other languages load when they are selected. */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = loaders.get(namespace)?.[language as 'ar']
    if (!load) return done(null, {})
    load().then(
      (texts) => done(null, texts.default),
      (error) => done(error, false),
    )
  },
}

/** Returns the language chosen earlier in this browser, if any. */
export function chosenLanguage(): Language | undefined {
  try {
    const stored = localStorage.getItem(client.languageStorageKey)
    return languages.find((language) => language === stored)
  } catch {
    return undefined
  }
}

/** Returns the language chosen earlier in this browser, or English. It never uses the browser's own. */
export const storedLanguage = (): Language => chosenLanguage() ?? client.language

i18next
  .use(backend)
  .use(initReactI18next)
  .init({
    lng: storedLanguage(),
    fallbackLng: client.language,
    supportedLngs: languages,
    ns: [],
    partialBundledLanguages: true,
    resources: { en: {} },
    initAsync: false,
    // React already escapes; a second time would show the escape sequences.
    interpolation: { escapeValue: false },
    // A key is a single word of its feature, so texts can contain dots and colons.
    keySeparator: false,
    nsSeparator: false,
  })

function apply(language: string): void {
  const root = globalThis.document?.documentElement
  if (!root) return
  root.lang = language
  // The direction changes with the language, unless the user chose one.
  applySettings()
}
apply(i18next.language)

/** Shows this page in a language, without choosing it for the browser. */
export async function showLanguage(language: Language): Promise<void> {
  if (language !== i18next.language) await i18next.changeLanguage(language)
  apply(language)
}

/** Changes the language of this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(client.languageStorageKey, language)
  } catch {
    // Storage can be turned off. The choice then lasts as long as the page.
  }
  await showLanguage(language)
}

/** `{{count, n}}` in a text: a number formatted for the language, always with Latin digits. */
i18next.services.formatter?.add('n', (value: number) => formatNumber(value))

/** Registers a feature's texts, which `useTexts` reads. */
export function register(namespace: string, english: Texts, others: Loaders): void {
  i18next.addResourceBundle('en', namespace, english)
  loaders.set(namespace, others)
  // Registers the namespace, so a change of language loads it, too, and a page that starts in Arabic loads it
  // at once.
  void i18next.loadNamespaces(namespace)
}

export { i18next }
