import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, ifMatch } from '../../testing/client.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhookReceiver.ts'
import { administrator, type Export, exportSecret, exportsPath, linesOf } from './testing/exports.ts'

let app: TestApplication
let receiver: WebhookReceiver
const { as, list, stateOf, toWebhook, removeAll } = administrator(() => app)

beforeAll(async () => {
  // Only loopback as a number is named, so that another private address is refused. Files aren't allowed.
  app = await startTestApplication({ environment: { EGRESS_ALLOW: '127.0.0.1' } })
})
afterAll(() => app?.remove())
beforeEach(async () => {
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await removeAll()
  await receiver.close()
})

const db = () => app.platform.database.db
const exportNow = () => app.platform.jobs.send('supervisionExports.export', {})
const tryAgain = ({ supervisionExportId }: Export) =>
  as<Export>(`${exportsPath}/${supervisionExportId}/tryAgain`, { method: 'POST' })
const received = () => receiver.received.flatMap(({ body }) => linesOf(body))
const positionOf = async (one: Export) => (await stateOf(one)).streams[0]?.position ?? 0
const headOf = async () =>
  (await sql<{ seq: number }>`select seq from audit_head`.execute(db())).rows[0]?.seq ?? 0
/** Waits until everything so far was exported. */
const settled = (one: Export) => expect.poll(async () => (await stateOf(one)).state).toBe('UpToDate')

/** Writes many entries that aren't part of the hash chain, because they are only exported. */
async function writeEntries(count: number, characters = 10): Promise<void> {
  await sql`with written as (
      insert into audit_entry (id, seq, at, actor_user_id, actor_name, actor_kind, area, verb, entity_type, entity_id,
        entity_name, outcome, effect, changes, reason, request_id, network, user_agent, previous_hash, hash)
      select gen_random_uuid(), h.seq + n, now(), null, 'Parlance', 'System', 'brand', 'update', 'Brand', 'b', 'Brand',
        'Done', null, jsonb_build_array(jsonb_build_object('field', 'name', 'before', n, 'after',
          (select string_agg(md5(n::text || i::text), '') from generate_series(1, ${Math.ceil(characters / 32)}::int) i))),
        null, 'request', null, null, '', repeat('a', 64)
      from audit_head h, generate_series(1, ${count}::int) n)
    select 1`.execute(db())
  // The head only moves by one.
  await sql`do ${sql.raw(`$$ begin for i in 1..${count} loop update audit_head set seq = seq + 1, hash = repeat('a', 64); end loop; end $$`)}`.execute(
    db(),
  )
}

