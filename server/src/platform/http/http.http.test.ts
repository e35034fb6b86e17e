import { createHash, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { AppError } from '../errors.ts'

let app: TestApplication
let token: string
let port: number

beforeAll(async () => {
  app = await startTestApplication({
    environment: { RATE_LIMITS: 'on' },
    dist: path.join(import.meta.dirname, '../../../../web/dist'),
  })
  token = await app.token('anna')
  port = Number(new URL(app.origin).port)
})
afterAll(() => app?.remove())

interface Raw {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Sends a request with any Host header, without a client library. */
function raw(target: string, headers: Record<string, string>, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: target, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('hosts and origins', () => {
  test('an unknown host gets neither answers nor pages, and health checks work under any host', async () => {
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example']) {
      expect((await raw('/api/internal/InstanceSettings', { host })).status).toBeGreaterThanOrEqual(400)
      expect((await raw('/chat', { host })).status).toBeGreaterThanOrEqual(400)
    }
    expect((await raw('/health/live', { host: 'evil.example' })).status).toBe(200)
    expect((await raw('/health/ready', { host: '10.0.0.7:8080' })).status).toBe(200)
  })

  test("[A34] a page opened on 127.0.0.1 is redirected to the public origin, an API call isn't", async () => {
    const page = await raw('/chat?x=1', { host: `127.0.0.1:${port}` })
    expect(page.status).toBe(307)
    expect(page.headers.location).toBe(`${app.origin}/chat?x=1`)
    const slashes = await raw('//evil.example/x', { host: `127.0.0.1:${port}` })
    expect(String(slashes.headers.location ?? app.origin).startsWith(app.origin)).toBe(true)
    expect((await raw('/api/internal/InstanceSettings', { host: `127.0.0.1:${port}` })).status).toBe(200)
  })

  test('no other origin can read anything', async () => {
    for (const origin of ['https://evil.example', 'null', app.origin]) {
      const answer = await raw('/api/internal/InstanceSettings', { host: `localhost:${port}`, origin })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
  })
})

describe('requests that two servers would parse differently', () => {
  /**
   * Sends these bytes. Resolves with the answers once the connection is closed or nothing has arrived for a
   * while.
   */
  function exchange(bytes: string): Promise<{ answers: string[]; closed: boolean }> {
    return new Promise((resolve) => {
      let text = ''
      const done = (closed: boolean) => {
        clearTimeout(patience)
        socket.destroy()
        resolve({ answers: text.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(-3)) ?? [], closed })
      }
      const patience = setTimeout(() => done(false), 3000)
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (data) => {
        text += data.toString('utf8')
      })
      socket.on('error', () => undefined).on('close', () => done(true))
    })
  }
  const head = (path: string, ...lines: string[]) =>
    [
      `POST ${path} HTTP/1.1`,
      `host: localhost:${port}`,
      'content-type: application/json',
      ...lines,
      '',
      '',
    ].join('\r\n')
  const hidden = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n'
  const reports = '/api/internal/clientErrors'

  test.each([
    [
      'a length and chunks',
      () => head(reports, 'content-length: 4', 'transfer-encoding: chunked'),
      '0\r\n\r\n',
    ],
    [
      'chunks and a length',
      () => head(reports, 'transfer-encoding: chunked', 'content-length: 6'),
      '0\r\n\r\nG',
    ],
    ['two lengths', () => head(reports, 'content-length: 2', 'content-length: 40'), '{}'],
    ['two lengths in one header', () => head(reports, 'content-length: 2, 40'), '{}'],
    ['a length with a sign', () => head(reports, 'content-length: +2'), '{}'],
    ['an invalid length', () => head(reports, 'content-length: 0x2'), '{}'],
    ['an unknown transfer encoding', () => head(reports, 'transfer-encoding: xchunked'), '0\r\n\r\n'],
    ['two transfer encodings', () => head(reports, 'transfer-encoding: chunked, identity'), '0\r\n\r\n'],
    [
      'a space before the colon',
      () => head(reports, 'transfer-encoding : chunked', 'content-length: 2'),
      '{}',
    ],
    [
      'a folded header line',
      () => head(reports, 'x-one: 1\r\n transfer-encoding: chunked', 'content-length: 2'),
      '{}',
    ],
    ['lines that end with LF only', () => head(reports, 'content-length: 2').replaceAll('\r\n', '\n'), '{}'],
    [
      'a CR inside a line',
      () => head(reports, 'x-one: a\rtransfer-encoding: chunked', 'content-length: 2'),
      '{}',
    ],
    [
      'a chunk with an invalid size',
      () => head(reports, 'transfer-encoding: chunked'),
      '2g\r\n{}\r\n0\r\n\r\n',
    ],
    [
      'a chunk longer than its size',
      () => head(reports, 'transfer-encoding: chunked'),
      '2\r\n{}x\r\n0\r\n\r\n',
    ],
  ])("[S26] %s: rejected, and the bytes that follow aren't read as a request", async (_what, begin, body) => {
    const { answers, closed } = await exchange(`${begin()}${body}${hidden}`)
    expect(answers).toEqual(['400'])
    expect(closed).toBe(true)
  })
})

describe('pages', () => {
  test('[S21] have a policy with their own nonce, and no other inline script or style', async () => {
    const host = `localhost:${port}`
    const first = await raw('/chat', { host })
    const second = await raw('/chat', { host })
    const nonceOf = (one: Raw) =>
      /style-src 'self' 'nonce-([^']+)'/.exec(String(one.headers['content-security-policy']))?.[1]
    expect(nonceOf(first)).toBeTruthy()
    expect(String(first.headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonceOf(first)}'`,
      "img-src 'self' data: blob:",
      'media-src blob:',
      "font-src 'self'",
      expect.stringMatching(/^connect-src 'self'( https:\/\/graph\.microsoft\.com)?$/),
      expect.stringMatching(/^frame-src 'self'( https:\/\/graph\.microsoft\.com)?$/),
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
    expect(nonceOf(first)).not.toBe(nonceOf(second))
    expect(first.body).not.toContain('__NONCE__')
    expect(first.body).not.toContain('__LOG_LEVEL__')
    expect(first.body).not.toContain('__SETTINGS_VERSION__')
    for (const tag of first.body.match(/<style[^>]*>/g) ?? [])
      expect(tag).toContain(`nonce="${nonceOf(first)}"`)
    // A script element with data is never executed.
    for (const tag of first.body.match(/<script[^>]*>/g) ?? [])
      expect(tag).toMatch(/ src="|^<script type="application\/json" /)
    expect(first.body).not.toMatch(/__[A-Z_]+__/)
    expect(first.headers['cache-control']).toBe('no-store')
  })

  test.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%252e%252e/x',
    '/assets/',
    '/assets/constructor',
    '/api/x',
    '/health/x',
    '/v1/models',
    '/index.html.map',
  ])("[A59] [S38] %s doesn't exist", async (target) => {
    const answer = await raw(target, { host: `localhost:${port}` })
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('"workspaces"')
  })

  test('assets are compressed, cached permanently, and never sniffed', async () => {
    const page = await raw('/chat', { host: `localhost:${port}` })
    const asset = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? ''
    const answer = await raw(asset, { host: `localhost:${port}`, 'accept-encoding': 'br' })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toMatch(/max-age=31536000.*immutable/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-encoding']).toBe('br')
    expect((await fetch(`${app.origin}${asset}`, { method: 'HEAD' })).status).toBe(200)
    // A worker gets its policy from its script: it can load our own scripts and can't fetch anything.
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
    )
  })
})

