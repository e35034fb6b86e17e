import { describe, expect, it } from 'vitest'
import { sectionsOf } from '../../passages/documentText.ts'
import { makePdf, type PdfPage, paragraph } from '../../testing/pdfs.ts'
import { openPdf } from './openPdf.ts'

interface Read {
  page: number | null
  heading: string
  text: string
}

async function read(pages: readonly PdfPage[]): Promise<Read[]> {
  const { parts } = await openPdf(new Uint8Array(makePdf(pages)))
  const found: Read[] = []
  for await (const part of parts) {
    for (const { page, heading, start, end } of sectionsOf(part))
      found.push({ page, heading, text: part.text.slice(start, end) })
  }
  return found
}

describe('the text of a PDF', () => {
  it('has whole paragraphs: lines are joined, hyphenated line ends are rejoined, and compounds keep their hyphen', async () => {
    const lines = [
      'The harbour-master keeps the keys of the chain that closes the entrance at night. His re-',
      'sponsibilities are many, and in winter they grow. Ships that come late wait for the harbour-',
      'master at the outer buoy.',
      '   ',
      'Another paragraph begins after a gap.',
    ]
    expect(await read([{ texts: paragraph(lines, 700) }])).toEqual([
      {
        page: 1,
        heading: '',
        text:
          'The harbour-master keeps the keys of the chain that closes the entrance at night. His responsibilities are ' +
          'many, and in winter they grow. Ships that come late wait for the harbour-master at the outer buoy.\n\n' +
          'Another paragraph begins after a gap.',
      },
    ])
  })

  it('joins a short line that ends within a word', async () => {
    const lines = [
      'The keeper of the lighthouse writes down every ship that passes by, and its respon-',
      'sible master with his har-',
      'bour of origin.',
    ]
    const [section] = await read([{ texts: paragraph(lines, 700) }])
    expect(section?.text).toBe(
      'The keeper of the lighthouse writes down every ship that passes by, and its responsible master with his ' +
        'harbour of origin.',
    )
  })

  it('has headings by their size, and keeps items and rows apart', async () => {
    const texts = [
      { text: 'Fees', x: 72, y: 760, size: 20 },
      { text: 'A night', x: 72, y: 730, size: 14 },
      ...paragraph(['It is paid in the morning, and nobody leaves before that was done.'], 700),
      ...paragraph(['• Boats pay two crowns', '• Ships pay nine crowns'], 670),
    ]
    expect(await read([{ texts }])).toEqual([
      {
        page: 1,
        heading: 'Fees › A night',
        text:
          'It is paid in the morning, and nobody leaves before that was done.\n\n' +
          '• Boats pay two crowns\n• Ships pay nine crowns',
      },
    ])
  })

  it('is read column by column, and sentences continue in the next column and on the next page', async () => {
    const column = (x: number, lines: string[]) => paragraph(lines, 760, x)
    const pages = [
      {
        texts: [
          ...column(72, ['The keeper lights the lamp at', 'dusk and climbs the tower']),
          ...column(330, ['again at midnight to trim it.', 'Then he sleeps until the dawn']),
        ],
      },
      { texts: column(72, ['comes over the sea. A new day', 'begins.']) },
    ]
    expect(await read(pages)).toEqual([
      {
        page: 1,
        heading: '',
        text:
          'The keeper lights the lamp at dusk and climbs the tower again at midnight to trim it. ' +
          'Then he sleeps until the dawn comes over the sea.',
      },
      { page: 2, heading: '', text: 'A new day begins.' },
    ])
  })

  it('omits headers, footers, and page numbers, but nothing that appears on one page only', async () => {
    const lines = (n: number) => [`Berth ${n} is reserved for boats of the harbour.`, 'Signed by the master.']
    const berth = (n: number) => lines(n).join(' ')
    const pages = [1, 2, 3, 4, 5, 6].map((n) => ({
      texts: [
        { text: n % 2 ? 'Harbour handbook' : 'Chapter 2', x: 72, y: 815, size: 9 },
        ...(n === 3 ? [{ text: 'Draft of the third page', x: 72, y: 800, size: 9 }] : []),
        ...paragraph(lines(n), 500),
        { text: `${n + 10}`, x: 290, y: 30, size: 9 },
      ],
    }))
    const found = await read([...pages, { texts: paragraph(['The end.'], 500) }])
    expect(found.map(({ text }) => text.replace(/\n+/g, ' '))).toEqual([
      ...[1, 2].map(berth),
      `Draft of the third page ${berth(3)}`,
      ...[4, 5, 6].map(berth),
      'The end.',
    ])
  })

  it('omits a table of contents, but no price list', async () => {
    const dots = ' . . . . . . . . . . . . '
    const contents = ['1 Fees', '1.1 Boats', '1.2 Ships', '2 Rules'].map(
      (title, at) => `${title}${dots}${at + 1}`,
    )
    const prices = ['Tea', 'Coffee', 'Cake'].map((title, at) => `${title}${dots}${at + 2}`)
    const page = (lines: string[]) => ({ texts: paragraph(lines, 600) })
    const found = await read([
      page(['Contents', ...contents]),
      page(prices),
      page(['All boats pay.']),
      page(['The end.']),
    ])
    expect(found.map(({ page, text }) => [page, text])).toEqual([
      [2, 'Tea … 2\nCoffee … 3\nCake … 4'],
      [3, 'All boats pay.'],
      [4, 'The end.'],
    ])
  })

  it('omits headers that name the section, but not the first line of a page or its title', async () => {
    const titles = ['Harbour fees', 'Night rules', 'Winter berths']
    const pages = titles.flatMap((title, section) =>
      [0, 1].map((part) => ({
        texts: [
          { text: `CHAPTER ${section + 1}. ${title.toUpperCase()}`, x: 72, y: 815, size: 9 },
          { text: `Page of the ${['first', 'second', 'third'][section]} part`, x: 72, y: 780, size: 11 },
          ...(part === 0 ? [{ text: title, x: 72, y: 760, size: 20 }] : []),
          ...paragraph([`Text ${part} of ${title}.`], 730),
          { text: ['i', 'ii', 'iii', 'iv', 'v', 'vi'][section * 2 + part]!, x: 290, y: 30, size: 9 },
        ],
      })),
    )
    const found = await read(pages)
    expect(found.map(({ heading, text }) => [heading, text]).slice(0, 3)).toEqual([
      ['', 'Page of the first part'],
      ['Harbour fees', 'Text 0 of Harbour fees.'],
      ['Harbour fees', 'Page of the first part\n\nText 1 of Harbour fees.'],
    ])
    expect(found.map(({ text }) => text).join(' ')).not.toMatch(/CHAPTER|\biv\b/)
  })

  it('joins the label of a chapter with its title, and nests headings by their numbers', async () => {
    const head = (text: string, y: number, size: number) => ({ text, x: 72, y, size })
    const text = (y: number, line: string) => paragraph([line], y)
    const found = await read([
      {
        texts: [
          head('CHAPTER', 790, 11),
          head('ONE', 770, 24),
          head('Harbour fees', 730, 24),
          ...text(700, 'Everyone who enters the harbour with a boat pays for it in the morning.'),
          head('1.1 Boats', 670, 14),
          head('1.1.1 Small boats', 650, 14),
          ...text(630, 'Small boats pay two crowns, and nobody asks them for more than that.'),
          head('1.2 Ships', 600, 14),
          ...text(580, 'Ships pay nine crowns, and the master of the harbour counts the money.'),
        ],
      },
    ])
    expect(found.map(({ heading }) => heading)).toEqual([
      'CHAPTER ONE Harbour fees',
      'CHAPTER ONE Harbour fees › 1.1 Boats › 1.1.1 Small boats',
      'CHAPTER ONE Harbour fees › 1.2 Ships',
    ])
  })

  it('has the rows of a table, with their cells, and keeps list items as they are', async () => {
    const row = (y: number, ...cells: string[]) => cells.map((text, at) => ({ text, x: 72 + at * 130, y }))
    const item = (y: number, text: string) => [
      { text: '1.', x: 72, y },
      { text, x: 100, y },
    ]
    const texts = [
      ...row(700, 'Length', 'Summer', 'Winter'),
      ...row(684, 'to 5 m', '2 crowns', '1 crown'),
      ...row(668, 'to 9 m', '4 crowns', '2 crowns'),
      ...item(600, 'No fire on board'),
      ...item(584, 'No music at night'),
      ...item(568, 'No dogs'),
    ]
    expect((await read([{ texts }])).map(({ text }) => text)).toEqual([
      'Length | Summer | Winter\nto 5 m | 2 crowns | 1 crown\nto 9 m | 4 crowns | 2 crowns\n' +
        '1. No fire on board\n1. No music at night\n1. No dogs',
    ])
  })

  it('is read by position if it was drawn in no order, or column lines were drawn row by row', async () => {
    const left = [
      'The keeper of the lighthouse writes down',
      'every ship that passes, and its master,',
      'and the harbour of its origin, which he',
      'asks for with a lamp, and in a storm he',
      'rings the bell until the wind is quiet.',
    ]
    const right = [
      'In the morning he puts out the lamp and',
      'cleans the glass of the tower with wool',
      'before he sleeps until the sun has gone',
      'down again and another night has begun',
      'on which the ships must find their way.',
    ]
    const rows = left.flatMap((text, at) => [
      { text, x: 60, y: 700 - at * 13 },
      { text: right[at]!, x: 320, y: 700 - at * 13 },
    ])
    const scrambled = [7, 2, 9, 0, 5, 3, 8, 1, 6, 4].map((at) => rows[at]!)
    const expected = [{ page: 1, heading: '', text: [...left, ...right].join(' ') }]
    for (const texts of [rows, scrambled]) {
      const found = await read([{ texts }])
      expect(found.map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ') }))).toEqual(expected)
    }
  })

  it('is read from the only page that has any, among pages that are images', async () => {
    const scans = Array.from({ length: 40 }, () => ({ picture: true }))
    const text = 'The harbour is closed at night by a chain.'
    expect(await read([...scans, { texts: paragraph([text], 700) }, ...scans])).toEqual([
      { page: 41, heading: '', text },
    ])
    await expect(read(scans)).rejects.toMatchObject({ reason: 'file.scanned' })
  })

  it('has headings in the size of the text if the table of contents lists them', async () => {
    const contents = ['1 Harbour fees', '1.1 Boats at night', '2 Lamps'].map(
      (title, at) => `${title} ...... ${at + 2}`,
    )
    const pages = [
      ['Contents', ...contents],
      ['1 Harbour fees', '   ', 'Everyone pays in the morning.'],
      ['1.1 Boats at night', '   ', 'They pay nothing.'],
      ['2 Lamps', '   ', 'There is one.', '   ', 'Harbour fees are paid for it.'],
    ]
    const found = await read(pages.map((lines) => ({ texts: paragraph(lines, 600) })))
    expect(found.map(({ page, heading, text }) => [page, heading, text])).toEqual([
      [2, '1 Harbour fees', 'Everyone pays in the morning.'],
      [3, '1 Harbour fees › 1.1 Boats at night', 'They pay nothing.'],
      [4, '2 Lamps', 'There is one.\n\nHarbour fees are paid for it.'],
    ])
  })
})
