import { Packer } from 'docx'
import mammoth from 'mammoth'
import { expect, test } from 'vitest'
import { documentOf, isRightToLeft } from './docx.ts'

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
  const html = await htmlOf('[a](javascript:alert(1)) [b](file:///etc/passwd)')
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
