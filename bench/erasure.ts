/**
 * Exports and erases someone with many conversations and files, with kills of the server and its embedded database at
 * random moments, and searches the whole database and all files for what is left.
 *   node bench/erasure.ts [--conversations 2000] [--files 200] [--kilobytes 1000] [--kills 5]
 * Exits 1 if an export or the erasure doesn't end, if bytes are left that no row names, or if a text of the person is
 * found outside the audit log. Deleted rows in the database's own files are PostgreSQL's: it overwrites them when it
 * reuses their space.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createFullPerson, type FullPerson } from '../server/src/features/personalData/testing/fullPerson.ts'
import { createFileBlobs } from '../server/src/platform/blobs/blobs.ts'
import { unnamedBlobs } from '../server/src/platform/blobs/sweepBlobs.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { call } from '../server/src/testing/client.ts'
import { withEmbeddedIn } from '../server/src/testing/embedded.ts'
import { type Product, startProduct } from '../server/src/testing/product.ts'
import { createScriptedEngine } from '../server/src/testing/scriptedEngine.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'
import { tracesInDatabase, tracesInFiles } from '../server/src/testing/traces.ts'

const marker = 'xylocarp'
const MOST_MS = 30 * 60_000
const LOOK_MS = 100
const conversations = Number(option('conversations', '2000'))
const files = Number(option('files', '200'))
const kilobytes = Number(option('kilobytes', '1000'))
const kills = Number(option('kills', '5'))

const dataDir = await mkdtemp(path.join(tmpdir(), 'parlance-bench-'))
const person = await prepare()
let product: Product = await startProduct({ dataDir })
// It outlives restarts, and signing in again and again is refused.
const token = await product.token('admin')
let holds = true
const gate = (met: boolean) => {
  holds &&= met
  return met ? 'met' : 'MISSED'
}

const exported = await survive(startExport, `users/${person.userId}/dataExports`, 'state', [
  'Ready',
  'Failed',
])
say(
  `export: ${exported.body.state}, ${round(Number(exported.body.size) / 1e6)} MB, ${exported.seconds} s, ${kills} kills`,
)
gate(exported.body.state === 'Ready')
const orphans = await leftovers()
say(`bytes that no row names after the export: ${orphans} (${gate(orphans === 0)})`)

const erased = await survive(startErasure, 'erasures', 'finishedAt', null)
say(`erasure: ${erased.seconds} s, ${kills} kills (${gate(erased.body.finishedAt !== null)})`)
await product.stop()
const left = await withEmbeddedIn(dataDir, ({ db }) => tracesInDatabase(db, [marker]))
const unexpected = left.filter((place) => !place.startsWith('public.audit_entry.'))
say(
  `columns with a text of the person: ${left.length} of the audit log and ${unexpected.join(', ') || 'no other'} (${gate(unexpected.length === 0)})`,
)
const inFiles = await tracesInFiles(dataDir, [marker, person.userId, person.objectId])
say(
  `files with a text or an ID of the person: ${inFiles.join(', ') || 'none'} (${gate(inFiles.length === 0)})`,
)
rmSync(dataDir, { recursive: true, force: true })
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

/** Creates the person with the program in this process, then many more conversations and attached files. */
async function prepare(): Promise<FullPerson> {
  const engine = createScriptedEngine()
  const app = await startTestApplication({
    dataDir,
    databaseUrl: null,
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'gpt-4o', EMBEDDED_DATABASE: 'postgres' },
  })
  engine.play(async (writer) => void writer.text(`Indeed. ${marker}`))
  const full = await createFullPerson(app, marker)
  const { db } = app.platform.database
  await sql`with made as materialized (select gen_random_uuid() as id from generate_series(1, ${conversations}::int)),
      c as (insert into conversation (id, owner_user_id, gpt_system_id, title)
        select id, ${full.userId}, ${full.gptSystemId}, ${`About ${marker}`} from made returning id),
      s as (select t.state_id from conversation_segment t where t.owner_user_id = ${full.userId} limit 1)
    insert into conversation_segment (id, conversation_id, owner_user_id, state_id, question, answer, status, idempotency_key,
      body_hash, finished_at)
    select gen_random_uuid(), c.id, ${full.userId}, s.state_id, ${`And ${marker}?`},
      ${marker} || (select string_agg(md5(c.id::text || w), ' ') from generate_series(1, 60) w), 'Completed',
      c.id::text || n, '', now()
    from c, s, generate_series(1, 3) n`.execute(db)
  for (let at = 0; at < files; at += 1) {
    const bytes = Buffer.concat([Buffer.from(marker), randomBytes(kilobytes * 1000)])
    const { key, size, sha256 } = await app.platform.blobs.put(bytes, bytes.length)
    await sql`with d as (insert into data_source (data_source_id, name, name_key, data_source_type, created_by)
        select i, ${`${marker} ${at}`}, i::text, 'Attachment', ${full.userId} from gen_random_uuid() i returning data_source_id),
      a as (insert into attachment (attachment_id, owner_user_id, data_source_id, original_file_name, attachment_type, context, size)
        select gen_random_uuid(), ${full.userId}, d.data_source_id, ${`${marker} ${at}.bin`}, t.attachment_type, t.context, ${size}
        from d, (select attachment_type, context from attachment limit 1) t)
      insert into file (file_id, data_source_id, folder, name, name_key, file_version, ready_version, size, mime_type, sha256,
        blob_key, ready_blob_key, state, progress, passages, uploaded_by, tokenizer_version)
      select gen_random_uuid(), d.data_source_id, '', ${`${marker} ${at}.bin`}, ${`${marker} ${at}.bin`}, 1, 1, ${size},
        'application/octet-stream', ${sha256}, ${key}, ${key}, 'Ready', 100, 0, ${full.userId},
        (select max(tokenizer_version) from file) from d`.execute(db)
  }
  await app.stop()
  return full
}

