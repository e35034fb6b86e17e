import { expect, test } from 'vitest'
import { cutPassages } from '../passages/cut.ts'
import { citedDocument } from './citedDocument.ts'
import type { DocumentPassage } from './store.ts'

/** A text cut as it is indexed, with the passages' overlaps. */
function passagesOf(text: string, page: number | null = null): DocumentPassage[] {
  const sections = [{ heading: '', page, start: 0, end: text.length }]
  return [...cutPassages({ text, sections, pages: null, pageIsPassage: false })].map((passage) => ({
    ...passage,
    passageId: String(passage.ordinal),
    fileName: 'a.txt',
    mimeType: 'text/plain',
    pages: null,
    filePassages: 3,
  }))
}

const sentences = Array.from(
  { length: 40 },
  (_, n) => `Sentence number ${n} tells of the lighthouse and its keeper.`,
)

test('passages that overlap are one text again, and the quote is marked where it stands', () => {
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

test('each heading and each page has a piece of its own', () => {
  const [one, two] = [passagesOf('On the first page.', 1)[0]!, passagesOf('On the second page.', 2)[0]!]
  const passages = [one, { ...two, passageId: '7', ordinal: 1 }]
  const document = citedDocument(passages, '7', 'second page')!
  expect(document.pieces).toEqual([
    { heading: '', page: 1, text: 'On the first page.', marks: [] },
    { heading: '', page: 2, text: 'On the second page.', marks: [{ start: 7, end: 18 }] },
  ])
  expect([document.moreBefore, document.moreAfter]).toEqual([false, true])
})

test.each([
  ['that was wrapped otherwise', 'the lighthouse\n and its', 'the lighthouse and its'],
  ['that was cut', 'Sentence number 0 tells of the light…', 'Sentence number 0 tells of the light'],
  ['that is not there', 'something else', sentences[0]!],
])('a quote %s is marked as well as can be', (_what, quote, marked) => {
  const [piece] = citedDocument(passagesOf(sentences[0]!), '0', quote)!.pieces
  expect(piece!.text.slice(piece!.marks[0]!.start, piece!.marks[0]!.end)).toBe(marked)
})

test('nothing is left of a file that has gone', () => {
  expect(citedDocument([], '1', 'a quote')).toBeNull()
})
