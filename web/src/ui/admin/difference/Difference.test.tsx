// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { Difference } from './Difference.tsx'

afterEach(() => vi.restoreAllMocks())

const note = 'The versions differ too much to compare line by line.'
const shown = () =>
  renderToStaticMarkup(<Difference changes={[{ field: 'text', before: 'a\nb', after: 'a\nc' }]} />)

it('says so if a comparison was given up, and shows all lines', () => {
  expect(shown()).not.toContain(note)
  let now = 0
  // Each look at the clock comes a second later.
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 1000))
  const html = shown()
  expect(html).toContain(note)
  expect(html.match(/<del/g)).toHaveLength(2)
  expect(html.match(/<ins/g)).toHaveLength(2)
})
