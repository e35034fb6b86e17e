import { randomBytes } from 'node:crypto'
import { client } from '@parlance/contract/limits'
import { type ReportsTarget, readDsn } from '../../config/dsn.ts'
import type { Clock } from '../clock.ts'
import type { Egress } from '../egress/egress.ts'
import type { Log } from '../log/log.ts'
import { framesOf, scrubMessage } from './scrub.ts'

interface Fault {
  /** What it happened in: a part of the page, or the server's own event. */
  component: string
  platform: 'javascript' | 'node'
  type: string
  message: string
  stack: string
  version: string
  /** Where a page's fault came from. */
  network?: string
}

/** One request that was measured: the route's pattern and never the address. */
interface Trace {
  name: string
  status: number
  startedAt: Date
  endedAt: Date
}

/** The error-reporting service. Nothing of what people write, no token and no person is ever part of a report. */
export interface Reports {
  readonly enabled: boolean
  /** Where reports go from now on, `https://KEY@HOST/PROJECT`; null for nowhere. */
  sendTo(dsn: string | null): void
  report(fault: Fault): void
  trace(trace: Trace): void
}

const WAIT_MS = 10_000
/**
 * More in a minute say nothing more, and a fault in every request must not become a second storm. Anybody can send what
 * a page would, so that takes nothing from the server's own faults, and one network not all of it.
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

/** Sends reports as Sentry envelopes through the one way out; without an address it does nothing. */
export function createReports({ dsn, egress, clock, log }: Options): Reports {
  let target = dsn === null ? null : readDsn(dsn)
  const sent: Record<Kind, { time: number; network: string | undefined }[]> = {
    node: [],
    javascript: [],
    trace: [],
  }
  // A page's report that the service refuses must not silence the server either.
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
    report(fault) {
      if (target && mayBeSent(fault.platform, fault.network))
        void send(target, fault.platform, eventOf(fault, clock.now()))
    },
    trace(trace) {
      if (target && mayBeSent('trace')) void send(target, 'trace', transactionOf(trace))
    },
  }
}

const seconds = (date: Date): number => date.getTime() / 1000

function eventOf({ component, platform, type, message, stack, version }: Fault, now: Date): object {
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

/** A log whose errors are reported too: its event is the component. */
export function reportingLog(log: Log, reports: Reports): Log {
  return {
    ...log,
    error(event, fields, cause) {
      log.error(event, fields, cause)
      const error = rootOf(cause)
      if (error === null) return
      const { name: type, message, stack = '' } = error
      const version = client.version
      reports.report({ component: event, platform: 'node', type, message, stack, version })
    },
  }
}

/** What it all began with, which tells more than what was made of it. */
function rootOf(cause: unknown): Error | null {
  let error = cause
  for (let depth = 0; depth < 5 && error instanceof Error && error.cause instanceof Error; depth += 1)
    error = error.cause
  return error instanceof Error ? error : null
}
