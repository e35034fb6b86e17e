import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorRoleId } from '../../platform/access/heldRoles.ts'
import { usersPath } from '../../testing/access.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { person as personWith } from '../../testing/people.ts'
import { generateToken } from '../../testing/signIn.ts'

const tenantId = 'c0ffee00-1111-4222-8333-444455556666'
const clientId = 'c0ffee00-7777-4888-8999-aaaabbbbcccc'
const administrator = 'c0ffee00-0000-4000-8000-00000000000a'

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** An external directory shaped like Entra, with its own discovery document and key URLs. */
const directory = {
  keys: [] as { publicJwk: JWK; privateKey: PrivateKey }[],
  requests: [] as string[],
  away: false,
}
/** The directory's graph, as set by the current test. */
let answerGraph: (path: string, request: IncomingMessage, response: ServerResponse) => void
let server: Server
let instance: string
let app: TestApplication

beforeAll(async () => {
  await addKey('first')
  server = createServer((request, response) => {
    directory.requests.push(request.url ?? '')
    if (directory.away) response.writeHead(503).end()
    else if (request.url === `/${tenantId}/v2.0/.well-known/openid-configuration`) {
      const document = {
        issuer: `${instance}${tenantId}/v2.0`,
        jwks_uri: `${instance}${tenantId}/discovery/v2.0/keys`,
      }
      response.end(JSON.stringify(document))
    } else if (request.url === `/${tenantId}/discovery/v2.0/keys`) {
      response.end(JSON.stringify({ keys: directory.keys.map((key) => key.publicJwk) }))
    } else if (request.url?.startsWith('/graph/')) {
      answerGraph(request.url.slice('/graph'.length), request, response)
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  instance = `http://127.0.0.1:${port}/`
  app = await start()
})
afterAll(async () => {
  await app?.remove()
  server?.close()
})

/** Starts the application with this directory; no keys are fetched yet. */
const start = () =>
  startTestApplication({
    environment: {
      ENTRA_INSTANCE: instance,
      ENTRA_TENANT_ID: tenantId,
      ENTRA_CLIENT_ID: clientId,
      ENTRA_GRAPH: `${instance}graph`,
      EGRESS_ALLOW: new URL(instance).host,
      FIRST_ADMINISTRATOR: `${tenantId}:${administrator}`,
      RATE_LIMITS: 'on',
    },
  })

async function addKey(kid: string): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  directory.keys.push({ publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig' }, privateKey })
}

async function idToken(oid: string, changes: JWTPayload = {}, key = directory.keys[0]): Promise<string> {
  if (!key) throw new Error('The directory has no key.')
  return new SignJWT({ tid: tenantId, oid, sub: 'pairwise', ver: '2.0', nonce: 'n', name: 'Eve', ...changes })
    .setProtectedHeader({ alg: 'RS256', kid: key.publicJwk.kid ?? '', typ: 'JWT' })
    .setIssuer(`${instance}${tenantId}/v2.0`)
    .setAudience(clientId)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(key.privateKey)
}

async function rolesOf(oid: string, changes: JWTPayload = {}): Promise<string[]> {
  const response = await generateToken(app, await idToken(oid, changes))
  const { n1AIToken: token } = (await response.json()) as { n1AIToken: string }
  const { body } = await call<{ roles: { name: string }[] }>(
    app,
    '/api/internal/currentUser/rolesWithResolvedActions',
    { token },
  )
  return body.roles.map((role) => role.name)
}

test('an unreachable directory is an outage, not a rejected sign-in; afterwards sign-in works', async () => {
  const fresh = await start()
  directory.away = true
  const response = await generateToken(fresh, await idToken('c0ffee00-0000-4000-8000-000000000001'))
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('10')
  expect(await response.json()).toMatchObject({ code: 'auth.directory' })
  directory.away = false
  expect((await generateToken(fresh, await idToken('c0ffee00-0000-4000-8000-000000000001'))).status).toBe(200)
  await fresh.remove()
})

test('the settings name it, and the embedded directory with its demo accounts is not available', async () => {
  const { body } = await call(app, '/api/internal/InstanceSettings')
  expect(body).toMatchObject({ entraIdSettings: { clientId, tenantId, instance } })
  for (const tenant of [tenantId, '8a1f4c1e-5b0d-4c57-9f0e-2f6d1c7e9b30']) {
    const path = `/directory/${tenant}/v2.0/.well-known/openid-configuration`
    expect((await fetch(`${app.origin}${path}`)).status).toBe(404)
  }
})

test('the first administrator is the configured identity, not someone who only claims its name', async () => {
  expect(await rolesOf('c0ffee00-0000-4000-8000-000000000002', { preferred_username: 'admin' })).toEqual([
    'User',
  ])
  expect(await rolesOf(administrator)).toEqual(['Administrator', 'User'])
})

test('a key of another directory proves nothing, and requests for unknown keys are limited', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const key = { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid: 'unknown' } }
  const before = directory.requests.length
  for (let round = 0; round < 5; round += 1) {
    const response = await generateToken(app, await idToken('c0ffee00-0000-4000-8000-000000000003', {}, key))
    expect(response.status).toBe(401)
  }
  expect(directory.requests.length - before).toBeLessThanOrEqual(1)
})

test('[S29] ending someone’s sessions also rejects ID tokens that were issued before but not used yet', async () => {
  const oid = 'c0ffee00-0000-4000-8000-000000000020'
  const signIn = async (token: string) => {
    const response = await generateToken(app, token)
    return { status: response.status, token: ((await response.json()) as { n1AIToken?: string }).n1AIToken }
  }
  const shown = await signIn(await idToken(oid, { sid: 'shown' }))
  const kept = await idToken(oid, { sid: 'kept' })
  const { body } = await call<{ userId: string }>(app, '/api/internal/currentUser', {
    token: shown.token ?? '',
  })
  // ID tokens state their issue time in whole seconds.
  await wait(1100)
  const { token = '' } = await signIn(await idToken(administrator))
  const ended = await call(app, `${usersPath}/${body.userId}/sessions`, { token, method: 'DELETE' })
  expect(ended.status).toBe(204)
  expect((await signIn(kept)).status).toBe(401)
  expect((await signIn(await idToken(oid, { sid: 'new' }))).status).toBe(200)
})

test('one identity can sign in 20 times a minute, and others are not delayed by it', async () => {
  const token = await idToken('c0ffee00-0000-4000-8000-000000000004')
  const statuses: number[] = []
  for (let round = 0; round < 21; round += 1) statuses.push((await generateToken(app, token)).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect((await generateToken(app, token)).headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await generateToken(app, await idToken('c0ffee00-0000-4000-8000-000000000005'))).status).toBe(200)
})

test('failed exchanges are limited per network', async () => {
  // A separate application: this network's sign-ins are blocked until the minute ends.
  const fresh = await start()
  const statuses = new Map<number, number>()
  for (let round = 0; round < 31; round += 1) {
    const batch = await Promise.all(Array.from({ length: 20 }, () => generateToken(fresh, 'a.b.c')))
    for (const { status } of batch) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses.keys()].sort()).toEqual([401, 429])
  expect(statuses.get(401)).toBeLessThanOrEqual(600)
  expect(statuses.get(401)).toBeGreaterThan(550)
  await fresh.remove()
})

describe('someone in more groups than the ID token can hold', () => {
  const person = (number: number) => `c0ffee00-0000-4000-8000-0000000001${number}`
  const group = (number: number) => `99999999-0000-4000-8000-${String(number).padStart(12, '0')}`
  const manyGroups = Array.from({ length: 450 }, (_, number) => group(number))

  /** Claims that replace the groups: they point to another place to ask. */
  const elsewhere = () => ({
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: `${instance}named-by-the-token` } },
  })

  interface Graph {
    /** The object ID of the access token's owner. */
    id: string
    next?: string
    answer?: (response: ServerResponse) => void
  }
  /** Simulates a graph that accepts one person's access token and returns their groups on two pages. */
  function graphOf({ id, next = `${instance}graph/v1.0/me/more`, answer }: Graph) {
    answerGraph = (path, request, response) => {
      const send = (body: object) => response.end(JSON.stringify(body))
      if (request.headers.authorization !== 'Bearer theirs') response.writeHead(401).end()
      else if (path === '/v1.0/me?$select=id') send({ id })
      else if (path === '/v1.0/me/getMemberGroups' && answer) answer(response)
      else if (path === '/v1.0/me/getMemberGroups' && request.method === 'POST')
        send({ value: manyGroups.slice(0, 300), '@odata.nextLink': next })
      else if (path === '/v1.0/me/more') send({ value: manyGroups.slice(300) })
      else response.writeHead(404).end()
    }
  }

  async function groupsOf(oid: string, accessToken = 'theirs', claims: JWTPayload = elsewhere()) {
    const response = await generateToken(app, await idToken(oid, claims), accessToken)
    expect(response.status).toBe(200)
    const { n1AIToken: token } = (await response.json()) as { n1AIToken: string }
    const me = await call<{ groups: string[]; groupsState: string }>(app, '/api/internal/currentUser', {
      token,
    })
    const { groups, groupsState } = me.body
    return { groups, groupsState }
  }
  const unknown = { groups: [], groupsState: 'Unknown' }

  test.each([[elsewhere], [() => ({ hasgroups: true })]])(
    '[R-7-023] gets all groups from all pages of the graph, and the URL in the token is not called',
    async (claims) => {
      graphOf({ id: person(10) })
      const before = directory.requests.length
      expect(await groupsOf(person(10), 'theirs', claims())).toEqual({
        groups: manyGroups,
        groupsState: 'Known',
      })
      expect(directory.requests.slice(before).filter((path) => !path.includes(tenantId))).toEqual([
        '/graph/v1.0/me?$select=id',
        '/graph/v1.0/me/getMemberGroups',
        '/graph/v1.0/me/more',
      ])
    },
  )

  const withStatus = (status: number) => (response: ServerResponse) =>
    void response.writeHead(status).end('{}')
  test.each<[string, Omit<Graph, 'id'>]>([
    ['has no scope for groups', { answer: withStatus(403) }],
    ['gets an error from the graph', { answer: withStatus(503) }],
    ['gets a graph response that isn’t JSON', { answer: (response) => void response.end('<html>') }],
    [
      'gets a graph response without IDs',
      { answer: (response) => void response.end('{"value":[{"id":"a"}]}') },
    ],
    [
      'gets a graph response that is too large',
      { answer: (response) => void response.end(' '.repeat(2_000_000)) },
    ],
    ['gets no response from the graph', { answer: () => undefined }],
  ])('can still sign in if the access token %s: the groups are unknown, not none', async (_name, graph) => {
    graphOf({ id: person(11), ...graph })
    expect(await groupsOf(person(11))).toEqual(unknown)
  })

  test('[R-7-023] [A64] a next page on another host is not requested, and a partial list is not used', async () => {
    graphOf({ id: person(12), next: `${instance.replace('127.0.0.1', 'localhost')}stolen` })
    const before = directory.requests.length
    expect(await groupsOf(person(12))).toEqual(unknown)
    expect(directory.requests.slice(before).join()).not.toContain('stolen')
  })

  test('an endless graph response is abandoned', async () => {
    graphOf({
      id: person(13),
      answer: (response) =>
        void response.end(
          JSON.stringify({ value: ['a'], '@odata.nextLink': `${instance}graph/v1.0/me/getMemberGroups` }),
        ),
    })
    const before = directory.requests.length
    expect(await groupsOf(person(13))).toEqual(unknown)
    expect(directory.requests.length - before).toBeLessThan(30)
  })

  test('another person’s access token gives no one that person’s groups', async () => {
    graphOf({ id: administrator })
    expect(await groupsOf(person(14))).toEqual(unknown)
    expect(await groupsOf(person(14), 'forged')).toEqual(unknown)
    expect(await groupsOf(person(14), 'with\r\na: header')).toEqual(unknown)
  })

  test('keeps the groups of an earlier sign-in while the graph is unavailable', async () => {
    graphOf({ id: person(15) })
    await groupsOf(person(15))
    graphOf({ id: person(15), answer: withStatus(503) })
    expect(await groupsOf(person(15))).toEqual({ groups: manyGroups, groupsState: 'Known' })
  })

  test('groups in the ID token are used, and the graph is not called', async () => {
    const before = directory.requests.length
    const groups = [group(1)]
    expect(await groupsOf(person(16), 'theirs', { groups })).toEqual({ groups, groupsState: 'Known' })
    expect(directory.requests.slice(before).join()).not.toContain('graph')
  })
})

