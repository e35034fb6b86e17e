import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { startTestApplication, type TestApplication } from '../testing/application.ts'
import { rawRequest } from '../testing/rawRequest.ts'
import {
  authorize,
  CookieJar,
  discover,
  follow,
  generateToken,
  postLogin,
  redeem,
  requestTokens,
  signInOverHttp,
} from '../testing/signIn.ts'
import { removeExpiredState } from './store.ts'

let app: TestApplication
let clockIsAheadByMs = 0
const clock: Clock = {
  now: () => new Date(Date.now() + clockIsAheadByMs),
  monotonicMs: () => performance.now(),
}

beforeAll(async () => {
  app = await startTestApplication({ clock })
})
afterAll(() => app?.remove())

const answerOf = (url: string) => new URLSearchParams(new URL(url).hash.slice(1))
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Tries a password on a newly opened sign-in page. */
async function tryPassword(userName: string, password: string, headers: Record<string, string> = {}) {
  const cookies = new CookieJar()
  return postLogin(app, cookies, await authorize(app, cookies), userName, password, headers)
}

describe('sign-in', () => {
  test('[R-1-028] signs a user in at the directory and identifies them in the ID token', async () => {
    const { idToken, token } = await signInOverHttp(app, 'anna')
    const { issuer, clientId } = await discover(app)
    expect(claimsOf(idToken)).toMatchObject({
      iss: issuer,
      aud: clientId,
      tid: app.config.directory.tenantId,
      ver: '2.0',
      preferred_username: 'anna',
      name: 'Anna Lindqvist',
      email: 'anna@parlance.example',
      groups: ['5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d01'],
      nonce: expect.any(String),
      oid: claimsOf(idToken).sub,
    })
    const response = await fetch(`${app.origin}/api/internal/currentUser`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await response.json()).toMatchObject({ userName: 'anna', name: 'Anna Lindqvist' })
  })

  test('includes every group in the ID token of a user in more than 200 groups', async () => {
    const { db } = app.platform.database
    await sql`insert into directory_group (object_id, display_name, description)
      select gen_random_uuid(), 'Group ' || number, '' from generate_series(1, 250) number`.execute(db)
    await sql`insert into directory_membership (group_id, user_id)
      select g.object_id, u.object_id from directory_group g, directory_user u
      where g.display_name like 'Group %' and u.user_name = 'chloe'`.execute(db)
    const { idToken, token } = await signInOverHttp(app, 'chloe')
    expect(claimsOf(idToken).groups).toHaveLength(251)
    expect(claimsOf(idToken)).not.toHaveProperty('_claim_names')
    const headers = { authorization: `Bearer ${token}` }
    const me = await (await fetch(`${app.origin}/api/internal/currentUser`, { headers })).json()
    expect(me).toMatchObject({ groupsState: 'Known', groups: claimsOf(idToken).groups })
    await sql`delete from directory_membership where group_id in
      (select object_id from directory_group where display_name like 'Group %')`.execute(db)
    await sql`delete from directory_group where display_name like 'Group %'`.execute(db)
  })

  test('ignores case and surrounding spaces in the username', async () => {
    expect((await tryPassword('  AnnA ', 'parlance')).url).toContain('#code=')
  })

  test('[A33] [S35] accepts a code only once and only with its own verifier', async () => {
    const cookies = new CookieJar()
    const page = await authorize(app, cookies)
    const { url } = await postLogin(app, cookies, page, 'anna', 'parlance')
    await expect(redeem(app, { url, verifier: 'x'.repeat(43) })).rejects.toThrow('invalid_grant')
    const once = [
      redeem(app, { url, verifier: page.verifier }),
      redeem(app, { url, verifier: page.verifier }),
    ]
    const settled = await Promise.allSettled(once)
    expect(settled.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  test('issues no code without PKCE or for an unknown redirect URL', async () => {
    const cookies = (await signInOverHttp(app, 'anna')).cookies
    const plain = await authorize(app, cookies, { code_challenge: '', code_challenge_method: '' })
    expect(answerOf(plain.url).get('error')).toBe('invalid_request')
    const foreign = await authorize(app, cookies, { redirect_uri: 'https://evil.example/redirect.html' })
    expect(foreign.response.status).toBe(400)
    expect(foreign.response.headers.get('location')).toBeNull()
  })

  test('accepts both names of this computer in the redirect URL', async () => {
    const cookies = (await signInOverHttp(app, 'anna')).cookies
    const other = app.origin.replace('localhost', '127.0.0.1')
    const { authorization_endpoint: address, clientId } = await discover(app)
    const query = new URLSearchParams({
      client_id: clientId,
      scope: 'openid',
      response_type: 'code',
      redirect_uri: `${other}/redirect.html`,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      nonce: 'n',
    })
    const response = await fetch(`${address}?${query}`, {
      redirect: 'manual',
      headers: { cookie: cookies.header(address) },
    })
    expect(response.headers.get('location')).toMatch(new RegExp(`^${other}/redirect.html`))
  })

  test('[A33] rejects an interaction from another browser', async () => {
    const page = await authorize(app, new CookieJar())
    const stranger = new CookieJar()
    const { response, url } = await follow(app, stranger, page.url)
    expect(response.status).toBe(400)
    expect(url).not.toContain('redirect.html')
  })
})

describe('renewal', () => {
  test('renews silently with prompt=none during a session, and returns login_required without one', async () => {
    const { cookies } = await signInOverHttp(app, 'ben')
    const silent = await authorize(app, cookies, { prompt: 'none' })
    expect(claimsOf((await redeem(app, silent)).idToken).preferred_username).toBe('ben')
    const nobody = await authorize(app, new CookieJar(), { prompt: 'none' })
    expect(answerOf(nobody.url).get('error')).toBe('login_required')
  })

  test('refreshes tokens with offline_access without asking for consent, also repeatedly', async () => {
    const { refreshToken } = await signInOverHttp(app, 'ben')
    const scope = 'openid profile offline_access User.Read'
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, scope }
    const [one, two] = await Promise.all([requestTokens(app, form), requestTokens(app, form)])
    expect(claimsOf(one.idToken).preferred_username).toBe('ben')
    expect((await generateToken(app, two.idToken, two.accessToken)).status).toBe(200)
    expect((await requestTokens(app, { ...form, refresh_token: two.refreshToken })).idToken).not.toBe('')
  })

  test('switches to another account with prompt=select_account', async () => {
    const { cookies, refreshToken } = await signInOverHttp(app, 'ben')
    const page = await authorize(app, cookies, { prompt: 'select_account' })
    const landed = await postLogin(app, cookies, page, 'chloe', 'parlance')
    const tokens = await redeem(app, { url: landed.url, verifier: page.verifier })
    expect(claimsOf(tokens.idToken).preferred_username).toBe('chloe')
    await expect(
      requestTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    ).rejects.toThrow('invalid_grant')
  })

  test('keeps sessions, refresh tokens, and ID tokens valid across a restart', async () => {
    const before = await signInOverHttp(app, 'anna')
    await app.stop()
    const { dataDir, databaseUrl, config } = app
    const again = { dataDir, environment: { PORT: String(config.port) }, clock }
    app = await startTestApplication(databaseUrl ? { ...again, databaseUrl } : again)
    const silent = await authorize(app, before.cookies, { prompt: 'none' })
    expect(claimsOf((await redeem(app, silent)).idToken).preferred_username).toBe('anna')
    const form = { grant_type: 'refresh_token', refresh_token: before.refreshToken }
    expect(claimsOf((await requestTokens(app, form)).idToken).preferred_username).toBe('anna')
    expect((await generateToken(app, before.idToken)).status).toBe(200)
  })

  test.each([
    ['postgres', [200, 503]],
    ['pglite', [503]],
  ] as const)(
    'answers 503 while the embedded database is down, and keeps sign-ins valid afterwards (%s)',
    async (kind, firstStatuses) => {
      const own = await startTestApplication({ databaseUrl: null, environment: { EMBEDDED_DATABASE: kind } })
      const { refreshToken } = await signInOverHttp(own, 'anna')
      const { token_endpoint: address, clientId } = await discover(own)
      const renew = () =>
        fetch(address, {
          method: 'POST',
          body: new URLSearchParams({
            client_id: clientId,
            grant_type: 'refresh_token',
            refresh_token: refreshToken,
          }),
        })
      process.kill(own.embedded?.pid() ?? 0, 'SIGKILL')
      const statuses = [(await renew()).status]
      while (statuses.at(-1) !== 200 && statuses.length < 300) {
        await new Promise((resolve) => setTimeout(resolve, 200))
        statuses.push((await renew()).status)
      }
      // PostgreSQL's other processes may still answer for a moment.
      expect(firstStatuses).toContain(statuses[0])
      expect(statuses.filter((status) => status !== 503 && status !== 200)).toEqual([])
      expect(statuses.at(-1)).toBe(200)
      expect(own.logged.some((line) => line.includes('database.embedded.ended'))).toBe(true)
      await own.remove()
    },
  )

  test('[A40] stores no tokens or keys in plain text', async () => {
    const { refreshToken, accessToken } = await signInOverHttp(app, 'anna')
    const dump = await sql<{ text: string }>`select
      (select json_agg(s)::text from directory_state s) || (select json_agg(s)::text from directory_secret s) as text
      `.execute(app.platform.database.db)
    const text = dump.rows[0]?.text ?? ''
    expect(text).toContain('"RefreshToken"')
    expect(text).not.toContain(refreshToken)
    expect(text).not.toContain(accessToken)
    expect(text).not.toContain('"kty"')
  })

  test('deletes expired state only', async () => {
    const { cookies } = await signInOverHttp(app, 'anna')
    await sql`insert into directory_state (kind, id, payload, expires_at)
      values ('AccessToken', 'old', '{}', now() - interval '1 second')`.execute(app.platform.database.db)
    await removeExpiredState(app.platform.database, new Date())
    const left = await sql<{ id: string }>`select id from directory_state where id = 'old'`.execute(
      app.platform.database.db,
    )
    expect(left.rows).toEqual([])
    expect(answerOf((await authorize(app, cookies, { prompt: 'none' })).url).get('code')).not.toBeNull()
  })
})

describe('sign-out', () => {
  async function endSession(cookies: CookieJar, parameters: Record<string, string>) {
    const { end_session_endpoint: address } = await discover(app)
    const query = new URLSearchParams({
      post_logout_redirect_uri: `${app.origin}/redirect.html`,
      ...parameters,
    })
    return follow(app, cookies, `${address}?${query}`)
  }

  test('ends the session and its refresh token without another page if the request has the ID token', async () => {
    const { cookies, idToken, refreshToken } = await signInOverHttp(app, 'anna')
    const { url } = await endSession(cookies, { id_token_hint: idToken, state: 's1' })
    expect(url).toBe(`${app.origin}/redirect.html?state=s1`)
    const silent = await authorize(app, cookies, { prompt: 'none' })
    expect(answerOf(silent.url).get('error')).toBe('login_required')
    await expect(
      requestTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    ).rejects.toThrow('invalid_grant')
  })

  test('asks first if the request doesn’t prove who sent it', async () => {
    const before = app.logged.length
    const { cookies } = await signInOverHttp(app, 'anna')
    const { clientId } = await discover(app)
    const page = await endSession(cookies, { client_id: clientId })
    const form = await page.response.text()
    expect(form).toContain('Sign out of Parlance?')
    expect(answerOf((await authorize(app, cookies, { prompt: 'none' })).url).get('code')).not.toBeNull()
    const again = await endSession(cookies, { client_id: clientId })
    const text = await again.response.text()
    const secret = /name="xsrf" value="(\w+)"/.exec(text)?.[1] ?? ''
    const action = /action="([^"]+)"/.exec(text)?.[1] ?? ''
    const body = new URLSearchParams({ xsrf: secret, logout: 'yes' })
    await follow(app, cookies, action, { method: 'POST', body })
    expect(app.logged.slice(before).join('')).not.toContain('directory.failed')
    expect(answerOf((await authorize(app, cookies, { prompt: 'none' })).url).get('error')).toBe(
      'login_required',
    )
  })

  test('returns immediately if no one is signed in, and never to a foreign URL', async () => {
    const { idToken } = await signInOverHttp(app, 'anna')
    expect((await endSession(new CookieJar(), { id_token_hint: idToken })).url).toBe(
      `${app.origin}/redirect.html`,
    )
    const foreign = { id_token_hint: idToken, post_logout_redirect_uri: 'https://evil.example/' }
    expect((await endSession(new CookieJar(), foreign)).response.status).toBe(400)
  })
})

