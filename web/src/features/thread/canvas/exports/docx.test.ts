import { inflateRawSync } from 'node:zlib'
import { Packer } from 'docx'
import mammoth from 'mammoth'
import { expect, test } from 'vitest'
import { documentOf, isRightToLeft } from './docx.ts'
import { TooManyCells } from './tooManyCells.ts'

async function htmlOf(text: string, kind: 'Text' | 'Table' | 'Code' = 'Text'): Promise<string> {
  const buffer = await Packer.toBuffer(documentOf({ kind, title: 'T', text }))
  return (await mammoth.convertToHtml({ buffer })).value
}

test('writes headings, emphasis, links, lists, and tables', async () => {
  const html = await htmlOf(
    '# Title\n\nSome **bold** and *italic* [link](https://a.example/) text.\n\n1. One\n2. Two\n   - Inner\n\n| a | b |\n|-|-|\n| 1 | 2 |\n',
  )
  expect(html).toContain('<h1>Title</h1>')
  expect(html).toContain('<strong>bold</strong>')
  expect(html).toContain('<em>italic</em>')
  expect(html).toContain('<a href="https://a.example/">link</a>')
  expect(html).toMatch(/<ol><li>One<\/li><li>Two<ul><li>Inner<\/li><\/ul><\/li><\/ol>/)
  expect(html).toMatch(/<table>.*a.*b.*1.*2.*<\/table>/s)
})

test('writes no links that could start something', async () => {
  const html = await htmlOf('[a](javascript:alert(1)) [b](file:///etc/passwd) [c](&#106;avascript:x)')
  expect(html).not.toContain('<a ')
  expect(html).toContain('a')
})

test('writes CSV as a table and code line by line, without characters that XML can’t have', async () => {
  expect(await htmlOf('a,b\n"x, y",2\n', 'Table')).toMatch(/<table>.*x, y.*<\/table>/s)
  expect(await htmlOf('if a:\n    b\u0001()', 'Code')).toMatch(/if a:.*b\(\)/s)
})

test('writes an empty document', async () => {
  expect(await htmlOf('')).toBe('')
  expect(await htmlOf('', 'Table')).toContain('<table>')
})

test('knows the direction of a text by its first letter', () => {
  expect(['1. مرحبا world', 'Hello مرحبا', '...', 'שלום'].map(isRightToLeft)).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('writes characters for entities in text, and code as it is', async () => {
  const html = await htmlOf('AT&amp;T costs &lt; 5 &euro;, `&amp;` stays\n\n| A&amp;B |\n|-|\n| 1 |\n')
  expect(html).toContain('AT&amp;T costs &lt; 5 €')
  expect(html).toContain('&amp;amp; stays')
  expect(html).toContain('A&amp;B')
})

/** Returns the XML of a Word file’s text. */
async function xmlOf(text: string, kind: 'Text' | 'Table'): Promise<string> {
  const bytes = await Packer.toBuffer(documentOf({ kind, title: 'T', text }))
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 30, at + 30 + bytes.readUInt16LE(at + 26))
    const packed = bytes.subarray(from, from + bytes.readUInt32LE(at + 18))
    if (name === 'word/document.xml') return inflateRawSync(packed).toString('utf8')
    at = from + packed.length
  }
  throw new Error('The file has no text.')
}

test('writes tables in the direction of their text', async () => {
  for (const xml of [
    await xmlOf('الاسم,السعر\nقطار,Ticket\n', 'Table'),
    await xmlOf('| الاسم | السعر |\n|-|-|\n| قطار | Ticket |\n', 'Text'),
  ]) {
    expect(xml).toContain('<w:bidiVisual/>')
    const cells = xml.split('<w:tc>').slice(1)
    expect(cells.map((cell) => cell.includes('<w:bidi/>'))).toEqual([true, true, true, false])
  }
  expect(await xmlOf('a,b\n', 'Table')).not.toMatch(/<w:bidi(Visual)?\/>/)
})

test('refuses tables that have too many cells together', async () => {
  const documentWith = (rows: number) => () =>
    documentOf({ kind: 'Table', title: 'T', text: 'a,b\n'.repeat(rows) })
  expect(documentWith(500)).not.toThrow()
  expect(documentWith(10_001)).toThrow(TooManyCells)
  expect(documentWith(200_000)).toThrow(TooManyCells)
  const tableWith = (rows: number) => `| a | b |\n|-|-|\n${'| 1 | 2 |\n'.repeat(rows)}\n`
  const text = tableWith(500) + tableWith(9_499)
  expect(() => documentOf({ kind: 'Text', title: 'T', text })).toThrow(TooManyCells)
})
