const LETTER = /\p{L}/u
const RIGHT_TO_LEFT = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** More text than is visible without scrolling. */
const LOOKED_AT = 2000

/**
 * Returns the direction of a text's first letter, where `dir="auto"` doesn't work. One case is text next to a
 * name in the page's language. Another is megabytes in a field, for which Chromium takes minutes.
 */
export const textDirection = (text: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(LETTER.exec(text.slice(0, LOOKED_AT))?.[0] ?? '') ? 'rtl' : 'ltr'
