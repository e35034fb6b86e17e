import { importanceIcons } from '../../announcements/importanceIcons.ts'
import { LinkedText } from '../../announcements/LinkedText.tsx'
import { shownText } from '../../announcements/shownText.ts'
import type { AnnouncementValues } from './announcementForm.ts'
import { announcementSettingsTexts } from './lang/en.ts'
import '../../announcements/announcements.css'

const languages = ['en', 'ar'] as const

/** How people see the text, by the language of their page. */
export function Preview({ values }: { values: AnnouncementValues }) {
  const t = announcementSettingsTexts.useText()
  const text = { en: values.textEn.trim(), ar: values.textAr.trim() }
  if (text.en === '' && text.ar === '') return <p className="m3 s13">{t('previewEmpty')}</p>
  const { importance } = values
  const Icon = importanceIcons[importance]
  return (
    <div className="announcement-previews">
      {languages.map((language) => {
        const shown = shownText(text, language)
        return (
          <section
            key={language}
            className="announcement announcement-preview"
            data-importance={importance}
            aria-label={t(`preview.${language}`)}
          >
            <div className="announcement-head row">
              <Icon size={16} className="announcement-icon" />
              <span className="announcement-title grow">{t(`preview.${language}`)}</span>
            </div>
            <div className="announcement-body">
              <div className="announcement-preview-text" lang={shown.lang} dir={shown.dir}>
                <LinkedText text={shown.text} />
              </div>
            </div>
          </section>
        )
      })}
    </div>
  )
}
