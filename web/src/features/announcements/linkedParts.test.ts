import { expect, it } from 'vitest'
import { linkedParts } from './linkedParts.ts'

const linksOf = (text: string) => linkedParts(text).flatMap(({ href }) => (href ? [href] : []))

it.each([
  ['See https://example.com/a.', ['https://example.com/a']],
  ['(https://example.com/a)', ['https://example.com/a']],
  [
    'https://example.com/a_(b), and http://example.org?q=1!',
    ['https://example.com/a_(b)', 'http://example.org/?q=1'],
  ],
  ['“https://example.com/a”', ['https://example.com/a']],
  ['انظر https://example.com/a، ثم اقرأ', ['https://example.com/a']],
  ['javascript:alert(1) data:text/html,x //example.com mailto:a@example.com www.example.com', []],
  ['https:// and https://[', []],
  ['<a href="https://example.com">x</a>', ['https://example.com/']],
])('links the web addresses in %j', (text, links) => {
  expect(linksOf(text)).toEqual(links)
  expect(
    linkedParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
