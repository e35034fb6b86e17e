import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { makePdf, paragraph } from '../server/src/features/knowledge/testing/pdfs.ts'
import { makeDocx, words } from '../server/src/features/knowledge/testing/wordDocuments.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectDirection, expectFocused, expectGone, expectVisible } from './expectations.ts'
import { chosen } from './files.ts'
import { ask, composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const filling = (page: number) =>
  Array.from(
    { length: 24 },
    (_, line) => `Row ${line + 1} of page ${page} tells of rope, tar and canvas in the store.`,
  )
const CLAUSE = [
  'The cooper mends the barrels before the first frost,',
  'and counts them in the book of the cellar.',
]
const PDF = makePdf(
  Array.from({ length: 12 }, (_, index) => ({
    texts: [
      ...paragraph([`Sheet ${index + 1}`], 780, 72, 18),
      ...paragraph(filling(index + 1), 740),
      // At the bottom of its page, so that it must be scrolled into view.
      ...(index === 8 ? paragraph(CLAUSE, 120) : []),
    ],
  })),
)
const DOCX = makeDocx([
  words.heading(1, 'Ferries'),
  ...Array.from({ length: 30 }, (_, index) =>
    words.text(`Paragraph ${index + 1} tells of tides, moorings and the price of coal in that year.`),
  ),
  words.heading(1, 'Sark'),
  words.text('The ferry to Sark leaves at noon from the eastern quay.'),
  words.text('It returns before dusk.'),
])
const ARABIC =
  '# المستودع\n\nيفتح المستودع الرئيسي أبوابه في الساعة السابعة صباحًا.\n\nتُسلَّم البضائع عند البوابة الشرقية.\n'

const FEES = `Ship,Toll,Berth\n${Array.from({ length: 300 }, (_, at) => (at === 180 ? 'Nautilus,612,Submarine pier' : `Barge ${at},${at},Berth ${at % 9}`)).join('\n')}`

let agent: string
let libraryId: string
const fileIds = new Map<string, string>()
beforeAll(async () => {
  const { app } = stage.current
  const token = await app.token('admin')
  const library = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
    token,
    body: { name: 'Cellar', description: '' },
  })
  libraryId = library.body.dataSourceId
  for (const [name, content] of [
    ['sheets.pdf', PDF],
    ['ferries.docx', DOCX],
    ['warehouse.md', Buffer.from(ARABIC)],
    ['short.md', Buffer.from('The anvil weighs nine stone.')],
    ['tolls.csv', Buffer.from(FEES)],
  ] as const) {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    const added = await call<{ fileId: string }>(app, `/api/internal/dataSources/${libraryId}/files`, {
      token,
      body: form,
    })
    fileIds.set(name, added.body.fileId)
  }
  await vi.waitFor(
    async () => {
      const { body } = await call<{ items: { state: string }[] }>(
        app,
        `/api/internal/dataSources/${libraryId}/files`,
        { token },
      )
      expect(body.items.map(({ state }) => state)).toEqual(['Ready', 'Ready', 'Ready', 'Ready', 'Ready'])
    },
    { timeout: 300_000, interval: 200 },
  )
  agent = await publishAgent(app, 'Cellar', { languageEngine: 'BuiltIn' }, [libraryId])
})

const panel = (page: Page) => page.locator('.source-panel')
const documentButton = (page: Page) => panel(page).locator('footer button').first()
const markedText = async (page: Page) => (await panel(page).locator('mark').allTextContents()).join(' ')

/** Asks, and opens the answer's first source. */
async function openFirstSource(page: Page, question: string): Promise<void> {
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  await composer(page).waitFor()
  await ask(page, question)
  await page.locator('.answer[aria-busy="false"] .answer-actions').waitFor()
  await page.locator('.note, .source-chips button').first().click()
  await panel(page).waitFor()
}
async function openDocument(page: Page, question: string): Promise<void> {
  await openFirstSource(page, question)
  await documentButton(page).click()
}
const COOPER = 'When does the cooper mend the barrels?'
const FERRY = 'When does the ferry to Sark leave?'

