import { createPrivateKey, createPublicKey, createSign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSecrets } from '../../directory/secrets.ts'
import { createProductTokens } from '../../platform/auth/productToken.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import {
  discover,
  type Endpoints,
  generateToken,
  requestTokens,
  type SignedIn,
  signInOverHttp,
} from '../../testing/signIn.ts'

let app: TestApplication
let signingKey: JWK
let endpoints: Endpoints
let anna: SignedIn
let sender: Server
let keyRequests = 0

beforeAll(async () => {
  sender = createServer((_request, response) => {
    keyRequests += 1
    response.end('{"keys":[]}')
  }).listen(0, '127.0.0.1')
  app = await startTestApplication()
  signingKey = (await readSecrets(app.platform.database, app.config.secretKey)).signingKey
  endpoints = await discover(app)
  anna = await signInOverHttp(app, 'anna')
})
afterAll(async () => {
  sender?.close()
  await app?.remove()
})

const keysOfTheSender = () => `http://127.0.0.1:${(sender.address() as AddressInfo).port}/keys`

const seconds = () => Math.floor(Date.now() / 1000)

/** The claims of an accepted token; each test changes what it checks. */
function claims(changes: JWTPayload = {}): JWTPayload {
  const oid = 'b1f0c1a0-7c1e-4d2a-9a53-0d1f6f6b0001'
  return {
    iss: endpoints.issuer,
    aud: endpoints.clientId,
    tid: app.config.directory.tenantId,
    oid,
    sub: oid,
    ver: '2.0',
    nonce: 'n-0S6_WzA2Mj',
    name: 'Dara Quinn',
    preferred_username: 'dara',
    email: 'dara@parlance.example',
    groups: [],
    iat: seconds(),
    exp: seconds() + 600,
    ...changes,
  }
}

async function signed(payload: JWTPayload, header: Record<string, unknown> = {}): Promise<string> {
  const key = await importJWK(signingKey, 'RS256')
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', kid: signingKey.kid, ...header } as never)
    .sign(key)
}

