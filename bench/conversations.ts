/**
 * Measures the cost of a long history over HTTP, in one run. Compares the first page of a user with many
 * conversations and one with few, for both lists, and measures message search among many users.
 *   node bench/conversations.ts [--few 100] [--many 100000] [--segments 1000000] [--people 1000] [--times 200] [--rounds 5]
 *     [--on embedded]
 * Uses its own PostgreSQL server, or the embedded database. Exits 1 if a target is missed.
 */
import { sql } from 'kysely'
import { publishAgent } from '../server/src/testing/agents.ts'
import { startTestApplication, type TestApplication } from '../server/src/testing/application.ts'
import { isMet, print, type Row } from '../server/src/testing/retrieval/rows.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'
import { startCluster } from './rig/postgres.ts'

const few = Number(option('few', '100'))
const many = Number(option('many', '100000'))
const segments = Number(option('segments', '1000000'))
const people = Number(option('people', '1000'))
const times = Number(option('times', '200'))
const rounds = Number(option('rounds', '5'))
const cluster = option('on', 'postgres') === 'postgres' ? await startCluster() : null
/** The highest allowed ratio of the time with many to the time with few. */
const GATE = 1.5
const base = '/api/internal/userConversations'

async function userOf(app: TestApplication, name: string): Promise<string> {
  const response = await fetch(`${app.origin}/api/internal/currentUser`, {
    headers: { authorization: `Bearer ${await app.token(name)}` },
  })
  return ((await response.json()) as { userId: string }).userId
}

/** Creates conversations of one user, every second one archived. */
async function fillConversations(app: TestApplication, name: string, agent: string, count: number) {
  await sql`insert into conversation (id, owner_user_id, gpt_system_id, title, archived, last_activity_at)
    select gen_random_uuid(), ${await userOf(app, name)}, ${agent}, 'Conversation ' || n, n % 2 = 0, now() - n * interval '1 minute'
    from generate_series(1, ${count}::int) n`.execute(app.platform.database.db)
}

/**
 * Creates messages of about a thousand characters for many users in turn, so that no user's messages are stored
 * together.
 */
async function fillMessages(app: TestApplication, agent: string): Promise<void> {
  const { db } = app.platform.database
  await sql`insert into app_user (id, tenant_id, object_id, name, user_name)
    select gen_random_uuid(), ${app.config.directory.tenantId}, 'bench-' || n, 'Person ' || n, 'person' || n
    from generate_series(1, ${people - 1}::int) n`.execute(db)
  await sql`insert into conversation (id, owner_user_id, gpt_system_id, title)
    select gen_random_uuid(), id, ${agent}, 'Messages' from app_user where object_id like 'bench-%' or id = ${await userOf(app, 'chloe')}`.execute(
    db,
  )
  const words = Array.from({ length: 400 }, (_, n) => `word${(n * 7919) % 400}`).join(' ')
  const STEP = 50_000
  for (let from = 0; from < segments; from += STEP) {
    const to = Math.min(from + STEP, segments)
    await sql`insert into conversation_segment (id, conversation_id, owner_user_id, state_id, question, answer, status,
        idempotency_key, body_hash, finished_at)
      select ('01' || lpad(to_hex(n), 10, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid, c.id, c.owner_user_id,
        g.published_state_id, 'Question ' || n, substr(${words}, 1 + n % 1000, 1000) || case when n % 100000 < ${people} then ' needle' else '' end,
        'Completed', 'bench-' || n, '', now()
      from generate_series(${from}::int, ${to - 1}::int) n
        join (select id, owner_user_id, gpt_system_id, row_number() over (order by id) - 1 as place from conversation
          where title = 'Messages') c on c.place = n % ${people}
        join gpt_system g on g.id = c.gpt_system_id`.execute(db)
    say(`  ${to} of ${segments} messages`)
  }
}

async function timed(app: TestApplication, name: string, path: string): Promise<number> {
  const token = await app.token(name)
  const begun = performance.now()
  const response = await fetch(`${app.origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  await response.arrayBuffer()
  return performance.now() - begun
}

const figures = (taken: number[]) =>
  `median ${round(quantile(taken, 0.5), 1)} ms, p95 ${round(quantile(taken, 0.95), 1)} ms`

async function measureLists(app: TestApplication): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, path] of [
    ['current', `${base}?pageSize=100`],
    ['archived', `${base}/archived?pageSize=100`],
  ] as const) {
    const quietest = { anna: Number.POSITIVE_INFINITY, ben: Number.POSITIVE_INFINITY }
    for (let n = 0; n < 20; n += 1) for (const name of ['anna', 'ben'] as const) await timed(app, name, path)
    for (let round = 0; round < rounds; round += 1) {
      const taken: Record<'anna' | 'ben', number[]> = { anna: [], ben: [] }
      // The measurements alternate, because the machine's speed changes from one second to the next.
      for (let n = 0; n < times; n += 1)
        for (const name of ['anna', 'ben'] as const) taken[name].push(await timed(app, name, path))
      say(`${what}, first page: ${few} ${figures(taken.anna)}; ${many} ${figures(taken.ben)}`)
      for (const name of ['anna', 'ben'] as const)
        quietest[name] = Math.min(quietest[name], quantile(taken[name], 0.95))
    }
    // Other work of the machine and database only adds time, so the fastest round shows the cost of a list.
    rows.push({
      what: `${what} conversations, first page, p95 of the quietest round: ${many} against ${few}`,
      value: quietest.ben / quietest.anna,
      unit: '',
      target: GATE,
      atMost: true,
    })
  }
  return rows
}

async function measureSearch(app: TestApplication): Promise<void> {
  for (const [what, q] of [
    ['in few', 'needle'],
    ['in every message', 'word7'],
    ['in no message', 'nowhere at all'],
  ] as const) {
    const taken: number[] = []
    for (let n = 0; n < Math.max(20, times / 4); n += 1)
      taken.push(await timed(app, 'chloe', `${base}/search?q=${encodeURIComponent(q)}`))
    say(`search among ${segments} messages of ${people} people, ${what}: ${figures(taken)}`)
  }
}

const app = await startTestApplication({
  environment: { LOG_LEVEL: 'ERROR', RATE_LIMITS: 'off' },
  databaseUrl: cluster ? await cluster.createDatabase() : null,
})
const agent = await publishAgent(app, 'Bench', {})
// The short list fills one page on both sides; otherwise the answers would differ in size.
await fillConversations(app, 'anna', agent, Math.max(few, 100) * 2)
await fillConversations(app, 'ben', agent, many)
await fillMessages(app, agent)
await sql`analyze`.execute(app.platform.database.db)
const rows = await measureLists(app)
await measureSearch(app)
for (const row of rows) print(row)
await app.remove()
await cluster?.stop()
process.exit(rows.every(isMet) ? 0 : 1)
