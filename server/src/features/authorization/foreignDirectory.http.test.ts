import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { generateToken } from '../../testing/signIn.ts'

const tenantId = 'c0ffee00-1111-4222-8333-444455556666'
const clientId = 'c0ffee00-7777-4888-8999-aaaabbbbcccc'
const administrator = 'c0ffee00-0000-4000-8000-00000000000a'

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** A directory outside, with the shapes of Entra: discovery document and keys at addresses of its own. */
const directory = {
  keys: [] as { publicJwk: JWK; privateKey: PrivateKey }[],
  requests: [] as string[],
  away: false,
}
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
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  instance = `http://127.0.0.1:${port}/`
  app = await startTestApplication({
    environment: {
      ENTRA_INSTANCE: instance,
      ENTRA_TENANT_ID: tenantId,
      ENTRA_CLIENT_ID: clientId,
      EGRESS_ALLOW: `127.0.0.1:${port}`,
      FIRST_ADMINISTRATOR: `${tenantId}:${administrator}`,
      RATE_LIMITS: 'on',
    },
  })
})
afterAll(async () => {
  await app?.remove()
  server?.close()
})

async function addKey(kid: string): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  directory.keys.push({ publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig' }, privateKey })
}

async function idToken(oid: string, changes: JWTPayload = {}, key = directory.keys[0]): Promise<string> {
  if (!key) throw new Error('There is no key.')
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

// First of all: nothing has asked for keys yet.
test('a directory that cannot be reached is an outage and no refused sign-in; afterwards it works', async () => {
  directory.away = true
  const response = await generateToken(app, await idToken('c0ffee00-0000-4000-8000-000000000001'))
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('10')
  expect(await response.json()).toMatchObject({ code: 'auth.directory' })
  directory.away = false
  expect((await generateToken(app, await idToken('c0ffee00-0000-4000-8000-000000000001'))).status).toBe(200)
})

test('the settings name it, and the embedded directory with its demo accounts is not there', async () => {
  const { body } = await call(app, '/api/internal/InstanceSettings')
  expect(body).toMatchObject({ entraIdSettings: { clientId, tenantId, instance } })
  for (const tenant of [tenantId, '8a1f4c1e-5b0d-4c57-9f0e-2f6d1c7e9b30']) {
    const path = `/directory/${tenant}/v2.0/.well-known/openid-configuration`
    expect((await fetch(`${app.origin}${path}`)).status).toBe(404)
  }
})

test('the first administrator is the configured identity, and nobody who only calls himself so', async () => {
  expect(await rolesOf('c0ffee00-0000-4000-8000-000000000002', { preferred_username: 'admin' })).toEqual([
    'User',
  ])
  expect(await rolesOf(administrator)).toEqual(['Administrator', 'User'])
})

test('a key of another directory proves nothing, and asking for unknown keys is bounded', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const key = { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid: 'unknown' } }
  const before = directory.requests.length
  for (let round = 0; round < 5; round += 1) {
    const response = await generateToken(app, await idToken('c0ffee00-0000-4000-8000-000000000003', {}, key))
    expect(response.status).toBe(401)
  }
  expect(directory.requests.length - before).toBeLessThanOrEqual(1)
})

test('one identity may sign in 20 times a minute, and another is not held up by it', async () => {
  const token = await idToken('c0ffee00-0000-4000-8000-000000000004')
  const statuses: number[] = []
  for (let round = 0; round < 21; round += 1) statuses.push((await generateToken(app, token)).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect((await generateToken(app, token)).headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await generateToken(app, await idToken('c0ffee00-0000-4000-8000-000000000005'))).status).toBe(200)
})

test('exchanges that prove nobody are bounded for their network', async () => {
  const statuses = new Map<number, number>()
  for (let round = 0; round < 31; round += 1) {
    const batch = await Promise.all(Array.from({ length: 20 }, () => generateToken(app, 'a.b.c')))
    for (const { status } of batch) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses.keys()].sort()).toEqual([401, 429])
  expect(statuses.get(401)).toBeLessThanOrEqual(600)
  expect(statuses.get(401)).toBeGreaterThan(550)
})
