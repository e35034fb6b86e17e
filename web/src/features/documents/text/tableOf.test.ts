import { expect, it } from 'vitest'
import type { Block } from '../data/api.ts'
import { joined, rowsIn } from './parts.ts'
import { tableOf } from './tableOf.ts'

/** Blocks of rows as the server returns them: names in front of values. */
function written(rows: { row?: number; cells: [name: string, value: string][] }[]) {
  let text = ''
  const blocks = rows.map(({ row, cells }): Block => {
    const start = text.length
    const spans = cells.map(([name, value], column) => {
      text += `${column === 0 ? '' : ' | '}${name === '' ? '' : `${name}: `}${value}`
      return { column, start: text.length - value.length, end: text.length }
    })
    const block: Block = { kind: 'table', start, end: text.length, cells: spans, ...(row && { row }) }
    text += '\n'
    return block
  })
  return { text, blocks }
}

it('a table without its first rows gets its header from its values', () => {
  const { text, blocks } = written([
    {
      row: 8,
      cells: [
        ['Boat', 'Sloop: red | fast'],
        ['Fee', '12'],
      ],
    },
  ])
  const table = tableOf(text, blocks)
  expect(table).toMatchObject({ columns: 2, names: ['Boat', 'Fee'], hasHeader: false })
  expect(table.rows[0]?.cells?.map((cell) => cell && text.slice(cell.start, cell.end))).toEqual([
    'Sloop: red | fast',
    '12',
  ])
})

it('a table with its header has it once, and one without names has none', () => {
  const header = {
    cells: [
      ['', 'Boat'],
      ['', 'Fee'],
    ] as [string, string][],
  }
  const named = written([
    header,
    {
      cells: [
        ['Boat', 'Sloop'],
        ['Fee', '12'],
      ],
    },
  ])
  expect(tableOf(named.text, named.blocks)).toMatchObject({ names: null, hasHeader: true })
  const plain = written([header])
  expect(tableOf(plain.text, plain.blocks)).toMatchObject({ names: null, hasHeader: false })
})

it('parts of a document become one, with their positions moved', () => {
  const part = (text: string, first: number, mark?: string) => ({
    title: 'a.txt',
    gone: false,
    mimeType: 'text/plain',
    pages: null,
    pieces: [
      {
        heading: 'Fees',
        page: null,
        text,
        blocks: [{ kind: 'paragraph' as const, start: 0, end: text.length }],
        marks: mark ? [{ start: text.indexOf(mark), end: text.indexOf(mark) + mark.length }] : [],
      },
    ],
    moreBefore: first > 0,
    moreAfter: first < 2,
    first,
    last: first,
    isOpen: true,
  })
  const [piece, ...others] = joined([part('One.', 0), part('Two.', 1, 'Two'), part('Three.', 2)]).pieces
  expect(others).toEqual([])
  expect(piece?.blocks.map(({ start, end }) => piece.text.slice(start, end))).toEqual([
    'One.',
    'Two.',
    'Three.',
  ])
  expect(piece?.marks.map(({ start, end }) => piece.text.slice(start, end))).toEqual(['Two'])
})

it('rows of a range', () => {
  expect([rowsIn('B2:AF14'), rowsIn('C7'), rowsIn(undefined)]).toEqual([[2, 14], [7, 7], null])
})
