import { expect, it } from 'vitest'
import { createDocumentBuilder, sectionsOf } from './documentText.ts'

function build() {
  const builder = createDocumentBuilder()
  builder.page(1)
  builder.heading(1, 'Fees')
  builder.heading(2, 'Boats')
  builder.page(2)
  builder.block('paragraph', 'Boats pay by length.')
  builder.block('table', 'To 5 m | 2')
  builder.block('table', 'To 9 m | 4')
  builder.heading(2, 'Ships')
  builder.heading(1, 'Rules')
  builder.block('list', 'No fire')
  return builder.finish()
}

it('has blocks with their kind, headings, and pages, in one text', () => {
  const { text, blocks } = build()
  expect(
    blocks.map(({ kind, heading, page, start, end }) => [kind, heading, page, text.slice(start, end)]),
  ).toEqual([
    ['heading', '', 1, 'Fees'],
    ['heading', 'Fees', 1, 'Boats'],
    ['paragraph', 'Fees › Boats', 2, 'Boats pay by length.'],
    ['table', 'Fees › Boats', 2, 'To 5 m | 2'],
    ['table', 'Fees › Boats', 2, 'To 9 m | 4'],
    ['heading', 'Fees', 2, 'Ships'],
    ['heading', '', 2, 'Rules'],
    ['list', 'Rules', 2, 'No fire'],
  ])
  expect(text).toContain('Boats pay by length.\n\nTo 5 m | 2\nTo 9 m | 4\n\nShips')
})

it('joins blocks to sections without their headings, except for one with nothing below it', () => {
  const document = build()
  expect(
    sectionsOf(document).map(({ heading, start, end }) => [heading, document.text.slice(start, end)]),
  ).toEqual([
    ['Fees › Boats', 'Boats pay by length.\n\nTo 5 m | 2\nTo 9 m | 4'],
    ['Fees', 'Ships'],
    ['Rules', 'No fire'],
  ])
})
