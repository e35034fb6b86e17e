import type { TextFile } from '../../server/src/testing/retrieval/library.ts'
import type { QuestionSet } from '../../server/src/testing/retrieval/questionSet.ts'

const PASSAGES_A_FILE = 250
const SENTENCES_A_PASSAGE = 5

/** Composes passages of real sentences in a shuffled order that is the same in every run. */
export function passageWriter(set: QuestionSet): () => string {
  const sentences = set.passages
    .flatMap((passage) => passage.text.split(/(?<=[.!?؟])\s+/))
    .filter((one) => one.length > 40)
  let state = 20250903
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return sentences[state % sentences.length]!
  }
  return () => Array.from({ length: SENTENCES_A_PASSAGE }, next).join(' ').replaceAll('\f', ' ')
}

/** Composes the files of a library with this many passages, each on a page of its own. */
export function composedFiles(write: () => string, passages: number): TextFile[] {
  return Array.from({ length: Math.ceil(passages / PASSAGES_A_FILE) }, (_, file) => {
    const pages = Math.min(PASSAGES_A_FILE, passages - file * PASSAGES_A_FILE)
    return { name: `part ${file + 1}.txt`, text: `${Array.from({ length: pages }, write).join('\f')}\f` }
  })
}
