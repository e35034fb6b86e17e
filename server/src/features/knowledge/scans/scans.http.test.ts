import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { packArchive } from '../../../testing/packedArchives.ts'
import { createLibrary, type File, find, listFiles, settled, upload } from '../testing/library.ts'
import { drawPage, makeScan, pagesOf, readScans, setOcr, WAIT } from '../testing/scans.ts'
import { listRefusals, unpacked, uploadArchive } from '../testing/unpacking.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication({ environment: { TEXT_RECOGNITION: 'auto' } })
})
afterAll(() => app?.remove())

const LONG = { timeout: 900_000 }
const letter = 'This letter was typed, and its text can be selected on the page as usual'

test(
  'only pages without text are read, and they are found with their page and confidence',
  LONG,
  async () => {
    const library = await createLibrary(app, 'Scans')
    expect((await setOcr(app, library, { ocr: 'Tesseract' })).status).toBe(200)
    const picture = await drawPage([
      'The travel allowance is 42 euros per day.',
      'Receipts are due in thirty days.',
    ])
    await upload(app, library, 'allowance.pdf', await makeScan([{ text: letter }, { picture }]))
    const file = await readScans(app, library)
    expect(file).toMatchObject({
      state: 'Ready',
      pages: 2,
      scan: { state: 'Done', pages: 1, read: 1, failed: 0 },
    })
    const [page] = await pagesOf(app, file)
    expect(page).toMatchObject({ page: 2, state: 'Read' })
    expect(page?.text).toContain('travel allowance is 42 euros per day')
    expect(page?.confidence).toBeGreaterThan(80)
    const { passages } = await find(app, [library], 'What is the travel allowance per day?')
    expect(passages[0]).toMatchObject({ page: 2, fileName: 'allowance.pdf' })
  },
)

test('a picture in Arabic is read in the chosen languages', LONG, async () => {
  const library = await createLibrary(app, 'Arabic scans')
  await setOcr(app, library, { ocr: 'Tesseract', ocrLanguages: ['ara', 'eng'] })
  const picture = await drawPage(['يبدأ الدوام في المكتب صباحا'], { isArabic: true, size: 56 })
  expect((await upload(app, library, 'office.png', new Uint8Array(picture))).status).toBe(200)
  const file = await readScans(app, library)
  expect(file).toMatchObject({ state: 'Ready', mimeType: 'image/png' })
  expect((await pagesOf(app, file))[0]?.text).toContain('المكتب')
})

test(
  'pictures are refused and scans fail in a library that doesn’t read them, until it does',
  LONG,
  async () => {
    const library = await createLibrary(app, 'Off at first')
    const picture = await drawPage(['Parking permits are issued at the gate.'])
    const refused = await upload(app, library, 'gate.png', new Uint8Array(picture))
    expect(refused.body).toMatchObject({ code: 'file.imageWithoutOcr' })
    await upload(app, library, 'gate.pdf', await makeScan([{ picture }]))
    expect((await settled(app, library))[0]).toMatchObject({
      state: 'Failed',
      reason: 'file.scanned',
      scan: null,
    })

    const scans = `/api/internal/dataSources/${library}/scans`
    const token = await app.token('admin')
    const early = await call<{ code: string }>(app, scans, { token, method: 'POST' })
    expect(early.body.code).toBe('dataSource.ocrOff')
    await setOcr(app, library, { ocr: 'Tesseract' })
    const ocr = `/api/internal/dataSources/${library}/ocr`
    expect((await call(app, ocr, { token })).body).toMatchObject({ isInstalled: true, earlierFiles: 1 })
    expect((await call(app, scans, { token, method: 'POST' })).status).toBe(204)
    await expect.poll(async () => (await listFiles(app, library))[0]?.state, WAIT).toBe('Ready')
    const { passages } = await find(app, [library], 'Where are parking permits issued?')
    expect(passages[0]?.text).toContain('at the gate')
  },
)

test(
  'pictures in an archive are read, or refused by name if the library doesn’t read them',
  LONG,
  async () => {
    const library = await createLibrary(app, 'Unpacked scans')
    const content = await drawPage(['The ferry leaves from pier nine.'])
    const unpack = async () => {
      const packed = packArchive([{ name: 'Pictures/ferry.png', content }])
      return unpacked(app, (await uploadArchive(app, library, packed, {})).body)
    }
    const refused = await listRefusals(app, await unpack())
    expect(refused.map(({ path, reason }) => [path, reason])).toEqual([
      ['Pictures/ferry.png', 'file.imageWithoutOcr'],
    ])
    await setOcr(app, library, { ocr: 'Tesseract' })
    expect(await unpack()).toMatchObject({ added: 1, refused: 0 })
    expect(await readScans(app, library)).toMatchObject({ state: 'Ready', folder: 'Pictures' })
    const { passages } = await find(app, [library], 'Where does the ferry leave?')
    expect(passages[0]?.text).toContain('pier nine')
  },
)

test('a language that isn’t installed is refused', async () => {
  const library = await createLibrary(app, 'Languages')
  const { status, body } = await setOcr(app, library, { ocr: 'Tesseract', ocrLanguages: ['kat'] })
  expect([status, body.code]).toEqual([409, 'dataSource.ocrLanguageMissing'])
})

