// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { rangesOf } from './markedText.ts'

const found = (html: string, wanted: string) => {
  const place = document.createElement('div')
  place.innerHTML = html
  return rangesOf(place, wanted).map((range) => range.toString())
}

it('finds text that spans elements', () => {
  expect(found('<p>The <b>answ</b>er to <code>keep</code></p>', 'ANSWER to keep')).toEqual(['answer to keep'])
})

it('finds every occurrence literally', () => {
  expect(found('<p>a.b</p><p>A.B</p><p>axb</p>', 'a.b')).toEqual(['a.b', 'A.B'])
  expect(found('<p>nothing</p>', 'something')).toEqual([])
  expect(found('<p>nothing</p>', '**')).toEqual([])
})
