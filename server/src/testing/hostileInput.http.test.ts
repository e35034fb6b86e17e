import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import type { Endpoint } from '@parlance/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApplication } from './application.ts'
import type { Case } from './case.ts'
import { call, credentials } from './client.ts'
import { beginningOf, type EveryRoute, isInQuery, operations, pathOf, startEveryRoute } from './routeTable.ts'

// Sends hostile input to every route of the contract. Each test goes through all routes and lists those that
// responded incorrectly.
let every: EveryRoute
let app: TestApplication
interface Prepared {
  name: string
  endpoint: Endpoint
  one: Case
  token: string | null
}
const prepared = new Map<string, Prepared>()
const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', note)
  every = await startEveryRoute()
  app = every.app
  every.engine.play(async (writer) => writer.text('ok'))
  // Created once: refused calls don't use it up.
  for (const [name, endpoint] of operations) {
    const one = await every.caseOf(name)
    prepared.set(name, { name, endpoint, one, token: await every.callerOf(endpoint, one) })
  }
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  await app?.remove()
})

const uploads = operations.filter(([, { kind }]) => kind === 'upload')
const changing = operations.filter(([, { method }]) => method !== 'GET')
const withBody = changing.filter(([, { kind }]) => kind !== 'upload')
/** Ends the caller's own session. */
const isLogout = (name: string) => name === 'sessions.logout'

type Wrong = string[]

/** Tries something with a call of each route and returns the incorrect outcomes. */
async function tryEach(
  routes: readonly [string, Endpoint][],
  attempt: (one: Prepared) => Promise<Wrong>,
): Promise<Wrong> {
  const wrong: Wrong = []
  for (const [name] of routes) {
    const one = prepared.get(name)
    if (one) wrong.push(...(await attempt(one)).map((what) => `${name}: ${what}`))
  }
  return wrong
}

async function read(response: Response, { kind }: Endpoint): Promise<string> {
  return kind === 'stream' ? beginningOf(response) : response.text()
}

/** Posts these bytes unchanged. */
function sendBytes(
  endpoint: Endpoint,
  one: Case,
  token: string | null,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
) {
  return fetch(`${app.origin}${pathOf(endpoint, one)}`, {
    method: endpoint.method,
    headers: {
      'content-type': type,
      ...(token ? credentials(token) : {}),
      ...(endpoint.idempotency === 'none' ? {} : { 'idempotency-key': randomUUID() }),
      ...one.headers,
    },
    body,
  })
}

const errorsOfOurs = () => app.logged.filter((line) => line.includes('"request.failed"'))

