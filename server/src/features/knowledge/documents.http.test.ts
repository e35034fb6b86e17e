import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { createLibrary, type File, find, listFiles, settled, upload } from './testing/library.ts'
import {
  bombs,
  makeEpub,
  makeOpenDocument,
  makePptx,
  makeWorkbook,
  shapes,
} from './testing/officeDocuments.ts'
import { makePdf, type PdfPage, paragraph } from './testing/pdfs.ts'
import { mailText, makeEmail, makeRtf } from './testing/textFiles.ts'
import { makeBomb, makeDocx, makeZip, words } from './testing/wordDocuments.ts'

let app: TestApplication

beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app.remove())

const page = (...lines: string[]): PdfPage => ({ texts: paragraph(lines, 700) })

/** Uploads one file to its own library and returns how reading it ended. */
async function readFile(name: string, content: Buffer<ArrayBuffer>) {
  const id = await createLibrary(app, `Library ${randomUUID()}`)
  const added = await upload(app, id, name, content)
  if (added.status !== 200)
    return { id, status: added.status, code: (added.body as unknown as { code: string }).code }
  const [file] = await settled(app, id)
  return { id, status: added.status, file }
}

describe('a PDF', () => {
  it('is found page by page and cited with its page', async () => {
    const { id, file } = await readFile(
      'harbour.pdf',
      makePdf([page('The harbour closes at nine.'), page('Boats pay two crowns a', 'night at the pier.')]),
    )
    expect(file).toMatchObject({
      state: 'Ready',
      pages: 2,
      passages: 2,
      mimeType: 'application/pdf',
      progress: 100,
    })
    const found = await find(app, [id], 'What do boats pay?')
    expect(found.passages[0]).toMatchObject({ page: 2, text: 'Boats pay two crowns a night at the pier.' })
  })

  it('of 200 pages is read completely, each passage on its page', async () => {
    const pages = Array.from({ length: 200 }, (_, n) =>
      page(
        `Berth number${n + 1} has a light of its own, and whoever ties up there at night must keep`,
        'it burning.',
      ),
    )
    const { id, file } = await readFile('long.pdf', makePdf(pages))
    expect(file).toMatchObject({ state: 'Ready', pages: 200, passages: 200 })
    expect((await find(app, [id], 'number137')).passages[0]).toMatchObject({
      page: 137,
      ordinal: 136,
      text: 'Berth number137 has a light of its own, and whoever ties up there at night must keep it burning.',
    })
  })

  it('in Arabic is found by its words, whatever shapes its letters are drawn in', async () => {
    // "The ship sails at dawn", drawn from the left with contextual letter forms.
    const drawn =
      '\uFEAE\uFEA0\uFED4\uFEDF\uFE8D \uFEAA\uFEE8\uFECB \uFEAE\uFEA4\uFE92\uFE97 \uFE94\uFEE8\uFEF4\uFED4\uFEB4\uFEDF\uFE8D'
    const texts = [{ text: drawn, x: 72, y: 700, arabic: true }]
    const { id, file } = await readFile('ship.pdf', makePdf([{ texts }]))
    expect(file).toMatchObject({ state: 'Ready', passages: 1 })
    expect((await find(app, [id], 'متى تبحر السفينة')).passages[0]?.text).toBe('السفينة تبحر عند الفجر')
  })

  it('in Japanese is read with a font that is not embedded', async () => {
    // "The harbor of Japan" in Shift JIS.
    const texts = [{ text: '93fa967b82cc8d60', x: 72, y: 700, japanese: true }]
    const { id, file } = await readFile('port.pdf', makePdf([{ texts }]))
    expect(file).toMatchObject({ state: 'Ready', passages: 1 })
    expect((await find(app, [id], '日本')).passages[0]?.text).toBe('日本の港')
  })

  it('that is encrypted but opens without a password is read', async () => {
    const { file } = await readFile('open.pdf', makePdf([page('Anybody may read this.')], { password: '' }))
    expect(file).toMatchObject({ state: 'Ready', passages: 1 })
  })

  it.each([
    ['needs a password', makePdf([page('A secret.')], { password: 'open' }), 'file.encrypted'],
    [
      'contains only images of pages',
      makePdf([{ picture: true }, { picture: true, texts: [{ text: '2', x: 9, y: 400 }] }]),
      'file.scanned',
    ],
    [
      'is truncated',
      makePdf(Array.from({ length: 50 }, () => page('Something.'))).subarray(0, 9000),
      'file.broken',
    ],
    ['consists only of a header', Buffer.from('%PDF-1.7\nand then nothing of the kind'), 'file.broken'],
    ['has empty pages', makePdf([{}, {}]), 'file.noText'],
  ] as const)('that %s fails with that reason, and the next file is read', async (_what, bytes, reason) => {
    const { id, file } = await readFile('bad.pdf', Buffer.from(bytes))
    expect(file).toMatchObject({ state: 'Failed', reason, passages: 0 })
    expect((await find(app, [id], 'something secret')).passages).toEqual([])
    expect((await readFile('good.pdf', makePdf([page('A good one.')]))).file).toMatchObject({
      state: 'Ready',
    })
  })

  it('replaces the previous version once it is read, and keeps it if reading fails', async () => {
    const { id } = await readFile('price.pdf', makePdf([page('The ferry costs four crowns.')]))
    const texts = async () => (await find(app, [id], 'ferry')).passages.map((passage) => passage.text)
    await upload(app, id, 'price.pdf', makePdf([page('The ferry costs six crowns.')], { password: 'x' }))
    expect(await settled(app, id)).toMatchObject([
      { fileVersion: 2, state: 'Failed', reason: 'file.encrypted' },
    ])
    expect(await texts()).toEqual(['The ferry costs four crowns.'])
    await upload(app, id, 'price.pdf', makeDocx([words.text('The ferry costs seven crowns.')]))
    expect(await settled(app, id)).toMatchObject([{ fileVersion: 3, state: 'Ready', pages: null }])
    expect(await texts()).toEqual(['The ferry costs seven crowns.'])
    const token = await app.token('admin')
    const [file] = await listFiles(app, id)
    const path = `/api/internal/dataSources/${id}/files/${file?.fileId}`
    expect((await call(app, path, { token, method: 'DELETE' })).status).toBe(204)
    expect(await texts()).toEqual([])
  })
})

