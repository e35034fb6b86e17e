import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSignedIn, userIdOf } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { listEntries } from '../../testing/auditLog.ts'
import { type CallOptions, call, openStream } from '../../testing/client.ts'
import { changeSettings } from '../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { tracesInDatabase, tracesInFiles } from '../../testing/traces.ts'
import { attach } from '../conversations/testing/asking.ts'
import { dataTexts } from './contents/texts.ts'
import { createFullPerson } from './testing/fullPerson.ts'

interface Area {
  area: string
  erasedAs: string
  count: number
  left: number | null
}
interface Erasure {
  erasureId: string
  cause: string
  finishedAt: string | null
  areas: Area[]
  code?: string
  errors?: { field: string }[]
}

const marker = 'xylocarp'
const engine = createScriptedEngine()
let app: TestApplication
let admin: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'gpt-4o' },
  })
  engine.play(async (writer) => void writer.text(`Indeed. ${marker}`))
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

const db = () => app.platform.database.db
const as = <T = Erasure>(token: string, path: string, options: CallOptions = {}) =>
  call<T>(app, `/api/internal/${path}`, { token, ...options })
const userNameOf = async (userId: string) =>
  (await sql<{ name: string }>`select user_name as name from app_user where id = ${userId}`.execute(db()))
    .rows[0]?.name ?? ''
const erase = async (token: string, userId: string, confirmation?: string) =>
  as(token, `users/${userId}/erasure`, {
    body: { confirmation: confirmation ?? (await userNameOf(userId)) },
  })
async function finished(erasureId: string): Promise<Erasure> {
  const read = async () => (await as(admin, `erasures/${erasureId}`)).body
  await expect.poll(async () => (await read()).finishedAt).not.toBe(null)
  return read()
}
const statement = async (erasureId: string, language: 'en' | 'ar', format: 'html' | 'json') =>
  (
    await fetch(
      `${app.origin}/api/internal/erasures/${erasureId}/file?language=${language}&format=${format}`,
      { headers: { authorization: `Bearer ${admin}` } },
    )
  ).text()

/** Where the ID of an erased person stays. The statement says why. */
const namesId = [
  'public.app_user.id',
  'public.app_user.object_id',
  'public.audit_entry.actor_user_id',
  'public.audit_entry.changes',
  'public.audit_entry.entity_id',
  'public.audit_entry.entity_name',
  'public.audit_entry.search_text',
  'public.data_source.created_by',
  'public.file.uploaded_by',
  'public.gpt_system.created_by',
  'public.gpt_system.owner_user_id',
  'public.gpt_system_configuration_state.created_by',
  'public.legal_hold.released_by',
  'public.legal_hold.set_by',
  'public.legal_hold.user_id',
  'public.publication.by_user_id',
]