describe('fields', () => {
  const serverFields = {
    id: randomUUID(),
    userId: randomUUID(),
    ownerId: randomUUID(),
    ownerUserId: randomUUID(),
    createdBy: randomUUID(),
    createdAt: '2020-01-01T00:00:00.000Z',
    gptSystemType: 'System',
    published: true,
    archived: true,
    disabled: false,
    actions: ['UserRolesWrite'],
    version: 1,
  }

  test('[A20] [S32] that the server sets are rejected by every route that does not name them', async () => {
    const wrong = await tryEach(operations, async ({ endpoint, one, token }) => {
      const known = Object.keys(endpoint.input.shape)
      const foreign = Object.fromEntries(Object.entries(serverFields).filter(([key]) => !known.includes(key)))
      const response = await every.send(
        endpoint,
        { ...one, input: { ...one.input, ...foreign } } as Case,
        token,
      )
      const text = await read(response, endpoint)
      if (response.status !== 400) return [`answered ${response.status}`]
      const named = ((JSON.parse(text) as { errors?: { field: string }[] }).errors ?? []).map(
        ({ field }) => field,
      )
      return Object.keys(foreign)
        .filter((key) => !named.includes(key))
        .map((key) => `doesn't name ${key}`)
    })
    expect(wrong).toEqual([])
  })

  /** Yields each object inside a call's input, with an unknown field added. */
  function* nested(value: unknown, at: string): Generator<[string, unknown]> {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        for (const [where, changed] of nested(item, `${at}.${index}`))
          yield [where, value.map((other, place) => (place === index ? changed : other))]
      return
    }
    if (typeof value !== 'object' || value === null) return
    if (at !== '') yield [at, { ...value, ownerId: randomUUID() }]
    for (const [key, inner] of Object.entries(value))
      for (const [where, changed] of nested(inner, at === '' ? key : `${at}.${key}`))
        yield [where, { ...value, [key]: changed }]
  }

  test('[A20] [S32] that are unknown are also rejected inside other objects', async () => {
    let tried = 0
    const wrong = await tryEach(withBody, async ({ endpoint, one, token }) => {
      const found: Wrong = []
      for (const [where, input] of nested(one.input ?? {}, '')) {
        tried += 1
        const { status } = await every.send(
          endpoint,
          { ...one, input: input as Case['input'] } as Case,
          token,
        )
        if (status !== 400) found.push(`${where} answered ${status}`)
      }
      return found
    })
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(5)
  })

  const operators: [string, unknown][] = [
    ['an operator', { not: 'a' }],
    ['another operator', { $ne: null }],
    ['a list', ['a', 'b']],
    ['a list of operators', [{ $gt: '' }]],
    ['SQL', "' OR 1=1--"],
    ['more SQL', "'); drop table app_user; --"],
    ['a NUL', 'a\u0000b'],
    ['a number outside any range', 1e308],
  ]
  /** Inputs that accept lists and objects accept some of these. */
  const isSingle = (value: unknown) => value === undefined || typeof value !== 'object'

  test('[A22] [A67] never accept an operator, list, or SQL: rejected or treated as text, on every route and in every field', async () => {
    let tried = 0
    const wrong = await tryEach(withBody, async ({ name, endpoint, one, token }) => {
      if (isLogout(name)) return []
      const found: Wrong = []
      for (const key of Object.keys(endpoint.input.shape)) {
        for (const [what, value] of operators) {
          tried += 1
          const input = { ...one.input, [key]: value }
          const response = await every.send(endpoint, { ...one, input } as Case, token)
          await response.body?.cancel()
          const isRefused = response.status >= 400 && response.status < 500
          const mustBe = typeof value === 'object' && isSingle(one.input?.[key]) && key in (one.input ?? {})
          if (!isRefused && (mustBe || response.status >= 500))
            found.push(`${key} as ${what} answered ${response.status}`)
        }
      }
      return found
    })
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(500)
    expect(errorsOfOurs()).toEqual([])
  })

  test('[A22] of a query are single values, and no continuation token can be SQL', async () => {
    const wrong = await tryEach(
      operations.filter(([, one]) => isInQuery(one)),
      async ({ endpoint, one, token }) => {
        const found: Wrong = []
        const path = pathOf(endpoint, { ...one, input: {} })
        const keys = Object.keys(endpoint.input.shape)
        const queries = [
          ...keys.flatMap((key) => [`${key}[not]=a`, `${key}=a&${key}=b`, `${key}[]=a`]),
          ...(keys.length === 0 ? ['x[not]=a'] : []),
          ...(keys.includes('continuationToken')
            ? ["' OR 1=1--", 'eyJhIjoxfQ', Buffer.from('["x\' or 1=1--","y"]').toString('base64url')].map(
                (value) => `continuationToken=${encodeURIComponent(value)}`,
              )
            : []),
        ]
        for (const query of queries) {
          const response = await fetch(`${app.origin}${path}?${query}`, {
            method: endpoint.method,
            headers: token ? credentials(token) : {},
          })
          await response.body?.cancel()
          if (response.status < 400 || response.status >= 500)
            found.push(`${query} answered ${response.status}`)
        }
        return found
      },
    )
    expect(wrong).toEqual([])
    expect(errorsOfOurs()).toEqual([])
  })
})

