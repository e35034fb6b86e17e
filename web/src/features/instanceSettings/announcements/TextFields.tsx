import { useId } from 'react'
import { described, FieldFrame } from '../../../ui/admin/fields/FieldFrame.tsx'
import type { AnnouncementValues } from './announcementForm.ts'
import { announcementSettingsTexts } from './lang/en.ts'

interface Props {
  values: AnnouncementValues
  errors: Partial<Record<'textEn' | 'textAr', string>>
  change: (change: Partial<AnnouncementValues>) => void
}

/** The text in both languages. */
export function TextFields({ values, errors, change }: Props) {
  const t = announcementSettingsTexts.useText()
  return (
    <>
      <OneText
        field="textEn"
        label={t('textEn')}
        lang="en"
        value={values.textEn}
        error={errors.textEn}
        change={(textEn) => change({ textEn })}
      />
      <OneText
        field="textAr"
        label={t('textAr')}
        hint={t('textHint')}
        lang="ar"
        value={values.textAr}
        error={errors.textAr}
        change={(textAr) => change({ textAr })}
      />
    </>
  )
}

interface OneProps {
  field: string
  label: string
  hint?: string
  lang: 'en' | 'ar'
  value: string
  error: string | undefined
  change: (value: string) => void
}

function OneText({ field, label, hint, lang, value, error, change }: OneProps) {
  const id = useId()
  return (
    <FieldFrame id={id} field={field} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        className="in announcement-field"
        lang={lang}
        dir={lang === 'ar' ? 'rtl' : 'ltr'}
        rows={3}
        value={value}
        {...described(id, hint, error)}
        onChange={({ target }) => change(target.value)}
      />
    </FieldFrame>
  )
}
