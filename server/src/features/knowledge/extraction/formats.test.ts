import { describe, expect, it } from 'vitest'
import { cutPassages } from '../passages/cut.ts'
import {
  makeEpub,
  makeOpenDocument,
  makePptx,
  makeWorkbook,
  shapes,
  type WrittenSheet,
} from '../testing/officeDocuments.ts'
import { openDocument } from './extract.ts'
import { EPUB, type MimeType, ODP, ODS, ODT, PPTX, XLS, XLSX } from './sniff.ts'

/** Returns what is indexed of a file: the heading, the page, and the text of each passage. */
async function passagesOf(bytes: Buffer | string, mimeType: MimeType) {
  const opened = await openDocument(Buffer.from(bytes), mimeType)
  const found: { heading: string; page: number | null; text: string }[] = []
  for await (const part of opened.parts)
    for (const { heading, page, text } of cutPassages(part)) found.push({ heading, page, text })
  return found
}
const textOf = async (bytes: Buffer | string, mimeType: MimeType) =>
  (await passagesOf(bytes, mimeType)).map(({ text }) => text).join('\n')
const failureOf = (bytes: Buffer | string, mimeType: MimeType) =>
  passagesOf(bytes, mimeType).then(
    () => null,
    (error: { reason?: string }) => error.reason,
  )

const sales: WrittenSheet = {
  name: 'Sales',
  rows: [
    ['Region', 'Amount', 'Day', 'Share', 'Total'],
    [
      'North',
      { v: 1234.5, z: '#,##0.00' },
      { v: 45292, z: 'dd.mm.yyyy' },
      { v: 0.25, z: '0%' },
      { f: 'B2*2', v: 2469 },
    ],
    [
      'South',
      { v: 80, z: '#,##0.00' },
      { v: 45293, z: 'dd.mm.yyyy' },
      { v: 0.75, z: '0%' },
      { f: 'B3*2', v: 160 },
    ],
  ],
}

describe('a workbook', () => {
  it.each([
    ['Excel', XLSX, 'xlsx'],
    ['older Excel', XLS, 'biff8'],
  ] as const)(
    'of %s has each row with its columns, and values as they are displayed',
    async (_, kind, type) => {
      expect(await passagesOf(makeWorkbook([sales], type), kind)).toEqual([
        {
          heading: 'Sales',
          page: null,
          text: [
            'Region | Amount | Day | Share | Total',
            'Region: North | Amount: 1,234.50 | Day: 01.01.2024 | Share: 25% | Total: 2469',
            'Region: South | Amount: 80.00 | Day: 02.01.2024 | Share: 75% | Total: 160',
          ].join('\n'),
        },
      ])
    },
  )

  it('of OpenDocument is read alike', async () => {
    const cell = (type: string, value: string, shown: string) =>
      `<table:table-cell office:value-type="${type}" office:${type === 'date' ? 'date-' : ''}value="${value}"><text:p>${shown}</text:p></table:table-cell>`
    const words = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
    const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
    const table = `<table:table table:name="Sales">${row(words('Region'), words('Amount'), words('Day'))}${row(words('North'), cell('float', '1234.5', '1,234.50'), cell('date', '2024-01-01', '01.01.2024'))}</table:table>`
    expect(await textOf(makeOpenDocument('spreadsheet', table), ODS)).toBe(
      'Region | Amount | Day\nRegion: North | Amount: 1,234.50 | Day: 01.01.2024',
    )
  })

  it('repeats the columns in each passage of a long table', async () => {
    const rows = Array.from({ length: 2000 }, (_, at) => [`Customer ${at}`, at * 10])
    const passages = await passagesOf(
      makeWorkbook([{ name: 'All', rows: [['Customer', 'Amount'], ...rows] }]),
      XLSX,
    )
    expect(passages.length).toBeGreaterThan(50)
    for (const { text } of passages) expect(text).toMatch(/Customer: Customer \d+ \| Amount: \d+/)
    for (const at of [0, 777, 1999])
      expect(
        passages.some(({ text }) => text.includes(`Customer: Customer ${at} | Amount: ${at * 10}`)),
      ).toBe(true)
  })

  it('keeps all sheets in their order, but not hidden ones', async () => {
    const sheet = (name: string, isHidden = false) => ({
      name,
      isHidden,
      rows: [
        ['Key', 'Value'],
        [`of ${name}`, 1],
      ],
    })
    const passages = await passagesOf(makeWorkbook([sheet('B'), sheet('Secret', true), sheet('A')]), XLSX)
    expect(passages.map(({ heading }) => heading)).toEqual(['B', 'A'])
  })

  it('names columns below a header of several rows, and repeats a cell that is merged over rows', async () => {
    const rows = [
      ['', '2023', '', '2024', ''],
      ['Region', 'Q1', 'Q2', 'Q1', 'Q2'],
      ['North', 1, 2, 3, 4],
      ['', 5, 6, 7, 8],
    ]
    const text = await textOf(makeWorkbook([{ name: 'S', rows, merges: ['B1:C1', 'D1:E1', 'A3:A4'] }]), XLSX)
    expect(text).toContain('Region: North | 2023 Q1: 1 | 2023 Q2: 2 | 2024 Q1: 3 | 2024 Q2: 4')
    expect(text).toContain('Region: North | 2023 Q1: 5')
  })

  it('reads the title above a table, a second table below it, and one of words alone', async () => {
    const rows = [
      ['Fleet of 2024'],
      [],
      ['Ship', 'Length'],
      ['Vela', 41],
      [],
      ['Port', 'Berths'],
      ['Ostra', 12],
    ]
    expect(await textOf(makeWorkbook([{ name: 'Fleet', rows }]), XLSX)).toBe(
      'Fleet of 2024\n\nShip | Length\nShip: Vela | Length: 41\nPort | Berths\nPort: Ostra | Berths: 12',
    )
    const words = [
      ['Name', 'City'],
      ['Anna', 'Halden'],
      ['Ben', 'Moss'],
    ]
    expect(await textOf(makeWorkbook([{ name: 'People', rows: words }]), XLSX)).toBe(
      'Name | City\nName: Anna | City: Halden\nName: Ben | City: Moss',
    )
  })

  it('is reported as damaged or empty', async () => {
    expect(await failureOf(makeWorkbook([sales]).subarray(0, 900), XLSX)).toBe('file.broken')
    expect(await textOf(makeWorkbook([{ name: 'Empty', rows: [[]] }]), XLSX)).toBe('')
  })
})

