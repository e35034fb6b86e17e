/**
 * How many questions about the product the demo's agent answers from docs/guide, with the engine BuiltIn.
 *   node bench/guideQuestions.ts [--questions bench/guideQuestions.json]
 * A question is answered if the answer cites one of its files and a cited passage from them contains its fact, a
 * regular expression. Prints the questions that aren't answered, and exits 1 if too few are, or if too many quotes
 * with the fact are doubted.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { startProduct } from '../server/src/testing/product.ts'
import { askAgent } from '../server/src/testing/retrieval/answers.ts'
import { ask, type Reached } from '../server/src/testing/retrieval/library.ts'
import { isMet, print, type Row } from '../server/src/testing/retrieval/rows.ts'
import { option, say } from '../server/src/testing/statistics.ts'
import { untilIndexed } from './faults/injection.ts'

const LEAST_ANSWERED = 56
/** The share of quotes with the fact that BuiltIn can doubt. */
const MOST_DOUBTED = 5

interface GuideQuestion {
  question: string
  /** The files of the guide that answer it. */
  files: string[]
  /** What a correct answer contains, as a regular expression. */
  fact: string
}

interface Details {
  passages: { fileName: string; text: string; cited: boolean }[]
}

const questionsFile = option('questions', path.join(import.meta.dirname, 'guideQuestions.json'))
const questions: GuideQuestion[] = JSON.parse(await readFile(questionsFile, 'utf8'))
const product = await startProduct()
await untilIndexed(product)
const reached: Reached = { origin: product.origin, token: await product.token('anna') }
const agents = await ask<{ items: { gptSystemId: string; name: string }[] }>(
  reached,
  '/currentUser/gptSystems',
)
const guide = agents.items.find(({ name }) => name === 'Product guide')
if (!guide) throw new Error('The demo has no agent named Product guide.')

const counts = { cited: 0, answered: 0, shown: 0, doubted: 0 }
for (const { question, files, fact } of questions) {
  const contains = new RegExp(fact, 'i')
  const { conversationId, segmentId, citations, doubted } = await askAgent(reached, guide, question)
  const details = `/userConversations/${conversationId}/segments/${segmentId}/executionDetails`
  const { passages } = await ask<Details>(reached, details)
  const cited = passages.filter((passage) => passage.cited && files.includes(passage.fileName))
  const answered = cited.some(({ text }) => contains.test(text))
  const [first] = citations
  const shown = first !== undefined && files.includes(first.title) && contains.test(first.quote)
  if (cited.length > 0) counts.cited++
  if (answered) counts.answered++
  if (shown) counts.shown++
  if (shown && doubted) {
    counts.doubted++
    say(`doubted: ${question}`)
  }
  if (!answered) {
    const sources = citations.map(({ title }) => title).join(', ') || 'no source'
    say(`${cited.length > 0 ? 'fact not cited' : 'file not cited'}: ${question} (${sources})`)
  }
}
await product.stop()

const what = `${questions.length} questions about the product`
const rows: Row[] = [
  { what: `${what}: the right file is cited`, value: counts.cited, unit: '' },
  { what: `${what}: answered`, value: counts.answered, unit: '', target: LEAST_ANSWERED },
  { what: `${what}: the first quote has the answer`, value: counts.shown, unit: '' },
  {
    what: `${counts.shown} first quotes with the answer: doubted`,
    value: (100 * counts.doubted) / counts.shown,
    unit: '%',
    target: MOST_DOUBTED,
    atMost: true,
  },
]
for (const row of rows) print(row)
process.exit(rows.every(isMet) ? 0 : 1)