const inView = (page: Page) =>
  page.evaluate<boolean>(
    `(() => { const mark = document.querySelector('.source-panel mark'); const box = mark.getBoundingClientRect(); const around = mark.closest('.pdf-pages, .document-text').getBoundingClientRect(); return box.top >= around.top && box.bottom <= around.bottom && box.width > 0 })()`,
  )

describe('a cited document', () => {
  test('a PDF opens at the cited page, with the sentence highlighted across its lines and in view', async () => {
    const { page } = await stage.current.openAs('admin')
    await openDocument(page, COOPER)
    await expectVisible(panel(page).getByRole('heading', { name: 'sheets.pdf, p. 9' }))
    await expect.poll(() => markedText(page)).toBe(CLAUSE.join(' '))
    await expect.poll(() => panel(page).locator('mark').first().evaluate(pageOf)).toBe('9')
    await expect.poll(() => inView(page)).toBe(true)
    await expect.poll(() => panel(page).getByRole('textbox', { name: 'Page' }).inputValue()).toBe('9')
    // It is next to the chat and covers none of it.
    const [thread, docked] = await Promise.all([
      page.locator('.thread-scroll').boundingBox(),
      panel(page).boundingBox(),
    ])
    expect((thread?.x ?? 0) + (thread?.width ?? 0)).toBeLessThanOrEqual((docked?.x ?? 0) + 1)
    expect(docked?.width).toBeGreaterThanOrEqual(404)
  })

  test('a sheet opens at its cells, is searched and read on, and shows only the passage once its library says so', async () => {
    const { page } = await stage.current.openAs('admin')
    await openFirstSource(page, 'What is the toll of the Nautilus?')
    await expectVisible(panel(page).getByRole('heading', { name: /^tolls\.csv, .?A182:C182.?$/ }))
    await documentButton(page).click()
    const rowOf = (name: string) => panel(page).getByRole('row').filter({ hasText: name })
    await expect.poll(() => markedText(page)).toBe('Nautilus 612 Submarine pier')
    await expect.poll(() => inView(page)).toBe(true)
    expect(await rowOf('Nautilus').getByRole('rowheader').textContent()).toBe('182')
    expect(await panel(page).getByRole('columnheader').allTextContents()).toEqual(
      expect.arrayContaining(['A', 'B', 'C', 'Ship', 'Toll', 'Berth']),
    )
    await expectAccessible(page, 'a sheet')
    const search = panel(page).getByRole('searchbox', { name: 'Find in document' })
    await search.fill('barge 7')
    await search.press('Enter')
    await expect.poll(() => markedText(page)).toBe('Barge 7')
    await expect.poll(() => panel(page).getByRole('status').textContent()).toMatch(/^1 of \d+$/)
    await search.press('Enter')
    await expect.poll(() => panel(page).getByRole('status').textContent()).toMatch(/^2 of \d+$/)
    await search.fill('')
    await expect.poll(() => markedText(page)).toBe('Nautilus 612 Submarine pier')
    const more = panel(page).getByRole('button', { name: 'Show more text' })
    for (let at = 0; at < 20 && (await more.count()) > 0; at += 1) {
      const rows = await panel(page).getByRole('row').count()
      await more.click()
      await expect.poll(() => panel(page).getByRole('row').count()).toBeGreaterThan(rows)
    }
    await expectVisible(rowOf('Barge 299'))
    const { app } = stage.current
    const token = await app.token('admin')
    const setting = { token, method: 'PUT' as const, headers: { 'if-match': '"1"' } }
    const path = `/api/internal/fileLibraries/${libraryId}`
    expect((await call(app, path, { ...setting, body: { readersSee: 'Passage' } })).status).toBe(200)
    await documentButton(page).click()
    await documentButton(page).click()
    await expectVisible(panel(page).getByText('This library shows only the passage that the answer cites'))
    await expectGone(search)
    await expect.poll(() => markedText(page)).toBe('Nautilus 612 Submarine pier')
    const restored = { ...setting, headers: { 'if-match': '"2"' }, body: { readersSee: 'File' } }
    expect((await call(app, path, restored)).status).toBe(200)
  })

  test('its pages can be browsed and enlarged; only pages near the visible ones are painted', async () => {
    const { page } = await stage.current.openAs('admin')
    await openDocument(page, COOPER)
    await expect.poll(() => markedText(page)).toBe(CLAUSE.join(' '))
    const number = panel(page).getByRole('textbox', { name: 'Page' })
    await panel(page).getByRole('button', { name: 'Next page' }).click()
    await expect.poll(() => number.inputValue()).toBe('10')
    await number.fill('2')
    await number.press('Enter')
    const second = panel(page).getByRole('group', { name: 'Page 2 of 12' })
    await expectVisible(second.locator('canvas'))
    await expectVisible(second.getByText('Row 3 of page 2', { exact: false }))
    expect(await panel(page).getByRole('group', { name: 'Page 12 of 12' }).locator('canvas').count()).toBe(0)
    const width = async () => (await second.boundingBox())?.width ?? 0
    const before = await width()
    await panel(page).getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(width).toBeGreaterThan(before * 1.15)
    await panel(page).getByRole('button', { name: 'Fit to width' }).click()
    await expect.poll(width).toBeCloseTo(before, -1)
  })

  test('the file is fetched once for all of its quotes, and its download is the original', async () => {
    const { page } = await stage.current.openAs('admin')
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/uploadedFiles/')) fetched.push(request.url())
    })
    await openDocument(page, COOPER)
    await expect.poll(() => markedText(page)).toBe(CLAUSE.join(' '))
    await documentButton(page).click()
    await expectVisible(panel(page).locator('.passage'))
    await documentButton(page).click()
    await expect.poll(() => markedText(page)).toBe(CLAUSE.join(' '))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('sheets.pdf')
    expect(await readFile(await download.path())).toEqual(PDF)
    expect(fetched).toHaveLength(1)
  })

  test('a Word document opens as text under its headings, with the sentence highlighted and in view', async () => {
    const { page } = await stage.current.openAs('admin')
    await openDocument(page, FERRY)
    await expect.poll(() => markedText(page)).toBe('The ferry to Sark leaves at noon from the eastern quay.')
    await expectVisible(panel(page).getByRole('heading', { name: 'Sark', exact: true }))
    await expect.poll(() => inView(page)).toBe(true)
  })

  test('an Arabic document is right-aligned, even on an English page', async () => {
    const { page } = await stage.current.openAs('admin')
    await openDocument(page, 'متى يفتح المستودع أبوابه؟')
    const marked = panel(page).locator('mark')
    await expectVisible(marked)
    await expectDirection(marked, 'rtl')
  })

  test('the focus moves into the panel and back, and Esc closes it', async () => {
    const { page } = await stage.current.openAs('admin')
    await openFirstSource(page, COOPER)
    await expectFocused(panel(page))
    await page.keyboard.press('Escape')
    await expectGone(panel(page))
    await expectFocused(page.locator('.note').first())
    await page.keyboard.press('Enter')
    await expectFocused(panel(page))
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await expectFocused(page.locator('.note').first())
  })

  test("bytes that aren't a PDF after all are shown as text, and a failed load can be retried", async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/500/)
    let asked = 0
    await page.route('**/uploadedFiles/*', (route) =>
      asked++ === 0 ? route.fulfill({ status: 500, body: 'no' }) : route.fulfill({ body: 'no PDF at all' }),
    )
    await openDocument(page, COOPER)
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await expectVisible(panel(page).getByText('The pages of this file can’t be shown. Here is its text.'))
    await expect.poll(() => markedText(page)).toContain('The cooper mends the barrels')
  })

  test('a document with one sentence opens; a deleted one leaves its quote and says so', async () => {
    const { page, watch } = await stage.current.openAs('admin')
    const question = 'How much does the anvil weigh?'
    await openDocument(page, question)
    await expect.poll(() => markedText(page)).toBe('The anvil weighs nine stone.')
    const { app } = stage.current
    const removed = await call(
      app,
      `/api/internal/dataSources/${libraryId}/files/${fileIds.get('short.md')}`,
      {
        token: await app.token('admin'),
        method: 'DELETE',
      },
    )
    expect(removed.status).toBe(204)
    watch.expectError(/404/)
    await page.reload()
    await page.locator('.note').first().click()
    await documentButton(page).click()
    await expectVisible(
      panel(page).getByText('This document no longer exists, or you no longer have access to it.'),
    )
    await expectVisible(panel(page).getByText('The anvil weighs nine stone.'))
    await panel(page).getByRole('button', { name: 'Download' }).click()
    await expectVisible(page.locator('.toast').filter({ hasText: 'This document no longer exists' }))
  })

  test('fax-encoded images are decoded without WebAssembly, as the policy requires', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    await composer(page).waitFor()
    await page.locator('input[data-attach]').setInputFiles([chosen({ name: 'fax.pdf', content: faxed() })])
    await expect.poll(() => page.locator('.attachment').getAttribute('data-state')).toBe('Ready')
    await ask(page, 'What was sent from the harbour office?')
    await page.locator('.answer[aria-busy="false"] .answer-actions').waitFor()
    await page
      .getByRole('button', { name: /^Open source \d: fax.pdf/ })
      .first()
      .click()
    await documentButton(page).click()
    await expectVisible(panel(page).locator('canvas'))
    const dark = `(() => { const canvas = document.querySelector('.pdf-paint canvas'); const { data } = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1); return data[0] < 40 && data[3] === 255 })()`
    await expect.poll(() => page.evaluate<boolean>(dark)).toBe(true)
  })
})

