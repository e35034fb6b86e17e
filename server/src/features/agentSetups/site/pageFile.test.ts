import { expect, test } from 'vitest'
import { pageFile, untakenName } from './pageFile.ts'

const html = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
const page = (url: string, bytes: Buffer, contentType = 'text/html', charset: string | null = null) => ({
  url,
  bytes,
  contentType,
  charset,
})

test('a page is named after its title, in a folder like its address', () => {
  const file = pageFile(
    page('https://www.example.com/help/tickets/buy', html('<title>Buy/return</title><p>x')),
  )
  expect([file?.name, file?.folder]).toEqual(['Buy-return.html', 'www.example.com/help/tickets'])
})

test.each([
  ['https://www.example.com/', 'www.example.com.html'],
  ['https://www.example.com/a/prices.html?x=1', 'prices.html'],
  ['https://www.example.com/%D8%B9', 'ع.html'],
  ['https://www.example.com/%zz', '%zz.html'],
])('without a title, %s is named %s', (url, name) => {
  expect(pageFile(page(url, html('<p>x')))?.name).toBe(name)
})

test.each([
  ['the header', '<title>Caf\u00e9</title>', 'windows-1252'],
  ['the page', '<meta charset="iso-8859-1"><title>Caf\u00e9</title>', null],
])('text is converted to UTF-8 by %s', (_by, text, charset) => {
  const file = pageFile(page('https://www.example.com/', html(text, 'latin1'), 'text/html', charset))
  expect(file?.name).toBe('Café.html')
  expect(file?.bytes.toString('utf8')).toContain('Café')
})

test('documents keep their names, and other kinds are no files', () => {
  const name = (url: string, type: string) => pageFile(page(url, html('x'), type))?.name ?? null
  expect(name('https://www.example.com/a/prices.pdf', 'application/pdf')).toBe('prices.pdf')
  expect(name('https://www.example.com/a/terms', 'text/plain')).toBe('terms.txt')
  expect(name('https://www.example.com/feed', 'application/rss+xml')).toBeNull()
})

test('names don’t change the direction of text, and differ within a folder', () => {
  const file = pageFile(page('https://www.example.com/a', html('<title>A\u202egnp</title>')))
  expect(file?.name).toBe('Agnp.html')
  const taken = new Set(['agnp.html'])
  const second = untakenName(file!, 'https://www.example.com/a', taken)
  expect(second).toBe('Agnp (a).html')
  expect(untakenName(file!, 'https://www.example.com/a', new Set([...taken, 'agnp (a).html']))).toBe(
    'Agnp (a) 3.html',
  )
})
