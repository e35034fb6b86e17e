import { lex } from '@parlance/contract/markdown/lexer'
import type { Tokens } from 'marked'
import { describe, expect, test } from 'vitest'
import { canBePie, dataOf, firstChoice, maxRows, maxSeries, partsOf, type TableData } from './tableData.ts'

function tableOf(head: string, ...rows: string[]): Tokens.Table {
  const line = (cells: string) => `| ${cells} |`
  const delimiter = head.replace(/[^|]+/g, '---')
  const source = [head, delimiter, ...rows].map(line).join('\n')
  return lex(source).find(({ type }) => type === 'table') as Tokens.Table
}
const read = (...lines: [string, ...string[]]) => dataOf(tableOf(...lines))!

describe('the data of a table', () => {
  test('is the text of its cells, with the numbers of its columns', () => {
    const data = read(
      'Supplier | **Orders** | Share',
      '[Brandt](https://x.example) | 1,204[1] | 12 %',
      '*Kestrel* & Co | `7` | 3.5 %',
    )
    expect(data.names).toEqual(['Supplier', 'Orders', 'Share'])
    expect(data.rows).toEqual([
      ['Brandt', '1,204', '12 %'],
      ['Kestrel & Co', '7', '3.5 %'],
    ])
    expect(data.numbers).toEqual([
      { index: 1, name: 'Orders', values: [1204, 7], unit: '' },
      { index: 2, name: 'Share', values: [12, 3.5], unit: '%' },
    ])
    expect(data).toMatchObject({ isCut: false, total: null })
  })

  test.each<[string, [string, ...string[]]]>([
    ['without numbers', ['City | Country', 'Ulm | Germany', 'Lyon | France']],
    ['with one column', ['Orders', '1', '2']],
    ['with one row', ['City | Orders', 'Ulm | 1']],
    ['without rows', ['City | Orders']],
  ])('is missing in a table %s', (_what, lines) => {
    expect(dataOf(tableOf(...lines))).toBeNull()
  })

  test('leaves out a last row with totals', () => {
    for (const name of ['Total', '**Grand total**', 'Summe', 'Gesamt', 'المجموع', 'الإجمالي']) {
      const data = read('City | Orders', 'Ulm | 1', 'Bonn | 2', `${name} | 3`)
      expect(data.rows.map(([city]) => city)).toEqual(['Ulm', 'Bonn'])
      expect(data.total).toBe(name.replaceAll('*', ''))
    }
    expect(read('City | Orders', 'Ulm | 1', 'Bonn | 2', 'Totality | 3').total).toBeNull()
  })

  test('has a limited number of rows', () => {
    const rows = Array.from({ length: maxRows + 20 }, (_, index) => `r${index} | ${index}`)
    const data = read('Name | Value', ...rows)
    expect(data.rows).toHaveLength(maxRows)
    expect(data.isCut).toBe(true)
  })
})

describe('the first chart of a table', () => {
  test('has the first text as labels, and the columns with the same unit', () => {
    const data = read('Rank | City | Orders | Share', '1 | Ulm | 5 | 50 %', '2 | Bonn | 5 | 50 %')
    expect(firstChoice(data)).toEqual({ kind: 'bar', label: 1, series: [0, 2] })
  })

  test('is a line over time', () => {
    const years = read('Year | Revenue', '2023 | 5', '2024 | 6', '2025 | 8')
    expect(firstChoice(years)).toEqual({ kind: 'line', label: 0, series: [1] })
    const months = read('Month | Revenue', '2025-01 | 5', '2025-02 | 6', '2025-03 | 8')
    expect(firstChoice(months).kind).toBe('line')
  })

  test('has a limited number of series', () => {
    const names = Array.from({ length: 10 }, (_, index) => `s${index}`)
    const row = names.map((_, index) => index).join(' | ')
    const data = read(`City | ${names.join(' | ')}`, `Ulm | ${row}`, `Bonn | ${row}`)
    expect(firstChoice(data).series).toHaveLength(maxSeries)
  })
})

describe('a pie', () => {
  const data = read(
    'City | Orders | Change | None',
    'Ulm | 5 | -1 | 0',
    'Bonn | 3 | 2 | 0',
    'Kiel | – | 4 | 7',
  )

  test('needs one series of two or more parts, and none below zero', () => {
    expect(canBePie(data, [1])).toBe(true)
    expect(canBePie(data, [1, 2])).toBe(false)
    expect(canBePie(data, [2])).toBe(false)
    expect(canBePie(data, [3])).toBe(false)
    expect(canBePie(data, [])).toBe(false)
  })

  test('has the smallest of many parts as one', () => {
    expect(partsOf(data, 1)).toEqual([
      { row: 0, value: 5 },
      { row: 1, value: 3 },
    ])
    const many: TableData = read('N | V', ...[3, 9, 1, 8, 2, 7, 6, 5].map((value, at) => `n${at} | ${value}`))
    expect(partsOf(many, 1)).toEqual([
      { row: 1, value: 9 },
      { row: 3, value: 8 },
      { row: 5, value: 7 },
      { row: 6, value: 6 },
      { row: 7, value: 5 },
      { row: null, value: 6 },
    ])
  })
})
