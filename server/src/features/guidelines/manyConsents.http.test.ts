import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, send } from '../../testing/client.ts'
import { applyGuidelines, guidelinesPath } from '../../testing/guidelines.ts'

const CONSENTS = Number(process.env.CONSENTS ?? 100_000)
const PEOPLE = Number(process.env.PEOPLE ?? 2000)
const BATCH = 50_000
const MEGABYTE = 1_048_576
/** What an export may add to the heap, however many rows it has. */
const MOST_HEAP = 150 * MEGABYTE
const PAGE_MS = 5000
let app: TestApplication
let token: string
let path: string

beforeAll(async () => {
  app = await startTestApplication()
  token = await app.token('admin')
  const { db } = app.platform.database
  const agent = await publishAgent(app, 'Much accepted')
  const { guidelinesDocumentId, contentHash } = await applyGuidelines(app, [agent])
  path = `${guidelinesPath}/${guidelinesDocumentId}`
  for (let from = 1; from <= CONSENTS; from += BATCH)
    await sql`insert into guidelines_consent (id, document_id, version, session_id, at, content_hash)
      select gen_random_uuid(), ${guidelinesDocumentId}, 1, gen_random_uuid(), now() - n * interval '1 second', ${contentHash}
      from generate_series(${from}::int, ${Math.min(from + BATCH - 1, CONSENTS)}::int) n`.execute(db)
  await sql`insert into app_user (id, tenant_id, object_id, name, user_name)
    select gen_random_uuid(), ${app.config.directory.tenantId}, gen_random_uuid(), 'Person ' || n, 'many-' || n || ${randomUUID()}
    from generate_series(1, ${PEOPLE}::int) n`.execute(db)
  await sql`analyze guidelines_consent, app_user`.execute(db)
}, 600_000)
afterAll(() => app?.remove())

test(`${CONSENTS} consents are exported with a bounded amount of memory`, async () => {
  const before = process.memoryUsage()
  const began = performance.now()
  const response = await send(app, `${path}/consents/export`, { token })
  let [lines, bytes, most] = [0, 0, 0]
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) lines += 1
    const { heapUsed, external } = process.memoryUsage()
    most = Math.max(most, heapUsed + external - before.heapUsed - before.external)
  }
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(
    `${lines} lines, ${Math.round(bytes / MEGABYTE)} MB in ${seconds.toFixed(1)} s, at most ${Math.round(most / MEGABYTE)} MB more memory\n`,
  )
  expect(lines).toBeGreaterThan(CONSENTS + PEOPLE)
  expect(most).toBeLessThan(MOST_HEAP)
}, 600_000)

test('pages of the register, the preview, and the list stay quick', async () => {
  for (const place of [
    '/consents?state=Missing',
    '/consents?state=Accepted',
    '/consents?search=person%201',
    '/publishingEffect',
    '',
  ]) {
    const began = performance.now()
    const { status } = await call(app, `${path}${place}`, { token })
    const milliseconds = performance.now() - began
    process.stdout.write(`${place || '/'}: ${Math.round(milliseconds)} ms\n`)
    expect(status).toBe(200)
    expect(milliseconds).toBeLessThan(PAGE_MS)
  }
})
