import { useState } from 'react'
import { i18next } from '../../../lang/i18n.ts'
import { dictationTexts } from './lang/en.ts'
import { dictationLanguages, likelyLanguage } from './languages.ts'

/** Kept until the page is left. */
let chosenLanguage: string | null = null

/** Returns the language that is spoken, such as `en-US`, and how to choose another. */
export function useSpokenLanguage(): [language: string, choose: (language: string) => void] {
  const [language, setLanguage] = useState(
    () => chosenLanguage ?? likelyLanguage(i18next.language, navigator.languages),
  )
  return [
    language,
    (next) => {
      chosenLanguage = next
      setLanguage(next)
    },
  ]
}

export function LanguageSelect({ language, choose }: { language: string; choose: (next: string) => void }) {
  const t = dictationTexts.useText()
  return (
    <label className="small m2 row">
      <span className="hidden">{t('language')}</span>
      <select className="in sm" value={language} onChange={(event) => choose(event.target.value)}>
        {dictationLanguages(navigator.languages).map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames(i18next.language, { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
