import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { brandsPath, createBrand, uploadBrandFile } from '../../testing/brands.ts'
import { call } from '../../testing/client.ts'

let app: TestApplication
let port: number
beforeAll(async () => {
  app = await startTestApplication({ dist: path.join(import.meta.dirname, '../../../../web/dist') })
  port = Number(new URL(app.origin).port)
})
afterAll(() => app?.remove())

interface Raw {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

function raw(
  target: string,
  host: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: target, method, headers: { host, ...headers } },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          body += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

async function site(input: Record<string, unknown> = {}) {
  const name = `s-${randomUUID().slice(0, 8)}`
  const hostName = `${name}.localhost`
  const { body } = await createBrand(app, { brandKey: name, hostNames: [hostName], ...input })
  return { brand: body, host: `${hostName}:${port}`, origin: `http://${hostName}:${port}` }
}
const dataOf = (page: Raw) =>
  JSON.parse(/<script type="application\/json" id="brand"[^>]*>([^<]*)</.exec(page.body)?.[1] ?? 'null')

describe('the pages of a brand’s host name', () => {
  test('[R-3-027] have its colors and name before any script runs, and are not redirected', async () => {
    const { brand, host } = await site({ theme: { textPrimary: '#010203' } })
    for (const target of ['/auth/jwt/login', '/chat', '/admin']) {
      const page = await raw(target, host)
      expect([target, page.status]).toEqual([target, 200])
      expect(page.body).toContain('--text:#010203')
      expect(page.body).toContain(brand.name)
      expect(dataOf(page)).toMatchObject({
        brandKey: brand.brandKey,
        productName: brand.name,
        siteBrandKey: brand.brandKey,
      })
    }
    const elsewhere = await raw('/chat', `localhost:${port}`)
    expect(elsewhere.body).not.toContain('#010203')
    expect(elsewhere.body).not.toContain(brand.name)
  })

  test('sign in at the instance’s own URL, which is the only one their policy names', async () => {
    const { host } = await site()
    const policy = String((await raw('/chat', host)).headers['content-security-policy'])
    expect(policy).toContain(`connect-src 'self' ${app.origin};`)
    expect(policy).toContain(`frame-src 'self' ${app.origin};`)
    expect(policy).toContain("script-src 'self';")
  })

  test('return their brand with the settings', async () => {
    const { brand, host } = await site()
    const settings = JSON.parse((await raw('/api/internal/InstanceSettings', host)).body)
    expect(settings).toMatchObject({ name: brand.name, organizationName: brand.name })
    expect(settings.entraIdSettings.instance).toBe(`${app.origin}/directory/`)
  })

  test('are rejected under another port, under a longer name, and after the brand loses the host name', async () => {
    const { brand, host } = await site()
    const name = host.split(':')[0]
    for (const other of [`${name}:1`, `x.${host}`, `${name}.evil.example:${port}`]) {
      expect((await raw('/api/internal/InstanceSettings', other)).status).toBe(421)
      expect((await raw('/chat', other)).status).toBe(421)
    }
    const token = await app.token('admin')
    await call(app, `${brandsPath}/${brand.brandKey}`, { method: 'DELETE', token })
    expect((await raw('/chat', host)).status).toBe(421)
  })

  test('are available within five seconds of another process’s change', async () => {
    const { brand } = await site()
    const hostName = `n-${randomUUID().slice(0, 8)}.localhost`
    await raw('/chat', `${hostName}:${port}`)
    await sql`insert into brand_host_name (host_name, brand_key, position) values (${hostName}, ${brand.brandKey}, 2)`.execute(
      app.platform.database.db,
    )
    await expect
      .poll(async () => (await raw('/chat', `${hostName}:${port}`)).status, { timeout: 5_000, interval: 200 })
      .toBe(200)
  })

  test.each([
    ['a script', '</script><script>alert(1)</script>'],
    ['placeholder names', '__NONCE__ __BRAND_ICON__'],
    ['replacement patterns', "$& $1 $' $`"],
    ['the end of an attribute', '"><img src=x onerror=alert(1)>'],
    ['the name of a secret', '$' + '{SECRET_KEY} %SECRET_KEY% {{SECRET_KEY}}'],
  ])('with %s as a name show it unchanged', async (_what, text) => {
    const { host } = await site({ name: `${text} ${randomUUID().slice(0, 6)}` })
    const page = await raw('/auth/jwt/login', host)
    expect(dataOf(page).name).toContain(text)
    expect(page.body).not.toContain('<script>alert')
    expect(page.body).not.toContain('<img src=x')
    expect(page.body.match(/<script[^>]*>/g)?.every((tag) => /src="|application\/json/.test(tag))).toBe(true)
  })

  test('show the splash and logo of their brand, from brand-specific URLs', async () => {
    const { brand, host } = await site({ useLoginBackgroundImg: true })
    const logo = await uploadBrandFile(app, `${brandsPath}/${brand.brandKey}/logo`)
    const splash = await uploadBrandFile(app, `${brandsPath}/${brand.brandKey}/splashScreenBackground`)
    const page = await raw('/auth/jwt/login', host)
    const files = `/api/internal/brands/${brand.brandKey}/files`
    expect(page.body).toContain(`<img class="brand-logo" src="${files}/${logo.body.fileName}"`)
    expect(page.body).toContain(`<img class="splash" src="${files}/${splash.body.fileName}"`)
    expect(page.body).not.toContain('<svg class="splash"')
  })
})

describe('an agent’s brand', () => {
  test('applies to its page on any host name, and to no other page', async () => {
    const { brand } = await site()
    const { host } = await site()
    const token = await app.token('admin')
    const { body } = await call<{ gptSystem: { gptSystemId: string } }>(
      app,
      '/api/internal/gptSystems/system/management',
      { token, body: { name: 'Branded', brandKey: brand.brandKey } },
    )
    const branded = dataOf(await raw(`/chat/${body.gptSystem.gptSystemId}`, host))
    expect(branded.brandKey).toBe(brand.brandKey)
    expect(branded.siteBrandKey).not.toBe(brand.brandKey)
    for (const other of ['/chat', `/chat/${randomUUID()}`, '/admin', "/chat/' or 1=1"])
      expect(dataOf(await raw(encodeURI(other), host)).brandKey).not.toBe(brand.brandKey)
  })

  test('takes precedence over a brand in the URL, and the host name’s brand comes before that', async () => {
    const { brand, host } = await site()
    const { brand: other } = await site()
    const at = async (where: string, query: string) =>
      dataOf(await raw(`/chat?brand=${query}`, where)).brandKey
    expect(await at(host, other.brandKey)).toBe(brand.brandKey)
    expect(await at(`localhost:${port}`, other.brandKey)).toBe(other.brandKey)
    expect(await at(`localhost:${port}`, 'nobody')).toBe('default')
  })
})

describe('signing in from a brand’s host name', () => {
  const directory = () => `/directory/${app.config.directory.tenantId}/v2.0`
  const authorize = (redirectUri: string) => {
    const query = new URLSearchParams({
      client_id: app.config.directory.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
      state: 's',
      nonce: 'n',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    return raw(`${directory()}/auth?${query}`, `localhost:${port}`)
  }

  test('returns to that host name, and never to an unknown one', async () => {
    const { origin } = await site()
    const accepted = await authorize(`${origin}/redirect.html`)
    expect([accepted.status, String(accepted.headers.location)]).toEqual([
      303,
      expect.stringContaining('/interaction/'),
    ])
    for (const foreign of [
      `http://evil.localhost:${port}/redirect.html`,
      `${origin}/other.html`,
      `${origin}.evil.example/redirect.html`,
      `http://s-none.localhost:${port}/redirect.html`,
    ]) {
      const refused = await authorize(foreign)
      expect([foreign, refused.status]).toEqual([foreign, 400])
    }
  })

  test('shows the directory’s sign-in page in its brand', async () => {
    const { brand, origin } = await site({ theme: { textPrimary: '#040506' } })
    const first = await authorize(`${origin}/redirect.html`)
    const cookie = [first.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ')
    const address = new URL(String(first.headers.location), app.origin)
    const page = await raw(address.pathname, `localhost:${port}`, { cookie })
    expect(page.body).toContain(`Sign in to ${brand.name}`)
    expect(page.body).toContain('--text:#040506')
    expect(page.body).not.toContain('Parlance')
    // Other host names of the directory must not be revealed.
    const policies = [first, page].map((one) => String(one.headers['content-security-policy'])).join(' ')
    expect(policies).toContain(origin)
    expect(policies).not.toContain('halden.localhost')
  })

  test('lets its scripts request tokens from the directory, but not those of other sites', async () => {
    const { origin } = await site()
    for (const target of ['/.well-known/openid-configuration', '/token']) {
      const method = target === '/token' ? 'OPTIONS' : 'GET'
      const asked = { 'access-control-request-method': 'POST' }
      const own = await raw(`${directory()}${target}`, `localhost:${port}`, { origin, ...asked }, method)
      expect([target, own.headers['access-control-allow-origin']]).toEqual([
        target,
        expect.stringMatching(/^(\*|http:\/\/s-.*)$/),
      ])
      const foreign = await raw(
        `${directory()}${target}`,
        `localhost:${port}`,
        { origin: 'http://evil.localhost', ...asked },
        method,
      )
      expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})
