import { expect, test } from 'vitest'
import { createTable } from '../extraction/tables/rows.ts'
import { writtenCell } from '../extraction/tables/tableReader.ts'
import { cutPassages, type Passage } from '../passages/cut.ts'
import { createDocumentBuilder } from '../passages/documentText.ts'
import { citedDocument, matchIn } from './citedDocument.ts'
import type { DocumentPassage } from './store.ts'

/** Cuts a text as for indexing, with overlapping passages. */
function passagesOf(text: string, page: number | null = null): DocumentPassage[] {
  const blocks = [{ kind: 'paragraph' as const, heading: '', page, start: 0, end: text.length }]
  return [...cutPassages({ text, blocks, pages: null, pageIsPassage: false })].map(ofFile)
}

const ofFile = (passage: Passage): DocumentPassage => ({
  ...passage,
  passageId: String(passage.ordinal),
  fileName: 'a.txt',
  mimeType: 'text/plain',
  pages: null,
  filePassages: 3,
  readersSee: 'File',
})
const long = Array.from({ length: 300 }, () => 'word').join(' ')

const sentences = Array.from(
  { length: 40 },
  (_, n) => `Sentence number ${n} tells of the lighthouse and its keeper.`,
)

test('overlapping passages become one text again, with the quote marked in place', () => {
  const text = [sentences.slice(0, 20).join(' '), sentences.slice(20).join(' ')].join('\n\n')
  const passages = passagesOf(text)
  expect(passages.length).toBeGreaterThan(2)
  const cited = passages[2]!
  const quote = /Sentence number \d+ [^.]+\./.exec(cited.text.slice(200))![0]
  const document = citedDocument(passages, cited.passageId, quote)!
  expect(document.pieces.map((piece) => piece.text)).toEqual([text])
  const [mark] = document.pieces[0]!.marks
  expect(document.pieces[0]!.text.slice(mark!.start, mark!.end)).toBe(quote)
})

const paragraph = (end: number) => ({ kind: 'paragraph', start: 0, end })

test('each heading and each page has its own piece', () => {
  const [one, two] = [passagesOf('On the first page.', 1)[0]!, passagesOf('On the second page.', 2)[0]!]
  const passages = [one, { ...two, passageId: '7', ordinal: 1 }]
  const document = citedDocument(passages, '7', 'second page')!
  expect(document.pieces).toEqual([
    { heading: '', page: 1, text: 'On the first page.', blocks: [paragraph(18)], marks: [] },
    {
      heading: '',
      page: 2,
      text: 'On the second page.',
      blocks: [paragraph(19)],
      marks: [{ start: 7, end: 18 }],
    },
  ])
  expect([document.moreBefore, document.moreAfter]).toEqual([false, true])
})

test.each([
  ['wrapped differently', 'the lighthouse\n and its', 'the lighthouse and its'],
  ['that was shortened', 'Sentence number 0 tells of the light…', 'Sentence number 0 tells of the light'],
  ['that isn’t in the document', 'something else', sentences[0]!],
])('a quote %s is marked as precisely as possible', (_what, quote, marked) => {
  const [piece] = citedDocument(passagesOf(sentences[0]!), '0', quote)!.pieces
  expect(piece!.text.slice(piece!.marks[0]!.start, piece!.marks[0]!.end)).toBe(marked)
})

test('rows keep their cells and are shown once, although passages overlap', () => {
  const builder = createDocumentBuilder()
  const table = createTable(builder, { guessesHeader: true })
  const rows = Array.from({ length: 60 }, (_, at) => [`Boat ${at}`, String(at), at === 40 ? long : 'moored'])
  for (const [at, row] of [['Name', 'Fee', 'State'], ...rows].entries())
    table.add(row.map(writtenCell), { place: { sheet: 'Fees', row: at + 1 } })
  table.end()
  const passages = [...cutPassages({ ...builder.finish(), pages: null, pageIsPassage: false })].map(ofFile)
  const [piece, ...others] = citedDocument(passages, '2', 'Boat 20')!.pieces
  expect(others).toEqual([])
  expect(piece?.sheet).toBe('Fees')
  expect(piece?.blocks.map(({ row }) => row)).toEqual(Array.from({ length: 61 }, (_, at) => at + 1))
  for (const { row = 0, cells = [], start, end } of piece!.blocks) {
    const texts = cells.map((cell) => piece!.text.slice(cell.start, cell.end))
    if (row > 1 && row !== 42) expect(texts).toEqual(rows[row - 2])
    // A row that is cut within a cell is shown as text.
    if (row === 42)
      expect(piece!.text.slice(start, end)).toContain('Name: Boat 40 | Fee: 40 | State: word word')
  }
})

test('lines of code keep their numbers over passages', () => {
  const builder = createDocumentBuilder()
  for (let line = 1; line <= 200; line += 1) {
    builder.place({ line })
    builder.block('code', `  call(${line}, "of a function with some words");`)
  }
  const passages = [...cutPassages({ ...builder.finish(), pages: null, pageIsPassage: false })].map(ofFile)
  const [piece] = citedDocument(passages, '1', 'call(40,')!.pieces
  expect(piece?.blocks.map(({ line }) => line)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
  for (const { line, start, end } of piece!.blocks)
    expect(piece!.text.slice(start, end)).toBe(`  call(${line}, "of a function with some words");`)
})

test('a match is shown with the text around it', () => {
  const text = sentences.join(' ')
  const match = matchIn({ ordinal: 3, page: null, locator: null, text }, 'NUMBER 12 TELLS')
  expect(match?.excerpt.slice(match.mark.start, match.mark.end)).toBe('number 12 tells')
  expect(match?.excerpt).toMatch(/^….{60}number 12 tells.{120}…$/)
})

test('a deleted file leaves nothing', () => {
  expect(citedDocument([], '1', 'a quote')).toBeNull()
})
