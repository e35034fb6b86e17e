import { describe, expect, it } from 'vitest'
import { cpuMs } from '../../../testing/cpuTime.ts'
import { type DocumentText, sectionsOf } from '../passages/documentText.ts'
import { extract } from './extract.ts'
import type { TextType } from './sniff.ts'

function read(text: string, mimeType: TextType): DocumentText {
  const { document } = extract(Buffer.from(text), mimeType)
  if (!document) throw new Error('No text was extracted.')
  return document
}
const sections = (document: DocumentText) =>
  sectionsOf(document).map(({ heading, page, start, end }) => ({
    heading,
    page,
    text: document.text.slice(start, end),
  }))

describe('plain text', () => {
  it('joins wrapped lines and keeps list items and short lines apart', () => {
    const wrapped =
      'This line was broken by the margin of its writer and\ngoes on here.\n\n- one\n- two\n\nRoses\nare red'
    expect(read(wrapped, 'text/plain').text).toBe(
      'This line was broken by the margin of its writer and goes on here.\n\n- one\n- two\n\nRoses\nare red',
    )
  })

  it('joins lines at a narrow margin if none had room for the next word', () => {
    const narrow =
      'The harbour is closed at night by\na chain, which the keeper of the\nlighthouse lets down again.'
    expect(read(narrow, 'text/plain').text).toBe(narrow.replaceAll('\n', ' '))
  })

  it('joins Chinese and Japanese lines without a space', () => {
    const lines = [
      '灯台守は毎晩日が暮れると灯台の明かりをともし、港に入ってくる船を一隻ずつ帳面に書き留めて、翌朝になると港',
      '長に渡します。',
    ]
    expect(read(lines.join('\n'), 'text/plain').text).toBe(lines.join(''))
  })

  it.each([
    'Sing, O goddess, the anger of Achilles son of Peleus,\nThat brought countless ills upon the Achaeans.\nMany a brave soul did it send hurrying down to Hades,\nAnd many a hero did it yield a prey.',
    'so much depends\nupon the red wheel of the barrow\nglazed\nwith rain',
    'Office of the Harbour Master of Vela\n12 Quay Street\nVela',
    'He buys at the market of the town:\n1. a rope of forty metres for the boat\n2. two lamps',
  ])('keeps the lines of verse, addresses, and lists: %s', (text) => {
    expect(read(text, 'text/plain').text).toBe(text)
  })

  it('counts a form feed as the end of a page, even of an empty one', () => {
    const document = read('One.\f\fThree.', 'text/plain')
    expect(document.pages).toBe(3)
    expect(document.pageIsPassage).toBe(true)
    expect(sections(document).map(({ page, text }) => [page, text])).toEqual([
      [1, 'One.'],
      [3, 'Three.'],
    ])
  })
})

describe('Markdown', () => {
  it('keeps headings as a path and drops the markup', () => {
    const document = read(
      '---\ntitle: Guide\n---\n# Start `now`\n\nSome *marked* [text](http://a.b) &amp; more.\n\n## Table\n\n| Name | Value |\n|-|-|\n| `PORT` | 8080 |\n\n- a\n  - b\n',
      'text/markdown',
    )
    expect(sections(document)).toEqual([
      { heading: 'Guide › Start now', page: null, text: 'Some marked text & more.' },
      {
        heading: 'Guide › Start now › Table',
        page: null,
        text: 'Name | Value\nName: PORT | Value: 8080\na\nb',
      },
    ])
  })

  it('turns a soft line break into a space, however short the line, and keeps a hard break', () => {
    const source =
      'One *marked\nword* and\n`a\nb` in a line.\n\n- an item\n  goes on\n- next\n\nRoses  \nare\\\nred<br>here.\n\n```\nx\n  y\n```\n'
    expect(read(source, 'text/markdown').text).toBe(
      'One marked word and a b in a line.\n\nan item goes on\nnext\n\nRoses\nare\nred\nhere.\n\nx\n  y',
    )
  })

  it('keeps headings that have nothing below them', () => {
    expect(
      sections(read('# A\n\n## Only a heading\n\n## Another\n\ntext', 'text/markdown')).map((s) => s.text),
    ).toEqual(['Only a heading', 'text'])
  })
})

