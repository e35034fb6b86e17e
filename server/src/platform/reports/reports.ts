import { randomBytes } from 'node:crypto'
import { client } from '@parlance/contract/limits'
import { type ReportsTarget, readDsn } from '../../config/dsn.ts'
import type { Clock } from '../clock.ts'
import type { Egress } from '../egress/egress.ts'
import type { Log } from '../log/log.ts'
import { shownMessage } from '../log/shownMessage.ts'
import { framesOf, scrubMessage } from './scrub.ts'

interface ReportedError {
  /** Where it happened: a part of the page, or the server's log event. */
  component: string
  platform: 'javascript' | 'node'
  type: string
  message: string
  stack: string
  version: string
  /** The network that a page's error came from. */
  network?: string
}

/** One measured request: the route's pattern, never the URL. */
interface Trace {
  name: string
  status: number
  startedAt: Date
  endedAt: Date
}

/** The error-reporting service. A report never includes anything people write, tokens, or users. */
export interface Reports {
  readonly enabled: boolean
  /** Sets the target of later reports, `https://KEY@HOST/PROJECT`; null turns them off. */
  sendTo(dsn: string | null): void
  report(error: ReportedError): void
  trace(trace: Trace): void
}

const WAIT_MS = 10_000
/**
 * The maximum reports per minute: more say nothing new, and an error in every request must not flood the
 * service. Anyone can send page errors, so these don't reduce the server's own limit, and one network can't use
 * all of it.
 */
const MOST_A_MINUTE = { node: 60, javascript: 30, trace: 60 }
type Kind = keyof typeof MOST_A_MINUTE
const MOST_OF_NETWORK = 10
const MINUTE_MS = 60_000
const QUIET_MS = 60_000

interface Options {
  dsn: string | null
  egress: Egress
  clock: Clock
  log: Log
}

/** Sends reports as Sentry envelopes through the egress; without a DSN it does nothing. */
export function createReports({ dsn, egress, clock, log }: Options): Reports {
  let target = dsn === null ? null : readDsn(dsn)
  const sent: Record<Kind, { time: number; network: string | undefined }[]> = {
    node: [],
    javascript: [],
    trace: [],
  }
  // If the service refuses a page's report, the server's reports must continue.
  const quietUntil = { node: 0, javascript: 0, trace: 0 }

  function mayBeSent(kind: Kind, network?: string): boolean {
    const time = clock.now().getTime()
    const lately = sent[kind].filter((one) => one.time > time - MINUTE_MS)
    sent[kind] = lately
    if (time < quietUntil[kind] || lately.length >= MOST_A_MINUTE[kind]) return false
    if (network && lately.filter((one) => one.network === network).length >= MOST_OF_NETWORK) return false
    lately.push({ time, network })
    return true
  }

  async function send(to: ReportsTarget, kind: Kind, body: object): Promise<void> {
    const eventId = randomBytes(16).toString('hex')
    const text = JSON.stringify({ event_id: eventId, release: `parlance@${client.version}`, ...body })
    const header = JSON.stringify({ event_id: eventId, sent_at: clock.now().toISOString() })
    const type = kind === 'trace' ? 'transaction' : 'event'
    const itemHeader = JSON.stringify({ type, length: Buffer.byteLength(text) })
    try {
      const { statusCode, body: answer } = await egress.request(to.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=parlance/${client.version}, sentry_key=${to.key}`,
        },
        body: `${header}\n${itemHeader}\n${text}\n`,
        signal: AbortSignal.timeout(WAIT_MS),
      })
      await answer.dump()
      if (statusCode >= 300) throw new Error(`The error reporting service returned ${statusCode}.`)
    } catch (error) {
      quietUntil[kind] = clock.now().getTime() + QUIET_MS
      log.warn('reports.failed', {}, error)
    }
  }

  return {
    get enabled() {
      return target !== null
    },
    sendTo(address) {
      target = address === null ? null : readDsn(address)
    },
    report(problem) {
      if (target && mayBeSent(problem.platform, problem.network))
        void send(target, problem.platform, eventOf(problem, clock.now()))
    },
    trace(trace) {
      if (target && mayBeSent('trace')) void send(target, 'trace', transactionOf(trace))
    },
  }
}

const seconds = (date: Date): number => date.getTime() / 1000

function eventOf({ component, platform, type, message, stack, version }: ReportedError, now: Date): object {
  return {
    timestamp: seconds(now),
    level: 'error',
    platform,
    release: `parlance@${version}`,
    tags: { component },
    exception: {
      values: [{ type, value: scrubMessage(type, message), stacktrace: { frames: framesOf(stack) } }],
    },
  }
}

function transactionOf({ name, status, startedAt, endedAt }: Trace): object {
  const context = {
    trace_id: randomBytes(16).toString('hex'),
    span_id: randomBytes(8).toString('hex'),
    op: 'http.server',
    status: status < 500 ? 'ok' : 'internal_error',
  }
  return {
    type: 'transaction',
    platform: 'node',
    transaction: name,
    start_timestamp: seconds(startedAt),
    timestamp: seconds(endedAt),
    tags: { component: 'request' },
    contexts: { trace: context },
  }
}

/** A log that also reports its errors, with the event as component. */
export function reportingLog(log: Log, reports: Reports): Log {
  return {
    ...log,
    error(event, fields, cause) {
      log.error(event, fields, cause)
      const error = rootOf(cause)
      if (error === null) return
      const { name: type, stack = '' } = error
      const message = log.rules ? shownMessage(error, log.rules) : error.message
      const version = client.version
      // A message can look like a part of the stack.
      const places = stack.replace(error.message, '')
      reports.report({ component: event, platform: 'node', type, message, stack: places, version })
    },
  }
}

/** Returns the root cause, which says more than the errors that wrap it. */
function rootOf(cause: unknown): Error | null {
  let error = cause
  for (let depth = 0; depth < 5 && error instanceof Error && error.cause instanceof Error; depth += 1)
    error = error.cause
  return error instanceof Error ? error : null
}
