/**
 * Measures the register of consents with very many of them, over HTTP: how long its export takes and how much memory, and
 * the time of its pages and of the preview of publishing.
 *   node bench/consents.ts [--consents 1000000] [--people 5000]
 * Exits 1 if lines are missing, or if the export needs more than 150 MB of memory.
 */
import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { publishAgent } from '../server/src/testing/agents.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { call, send } from '../server/src/testing/client.ts'
import { applyGuidelines, guidelinesPath } from '../server/src/testing/guidelines.ts'
import { option, say } from '../server/src/testing/statistics.ts'

const consents = Number(option('consents', '1000000'))
const people = Number(option('people', '5000'))
const BATCH = 50_000
const MEGABYTE = 1_048_576
const LOOK_EVERY = 20_000
/** What an export may add to the memory, however many rows it has. */
const MOST_MEMORY = 150 * MEGABYTE

const app = await startTestApplication()
const token = await app.token('admin')
const { db } = app.platform.database
const agent = await publishAgent(app, 'Much accepted')
const { guidelinesDocumentId, contentHash } = await applyGuidelines(app, [agent])
const path = `${guidelinesPath}/${guidelinesDocumentId}`
for (let from = 1; from <= consents; from += BATCH)
  await sql`insert into guidelines_consent (id, document_id, version, session_id, at, content_hash)
    select gen_random_uuid(), ${guidelinesDocumentId}, 1, gen_random_uuid(), now() - n * interval '1 second', ${contentHash}
    from generate_series(${from}::int, ${Math.min(from + BATCH - 1, consents)}::int) n`.execute(db)
await sql`insert into app_user (id, tenant_id, object_id, name, user_name)
  select gen_random_uuid(), ${app.config.directory.tenantId}, gen_random_uuid(), 'Person ' || n, 'many-' || n || ${randomUUID()}
  from generate_series(1, ${people}::int) n`.execute(db)
await sql`analyze guidelines_consent, app_user`.execute(db)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** What is in use, without what is waiting to be collected. */
function used(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const before = used()
const began = performance.now()
const response = await send(app, `${path}/consents/export`, { token })
let [lines, bytes, most] = [0, 0, 0]
for await (const piece of response.body ?? []) {
  bytes += piece.length
  const looks = Math.floor(lines / LOOK_EVERY)
  for (const byte of piece) if (byte === 10) lines += 1
  if (Math.floor(lines / LOOK_EVERY) > looks) most = Math.max(most, used() - before)
}
const seconds = (performance.now() - began) / 1000
say(
  `${lines} lines, ${Math.round(bytes / MEGABYTE)} MB in ${seconds.toFixed(1)} s, at most ${Math.round(most / MEGABYTE)} MB more memory`,
)
for (const place of [
  '/consents?state=Missing',
  '/consents?state=Accepted',
  '/consents?search=person%201',
  '/publishingEffect',
  '',
]) {
  const asked = performance.now()
  await call(app, `${path}${place}`, { token })
  say(`${place || '/'}: ${Math.round(performance.now() - asked)} ms`)
}
await app.remove()
const isMet = lines > consents + people && most < MOST_MEMORY
say(isMet ? 'all targets met' : 'A TARGET WAS MISSED')
process.exit(isMet ? 0 : 1)