describe('documents of other programs', () => {
  const prices = [
    ['Berth', 'Price'],
    ['Quay 7', 42],
  ]
  const odt = (text: string) => makeOpenDocument('text', `<text:p>${text}</text:p>`)

  it.each([
    ['prices.xlsx', makeWorkbook([{ name: 'Fees', rows: prices }]), 'Fees', 'Berth: Quay 7 | Price: 42'],
    [
      'prices.xls',
      makeWorkbook([{ name: 'Fees', rows: prices }], 'biff8'),
      'Fees',
      'Berth: Quay 7 | Price: 42',
    ],
    ['prices.csv', Buffer.from('Berth;Price\nQuay 7;42\n'), '', 'Berth: Quay 7 | Price: 42'],
    [
      'prices.pptx',
      makePptx([{ shapes: [shapes.title('Fees'), shapes.body('Quay 7 costs 42')] }]),
      'Fees',
      'Quay 7 costs 42',
    ],
    ['prices.odt', odt('Quay 7 costs 42'), '', 'Quay 7 costs 42'],
    [
      'prices.odp',
      makeOpenDocument('presentation', '<draw:page><text:p>Quay 7 costs 42</text:p></draw:page>'),
      '',
      'Quay 7 costs 42',
    ],
    ['prices.epub', makeEpub('Fees', ['<p>Quay 7 costs 42</p>']), 'Fees', 'Quay 7 costs 42'],
    [
      'prices.eml',
      makeEmail(['Subject: Fees', 'To: ben@halden.example'], [mailText('Quay 7 costs 42')]),
      'Fees',
      'Quay 7 costs 42',
    ],
    ['prices.rtf', makeRtf('\\s1 Fees\\par\\pard Quay 7 costs 42'), 'Fees', 'Quay 7 costs 42'],
    [
      'prices.json',
      Buffer.from('{"Fees":[{"Berth":"Quay 7","Price":42},{"Berth":"Quay 8","Price":43}]}'),
      'Fees',
      'Berth: Quay 7 | Price: 42',
    ],
    ['prices.jsonl', Buffer.from('{"Berth":"Quay 7","Price":42}\n'), '', 'Berth: Quay 7 | Price: 42'],
    [
      'prices.yaml',
      Buffer.from('Fees:\n  - {Berth: Quay 7, Price: 42}\n  - {Berth: Quay 8, Price: 43}\n'),
      'Fees',
      'Berth: Quay 7 | Price: 42',
    ],
    [
      'prices.xml',
      Buffer.from('<Fees><fee><Berth>Quay 7</Berth><Price>42</Price></fee></Fees>'),
      'Fees',
      'Berth: Quay 7 | Price: 42',
    ],
    [
      'prices.ts',
      Buffer.from('export class Fees {\n  quay = 7 // price 42\n}\n'),
      'export class Fees',
      'quay = 7 // price 42',
    ],
    [
      'prices.ipynb',
      Buffer.from(
        JSON.stringify({
          nbformat: 4,
          cells: [{ cell_type: 'markdown', source: '# Fees\n\nQuay 7 costs 42' }],
        }),
      ),
      'Fees',
      'Quay 7 costs 42',
    ],
    [
      'prices.vtt',
      Buffer.from('WEBVTT - Fees\n\n00:01.000 --> 00:02.000\nQuay 7 costs 42'),
      'Fees',
      'Quay 7 costs 42',
    ],
    ['prices.srt', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nQuay 7 costs 42'), '', 'Quay 7 costs 42'],
  ])('%s is read and found', async (name, bytes, heading, text) => {
    const { id, file } = await readFile(name, bytes)
    expect(file).toMatchObject({ state: 'Ready', passages: 1, progress: 100 })
    const [found] = (await find(app, [id], 'price of quay 7')).passages
    expect(found?.heading).toBe(heading)
    expect(found?.text).toContain(text)
  })

  it.each(Object.entries(bombs()))(
    '[A70] %s is rejected, even if it declares less than it unpacks to',
    async (name, bomb) => {
      expect(await readFile(name, makeBomb(400, undefined, bomb))).toMatchObject({
        status: 422,
        code: 'file.unpacksTooLarge',
      })
      const { file } = await readFile(name, makeBomb(400, 100_000, bomb))
      // The reader of workbooks takes no more than is declared.
      if (file?.state === 'Ready') expect(file.passages).toBeLessThan(1000)
      else expect(['file.tooHard', 'file.unpacksTooLarge', 'file.broken']).toContain(file?.reason)
      expect((await readFile('after.odt', odt('After it.'))).file).toMatchObject({ state: 'Ready' })
    },
  )

  it('[S15] with files in their markup read none of them', async () => {
    const entities = '<!DOCTYPE d [<!ENTITY one SYSTEM "file:///etc/hostname">]>'
    const content = `${entities}<office:text><text:p>The pier is long. &one;</text:p></office:text>`
    const { id } = await readFile('entities.odt', makeOpenDocument('text', '', { 'content.xml': content }))
    const texts = (await find(app, [id], 'long pier')).passages.map(({ text }) => text)
    expect(texts).toEqual(['The pier is long. &one;'])
  })
})

describe('a Word document', () => {
  it('is read with its headings, lists, and tables', async () => {
    const { id, file } = await readFile(
      'fees.docx',
      makeDocx([
        words.heading(1, 'Fees & rules'),
        words.text('A night costs two crowns.'),
        words.item('Boats first'),
        words.item('Ships later'),
        words.heading(2, 'Prices'),
        words.table([
          ['Item', 'Price'],
          ['Tea', '2 crowns'],
        ]),
      ]),
    )
    expect(file).toMatchObject({ state: 'Ready', pages: null, passages: 2 })
    const found = await find(app, [id], 'tea price')
    expect(found.passages[0]).toMatchObject({
      heading: 'Fees & rules › Prices',
      page: null,
      text: 'Item | Price\nTea | 2 crowns',
    })
    const other = await find(app, [id], 'night boats')
    expect(other.passages[0]?.text).toBe('A night costs two crowns.\n\nBoats first\nShips later')
  })

  it('is detected by its content, not its name', async () => {
    const { file } = await readFile('notes.txt', makeDocx([words.text('Still a Word document.')]))
    expect(file).toMatchObject({ state: 'Ready', mimeType: expect.stringContaining('wordprocessingml') })
  })

  it('[A70] that unpacks to 400 MB is rejected immediately, even if it declares less, and affects nothing else', async () => {
    expect(await readFile('bomb.docx', makeBomb(400))).toMatchObject({
      status: 422,
      code: 'file.unpacksTooLarge',
    })
    const { file } = await readFile('lying.docx', makeBomb(400, 100_000))
    expect(file?.state).toBe('Failed')
    expect(['file.tooHard', 'file.unpacksTooLarge', 'file.broken']).toContain(file?.reason)
    expect((await readFile('after.docx', makeDocx([words.text('After it.')]))).file).toMatchObject({
      state: 'Ready',
    })
  })

  it.each([
    ['another archive', makeZip({ 'notes/readme.txt': 'Hello' }), 415, 'file.kind'],
    ['truncated', makeDocx([words.text('Something.')]).subarray(0, 700), 422, 'file.broken'],
    ['protected by a password', encryptedOffice(), 422, 'file.encrypted'],
    ['in the older format', olderOffice(), 415, 'file.kind'],
    [
      'an archive of too many files',
      makeZip(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`f${n}`, '']))),
      422,
      'file.unpacksTooLarge',
    ],
  ] as const)('[S27] that is %s is rejected with that reason', async (_what, bytes, status, code) => {
    expect(await readFile('x.docx', Buffer.from(bytes))).toMatchObject({ status, code })
  })

  it('[A60] with paths, links, or duplicates as entries writes nothing, and reads nothing but itself', async () => {
    const slip = `parlance-slip-${randomUUID()}`
    const upwards = `${'../'.repeat(12)}tmp/${slip}`
    const paths = makeDocx([words.text('The buoy is striped.')], {
      [upwards]: 'x',
      [`/tmp/${slip}`]: 'x',
      [`word/../../../../../../../../tmp/${slip}`]: 'x',
      [upwards.replaceAll('/', '\\')]: 'x',
    })
    const { status, file } = await readFile('paths.docx', paths)
    expect([status, file?.state]).toEqual([200, 'Ready'])
    expect(existsSync(`/tmp/${slip}`)).toBe(false)

    // Replaces the text by an entry marked as a link.
    const link = makeDocx([], { 'word/document.xml': '/etc/passwd' })
    const at = link.lastIndexOf('word/document.xml')
    link.writeUInt32LE(0o120777 * 65_536, at - 46 + 38)
    expect((await readFile('link.docx', link)).file?.state).toBe('Failed')

    // Two texts under one name.
    const other =
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>The buoy is invisible.</w:t></w:r></w:p></w:body></w:document>'
    const both = makeDocx([words.text('The buoy is visible.')], { 'word/documenX.xml': other })
    const doubled = Buffer.from(
      both.toString('latin1').replaceAll('word/documenX.xml', 'word/document.xml'),
      'latin1',
    )
    const twice = await readFile('twice.docx', doubled)
    expect(twice.file?.state === 'Ready' ? twice.file.passages : 0).toBeLessThanOrEqual(1)
  })

  it('[S15] with files and URLs in its markup reads and requests none of them', async () => {
    const entities = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY one SYSTEM "file:///etc/passwd"><!ENTITY two SYSTEM "http://127.0.0.1:9/x"><!ENTITY % three SYSTEM "file:///etc/hostname"> %three;]>
      <w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>The pier is long. &one; &two;</w:t></w:r></w:p></w:body></w:document>`
    const { id, file } = await readFile('entities.docx', makeDocx([], { 'word/document.xml': entities }))
    const passages = file?.state === 'Ready' ? (await find(app, [id], 'pier long root')).passages : []
    const text = passages.map((one) => one.text).join(' ')
    expect(text).not.toContain('root:')
    expect(text).not.toContain(hostname())
  })

  it('without text fails', async () => {
    expect((await readFile('empty.docx', makeDocx([words.text('')]))).file).toMatchObject({
      state: 'Failed',
      reason: 'file.noText',
    })
  })
})

/** The container of older office documents, and of newer ones with a password, with one name in its directory. */
function compound(streamName: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(512 * 3)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(1, 48)
  Buffer.from(streamName, 'utf16le').copy(bytes, 1024)
  return bytes
}
function encryptedOffice() {
  return compound('EncryptedPackage')
}
function olderOffice() {
  return compound('WordDocument')
}

describe('a hundred files at once', () => {
  it('each get their own result, and the valid ones are read', async () => {
    const id = await createLibrary(app, 'A hundred')
    const contents = (n: number): [string, Buffer<ArrayBuffer> | string] => {
      if (n % 10 === 0) return [`${n}.pdf`, makePdf([page(`Secret number${n}.`)], { password: 'x' })]
      if (n % 10 === 1) return [`${n}.txt`, '']
      if (n % 10 === 2) return [`${n}.xlsx`, makeZip({ 'notes/readme.txt': 'Hello' })]
      if (n % 10 < 6) return [`${n}.pdf`, makePdf([page(`The buoy number${n} is red.`)])]
      if (n % 10 < 8) return [`${n}.docx`, makeDocx([words.text(`The buoy number${n} is green.`)])]
      return [`${n}.txt`, `The buoy number${n} is white.`]
    }
    const names = Array.from({ length: 100 }, (_, n) => contents(n))
    const answers = await Promise.all(names.map(([name, content]) => upload(app, id, name, content)))
    const codes = answers.map(({ status, body }) =>
      status === 200 ? 'taken' : (body as unknown as { code: string }).code,
    )
    const counts = Object.groupBy(codes, (code) => code)
    expect(Object.fromEntries(Object.entries(counts).map(([code, all]) => [code, all?.length]))).toEqual({
      taken: 80,
      'file.empty': 10,
      'file.kind': 10,
    })

    const files = await allSettled(id)
    const states = Object.groupBy(files, (file) => file.reason ?? file.state)
    expect(Object.fromEntries(Object.entries(states).map(([key, list]) => [key, list?.length]))).toEqual({
      Ready: 70,
      'file.encrypted': 10,
    })
    for (const n of [3, 57, 98])
      expect((await find(app, [id], `number${n}`)).passages[0]?.text).toContain(`number${n} is`)
  })
})

async function allSettled(dataSourceId: string): Promise<File[]> {
  const token = await app.token('admin')
  const list = async () =>
    (
      await call<{ items: File[] }>(app, `/api/internal/dataSources/${dataSourceId}/files?pageSize=200`, {
        token,
      })
    ).body.items
  await expect
    .poll(
      async () => (await list()).filter((file) => file.state !== 'Ready' && file.state !== 'Failed').length,
      {
        interval: 300,
      },
    )
    .toBe(0)
  return list()
}
