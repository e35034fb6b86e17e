import { expect, test } from 'vitest'
import { siteIn } from './framed.ts'

test('[S23] the site around a page is the origin that its widget names, and nothing else', () => {
  expect(siteIn('#site=https%3A%2F%2Fshop.example.com')).toBe('https://shop.example.com')
  expect(siteIn('#site=http%3A%2F%2Flocalhost%3A3000')).toBe('http://localhost:3000')
  for (const odd of [
    '',
    '#',
    '#site=',
    '#site=*',
    '#site=null',
    '#site=https://a.example/path',
    '#site=javascript:alert(1)',
    '#site=shop',
  ])
    expect(siteIn(odd)).toBeNull()
})
