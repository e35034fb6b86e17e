const spaced =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** Counts words to measure a passage. In scripts without spaces, two characters count as one word. */
export function countWords(text: string): number {
  let count = 0
  for (const _ of text.matchAll(spaced)) count++
  let characters = 0
  for (const _ of text.matchAll(unspaced)) characters++
  return count + Math.ceil(characters / 2)
}