describe('separated values', () => {
  it('keep numbers and codes as they are written, and quoted cells whole', async () => {
    const csv = '\uFEFFArticle,Price,Note\r\n00042,"1,20","Two\nlines, one cell"\r\n00043,2e5,\r\n'
    expect(await textOf(csv, 'text/csv')).toBe(
      'Article | Price | Note\nArticle: 00042 | Price: 1,20 | Note: Two lines, one cell\nArticle: 00043 | Price: 2e5',
    )
  })

  it.each([
    [';', 'text/csv'],
    ['\t', 'text/tab-separated-values'],
  ] as const)('can be separated by %j', async (separator, kind) => {
    const rows = [
      ['اسم', 'العمر'],
      ['سارة', '٣٤'],
      ['علي', '٢٩'],
    ]
      .map((row) => row.join(separator))
      .join('\n')
    expect(await textOf(rows, kind)).toBe('اسم | العمر\nاسم: سارة | العمر: ٣٤\nاسم: علي | العمر: ٢٩')
  })

  it('without names of columns are the rows as they are', async () => {
    expect(await textOf('1,2\n3,4\n', 'text/csv')).toBe('1 | 2\n3 | 4')
  })
})

describe('a presentation', () => {
  const slides = [
    {
      shapes: [shapes.number('1'), shapes.body('Boats pay', 'Crews don’t'), shapes.title('Fees')],
      notes: [shapes.notes('Say it slowly.')],
    },
    {
      shapes: [
        shapes.box('Only a box'),
        shapes.table([
          ['Ship', 'Fee'],
          ['Vela', '12'],
        ]),
      ],
    },
  ]
  it('of PowerPoint has a passage for each slide, in their order, with the title, tables, and notes', async () => {
    expect(await passagesOf(makePptx(slides), PPTX)).toEqual([
      { heading: 'Fees', page: 1, text: 'Boats pay\nCrews don’t\n\nSay it slowly.' },
      { heading: '', page: 2, text: 'Only a box\n\nShip | Fee\nShip: Vela | Fee: 12' },
    ])
  })

  it('has the title and the values of charts', async () => {
    const points = (values: readonly string[]) =>
      values.map((value) => `<c:pt><c:v>${value}</c:v></c:pt>`).join('')
    const series = (name: string, values: string[]) =>
      `<c:ser><c:tx><c:v>${name}</c:v></c:tx><c:cat>${points(['Jan', 'Feb'])}</c:cat><c:val>${points(values)}</c:val></c:ser>`
    const chart = `<c:chart><c:title><a:t>Visitors a month</a:t></c:title>${series('2023', ['120', '340'])}${series('2024', ['150', '360'])}</c:chart>`
    const bytes = makePptx([{ shapes: [shapes.title('Growth')] }], {
      'ppt/slides/_rels/slide1.xml.rels':
        '<Relationships><Relationship Id="r1" Type="x/chart" Target="/ppt/charts/chart1.xml"/></Relationships>',
      'ppt/charts/chart1.xml': chart,
    })
    expect(await textOf(bytes, PPTX)).toBe(
      'Visitors a month\n\n2023 | 2024\nJan | 2023: 120 | 2024: 150\nFeb | 2023: 340 | 2024: 360',
    )
  })

  it('shows nothing twice that is also there for older programs, and follows no link', async () => {
    const twice = `<mc:AlternateContent><mc:Choice>${shapes.box('New')}</mc:Choice><mc:Fallback>${shapes.box('Old')}</mc:Fallback></mc:AlternateContent>`
    expect(await textOf(makePptx([{ shapes: [twice] }]), PPTX)).toBe('New')
    const outside = makePptx([{ shapes: [shapes.box('In')] }], {
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="r0" Type="x/slide" TargetMode="External" Target="file:///etc/passwd"/></Relationships>',
    })
    expect(await failureOf(outside, PPTX)).toBe('file.noText')
  })

  it('of OpenDocument is read alike', async () => {
    const frame = (kind: string, inner: string) =>
      `<draw:frame presentation:class="${kind}"><draw:text-box>${inner}</draw:text-box></draw:frame>`
    const body = `<draw:page>${frame('title', '<text:p>Fees</text:p>')}${frame('outline', '<text:list><text:list-item><text:p>Boats pay</text:p></text:list-item></text:list>')}<presentation:notes>${frame('notes', '<text:p>Say it slowly.</text:p>')}</presentation:notes></draw:page>`
    expect(await passagesOf(makeOpenDocument('presentation', body), ODP)).toEqual([
      { heading: 'Fees', page: 1, text: 'Boats pay\n\nSay it slowly.' },
    ])
  })
})

