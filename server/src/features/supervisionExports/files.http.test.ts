import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { verdictOfExport, verifyExported } from '../../platform/backup/verifyExported.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { administrator, type Export, exportsPath, filesOf, linesIn } from './testing/exports.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-export-'))
let app: TestApplication
const { as, list, stateOf, toFile, removeAll } = administrator(() => app)

beforeAll(async () => {
  app = await startTestApplication({ environment: { SUPERVISION_EXPORT_DIR: folder } })
})
afterAll(async () => {
  await app?.remove()
  rmSync(folder, { recursive: true })
})
afterEach(async () => {
  await removeAll()
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name))
})

const db = () => app.platform.database.db
const exportNow = () => app.platform.jobs.send('supervisionExports.export', {})
const settled = (one: Export) => expect.poll(async () => (await stateOf(one)).state).toBe('UpToDate')
const headOf = async () =>
  (await sql<{ seq: number }>`select seq from audit_head`.execute(db())).rows[0]?.seq ?? 0
const everyPosition = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
const positionsOf = (beginning: string) => linesIn(folder, beginning).map(({ position }) => position)

test('the audit log is written to files with the name of the export and the day, each entry once', async () => {
  const one = await toFile('siem', { start: 'Beginning' })
  for (const name of ['First', 'Second']) {
    await publishAgent(app, name)
    await exportNow()
    await settled(one)
  }
  const day = new Date().toISOString().slice(0, 10)
  const files = filesOf(folder, '')
  expect(files.map(({ name }) => name)).toEqual([`siem-audit-log-${day}-001.ndjson`])
  expect(positionsOf('siem-audit-log-')).toEqual(everyPosition(await headOf()))
  const hashes = await sql<{ hash: string }>`select hash from audit_entry order by seq`.execute(db())
  expect(linesIn(folder, 'siem').map(({ entry }) => entry.hash)).toEqual(hashes.rows.map(({ hash }) => hash))
  const { folder: shown, items } = await list()
  expect(shown?.freeBytes).toBeGreaterThan(0)
  expect(JSON.stringify(items)).not.toContain(folder)
})

test('what was written but not counted before a kill isn’t written again', async () => {
  const one = await toFile('killed', { start: 'Beginning' })
  await settled(one)
  const length = statSync(path.join(folder, readdirSync(folder)[0] ?? '')).size
  await publishAgent(app, 'Between')
  const before = await sql<{ position: number; bytes: number }>`select position, file_bytes as bytes
    from supervision_stream where export_id = ${one.supervisionExportId} and stream = 'AuditLog'`.execute(
    db(),
  )
  expect(before.rows[0]?.bytes).toBe(length)
  await exportNow()
  await settled(one)
  await sql`update supervision_stream set position = ${before.rows[0]?.position}, file_bytes = ${length}
    where export_id = ${one.supervisionExportId} and stream = 'AuditLog'`.execute(db())
  await publishAgent(app, 'Afterwards')
  await exportNow()
  await settled(one)
  expect(positionsOf('killed-')).toEqual(everyPosition(await headOf()))
})

test('entries that are exported again are in files of their own', async () => {
  const one = await toFile('twice', { start: 'Beginning' })
  await settled(one)
  const last = await headOf()
  await as(`${exportsPath}/${one.supervisionExportId}/sendAgain`, {
    body: { stream: 'AuditLog', from: { kind: 'Position', position: 2 } },
  })
  await settled(one)
  const [first, again] = filesOf(folder, 'twice-')
  expect(again?.name).toContain('-again1-')
  expect(first?.text.trimEnd().split('\n')).toHaveLength(last)
  expect(positionsOf(again?.name ?? '')).toEqual(everyPosition(await headOf()).slice(1))
})

test('two exports can’t write the same files', async () => {
  await toFile('taken')
  const body = { name: 'Other', target: { kind: 'File', fileName: 'taken' }, enabled: true }
  const refused = await call<{ code: string; errors: { field: string }[] }>(app, exportsPath, {
    token: await app.token('admin'),
    body,
  })
  expect([refused.status, refused.body.code, refused.body.errors[0]?.field]).toEqual([
    409,
    'supervisionExport.fileNameTaken',
    'target.fileName',
  ])
  const one = await toFile('free')
  const changed = await call<{ code: string }>(app, `${exportsPath}/${one.supervisionExportId}`, {
    token: await app.token('admin'),
    method: 'PUT',
    body,
    headers: { 'if-match': '"1"' },
  })
  expect(changed.body.code).toBe('supervisionExport.fileNameTaken')
  const webhook = { kind: 'Webhook', url: 'https://siem.example/a' }
  const other = await call<{ code: string }>(app, `${exportsPath}/${one.supervisionExportId}`, {
    token: await app.token('admin'),
    method: 'PUT',
    body: { ...body, target: webhook },
    headers: { 'if-match': '"1"' },
  })
  expect(other.body.code).toBe('supervisionExport.otherKind')
})

