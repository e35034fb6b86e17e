export type Direction = 'ltr' | 'rtl'

/**
 * Returns the direction of a language. For the page's direction, use `useDirection`, because users can choose
 * another one.
 */
export const directionOf = (language: string): Direction => (language === 'ar' ? 'rtl' : 'ltr')
