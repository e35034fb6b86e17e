import { describe, expect, test } from 'vitest'
import { isMissing, readColumns } from './numbers.ts'

const values = (...cells: string[]) => readColumns([cells])[0]?.map((cell) => cell?.value ?? null) ?? null
const units = (...cells: string[]) => readColumns([cells])[0]?.map((cell) => cell?.unit ?? null) ?? null

describe('numbers', () => {
  test.each<[string, string[], number[]]>([
    ['whole', ['12', '7'], [12, 7]],
    ['English', ['1,234.5', '12', '1,234,567'], [1234.5, 12, 1234567]],
    ['English without decimals', ['1,234', '56'], [1234, 56]],
    ['German', ['1.234,5', '12', '0,75'], [1234.5, 12, 0.75]],
    ['German, with one cell that shows it', ['1.234', '12,5'], [1234, 12.5]],
    ['German amounts', ['1.234 €', '980 €'], [1234, 980]],
    ['decimals with three digits', ['1.234', '0.5'], [1.234, 0.5]],
    ['French', ['1 234,5', '12\u202f000'], [1234.5, 12000]],
    ['Swiss', ["1'234.50", "12'000"], [1234.5, 12000]],
    ['Indian', ['1,00,000', '12,34,567.5'], [100000, 1234567.5]],
    ['Arabic', ['١٬٢٣٤٫٥', '١٢'], [1234.5, 12]],
    ['Persian', ['۱۲', '۳۴'], [12, 34]],
    ['negative', ['-5', '−3', '(12)', '+4', '-$2', '$-3'], [-5, -3, -12, 4, -2, -3]],
    ['percent', ['12 %', '7.5%', '٣٪'], [12, 7.5, 3]],
    ['amounts', ['$1,200', 'US$5', '£7', 'EUR 3', '12 SAR'], [1200, 5, 7, 3, 12]],
    ['with units', ['12 km', '3.5 km/h', '20 °C'], [12, 3.5, 20]],
    ['with citations', ['12[1]', '7 [2,3]'], [12, 7]],
    ['with marks of direction', ['\u200f12\u200f', '\u20667\u2069'], [12, 7]],
    ['approximate', ['~5', '≈ 7'], [5, 7]],
  ])('%s', (_name, cells, expected) => {
    expect(values(...cells)).toEqual(expected)
  })

  test.each([
    ['dates', ['2026-01-02', '2026-01-03']],
    ['German dates', ['01.02.2026', '03.02.2026']],
    ['versions', ['1.2.3', '1.10.2']],
    ['addresses', ['192.168.1.1', '10.0.0.1']],
    ['times', ['12:30', '13:00']],
    ['ranges', ['1-2', '3-4']],
    ['text', ['Ulm', 'Bonn']],
    ['text next to numbers', ['12', 'twelve']],
    ['long text', ['1', '1'.repeat(60)]],
    ['one number', ['12', '–']],
    ['codes', ['A1', 'B2']],
    ['phone numbers', ['+49 30 123456', '+49 30 123457']],
    ['sentences', ['3 of our suppliers were late', '2 were not']],
    ['nothing', ['', '']],
  ])('no numbers: %s', (_name, cells) => {
    expect(values(...cells)).toBeNull()
  })

  test('missing values stay missing', () => {
    expect(values('1', '–', '', 'n/a', 'N/A', '4')).toEqual([1, null, null, null, null, 4])
    expect(isMissing('—')).toBe(true)
    expect(isMissing('0')).toBe(false)
  })

  test('the decimal mark applies to the whole table', () => {
    const [first, second] = readColumns([
      ['1.234', '5.678'],
      ['12,5', '7,25'],
    ])
    expect(first?.map((cell) => cell?.value)).toEqual([1234, 5678])
    expect(second?.map((cell) => cell?.value)).toEqual([12.5, 7.25])
  })

  test('units are kept', () => {
    expect(units('12 %', '7%')).toEqual(['%', '%'])
    expect(units('$5', '12 km')).toEqual(['$', 'km'])
  })
})
