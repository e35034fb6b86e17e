import { useEffect, useState } from 'react'
import { chosenLanguage, type Language, languages, showLanguage } from '../../lang/i18n.ts'

/** Returns the visitor's own choice, the page's language, or the first of the browser's that the page has. */
export function languageOf(
  ofPage: Language | null,
  chosen: Language | undefined,
  ofBrowser: readonly string[],
): Language {
  const known = ofBrowser.map((tag) =>
    languages.find((language) => tag.toLowerCase().split('-')[0] === language),
  )
  return chosen ?? ofPage ?? known.find((language) => language !== undefined) ?? 'en'
}

/** Applies the language of a page, and returns whether its texts are there. */
export function usePageLanguage(ofPage: Language | null | undefined): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (ofPage === undefined) return
    const language = languageOf(ofPage, chosenLanguage(), navigator.languages ?? [])
    // Without the translation, the page is shown in English.
    void showLanguage(language)
      .catch(() => undefined)
      .then(() => setReady(true))
  }, [ofPage])
  return ready
}