describe('the frame that shows documents in HTML', () => {
  test('[S21] has an origin of its own, runs one script of ours by its hash, and can request nothing', async () => {
    const frame = await raw('/frames/preview.html', { host: `localhost:${port}` })
    expect(frame.status).toBe(200)
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(frame.body) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    expect(String(frame.headers['content-security-policy']).split('; ')).toEqual([
      'sandbox allow-scripts',
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      "style-src 'unsafe-inline'",
      'img-src data:',
      'font-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ])
    expect(frame.headers['x-dns-prefetch-control']).toBe('off')
    expect(frame.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(frame.headers['referrer-policy']).toBe('no-referrer')
  })
})

describe('the frame that draws diagrams', () => {
  test('[S21] has an origin of its own, and can request nothing but its scripts', async () => {
    const host = `localhost:${port}`
    const frame = await raw('/frames/diagram.html', { host })
    expect(frame.status).toBe(200)
    expect(String(frame.headers['content-security-policy']).split('; ')).toEqual([
      'sandbox allow-scripts',
      "default-src 'none'",
      `script-src http://${host}/frames/assets/`,
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
    ])
    // Public pages show diagrams in other sites, too.
    expect(frame.headers['x-frame-options']).toBeUndefined()
    expect(frame.headers['document-isolation-policy']).toBe('isolate-and-credentialless')
    expect(frame.headers['referrer-policy']).toBe('no-referrer')
    expect(frame.headers['x-content-type-options']).toBe('nosniff')
    const addresses = [...frame.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect(address).toMatch(/^\/frames\/assets\/[\w.-]+\.js$/)
  })

  test('has scripts that its origin can load, compressed and cached permanently', async () => {
    const host = `localhost:${port}`
    const frame = await raw('/frames/diagram.html', { host })
    const script = /src="([^"]+)"/.exec(frame.body)?.[1] ?? ''
    const answer = await raw(script, { host, 'accept-encoding': 'br' })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    })
    expect(answer.headers['cache-control']).toMatch(/max-age=31536000.*immutable/)
    for (const other of [
      '/frames/',
      '/frames/assets/',
      '/frames/assets/x.js',
      '/frames/assets/..%2fdiagram.html',
    ])
      expect((await raw(other, { host })).status).toBe(404)
    // Scripts of the pages stay theirs.
    const page = await raw('/chat', { host })
    const own = await raw(/src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? '', { host })
    expect(own.headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(own.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('limits', () => {
  test('[A72] the sixty-first model call in a minute has to wait', async () => {
    const admin = await app.token('admin')
    const body = { question: 'x', dataSourceIds: [randomUUID()] }
    const statuses: number[] = []
    for (let index = 0; index < 61; index += 1) {
      statuses.push((await call(app, '/api/internal/retrievalDebugger', { token: admin, body })).status)
    }
    expect(statuses.slice(0, 60)).not.toContain(429)
    const refused = await call(app, '/api/internal/retrievalDebugger', {
      token: admin,
      body,
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect(refused).toMatchObject({ status: 429, body: { code: 'request.rate' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(app, '/api/internal/currentUser', { token })).status).toBe(200)
  })

  test('[A69] a body over one megabyte is rejected, even if its length is missing or wrong', async () => {
    const target = `/api/internal/userConversations/${randomUUID()}/segments`
    const big = await call(app, target, {
      token,
      body: { question: 'x'.repeat(1_100_000) },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(big).toMatchObject({ status: 413, body: { code: 'request.tooLarge' } })
    const chunked = await chunkedPost(target, 30)
    expect(chunked).toContain(' 413 ')
    expect((await call(app, '/health/ready')).status).toBe(200)
  })

  test('[A69] a body is never read unless the caller is signed in', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /api/internal/dataSources/${randomUUID()}/files HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 5000000000\r\n\r\n`,
        )
      })
      socket.once('data', (chunk) => {
        resolve(chunk.toString('utf8'))
        socket.destroy()
      })
    })
    expect(answer).toContain(' 401 ')
  })
})

/** Posts `megabytes` without a length. Returns the first line of the response. */
function chunkedPost(target: string, megabytes: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST ${target} HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer ${token}\r\nidempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
      )
      const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
      for (let index = 0; index < megabytes; index += 1) if (!socket.destroyed) socket.write(chunk)
    })
    socket.on('error', () => undefined)
    socket.once('data', (data) => {
      resolve(data.toString('utf8').split('\r\n')[0] ?? '')
      socket.destroy()
    })
  })
}

test('unknown addresses go to the client, also with a dot, and missing files do not', async () => {
  const host = new URL(app.origin).host
  for (const address of ['/foo.bar', '/chat/a.b', '/index.html']) {
    expect((await raw(address, { host, accept: 'text/html,*/*' })).status, address).toBe(200)
    expect((await raw(address, { host, accept: 'image/png' })).status, address).toBe(404)
  }
  expect((await raw('/assets/none.js', { host, accept: 'text/html' })).status).toBe(404)
})

describe('an upload that ends when the database has stopped responding', () => {
  test('is refused at once and leaves no bytes', async () => {
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    let finish = () => {}
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(`${part}${'x'.repeat(100_000)}`))
        finish = () => {
          controller.enqueue(Buffer.from('\r\n--b--\r\n'))
          controller.close()
        }
      },
    })
    const stored = () =>
      readdirSync(path.join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ).length
    const before = stored()
    const upload = fetch(
      `${app.origin}/api/internal/attachments?attachmentType=FileSearch&context=Conversation`,
      {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
      } as RequestInit,
    )
    await expect.poll(stored).toBe(before + 1)
    const bounded = vi.spyOn(app.platform.database, 'bounded')
    bounded.mockRejectedValueOnce(new AppError('server.database', { retryAfter: 2 }))
    finish()
    expect((await upload).status).toBe(503)
    bounded.mockRestore()
    await expect.poll(stored).toBe(before)
  })
})

describe('one network', () => {
  test('[A72] is limited alike in anonymous calls, the directory, and pages, and signed-in people are not', async () => {
    const started = await startTestApplication({
      environment: { RATE_LIMITS: 'on', TRUST_PROXY: '1' },
      dist: path.join(import.meta.dirname, '../../../../web/dist'),
    })
    try {
      const { tenantId } = started.config.directory
      const token = await started.token('anna')
      const network = { 'x-forwarded-for': '203.0.113.50' }
      const get = (target: string, headers: Record<string, string> = network) =>
        fetch(started.origin + target, { headers })
      const discovery = `/directory/${tenantId}/v2.0/.well-known/openid-configuration`
      const statuses = new Map<number, number>()
      // Twice as many as are allowed.
      for (let round = 0; round < 120; round += 1) {
        const batch = await Promise.all(Array.from({ length: 20 }, () => get(discovery)))
        for (const answer of batch) {
          await answer.arrayBuffer()
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        }
      }
      expect([...statuses.keys()].toSorted()).toEqual([200, 429])
      expect(statuses.get(200)).toBeLessThanOrEqual(1200)
      for (const target of [discovery, '/chat', '/api/internal/InstanceSettings']) {
        const refused = await get(target)
        expect(refused.status, target).toBe(429)
        expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
        expect(await refused.json()).toMatchObject({ code: 'request.rate', status: 429 })
      }
      const me = await get('/api/internal/currentUser', { ...network, authorization: `Bearer ${token}` })
      expect(me.status).toBe(200)
      expect((await get('/chat', { 'x-forwarded-for': '203.0.113.51' })).status).not.toBe(429)
    } finally {
      await started.remove()
    }
  })
})
