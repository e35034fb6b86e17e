import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../../testing/application.ts'
import { ask, libraryOf } from '../../testing/asking.ts'

interface QuestionSet {
  files: string[]
  questions: { question: string; expected: string[] }[]
}

const folder = new URL('../../../../../../bench/tables/', import.meta.url)
const read = (name: string) => readFileSync(new URL(encodeURIComponent(name), folder), 'utf8')
const { files, questions }: QuestionSet = JSON.parse(read('questions.json'))
/** The bench asks all of them. */
const EVERY = 6
let app: TestApplication
let token: string
let agent: string

beforeAll(async () => {
  app = await startTestApplication()
  token = await app.token('anna')
  const library = await libraryOf(app, 'Figures', Object.fromEntries(files.map((name) => [name, read(name)])))
  agent = await publishAgent(app, 'Calculates', {}, [library])
})
afterAll(() => app?.remove())

test('BuiltIn calculates over all rows, and says what from', async () => {
  const sample = questions.filter((_, at) => at % EVERY === 0)
  for (const { question, expected } of sample) {
    const { segment } = await ask(app, token, { gptSystemId: agent }, question)
    for (const part of expected) expect(segment.answer, question).toContain(part)
    expect(segment.citations).toHaveLength(1)
    expect(segment.citations[0]).toMatchObject({ kind: 'Table', query: expect.stringMatching(/^SELECT/) })
  }
})

test('it cites the query, its rows, and how many rows it used', async () => {
  const { segment } = await ask(app, token, { gptSystemId: agent }, 'What is the average salary in IT?')
  const citation = segment.citations[0]!
  expect(citation).toMatchObject({
    title: 'employees.csv',
    query: "SELECT avg(salary) FROM employees WHERE department = 'IT'",
    quote: expect.stringMatching(/^avg\(salary\)\n70014\.08/),
  })
  expect(citation.rowsUsed).toBeLessThan(80)
  expect(citation.locator?.range).toMatch(/^B\d+:D\d+$/)
  expect(segment.answer).toContain(`Calculated over ${citation.rowsUsed} of 80 rows of **employees.csv**`)
})

test('it adds up what names no calculation, and says so', async () => {
  const { segment } = await ask(app, token, { gptSystemId: agent }, 'Show me the amount per region')
  expect(segment.citations[0]).toMatchObject({
    query: expect.stringMatching(/^SELECT region, sum\(amount\)/),
  })
  expect(segment.answer).toContain('The question doesn’t say what to calculate. Calculated over')
})

test('it says which word it took to mean the rows', async () => {
  const question = 'How many purchases came from the North?'
  const { segment } = await ask(app, token, { gptSystemId: agent }, question)
  expect(segment.answer).toMatch(
    /^\*\*110\*\*\s+I’m not sure what “purchases” means here, and took it to mean the rows/,
  )
})

test('it guesses without a word that it does not know, says so first, and quotes what it found, too', async () => {
  const question = 'How many employees frequent Berlin?'
  const { segment } = await ask(app, token, { gptSystemId: agent }, question)
  expect(segment.answer).toMatch(
    /^I’m not sure that I understood the question, and didn’t use “frequent”\. My best guess:\s+\*\*24\*\*/,
  )
  const [table, ...quotes] = segment.citations
  expect(table).toMatchObject({ kind: 'Table', citationId: '1' })
  // Each citation that the answer names is there, once.
  const named = [...segment.answer.matchAll(/\[(\d+)\]/g)].map(([, number]) => number)
  expect(new Set(named)).toEqual(new Set(segment.citations.map(({ citationId }) => citationId)))
  expect(quotes.every(({ kind }) => kind !== 'Table')).toBe(true)
})

test('it leaves other questions that ask to be shown something to the passages', async () => {
  const { segment } = await ask(app, token, { gptSystemId: agent }, 'What is the way to the North region?')
  expect(segment.answer).not.toContain('not sure what to calculate')
  expect(segment.citations.every(({ kind }) => kind !== 'Table')).toBe(true)
})

test('it says that it is not sure instead of a number, and quotes what it found', async () => {
  const { segment } = await ask(app, token, { gptSystemId: agent }, 'How many employees did Berlin lose?')
  expect(segment.answer).toMatch(/^I’m not sure what to calculate from \*\*employees\.csv\*\*, .*“lose”/)
  expect(segment.citations.every(({ kind }) => kind !== 'Table')).toBe(true)
})