describe('supervision exports', () => {
  test('are created, changed, and deleted, their secrets are never shown, and each change is recorded', async () => {
    const created = await toWebhook(receiver.url, { enabled: false })
    expect(created).toMatchObject({
      name: 'SIEM',
      target: { kind: 'Webhook', url: receiver.url },
      includesConversations: false,
      includesNames: false,
      state: 'Off',
      lastError: null,
      streams: [{ stream: 'AuditLog', position: expect.any(Number) }],
      version: 1,
    })
    const one = `${exportsPath}/${created.supervisionExportId}`
    const fields = {
      name: 'Night watch',
      target: { kind: 'Webhook', url: receiver.url, secret: 'another-secret-for-it' },
      enabled: false,
      includesConversations: true,
    }
    const changed = await as<Export>(one, { method: 'PUT', body: fields, headers: ifMatch(1) })
    expect(changed).toMatchObject({ name: 'Night watch', version: 2, includesConversations: true })
    expect(changed.streams.map(({ stream }) => stream)).toEqual(['AuditLog', 'Conversations'])
    const stale = await call<{ code: string; current: Export }>(app, one, {
      token: await app.token('admin'),
      method: 'PUT',
      body: fields,
      headers: ifMatch(1),
    })
    expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([412, 'request.stale', 2])
    await as(one, { method: 'DELETE' })
    expect((await list()).items).toEqual([])
    const entries = await sql<{ verb: string; changes: unknown }>`select verb, changes from audit_entry
      where entity_type = 'SupervisionExport' and entity_id = ${created.supervisionExportId} order by seq`.execute(
      db(),
    )
    expect(entries.rows.map(({ verb }) => verb)).toEqual(['create', 'update', 'remove'])
    const stored = JSON.stringify(entries.rows)
    for (const hidden of [exportSecret, 'another-secret-for-it', 'of-the-receiver'])
      expect(stored).not.toContain(hidden)
    expect(stored).toContain('secretGiven')
  })

  test.each([
    [
      'an unencrypted URL of a host that the operator hasn’t named',
      { url: 'http://siem.example/a' },
      'target.url',
    ],
    ['a URL with a password', { url: 'https://me:secret@siem.example/a' }, 'target.url'],
    ['a short secret', { secret: 'short' }, 'target.secret'],
    ['no secret', { secret: undefined }, 'target.secret'],
  ])('aren’t created with %s', async (_, more, field) => {
    const target = { kind: 'Webhook', url: receiver.url, secret: exportSecret, ...more }
    const body = { name: 'Wrong', target, enabled: true }
    const refused = await call<{ errors: { field: string }[] }>(app, exportsPath, {
      token: await app.token('admin'),
      body,
    })
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map((error) => error.field)).toEqual([field])
  })

  test('don’t write files if the operator has set no folder, and never anywhere else', async () => {
    expect((await list()).folder).toBeNull()
    const create = async (fileName: string) => {
      const body = { name: 'Files', target: { kind: 'File', fileName }, enabled: true }
      const refused = await call<{ code: string }>(app, exportsPath, {
        token: await app.token('admin'),
        body,
      })
      return refused.body.code
    }
    expect(await create('siem')).toBe('supervisionExport.noFolder')
    for (const fileName of ['../siem', '/etc/cron.d/siem', 'a/b', '.hidden', 'a\\b', 'a\u0000b', 'C:siem'])
      expect(await create(fileName), fileName).toBe('request.invalid')
  })

  test('are 10 at most, and a repeated call creates none', async () => {
    const headers = { 'idempotency-key': 'the-same-export' }
    const target = { kind: 'Webhook', url: receiver.url, secret: exportSecret }
    const body = { name: 'Once', target, enabled: false }
    const first = await as<Export>(exportsPath, { body, headers })
    const second = await as<Export>(exportsPath, { body, headers })
    expect(second.supervisionExportId).toBe(first.supervisionExportId)
    for (let n = 1; n < 10; n++) await toWebhook(receiver.url, { name: `Number ${n}`, enabled: false })
    const refused = await call<{ code: string }>(app, exportsPath, { token: await app.token('admin'), body })
    expect([refused.status, refused.body.code]).toEqual([409, 'supervisionExport.limit'])
  })
})

