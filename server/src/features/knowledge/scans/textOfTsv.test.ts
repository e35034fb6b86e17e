import { expect, test } from 'vitest'
import { textOfTsv } from './textOfTsv.ts'

const header = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext'
const word = (block: number, line: number, confidence: number, text: string) =>
  `5\t1\t${block}\t1\t${line}\t1\t0\t0\t9\t9\t${confidence}\t${text}`

test('lines of a paragraph are joined, and paragraphs are apart', () => {
  const rows = [
    header,
    word(1, 1, 90, 'Hand'),
    word(1, 1, 90, 'in'),
    word(1, 2, 90, 'receipts.'),
    word(2, 1, 90, 'Soon.'),
  ]
  expect(textOfTsv(rows.join('\n')).text).toBe('Hand in receipts.\n\nSoon.')
})

test('a word that is hyphenated at the line end is restored', () => {
  expect(textOfTsv([header, word(1, 1, 90, 'allow-'), word(1, 2, 90, 'ance')].join('\n')).text).toBe(
    'allowance',
  )
})

test('long words count more for the confidence, which is null without words', () => {
  expect(textOfTsv([header, word(1, 1, 100, 'abc'), word(1, 1, 0, 'd')].join('\n')).confidence).toBe(75)
  expect(textOfTsv(header).confidence).toBeNull()
})
