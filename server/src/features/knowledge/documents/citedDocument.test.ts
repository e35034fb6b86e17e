import { expect, test } from 'vitest'
import { cutPassages } from '../passages/cut.ts'
import { citedDocument } from './citedDocument.ts'
import type { DocumentPassage } from './store.ts'

/** Cuts a text as for indexing, with overlapping passages. */
function passagesOf(text: string, page: number | null = null): DocumentPassage[] {
  const blocks = [{ kind: 'paragraph' as const, heading: '', page, start: 0, end: text.length }]
  return [...cutPassages({ text, blocks, pages: null, pageIsPassage: false })].map((passage) => ({
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

test('each heading and each page has its own piece', () => {
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
  ['wrapped differently', 'the lighthouse\n and its', 'the lighthouse and its'],
  ['that was shortened', 'Sentence number 0 tells of the light…', 'Sentence number 0 tells of the light'],
  ['that isn’t in the document', 'something else', sentences[0]!],
])('a quote %s is marked as precisely as possible', (_what, quote, marked) => {
  const [piece] = citedDocument(passagesOf(sentences[0]!), '0', quote)!.pieces
  expect(piece!.text.slice(piece!.marks[0]!.start, piece!.marks[0]!.end)).toBe(marked)
})

test('a deleted file leaves nothing', () => {
  expect(citedDocument([], '1', 'a quote')).toBeNull()
})
