/** This file imports nothing, so that the browser can use it without a schema library. */

/** A variable as it is written in a prompt: `{{name}}`. */
export const variable = /\{\{\s*([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,49}?)\s*\}\}/gu

/** What a prompt's text leaves open, once for each name, in the order of the text. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name]) => name ?? ''))]
}
