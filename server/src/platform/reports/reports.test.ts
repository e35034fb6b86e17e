import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readDsn } from '../../config/dsn.ts'
import { cpuMs } from '../../testing/cpuTime.ts'
import { systemClock } from '../clock.ts'
import { createEgress } from '../egress/egress.ts'
import { createLog } from '../log/log.ts'
import { createReports, reportingLog } from './reports.ts'
import { tracesSampleRate } from './sampling.ts'
import { framesOf, scrubMessage } from './scrub.ts'

interface Received {
  url: string
  headers: IncomingHttpHeaders
  item: { type: string; length: number }
  body: Record<string, unknown> & { exception?: { values: Record<string, unknown>[] } }
}

let server: Server
let dsn = ''
let status = 200
const received: Received[] = []
const logged: string[] = []
const log = createLog('DEBUG', { write: (line) => void logged.push(line) })

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const [, item = '', body = ''] = Buffer.concat(parts).toString('utf8').split('\n')
      const { url = '', headers } = request
      expect(Buffer.byteLength(body)).toBe((JSON.parse(item) as { length: number }).length)
      received.push({ url, headers, item: JSON.parse(item), body: JSON.parse(body) })
      response.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  dsn = `http://thekey@127.0.0.1:${(server.address() as AddressInfo).port}/sentry/7`
})
afterAll(() => server.close())
afterEach(() => {
  received.length = 0
  logged.length = 0
  status = 200
})

const service = (address: string | null = dsn) => {
  const egress = createEgress([new URL(dsn).host])
  return createReports({ dsn: address, egress, clock: systemClock, log })
}
const error = (changed: object = {}) => ({
  component: 'sidebar',
  platform: 'javascript' as const,
  type: 'TypeError',
  message: "Cannot read properties of undefined (reading 'name')",
  stack: 'TypeError: secret\n    at render (https://chat.example/assets/index-abc.js?x=1:12:34)',
  version: '2.2509.3736',
  ...changed,
})

describe('the error-reporting service', () => {
  test('[R-8-021] receives an error as a Sentry envelope, with its component as a tag', async () => {
    service().report(error())
    await expect.poll(() => received).toHaveLength(1)
    const [{ url, headers, item, body }] = received as [Received]
    expect(url).toBe('/sentry/api/7/envelope/')
    expect(headers['content-type']).toBe('application/x-sentry-envelope')
    expect(headers['x-sentry-auth']).toMatch(/sentry_version=7,.* sentry_key=thekey$/)
    expect(item.type).toBe('event')
    expect(body).toMatchObject({
      event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      level: 'error',
      platform: 'javascript',
      release: 'parlance@2.2509.3736',
      tags: { component: 'sidebar' },
    })
    expect(body.exception?.values).toEqual([
      {
        type: 'TypeError',
        value: "Cannot read properties of undefined (reading 'name')",
        stacktrace: {
          frames: [{ function: 'render', filename: 'assets/index-abc.js', lineno: 12, colno: 34 }],
        },
      },
    ])
  })

  test('[R-8-021] is off unless a URL is configured', async () => {
    for (const reports of [service(null), service('https://no-key.example/1')]) {
      expect(reports.enabled).toBe(false)
      reports.report(error())
      reports.trace({ name: 'GET /', status: 200, startedAt: new Date(), endedAt: new Date() })
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(received).toEqual([])
    expect(service().enabled).toBe(true)
  })

  test("receives the server's own errors with their event, and no warnings", async () => {
    const reporting = reportingLog(log, service())
    reporting.warn('x.warned', {}, new Error('no'))
    reporting.error('job.failed', { name: 'x' }, new Error('outer', { cause: new RangeError('inner') }))
    reporting.error('database.unavailable', { waiting: 3 })
    await expect.poll(() => received).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(received.map(({ body }) => body.tags)).toEqual([{ component: 'job.failed' }])
    expect(received[0]?.body.exception?.values[0]).toMatchObject({ type: 'RangeError', value: 'inner' })
    expect(logged).toHaveLength(3)
  })

  const sentOf = (platform: string) => received.filter(({ body }) => body.platform === platform)

  test('receives at most sixty server errors per minute', async () => {
    const reports = service()
    for (let count = 0; count < 200; count += 1)
      reports.report(error({ component: `c${count}`, platform: 'node' }))
    await expect.poll(() => received).toHaveLength(60)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(received).toHaveLength(60)
  })

  test('receives ten page errors per network and thirty in total per minute, in addition to server errors', async () => {
    const reports = service()
    const fromPages = (network: string) => {
      for (let count = 0; count < 60; count += 1) reports.report(error({ network }))
    }
    fromPages('192.0.2.1')
    await expect.poll(() => received).toHaveLength(10)
    for (const network of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) fromPages(network)
    for (let count = 0; count < 60; count += 1) reports.report(error({ platform: 'node' }))
    await expect.poll(() => sentOf('node')).toHaveLength(60)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sentOf('javascript')).toHaveLength(30)
  })

  test("isn't contacted for a while after it refuses, which causes no error", async () => {
    status = 429
    const reports = service()
    reports.report(error())
    await expect.poll(() => logged.join()).toContain('reports.failed')
    reports.report(error())
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(received).toHaveLength(1)
    reports.report(error({ platform: 'node' }))
    await expect.poll(() => received).toHaveLength(2)
  })
})

