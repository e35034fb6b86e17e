import { ChevronDown, Globe } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, type Language, languageNames, languages } from '../../lang/i18n.ts'
import { loginTexts } from './lang/en.ts'

export function LoginFoot() {
  const t = loginTexts.useText()
  const { i18n } = useTranslation()
  const [help, setHelp] = useState(false)
  return (
    <>
      <div className="row small m3 login-foot">
        <span className="language">
          <Globe size={14} />
          <select
            aria-label={t('language')}
            value={i18n.language}
            onChange={(event) => void chooseLanguage(event.target.value as Language)}
          >
            {languages.map((language) => (
              <option key={language} value={language} lang={language}>
                {languageNames[language]}
              </option>
            ))}
          </select>
          <ChevronDown size={12} />
        </span>
        <button type="button" aria-expanded={help} aria-controls="login-help" onClick={() => setHelp(!help)}>
          {t('trouble')}
        </button>
      </div>
      <p id="login-help" className="login-help" hidden={!help}>
        {t('troubleHelp')}
      </p>
    </>
  )
}