describe('prototype pollution', () => {
  const polluted = () => ({}) as { polluted?: unknown }

  test.each([
    '{"__proto__":{"polluted":1}}',
    '{"a":{"__proto__":{"polluted":1}}}',
    '{"\\u005f_proto__":{"polluted":1}}',
    '{"__\\u0070roto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"toString":1,"hasOwnProperty":1,"valueOf":null}',
  ])('[A23] %s is rejected by every route', async (body) => {
    const wrong = await tryEach(withBody, async ({ endpoint, one, token }) => {
      const { status } = await sendBytes(endpoint, one, token, body)
      return status === 400 ? [] : [`answered ${status}`]
    })
    expect(wrong).toEqual([])
    expect(polluted().polluted).toBeUndefined()
  })

  test('[A23] next to valid input is rejected as well', async () => {
    const wrong = await tryEach(withBody, async ({ endpoint, one, token }) => {
      const found: Wrong = []
      for (const key of [
        '__proto__',
        '__\\u0070roto__',
        '__prot\\u006F__',
        '\\u005F\\u005fproto__',
        'constructor',
      ]) {
        const text = JSON.stringify(one.input ?? {})
        const body = `{"${key}":{"polluted":1}${text === '{}' ? '' : ','}${text.slice(1)}`
        const { status } = await sendBytes(endpoint, one, token, body)
        if (status !== 400) found.push(`${key} answered ${status}`)
      }
      return found
    })
    expect(wrong).toEqual([])
    expect(polluted().polluted).toBeUndefined()
  })

  test('[A23] through names of parts, files, and queries has no effect', async () => {
    const wrong = await tryEach(uploads, async ({ endpoint, one, token }) => {
      const found: Wrong = []
      for (const part of ['__proto__', 'constructor', 'file[__proto__][polluted]', 'toString']) {
        const form = new FormData()
        form.set(part, new File([one.file?.text ?? ''], one.file?.name ?? 'x'))
        const { status } = await fetch(`${app.origin}${pathOf(endpoint, one)}`, {
          method: 'POST',
          headers: { ...credentials(token ?? ''), 'idempotency-key': randomUUID(), ...one.headers },
          body: form,
        })
        if (status < 400 || status >= 500) found.push(`${part} answered ${status}`)
      }
      const query = await fetch(
        `${app.origin}${pathOf(endpoint, { ...one, input: {} })}?__proto__[polluted]=1`,
        {
          method: 'POST',
          headers: credentials(token ?? ''),
        },
      )
      return query.status === 400 || query.status === 415
        ? found
        : [...found, `a query answered ${query.status}`]
    })
    expect(wrong).toEqual([])
    expect(polluted().polluted).toBeUndefined()
    expect(errorsOfOurs()).toEqual([])
  })
})

describe('bodies', () => {
  test('[A67] that are not text, or have twenty thousand keys, are rejected by every route', async () => {
    const keys = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`
    const notUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
    const wrong = await tryEach(withBody, async ({ endpoint, one, token }) => {
      const many = await sendBytes(endpoint, one, token, keys)
      const told = (await many.text()).length
      if (told > 100_000) return [`told ${told} characters about the error`]
      const statuses = [many.status, (await sendBytes(endpoint, one, token, notUtf8)).status]
      return statuses.every((status) => status === 400) ? [] : [`answered ${statuses}`]
    })
    expect(wrong).toEqual([])
  })

  test('[A67] [F22] that break off leave nothing behind, and the process keeps serving', async () => {
    const before = filesOf().length
    const { port } = new URL(app.origin)
    await tryEach(changing, async ({ endpoint, one, token }) => {
      const type = endpoint.kind === 'upload' ? 'multipart/form-data; boundary=b' : 'application/json'
      const part =
        '--b\r\ncontent-disposition: form-data; name="file"; filename="half.txt"\r\n\r\nThe first half'
      const begun = endpoint.kind === 'upload' ? part : '{"question":"The first half'
      // Immediately, and after the first half has been read.
      for (const ms of [0, 20])
        await new Promise<void>((resolve) => {
          const socket = connect(Number(port), '127.0.0.1', () => {
            const cut = () => setTimeout(() => socket.resetAndDestroy(), ms)
            socket.write(
              `${endpoint.method} ${pathOf(endpoint, one)} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: ${type}\r\n${Object.entries(
                token ? credentials(token) : {},
              )
                .map(([header, value]) => `${header}: ${value}\r\n`)
                .join('')}idempotency-key: ${randomUUID()}\r\ncontent-length: 100000\r\n\r\n${begun}`,
              cut,
            )
          })
          socket.on('error', () => undefined).on('close', () => resolve())
        })
      return []
    })
    await expect.poll(() => filesOf().length).toBe(before)
    expect((await call(app, '/health/ready')).status).toBe(200)
    expect(unhandled).toEqual([])
    expect(errorsOfOurs()).toEqual([])
    expect(filesOf().filter((name) => !/^[0-9a-f]{64}$/.test(name))).toEqual([])
  })

  const filesOf = () =>
    readdirSync(path.join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
  test('[A61] of JSON that name a file or URL are not uploads', async () => {
    const bodies = [
      '{"files":{"file":{"filepath":"/etc/passwd"}}}',
      '{"path":"/etc/passwd"}',
      '{"url":"file:///etc/passwd"}',
      '{"file":{"path":"/etc/passwd","originalFilename":"x"}}',
    ]
    const wrong = await tryEach(uploads, async ({ endpoint, one, token }) => {
      const found: Wrong = []
      for (const body of bodies)
        for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
          const { status } = await sendBytes(endpoint, one, token, body, type)
          if (status !== 415) found.push(`${type} ${body} answered ${status}`)
        }
      return found
    })
    expect(wrong).toEqual([])
  })
})
