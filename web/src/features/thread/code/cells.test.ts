import { expect, it } from 'vitest'
import { cellsOf, rowsOf } from './cells.ts'

const F = '~~~~~~~~'
const id = '019ab3c2-5f00-7000-8000-000000000001'

it('reads code, output, charts with their data, files, and errors', () => {
  const text = [
    `${F}python\nprint(1)\n${F}\n\n${F}output\n1\n\n${F}\n\n`,
    `![Sales](code-file:${id})\n\n${F}chart\n[{"title":"Sales","series":[]}]\n${F}\n\n`,
    `[a b.csv](code-file:${id})\n\n`,
    `${F}python\n1 / 0\n${F}\n\n${F}error\nZeroDivisionError\n${F}\n\n`,
  ].join('')
  expect(cellsOf(text)).toEqual([
    {
      code: 'print(1)',
      parts: [
        { kind: 'output', text: '1' },
        { kind: 'chart', fileId: id, alt: 'Sales', charts: [{ title: 'Sales', series: [] }] },
        { kind: 'file', fileId: id, name: 'a b.csv' },
      ],
    },
    { code: '1 / 0', parts: [{ kind: 'error', text: 'ZeroDivisionError' }] },
  ])
})

it('reads what has arrived so far, and leaves other texts alone', () => {
  expect(cellsOf(`${F}python\nprint(`)).toEqual([{ code: 'print(', parts: [], isOpen: true }])
  expect(cellsOf(`${F}python\nx\n${F}\n\n${F}output\nabc`)).toEqual([
    { code: 'x', parts: [{ kind: 'output', text: 'abc' }] },
  ])
  expect(cellsOf(`${F}python\nx\n${F}\n\n${F}table\n{"col`)).toEqual([{ code: 'x', parts: [] }])
  expect(cellsOf('peak 87.0 Hz')).toBeNull()
})

it('distinguishes code that the person ran from code of the answer', () => {
  const text = `${F}python\nx\n${F}\n\n${F}python by-person\ny\n${F}\n\n`
  expect(cellsOf(text)).toEqual([
    { code: 'x', parts: [] },
    { code: 'y', parts: [], isByPerson: true },
  ])
})

it('shows the data of a chart as rows, with a column for each series if they share their points', () => {
  const chart = { title: '', xLabel: '', yLabel: '' }
  const series = (label: string, y: number[]) => ({ label, x: ['Ulm', 'Bonn'], y })
  expect(rowsOf({ ...chart, series: [series('a', [1, 2]), series('b', [3, 4])] })).toEqual([
    ['Ulm', '1', '3'],
    ['Bonn', '2', '4'],
  ])
  expect(rowsOf({ ...chart, series: [series('a', [1, 2])] })).toEqual([
    ['Ulm', '1'],
    ['Bonn', '2'],
  ])
})
