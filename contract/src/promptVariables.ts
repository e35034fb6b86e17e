/** This file imports nothing, so that the browser can use it without a schema library. */
/** What a prompt's text leaves open: `{{name}}`, once for each name, in the order of the text. */
export function variablesOf(text: string): string[] {
  return [
    ...new Set(
      [...text.matchAll(/\{\{\s*([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,49}?)\s*\}\}/gu)].map(
        ([, name]) => name ?? '',
      ),
    ),
  ]
}
