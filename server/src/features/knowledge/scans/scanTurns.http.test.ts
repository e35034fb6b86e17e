import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '../../../platform/database/database.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { createLibrary, settled, upload } from '../testing/library.ts'
import { claim, release, stopSome } from './store.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

const UNDONE = new Error('Undone')

/** Undoes everything afterwards, so that the scanner of the application never sees it. */
async function undone(work: (tx: Sql) => Promise<void>): Promise<void> {
  const changes = app.platform.database.transaction(async (tx) => {
    await work(tx)
    throw UNDONE
  })
  await expect(changes).rejects.toBe(UNDONE)
}

/** Adds a file that waits for a turn since `minutes` ago. */
async function addWaiting(tx: Sql, fileId: string, minutes: number): Promise<void> {
  await sql`update file set scan_state = 'Reading', updated_at = now() - make_interval(mins => ${minutes})
    where file_id = ${fileId}`.execute(tx)
}

async function addFile(library: string): Promise<string> {
  const { status, body } = await upload(app, library, `${randomUUID()}.txt`, 'A line.')
  expect(status).toBe(200)
  return body.fileId
}

const turnOn = (tx: Sql) => sql`update data_source set ocr = 'Tesseract'`.execute(tx)

test('a long scan is read on only after other files had their turn', async () => {
  const library = await createLibrary(app, 'Turns of files')
  const [long, short] = [await addFile(library), await addFile(library)]
  await undone(async (tx) => {
    await turnOn(tx)
    await addWaiting(tx, long, 9)
    await addWaiting(tx, short, 1)
    const turns: string[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      const task = await claim(tx, randomUUID(), 'UploadedFiles')
      turns.push(task!.fileId)
      await sql`update file set scan_holder = null, scan_until = null, scan_turn_at = now()
        where file_id = ${task!.fileId}`.execute(tx)
    }
    expect(turns).toEqual([long, short])
  })
})

test('releasing a file ends its turn', async () => {
  const library = await createLibrary(app, 'Releases')
  const file = await addFile(library)
  await undone(async (tx) => {
    await turnOn(tx)
    await addWaiting(tx, file, 9)
    const holder = randomUUID()
    const task = await claim(tx, holder, 'UploadedFiles')
    await release(tx, task!, holder)
    const { rows } =
      await sql`select scan_turn_at = now() as "isNow" from file where file_id = ${file}`.execute(tx)
    expect(rows).toEqual([{ isNow: true }])
  })
})

test('a library with many waiting files doesn’t delay another', async () => {
  const [large, small] = [await createLibrary(app, 'Large'), await createLibrary(app, 'Small')]
  const [first, second, other] = [await addFile(large), await addFile(large), await addFile(small)]
  await undone(async (tx) => {
    await turnOn(tx)
    await addWaiting(tx, first, 9)
    await addWaiting(tx, second, 8)
    await addWaiting(tx, other, 1)
    const task = await claim(tx, randomUUID(), 'UploadedFiles')
    expect(task).toMatchObject({ fileId: first, turnOf: large })
    expect((await claim(tx, randomUUID(), 'UploadedFiles', [large]))?.fileId).toBe(other)
    expect((await claim(tx, randomUUID(), 'UploadedFiles', [large, small]))?.fileId).toBe(second)
  })
})

test('nothing is read in a library that no longer reads scanned pages', async () => {
  const file = await addFile(await createLibrary(app, 'Off'))
  await undone(async (tx) => {
    await addWaiting(tx, file, 9)
    expect(await claim(tx, randomUUID(), 'UploadedFiles')).toBe(null)
    await turnOn(tx)
    expect((await claim(tx, randomUUID(), 'UploadedFiles'))?.fileId).toBe(file)
  })
})

test('turning reading off indexes only files again whose pages were being read', async () => {
  const library = await createLibrary(app, 'Turned off')
  const [searched, read] = [await addFile(library), await addFile(library)]
  await settled(app, library)
  await undone(async (tx) => {
    await addWaiting(tx, read, 9)
    await sql`update file set scan_state = 'Searching' where file_id = ${searched}`.execute(tx)
    expect(await stopSome(tx, 1)).toBe(2)
    expect(await stopSome(tx, 1)).toBe(0)
    const { rows } = await sql`select file_id as "fileId", state, scan_state as scan, reindexed from file
      where data_source_id = ${library} order by scan_state`.execute(tx)
    expect(rows).toEqual([
      { fileId: read, state: 'Queued', scan: 'Stopped', reindexed: 1 },
      { fileId: searched, state: 'Ready', scan: null, reindexed: 0 },
    ])
  })
})

test('a person with many attachments doesn’t delay others', async () => {
  const files = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => addFile(await createLibrary(app, name))),
  )
  await undone(async (tx) => {
    await sql`update data_source set data_source_type = 'Attachment'
      where data_source_id in (select data_source_id from file where file_id = any(${files}::uuid[]))`.execute(
      tx,
    )
    const [first, second, other] = files as [string, string, string]
    await addWaiting(tx, first, 9)
    await addWaiting(tx, second, 8)
    await addWaiting(tx, other, 1)
    await sql`update file set uploaded_by = null where file_id = ${other}`.execute(tx)
    const task = await claim(tx, randomUUID(), 'Attachment')
    expect(task).toMatchObject({ fileId: first, isAttached: true })
    expect((await claim(tx, randomUUID(), 'Attachment', [task!.turnOf]))?.fileId).toBe(other)
  })
})
