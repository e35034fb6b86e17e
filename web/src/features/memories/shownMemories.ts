import type { Memory } from './data/api.ts'

const NAME_CHARACTERS = 60

/** The start of a memory stands for its name. */
export const shortened = (text: string): string =>
  text.length > NAME_CHARACTERS ? `${text.slice(0, NAME_CHARACTERS).toWellFormed().trimEnd()}…` : text

/** Returns the memories in which every word of a search occurs. */
export function matching(memories: readonly Memory[], search: string): readonly Memory[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return memories.filter(({ text }) => words.every((word) => text.toLocaleLowerCase().includes(word)))
}
