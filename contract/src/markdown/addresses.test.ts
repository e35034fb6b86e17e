import { expect, test } from 'vitest'
import { addressesIn, knownAddress, ownImagePath } from './addresses.ts'

const known = (...texts: string[]) => {
  const found = addressesIn(texts)
  return (href: string) => knownAddress(href, (address) => found.has(address)) !== null
}

test('addresses are found in text and Markdown, without what ends the sentence', () => {
  const isKnown = known(
    'See https://a.example/x, (https://b.example/y?z=1) and [c](https://c.example/).',
    'اكتب إلى mailto:desk@d.example، ثم HTTPS://E.example/Path!',
  )
  for (const address of [
    'https://a.example/x',
    'https://b.example/y?z=1',
    'https://c.example',
    'mailto:desk@d.example',
    'https://e.example/Path',
  ])
    expect(isKnown(address), address).toBe(true)
})

test('an address with more in it is another one', () => {
  const isKnown = known('Read https://a.example/x and https://a.example/?d=CODE.')
  for (const address of [
    'https://a.example/x/KESTREL',
    'https://a.example/x?d=KESTREL',
    'https://a.example/x#KESTREL',
    'https://kestrel.a.example/x',
    'https://kestrel@a.example/x',
    'https://a.example:8443/x',
    'https://a.example/?d=KESTREL',
    'https://а.example/x',
    'javascript:alert(1)',
    '//a.example/x',
    '/x',
  ])
    expect(isKnown(address), address).toBe(false)
})

test('images are only our own', () => {
  expect(ownImagePath('/api/internal/generatedImages/1')).toBe('/api/internal/generatedImages/1')
  for (const href of ['https://a.example/x.png', '//a.example/x.png', '/api/internal/../x', '/other/1'])
    expect(ownImagePath(href)).toBeNull()
})
