/** Logs chat errors to the browser console: a name and fields, never what people wrote. */
export function logError(event: string, fields: Record<string, unknown>): void {
  // biome-ignore lint/suspicious/noConsole: the console is the browser's log.
  console.error(event, fields)
}
