import { defaultLogLevel, type LogLevel, logLevels } from '@parlance/contract/limits'

/** Returns the log level that the server set in the page (LOG_LEVEL), or ERROR. */
export function pageLogLevel(): LogLevel {
  const named = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="log-level"]')?.content
  return logLevels.find((level) => level === named) ?? defaultLogLevel
}

/**
 * Logs an event to the browser's console: a constant name and fields, never what people wrote. Drops events
 * below the page's level.
 */
export function log(level: LogLevel, event: string, fields: Record<string, unknown> = {}): void {
  if (logLevels.indexOf(level) < logLevels.indexOf(pageLogLevel())) return
  // biome-ignore lint/suspicious/noConsole: the console is the browser's log
  const write = { DEBUG: console.debug, INFO: console.info, WARN: console.warn, ERROR: console.error }[level]
  write(event, fields)
}
