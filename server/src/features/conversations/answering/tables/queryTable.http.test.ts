import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AnswerRequest, Message, ToolCall } from '../../../../engines/engine.ts'
import { publishAgent } from '../../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../../testing/application.ts'
import { createScriptedEngine } from '../../../../testing/scriptedEngine.ts'
import { listFiles } from '../../../knowledge/testing/library.ts'
import { ask, attach, detailsOf, libraryOf } from '../../testing/asking.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted', maxTokens: 1000 }
let app: TestApplication
let token: string
let agent: string
let salesId: string
let targetsId: string
let foreignId: string
let requests: AnswerRequest[] = []

const regions = ['North', 'South', 'East', 'West']
const sales = [
  'Region,Amount,Day',
  ...Array.from(
    { length: 3000 },
    (_, at) => `${regions[at % 4]},"$${(1000 + at).toLocaleString('en')}.50",2024-0${(at % 6) + 1}-15`,
  ),
].join('\n')

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  token = await app.token('anna')
  const library = await libraryOf(app, 'Figures', {
    'sales.csv': sales,
    'targets.csv': 'Region;Target\nNorth;800000\nSouth;900000\nEast;1000000\nWest;1100000',
  })
  const foreign = await libraryOf(app, 'Secret', { 'salaries.csv': 'Name,Salary\nAda,100\nBen,200' })
  const files = await listFiles(app, library)
  salesId = files.find(({ name }) => name === 'sales.csv')!.fileId
  targetsId = files.find(({ name }) => name === 'targets.csv')!.fileId
  foreignId = (await listFiles(app, foreign))[0]!.fileId
  agent = await publishAgent(app, 'Counts', scripted, [library])
})
afterAll(() => app?.remove())
beforeEach(() => {
  requests = []
})

const results = (messages: Message[] = []) =>
  messages.flatMap((message) => (message.role === 'tool' ? [message] : []))

/** Scripts a model that makes these calls at once and then answers. */
function calls(inputs: object[], answer: string): void {
  let isFirst = true
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    if (!isFirst) return writer.text(answer)
    isFirst = false
    const toolCalls = inputs.map(
      (input): ToolCall => ({ id: randomUUID(), name: 'query_table', input: JSON.stringify(input) }),
    )
    return { finish: 'ToolCalls', toolCalls }
  })
}

/** Asks until the tables are loaded: a question waits only for a few seconds, and tells the model to ask about them. */
async function expectDescribed(text: string): Promise<void> {
  await expect
    .poll(async () => {
      requests = []
      calls([], 'Nothing yet.')
      await ask(app, token, { gptSystemId: agent }, 'What is in sales.csv?')
      return String(requests[0]?.messages.at(-1)?.content)
    })
    .toContain(text)
  requests = []
}

test('a model queries all rows of a table, and its answer cites the query and the rows', async () => {
  const sql =
    "SELECT region, count(*) AS n, sum(amount) AS total FROM sales WHERE region <> 'West' GROUP BY region"
  await expectDescribed(`sales.csv (fileId ${salesId}), table sales`)
  calls([{ fileIds: [salesId], sql }], 'The East sold 1,873,875 [1].')
  const asked = await ask(app, token, { gptSystemId: agent }, 'What did each region sell in sales.csv?')
  expect(requests[0]?.tools.map(({ name }) => name)).toContain('query_table')
  const question = String(requests[0]?.messages.at(-1)?.content)
  expect(question).toContain(`sales.csv (fileId ${salesId}), table sales: 3000 rows, row_number 2 to 3001.`)
  expect(question).toContain('- region TEXT, North; South; East; West')
  expect(question).toContain('- amount REAL ($), 1000.5 to 3999.5; as displayed: amount_shown')
  expect(question).toContain('- day DATE, 2024-01-15 to 2024-06-15')
  const [result] = results(requests[1]?.messages)
  const number = /\[(\d+)\] sales\.csv/.exec(result?.content ?? '')?.[1]
  expect(result?.content).toMatch(/region \| n \| total\nEast \| 750 \| \d+\nNorth \| 750/)
  calls([{ fileIds: [salesId], sql }], `The East sold most [${number}].`)
  const again = await ask(app, token, { gptSystemId: agent }, 'What did each region sell in sales.csv?')
  expect(again.segment.citations).toMatchObject([
    {
      kind: 'Table',
      title: 'sales.csv',
      query: sql,
      rowsUsed: 2250,
      locator: { range: 'A2:B3000' },
      quote: expect.stringContaining('region\tn\ttotal\nEast\t750\t'),
    },
  ])
  expect(again.segment.reads).toContainEqual(expect.objectContaining({ title: 'sales.csv', kind: 'Whole' }))
  const tool = (await detailsOf(app, token, again)).steps.find((step) => step.kind === 'Tool')
  expect(tool).toMatchObject({ title: 'Queried sales.csv, 3 rows returned', output: `${sql}\n[${number}]` })
  expect(asked.segment.status).toBe('Completed')
})

test('it joins tables of several files', async () => {
  const sql =
    'SELECT t.region, sum(s.amount) - t.target AS above FROM targets t JOIN sales s ON s.region = t.region GROUP BY t.region ORDER BY above DESC'
  calls([{ fileIds: [salesId, targetsId], sql }], 'North is above its target.')
  await ask(app, token, { gptSystemId: agent }, 'Which region is above its target?')
  expect(results(requests[1]?.messages)[0]?.content).toMatch(/region \| above\nNorth \| \d+/)
})

test('a model gets the reason why a query failed, and reaches no file outside its libraries', async () => {
  calls(
    [
      { fileIds: [salesId], sql: 'SELECT nowhere FROM sales' },
      { fileIds: [salesId], sql: 'DELETE FROM sales' },
      { fileIds: [salesId], sql: "ATTACH '/tmp/x.db' AS x" },
      { fileIds: [foreignId], sql: 'SELECT * FROM salaries' },
      { fileIds: [salesId], sql: 'SELECT * FROM salaries' },
      { fileIds: ['salaries.csv'] },
      { fileIds: [targetsId] },
      { sql: 'SELECT 1' },
    ],
    'I could not.',
  )
  const asked = await ask(app, token, { gptSystemId: agent }, 'What are the salaries?')
  const contents = results(requests[1]?.messages).map(({ content }) => content)
  expect(contents[0]).toContain('no such column: nowhere')
  expect(contents[1]).toContain('Only a single SELECT')
  expect(contents[2]).toContain('Only a single SELECT')
  expect(contents[3]).toContain('There is no file with tables of this ID')
  expect(contents[4]).toContain('no such table: salaries')
  expect(contents[5]).toContain('There is no file with tables of this ID')
  expect(contents[6]).toContain('table targets: 4 rows')
  expect(contents[7]).toContain('no file in "fileIds"')
  expect(JSON.stringify(requests)).not.toContain('Ada')
  expect(asked.segment.citations).toEqual([])
})

test('it queries an attachment', async () => {
  const attachmentId = await attach(app, token, 'planets.csv', 'Planet,Moons\nMars,2\nSaturn,146\nVenus,0')
  calls([{ fileIds: ['planets.csv'], sql: 'SELECT max(moons) FROM planets' }], '146.')
  await ask(app, token, { gptSystemId: agent }, 'Which planet has the most moons?', {
    attachmentIds: [attachmentId],
  })
  expect(results(requests[1]?.messages)[0]?.content).toContain('146')
})
