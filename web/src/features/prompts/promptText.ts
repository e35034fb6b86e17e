import { variable } from '@parlance/contract/promptVariables'
import type { Prompt } from './data/api.ts'

/** Returns a prompt's text with its variables filled in. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(variable, (written, name: string) =>
    Object.hasOwn(values, name) ? values[name]?.trim() || written : written,
  )

/** Inserts a prompt into the message: replaces the `/` that opened the list, or follows the existing text. */
export const withPrompt = (written: string, prompt: string): string =>
  ['', '/'].includes(written.trim()) ? prompt : `${written.trimEnd()}\n${prompt}`

/** Returns the prompts that include all of the words in the title or text, title matches first. */
export function matching(prompts: readonly Prompt[], search: string): Prompt[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = prompts.filter(({ title, text }) => has(`${title} ${text}`))
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))]
}
