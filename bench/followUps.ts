/**
 * Measures how well follow-up questions are searched, in real conversations with an agent of the model provider
 * BuiltIn.
 *   node bench/followUps.ts QUESTIONS.json [--cases bench/followUps.json]
 * QUESTIONS.json as for bench/retrieval.ts: its articles are the subject of the questions. Each case names an
 * article, a first question, a natural follow-up question, the same question in full, and the paragraph (from
 * 0) that answers it. Prints recall at 5 for both. Exits 1 if the follow-up's recall is below nine tenths of
 * the full question's.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { startProduct } from '../server/src/testing/product.ts'
import { askAgent } from '../server/src/testing/retrieval/answers.ts'
import { addAgent, addLibrary, ask, type Reached } from '../server/src/testing/retrieval/library.ts'
import { paragraphFiles } from '../server/src/testing/retrieval/quality.ts'
import { fileNameOf, readQuestionSet } from '../server/src/testing/retrieval/questionSet.ts'
import { isMet, print, type Row } from '../server/src/testing/retrieval/rows.ts'
import { option, say } from '../server/src/testing/statistics.ts'

interface Case {
  article: string
  first: string
  followUp: string
  inFull: string
  paragraph: number
  answer: string
}

interface Details {
  questionAsSearched: string | null
  passages: { fileName: string; page: number | null }[]
}

const file = process.argv[2]
if (!file || file.startsWith('--'))
  throw new Error('usage: node bench/followUps.ts QUESTIONS.json [--cases FILE]')
const set = await readQuestionSet(file)
const casesFile = option('cases', path.join(import.meta.dirname, 'followUps.json'))
const cases: Case[] = JSON.parse(await readFile(casesFile, 'utf8'))
const product = await startProduct()
const reached: Reached = { origin: product.origin, token: await product.token('admin') }
const { dataSourceId } = await addLibrary(reached, set.name, paragraphFiles(set))
const gptSystemId = await addAgent(reached, dataSourceId)

const found = { second: 0, full: 0 }
const quoted = { second: 0, full: 0 }
for (const one of cases) {
  const { conversationId } = await askAgent(reached, { gptSystemId }, one.first)
  const second = await turn({ conversationId }, one.followUp, one)
  const full = await turn({ gptSystemId }, one.inFull, one)
  for (const [kind, result] of [
    ['second', second],
    ['full', full],
  ] as const) {
    if (result.found) found[kind]++
    if (result.quoted) quoted[kind]++
  }
  if (!second.found)
    say(`not found: ${one.article}, "${one.first}" "${one.followUp}", searched as "${second.searched}"`)
}
await product.stop()

const share = (count: number) => count / cases.length
const what = `${cases.length} follow-ups`
const rows: Row[] = [
  { what: `${what}, asked in full: R@5`, value: share(found.full), unit: '' },
  { what: `${what}, as the second turn: R@5`, value: share(found.second), unit: '' },
  {
    what: `${what}: second turn's R@5 relative to asked in full`,
    value: (100 * found.second) / found.full,
    unit: '%',
    target: 90,
  },
  { what: `${what}, asked in full: the answer is quoted`, value: share(quoted.full), unit: '' },
  { what: `${what}, as the second turn: the answer is quoted`, value: share(quoted.second), unit: '' },
]
for (const row of rows) print(row)
process.exit(rows.every(isMet) ? 0 : 1)

/** Asks, and reads from the execution details what was searched and found. */
async function turn(
  to: Parameters<typeof askAgent>[1],
  question: string,
  { article, paragraph, answer }: Case,
) {
  const { conversationId, segmentId, citations } = await askAgent(reached, to, question)
  const path = `/userConversations/${conversationId}/segments/${segmentId}/executionDetails`
  const { passages, questionAsSearched } = await ask<Details>(reached, path)
  // Each paragraph was uploaded as a separate page.
  const isRight = (passage: Details['passages'][number]) =>
    passage.fileName === fileNameOf(article) && passage.page === paragraph + 1
  return {
    searched: questionAsSearched,
    found: passages.slice(0, 5).some(isRight),
    quoted: citations.some((citation) => citation.quote.includes(answer)),
  }
}
