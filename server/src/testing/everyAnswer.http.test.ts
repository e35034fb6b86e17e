import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { securityHeaders } from '../platform/http/headers.ts'
import type { TestApplication } from './application.ts'
import type { Case } from './case.ts'
import { credentials } from './client.ts'
import { rawRequest } from './rawRequest.ts'
import { beginningOf, type EveryRoute, isInQuery, operations, pathOf, startEveryRoute } from './routeTable.ts'
import { endSchedules, findUnfinished } from './unfinished.ts'

// Rules for the responses of every route in the contract, whatever the response.
const PLANTED = 'sk-planted-0123456789-of-the-environment'
let every: EveryRoute
let app: TestApplication
/** Responses of every kind from each route, with their texts. */
const answers: {
  name: string
  endpoint: Endpoint
  kind: string
  headers: Headers
  status: number
  text: string
}[] = []

const origins = ['https://evil.example', 'null', 'http://localhost.evil.example', 'https://evil-localhost']

beforeAll(async () => {
  every = await startEveryRoute({ OPENAI_API_KEY: PLANTED, OPENAI_DEPLOYMENTS: 'gpt-planted' })
  app = every.app
  every.engine.play(async (writer) => writer.text('ok'))
  for (const [name, endpoint] of operations) {
    const one = await every.caseOf(name)
    const token = await every.callerOf(endpoint, one)
    const kinds: [string, Case, string | null][] = [
      ['refused', { ...one, input: { ...one.input, ownerId: 'x' } }, token],
      ['without a token', one, null],
      ['with a missing parameter', { ...one, params: {} }, token],
      ['good', one, token],
    ]
    for (const [index, [kind, sent, by]] of kinds.entries()) {
      if (kind === 'without a token' && endpoint.access === 'anyone') continue
      if (kind === 'with a missing parameter' && !endpoint.path.includes('{')) continue
      // A visitor's session starts only on our own pages.
      const own = kind === 'good' ? one.headers?.origin : undefined
      const response = await every.send(endpoint, sent, by, { origin: own ?? origins[index] ?? 'null' })
      const text =
        response.ok && endpoint.kind === 'stream' ? await beginningOf(response) : await response.text()
      answers.push({ name, endpoint, kind, headers: response.headers, status: response.status, text })
    }
  }
})
afterAll(() => app?.remove())

const wrongOf = (find: (one: (typeof answers)[number]) => string[]) =>
  answers.flatMap((one) => find(one).map((what) => `${one.name}, ${one.kind} ${one.status}: ${what}`))

