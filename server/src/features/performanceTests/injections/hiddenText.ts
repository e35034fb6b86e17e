/** Writes ASCII in tag characters, which models read and people don’t see. */
export const inTags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

/** Separates letters by characters without width, so that no word can be found. */
export const withoutWidth = (text: string): string => [...text].join('\u200b')
