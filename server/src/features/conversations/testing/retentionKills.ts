import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { call, openStream } from '../../../testing/client.ts'
import { compliancePath } from '../../../testing/compliance.ts'
import { withEmbeddedIn } from '../../../testing/embedded.ts'
import { type Product, startProduct } from '../../../testing/product.ts'

const MOST_WAIT_MS = 2500
const UNFINISHED_WAIT_MS = 1000
const TURNS = 4

export interface Disturbed {
  kills: number
  /** Kills after which some of the old conversations were gone, and some weren't. */
  inTheMiddle: number
  deleted: number
  /** What was wrong after a kill or at the end: nothing, if all went well. */
  wrong: string[]
}

interface Counted {
  /** Old conversations that are still stored. */
  old: number
  /** Old conversations of someone under legal hold. */
  held: number
  young: number
  /** Conversations that people see, and of which a part is missing. */
  halfDeleted: number
  /** Held or young conversations of which a part is missing, or that are about to be deleted. */
  touched: number
}

/**
 * Kills the server and its database at random moments while retention deletes conversations, and checks after each kill
 * that no one sees half of one, and that those under legal hold and the young ones are whole.
 */
export async function killWhileDeleting(conversations: number, kills: number): Promise<Disturbed> {
  let product = await startProduct()
  const { dataDir, port } = product
  const wrong: string[] = []
  let inTheMiddle = 0
  try {
    await prepared(product)
    await product.stop()
    await withEmbeddedIn(dataDir, ({ db }) => filled(db, conversations))
    for (let kill = 1; kill <= kills; kill += 1) {
      await withEmbeddedIn(dataDir, ({ db }) => sendJob(db))
      product = await startProduct({ dataDir, port })
      await wait(randomInt(MOST_WAIT_MS))
      await product.kill()
      const counted = await withEmbeddedIn(dataDir, ({ db }) => count(db))
      wrong.push(...problemsOf(counted, conversations).map((problem) => `after kill ${kill}: ${problem}`))
      if (counted.old > 0 && counted.old < conversations) inTheMiddle += 1
    }
    let left = conversations
    while (left > 0) {
      await withEmbeddedIn(dataDir, ({ db }) => sendJob(db))
      product = await startProduct({ dataDir, port })
      await wait(UNFINISHED_WAIT_MS * 10)
      await product.stop()
      const counted = await withEmbeddedIn(dataDir, ({ db }) => count(db))
      wrong.push(...problemsOf(counted, conversations).map((problem) => `at the end: ${problem}`))
      left = counted.old
    }
    const deleted = await withEmbeddedIn(dataDir, ({ db }) => countRemovals(db))
    if (deleted !== conversations)
      wrong.push(`${deleted} deletions were recorded instead of ${conversations}`)
    return { kills, inTheMiddle, deleted, wrong }
  } finally {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** One conversation each of two people, one of them under legal hold, and a mode that deletes. */
async function prepared(product: Product): Promise<void> {
  const admin = await product.token('admin')
  for (const userName of ['anna', 'ben']) {
    const token = await product.token(userName)
    const path = '/api/internal/currentUser/gptSystems'
    const { body } = await call<{ items: { gptSystemId: string }[] }>(product, path, { token })
    const [agent] = body.items
    if (!agent) throw new Error(`${userName} can use no agent.`)
    const asked = await openStream(
      product,
      `/api/internal/userConversations/byGptSystemId/${agent.gptSystemId}`,
      { token, body: { question: 'When does the first train leave?' } },
    )
    await asked.ended
  }
  const ben = await product.token('ben')
  const { body: held } = await call<{ userId: string }>(product, '/api/internal/currentUser', { token: ben })
  const hold = await call(product, '/api/internal/legalHolds', {
    token: admin,
    body: { subject: { kind: 'Person', userId: held.userId }, reason: 'Kept during the kills' },
  })
  const { body } = await call<{ version: number }>(product, compliancePath, { token: admin })
  const set = await call(product, compliancePath, {
    token: admin,
    method: 'PUT',
    headers: { 'if-match': `"${body.version}"` },
    body: { mode: 'Standard', retentionDays: 365, deletedRetentionDays: 30, redactsForProviders: false },
  })
  if (hold.status !== 200 || set.status !== 200) throw new Error('The product couldn’t be prepared.')
}

type Sql = Parameters<Parameters<typeof withEmbeddedIn>[1]>[0]['db']

/** Copies these conversations: as many old ones of each person, and as many young ones of the first. */
async function filled(db: Sql, conversations: number): Promise<void> {
  await sql`create table copied as
    select gen_random_uuid() as id, c.id as original, n, kind from conversation c join app_user u on u.id = c.owner_user_id,
      (values ('old'), ('young')) kinds (kind), generate_series(1, ${conversations}) n
    where u.user_name like 'anna%' or (u.user_name like 'ben%' and kind = 'old')`.execute(db)
  await sql`insert into conversation (id, owner_user_id, gpt_system_id, title, last_activity_at)
    select k.id, c.owner_user_id, c.gpt_system_id, c.title,
      now() - case when kind = 'old' then interval '400 days' else interval '10 days' end
    from copied k join conversation c on c.id = k.original`.execute(db)
  await sql`insert into conversation_segment
    select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'conversation_id', k.id,
      'idempotency_key', gen_random_uuid(), 'parent_segment_id', null, 'answer', repeat('An answer. ', 200)))).*
    from copied k join conversation_segment t on t.conversation_id = k.original, generate_series(1, ${TURNS})`.execute(
    db,
  )
}

/** As the schedule sends it each hour. */
const sendJob = (db: Sql) =>
  sql`insert into pgboss.job (name, policy) select name, policy from pgboss.queue
    where name = 'conversations.removeForgotten'`.execute(db)

async function count(db: Sql): Promise<Counted> {
  const found = await sql<Counted>`with states as (
      select k.kind, u.user_name like 'ben%' as is_held, c.id is not null as is_there,
        c.removing_since is not null as is_going,
        (select count(*) from conversation_segment t where t.conversation_id = k.id) = ${TURNS} as is_whole
      from copied k join conversation o on o.id = k.original join app_user u on u.id = o.owner_user_id
        left join conversation c on c.id = k.id)
    select (count(*) filter (where kind = 'old' and not is_held and is_there))::int as old,
      (count(*) filter (where kind = 'old' and is_held and is_there))::int as held,
      (count(*) filter (where kind = 'young' and is_there))::int as young,
      (count(*) filter (where is_there and not is_going and not is_whole))::int as "halfDeleted",
      (count(*) filter (where (is_held or kind = 'young') and (is_going or not is_whole)))::int as touched
    from states`.execute(db)
  return found.rows[0]!
}

const problemsOf = ({ held, young, halfDeleted, touched }: Counted, conversations: number): string[] => [
  ...(held === conversations ? [] : [`${conversations - held} held conversations are gone`]),
  ...(young === conversations ? [] : [`${conversations - young} young conversations are gone`]),
  ...(halfDeleted === 0 ? [] : [`${halfDeleted} conversations are half deleted`]),
  ...(touched === 0 ? [] : [`${touched} held or young conversations were touched`]),
]

async function countRemovals(db: Sql): Promise<number> {
  const found = await sql<{ n: number }>`select coalesce(sum(conversations), 0)::int as n
    from conversation_removal where reason = 'Retention'`.execute(db)
  return found.rows[0]?.n ?? 0
}
