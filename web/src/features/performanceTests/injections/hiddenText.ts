/** A piece of a text. `hidden` says which characters it stands for that people don’t see. */
export interface TextPiece {
  text: string
  hidden: string | null
}

/** Characters without a look: tags, which models read as letters, and marks that change the direction or have no width. */
const unseen = /(?:[\u{E0020}-\u{E007E}]+)|[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu

/** Splits a text so that characters can be shown that people don’t see. Tags become the letters that they stand for. */
export function visiblePieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const found of text.matchAll(unseen)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), hidden: null })
    from = found.index + found[0].length
    pieces.push({ text: shownAs(found[0]), hidden: namesOf(found[0]) })
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hidden: null })
  return pieces
}

const isTag = (character: string) => (character.codePointAt(0) ?? 0) >= 0xe0020

const shownAs = (characters: string): string =>
  isTag(characters)
    ? [...characters].map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0xe0000)).join('')
    : '·'

function namesOf(characters: string): string {
  const code = (one: string) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const all = [...characters]
  const first = code(all[0] ?? '')
  return all.length > 1 ? `${first}–${code(all.at(-1) ?? '')}` : first
}