describe('access to demo accounts', () => {
  test.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-host', 'demo.example'],
    ['forwarded', 'for=203.0.113.9'],
    ['via', '1.1 tunnel'],
    ['x-real-ip', '203.0.113.9'],
    ['host', 'demo.example'],
  ])('[B10] explains why it rejects a request with %s, on the page and for its form', async (name, value) => {
    const request = async (
      url: string,
      init: { method?: string; body?: string; headers: Record<string, string> },
    ) => rawRequest(url, { ...init, headers: { ...init.headers, [name]: value } })
    const cookies = new CookieJar()
    const page = await authorize(app, cookies)
    const cookie = cookies.header(page.url)
    const shown = await request(page.url, { headers: { cookie } })
    expect(shown.status).toBe(403)
    expect(shown.text).toContain('Demo accounts work only on this computer')
    const posted = await request(page.url, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'userName=admin&password=parlance',
    })
    expect(posted.status).toBe(403)
    expect(posted.headers.location).toBeUndefined()
  })

  test('[B10] rejects a local session through a tunnel', async () => {
    const { cookies, refreshToken } = await signInOverHttp(app, 'anna')
    const tunnel = { 'x-forwarded-for': '203.0.113.9' }
    const silent = await authorize(app, cookies, { prompt: 'none' }, tunnel)
    expect(answerOf(silent.url).get('error')).toBe('login_required')
    const { token_endpoint: address, clientId } = await discover(app)
    const body = new URLSearchParams({
      client_id: clientId,
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    })
    const response = await fetch(address, { method: 'POST', headers: tunnel, body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('what a request can’t change', () => {
  test('[A34] ignores a forged Host and forwarding headers in the URLs that the directory returns', async () => {
    const { issuer, token_endpoint } = await discover(app)
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.example' },
    ] as Record<string, string>[]) {
      const { text } = await rawRequest(`${issuer}/.well-known/openid-configuration`, { headers })
      expect(JSON.parse(text)).toMatchObject({ issuer, token_endpoint })
      expect(text).not.toContain('evil')
    }
  })

  test.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'http://127.0.0.1:1'])(
    '[A35] lets pages from %s read nothing',
    async (origin) => {
      const { issuer, jwks_uri, token_endpoint, authority } = await discover(app)
      const { refreshToken } = await signInOverHttp(app, 'anna')
      const { clientId } = await discover(app)
      const body = new URLSearchParams({
        client_id: clientId,
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      })
      const responses = await Promise.all([
        fetch(`${issuer}/.well-known/openid-configuration`, { headers: { origin } }),
        fetch(jwks_uri, { headers: { origin } }),
        fetch(token_endpoint, { method: 'POST', headers: { origin }, body }),
        fetch(token_endpoint, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        }),
        fetch(`${authority}/v1.0/me`, { headers: { origin } }),
        fetch(`${authority}/v1.0/me`, { method: 'OPTIONS', headers: { origin } }),
      ])
      for (const response of responses) expect(response.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test('lets the product’s pages read under both names of this computer', async () => {
    const { issuer, token_endpoint } = await discover(app)
    for (const origin of [app.origin, app.origin.replace('localhost', '127.0.0.1')]) {
      const found = await fetch(`${issuer}/.well-known/openid-configuration`, { headers: { origin } })
      expect(found.headers.get('access-control-allow-origin')).toBe(origin)
      const token = await fetch(token_endpoint, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams(),
      })
      expect(token.headers.get('access-control-allow-origin')).toBe(origin)
    }
  })

  test('rejects other tenants, methods, and paths', async () => {
    const other = `${app.origin}/directory/11111111-1111-4111-8111-111111111111/v2.0/.well-known/openid-configuration`
    expect((await fetch(other)).status).toBe(404)
    const { issuer } = await discover(app)
    for (const path of ['/me', '/reg', '/device', '/token/introspection', '/request', '/unknown']) {
      expect([404, 405]).toContain((await fetch(`${issuer}${path}`)).status)
    }
    expect((await fetch(`${issuer}/jwks`, { method: 'DELETE' })).status).toBe(405)
  })
})

describe('sign-in page', () => {
  test('answers wrong passwords with the same text, and hashes them, for known and unknown usernames', async () => {
    const pages: Record<string, string> = {}
    const hashed: Record<string, number> = {}
    for (const name of ['anna', 'nobody'] as const) {
      const cookies = new CookieJar()
      const page = await authorize(app, cookies)
      // Hashing takes nearly all the time of an attempt.
      const hashing = vi.spyOn(crypto, 'scrypt')
      syncBuiltinESMExports()
      const { response } = await postLogin(app, cookies, page, name, 'wrong')
      hashed[name] = hashing.mock.calls.length
      hashing.mockRestore()
      syncBuiltinESMExports()
      expect(response.status).toBe(401)
      const text = (await response.text()).replace(/nonce="[^"]+"/, '')
      pages[name] = text.replace(`value="${name}"`, 'value="…"')
    }
    expect(pages.anna).toContain('The username or password is incorrect.')
    expect(pages.nobody).toBe(pages.anna)
    expect(hashed).toEqual({ anna: 1, nobody: 1 })
    expect((await tryPassword('anna', 'parlance')).url).toContain('#code=')
  })

  test('escapes the entered username and contains no script', async () => {
    const { response } = await tryPassword('"><script>alert(1)</script>', 'x')
    const text = await response.text()
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(text).not.toMatch(/<script|javascript:| on\w+=|style="/)
  })

  test('[S20] allows only its own style and forms to the product, and hides its cookies from scripts', async () => {
    const { response } = await authorize(app, new CookieJar())
    const policy = response.headers.get('content-security-policy') ?? ''
    const text = await response.text()
    const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1]
    expect(policy).toContain(`style-src 'nonce-${nonce}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain(`form-action 'self' ${app.origin}`)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toContain('no-store')
    const start = (await discover(app)).authorization_endpoint
    const first = await fetch(`${start}?client_id=x`, { redirect: 'manual' })
    for (const cookie of [...response.headers.getSetCookie(), ...first.headers.getSetCookie()]) {
      expect(cookie.toLowerCase()).toContain('httponly')
      expect(cookie.toLowerCase()).toContain('samesite=lax')
    }
  })

  test('lets only the product’s pages frame the redirect of silent renewal', async () => {
    const { cookies } = await signInOverHttp(app, 'anna')
    const silent = await authorize(app, cookies, { prompt: 'none' })
    expect(silent.response.headers.get('x-frame-options')).toBeNull()
    expect(silent.response.headers.get('content-security-policy')).toMatch(
      new RegExp(`frame-ancestors ${app.origin}(;|$)`),
    )
  })

  test('includes the issuer in cookie names, because cookies ignore ports', async () => {
    const { cookies } = await signInOverHttp(app, 'anna')
    expect(
      cookies.names.filter(
        (name) => !/^directory-(session|interaction|resume|known)-[0-9a-f]{10}(\.sig)?$/.test(name),
      ),
    ).toEqual([])
  })

  test('uses Arabic from right to left if the browser, the product, or the user asks for it', async () => {
    const read = async (parameters: Record<string, string>, headers: Record<string, string>, lang = '') => {
      const cookies = new CookieJar()
      const { url } = await authorize(app, cookies, parameters, headers)
      const { response } = await follow(app, cookies, `${url}${lang}`, { headers })
      return response.text()
    }
    const arabic = '<html lang="ar" dir="rtl" '
    expect(await read({}, { 'accept-language': 'ar-EG,en;q=0.5' })).toContain(arabic)
    expect(await read({ ui_locales: 'ar' }, { 'accept-language': 'en' })).toContain(arabic)
    expect(await read({ ui_locales: 'en' }, {}, '?lang=ar')).toContain('تسجيل الدخول إلى Parlance')
    expect(await read({ ui_locales: 'en' }, { 'accept-language': 'ar' })).toContain(
      '<html lang="en" dir="ltr" ',
    )
    expect(await read({}, { 'accept-language': 'fr' })).toContain('<html lang="en" dir="ltr" ')
  })

  test('follows the product’s dark mode through a cookie and loads only the product’s font', async () => {
    const read = async (cookie: string) => {
      const cookies = new CookieJar()
      const { url } = await authorize(app, cookies)
      const answer = await fetch(url, { headers: { cookie: [cookies.header(url), cookie].join('; ') } })
      return { text: await answer.text(), policy: answer.headers.get('content-security-policy') }
    }
    expect((await read('directory-mode=dark')).text).toMatch(
      /^<!doctype html>\s<html [^>]*data-theme="dark">/,
    )
    expect((await read('directory-mode=light')).text).toMatch(
      /^<!doctype html>\s<html [^>]*data-theme="light">/,
    )
    const followsSystem = (await read('directory-mode=system')).text
    expect(followsSystem).toMatch(/^<!doctype html>\s<html [^>]*data-theme="system">/)
    const [, dark] = /\[data-theme=dark\]\{([^}]+)\}/.exec(followsSystem) ?? []
    expect(followsSystem).toContain(`@media(prefers-color-scheme:dark){[data-theme=system]{${dark}}}`)
    expect((await read('directory-mode="><script>')).text).toMatch(
      /^<!doctype html>\s<html [^>]*data-theme="light">/,
    )
    const { text, policy } = await read('')
    expect(policy).toContain("font-src 'self'")
    expect(text.match(/url\([^)]*\)/g)).toEqual(['url(/assets/bricolage-grotesque-5.woff2)', 'url(#lg)'])
  })

  test.each([
    ['a form on another site', { origin: 'https://evil.example' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['text/plain', { 'content-type': 'text/plain' }],
  ] as [string, Record<string, string>][])('rejects a sign-in from %s', async (_name, headers) => {
    const { response, url } = await tryPassword('anna', 'parlance', headers)
    expect(response.status).toBe(400)
    expect(url).not.toContain('redirect.html')
  })

  test('blocks only this account on this network for 15 minutes after ten attempts', async () => {
    const cookies = new CookieJar()
    const page = await authorize(app, cookies)
    const action = page.url
    const post = (userName: string, password: string) =>
      follow(app, cookies, action, { method: 'POST', body: new URLSearchParams({ userName, password }) })
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) => post('chloe', `guess ${index}`)),
    )
    const statuses = answers.map(({ response }) => response.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    const right = await post('chloe', 'parlance')
    expect(right.response.status).toBe(429)
    expect(await right.response.text()).toContain('Too many attempts. Wait 15 minutes and try again.')
    expect((await tryPassword('ben', 'parlance')).url).toContain('#code=')
    clockIsAheadByMs += 15 * 60_000 + 1000
    expect((await tryPassword('chloe', 'parlance')).url).toContain('#code=')
  })
})

describe('behind HTTPS', () => {
  let secure: TestApplication
  beforeAll(async () => {
    secure = await startTestApplication({ environment: { PUBLIC_ORIGIN: 'https://localhost' } })
  })
  afterAll(() => secure?.remove())

  test('[S20] [S21] sets secure cookies, binds the session cookie to the host, and sends HSTS', async () => {
    const query = new URLSearchParams({
      client_id: secure.config.directory.clientId,
      scope: 'openid',
      response_type: 'code',
      redirect_uri: 'https://localhost/redirect.html',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      nonce: 'n',
    })
    const jar = new CookieJar()
    const cookies: string[] = []
    /** Sends a request the way a TLS proxy passes it on. */
    const pass = async (location: string, body?: URLSearchParams): Promise<string> => {
      const { pathname, search } = new URL(location, 'https://localhost')
      const url = `http://localhost:${secure.config.port}${pathname}${search}`
      const init = body ? { method: 'POST', body } : {}
      const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie: jar.header(url) } })
      expect(response.headers.get('strict-transport-security')).toContain('max-age=31536000')
      jar.take(response, url)
      cookies.push(...response.headers.getSetCookie())
      return response.headers.get('location') ?? ''
    }
    const { tenantId } = secure.config.directory
    const page = await pass(`/directory/${tenantId}/v2.0/auth?${query}`)
    const resumed = await pass(page, new URLSearchParams({ userName: 'anna', password: 'parlance' }))
    expect(resumed).toMatch(/^https:\/\/localhost\/directory\//)
    expect(await pass(resumed)).toMatch(/^https:\/\/localhost\/redirect\.html\?code=/)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__(Host|Secure)-directory-/)
      expect(cookie).toMatch(/; secure/i)
      if (cookie.startsWith('__Host-')) expect(cookie).toMatch(/; path=\/;/)
    }
    expect(cookies.some((cookie) => cookie.startsWith('__Host-directory-session-'))).toBe(true)
  })
})