describe('every response', () => {
  test('[S21] forbids sniffing, framing, scripts, and referrers, and has a content type', () => {
    expect(
      answers
        .filter(({ kind, status }) => kind === 'good' && status >= 400)
        .map(({ name, status, text }) => `${name} ${status} ${text}`),
    ).toEqual([])
    const wanted: [string, RegExp][] = [
      ['x-content-type-options', /^nosniff$/],
      ['referrer-policy', /^no-referrer$/],
      ['cross-origin-opener-policy', /^same-origin$/],
      ['cross-origin-resource-policy', /^same-origin$/],
      ['x-frame-options', /^DENY$/],
      ['content-security-policy', /default-src 'none'/],
      ['content-security-policy', /sandbox/],
    ]
    expect(
      wrongOf(({ headers, text }) => [
        ...wanted.flatMap(([header, value]) => (value.test(headers.get(header) ?? '') ? [] : [header])),
        ...(text === '' || headers.get('content-type') ? [] : ['content-type']),
        ...['server', 'x-powered-by', 'x-aspnet-version'].filter((header) => headers.has(header)),
      ]),
    ).toEqual([])
    expect(securityHeaders('https://chat.example')['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
    expect(securityHeaders('http://localhost:8080')).not.toHaveProperty('strict-transport-security')
  })

  test('[S25] has a content type of its contract, with its charset', () => {
    const types: Record<Endpoint['kind'], RegExp> = {
      json: /^application\/json; charset=utf-8$/,
      upload: /^application\/json; charset=utf-8$/,
      stream: /^text\/event-stream; charset=utf-8$/,
      file: /^application\/octet-stream$/,
      image: /^image\/(webp|png|jpeg)$/,
    }
    expect(
      wrongOf(({ endpoint, headers, status, text }) => {
        const type = headers.get('content-type') ?? ''
        if (text === '') return []
        const wanted = status < 400 ? types[endpoint.kind] : /^application\/problem\+json; charset=utf-8$/
        return wanted.test(type) ? [] : [type]
      }),
    ).toEqual([])
  })

  test('[A35] can’t be read by pages of another origin', () => {
    expect(
      wrongOf(({ headers }) =>
        [...headers.keys()].filter(
          (header) => header.startsWith('access-control-') || header === 'set-cookie',
        ),
      ),
    ).toEqual([])
  })

  test('[A36] [S3] [S39] includes no planted secret, disk path, or token, and neither does the log', async () => {
    const key = app.config.secretKey
    const bytes = Buffer.from(key as never)
    const secrets = [
      PLANTED,
      bytes.toString('base64'),
      bytes.toString('hex'),
      bytes.toString('latin1'),
      app.dataDir,
      import.meta.dirname,
    ]
    expect(
      wrongOf(({ text, headers }) => {
        const all = `${text} ${JSON.stringify([...headers])}`
        return secrets.filter((secret) => all.includes(secret))
      }),
    ).toEqual([])
    // Only the sign-in returns tokens.
    expect(
      wrongOf(({ name, text }) =>
        name !== 'authorization.generateToken' && /eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/.test(text)
          ? ['a token']
          : [],
      ),
    ).toEqual([])
    // Session tokens appear only in their own response, and no user text is logged.
    const log = app.logged.join('\n')
    expect(log.length).toBeGreaterThan(1000)
    for (const secret of [
      PLANTED,
      bytes.toString('base64'),
      'A question of Anna',
      'A sentence about lighthouses',
      'eyJ',
    ])
      expect(log).not.toContain(secret)
  })
})

describe('methods', () => {
  test('[S25] HEAD, TRACE, and others are refused on every path', async () => {
    const wrong: string[] = []
    for (const path of new Set(operations.map(([, endpoint]) => pathOf(endpoint, {}))))
      for (const method of ['HEAD', 'TRACE', 'PROPFIND', 'PATCH']) {
        const answer = await rawRequest(`${app.origin}${path}`, { method, headers: { 'x-canary': 'echoed' } })
        if (![404, 405].includes(answer.status) || answer.text.includes('echoed'))
          wrong.push(`${method} ${path} ${answer.status}`)
      }
    expect(wrong).toEqual([])
  })
})

describe('reading', () => {
  /**
   * Returns a checksum per table, except for tables with last-seen times, the audit log, and other bookkeeping.
   */
  async function contents(): Promise<Record<string, string>> {
    const { db } = app.platform.database
    const tables = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = current_schema()`.execute(db)
    const passedOver = /^(session|app_user|audit_|directory_|idempotency_key|run)/
    // In one query: this is asked several times for every route.
    const checksums = tables.rows
      .filter(({ name }) => !passedOver.test(name))
      .map(
        ({ name }) =>
          sql`select ${name}::text as name, md5(string_agg(t::text, '|' order by t::text)) as of from ${sql.table(name)} t`,
      )
    const { rows } = await sql<{ name: string; of: string | null }>`${sql.join(
      checksums,
      sql` union all `,
    )}`.execute(db)
    return Object.fromEntries(rows.map(({ name, of }) => [name, of ?? '']))
  }

  /** What an answer leaves for later, such as its execution details, is stored after its stream has ended. */
  async function settled() {
    let before = await contents()
    await expect
      .poll(async () => {
        const last = before
        before = await contents()
        return isDeepStrictEqual(last, before)
      })
      .toBe(true)
    return before
  }

  const byJobs = /^(?:escalation|webhook_delivery|roles_mark)$/

  test('[S22] changes nothing, on any route', async () => {
    const reads = operations.filter(([, { method }]) => method === 'GET')
    await endSchedules(app)
    for (const [name, endpoint] of reads) {
      const one = await every.caseOf(name)
      const token = await every.callerOf(endpoint, one)
      await expect.poll(() => findUnfinished(app), { interval: 50 }).toEqual([])
      for (let tries = 1; ; tries += 1) {
        const before = await settled()
        expect(Object.keys(before).length).toBeGreaterThan(30)
        const response = await every.send(endpoint, one, token)
        await (endpoint.kind === 'stream' ? beginningOf(response) : response.arrayBuffer())
        const after = await contents()
        const changed = Object.keys(after).filter((table) => after[table] !== before[table])
        // A delivery that a job repeats every minute, or the last step of an erasure, can fall into a read, but not
        // into several.
        const isByJob = changed.length > 0 && changed.every((table) => byJobs.test(table))
        if (isByJob && tries < 3) continue
        expect([name, response.status < 300, changed]).toEqual([name, true, []])
        break
      }
    }
  })
})

describe('two parallel changes of one object', () => {
  const versioned = operations.filter(([, { etag }]) => etag === 'required')

  test.each(versioned)('[F6] %s: one succeeds, the other gets the current object', async (name, endpoint) => {
    const one = await every.caseOf(name)
    const token = await every.callerOf(endpoint, one)
    const both = await Promise.all([every.send(endpoint, one, token), every.send(endpoint, one, token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const refused = both.find(({ status }) => status === 412)
    const { current } = (await refused!.json()) as { current: unknown }
    expect(endpoint.response.safeParse(current).error).toBeUndefined()
  })
})

describe('uploads', () => {
  const uploads = operations.filter(([, { kind }]) => kind === 'upload')
  const blobs = () =>
    readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(app.dataDir.length))
      .filter((file) => !file.startsWith('/database'))

  test('[A9] [A4] for other users’ objects are refused on every route that accepts a file', async () => {
    const ofObjects = uploads.filter(([, { path }]) => path.includes('{'))
    expect(uploads.length).toBeGreaterThanOrEqual(14)
    const ben = await app.token('ben')
    // The audit log's head, which is recorded in the same folder, changes at any time.
    const stored = () => blobs().filter((file) => file.startsWith('/blobs/')).length
    const before = stored()
    for (const [name, endpoint] of ofObjects) {
      const one = await every.caseOf(name)
      const kept = stored()
      const { status } = await every.send(endpoint, one, ben)
      expect([name, [403, 404].includes(status)]).toEqual([name, true])
      expect([name, stored()]).toEqual([name, kept])
    }
    expect(before).toBeGreaterThan(0)
  })

  const names = [
    '../../../../tmp/x.txt',
    '..%2f..%2fx.txt',
    '..\\..\\x.txt',
    '\u2215etc\u2215passwd',
    '/etc/passwd',
    'C:\\boot.ini',
    '\\\\host\\share\\x',
    'a\u0000.txt',
    '..',
    '.htaccess',
    '\u202etxt.exe',
    `${'a'.repeat(5000)}.txt`,
  ]

  test('[A57] under any name are stored under random names, and shown by a name without a path', async () => {
    const before = new Set(blobs().filter((file) => !file.startsWith('/blobs/')))
    const wrong: string[] = []
    for (const [name, endpoint] of uploads) {
      const one = await every.caseOf(name)
      const token = await every.callerOf(endpoint, one)
      for (const file of names) {
        const form = `--b\r\ncontent-disposition: form-data; name="file"; filename="${file}"; filename*=UTF-8''${encodeURIComponent(file)}\r\ncontent-type: text/plain\r\n\r\n${one.file?.text ?? ''}\r\n--b--\r\n`
        const response = await fetch(`${app.origin}${pathOf(endpoint, one)}`, {
          method: 'POST',
          headers: {
            'content-type': 'multipart/form-data; boundary=b',
            'idempotency-key': randomUUID(),
            ...(token ? credentials(token) : {}),
            ...one.headers,
          },
          body: form,
        })
        const text = await response.text()
        if (response.status >= 500) wrong.push(`${name} ${file}: ${response.status}`)
        const shown = /"(?:name|originalFileName|fileName)":"([^"]*)"/.exec(text)?.[1] ?? ''
        if (response.ok && /[/\\\u202e]/.test(shown)) wrong.push(`${name} ${file}: shown as ${shown}`)
      }
    }
    expect(wrong).toEqual([])
    const stored = blobs()
    for (const file of stored) if (file.startsWith('/blobs/')) expect(file).toMatch(/^\/blobs\/[0-9a-f/]+$/)
    expect(
      stored.filter((file) => !file.startsWith('/blobs/') && !before.has(file) && !/audit-head/.test(file)),
    ).toEqual([])
    expect(app.logged.filter((line) => line.includes('"request.failed"'))).toEqual([])
  })
})

describe('rate limits', () => {
  test('[A72] each route that asks a model, accepts a file, or issues a token has that rate limit, and others follow their method', () => {
    const wrong = operations.filter(([name, endpoint]) => {
      const { rate, kind, method } = endpoint
      // Libraries take many files and large archives, and count their bytes as well.
      const ofLibraries = new Map([
        ['dataSources.uploadFile', 'libraryUpload'],
        ['dataSources.uploadArchive', 'archiveUpload'],
        // A recording is a file that asks a model.
        ['speech.transcribe', 'model'],
      ])
      if (kind === 'upload') return rate !== (ofLibraries.get(name) ?? 'upload')
      if (kind === 'stream' && !isInQuery(endpoint)) return rate !== 'model'
      if (name === 'authorization.generateToken') return rate !== 'signIn'
      if (name === 'publicChat.startSession') return rate !== 'visit'
      // Each sentence of an answer that is read aloud is a call.
      if (name === 'speech.synthesize') return rate !== 'speech'
      // Copying much data counts like asking a model; reading with a request body changes nothing.
      const fitting: string[] = method === 'GET' ? ['read', 'model'] : ['write', 'model']
      return !fitting.includes(rate) && !(rate === 'read' && endpoint.audit === 'none')
    })
    expect(wrong.map(([name, { rate }]) => `${name} ${rate}`)).toEqual([])
  })
})
