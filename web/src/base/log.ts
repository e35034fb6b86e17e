import { defaultLogLevel, type LogLevel, logLevels } from '@parlance/contract/limits'

/** The level that the server put into the page (LOG_LEVEL), else ERROR. */
export function pageLogLevel(): LogLevel {
  const named = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="log-level"]')?.content
  return logLevels.find((level) => level === named) ?? defaultLogLevel
}

/**
 * An event for whoever opens the browser's console: a constant name and fields, never what people wrote. Events below
 * the page's level are dropped.
 */
export function log(level: LogLevel, event: string, fields: Record<string, unknown> = {}): void {
  if (logLevels.indexOf(level) < logLevels.indexOf(pageLogLevel())) return
  // biome-ignore lint/suspicious/noConsole: the console is the browser's log
  const write = { DEBUG: console.debug, INFO: console.info, WARN: console.warn, ERROR: console.error }[level]
  write(event, fields)
}
