import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { limits } from '@parlance/contract/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Case } from './case.ts'
import { call, credentials } from './client.ts'
import { fuzz, routesWithBody } from './fuzz/fuzz.ts'
import { type EveryRoute, operations, pathOf, startEveryRoute } from './routeTable.ts'

// Sends bodies that can’t be read to every route that accepts one.
let every: EveryRoute
const uploads: { name: string; url: string; one: Case; headers: Record<string, string> }[] = []

beforeAll(async () => {
  every = await startEveryRoute()
  every.engine.play(async (writer) => writer.text('ok'))
  for (const [name, endpoint] of operations.filter(([, { kind }]) => kind === 'upload')) {
    const one = await every.caseOf(name)
    const token = await every.callerOf(endpoint, one)
    const headers = { ...(token ? credentials(token) : {}), ...one.headers }
    uploads.push({ name, url: `${every.app.origin}${pathOf(endpoint, one)}`, one, headers })
  }
})
afterAll(() => every?.app.remove())

const blobs = () =>
  readdirSync(path.join(every.app.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  ).length

const TYPE = 'multipart/form-data; boundary=b'
const head = (disposition = 'form-data; name="file"; filename="a.txt"') =>
  `--b\r\ncontent-disposition: ${disposition}\r\ncontent-type: text/plain\r\n\r\n`
const END = '\r\n--b--\r\n'
const whole = `${head()}text${END}`
const FIELD = '--b\r\ncontent-disposition: form-data; name="note"\r\n\r\ntext'

describe('an upload that can’t be read is the caller’s error on every route, and leaves no file', () => {
  const malformed = [400, 'request.malformedUpload'] as const
  const otherParts = [415, 'request.multipart'] as const
  const forms: [what: string, body: string | Buffer, type: string, status: number, code: string][] = [
    ['without a boundary', whole, 'multipart/form-data', ...malformed],
    ['with an empty boundary', whole, 'multipart/form-data; boundary=', ...otherParts],
    [
      'with a boundary that is too long',
      whole,
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
      ...malformed,
    ],
    ['with another boundary', whole, 'multipart/form-data; boundary=c', ...malformed],
    ['that is empty', '', TYPE, ...malformed],
    ['without any part', '--b--\r\n', TYPE, ...malformed],
    ['cut off in the headers of its part', head().slice(0, 60), TYPE, ...malformed],
    ['cut off in its file', `${head()}te`, TYPE, ...malformed],
    ['cut off in a file of several pieces', `${head()}${'x'.repeat(1_000_000)}`, TYPE, ...malformed],
    ['cut off in its last boundary', `${head()}text\r\n--b-`, TYPE, ...malformed],
    ['cut off in a second part', `${head()}text\r\n${head()}te`, TYPE, ...malformed],
    ['whose part has no headers', `--b\r\n\r\ntext${END}`, TYPE, ...malformed],
    [
      'whose part has too many headers',
      `--b\r\n${'x: y\r\n'.repeat(3000)}${head().slice(5)}text${END}`,
      TYPE,
      ...malformed,
    ],
    ['whose lines end with a line feed', whole.replaceAll('\r\n', '\n'), TYPE, ...malformed],
    ['with two files', `${head()}text\r\n${head()}text${END}`, TYPE, ...otherParts],
    ['with a field before its file', `${FIELD}\r\n${whole}`, TYPE, ...otherParts],
    ['with a field after its file', `${head()}text\r\n${FIELD}${END}`, TYPE, ...otherParts],
    [
      'whose part has another name',
      `${head('form-data; name="document"; filename="a.txt"')}text${END}`,
      TYPE,
      ...otherParts,
    ],
    ['whose part has no name', `${head('form-data; filename="a.txt"')}text${END}`, TYPE, ...otherParts],
    ['whose part is no file', `${head('form-data; name="file"')}text${END}`, TYPE, ...otherParts],
    [
      'whose file name isn’t UTF-8',
      Buffer.from(whole.replace('a.txt', 'é.txt'), 'latin1'),
      TYPE,
      400,
      'request.invalid',
    ],
  ]

  test.each(forms)('[A67] [F22] %s', async (_what, body, type, status, code) => {
    const before = blobs()
    expect(uploads.length).toBeGreaterThanOrEqual(14)
    for (const { name, url, headers } of uploads) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID(), 'content-type': type },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      })
      const answer = (await response.json()) as { code: string; title: string; requestId: string }
      expect([name, response.status, answer.code]).toEqual([name, status, code])
      expect(answer.title).not.toBe('')
      expect(answer.requestId).toBe(response.headers.get('x-request-id'))
    }
    expect(blobs()).toBe(before)
    expect(every.app.logged.filter((line) => line.includes('"request.failed"'))).toEqual([])
  })

  test('[F22] and the next call on the same connection is answered', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (url: string, headers: Record<string, string>, body: string) =>
      new Promise<[status: number | undefined, isReused: boolean]>((resolve, reject) => {
        const call = request(url, { method: 'POST', agent, headers }, (response) => {
          response.resume()
          response.on('end', () => resolve([response.statusCode, call.reusedSocket]))
        })
        call.on('error', reject)
        call.end(body)
      })
    for (const { name, url, headers } of uploads) {
      const form = { ...headers, 'content-type': TYPE }
      // The refusal doesn’t wait for the file, whose rest must still be read.
      const first = await ask(url, form, `${head('form-data; filename="a.txt"')}${'x'.repeat(500_000)}${END}`)
      expect([name, first[0]]).toEqual([name, 415])
      const next = await ask(url, { ...headers, 'content-type': 'application/json' }, '{}')
      expect([name, ...next]).toEqual([name, 415, true])
    }
    agent.destroy()
  })
})

