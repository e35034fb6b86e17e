import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { person } from '../../testing/people.ts'
import { removedAtOnce } from './slices.ts'

const ROWS = 2 * removedAtOnce.rows + 1
let app: TestApplication
let userId: string
let gptSystemId: string

beforeAll(async () => {
  app = await startTestApplication()
  userId = (await person(app)).userId
  gptSystemId = await publishAgent(app, 'Old')
})
afterAll(() => app?.remove())

const db = () => app.platform.database.db
const numbers = sql`generate_series(1, ${sql.lit(ROWS)}) as n`
const longAgo = sql`(now() - interval '3 years')`

/** Old rows that each job removes, and how to write them. */
const jobs = [
  {
    job: 'imports.remove',
    table: 'conversation_import',
    rows: () => sql`insert into conversation_import (import_id, owner_user_id, gpt_system_id, file_name, size, phase, finished_at)
      select gen_random_uuid(), ${userId}::uuid, ${gptSystemId}::uuid, 'old.json', 1, 'Done', ${longAgo} from ${numbers}`,
  },
  {
    job: 'usage.removeOld',
    table: 'usage_counter',
    rows: () => sql`insert into usage_counter (scope, per, period_start, subject)
      select 'policy ' || n, 'Day', ${longAgo}::date, 'Pool' from ${numbers}`,
  },
  {
    job: 'sessions.removeEnded',
    table: 'session',
    rows: () => sql`insert into session (id, user_id, created_at, last_seen_at, expires_at, revoked_at, network)
      select gen_random_uuid(), ${userId}::uuid, ${longAgo}, ${longAgo}, ${longAgo}, ${longAgo}, '' from ${numbers}`,
  },
  {
    job: 'idempotencyKeys.remove',
    table: 'idempotency_key',
    rows: () => sql`insert into idempotency_key (owner, key, operation, body_hash, created_at)
      select ${userId}, 'key ' || n, '', '', ${longAgo} from ${numbers}`,
  },
  {
    job: 'directory.removeExpired',
    table: 'directory_try',
    rows: () => sql`insert into directory_try (subject, tries, ends_at)
      select 'subject ' || n, 1, ${longAgo} from ${numbers}`,
  },
  {
    job: 'modelUsage.addUp',
    table: 'model_usage',
    rows: () => sql`insert into model_usage (day, gpt_system_id, language_engine, deployment_name, purpose, calls,
        input_tokens, output_tokens, added_up)
      select ${longAgo}::date, ${gptSystemId}::uuid, 'OpenAI', 'large', 'Answer', 1, 1, 1, true from ${numbers}`,
  },
  {
    job: 'visionImages.removeForgotten',
    table: 'vision_image',
    rows: () => sql`insert into vision_image (vision_image_id, owner_user_id, blob_file_name, blob_key, thumbnail_blob_file_name,
        thumbnail_blob_key, width, height, created_at)
      select gen_random_uuid(), ${userId}::uuid, n || '.webp', 'a', n || '.thumbnail.webp', 'b', 1, 1, ${longAgo} from ${numbers}`,
  },
]

const count = async (table: string) =>
  (await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(db())).rows[0]
    ?.rows ?? 0

test.each(jobs)('$job removes all old rows, some hundred at a time', async ({ job, table, rows }) => {
  await sql`create table ${sql.table(`gone_of_${table}`)} (rows int not null)`.execute(db())
  await sql`create function ${sql.ref(`note_${table}`)}() returns trigger language plpgsql as ${sql.lit(
    `begin insert into gone_of_${table} select count(*) from gone; return null; end`,
  )}`.execute(db())
  const before = await count(table)
  await rows().execute(db())
  await sql`create trigger note_removals after delete on ${sql.table(table)} referencing old table as gone
    for each statement execute function ${sql.ref(`note_${table}`)}()`.execute(db())
  await app.platform.jobs.send(job, {})
  await expect.poll(() => count(table)).toBe(before)
  const removals = await sql<{ rows: number }>`select rows from ${sql.table(`gone_of_${table}`)}
    where rows > 0`.execute(db())
  const counts = removals.rows.map((removal) => removal.rows)
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(ROWS)
  expect(Math.max(...counts)).toBeLessThanOrEqual(removedAtOnce.rows)
})
