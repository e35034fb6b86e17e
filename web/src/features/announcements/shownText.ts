import type { ShownAnnouncement } from './data/shownList.ts'

type Language = 'en' | 'ar'

/** The text in a language, or in the other one if it isn’t written in it, with the direction of what is shown. */
export function shownText(
  { en, ar }: ShownAnnouncement['text'],
  language: string,
): { text: string; lang: Language; dir: 'ltr' | 'rtl' } {
  const isArabic = language === 'ar' ? ar !== '' : en === ''
  return isArabic ? { text: ar, lang: 'ar', dir: 'rtl' } : { text: en, lang: 'en', dir: 'ltr' }
}