test('after signing out, the ID token starts no session, although this directory names none', async () => {
  const token = await idToken('c0ffee00-0000-4000-8000-000000000020')
  const exchange = async () => {
    const response = await generateToken(app, token)
    return { status: response.status, body: (await response.json()) as { n1AIToken: string } }
  }
  const { body } = await exchange()
  expect((await exchange()).status).toBe(200)
  await wait(1100)
  const logout = { token: body.n1AIToken, method: 'DELETE' } as const
  expect((await call(app, '/api/internal/currentUser/sessions/current', logout)).status).toBe(204)
  expect((await exchange()).status).toBe(401)
})

test('inviting a deleted user again requires the permissions that their groups grant', async () => {
  const signIn = async (oid: string, changes: JWTPayload = {}) =>
    ((await (await generateToken(app, await idToken(oid, changes))).json()) as { n1AIToken: string })
      .n1AIToken
  const admin = await signIn(administrator)
  const objectId = 'c0ffee00-0000-4000-8000-000000000030'
  const groups = ['c0ffee00-9999-4000-8000-000000000030']
  await call(app, `/api/internal/userRoles/${administratorRoleId}/groups/${groups[0]}`, {
    token: admin,
    method: 'POST',
    body: {},
  })
  const { body: me } = await call<{ userId: string }>(app, '/api/internal/currentUser', {
    token: await signIn(objectId, { groups }),
  })
  const removed = { token: admin, method: 'DELETE', body: {} } as const
  expect((await call(app, `/api/internal/users/${me.userId}`, removed)).status).toBe(204)
  const invite = (token: string) =>
    call(app, '/api/internal/users', { token, body: { name: 'Eve', userName: 'eve@example.com', objectId } })
  const refused = await invite((await personWith(app, { actions: ['UserCreate'] })).token)
  expect([refused.status, refused.body.code]).toEqual([403, 'user.beyondOwn'])
  expect((await invite(admin)).status).toBe(200)
})