describe('an OpenDocument text', () => {
  it('has headings as a path, items, rows, and notes, but no deleted text or comments', async () => {
    const body = `<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
      <text:h text:outline-level="1">Fees</text:h><text:h text:outline-level="2">Boats</text:h>
      <text:p>A boat<text:s/>pays<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Not at night.</text:p></text:note-body></text:note> once<office:annotation><text:p>really?</text:p></office:annotation>.</text:p>
      <text:list><text:list-item><text:p>small</text:p></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell><text:p>Ship</text:p></table:table-cell><table:table-cell><text:p>Fee</text:p></table:table-cell></table:table-row></table:table>`
    expect(await passagesOf(makeOpenDocument('text', body), ODT)).toEqual([
      {
        heading: 'Fees › Boats',
        page: null,
        text: 'A boat pays once.\n\nNot at night.\n\nsmall\nShip | Fee',
      },
    ])
  })

  it('with a password is named as such, and entities of its own aren’t resolved', async () => {
    const manifest =
      '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
    const secret = makeOpenDocument('text', '<text:p>x</text:p>', { 'META-INF/manifest.xml': manifest })
    expect(await failureOf(secret, ODT)).toBe('file.encrypted')
    const hostile = makeOpenDocument('text', '', {
      'content.xml':
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY a "aaaa">]><office:text><text:p>safe &e; &a; &amp; &#65;</text:p></office:text>',
    })
    expect(await textOf(hostile, ODT)).toBe('safe &e; &a; & A')
  })
})

describe('a book', () => {
  it('is read in the order of its spine, below its title, without its table of contents', async () => {
    const book = makeEpub('The Lighthouse', [
      '<h1>One</h1><p>It is tall.</p>',
      '<h1>Two</h1><p>It is old.</p>',
    ])
    expect(await passagesOf(book, EPUB)).toEqual([
      { heading: 'The Lighthouse › One', page: null, text: 'It is tall.' },
      { heading: 'The Lighthouse › Two', page: null, text: 'It is old.' },
    ])
  })

  it('whose chapters are encrypted is named as such', async () => {
    const rights = {
      'META-INF/encryption.xml':
        '<encryption><enc:CipherReference URI="OEBPS/text/chapter%201.xhtml"/></encryption>',
    }
    expect(await failureOf(makeEpub('Bought', ['<p>x</p>'], rights), EPUB)).toBe('file.encrypted')
    const fonts = {
      'META-INF/encryption.xml': '<encryption><enc:CipherReference URI="OEBPS/fonts/a.otf"/></encryption>',
    }
    expect(await textOf(makeEpub('Free', ['<p>Readable.</p>'], fonts), EPUB)).toBe('Readable.')
  })
})
