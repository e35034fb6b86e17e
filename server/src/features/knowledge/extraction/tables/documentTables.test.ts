import { describe, expect, it } from 'vitest'
import { makeEpub, makeOpenDocument, makePptx, shapes } from '../../testing/officeDocuments.ts'
import { makeDocx, words } from '../../testing/wordDocuments.ts'
import { openDocument } from '../extract.ts'
import { lengthOf } from '../openedDocument.ts'
import { DOCX, EMAIL, EPUB, type MimeType, ODP, ODT, PPTX, RTF } from '../sniff.ts'
import { DocumentTables } from './documentTables.ts'

const header = ['Part', 'Stock', 'Price']
const parts = Array.from({ length: 40 }, (_, at) => [`Part ${at + 1}`, String(at * 3), `€${at}.50`])
const rows = [header, ...parts]

/** Returns the tables of a document, and the text at which each begins. */
async function tablesOf(bytes: Buffer | string, mimeType: MimeType) {
  const tables = new DocumentTables()
  let text = ''
  for await (const part of (await openDocument(Buffer.from(bytes), mimeType)).parts) {
    tables.add(part, text.length)
    text += part.text.padEnd(lengthOf(part))
  }
  return tables.sheets().map(({ name, rows, place }) => {
    const { start = 0, ...where } = place ?? {}
    return {
      name,
      rows: Array.from(rows, (row) => row.map((cell) => cell.text)),
      ...where,
      begins: text.slice(start, start + 12),
    }
  })
}

const htmlTable = (all: readonly (readonly string[])[]) =>
  `<table>${all.map((row, at) => `<tr>${row.map((cell) => (at === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`).join('')}</table>`
const markdownTable = (all: readonly (readonly string[])[]) =>
  [all[0]!, header.map(() => '---'), ...all.slice(1)].map((row) => `| ${row.join(' | ')} |`).join('\n')
const openTable = (all: readonly (readonly string[])[]) =>
  `<table:table>${all.map((row) => `<table:table-row>${row.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`
const email = (html: string) =>
  `From: ada@x.example\nSubject: Stock\nDate: Mon, 1 Jan 2024 10:00:00 +0000\nContent-Type: text/html\n\n${html}`
const rtf = `{\\rtf1\\ansi{\\stylesheet{\\s1 heading 1;}}\\pard\\s1 Stock\\par\\pard ${rows
  .map((row, at) => `\\trowd${at === 0 ? '\\trhdr' : ''}\\pard\\intbl ${row.join('\\cell ')}\\cell\\row`)
  .join('\n')
  .replaceAll('€', "\\'80")}\\pard End\\par}`

describe('a table that doesn’t fit in a passage', () => {
  it.each<[string, MimeType, Buffer | string, object]>([
    ['Word', DOCX, makeDocx([words.heading(1, 'Stock'), words.text('All parts.'), words.table(rows)]), {}],
    [
      'OpenDocument',
      ODT,
      makeOpenDocument('text', `<text:h text:outline-level="1">Stock</text:h>${openTable(rows)}`),
      {},
    ],
    ['HTML', 'text/html', `<html><body><h1>Shop</h1><h2>Stock</h2>${htmlTable(rows)}</body></html>`, {}],
    ['Markdown', 'text/markdown', `# Stock\n\nAll parts.\n\n${markdownTable(rows)}\n\nEnd.`, {}],
    ['Markdown with pages', 'text/markdown', `# Stock\n\nFirst page.\f${markdownTable(rows)}`, { page: 2 }],
    [
      'PowerPoint',
      PPTX,
      makePptx([{ shapes: [shapes.box('Hello')] }, { shapes: [shapes.title('Stock'), shapes.table(rows)] }]),
      { page: 2, slide: 2 },
    ],
    [
      'OpenDocument with slides',
      ODP,
      makeOpenDocument(
        'presentation',
        `<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Stock</text:p></draw:text-box></draw:frame><draw:frame>${openTable(rows)}</draw:frame></draw:page>`,
      ),
      { page: 1, slide: 1 },
    ],
    [
      'a book',
      EPUB,
      makeEpub('Shop', ['<h1>Welcome</h1><p>Hello.</p>', `<h1>Stock</h1>${htmlTable(rows)}`]),
      {},
    ],
    ['an email', EMAIL, email(`<p>Hello,</p>${htmlTable(rows)}`), {}],
    ['rich text', RTF, rtf, {}],
  ])('of %s has its rows, its heading, and its place', async (_, mimeType, bytes, place) => {
    expect(await tablesOf(bytes, mimeType)).toEqual([
      { name: 'Stock', rows, number: null, page: null, slide: null, begins: 'Part | Stock', ...place },
    ])
  })

  it('has its number if its heading doesn’t say which one it is', async () => {
    const three = [words.table(rows), words.text('Then'), words.table(rows.slice(0, 3)), words.text('Then')]
    const found = await tablesOf(makeDocx([...three, words.table(rows)]), DOCX)
    expect(found.map(({ name, number }) => [name, number])).toEqual([
      [null, 1],
      [null, 3],
    ])
  })

  it('are apart, even if they have the same columns', async () => {
    const years = [rows, [header, ...parts.toReversed()], [['Port', 'Berths', 'Depth'], ...parts]]
    const found = await tablesOf(`<h1>Stock</h1>${years.map(htmlTable).join('')}`, 'text/html')
    expect(found.map(({ rows: all }) => [all.length, all[0]?.[0], all[1]?.[0]])).toEqual([
      [41, 'Part', parts[0]?.[0]],
      [41, 'Part', parts.at(-1)?.[0]],
      [41, 'Port', parts[0]?.[0]],
    ])
  })

  it('keeps the columns of cells that are empty or merged', async () => {
    const [first, ...others] = parts.map(([part, stock, price], at) =>
      at === 0
        ? `<tr><td rowspan="2">${part}</td><td></td><td>${price}</td></tr>`
        : `<tr>${at === 1 ? '' : `<td>${part}</td>`}<td>${stock}</td><td>${price}</td></tr>`,
    )
    const html = `<table><tr>${header.map((name) => `<th>${name}</th>`).join('')}</tr>${first}${others.join('')}</table>`
    const [table] = await tablesOf(html, 'text/html')
    expect(table?.rows.slice(1, 3)).toEqual([
      ['Part 1', '', '€0.50'],
      ['Part 1', '3', '€1.50'],
    ])
  })
})

it('other tables of documents aren’t loaded', async () => {
  const unnamed = parts.map((row) => row.slice(1))
  expect(await tablesOf(makeDocx([words.table(rows.slice(0, 4))]), DOCX)).toEqual([])
  expect(await tablesOf(makeDocx([words.table(unnamed)]), DOCX)).toEqual([])
  const layout = Array.from({ length: 60 }, () => ['Some words on the left', 'and others on the right'])
  expect(await tablesOf(makeDocx([words.table(layout)]), DOCX)).toEqual([])
})

it('a sheet that is attached to an email isn’t a table of a document', async () => {
  const csv = rows.map((row) => row.join(';')).join('\n')
  const mail = [
    'From: ada@x.example',
    'Subject: Stock',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'Hello.',
    '--x',
    'Content-Type: text/csv; name=stock.csv',
    'Content-Disposition: attachment; filename=stock.csv',
    '',
    csv,
    '--x--',
  ].join('\n')
  expect(await tablesOf(mail, EMAIL)).toEqual([])
})