describe('a table of contents', () => {
  const body = '\n\nFees\n\nBoats pay.\n\nNight rules\n\nNo fire.\n\nBerths\n\nThey are full.'

  it('is found in a long list of short lines in little time', () => {
    const titles = Array.from({ length: 12 }, (_, at) => `${at + 1} Berths at pier ${at + 1}`)
    const list = Array.from({ length: 200_000 }, (_, at) => `Entry ${at}`)
    const text = [...titles.map((title, at) => `${title} ........ ${at + 1}`), ...titles, ...list].join('\n')
    expect(cpuMs(() => expect(read(text, 'text/plain').text).not.toContain('....'))).toBeLessThan(20_000)
  })

  it('is dropped from a text in which its titles occur again', () => {
    const contents = 'Contents\n\nFees . . . . . . . . 1\nNight rules ....... 2\nBerths . . . . . . . . . 3'
    expect(read(`${contents}${body}`, 'text/plain').text).toBe(body.trim())
  })

  it('stays if it is a price list, with short dots', () => {
    const prices = 'Prices\n\nTea . . . . . . . . 1\nCoffee ........ 2\nCake . . . . . . . . . 3'
    expect(read(`${prices}${body}`, 'text/plain').text).toBe(`Prices\n\nTea … 1\nCoffee … 2\nCake … 3${body}`)
  })

  it('is dropped if it consists of links to sections, in Markdown and HTML', () => {
    const markdown =
      '# Guide\n\n- [Fees](#fees)\n  - [Boats](#boats)\n- [Rules](#rules)\n- See [Fees](#fees) too\n'
    expect(read(markdown, 'text/markdown').blocks.map(({ kind }) => kind)).toEqual(['heading', 'list'])
    const html = `<p><a href="#_Toc1">1 Fees\t3</a></p><ul><li><a href="#a">Boats</a></li><li>See <a href="#b">the
      rules</a> at the end</li></ul><h2><a href="#h">Fees</a></h2><p>Boats pay.</p>`
    expect(sections(read(html, 'text/html')).map(({ heading, text }) => [heading, text])).toEqual([
      ['', 'See the rules at the end'],
      ['Fees', 'Boats pay.'],
    ])
  })
})

describe('HTML', () => {
  it('drops scripts, styles, navigation, and hidden content, and keeps headings, rows, and lines', () => {
    const html = `<!doctype html><title>Terms</title><style>p{}</style><script>alert(1)</script><nav>Menu</nav>
      <h1>Fees</h1><p>A <b>bold</b>
      word.<p hidden>secret<template>t</template><noscript>n</noscript>
      <table><tr><th>Item<th>Price<tr><td>Tea<td>2</table><pre>x
  y</pre><svg><text>s</text></svg>`
    const document = read(html, 'text/html')
    expect(sections(document)).toEqual([
      {
        heading: 'Terms › Fees',
        page: null,
        text: 'A bold word.\n\nItem | Price\nItem: Tea | Price: 2\nx\n  y',
      },
    ])
  })

  it('reads a page that nests deeper than the call stack', () => {
    expect(read(`${'<b>'.repeat(20_000)}deep`, 'text/html').text).toBe('deep')
  })
})

it.each([
  ['text/html', '<script>only()</script>'],
  ['text/plain', ' \n\f '],
] as const)('a file of %s reports that it has no text', (mimeType, text) => {
  expect(extract(Buffer.from(text), mimeType).failure).toBe('file.noText')
})

it('bytes of another kind after a valid beginning are reported', () => {
  const bytes = Buffer.concat([Buffer.from('text '.repeat(1000)), Buffer.from([0xff, 0xfe, 0xfd])])
  expect(extract(bytes, 'text/plain').failure).toBe('file.kind')
})
