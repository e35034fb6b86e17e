import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { auditPath, listEntries } from '../../testing/auditLog.ts'
import { call, send } from '../../testing/client.ts'
import { type Position, readPage } from './store.ts'

const ENTRIES = 100_000
const BATCH = 5000
/** The share of the table's blocks that a page may read, at most. */
const FEW = 0.1
let app: TestApplication

beforeAll(async () => {
  app = await startTestApplication()
  const { db } = app.platform.database
  // These are not part of a hash chain because they are only listed. Every 500th has a large body, and every
  // 1,000th was refused.
  for (let from = 1; from <= ENTRIES; from += BATCH)
    await sql`insert into audit_entry (id, seq, at, actor_user_id, actor_name, actor_kind, area, verb, entity_type, entity_id,
      entity_name, outcome, effect, changes, reason, request_id, network, user_agent, previous_hash, hash)
    select gen_random_uuid(), 1000000 + n, now() - (${ENTRIES} - n) * interval '1 minute',
      ('00000000-0000-4000-8000-' || lpad((n % 50)::text, 12, '0'))::uuid, 'Person ' || n % 50, 'User', (array['brand', 'configState', 'role', 'policy'])[1 + n % 4],
      'update', 'Thing', 'thing-' || n % 2000, 'Thing ' || n % 2000,
      case when n % 1000 = 0 then 'Refused' else 'Done' end, null,
      jsonb_build_array(jsonb_build_object('field', 'field' || n % 20, 'before', n,
        'after', repeat('x', case when n % 500 = 0 then 20000 else 10 end))),
      null, 'request', '127.0.0.1', 'agent', '', ''
    from generate_series(${from}::int, ${from + BATCH - 1}::int) as n`.execute(db)
  await sql`analyze audit_entry`.execute(db)
  await app.token('admin')
})
afterAll(() => app?.remove())

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
const filters: [name: string, filter: Record<string, string>][] = [
  ['all', {}],
  ['a person', { userId: '00000000-0000-4000-8000-000000000001' }],
  ['an area', { area: 'role' }],
  ['an object', { entityId: 'thing-77' }],
  ['refused actions', { outcome: 'Refused' }],
  ['failed actions', { outcome: 'Failed' }],
  ['completed actions', { outcome: 'Done' }],
  ['an earlier week', { from: day(60), to: day(53) }],
  ['entries before a date', { to: day(65) }],
  [
    'a person in an area in a week',
    { userId: '00000000-0000-4000-8000-000000000001', area: 'configState', from: day(60), to: day(53) },
  ],
  ['a word that appears everywhere', { search: 'person' }],
]

describe(`${ENTRIES} entries`, () => {
  test.each(filters)('are filtered to %s using an index', async (_name, filter) => {
    const found = await listEntries(app, filter)
    if (filter.outcome !== 'Failed') expect(found.length).toBeGreaterThan(10)
    const { plan, blocks } = await explain(filter)
    expect(plan).toContain('Index Scan')
    expect(plan).not.toContain('Seq Scan')
    expect(blocks).toBeLessThan(FEW * (await blocksOfTable()))
  })

  test('a page far into the list reads as little as the first one', async () => {
    const after = { at: day(40), seq: 1_000_000 + ENTRIES / 2 }
    expect(await readPage(app.platform.database.db, { filter: {}, after, limit: 51 })).toHaveLength(51)
    const { blocks } = await explain({}, after)
    expect(blocks).toBeLessThan(2 * (await explain({})).blocks)
  })

  test('a word without matches is looked up only in names, not in bodies', async () => {
    expect(await listEntries(app, { search: 'nowhere to be found' })).toEqual([])
    expect(await listEntries(app, { search: 'xxxxxxxxxx' })).toEqual([])
  })

  test('the list has no bodies, and an export in many chunks has them all', async () => {
    const token = await app.token('admin')
    const page = await send(app, `${auditPath}?pageSize=200`, { token })
    expect((await page.text()).length).toBeLessThan(200 * 600)
    const response = await send(app, `${auditPath}/export?format=json&area=policy`, { token })
    const all = JSON.parse(await response.text()) as { seq: number; changes: unknown[] }[]
    expect(all).toHaveLength(ENTRIES / 4)
    expect(new Set(all.map(({ seq }) => seq)).size).toBe(ENTRIES / 4)
    expect(all.every(({ changes }) => changes.length === 1)).toBe(true)
    const csv = await send(app, `${auditPath}/export?format=csv&outcome=Refused`, { token })
    expect((await csv.text()).split('\r\n')).toHaveLength(ENTRIES / 1000 + 2)
  })

  test('verification still finds that the log was overwritten', async () => {
    const { body } = await call<{ firstBroken: number }>(app, `${auditPath}/verify`, {
      token: await app.token('admin'),
      body: {},
    })
    expect(body.firstBroken).toBe(1_000_001)
  })
})

/** Returns the query plan of the actual list statement and the number of blocks it read. */
async function explain(filter: Record<string, string>, after: Position | null = null) {
  const { db } = app.platform.database
  let plan = ''
  const explaining = db.withPlugin({
    transformQuery: ({ node }) => {
      const { sqlFragments } = node as unknown as { sqlFragments: string[] }
      return {
        ...node,
        sqlFragments: [`explain (analyze, buffers) ${sqlFragments[0]}`, ...sqlFragments.slice(1)],
      } as typeof node
    },
    async transformResult({ result }) {
      plan = result.rows.map((row) => Object.values(row)[0]).join('\n')
      return result
    },
  })
  await readPage(explaining, { filter, after, limit: 51 })
  // The first line with buffers belongs to the whole statement.
  const [, buffers] = /Buffers: shared (.*)/.exec(plan) ?? []
  const counts = [...(buffers ?? '').matchAll(/(?:hit|read)=(\d+)/g)].map(([, count]) => Number(count))
  expect(counts).not.toEqual([])
  return { plan, blocks: counts.reduce((sum, count) => sum + count, 0) }
}

async function blocksOfTable(): Promise<number> {
  const found = await sql<{ blocks: number }>`select relpages as blocks from pg_class
    where oid = 'audit_entry'::regclass`.execute(app.platform.database.db)
  return found.rows[0]!.blocks
}