describe('a webhook', () => {
  test('gets the audit log as signed lines that fit the schema and continue its chain', async () => {
    const one = await toWebhook(receiver.url, { start: 'Beginning' })
    await publishAgent(app, 'Harbour guide')
    await exportNow()
    await settled(one)
    const entries = received()
    expect(entries.map(({ position }) => position)).toEqual(entries.map((_, at) => at + 1))
    expect(entries.at(-1)?.position).toBe(await headOf())
    entries.forEach(({ entry }, at) => {
      expect(entry.previousHash).toBe(entries[at - 1]?.entry.hash ?? '')
    })
    const stored = await sql<{ hash: string }>`select hash from audit_entry order by seq`.execute(db())
    expect(entries.map(({ entry }) => entry.hash)).toEqual(stored.rows.map(({ hash }) => hash))
    expect(entries.every(({ source, stream }) => source === app.origin && stream === 'AuditLog')).toBe(true)
    for (const { headers, body } of receiver.received) {
      const timestamp = headers['x-parlance-timestamp']
      const expected = createHmac('sha256', exportSecret).update(`${timestamp}.${body}`).digest('hex')
      expect(headers['x-parlance-signature']).toBe(`sha256=${expected}`)
      const lines = linesOf(body)
      expect(headers).toMatchObject({
        'content-type': 'application/x-ndjson',
        'x-parlance-event': 'supervision.entries',
        'x-parlance-schema-version': '1',
        'x-parlance-stream': 'AuditLog',
        'x-parlance-first-position': String(lines[0]?.position),
        'x-parlance-last-position': String(lines.at(-1)?.position),
      })
    }
    expect(await stateOf(one)).toMatchObject({ lastError: null, lastSuccessAt: expect.any(String) })
  })

  test('gets at most 500 lines and a megabyte at once, in their order', async () => {
    await writeEntries(600)
    await writeEntries(30, 100_000)
    const from = await headOf()
    const one = await toWebhook(receiver.url)
    const again = `${exportsPath}/${one.supervisionExportId}/sendAgain`
    await settled(one)
    receiver.received.length = 0
    await as(again, {
      body: { stream: 'AuditLog', from: { kind: 'Position', position: from - 629 } },
    })
    await settled(one)
    const sizes = receiver.received.map(({ body }) => [linesOf(body).length, body.length])
    expect(sizes[0]?.[0]).toBe(500)
    expect(Math.max(...sizes.map(([, bytes = 0]) => bytes))).toBeLessThanOrEqual(1_000_000)
    expect(sizes.length).toBeGreaterThanOrEqual(4)
    const positions = received().map(({ position }) => position)
    expect(positions).toEqual(positions.map((_, at) => from - 629 + at))
    // The last one records that they are exported again.
    expect(positions.at(-1)).toBe(await headOf())
  })

  test('that fails gets the same entries later, in an increasing time, and nothing is skipped', async () => {
    receiver.answerWith((response) => void response.writeHead(503).end())
    const one = await toWebhook(receiver.url)
    const before = await positionOf(one)
    await exportNow()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await expect
        .poll(async () => {
          const found = await sql<{ n: number }>`select failed_attempts as n from supervision_export
            where id = ${one.supervisionExportId}`.execute(db())
          return found.rows[0]?.n
        })
        .toBe(attempt)
      const state = await stateOf(one)
      expect(state).toMatchObject({ state: 'Retrying', lastError: 'Status', lastStatus: 503 })
      waits.push(Date.parse(state.nextAttemptAt ?? '') - Date.now())
      if (attempt < 4) await tryAgain(one)
    }
    expect(await positionOf(one)).toBe(before)
    // Each is twice the one before, give or take a quarter of both.
    for (const [at, wait] of waits.entries()) {
      expect(wait).toBeLessThanOrEqual(37_500 * 2 ** at)
      expect(wait).toBeGreaterThan(22_500 * 2 ** at - 15_000)
    }
    receiver.received.length = 0
    receiver.answerWith((response) => void response.writeHead(200).end('ok'))
    await tryAgain(one)
    await settled(one)
    expect(received()[0]?.position).toBe(before + 1)
    const sent = received().map(({ position }) => position)
    expect(sent).toEqual(sent.map((_, at) => before + 1 + at))
  })

  test.each([
    [400, 'Status'],
    [401, 'Status'],
    [413, 'Status'],
    [302, 'Redirected'],
  ])('that answers with %d pauses the export until someone tries again', async (status, lastError) => {
    receiver.answerWith((response) => void response.writeHead(status, { location: receiver.url }).end())
    const one = await toWebhook(receiver.url)
    await exportNow()
    await expect.poll(async () => (await stateOf(one)).state).toBe('Paused')
    expect(await stateOf(one)).toMatchObject({ lastError, lastStatus: status, nextAttemptAt: null })
    await exportNow()
    await exportNow()
    expect(receiver.received).toHaveLength(1)
    expect(app.logged.some((line) => line.includes('supervisionExports.stopped'))).toBe(true)
    receiver.answerWith((response) => void response.writeHead(204).end())
    await tryAgain(one)
    await settled(one)
    expect(await stateOf(one)).toMatchObject({ lastError: null, lastStatus: null })
  })

  test.each([408, 429, 500])('that answers with %d is tried again by itself', async (status) => {
    receiver.answerWith((response) => void response.writeHead(status).end())
    const one = await toWebhook(receiver.url)
    await exportNow()
    await expect.poll(async () => (await stateOf(one)).state).toBe('Retrying')
    expect((await stateOf(one)).nextAttemptAt).not.toBeNull()
  })

  test('that answers with 410 turns its export off, which is recorded', async () => {
    receiver.answerWith((response) => void response.writeHead(410).end())
    const one = await toWebhook(receiver.url)
    await exportNow()
    await expect.poll(async () => (await stateOf(one)).state).toBe('Off')
    expect(await stateOf(one)).toMatchObject({ enabled: false, lastError: 'Gone', lastStatus: 410 })
    const entries = await sql<{ actor: string; verb: string; changes: unknown }>`
      select actor_kind as actor, verb, changes from audit_entry
      where entity_id = ${one.supervisionExportId} order by seq desc limit 1`.execute(db())
    expect(entries.rows[0]).toMatchObject({ actor: 'System', verb: 'update' })
    expect(JSON.stringify(entries.rows[0]?.changes)).toContain('Gone')
    const refused = await call<{ code: string }>(app, `${exportsPath}/${one.supervisionExportId}/tryAgain`, {
      token: await app.token('admin'),
      method: 'POST',
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'supervisionExport.off'])
  })

  test('can’t have a private address that the operator hasn’t named, also if it was changed in the database', async () => {
    const refused = await toWebhook('https://10.0.0.1/siem')
    await exportNow()
    await expect.poll(async () => (await stateOf(refused)).lastError).toBe('HostRefused')
    const changed = await toWebhook('https://siem.example/a')
    await sql`update supervision_export set address = 'http://example.com/a', next_attempt_at = now()
      where id = ${changed.supervisionExportId}`.execute(db())
    await exportNow()
    await expect.poll(async () => (await stateOf(changed)).lastError).toBe('HostRefused')
  })

  test('that doesn’t answer delays no other export, and no request', async () => {
    const silent = await startWebhookReceiver()
    onTestFinished(() => silent.close())
    silent.answerWith(() => undefined)
    await toWebhook(silent.url, { name: 'Silent' })
    await exportNow()
    await expect.poll(() => silent.received.length).toBe(1)
    const one = await toWebhook(receiver.url)
    for (const name of ['First', 'Second']) {
      await publishAgent(app, name)
      const begun = performance.now()
      await exportNow()
      await settled(one)
      expect(performance.now() - begun).toBeLessThan(8000)
    }
    expect(silent.received).toHaveLength(1)
  })

  test('gets entries from a position or a time again, and no entries can be left out', async () => {
    const one = await toWebhook(receiver.url)
    await publishAgent(app, 'Seen twice')
    await exportNow()
    await settled(one)
    const position = await positionOf(one)
    const again = `${exportsPath}/${one.supervisionExportId}/sendAgain`
    receiver.received.length = 0
    await as(again, { body: { stream: 'AuditLog', from: { kind: 'Position', position: position - 1 } } })
    await settled(one)
    expect(received()[0]?.position).toBe(position - 1)
    receiver.received.length = 0
    const since = await sql<{ at: Date }>`select at from audit_entry where seq = ${position}`.execute(db())
    const at = since.rows[0]?.at.toISOString()
    await as(again, { body: { stream: 'AuditLog', from: { kind: 'Time', at } } })
    await settled(one)
    const first = received()[0]
    expect(first && first.position <= position && first.at >= String(at)).toBe(true)
    for (const from of [
      { kind: 'Position', position: (await headOf()) + 100 },
      { kind: 'Time', at: new Date(Date.now() + 86_400_000).toISOString() },
    ]) {
      const refused = await call<{ code: string }>(app, again, {
        token: await app.token('admin'),
        body: { stream: 'AuditLog', from },
      })
      expect([refused.status, refused.body.code]).toEqual([400, 'supervisionExport.notSent'])
    }
  })

  test('gets no entry a second time otherwise', async () => {
    const one = await toWebhook(receiver.url)
    for (const name of ['A', 'B', 'C']) {
      await publishAgent(app, name)
      await Promise.all([exportNow(), exportNow()])
      await settled(one)
    }
    const positions = received().map(({ position }) => position)
    expect(new Set(positions).size).toBe(positions.length)
  })
})

test.runIf(process.env.TEST_DATABASE_URL)('two processes export each entry once', async () => {
  const other = await startTestApplication({
    databaseUrl: app.databaseUrl,
    dataDir: app.dataDir,
    environment: { EGRESS_ALLOW: '127.0.0.1' },
  })
  onTestFinished(() => other.stop())
  const one = await toWebhook(receiver.url)
  await writeEntries(1200)
  await Promise.all([
    exportNow(),
    other.platform.jobs.send('supervisionExports.export', {}),
    exportNow(),
    other.platform.jobs.send('supervisionExports.export', {}),
  ])
  await settled(one)
  const positions = received().map(({ position }) => position)
  expect(positions).toEqual(positions.map((_, at) => (positions[0] ?? 0) + at))
  expect(positions.length).toBeGreaterThanOrEqual(1200)
})
