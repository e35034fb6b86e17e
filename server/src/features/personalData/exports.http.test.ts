import { existsSync } from 'node:fs'
import { dataAreas } from '@parlance/contract/personalData'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listForeignKeys, listTables } from '../../platform/backup/catalog.ts'
import { blobPath } from '../../platform/blobs/blobs.ts'
import { countOf, type DataPart, readSome } from '../../platform/personalData/personalData.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { listEntries } from '../../testing/auditLog.ts'
import { type CallOptions, call } from '../../testing/client.ts'
import { changeSettings } from '../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { contentsOf } from './contents/contents.ts'
import { dataTexts } from './contents/texts.ts'
import { createFullPerson, type FullPerson } from './testing/fullPerson.ts'
import { unzip } from './testing/zip.ts'

interface Export {
  dataExportId: string
  state: string
  approval: string
  size: number
  reason: string | null
  requesterName: string
  downloadedAt: string | null
  code?: string
}

const marker = 'xylocarp'
const engine = createScriptedEngine()
let app: TestApplication
let full: FullPerson

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'gpt-4o' },
  })
  engine.play(async (writer) => void writer.text(`Indeed. ${marker}`))
  full = await createFullPerson(app, marker)
})
afterAll(() => app?.remove())

type Caller = Pick<TestPerson, 'token'>
const db = () => app.platform.database.db
const as = <T = Export>({ token }: Caller, path: string, options: CallOptions = {}) =>
  call<T>(app, `/api/internal/${path}`, { token, ...options })
const own = 'currentUser/dataExports'
const ofUser = (userId: string) => `users/${userId}/dataExports`
const start = (who: Caller, language = 'en') => as(who, own, { body: { language } })
const reason = 'Access request 4711 by letter.'
const request = (who: Caller, userId: string, more = {}) =>
  as(who, ofUser(userId), { body: { reason, ...more } })
const ready = async (who: Caller, path: string) => {
  await expect.poll(async () => (await as(who, path)).body.state).toBe('Ready')
  return (await as(who, path)).body
}
const download = ({ token }: Caller, path: string, method = 'GET') =>
  fetch(`${app.origin}/api/internal/${path}/file`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
const codeOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { code?: string }).code ?? '',
]
async function contents(who: Caller, path: string) {
  const answer = await download(who, path)
  expect(answer.status).toBe(200)
  return unzip(Buffer.from(await answer.arrayBuffer()))
}
const notices = async ({ token }: Caller) =>
  (
    await call<{ items: { kind: string; params: Record<string, unknown> }[] }>(
      app,
      '/api/internal/currentUser/notifications',
      { token },
    )
  ).body.items