test('a folder that can’t be written is reported, and nothing is missing once it can', async () => {
  const aside = `${folder}-aside`
  renameSync(folder, aside)
  onTestFinished(() => {
    if (existsSync(aside)) renameSync(aside, folder)
  })
  const one = await toFile('lost', { start: 'Beginning' })
  await expect.poll(async () => (await stateOf(one)).lastError).toBe('FolderUnavailable')
  expect(await stateOf(one)).toMatchObject({ state: 'Retrying', lastStatus: null })
  expect((await list()).folder).toEqual({ freeBytes: null })
  renameSync(aside, folder)
  await as(`${exportsPath}/${one.supervisionExportId}/tryAgain`, { method: 'POST' })
  await settled(one)
  expect(positionsOf('lost-')).toEqual(everyPosition(await headOf()))
})

test.runIf(process.env.TEST_DATABASE_URL)('one of two processes writes files', async () => {
  const other = await startTestApplication({
    databaseUrl: app.databaseUrl,
    dataDir: app.dataDir,
    environment: { SUPERVISION_EXPORT_DIR: folder },
  })
  onTestFinished(() => other.stop())
  const one = await toFile('shared', { start: 'Beginning' })
  for (let n = 0; n < 5; n += 1) {
    await publishAgent(app, `Agent ${n}`)
    await Promise.all([exportNow(), other.platform.jobs.send('supervisionExports.export', {})])
  }
  await settled(one)
  expect(positionsOf('shared-')).toEqual(everyPosition(await headOf()))
})

test.runIf(process.env.TEST_DATABASE_URL)('a process without the folder leaves files to others', async () => {
  const other = await startTestApplication({ databaseUrl: app.databaseUrl, dataDir: app.dataDir })
  onTestFinished(() => other.stop())
  const one = await toFile('elsewhere', { enabled: false })
  const { items } = await administrator(() => other).list()
  expect(items[0]).toMatchObject({ state: 'Off', lastError: 'NoFolder' })
  const put = { name: 'On', target: { kind: 'File', fileName: 'elsewhere' }, enabled: true }
  const refused = await call<{ code: string }>(other, `${exportsPath}/${one.supervisionExportId}`, {
    token: await other.token('admin'),
    method: 'PUT',
    body: put,
    headers: { 'if-match': '"1"' },
  })
  expect(refused.body.code).toBe('supervisionExport.noFolder')
  await sql`update supervision_export set enabled = true where id = ${one.supervisionExportId}`.execute(db())
  await other.platform.jobs.send('supervisionExports.export', {})
  await exportNow()
  await settled(one)
  expect(await stateOf(one)).toMatchObject({ lastError: null, lastSuccessAt: expect.any(String) })
})

test('exported lines are verified with the key of the instance, and altered or missing ones are found', async () => {
  const one = await toFile('proof', { start: 'Beginning' })
  await settled(one)
  const [{ name = '', text = '' } = {}] = filesOf(folder, 'proof-')
  const { secretKey } = app.config
  const place = path.join(folder, name)
  const last = await headOf()
  const verified = await verifyExported({ secretKey }, [place])
  expect(verified).toEqual({ checked: last, first: 1, last, broken: null })
  expect(verdictOfExport(verified)).toEqual([
    `Exported audit log verified: all ${last} lines are intact, from entry 1 to ${last}.`,
  ])
  const lines = text.split('\n').slice(0, -1)
  const changed = (change: (lines: string[]) => string[]) => {
    const other = path.join(folder, 'changed.ndjson')
    writeFileSync(other, change([...lines]).join('\n'))
    return verifyExported({ secretKey }, [other])
  }
  expect(
    (await changed((all) => all.with(1, all[1]?.replace(/"verb":"\w+"/, '"verb":"x"') ?? ''))).broken,
  ).toMatchObject({ line: 2, error: 'Altered' })
  expect((await changed((all) => all.toSpliced(1, 1))).broken).toMatchObject({ line: 2, error: 'Missing' })
  expect((await changed((all) => all.with(2, '{'))).broken).toMatchObject({ line: 3, error: 'Unreadable' })
  // A receiver can get lines twice.
  expect((await changed((all) => [...all, ...all])).broken).toBeNull()
  const otherKey = { secretKey: Buffer.alloc(48, 'x') }
  const refused = await verifyExported(otherKey, [place])
  expect(verdictOfExport(refused)[0]).toMatch(/^THE EXPORTED AUDIT LOG ISN'T INTACT\. Line 1 of /)
})
