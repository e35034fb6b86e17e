/** This file has no imports, so the browser can use it without a schema library. */

/** A prompt variable in a prompt: `{{name}}`. */
export const variable = /\{\{\s*([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,49}?)\s*\}\}/gu

/** Returns the names of a prompt's variables, without duplicates, in the order of the text. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name]) => name ?? ''))]
}
