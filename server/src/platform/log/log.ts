import type { LogLevel } from '@parlance/contract/limits'
import { pino } from 'pino'

/** Fields of a log event: never contents, tokens, or prompts. */
export type LogFields = Record<string, string | number | boolean | null | undefined | string[] | number[]>

/** Log entries are events: a constant name and fields. */
export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields, cause?: unknown): void
  error(event: string, fields?: LogFields, cause?: unknown): void
}

export function createLog(level: LogLevel, destination: { write(line: string): void } = process.stderr): Log {
  const logger = pino(
    {
      level: level.toLowerCase(),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label.toUpperCase() }) },
    },
    { write: (line: string) => void destination.write(escaped(line)) },
  )
  const write =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}, cause?: unknown) =>
      logger[name]({ event, ...fields, ...(cause === undefined ? {} : { cause: causeChain(cause) }) })
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** JSON doesn't escape these, but some readers treat them as line ends and terminals as commands. */
const controls = /[\u007f-\u009f\u2028\u2029]/g
const escaped = (line: string) =>
  line.replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Libraries also report copies of errors, which are plain objects with the same properties. */
const isError = (value: unknown): value is Error =>
  value instanceof Error ||
  (typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string')

/**
 * Returns name, message, code, and stack of an error and its causes. Other properties are omitted because they
 * may contain user content.
 */
function causeChain(cause: unknown): string[] {
  const chain: string[] = []
  for (let error = cause; error !== undefined && error !== null && chain.length < 5; ) {
    if (!isError(error)) {
      chain.push(typeof error)
      break
    }
    const code = 'code' in error && typeof error.code === 'string' ? ` [${error.code}]` : ''
    const said = error.stack ?? `${error.name}: ${error.message}`
    // A parser's message quotes the text it couldn't read.
    chain.push(`${error instanceof SyntaxError ? said.replace(error.message, '') : said}${code}`)
    error = error.cause
  }
  return chain
}