test('someone with everything leaves no text, file, or log line, and no ID beyond what the statement says', async () => {
  const full = await createFullPerson(app, marker)
  const texts = [marker]
  const ids = [full.userId, full.objectId]
  const before = await tracesInDatabase(db(), texts)
  // The marker is where it is looked for: in texts, JSON, arrays, index terms, and files.
  expect(before).toEqual(
    expect.arrayContaining([
      'public.app_user.email',
      'public.conversation_segment.question',
      'public.gpt_system_configuration_state.starter_questions',
      'public.idempotency_key.answer',
      'public.notification.params',
      'public.posting.term',
      'public.unanswered_question.terms',
    ]),
  )
  expect(await tracesInFiles(app.dataDir, texts)).not.toEqual([])
  const held = [...app.platform.erasure.holdings, ...app.platform.erasure.conversationHoldings]
  const empty: string[] = []
  for (const place of new Set(held.flatMap(({ columns }) => columns))) {
    const [table = '', column = ''] = place.split('.')
    const rows =
      await sql`select from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(db())
    if (rows.rows.length === 0) empty.push(place)
  }
  // Pieces that exist only while an answer is written.
  expect(empty).toEqual(['usage_reservation.segment_id'])

  const preview = (await as<{ areas: Area[]; agents: number }>(admin, `users/${full.userId}/erasure`)).body
  expect(preview.agents).toBe(1)
  const { body } = await erase(admin, full.userId)
  expect(body.areas.map(({ area, count }) => [area, count])).toEqual(
    preview.areas.map(({ area, count }) => [area, count]),
  )
  const done = await finished(body.erasureId)
  for (const { area, erasedAs, count, left } of done.areas) {
    if (erasedAs !== 'Kept') expect(left, area).toBe(0)
    if (erasedAs === 'Deleted') expect(count, area).toBeGreaterThan(0)
  }
  const audited = (place: string) => place.startsWith('public.audit_entry.')
  expect((await tracesInDatabase(db(), texts)).filter((place) => !audited(place))).toEqual([])
  expect(await tracesInFiles(app.dataDir, [...texts, ...ids])).toEqual([])
  expect((await tracesInDatabase(db(), ids)).filter((place) => !namesId.includes(place))).toEqual([])
  expect(app.logged.filter((line) => texts.some((text) => line.includes(text)))).toEqual([])
  // Nothing says whose statement it is.
  for (const format of ['html', 'json'] as const)
    for (const text of [...texts, ...ids])
      expect(await statement(body.erasureId, 'en', format)).not.toContain(text)
  expect((await call(app, '/api/internal/currentUser', { token: full.token })).status).toBe(401)
  expect(await app.platform.audit.verify()).toMatchObject({ firstBroken: null })
})

describe('erasing at once', () => {
  test('needs the username, and isn’t for oneself or someone with more permissions', async () => {
    const someone = await person(app)
    const writer = await person(app, { actions: ['UserWrite'] })
    const strong = await person(app, { actions: ['BrandsWrite'] })
    const wrong = await erase(writer.token, someone.userId, 'someone else')
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'confirmation'])
    expect((await erase(writer.token, writer.userId)).body.code).toBe('user.self')
    expect((await erase(writer.token, strong.userId)).body.code).toBe('user.beyondOwn')
    expect((await erase(someone.token, strong.userId)).status).toBe(403)
    expect((await as(admin, `users/${someone.userId}`)).status).toBe(200)
    const last = await erase(admin, await userIdOf(app, 'admin'))
    expect(last.body.code).toBe('user.self')
  })

  test('stops a running answer and deletes a file that is still read', async () => {
    const someone = await person(app)
    const agent = await publishAgent(app, 'Slow', {
      languageEngine: 'OpenAICompatible',
      deploymentName: 'gpt-4o',
    })
    engine.play(async (writer, signal) => {
      for (let at = 0; !signal.aborted && at < 10_000; at += 1) {
        writer.text('word ')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${agent}`, {
      token: someone.token,
      body: { question: 'Tell me everything slowly' },
    })
    await expect.poll(() => stream.events.length).toBeGreaterThan(2)
    await attach(app, someone.token, 'long.txt', 'Words and words. '.repeat(20_000))
    const { body } = await erase(admin, someone.userId)
    const done = await finished(body.erasureId)
    await stream.ended
    expect(done.areas.find(({ area }) => area === 'Conversations')).toMatchObject({ count: 1, left: 0 })
    expect(await tracesInDatabase(db(), ['everything slowly'])).toEqual([])
    engine.play(async (writer) => void writer.text(`Indeed. ${marker}`))
  })

  test('erases once more what a request stored after it', async () => {
    const someone = await person(app)
    const { body } = await erase(admin, someone.userId)
    await finished(body.erasureId)
    await sql`insert into user_prompt (id, user_id, title, text, position)
      values (gen_random_uuid(), ${someone.userId}, 'Late', 'An upload that took long', 0)`.execute(db())
    await app.platform.jobs.send('users.blankRemoved', {})
    const left = async () =>
      (await sql`select from user_prompt where user_id = ${someone.userId}`.execute(db())).rows.length
    await expect.poll(left).toBe(0)
  })

  test('also deletes the library of an attachment that lost its file', async () => {
    const someone = await person(app)
    await sql`insert into data_source (data_source_id, name, name_key, data_source_type, created_by)
      select i, 'Orphaned zibeline', i::text, 'Attachment', ${someone.userId} from gen_random_uuid() i`.execute(
      db(),
    )
    const { body } = await erase(admin, someone.userId)
    const done = await finished(body.erasureId)
    expect(done.areas.find(({ area }) => area === 'Attachments')).toMatchObject({ count: 1, left: 0 })
    expect(await tracesInDatabase(db(), ['zibeline'])).toEqual([])
  })

  test('ends an export that is under way', async () => {
    const someone = await person(app)
    await as(someone.token, 'currentUser/dataExports', { body: { language: 'en' } })
    const { body } = await erase(admin, someone.userId)
    await finished(body.erasureId)
    const rows = await sql`select from data_export where user_id = ${someone.userId}`.execute(db())
    expect(rows.rows).toEqual([])
    expect(await tracesInFiles(app.dataDir, [someone.userId])).toEqual([])
  })

  test('continues where a killed process left off, with the same statement', async () => {
    const someone = await person(app)
    await as(someone.token, 'currentUser/prompts', { body: { title: 'Mine', text: 'All of it' } })
    const { key } = await app.platform.blobs.put(Buffer.from('Noted before the kill'), 100)
    // As a process leaves it that was killed after it had noted the bytes and deleted what referred to them.
    const id = crypto.randomUUID()
    await sql`update app_user set disabled = true, removed_at = now(), erase_at = now() where id = ${someone.userId}`.execute(
      db(),
    )
    await sql`insert into erasure (id, user_id, cause, counts)
      values (${id}, ${someone.userId}, 'Administrator', '{"Prompts": 7}')`.execute(db())
    await sql`insert into erasure_blob (erasure_id, key) values (${id}, ${key})`.execute(db())
    await app.platform.jobs.send('users.blankRemoved', {})
    const done = await finished(id)
    expect(done.areas).toMatchObject([{ area: 'Prompts', count: 7, left: 0 }])
    expect(await app.platform.blobs.find(key)).toBe(null)
    expect((await sql`select from erasure_blob`.execute(db())).rows).toEqual([])
  })

  test('isn’t named once more in the audit log', async () => {
    const someone = await person(app)
    const { body } = await erase(admin, someone.userId)
    const [entry] = await listEntries(app, { entityId: someone.userId, pageSize: '1' })
    expect(entry).toMatchObject({ area: 'user', verb: 'erase', entityName: '' })
    await finished(body.erasureId)
  })
})

