import { randomUUID } from 'node:crypto'
import { actions } from '@parlance/contract/actions'
import type { Endpoint } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allows } from '../platform/access/allows.ts'
import type { TestApplication } from './application.ts'
import { calls, expectedRights } from './calls.ts'
import { call, credentials } from './client.ts'
import {
  beginningOf,
  type EveryRoute,
  needsAction,
  operations,
  pathOf,
  startEveryRoute,
} from './routeTable.ts'
import { someVisitor, visit } from './visitors.ts'

// Generated from the contract: a newly added route is tested as every kind of user immediately.
let every: EveryRoute
let app: TestApplication
let engine: EveryRoute['engine']
let world: EveryRoute['world']
const sendCase: EveryRoute['send'] = (...call) => every.send(...call)

beforeAll(async () => {
  every = await startEveryRoute()
  ;({ app, engine, world } = every)
})
afterAll(() => app?.remove())

/** The path parameter of an object that belongs to one user; '' if everyone signed in can name it. */
const ownedId = ({ path }: Endpoint): string =>
  [
    'conversationId',
    'attachmentId',
    'visionImageId',
    'importId',
    'setupId',
    'configStateId',
    'sessionIdentifier',
    'dataExportId',
  ].find((name) => path.includes(`{${name}}`)) ?? ''
/** Plain users also have the built-in permissions of everyone signed in. */
const plainUserMay = ({ access }: Endpoint) => Array.isArray(access) && access.includes('GptSystemsRead')
const callerOf = async (endpoint: Endpoint): Promise<string> =>
  (await every.callerOf(endpoint)) ?? app.token('anna')

/** Files of others are downloaded and never shown on the product's origin. */
function expectNotShown({ headers }: Response): void {
  expect(headers.get('content-type')).toBe('application/octet-stream')
  expect(headers.get('content-disposition')).toMatch(/^attachment; /)
  expect(headers.get('content-security-policy')).toContain('sandbox')
}

/** Images are shown only by the product's pages, and can do nothing as documents. */
function expectImage({ headers }: Response): void {
  expect(headers.get('content-type')).toMatch(/^image\/(webp|png)$/)
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
}