interface Stated {
  state?: string
  size?: number
  finishedAt?: string | null
}

async function asAdmin<T>(route: string, body?: object): Promise<T> {
  const answer = await call<T>(product, `/api/internal/${route}`, {
    token,
    ...(body ? { body } : {}),
  })
  if (answer.status >= 300)
    throw new Error(`${route} returned ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function startExport(): Promise<void> {
  await asAdmin(`users/${person.userId}/dataExports`, { reason: 'A request by letter.' })
}
async function startErasure(): Promise<void> {
  await asAdmin(`users/${person.userId}/erasure`, { confirmation: person.userName })
}

/** Starts something, kills the program again and again, and waits until the newest row of a list says that it ended. */
async function survive(
  start: () => Promise<void>,
  list: string,
  field: 'state' | 'finishedAt',
  ends: readonly string[] | null,
): Promise<{ body: Stated; seconds: number }> {
  const begun = performance.now()
  await start()
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(100 + Math.random() * 1500)
    await product.kill()
    product = await startProduct({ dataDir, port: product.port })
  }
  for (;;) {
    const { items } = await asAdmin<{ items: Stated[] }>(list)
    const [body = {}] = items
    const value = body[field]
    const isEnded = ends ? ends.includes(value ?? '') : typeof value === 'string'
    const ms = performance.now() - begun
    if (isEnded || ms > MOST_MS) return { body, seconds: round(ms / 1000) }
    await wait(LOOK_MS)
  }
}

/** How many stored bytes no row names, and how many parts of interrupted ones there are. */
async function leftovers(): Promise<number> {
  await product.stop()
  const keys: string[] = []
  for await (const { key } of createFileBlobs(dataDir).list()) keys.push(key)
  const unnamed = await withEmbeddedIn(dataDir, ({ db }) => unnamedBlobs(db, keys))
  product = await startProduct({ dataDir, port: product.port })
  return unnamed.length
}
