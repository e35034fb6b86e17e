import { expect, it } from 'vitest'
import { ColumnObserver, typedValue } from './values.ts'

/** Returns the type of a column with these texts, and its values. */
function read(texts: readonly string[], name = 'Column') {
  const observer = new ColumnObserver(name)
  const cells = texts.map((text) => ({ text, isValue: false }))
  for (const cell of cells) observer.see(cell)
  const reading = observer.reading(observer.style ?? 'Point')
  return [reading.type, ...cells.map((cell) => typedValue(cell, reading))]
}

it.each([
  [
    ['1', '', '30'],
    ['INTEGER', 1, null, 30],
  ],
  [
    ['1,234', '12'],
    ['INTEGER', 1234, 12],
  ],
  [
    ['1.5', '2'],
    ['REAL', 1.5, 2],
  ],
  [
    ['1.234,50', '7'],
    ['REAL', 1234.5, 7],
  ],
  [
    ['12,5', '7'],
    ['REAL', 12.5, 7],
  ],
  [
    ["1'234.50", '1 234'],
    ['REAL', 1234.5, 1234],
  ],
  [
    ['$1,200.50', '-$3'],
    ['REAL', 1200.5, -3],
  ],
  [
    ['€ 5', '(7 €)'],
    ['INTEGER', 5, -7],
  ],
  [
    ['25%', '7.5 %'],
    ['REAL', 0.25, 0.075],
  ],
  [
    ['١٬٢٣٤٫٥', '٧'],
    ['REAL', 1234.5, 7],
  ],
  [
    ['٥٠ ريال', '٧ ريال'],
    ['INTEGER', 50, 7],
  ],
  [
    ['5', 'n/a'],
    ['INTEGER', 5, null],
  ],
])('reads numbers: %j', (texts, expected) => {
  expect(read(texts)).toEqual(expected)
})

it.each([
  [['007', '008']],
  [['12', '007']],
  [['+4930123456', '+4930123457']],
  [['555-1234']],
  [['1.2.3']],
  [['12345678901234567890']],
  [['5', 'five']],
  [['12 kg']],
  [['3/4/2024', '5/6/2024']],
  [['31.02.2024']],
  [['50%', '12']],
])('leaves text as it is: %j', (texts) => {
  expect(read(texts)).toEqual(['TEXT', ...texts])
})

it('leaves codes as they are', () => {
  expect(read(['4155550123'], 'Phone number')).toEqual(['TEXT', '4155550123'])
  expect(read(['10115'], 'Zip')).toEqual(['TEXT', '10115'])
})

it.each([
  [
    ['2024-01-31', '2024-2-1'],
    ['DATE', '2024-01-31', '2024-02-01'],
  ],
  [['31.01.2024'], ['DATE', '2024-01-31']],
  [
    ['13/01/2024', '2/1/2024'],
    ['DATE', '2024-01-13', '2024-01-02'],
  ],
  [
    ['1/13/2024', '2/1/2024'],
    ['DATE', '2024-01-13', '2024-02-01'],
  ],
  [['2024-01-31T08:05:00Z'], ['DATE', '2024-01-31 08:05:00']],
  [
    ['Jan 5, 2024', '5 January 2024', '5-Feb-2024'],
    ['DATE', '2024-01-05', '2024-01-05', '2024-02-05'],
  ],
  [['5 يناير 2024'], ['DATE', '2024-01-05']],
  [['2024-01'], ['DATE', '2024-01']],
])('reads dates: %j', (texts, expected) => {
  expect(read(texts)).toEqual(expected)
})

it('reads yes and no', () => {
  expect(read(['yes', 'No', ''])).toEqual(['BOOLEAN', 1, 0, null])
  expect(read(['نعم', 'لا'])).toEqual(['BOOLEAN', 1, 0])
})