test('[A67] [F22] the rest of a refused upload is read only up to a limit', async () => {
  const largestOf = (name: string) =>
    operations.find(([one]) => one === name)?.[1].largest?.bytes ?? limits.fileBytes
  const [{ url, headers, name }] = uploads.toSorted((a, b) => largestOf(a.name) - largestOf(b.name)) as [
    (typeof uploads)[number],
  ]
  const piece = Buffer.alloc(1_000_000, 'x')
  let sent = 0
  let status: number | undefined
  await new Promise<void>((resolve) => {
    const endless = request(
      url,
      { method: 'POST', headers: { ...headers, 'content-type': TYPE } },
      (response) => {
        status = response.statusCode
        response.resume()
      },
    )
    endless.on('error', () => resolve()).on('close', () => resolve())
    endless.write(head('form-data; name="document"; filename="a.txt"'))
    const send = () => {
      if (endless.destroyed || sent > 50 * largestOf(name)) return endless.destroy()
      sent += piece.length
      endless.write(piece, send)
    }
    send()
  })
  expect(status).toBe(415)
  expect(sent).toBeGreaterThan(largestOf(name))
  expect(sent).toBeLessThan(20 * largestOf(name))
})

test('[A67] JSON with bytes that aren’t UTF-8 is rejected instead of stored with replacements', async () => {
  const [name, endpoint] =
    operations.find(([, { path: at, method }]) => method === 'POST' && at.endsWith('/fileLibraries')) ?? []
  if (!name || !endpoint) throw new Error('There is no call that creates a library.')
  const token = await every.callerOf(endpoint)
  const response = await fetch(`${every.app.origin}${endpoint.path}`, {
    method: 'POST',
    headers: {
      ...credentials(token ?? ''),
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: new Uint8Array(Buffer.from('{"name":"Café"}', 'latin1')),
  })
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'request.malformed', requestId: expect.any(String) }),
  ])
})

test.each(['\u0000', '\ud800'])(
  '[A67] a text that can’t be stored is rejected in every format, such as a URL that ends with %j',
  async (end) => {
    const { status, body } = await call<{ code: string; errors: { field: string }[] }>(
      every.app,
      '/api/internal/instanceSettings/languageModelProviderApiKey',
      {
        token: await every.app.token('admin'),
        method: 'PUT',
        body: { languageEngine: 'Anthropic', apiKey: 'a-key', endpoint: `https://127.0.0.1:1/v1${end}` },
      },
    )
    expect([status, body.code, body.errors[0]?.field]).toEqual([400, 'request.invalid', 'endpoint'])
  },
)

// `node bench/fuzz.ts` sends more, with other seeds.
test('[A67] [F22] of bodies that are changed at random, none gets an error of the server, and no refused one leaves a row or file', async () => {
  const { bodies, byClass, wrong } = await fuzz(every, {
    seed: 2,
    from: 0,
    to: 2 * routesWithBody.length,
    oversizedUpTo: 6 * 1024 * 1024,
  })
  expect(wrong.join('\n')).toBe('')
  expect(bodies).toBeGreaterThanOrEqual(260)
  // Some changes leave a body valid.
  expect((byClass['4xx'] ?? 0) / bodies).toBeGreaterThan(0.807)
})