describe('erasing oneself', () => {
  const eraseSelf = async ({ token, userId }: TestPerson, confirmation?: string) =>
    as(token, 'currentUser/erasure', {
      body: { confirmation: confirmation ?? (await userNameOf(userId)) },
    })

  test('is possible only if the instance allows it, and signs out everywhere', async () => {
    const someone = await person(app)
    expect(await eraseSelf(someone)).toMatchObject({ status: 403, body: { code: 'erasure.off' } })
    await changeSettings(app, { selfErasureAllowed: true })
    expect((await eraseSelf(someone, 'not me')).status).toBe(400)
    const preview = await as<{ allowed: boolean; userName: string }>(someone.token, 'currentUser/erasure')
    expect(preview.body).toMatchObject({ allowed: true, userName: await userNameOf(someone.userId) })
    const { status, body } = await eraseSelf(someone)
    expect(status).toBe(200)
    expect(await isSignedIn(app, someone.token)).toBe(false)
    expect(await finished(body.erasureId)).toMatchObject({ cause: 'Person' })
    await changeSettings(app, { selfErasureAllowed: false })
  })

  test('isn’t possible for the last administrator', async () => {
    await changeSettings(app, { selfErasureAllowed: true })
    const answer = await as(admin, 'currentUser/erasure', { body: { confirmation: 'admin' } })
    expect([answer.status, answer.body.code]).toEqual([409, 'userRole.lastAdministrator'])
    expect(await isSignedIn(app, admin)).toBe(true)
    await changeSettings(app, { selfErasureAllowed: false })
  })
})

describe('the statement', () => {
  test('says in both languages what was deleted, what remains, and why', async () => {
    const someone = await person(app)
    await as(someone.token, 'currentUser/prompts', { body: { title: 'Mine', text: 'All of it' } })
    const { body } = await erase(admin, someone.userId)
    await finished(body.erasureId)
    for (const language of ['en', 'ar'] as const) {
      const html = await statement(body.erasureId, language, 'html')
      const t = dataTexts[language]
      expect(html).toContain(`<tr><td>${t.areas.Prompts}</td><td class="n">1</td><td class="n">0</td></tr>`)
      expect(html).toContain(t.statement.kept.Profile)
      for (const [what] of t.statement.outside) expect(html).toContain(what)
      expect(html).toContain(`dir="${t.direction}"`)
    }
    const json = JSON.parse(await statement(body.erasureId, 'en', 'json'))
    expect(json).toMatchObject({
      statement: body.erasureId,
      requestedBy: 'Administrator',
      remains: expect.arrayContaining([
        expect.objectContaining({ area: 'Profile', isLinkedToPerson: false }),
      ]),
    })
    const { items } = (await as<{ items: Erasure[] }>(admin, 'erasures')).body
    expect(items[0]).toMatchObject({ erasureId: body.erasureId })
  })

  test('is made for someone who was deleted 30 days ago, too', async () => {
    const someone = await person(app)
    await as(admin, `users/${someone.userId}`, { method: 'DELETE', body: {} })
    await sql`update app_user set removed_at = now() - interval '31 days' where id = ${someone.userId}`.execute(
      db(),
    )
    const known = async () =>
      (await as<{ items: Erasure[] }>(admin, 'erasures')).body.items.filter(
        ({ cause, finishedAt }) => cause === 'Deletion' && finishedAt !== null,
      ).length
    expect(await known()).toBe(0)
    await app.platform.jobs.send('users.blankRemoved', {})
    await expect.poll(known).toBe(1)
  })

  test('has a reason for everything that remains', () => {
    const remains = app.platform.personalData.parts.filter(({ erasedAs }) => erasedAs !== 'Deleted')
    for (const { area } of remains) expect(dataTexts.en.statement.kept[area], area).toBeTruthy()
  })
})
