/** This file has no imports, so the browser can use it without a schema library. */

/** Export formats of conversations. The name is also the file extension. */
export const exportFormats = ['txt', 'md', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/**
 * Returns the file name of an exported conversation: its title without characters that file systems don't
 * allow.
 */
export function exportFileName(title: string, format: ExportFormat): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed on purpose.
  const name = title.replace(/[<>:"/\\|?*\u0000-\u001f\u007f]/g, '').trim()
  return `${name || 'conversation'}.${format}`
}