test('a file that is stopped keeps the pages that were read, and goes on with the others', LONG, async () => {
  const library = await createLibrary(app, 'Stopped')
  await setOcr(app, library, { ocr: 'Tesseract' })
  const pages = await Promise.all(
    ['first', 'second', 'third', 'fourth'].map(async (name) => ({
      picture: await drawPage([`The ${name} drawer contains office supplies.`]),
    })),
  )
  const { body: added } = await upload(app, library, 'drawers.pdf', await makeScan(pages))
  const path = `/api/internal/dataSources/${library}/files/${added.fileId}/scan`
  const token = await app.token('admin')
  const pagesRead = async () => (await listFiles(app, library))[0]?.scan?.read ?? 0
  await expect.poll(pagesRead, { ...WAIT, interval: 20 }).toBeGreaterThan(0)
  await call(app, path, { token, body: { action: 'Stop' } })
  const [stopped] = await settled(app, library)
  expect(stopped).toMatchObject({ state: 'Ready', scan: { state: 'Stopped', pages: 4 } })
  expect(stopped!.scan!.read).toBeLessThan(4)
  await call(app, path, { token, body: { action: 'Continue' } })
  expect(await readScans(app, library)).toMatchObject({ fileVersion: 1, scan: { state: 'Done', read: 4 } })
  const { passages } = await find(app, [library], 'What does the fourth drawer contain?')
  expect(passages.some(({ page }) => page === 4)).toBe(true)
})

test('pages of a file that can’t be opened any more fail after five attempts', LONG, async () => {
  const library = await createLibrary(app, 'Lost')
  await setOcr(app, library, { ocr: 'Tesseract' })
  const [first, second] = [await drawPage(['The first page.']), await drawPage(['The second page.'])]
  await upload(app, library, 'lost.pdf', await makeScan([{ picture: first }, { picture: second }]))
  const { fileId } = await readScans(app, library)
  const { database, blobs } = app.platform
  const found = await sql<{
    key: string
  }>`select blob_key as key from file where file_id = ${fileId}`.execute(database.db)
  await blobs.remove(found.rows[0]!.key)
  await sql`update scanned_page set state = 'Waiting' where file_id = ${fileId}`.execute(database.db)
  await sql`update file set scan_state = 'Reading' where file_id = ${fileId}`.execute(database.db)
  const pages = async () => {
    // The attempts are half a minute apart.
    await sql`update file set scan_until = null where file_id = ${fileId} and scan_holder is null`.execute(
      database.db,
    )
    const [file] = await listFiles(app, library)
    return file?.scan?.state === 'Done' ? pagesOf(app, file) : []
  }
  await expect.poll(pages, WAIT).toMatchObject([
    { page: 1, state: 'Failed', reason: 'file.failed' },
    { page: 2, state: 'Failed', reason: 'file.failed' },
  ])
})

test('a file waits for a language that was uninstalled, and says so', LONG, async () => {
  const library = await createLibrary(app, 'Klingon')
  await setOcr(app, library, { ocr: 'Tesseract' })
  await sql`update data_source set ocr_languages = '{tlh}' where data_source_id = ${library}`.execute(
    app.platform.database.db,
  )
  await upload(app, library, 'fees.pdf', await makeScan([{ picture: await drawPage(['Fees.']) }]))
  const scan = async () => (await listFiles(app, library))[0]?.scan
  await expect.poll(scan, WAIT).toMatchObject({ state: 'Reading', read: 0, waitsFor: 'Languages' })
})

test('a file with more than 500 scanned pages is read only after someone confirms', LONG, async () => {
  const library = await createLibrary(app, 'Archive')
  await setOcr(app, library, { ocr: 'Tesseract' })
  const picture = await drawPage(['A page of the archive.'])
  const pages = Array.from({ length: limits.scannedPages + 1 }, () => ({ picture }))
  const { body: added } = await upload(app, library, 'archive.pdf', await makeScan(pages))
  const scan = async () => (await listFiles(app, library))[0]?.scan
  await expect.poll(async () => (await scan())?.state, WAIT).toBe('Unconfirmed')
  expect(await scan()).toMatchObject({ pages: limits.scannedPages + 1, read: 0, failed: 0 })
  const path = `/api/internal/dataSources/${library}/files/${added.fileId}/scan`
  const token = await app.token('admin')
  await setOcr(app, library, { ocr: 'Off' })
  const refused = await call<{ code: string }>(app, path, { token, body: { action: 'Continue' } })
  expect([refused.status, refused.body.code]).toEqual([409, 'dataSource.ocrOff'])
  await expect.poll(async () => (await scan())?.state, WAIT).toBe('Stopped')
  await setOcr(app, library, { ocr: 'Tesseract' })
  const ocr = `/api/internal/dataSources/${library}/ocr`
  expect((await call(app, ocr, { token })).body).toMatchObject({ earlierFiles: 1 })
  const { body: confirmed } = await call<File>(app, path, { token, body: { action: 'Continue' } })
  expect(confirmed.scan?.state).toBe('Reading')
  await expect.poll(async () => (await scan())?.read, WAIT).toBeGreaterThan(0)
  await call(app, path, { token, body: { action: 'Stop' } })
  expect((await scan())?.state).toBe('Stopped')
})