describe('attachments and documents', () => {
  test.for(LOOKS)('have no serious accessibility violations, %s', async ([, options, before]) => {
    const { page, watch } = await stage.current.openAs('admin', options)
    watch.expectError(/415/)
    await page.addInitScript(before)
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    await composer(page).waitFor()
    await page
      .locator('input[data-attach]')
      .setInputFiles([
        chosen({ name: 'good.md', content: '# Good\n\nA good file.' }),
        chosen({ name: 'program.txt', content: 'MZ\u0000\u0001\u0002\u0000\u0000binary\u0000' }),
      ])
    await expectVisible(page.locator('.attachment[data-state="Failed"]'))
    await expectVisible(page.locator('.attachment[data-state="Ready"]'))
    await expectAccessible(page, 'composer with files')
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

    await ask(page, FERRY)
    await page.locator('.answer[aria-busy="false"] .answer-actions').waitFor()
    await page.locator('.note, .source-chips button').first().click()
    await expectVisible(panel(page).locator('mark'))
    await expectAccessible(page, 'passage')
    await documentButton(page).click()
    await expectVisible(panel(page).locator('.document-text mark'))
    await expectAccessible(page, 'text')

    await openDocument(page, COOPER)
    await expectVisible(panel(page).locator('.pdf-text mark').first())
    await expectAccessible(page, 'PDF')
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})

const pageOf = (mark: { closest(selector: string): { getAttribute(name: string): string | null } | null }) =>
  mark.closest('[data-page]')?.getAttribute('data-page')

/** Creates a page with words, and a black image over its middle with fax compression (CCITT group 4). */
function faxed(): Buffer {
  const text =
    'BT /F1 12 Tf 1 0 0 1 72 760 Tm (From the harbour office a list of pilots was sent on Monday.) Tj ET'
  const content = `${text}\nq 300 0 0 300 147 271 cm /I1 Do Q`
  // Eight lines equal to the white line before them: one bit each. Black is 0 here, so white is painted black.
  const picture = Buffer.from([0xff, 0x00, 0x10, 0x01])
  const objects: (string | Buffer)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Count 1 /Kids [3 0 R] >>'],
    [
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /I1 6 0 R >> >> >>',
    ],
    [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
    [
      `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0] /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >> /Length ${picture.length} >>\nstream\n`,
      picture,
      '\nendstream',
    ],
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [index, object] of objects.entries()) {
    offsets.push(length())
    parts.push(
      Buffer.from(`${index + 1} 0 obj\n`),
      ...object.map((one) => Buffer.from(one)),
      Buffer.from('\nendobj\n'),
    )
  }
  const start = length()
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
