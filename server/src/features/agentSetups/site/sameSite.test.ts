import { expect, test } from 'vitest'
import { isSameSite, onSite } from './sameSite.ts'

test.each([
  ['http://example.com/', 'https://example.com/', true],
  ['https://example.com/', 'https://www.example.com/start', true],
  ['http://www.example.com/', 'https://example.com/', true],
  ['https://example.com/', 'http://example.com/', false],
  ['https://example.com/', 'https://example.com.evil.test/', false],
  ['https://example.com/', 'https://shop.example.com/', false],
  ['https://example.com/', 'https://example.com:8443/', false],
  ['http://example.com/', 'http://169.254.169.254/', false],
  ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000/a', true],
  ['http://127.0.0.1:8000/', 'http://127.0.0.1:9000/a', false],
])('a start page at %s can redirect to %s: %s', (from, to, allowed) => {
  expect(isSameSite(new URL(from), new URL(to))).toBe(allowed)
})

test.each([
  ['https://www.example.com/a', 'https://www.example.com/a'],
  ['http://www.example.com/a', 'https://www.example.com/a'],
  ['https://example.com/a', null],
  ['https://www.example.com:444/a', null],
  ['https://www.example.com/logo.SVG', null],
  ['https://www.example.com/prices.pdf', 'https://www.example.com/prices.pdf'],
  [`https://www.example.com/${'a'.repeat(2000)}`, null],
])('%s is read as %s', (link, read) => {
  expect(onSite(link, new URL('https://www.example.com/start'))).toBe(read)
})