describe('the export of one’s own data', () => {
  test('contains everything, as pages, as JSON, and as files', async () => {
    const listed = (await as<{ items: Export[]; allowed: boolean }>(full, own)).body
    expect(listed.allowed).toBe(true)
    const path = `${own}/${listed.items[0]?.dataExportId}`
    await ready(full, path)
    expect(await notices(full)).toMatchObject([
      { kind: 'DataExportEnded', params: { personName: '', failed: false } },
      ...[{ kind: 'ConversationsRead' }],
    ])
    const files = await contents(full, path)
    const text = (name: string) => files.get(name)?.toString() ?? ''
    const areas = dataAreas.map((area) => area.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase())
    for (const area of areas) expect(files.has(`data/${area}.json`), area).toBe(true)
    const index = text('index.html')
    expect(index).toContain(`Personal data: Name ${marker}`)
    for (const area of areas)
      if (text(`data/${area}.json`) !== '[]\n') {
        expect(index, area).toContain(`href="${area}.html"`)
        expect(text(`${area}.html`), area).toContain('<section>')
      }
    for (const [what] of dataTexts.en.notIncludedReasons) expect(index).toContain(what)
    const names = [...files.keys()]
    const asked = names.filter((name) => /^conversations\/.+\.html$/.test(name)).map(text)
    expect(asked.filter((page) => page.includes(full.question))).toHaveLength(1)
    expect(asked.join()).toContain(`Not a ${marker}`)
    expect(asked.join()).toContain(`Growth of a ${marker}`)
    expect(asked.join()).toContain(`A ${marker} grows slowly.`)
    const attached = names.find((name) => name.startsWith('files/attachments/') && !name.includes('unsent'))
    expect(text(attached ?? '')).toBe(`A ${marker} is a hard fruit.`)
    expect(names.filter((name) => name.startsWith('files/images/'))).toHaveLength(2)
    expect(JSON.parse(text('data/reads.json'))).toMatchObject([
      { reason: `Complaint about ${marker}`, opened: [{ title: expect.any(String) }] },
    ])
    for (const name of names.filter((one) => one.endsWith('.json')))
      expect(() => JSON.parse(text(name)), name).not.toThrow()
  })

  test('contains no secret, no script, and nothing to load', async () => {
    const listed = (await as<{ items: Export[] }>(full, own)).body
    const files = await contents(full, `${own}/${listed.items[0]?.dataExportId}`)
    const secrets = await sql<{ text: string }>`select password_hash as text from directory_user
        where object_id = ${full.objectId}::uuid
      union all select id from directory_state union all select token_hash from directory_password_link
      union all select encode(secret_hash, 'hex') from public_session`.execute(db())
    const all = [...files].filter(([name]) => !name.startsWith('files/'))
    for (const [name, bytes] of all) {
      const text = bytes.toString()
      for (const secret of secrets.rows) expect(text.includes(secret.text), name).toBe(false)
      if (name.endsWith('.html')) expect(text, name).not.toMatch(/<script|<img|<link|src=|url\(/)
    }
  })

  test('is in the language that was asked for, and shows hostile names as text', async () => {
    const someone = await person(app)
    const name = '<script>alert(1)</script> "هند"'
    await sql`update app_user set name = ${name} where id = ${someone.userId}`.execute(db())
    const { body } = await start(someone, 'ar')
    const path = `${own}/${body.dataExportId}`
    await ready(someone, path)
    const index = (await contents(someone, path)).get('index.html')?.toString() ?? ''
    expect(index).toContain('<html lang="ar" dir="rtl">')
    expect(index).toContain('البيانات الشخصية: &lt;script&gt;alert(1)&lt;/script&gt; &quot;هند&quot;')
    expect(index).not.toContain('<script')
  })

  test('is only for that person', async () => {
    const someone = await person(app, { actions: ['UserWrite', 'UserConversationsRead'] })
    const { body } = await start(someone)
    await ready(someone, `${own}/${body.dataExportId}`)
    const path = `${own}/${body.dataExportId}`
    expect((await as(full, path)).body.code).toBe('dataExport.notFound')
    expect(await codeOf(await download(full, path))).toEqual([404, 'dataExport.notFound'])
    // Nor is it another's request about that person.
    const admin = { token: await app.token('admin') }
    const ofAdmin = `${ofUser(someone.userId)}/${body.dataExportId}`
    expect((await as(admin, ofAdmin)).body.code).toBe('dataExport.notFound')
    expect(await codeOf(await download(admin, ofAdmin, 'POST'))).toEqual([404, 'dataExport.notFound'])
    expect((await as<{ items: Export[] }>(admin, ofUser(someone.userId))).body.items).toEqual([])
  })

  test('is one at a time, and at most three within 24 hours', async () => {
    const someone = await person(app)
    const both = await Promise.all([start(someone), start(someone), start(someone)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(both.map(({ body }) => body.code).filter(Boolean)).toEqual([
      'dataExport.running',
      'dataExport.running',
    ])
    for (let at = 1; ; at += 1) {
      const { items } = (await as<{ items: Export[] }>(someone, own)).body
      await ready(someone, `${own}/${items[0]?.dataExportId}`)
      if (at === 3) break
      expect((await start(someone)).status).toBe(200)
    }
    expect((await start(someone)).body.code).toBe('dataExport.tooMany')
  })

  test('expires with its bytes', async () => {
    const someone = await person(app)
    const { body } = await start(someone)
    const path = `${own}/${body.dataExportId}`
    await ready(someone, path)
    const keys = await sql<{ key: string }>`select blob_key as key from data_export
      where id = ${body.dataExportId}`.execute(db())
    const file = blobPath(app.dataDir, keys.rows[0]?.key ?? '')
    expect(existsSync(file)).toBe(true)
    await sql`update data_export set expires_at = now() where id = ${body.dataExportId}`.execute(db())
    expect(await codeOf(await download(someone, path))).toEqual([410, 'dataExport.expired'])
    await app.platform.jobs.send('dataExports.removeExpired', {})
    await expect.poll(() => existsSync(file)).toBe(false)
    expect((await as(someone, path)).body.state).toBe('Expired')
    await expect
      .poll(async () => {
        const found =
          await sql`select from data_export where id = ${body.dataExportId} and blob_key is null`.execute(
            db(),
          )
        return found.rows.length
      })
      .toBe(1)
  })

  test('can be turned off', async () => {
    await changeSettings(app, { dataExportsAllowed: false })
    const someone = await person(app)
    expect(await start(someone)).toMatchObject({ status: 403, body: { code: 'dataExport.off' } })
    expect((await as<{ allowed: boolean }>(someone, own)).body.allowed).toBe(false)
    await changeSettings(app, { dataExportsAllowed: true })
  })

  test('starts again after its process was killed, without leaving bytes behind', async () => {
    const someone = await person(app)
    const { key } = await app.platform.blobs.put(Buffer.from('Half an archive'), 100)
    const id = crypto.randomUUID()
    await sql`insert into data_export (id, user_id, requested_by, language, phase, blob_key, attempts, lease_holder, lease_until)
      values (${id}, ${someone.userId}, ${someone.userId}, 'en', 'Building', ${key}, 1, gen_random_uuid(), now() - interval '1 second')`.execute(
      db(),
    )
    await ready(someone, `${own}/${id}`)
    expect(existsSync(blobPath(app.dataDir, key))).toBe(false)
    expect((await contents(someone, `${own}/${id}`)).has('index.html')).toBe(true)
  })
})

describe('the export that someone else asks for', () => {
  test('has a reason, notifies the person, who can download it, and is recorded', async () => {
    const [someone, writer] = [await person(app), await person(app, { actions: ['UserWrite'] })]
    const { status, body } = await request(writer, someone.userId, { language: 'ar' })
    expect([status, body.approval]).toEqual([200, 'NotNeeded'])
    const path = `${ofUser(someone.userId)}/${body.dataExportId}`
    await ready(writer, path)
    expect(await notices(someone)).toMatchObject([
      { kind: 'DataExportEnded', params: { personName: '' } },
      { kind: 'DataExportRequested', params: { personName: body.requesterName, reason } },
    ])
    expect((await notices(writer))[0]).toMatchObject({ kind: 'DataExportEnded', params: { failed: false } })
    expect((await contents(someone, `${own}/${body.dataExportId}`)).get('index.html')?.toString()).toContain(
      reason,
    )
    // The zip contains conversations, which this permission alone doesn't let anyone read.
    expect((await download(writer, path, 'POST')).status).toBe(403)
    const [entry] = await listEntries(app, { entityId: body.dataExportId, pageSize: '10' })
    expect(entry).toMatchObject({ area: 'dataExport', verb: 'create' })
  })

  test('can be downloaded by the one who asked and can read conversations, which the person sees', async () => {
    const someone = await person(app)
    const reader = await person(app, { actions: ['UserWrite', 'UserConversationsRead'] })
    const other = await person(app, { actions: ['UserWrite', 'UserConversationsRead'] })
    const { body } = await request(reader, someone.userId)
    const path = `${ofUser(someone.userId)}/${body.dataExportId}`
    await ready(reader, path)
    expect(await codeOf(await download(other, path, 'POST'))).toEqual([404, 'dataExport.notFound'])
    const file = await download(reader, path, 'POST')
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
    await file.arrayBuffer()
    expect((await as(someone, `${own}/${body.dataExportId}`)).body.downloadedAt).not.toBe(null)
    const verbs = (await listEntries(app, { entityId: body.dataExportId, pageSize: '10' })).map(
      ({ verb }) => verb,
    )
    expect(verbs).toEqual(['download', 'create'])
  })

  test('needs the approval of a third person if reading does', async () => {
    await changeSettings(app, { readsNeedApproval: true })
    const someone = await person(app, { actions: ['UserConversationsRead'] })
    const reader = await person(app, { actions: ['UserWrite', 'UserConversationsRead'] })
    const approver = await person(app, { actions: ['UserConversationsRead'] })
    const { body } = await request(reader, someone.userId)
    const path = `${ofUser(someone.userId)}/${body.dataExportId}`
    expect((await ready(reader, path)).approval).toBe('Waiting')
    expect(await codeOf(await download(reader, path, 'POST'))).toEqual([409, 'dataExport.waiting'])
    expect((await notices(approver))[0]).toMatchObject({ kind: 'DataExportWaits', params: { reason } })
    const approve = (who: Caller) => as(who, `${path}/approve`, { body: {} })
    for (const who of [reader, someone]) expect((await approve(who)).body.code).toBe('dataExport.approver')
    const answers = await Promise.all([approve(approver), approve(approver)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await notices(approver)).filter(({ kind }) => kind === 'DataExportWaits')).toEqual([])
    expect((await notices(reader)).map(({ kind }) => kind)).toContain('DataExportApproved')
    expect((await download(reader, path, 'POST')).status).toBe(200)
    await changeSettings(app, { readsNeedApproval: false })
  })

  test('can’t be one’s own, nor of someone with more permissions, nor without a reason', async () => {
    const [someone, strong] = [await person(app), await person(app, { actions: ['BrandsWrite'] })]
    const writer = await person(app, { actions: ['UserWrite'] })
    expect((await request(writer, writer.userId)).body.code).toBe('dataExport.own')
    expect((await request(writer, strong.userId)).body.code).toBe('user.beyondOwn')
    expect((await request(writer, someone.userId, { reason: 'short' })).status).toBe(400)
    expect((await request(someone, strong.userId)).status).toBe(403)
    expect((await request(writer, crypto.randomUUID())).body.code).toBe('user.notFound')
  })
})

test('files beyond the limit are left out, and the index says which', async () => {
  const result = { filesLeftOut: 0 }
  const given = contentsOf(
    {
      person: full,
      personName: 'Someone',
      requesterName: 'Someone',
      reason: null,
      instanceName: 'Parlance',
      language: 'en',
      createdAt: new Date().toISOString(),
    },
    {
      db: db(),
      blobs: app.platform.blobs,
      parts: app.platform.personalData.parts.filter(({ area }) => area === 'Attachments'),
      signal: new AbortController().signal,
      fileBytes: 30,
    },
    result,
  )
  const files = new Map<string, string>()
  for await (const { name, bytes } of given) {
    let text = ''
    for await (const piece of bytes) text += piece.toString()
    files.set(name, text)
  }
  expect(result.filesLeftOut).toBe(1)
  expect([...files.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(1)
  expect(files.get('index.html')).toContain(dataTexts.en.filesLeftOut)
  expect(files.get('attachments.html')).toContain(dataTexts.en.leftOut)
})

test('every field has a label in both languages', async () => {
  const labels = Object.keys(dataTexts.en.fields)
  const unlabeled = new Set<string>()
  const look = (part: DataPart, rows: { data: Record<string, unknown> }[]) => {
    for (const { data } of rows)
      for (const field of Object.keys(data))
        if (!labels.includes(field)) unlabeled.add(`${part.area}.${field}`)
  }
  for (const part of app.platform.personalData.parts) {
    const rows = await readSome(db(), part.rows(full), null, part.isFiles)
    look(part, rows)
    for (const { key } of part.within ? rows : [])
      look(part, await readSome(db(), part.within!(full, key), null))
  }
  expect([...unlabeled]).toEqual([])
})

test('the full person has something in every area but two, whose rows are those of others', async () => {
  const empty: string[] = []
  for (const part of app.platform.personalData.parts)
    if ((await countOf(db(), part, full, 1)) === 0) empty.push(part.area)
  expect(empty).toEqual(['Policies', 'ReadsOfOthers'])
})

/** What names a person or belongs to a conversation and isn't given, and why. The index of an export says it too. */
const notGiven: Record<string, string> = {
  'agent_setup_page.setup_id': 'pages of a website, whose setup is given',
  'conversation.id': 'the selected leaf, which is the conversation’s own',
  'directory_membership.user_id': 'part of the profile, by its group',
  'directory_password_link.made_by': 'a secret link of 30 minutes',
  'directory_password_link.object_id': 'a secret link of 30 minutes',
  'erasure.user_id': 'only while the person is erased',
  'file_note.conversation_id': 'an intermediate result of an answer that is given',
  'gpt_system_configuration_state.created_by': 'versions of own agents are given; others are the instance’s',
  'notification.about_user_id': 'what others were told',
  'run.owner_id': 'the answer in pieces, which is given as a whole',
  'run.subject_id': 'the answer in pieces, which is given as a whole',
  'run_event.run_id': 'the answer in pieces, which is given as a whole',
  'segment_execution.segment_id': 'contains instructions and texts of others',
  'unanswered_question.segment_id': 'a copy of the question without personal data',
  'usage_reservation.segment_id': 'only while an answer is written',
}

test('every column that names a person or belongs to a conversation is given, or isn’t for a reason', async () => {
  const keys = await listForeignKeys(db())
  const targets = ['app_user', 'directory_user', 'conversation', 'conversation_segment', 'run']
  const refer = keys
    .filter(({ target }) => targets.includes(target))
    .map(({ table, definition }) => `${table}.${/\((\w+)/.exec(definition)?.[1]}`)
  const named = await sql<{ place: string }>`select table_name || '.' || column_name as place
    from information_schema.columns where table_schema = current_schema() and data_type = 'uuid'
      and column_name ~ '(user|owner|actor)_id$'`.execute(db())
  const columns = new Set([...refer, ...named.rows.map(({ place }) => place)])
  const given = app.platform.personalData.parts.flatMap((part) => part.columns)
  const known = [...given, ...Object.keys(notGiven)]
  expect([...columns].filter((place) => !known.includes(place))).toEqual([])
  // Nothing is known that is not there, and nothing is both given and not.
  const all = (await listTables(db())).flatMap(({ name, columns: of }) =>
    of.map((one) => `${name}.${one.name}`),
  )
  expect(known.filter((place) => !all.includes(place))).toEqual([])
  expect(Object.keys(notGiven).filter((place) => given.includes(place))).toEqual([])
})