const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** Signs raw texts, so that they can include the same key twice. */
async function signedTexts(header: string, payload: string): Promise<string> {
  const content = `${encoded(header)}.${encoded(payload)}`
  const key = createPrivateKey({ key: signingKey as never, format: 'jwk' })
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key).toString('base64url')}`
}

const call = (path: string, token: string, method = 'GET') =>
  fetch(`${app.origin}/api/internal/${path}`, { method, headers: { authorization: `Bearer ${token}` } })

async function expectRefusal(response: Response, code = 'auth.token'): Promise<void> {
  expect(response.status).toBe(401)
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  const body = (await response.json()) as { code: string; requestId: string }
  expect(body.code).toBe(code)
  expect(body.requestId).toBe(response.headers.get('x-request-id'))
}

async function usersOf(objectIds: string[]): Promise<{ objectId: string; name: string; email: string }[]> {
  const found = await sql<{ objectId: string; name: string; email: string }>`
    select object_id as "objectId", name, email from app_user where object_id = any(${objectIds}) order by 1`.execute(
    app.platform.database.db,
  )
  return found.rows
}

describe('GenerateToken', () => {
  test('[R-1-029] [R-7-011] [R-7-013] [R-9-002] exchanges a directory sign-in for a product token under n1AIToken', async () => {
    const response = await generateToken(app, anna.idToken, anna.accessToken)
    expect(response.status).toBe(200)
    const body = (await response.json()) as Record<string, string>
    expect(Object.keys(body)).toEqual(['n1AIToken'])
    const payload = JSON.parse(Buffer.from(body.n1AIToken?.split('.')[1] ?? '', 'base64url').toString())
    expect(Object.keys(payload).sort()).toEqual(['exp', 'iat', 'sid', 'sub', 'version'])
    expect(payload.version).toBe('2.2509.3736.0')
    expect(payload.exp - payload.iat).toBeLessThanOrEqual(3600)
    expect((await call('currentUser', body.n1AIToken ?? '')).status).toBe(200)
  })

  test.each([
    ['no body', undefined],
    ['no access token', { idToken: 'x' }],
    ['no ID token', { accessToken: 'x' }],
    ['an unknown key', { idToken: 'x', accessToken: 'x', role: 'Administrator' }],
    ['a wrong type', { idToken: ['x'], accessToken: 'x' }],
    ['an empty token', { idToken: '', accessToken: 'x' }],
  ])('[R-7-012] accepts only { idToken, accessToken }: %s', async (_name, body) => {
    const response = await fetch(`${app.origin}/api/internal/authorization/EntraId/GenerateToken`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? '' : JSON.stringify(body),
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  })

  test('has no other identity provider', async () => {
    const path = `${app.origin}/api/internal/authorization/Google/GenerateToken`
    const body = JSON.stringify({ idToken: anna.idToken, accessToken: anna.accessToken })
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
  })

  test('accepts the claims that the rejected ones below are derived from', async () => {
    expect((await generateToken(app, await signed(claims()))).status).toBe(200)
  })

  const forged: [string, () => Promise<string>][] = [
    ['alg none', async () => `${encoded({ alg: 'none' })}.${encoded(claims())}.`],
    ['alg None with a signature', async () => `${encoded({ alg: 'None' })}.${encoded(claims())}.AAAA`],
    ['an empty signature', async () => `${(await signed(claims())).split('.').slice(0, 2).join('.')}.`],
    ['HS256 with the public key as its secret', hs256ByPublicKey],
    ['RS256 with the sender’s key in jwk', () => byOwnKey('jwk')],
    ['RS256 with the sender’s key behind jku', () => byOwnKey('jku')],
    ['RS256 with the sender’s key behind x5u', () => byOwnKey('x5u')],
    ['a jwk next to a valid signature', () => signed(claims(), { jwk: { kty: 'RSA' } })],
    ['a jku next to a valid signature', () => signed(claims(), { jku: 'http://127.0.0.1:9/keys' })],
    ['a kid that is a path', async () => byOwnKey('kid')],
    ['a kid that is SQL', () => signed(claims(), { kid: "' union select 'x'--" })],
    ['an unknown crit', () => signedTexts('{"alg":"RS256","crit":["x"],"x":1}', JSON.stringify(claims()))],
    ['a duplicate claim', () => twice('"oid":"11111111-1111-4111-8111-111111111111",')],
    ['a duplicate header', () => signedTexts('{"alg":"RS256","alg":"RS256"}', JSON.stringify(claims()))],
    ['a changed payload', changedPayload],
    ['garbage', async () => 'garbage'],
    ['five parts', async () => 'a.b.c.d.e'],
    ['a payload that isn’t JSON', () => signedTexts('{"alg":"RS256"}', 'nothing')],
    ['a NUL', async () => 'a\u0000.b.c'],
  ]
  test.each(forged)('[A24] [S34] rejects a forged token: %s', async (_name, make) => {
    await expectRefusal(await generateToken(app, await make()))
    expect(keyRequests, 'addresses in a token are never asked').toBe(0)
  })

  const mistaken: [string, JWTPayload][] = [
    ['expired', { exp: seconds() - 3600, iat: seconds() - 7200 }],
    ['another audience', { aud: '00000003-0000-0000-c000-000000000000' }],
    ['several audiences', { aud: [] }],
    ['another application', { azp: 'f4f6b7a2-0000-4000-8000-000000000000' }],
    ['another tenant', { tid: '11111111-1111-4111-8111-111111111111' }],
    ['no tenant', { tid: undefined }],
    [
      'another issuer',
      { iss: 'https://login.microsoftonline.com/8a1f4c1e-5b0d-4c57-9f0e-2f6d1c7e9b30/v2.0' },
    ],
    ['a v1 version', { ver: '1.0' }],
    ['no version', { ver: undefined }],
    ['no nonce', { nonce: undefined }],
    ['an empty nonce', { nonce: '' }],
    ['no object ID', { oid: undefined }],
    ['an object ID of another type', { oid: { $ne: null } as never }],
    ['no expiry', { exp: undefined }],
    ['scp: an access token', { scp: 'User.Read' }],
  ]
  test.each(mistaken)(
    '[A25] [S35] rejects a directory token for another purpose: %s',
    async (_name, changes) => {
      const several = Array.isArray(changes.aud) ? { aud: [endpoints.clientId, 'another'] } : {}
      await expectRefusal(await generateToken(app, await signed(claims({ ...changes, ...several }))))
    },
  )

  test('[A25] rejects an access token in place of the ID token', async () => {
    await expectRefusal(await generateToken(app, anna.accessToken, anna.idToken))
    await expectRefusal(await generateToken(app, anna.token, anna.accessToken))
  })

  test('[A25] [F19] accepts a clock difference of 30 s and rejects more than 60 s', async () => {
    const at = (changes: JWTPayload) => signed(claims(changes)).then((token) => generateToken(app, token))
    expect((await at({ exp: seconds() - 30, iat: seconds() - 3600 })).status).toBe(200)
    expect((await at({ iat: seconds() + 30, nbf: seconds() + 30 })).status).toBe(200)
    await expectRefusal(await at({ exp: seconds() - 62, iat: seconds() - 3600 }))
    await expectRefusal(await at({ nbf: seconds() + 65 }))
    await expectRefusal(await at({ iat: seconds() + 65 }))
  })

  async function hs256ByPublicKey(): Promise<string> {
    const { kty, n, e } = signingKey
    const pem = createPublicKey({ key: { kty, n, e } as never, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    })
    return new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: signingKey.kid })
      .sign(Buffer.from(pem))
  }

  async function byOwnKey(header: 'jwk' | 'jku' | 'x5u' | 'kid'): Promise<string> {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const values = {
      jwk: await exportJWK(publicKey),
      jku: keysOfTheSender(),
      x5u: keysOfTheSender(),
      kid: '../../../../dev/null',
    }
    return new SignJWT(claims())
      .setProtectedHeader({ alg: 'RS256', kid: signingKey.kid, [header]: values[header] } as never)
      .sign(privateKey)
  }

  const twice = (claim: string) =>
    signedTexts(
      JSON.stringify({ alg: 'RS256', kid: signingKey.kid }),
      `{${claim}${JSON.stringify(claims()).slice(1)}`,
    )

  async function changedPayload(): Promise<string> {
    const [header, , signature] = (await signed(claims())).split('.')
    return `${header}.${encoded(claims({ oid: '22222222-2222-4222-8222-222222222222' }))}.${signature}`
  }
})

describe('users', () => {
  test('[A26] [S35] two object IDs with one email are two users', async () => {
    const [one, two] = ['b1f0c1a0-0000-4000-8000-000000000001', 'b1f0c1a0-0000-4000-8000-000000000002']
    for (const oid of [one, two]) await generateToken(app, await signed(claims({ oid, sub: oid })))
    const found = await usersOf([one, two] as string[])
    expect(found.map((user) => user.objectId)).toEqual([one, two])
    expect(new Set(found.map((user) => user.email))).toEqual(new Set(['dara@parlance.example']))
  })

  test('[A26] one object ID with a changed email and name is one user with the new values', async () => {
    const oid = 'b1f0c1a0-0000-4000-8000-000000000003'
    await generateToken(app, await signed(claims({ oid, sub: oid })))
    await generateToken(
      app,
      await signed(claims({ oid, sub: oid, email: 'new@parlance.example', name: 'New' })),
    )
    expect(await usersOf([oid])).toEqual([{ objectId: oid, name: 'New', email: 'new@parlance.example' }])
  })

  test('[A31] 50 parallel first sign-ins of 50 identities create 50 users and no administrator', async () => {
    const oids = Array.from({ length: 50 }, (_, index) => `b1f0c1a0-0000-4000-8000-0000000001${index + 10}`)
    const responses = await Promise.all(
      oids.map(async (oid) => generateToken(app, await signed(claims({ oid, sub: oid })))),
    )
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
    expect(await usersOf(oids)).toHaveLength(50)
    for (const response of responses) {
      const { n1AIToken } = (await response.json()) as { n1AIToken: string }
      const roles = await (await call('currentUser/rolesWithResolvedActions', n1AIToken)).text()
      expect(roles).not.toContain('Administrator')
    }
  })

  test('[A31] 50 parallel first sign-ins of one identity create one user, and being first grants no permission', async () => {
    const oid = 'b1f0c1a0-0000-4000-8000-000000000004'
    const token = await signed(claims({ oid, sub: oid, preferred_username: 'admin' }))
    const responses = await Promise.all(Array.from({ length: 50 }, () => generateToken(app, token)))
    expect(responses.map((response) => response.status)).toEqual(Array(50).fill(200))
    expect(await usersOf([oid])).toHaveLength(1)
    const { n1AIToken } = (await responses[0]!.json()) as { n1AIToken: string }
    const roles = (await (await call('currentUser/rolesWithResolvedActions', n1AIToken)).json()) as {
      roles: { name: string }[]
    }
    expect(roles.roles.map((role) => role.name)).toEqual(['User'])
  })

  test('groups that the directory omits because there are too many stay unchanged', async () => {
    const oid = 'b1f0c1a0-0000-4000-8000-000000000005'
    const overage = {
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'http://127.0.0.1:9/' } },
    }
    await generateToken(app, await signed(claims({ oid, sub: oid, groups: ['g1'] })))
    await generateToken(app, await signed(claims({ oid, sub: oid, groups: undefined, ...overage })))
    const found = await sql<{ groups: string[] | null }>`select group_ids as groups from app_user
      where object_id = ${oid}`.execute(app.platform.database.db)
    expect(found.rows).toEqual([{ groups: ['g1'] }])
  })

  test('a disabled user gets no token, and existing tokens are rejected from the next call', async () => {
    const oid = 'b1f0c1a0-0000-4000-8000-000000000006'
    const idToken = await signed(claims({ oid, sub: oid }))
    const { n1AIToken } = (await (await generateToken(app, idToken)).json()) as { n1AIToken: string }
    await sql`update app_user set disabled = true where object_id = ${oid}`.execute(app.platform.database.db)
    expect((await generateToken(app, idToken)).status).toBe(403)
    expect((await call('currentUser', n1AIToken)).status).toBe(403)
  })
})

describe('product tokens', () => {
  test('[R-7-003] the bearer token is read only from the Authorization header', async () => {
    expect((await call('currentUser', anna.token)).status).toBe(200)
    await expectRefusal(await fetch(`${app.origin}/api/internal/currentUser`), 'auth.required')
    const elsewhere = `${app.origin}/api/internal/currentUser?access_token=${anna.token}`
    expect((await fetch(elsewhere, { headers: { cookie: `token=${anna.token}` } })).status).toBe(401)
  })

  test.each([
    ['an ID token', () => anna.idToken],
    ['a directory access token', () => anna.accessToken],
    ['a token signed with another key', () => anotherKey()],
    ['an expired token', () => expired()],
    ['alg none', async () => `${encoded({ alg: 'none' })}.${anna.token.split('.')[1]}.AAAA`],
    ['a truncated token', async () => anna.token.slice(0, -2)],
    ['nothing', async () => ''],
  ])('[S34] rejects %s as a bearer', async (_name, make) => {
    await expectRefusal(await call('currentUser', await make()))
  })

  test('[S29] signing out revokes the session immediately, including its other tokens, but no other session', async () => {
    const here = await signInOverHttp(app, 'ben')
    const elsewhere = await signInOverHttp(app, 'ben')
    const renewed = (await (await generateToken(app, here.idToken)).json()) as { n1AIToken: string }
    expect((await call('currentUser/sessions/current', here.token, 'DELETE')).status).toBe(204)
    await expectRefusal(await call('currentUser', here.token))
    await expectRefusal(await call('currentUser', renewed.n1AIToken))
    expect((await call('currentUser', elsewhere.token)).status).toBe(200)
  })

  test('renewals of one browser stay in one session; after signing out, a new one starts', async () => {
    const sessionOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid as string
    const { token, refreshToken } = await signInOverHttp(app, 'chloe')
    // An ID token from before signing out would start no session, so each renewal has its own.
    const next = async () => {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const { idToken } = await requestTokens(app, form)
      return ((await (await generateToken(app, idToken)).json()) as { n1AIToken: string }).n1AIToken
    }
    expect(sessionOf(await next())).toBe(sessionOf(token))
    await call('currentUser/sessions/current', token, 'DELETE')
    expect(sessionOf(await next())).not.toBe(sessionOf(token))
    await expectRefusal(await call('currentUser', token))
  })

  test('a revoked session can’t be restored', async () => {
    const { token } = await signInOverHttp(app, 'chloe')
    await call('currentUser/sessions/current', token, 'DELETE')
    const revive = sql`update session set revoked_at = null where revoked_at is not null`.execute(
      app.platform.database.db,
    )
    await expect(revive).rejects.toThrow('a revoked session stays revoked')
  })

  const claimsOf = (token: string) => {
    const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return { userId: sub, sessionId: sid }
  }
  const anotherKey = () =>
    createProductTokens(Buffer.alloc(48, 7), app.platform.clock).issue(claimsOf(anna.token))
  const expired = () => {
    const past = { now: () => new Date(Date.now() - 3_601_000), monotonicMs: () => 0 }
    return createProductTokens(app.config.secretKey, past).issue(claimsOf(anna.token))
  }
})

const expectNoTokenLogged = () => {
  const log = app.logged.join('')
  for (const token of [anna.token, anna.idToken, anna.accessToken, anna.refreshToken]) {
    expect(log).not.toContain(token.slice(-20))
  }
}
// Checks again after every kind of call.
afterAll(expectNoTokenLogged)

test('[A40] [S39] no token appears in the log', async () => {
  expect((await call('currentUser', anna.token)).status).toBe(200)
  expect((await generateToken(app, anna.idToken)).status).toBe(200)
  for (const token of [anna.idToken, anna.accessToken, anna.refreshToken, `${anna.token}x`])
    await expectRefusal(await call('currentUser', token))
  expect(app.logged.join('')).toContain('request.refused')
  expectNoTokenLogged()
})
