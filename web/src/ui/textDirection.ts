const LETTER = /\p{L}/u
const RIGHT_TO_LEFT = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** More than one sees before one scrolls. */
const LOOKED_AT = 2000

/**
 * The direction of a text's first letter, where `dir="auto"` would not do: beside a name in the language of the page, or
 * for megabytes in a field, of which Chromium takes minutes to find it out.
 */
export const textDirection = (text: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(LETTER.exec(text.slice(0, LOOKED_AT))?.[0] ?? '') ? 'rtl' : 'ltr'
