import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, usersPath } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { auditPath, getEntry, listEntries, newestEntry, updateBrand } from '../../testing/auditLog.ts'
import { brandsPath, createBrand, uploadBrandFile } from '../../testing/brands.ts'
import { call, send } from '../../testing/client.ts'

let app: TestApplication

beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

const admin = () => app.token('admin')
const rename = async (brandKey: string, name: string) => {
  const { body } = await call<{ version: number }>(app, `${brandsPath}/${brandKey}`, { token: await admin() })
  return call(app, `${brandsPath}/${brandKey}`, {
    method: 'PUT',
    token: await admin(),
    body: { name, hostNames: [], theme: {} },
    headers: { 'if-match': `"${body.version}"` },
  })
}

describe('the list', () => {
  test('[R-1-023] [R-7-111] shows who changed what, when, and with which outcome, newest first', async () => {
    const { body } = await createBrand(app)
    await updateBrand(app, body, { name: `${body.name} again` })
    await call(app, `${brandsPath}/${body.brandKey}`, { method: 'DELETE', token: await admin() })
    const entries = await listEntries(app, { entityId: body.brandKey })
    expect(entries.map(({ verb, effect }) => [verb, effect])).toEqual([
      ['remove', 'Removed'],
      ['update', 'Changed'],
      ['create', 'Made'],
    ])
    expect(entries[0]).toMatchObject({
      actor: { userId: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Ada Moreau', kind: 'User' },
      area: 'brand',
      entityType: 'Brand',
      entityName: `${body.name} again`,
      outcome: 'Done',
    })
    expect(Math.abs(Date.now() - Date.parse(entries[0]?.at ?? ''))).toBeLessThan(60_000)
    expect(Object.keys(entries[0] ?? {})).not.toContain('changes')
  })

  test('shows whether an account or agent was turned on or off, without the changed values', async () => {
    const token = await admin()
    const { userId } = await createPerson(app)
    for (const disabled of [true, false])
      await call(app, `${usersPath}/${userId}/disabled`, { token, method: 'PUT', body: { disabled } })
    const gptSystemId = await publishAgent(app, 'On and off')
    await call(app, `/api/internal/gptSystems/system/management/${gptSystemId}/publishing`, {
      token,
      method: 'PUT',
      body: { gptSystemConfigurationStateId: null },
    })
    const turns = async (entityId: string) =>
      (await listEntries(app, { entityId })).map(({ verb, turned }) => [verb, turned])
    expect(await turns(userId)).toEqual([
      ['disable', 'On'],
      ['disable', 'Off'],
      ['create', null],
    ])
    expect((await turns(gptSystemId)).slice(0, 2)).toEqual([
      ['publish', 'Off'],
      ['publish', 'On'],
    ])
  })

  test('can be filtered by user, area, object, outcome, time, and text, and by all of them together', async () => {
    const { body } = await createBrand(app, { name: 'Needle Lines' })
    const [created] = await listEntries(app, { entityId: body.brandKey })
    const mine = created?.actor.userId ?? ''
    const all = await listEntries(app, { pageSize: '200' })
    const expectOnly = async (
      query: Record<string, string>,
      fits: (entry: (typeof all)[number]) => boolean,
    ) => {
      const found = await listEntries(app, { pageSize: '200', ...query })
      const expected = (await listEntries(app, { pageSize: '200' })).filter(fits)
      expect(found).toEqual(expected)
      return found.length
    }
    // A refused attempt by another user, so that the log includes one.
    const ben = await app.token('ben')
    expect((await call(app, brandsPath, { token: ben, body: { brandKey: 'x1', name: 'X' } })).status).toBe(
      403,
    )
    expect(
      (await call(app, `${brandsPath}/none-of-them`, { token: await admin(), method: 'DELETE' })).status,
    ).toBe(404)

    expect(await expectOnly({ userId: mine }, ({ actor }) => actor.userId === mine)).toBeGreaterThan(0)
    expect(await expectOnly({ userId: randomUUID() }, () => false)).toBe(0)
    expect(await expectOnly({ area: 'brand' }, ({ area }) => area === 'brand')).toBeGreaterThan(0)
    expect(await expectOnly({ area: 'nothing' }, () => false)).toBe(0)
    for (const outcome of ['Done', 'Refused', 'Failed'])
      expect(await expectOnly({ outcome }, (entry) => entry.outcome === outcome)).toBeGreaterThan(0)
    const at = created?.at ?? ''
    await expectOnly({ from: at }, (entry) => entry.at >= at)
    await expectOnly({ to: at }, (entry) => entry.at < at)
    expect(await expectOnly({ from: at, to: at }, () => false)).toBe(0)
    const named = (word: string) => listEntries(app, { search: word })
    expect((await named('nEEdle'))[0]?.entityId).toBe(body.brandKey)
    expect((await named(body.brandKey))[0]?.entityId).toBe(body.brandKey)
    expect((await named('ada mor')).length).toBeGreaterThan(0)
    expect((await named('hostNames'))[0]?.entityId).toBe(body.brandKey)
    expect(await named('%')).toEqual([])
    expect(
      await listEntries(app, {
        userId: mine,
        area: 'brand',
        entityId: body.brandKey,
        outcome: 'Done',
        search: 'needle',
        from: at,
      }),
    ).toEqual([created])
  })

  test('is paged by position: nothing is repeated or skipped while entries are added', async () => {
    const { body } = await createBrand(app)
    for (let index = 0; index < 7; index++) await rename(body.brandKey, `Paged ${body.brandKey} ${index}`)
    const seen: number[] = []
    let token: string | null = null
    do {
      const query: Record<string, string> = {
        entityId: body.brandKey,
        pageSize: '3',
        ...(token ? { continuationToken: token } : {}),
      }
      const page = await call<{ items: { seq: number }[]; continuationToken: string | null }>(
        app,
        `${auditPath}?${new URLSearchParams(query)}`,
        { token: await admin() },
      )
      seen.push(...page.body.items.map(({ seq }) => seq))
      token = page.body.continuationToken
      await rename(body.brandKey, `Meanwhile ${body.brandKey} ${seen.length}`)
    } while (token)
    expect(seen).toHaveLength(8)
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
    expect(new Set(seen).size).toBe(8)
    const foreign = await call(app, `${auditPath}?continuationToken=eyJhIjoxfQ.AAAAAAAAAAAAAAAAAAAAAA`, {
      token: await admin(),
    })
    expect(foreign.status).toBe(400)
  })

  test('rejects invalid filters', async () => {
    for (const query of ['userId=x', 'outcome=Maybe', 'from=yesterday', 'area=a&area=b', 'owner=x'])
      expect((await call(app, `${auditPath}?${query}`, { token: await admin() })).status).toBe(400)
  })
})

describe('an entry', () => {
  test('[R-3-122] has the difference per field, the actor, the network, and its place in the chain', async () => {
    const { body } = await createBrand(app, { theme: { textPrimary: '#111111' } })
    const theme = { textPrimary: '#222222', useGradientButtons: false }
    await updateBrand(app, body, { theme, hostNames: [`${body.brandKey}.localhost`] })
    const entry = await newestEntry(app, body.brandKey)
    expect(entry.changes).toEqual([
      { field: 'hostNames', before: [], after: [`${body.brandKey}.localhost`] },
      { field: 'theme.textPrimary', before: '#111111', after: '#222222' },
      { field: 'theme.useGradientButtons', before: null, after: false },
    ])
    expect(entry).toMatchObject({
      actor: { name: 'Ada Moreau', kind: 'User' },
      area: 'brand',
      verb: 'update',
      entityType: 'Brand',
      entityId: body.brandKey,
      outcome: 'Done',
      network: expect.stringContaining('127.0.0.1'),
      userAgent: expect.any(String),
      requestId: expect.any(String),
      reason: null,
      version: entry.seq,
    })
    const [before] = (await listEntries(app, { pageSize: '200' })).filter(({ seq }) => seq === entry.seq - 1)
    expect(entry.previousHash).toBe((await getEntry(app, before?.auditEntryId ?? '')).hash)
    expect((await call(app, `${auditPath}/${randomUUID()}`, { token: await admin() })).status).toBe(404)
  })

  test('of an attempt has its error code and nothing to restore', async () => {
    const { body } = await createBrand(app)
    const ben = await app.token('ben')
    await call(app, `${brandsPath}/${body.brandKey}`, { method: 'DELETE', token: ben })
    const entry = await newestEntry(app, body.brandKey)
    expect(entry).toMatchObject({
      outcome: 'Refused',
      effect: null,
      reason: 'access.denied',
      changes: [],
      restore: { refusal: 'audit.nothingDone' },
    })
  })
})

describe('the export', () => {
  const take = async (query: Record<string, string>) => {
    const response = await send(app, `${auditPath}/export?${new URLSearchParams(query)}`, {
      token: await admin(),
    })
    expect(response.status).toBe(200)
    return { text: await response.text(), name: response.headers.get('content-disposition') ?? '' }
  }

  test('[S13] as CSV conforms to RFC 4180, and no cell is a formula', async () => {
    const { body } = await createBrand(app)
    const names = ['=cmd|"/c calc"!A1', '+1+1', '-2+3', '@SUM(1)', '\u3000=1', '＝1+1', 'Comma, and "quote"']
    for (const name of names) expect((await rename(body.brandKey, name)).status).toBe(200)
    const { text, name } = await take({ format: 'csv', entityId: body.brandKey })
    expect(name).toMatch(/filename\*=UTF-8''audit-log-\d{4}-\d\d-\d\d\.csv$/)
    const rows = parseCsv(text.replace(/^\uFEFF/, ''))
    expect(text.endsWith('\r\n')).toBe(true)
    const [head = [], ...lines] = rows
    expect(head.slice(0, 4)).toEqual(['seq', 'at', 'actor', 'actorUserId'])
    expect(lines).toHaveLength(names.length + 1)
    for (const cells of rows) {
      expect(cells).toHaveLength(head.length)
      for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@\t\r＝＋－＠]/)
    }
    const shown = lines.map((cells) => cells[head.indexOf('entityName')])
    expect(shown).toContain('Comma, and "quote"')
    expect(shown).toContain(`'=cmd|"/c calc"!A1`)
    const changes = JSON.parse(lines[0]?.[head.indexOf('changes')] ?? '') as unknown
    expect(changes).toEqual([{ field: 'name', before: names.at(-2), after: names.at(-1) }])
  })

  test('as JSON has everything of each entry, and is itself recorded', async () => {
    const { text } = await take({ format: 'json', area: 'brand', outcome: 'Done' })
    const all = JSON.parse(text) as { auditEntryId: string; area: string; hash: string }[]
    expect(all.length).toBeGreaterThan(10)
    expect(new Set(all.map(({ area }) => area))).toEqual(new Set(['brand']))
    const whole = await getEntry(app, all[0]?.auditEntryId ?? '')
    expect(all[0]).toMatchObject({ hash: whole.hash, seq: whole.seq, changes: whole.changes })
    expect(JSON.parse((await take({ format: 'json', area: 'none' })).text)).toEqual([])
    const [entry] = await listEntries(app, { area: 'auditLog' })
    expect(entry).toMatchObject({ verb: 'export', outcome: 'Done', entityName: 'json' })
    expect((await getEntry(app, entry?.auditEntryId ?? '')).changes).toEqual([
      { field: 'area', before: null, after: 'none' },
      { field: 'format', before: null, after: 'json' },
    ])
  })

  test('users who can’t read the log get none of it, and the attempt is recorded', async () => {
    const response = await send(app, `${auditPath}/export?format=csv`, { token: await app.token('anna') })
    expect(response.status).toBe(403)
    const [entry] = await listEntries(app, { area: 'auditLog', outcome: 'Refused' })
    expect(entry).toMatchObject({ verb: 'export', actor: { name: 'Anna Lindqvist' } })
  })
})

test('replaced images and other fields without an earlier value to restore are entries like others', async () => {
  const { body } = await createBrand(app)
  await uploadBrandFile(app, `${brandsPath}/${body.brandKey}/logo`)
  const entry = await newestEntry(app, body.brandKey)
  expect(entry.changes.map(({ field }) => field)).toEqual(['logoFileName'])
  expect(entry.restore.refusal).toBe('audit.sameState')
})

/** A strict RFC 4180 parser: doubled quotes, lines ending with CR LF. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length; ) {
    const quoted = /^"((?:[^"]|"")*)"(,|\r\n)/.exec(text.slice(at))
    const plain = quoted ? null : /^([^",\r\n]*)(,|\r\n)/.exec(text.slice(at))
    const [whole = '', cell = '', end] = quoted ?? plain ?? []
    if (whole === '') throw new Error(`Not a cell as in RFC 4180: ${text.slice(at, at + 40)}`)
    row.push(quoted ? cell.replaceAll('""', '"') : cell)
    at += whole.length
    if (end !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows
}