describe('the contract', () => {
  test('has exactly the access rules in the handwritten table', () => {
    expect(Object.fromEntries(operations.map(([name, endpoint]) => [name, endpoint.access]))).toEqual(
      expectedRights,
    )
  })

  test('[A41] [S38] has a handler for each of its entries, and no route is outside it', () => {
    const served = app.platform.served.map((endpoint) => `${endpoint.method} ${endpoint.path}`).sort()
    expect(served).toEqual(operations.map(([, endpoint]) => `${endpoint.method} ${endpoint.path}`).sort())
    const printed = app.platform.web.printRoutes({ commonPrefix: false })
    expect(printed).toContain('/api/internal/userConversations')
  })

  test('[R-7-001] [R-7-009] every path is under the site root, and no path matches two routes', () => {
    const patterns = operations.map(
      ([, endpoint]) => `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`,
    )
    expect(new Set(patterns).size).toBe(patterns.length)
    for (const pattern of patterns) expect(pattern).toMatch(/ \/api\/internal\//)
  })

  test('access is granted by exactly the permissions that a route names', () => {
    const actor = {
      userId: '',
      sessionId: '',
      tenantId: '',
      objectId: '',
      name: '',
      userName: '',
      specific: [],
    }
    for (const [name, endpoint] of operations) {
      for (const action of actions) {
        const decision = allows(endpoint.access, { ...actor, actions: new Set([action]) }, {})
        const named = Array.isArray(endpoint.access)
          ? endpoint.access.includes(action) && !action.endsWith('Specific')
          : endpoint.access !== 'visitor'
        expect(`${name} ${action} ${decision}`).toBe(`${name} ${action} ${named ? 'allowed' : 'denied'}`)
      }
    }
  })
})

describe.each(operations)('%s', (name, endpoint) => {
  const caseOf: EveryRoute['caseOf'] = (operation) => every.caseOf(operation)
  let created: ReturnType<typeof caseOf> | undefined
  /** Shared by all refused calls, which leave it unchanged. */
  const refusedCase = () => {
    created ??= caseOf(name)
    return created
  }

  test('succeeds with a response that matches its contract', async () => {
    engine.play(async (writer) => writer.text('ok'))
    const one = await caseOf(name)
    const response = await sendCase(
      endpoint,
      one,
      one.token ?? (endpoint.access === 'anyone' ? null : await callerOf(endpoint)),
    )
    const text = await (endpoint.kind === 'stream' ? beginningOf(response) : response.text())
    expect({ name, status: response.status, text: response.ok ? '' : text }).toEqual({
      name,
      status: text === '' ? 204 : 200,
      text: '',
    })
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    if (endpoint.kind === 'image') return expectImage(response)
    expect(response.headers.get('cache-control')).toMatch(/no-store|no-cache/)
    if (endpoint.etag) expect(response.headers.get('etag')).toMatch(/^"\d+"$/)
    if (endpoint.kind === 'file') expectNotShown(response)
    else if (endpoint.kind !== 'stream' && text !== '')
      expect(endpoint.response.safeParse(JSON.parse(text)).error).toBeUndefined()
    if (endpoint.method !== 'GET') expect(response.headers.get('x-cosmos-session-token')).toBeTruthy()
  })

  if (endpoint.access !== 'anyone') {
    test('[A41] refuses calls without a token', async () => {
      const response = await sendCase(endpoint, await refusedCase(), null)
      expect(response.status).toBe(401)
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(await response.json()).toMatchObject({
        code: endpoint.access === 'visitor' ? 'publicChat.session' : 'auth.required',
        requestId: response.headers.get('x-request-id'),
      })
    })

    test('refuses invalid tokens', async () => {
      for (const token of ['x', 'eyJhbGciOiJub25lIn0.e30.', `${await app.token('anna')}x`]) {
        const response = await sendCase(endpoint, await refusedCase(), token)
        expect(response.status).toBe(401)
      }
    })
  }

  if (endpoint.kind === 'upload') {
    test('[R-7-008] accepts its file only as multipart', async () => {
      const one = await caseOf(name)
      const refused = await call<{ code: string }>(app, pathOf(endpoint, one), {
        token: one.token ?? (await callerOf(endpoint)),
        method: endpoint.method,
        body: { file: one.file?.text },
        headers: { 'idempotency-key': randomUUID(), ...one.headers },
      })
      expect([refused.status, refused.body.code]).toEqual([415, 'request.multipart'])
    })
  }

  if (needsAction(endpoint)) {
    if (endpoint.etag === 'required') {
      test('requires the version that was changed, and responds to another one with the current object', async () => {
        const one = await caseOf(name)
        const without = await sendCase(endpoint, one, await callerOf(endpoint), { 'if-match': '' })
        expect(without.status).toBe(428)
        expect(await without.json()).toMatchObject({ code: 'request.ifMatch' })
        for (const match of ['"999999"', '*', 'x']) {
          const stale = await sendCase(endpoint, one, await callerOf(endpoint), { 'if-match': match })
          const body = (await stale.json()) as { code: string; current: unknown }
          expect([stale.status, body.code]).toEqual([412, 'request.stale'])
          expect(endpoint.response.safeParse(body.current).error).toBeUndefined()
        }
        expect((await sendCase(endpoint, one, await callerOf(endpoint))).status).toBe(200)
      })
    }

    if (plainUserMay(endpoint)) {
      test('returns a plain user only what everyone can see, and changes nothing', async () => {
        // Preparing the case can change things as the administrator.
        const one = await caseOf(name)
        const [done, refused] = [await auditCount('Done'), await auditCount('Refused')]
        const response = await sendCase(endpoint, one, await app.token('ben'))
        expect(response.status).toBe(200)
        expect([await auditCount('Done'), await auditCount('Refused')]).toEqual([done, refused])
      })
    } else {
      test('[R-6-003] [S41] refuses a plain user and changes nothing', async () => {
        const before = await auditCount('Done')
        const refused = await auditCount('Refused')
        const response = await sendCase(endpoint, await refusedCase(), await app.token('ben'))
        expect(response.status).toBe(403)
        expect(await response.json()).toMatchObject({ code: 'access.denied' })
        // Preparing the case could have changed things as the administrator. The refusal itself adds one entry,
        // or none for reads.
        expect(await auditCount('Refused')).toBe(refused + (endpoint.audit === 'none' ? 0 : 1))
        expect(await auditCount('Done')).toBeGreaterThanOrEqual(before)
      })
    }
  } else if (typeof endpoint.access === 'string' && ownedId(endpoint)) {
    const owned = ownedId(endpoint)
    test('[A1] [A4] [A9] [S31] responds to another user or visitor as if the object did not exist', async () => {
      const one = await refusedCase()
      const bare = (response: Response) =>
        response.json().then((body) => ({ ...(body as object), requestId: '' }))
      const ben =
        endpoint.access === 'visitor'
          ? (await visit(app, (await someVisitor(app)).page)).token
          : await app.token('ben')
      const foreign = await sendCase(endpoint, one, ben)
      const random = randomUUID()
      const missing = await sendCase(
        endpoint,
        {
          ...one,
          params: { ...one.params, [owned]: random },
          ...(one.input && owned in one.input ? { input: { ...one.input, [owned]: random } } : {}),
        },
        ben,
      )
      expect(foreign.status).toBe(404)
      expect(await bare(foreign)).toEqual(await bare(missing))
    })
  }

  test('rejects unknown input', async () => {
    const one = await refusedCase()
    const token = endpoint.access === 'anyone' ? null : await callerOf(endpoint)
    const response = await sendCase(endpoint, { ...one, input: { ...one.input, ownerId: 'x' } }, token)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'request.invalid',
      errors: [expect.objectContaining({ field: 'ownerId' })],
    })
  })

  test('rejects malformed IDs', async () => {
    if (!endpoint.path.includes('{'))
      return expect(endpoint.params.safeParse({ id: 'x' }).success).toBe(false)
    const one = await refusedCase()
    const token = endpoint.access === 'anyone' ? null : await callerOf(endpoint)
    const params = Object.fromEntries(Object.keys(one.params ?? {}).map((key) => [key, "' OR 1=1--"]))
    const response = await sendCase(endpoint, { ...one, params }, token)
    expect(response.status).toBe(400)
  })

  if (endpoint.method !== 'GET' && endpoint.kind !== 'upload') {
    test.each(['{', '[', 'null', '[]', '"x"', '1', `${'['.repeat(100_000)}`, '{"__proto__":{"polluted":1}}'])(
      '[A67] rejects the body %.20s',
      async (body) => {
        const token = endpoint.access === 'anyone' ? null : await callerOf(endpoint)
        const response = await fetch(`${app.origin}${pathOf(endpoint, await refusedCase())}`, {
          method: endpoint.method,
          headers: {
            'content-type': 'application/json',
            ...(token ? credentials(token) : {}),
            ...(endpoint.idempotency === 'none' ? {} : { 'idempotency-key': randomUUID() }),
          },
          body,
        })
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({ requestId: expect.any(String) })
        expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      },
    )

    test('[R-7-007] [A35] [S22] accepts only JSON', async () => {
      const token = endpoint.access === 'anyone' ? null : await callerOf(endpoint)
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
      ]) {
        const response = await fetch(`${app.origin}${pathOf(endpoint, await refusedCase())}`, {
          method: endpoint.method,
          headers: { 'content-type': type, ...(token ? credentials(token) : {}) },
          body: '{}',
        })
        expect(response.status).toBe(415)
      }
    })
  }

  test('[S25] returns 405 for methods that it does not have', async () => {
    // Also covers a literal next to an ID, as in `brands/import` and `brands/{brandKey}`.
    const fits = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(endpoint.path)
    const has = operations.filter(([, other]) => fits(other.path)).map(([, other]) => other.method)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
      (one) => !has.includes(one as 'GET'),
    )) {
      const response = await fetch(`${app.origin}${pathOf(endpoint, await refusedCase())}`, { method })
      expect(`${method} ${response.status}`).toBe(`${method} 405`)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

async function auditCount(outcome: string): Promise<number> {
  const found = await sql<{
    count: number
  }>`select count(*) as count from audit_entry where outcome = ${outcome}`.execute(app.platform.database.db)
  return found.rows[0]?.count ?? 0
}

test('the audit log is intact after all of this, and a changed row breaks it', async () => {
  const whole = await app.platform.audit.verify()
  expect(whole.firstBroken).toBeNull()
  expect(whole.checked).toBeGreaterThan(10)
  await expect(
    sql`update audit_entry set actor_name = 'x'`.execute(app.platform.database.db),
  ).rejects.toThrow(/never changed/)
  await expect(sql`delete from audit_entry`.execute(app.platform.database.db)).rejects.toThrow(
    /never changed/,
  )
  await sql`alter table audit_entry disable trigger all`.execute(app.platform.database.db)
  await sql`update audit_entry set actor_name = 'Mallory' where seq = 3`.execute(app.platform.database.db)
  expect((await app.platform.audit.verify()).firstBroken).toBe(3)
})

test('[R-7-002] a request ID is accepted, echoed in responses and errors, and created if there is none', async () => {
  const given = await call(app, '/api/internal/currentUser', { headers: { 'x-request-id': 'my-own.id:1' } })
  expect(given.headers.get('x-request-id')).toBe('my-own.id:1')
  expect(given.body.requestId).toBe('my-own.id:1')
  const created = await call(app, '/api/internal/currentUser', {
    headers: { 'x-request-id': 'bad id\u00e9<script>' },
  }).catch(() => null)
  expect(created?.body.requestId ?? 'refused').not.toContain('<script>')
})

test('[R-7-003] the token is sent only as an Authorization header', async () => {
  const token = await app.token('anna')
  expect((await call(app, '/api/internal/currentUser', { token })).status).toBe(200)
  expect((await call(app, `/api/internal/currentUser?access_token=${token}`)).status).toBe(401)
})

test('[R-7-004] session headers are issued by writes, accepted everywhere, never reflected, and limited in length', async () => {
  const token = await app.token('anna')
  const taken = await call(app, '/api/internal/currentUser', {
    token,
    headers: { 'x-cosmos-session-token': '1.abc', 'x-cosmos-other': 'y' },
  })
  expect(taken.status).toBe(200)
  expect(taken.headers.get('x-cosmos-other')).toBeNull()
  const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-cosmos-${index}`, 'a']))
  expect((await call(app, '/api/internal/currentUser', { token, headers: eleven })).status).toBe(400)
  expect(
    (await call(app, '/api/internal/currentUser', { token, headers: { 'x-cosmos-a': 'a'.repeat(9000) } }))
      .status,
  ).toBe(400)
})

/**
 * A user's own objects: chats, including archived ones, personal agents with their drafts, pins, and prompts.
 */
const own =
  /^\/api\/internal\/(currentUser|userConversations|configStates|attachments|visionImages|userPrompts|gptSystems\/user)\b/i

test('[R-6-002] own objects need no role: everyone signed in has chat, personal agents, pins, and prompts', async () => {
  const ofOwn = operations.filter(([, { path }]) => own.test(path))
  expect(ofOwn.length).toBeGreaterThan(20)
  for (const [name, endpoint] of ofOwn) {
    expect([name, endpoint.access]).toEqual([name, 'signedIn'])
    const one = (await calls[name]?.make(world)) ?? {}
    const answered = await sendCase(endpoint, one, one.token ?? (await callerOf(endpoint)))
    expect([name, answered.status < 300]).toEqual([name, true])
    await answered.body?.cancel()
  }
})
