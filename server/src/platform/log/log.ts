import type { LogLevel } from '@parlance/contract/limits'
import { pino } from 'pino'
import { type MessageRules, shownMessage } from './shownMessage.ts'

/** Fields of a log event: never contents, tokens, or prompts. */
export type LogFields = Record<string, string | number | boolean | null | undefined | string[] | number[]>

/** Log entries are events: a constant name and fields. */
export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields, cause?: unknown): void
  error(event: string, fields?: LogFields, cause?: unknown): void
  /** Set from the compliance mode, once it is known. Absent in tests that collect entries. */
  readonly rules?: MessageRules
}

/** An error that repeats is logged without its stack for so long after it was logged with it. */
const STACK_MS = 60_000
/** How many errors are remembered for that. */
const MOST_STACKS = 100

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
  const stacks = createRecentStacks()
  const rules: MessageRules = { areLimited: false }
  const write =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}, cause?: unknown) =>
      logger[name]({
        event,
        ...fields,
        ...(cause === undefined ? {} : { cause: stacks.shortened(event, causeChain(cause, rules)) }),
      })
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error'), rules }
}

/** JSON doesn't escape these, but some readers treat them as line ends and terminals as commands. */
const controls = /[\u007f-\u009f\u2028\u2029]/g
const escaped = (line: string) =>
  line.replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Libraries also report copies of errors, which are plain objects with the same properties. */
const isError = (value: unknown): value is Error =>
  value instanceof Error ||
  (typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string')

interface Described {
  /** Name, message, and code. */
  brief: string
  /** The same with the stack. */
  full: string
}

/** Shortens errors that repeat: during an outage, every call and every retry fails for the same reason. */
function createRecentStacks() {
  /** In the order in which they were logged. */
  const loggedAt = new Map<string, number>()
  return {
    shortened(event: string, chain: Described[]): string[] {
      const full = chain.map((error) => error.full)
      const key = [event, ...full].join('\n')
      const now = performance.now()
      if (now - (loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < STACK_MS)
        return chain.map((error) => error.brief)
      loggedAt.delete(key)
      loggedAt.set(key, now)
      for (const [oldest] of loggedAt) {
        if (loggedAt.size <= MOST_STACKS) break
        loggedAt.delete(oldest)
      }
      return full
    },
  }
}

/** Returns the lines of a stack that say where it happened. */
const framesOf = ({ stack = '', message }: Error): string[] =>
  stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))

/** Describes an error and its causes. Other properties are omitted because they may contain user content. */
function causeChain(cause: unknown, rules: MessageRules): Described[] {
  const chain: Described[] = []
  for (let error = cause; error !== undefined && error !== null && chain.length < 5; ) {
    if (!isError(error)) {
      chain.push({ brief: typeof error, full: typeof error })
      break
    }
    const code = 'code' in error && typeof error.code === 'string' ? ` [${error.code}]` : ''
    const { name = 'Error', message = '' } = error
    const shown = shownMessage(error, rules)
    const brief = shown === '' ? name : `${name}: ${shown}`
    chain.push({
      brief: `${brief}${code}`,
      full: `${shown === message ? (error.stack ?? brief) : [brief, ...framesOf(error)].join('\n')}${code}`,
    })
    error = error.cause
  }
  return chain
}
