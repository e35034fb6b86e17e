/** This file imports nothing, so that the browser can use it without a schema library. */

/** What a conversation is exported as; the name is the end of the file's name. */
export const exportFormats = ['txt', 'md', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The name of an exported conversation: its title without what file systems do not take. */
export function exportFileName(title: string, format: ExportFormat): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  const name = title.replace(/[<>:"/\\|?*\u0000-\u001f\u007f]/g, '').trim()
  return `${name || 'conversation'}.${format}`
}
