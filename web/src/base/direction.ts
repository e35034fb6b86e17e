export type Direction = 'ltr' | 'rtl'

/** The direction that a language is written in. What the page has is `useDirection`'s: people may choose another one. */
export const directionOf = (language: string): Direction => (language === 'ar' ? 'rtl' : 'ltr')