describe('the content of a report', () => {
  test.each([
    ['Error', 'It says "my secret plan" and \'two words\'', 'It says "…" and "…"'],
    ['Error', 'unterminated "my secret', 'unterminated "…"'],
    ['Error', "The name 'Lindqvist' is taken", 'The name "…" is taken'],
    ['TypeError', "Cannot read (reading 'name')", "Cannot read (reading 'name')"],
    ['TypeError', "No 'draft:anna:new' here", 'No "…" here'],
    ['SyntaxError', 'Unexpected token h in hello secret', ''],
    ['Error', 'GET https://x.example/a?question=secret#x failed', 'GET https://x.example/a failed'],
    ['Error', 'token eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.abc refused', 'token … refused'],
    ['Error', 'key sk-abcdefghijkl refused', 'key … refused'],
    ['Error', 'of anna@parlance.example', 'of …'],
  ])('%s: %s', (type, message, expected) => {
    expect(scrubMessage(type, message)).toBe(expected)
  })

  test('contains frames without hosts, folders, or messages', () => {
    const stack = [
      'Error: my secret',
      '    at async serve (file:///home/anna/parlance/server/src/main.ts:3:4)',
      '    at /home/anna/parlance/node_modules/pg/lib/client.js:10:20',
      'handler@https://chat.example/assets/chat-1.js:1:2',
      '    at new Promise (<anonymous>)',
    ].join('\n')
    expect(framesOf(stack)).toEqual([
      { function: 'handler', filename: 'assets/chat-1.js', lineno: 1, colno: 2 },
      { function: '?', filename: 'node_modules/pg/lib/client.js', lineno: 10, colno: 20 },
      { function: 'serve', filename: 'server/src/main.ts', lineno: 3, colno: 4 },
    ])
  })

  test.each([' ', '\t', 'at ', 'async ', 'a', 'a ', '1:', ':1', '(', '@', 'a:1'])(
    '[S16] frames are read quickly from a stack of nothing but %j',
    (piece) => {
      const line = piece.repeat(8000 / piece.length)
      const stack = `Error\n${line}\n at ${line} (${line}\n${line}x:1:1`
      expect(cpuMs(() => framesOf(stack))).toBeLessThan(500)
    },
  )

  test('a DSN consists of a URL, a key, and a project', () => {
    expect(readDsn('https://k@o1.ingest.example/42')).toEqual({
      url: 'https://o1.ingest.example/api/42/envelope/',
      key: 'k',
    })
    for (const wrong of ['', 'x', 'https://o1.example/42', 'https://k@o1.example/', 'ftp://k@o1.example/42'])
      expect(readDsn(wrong)).toBeNull()
  })
})

describe('sampling', () => {
  const halden = { organizationName: 'Halden Rail', name: 'Parlance' }

  test("[R-8-022] traces nothing by default, whatever the instance's name, and never replays", async () => {
    expect(tracesSampleRate([], halden)).toBe(0)
    service().report(error())
    await expect.poll(() => received).toHaveLength(1)
    expect(received.map(({ item }) => item.type)).toEqual(['event'])
    expect(JSON.stringify(received[0]?.body)).not.toMatch(/replay|trace_id/)
  })

  test('[R-8-024] is raised only for the two instances named by organization and name', () => {
    const traced = ['Halden Rail/Parlance', 'Vela/Chat']
    expect(tracesSampleRate(traced, halden)).toBe(0.1)
    expect(tracesSampleRate(traced, { organizationName: 'Vela', name: 'Chat' })).toBe(0.1)
    expect(tracesSampleRate(traced, { organizationName: 'Vela', name: 'Parlance' })).toBe(0)
    expect(tracesSampleRate(traced, { organizationName: 'Halden Rail', name: 'Chat' })).toBe(0)
  })
})
