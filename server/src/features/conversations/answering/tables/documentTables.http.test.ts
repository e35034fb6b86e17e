import { randomUUID } from 'node:crypto'
import type { CitedDocument } from '@parlance/contract/conversationShapes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { publishAgent } from '../../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../../testing/application.ts'
import { call } from '../../../../testing/client.ts'
import { createScriptedEngine } from '../../../../testing/scriptedEngine.ts'
import { createLibrary, listFiles, settled, upload } from '../../../knowledge/testing/library.ts'
import { makePptx, shapes } from '../../../knowledge/testing/officeDocuments.ts'
import { makeDocx, words } from '../../../knowledge/testing/wordDocuments.ts'
import { type Asked, ask, base } from '../../testing/asking.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted', maxTokens: 1000 }
const depots = ['Harbor', 'Airport', 'North']
const parts = Array.from({ length: 120 }, (_, at) => ({
  name: `Valve ${at + 1}`,
  depot: depots[at % 3]!,
  stock: (at * 7) % 50,
  price: 10 + at / 4,
}))
const money = (value: number) =>
  `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const sumOf = (of: (part: (typeof parts)[number]) => number, some = parts) =>
  some.reduce((sum, part) => sum + of(part), 0)
const stockList = words.table([
  ['Part', 'Depot', 'Stock', 'Price'],
  ...parts.map(({ name, depot, stock, price }) => [name, depot, String(stock), money(price)]),
])
const handbook = makeDocx([
  words.heading(1, 'How we order'),
  words.text('Orders are placed on Monday. '.repeat(80)),
  words.heading(1, 'Spare parts'),
  words.text('Everything in the three depots.'),
  stockList,
  words.heading(1, 'Contacts'),
  words.text('Call the harbor.'),
])
const contracts = makePptx([
  { shapes: [shapes.title('مرحبا'), shapes.box('نص قصير')] },
  {
    shapes: [
      shapes.title('العقود'),
      shapes.table([
        ['المورد', 'المدينة', 'القيمة'],
        ...Array.from({ length: 60 }, (_, at) => [
          `شركة ${at + 1}`,
          at % 2 === 0 ? 'الرياض' : 'جدة',
          String(1000 + at),
        ]),
      ]),
    ],
  },
])

let app: TestApplication
let token: string
let agent: string
let model: string
let fileId: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  token = await app.token('anna')
  const library = await createLibrary(app, 'Handbooks')
  await upload(app, library, 'handbook.docx', handbook)
  await upload(app, library, 'عرض.pptx', contracts)
  await settled(app, library)
  fileId = (await listFiles(app, library)).find(({ name }) => name === 'handbook.docx')!.fileId
  agent = await publishAgent(app, 'Calculates', {}, [library])
  model = await publishAgent(app, 'Queries', scripted, [library])
})
afterAll(() => app?.remove())

const asked = (question: string) => ask(app, token, { gptSystemId: agent }, question)

async function citedDocument({ conversationId, conversationSegmentId, segment }: Asked) {
  const path = `${base}/${conversationId}/segments/${conversationSegmentId}/citedDocuments/${segment.citations[0]!.citationId}`
  return (await call<z.output<typeof CitedDocument>>(app, path, { token })).body
}

test.each([
  ['How many spare parts are there?', '120', 'SELECT count(*) FROM spare_parts', 120],
  [
    'How many spare parts are in the Harbor depot?',
    '40',
    "SELECT count(*) FROM spare_parts WHERE depot = 'Harbor'",
    40,
  ],
  [
    'What is the sum of the prices?',
    `$${sumOf(({ price }) => price).toLocaleString('en-US')}`,
    'SELECT sum(price) FROM spare_parts',
    120,
  ],
  [
    'What is the total stock per depot?',
    `| Harbor | ${sumOf(
      ({ stock }) => stock,
      parts.filter(({ depot }) => depot === 'Harbor'),
    )} |`,
    'SELECT depot, sum(stock) AS result FROM spare_parts GROUP BY 1 ORDER BY 1 LIMIT 100',
    120,
  ],
])(
  '[R-3-119] BuiltIn calculates over all rows of a table in a Word document: %s',
  async (question, expected, query, rows) => {
    const { segment } = await asked(question)
    expect(segment.answer).toContain(expected)
    expect(segment.answer).toContain('rows of **Spare parts** in **handbook.docx**')
    expect(segment.citations).toMatchObject([
      { kind: 'Table', title: 'handbook.docx', query, rowsUsed: rows, locator: { sheet: 'Spare parts' } },
    ])
  },
)

test('and of a table on a slide, in Arabic', async () => {
  const { segment } = await asked('كم عدد العقود في جدة؟')
  expect(segment.answer).toContain('**30**')
  expect(segment.citations).toMatchObject([
    { kind: 'Table', title: 'عرض.pptx', page: 2, rowsUsed: 30, locator: { sheet: 'العقود', slide: 2 } },
  ])
  const { segment: sum } = await asked('ما مجموع القيمة في الرياض؟')
  expect(sum.answer).toContain('30,870')
})

test('its citation opens the document at the table', async () => {
  const document = await citedDocument(await asked('How many spare parts are there?'))
  const piece = document.pieces.find(({ marks }) => marks.length > 0)
  expect(piece?.heading).toBe('Spare parts')
  expect(piece?.blocks.filter(({ kind }) => kind === 'table')).toHaveLength(121)
  const marked = piece?.marks.map(({ start, end }) => piece.text.slice(start, end)).join('')
  expect(marked).toBe('Part | Depot | Stock | Price')
})

test('an agent without the library doesn’t know the table', async () => {
  const other = await createLibrary(app, 'Elsewhere')
  await upload(app, other, 'notes.csv', 'Topic,Pages\nRopes,3\nSails,4')
  await settled(app, other)
  const elsewhere = await publishAgent(app, 'Elsewhere', {}, [other])
  const foreign = await publishAgent(app, 'Queries elsewhere', scripted, [other])
  const { segment } = await ask(app, token, { gptSystemId: elsewhere }, 'How many spare parts are there?')
  expect(segment.citations).toEqual([])
  expect(segment.answer).not.toContain('120')
  let isFirst = true
  let told = ''
  engine.play(async (writer, _signal, { messages }) => {
    told = String(messages.at(-1)?.content)
    if (!isFirst) return writer.text('I don’t know.')
    isFirst = false
    const input = JSON.stringify({ fileIds: [fileId], sql: 'SELECT count(*) FROM spare_parts' })
    return { finish: 'ToolCalls', toolCalls: [{ id: randomUUID(), name: 'query_table', input }] }
  })
  await ask(app, token, { gptSystemId: foreign }, 'How many spare parts are there?')
  expect(told).toContain('There is no file with tables of this ID')
})

test('a question about the text of a document is answered from its text', async () => {
  const { segment } = await asked('How many days before Monday are orders placed?')
  expect(segment.answer).not.toContain('calculated')
  expect(segment.citations.every(({ kind }) => kind === 'Passage')).toBe(true)
})

test('a model sees the table of a document that was found, and queries it', async () => {
  const sql = 'SELECT part, stock FROM spare_parts ORDER BY stock DESC LIMIT 10'
  const seen: string[] = []
  let isFirst = true
  engine.play(async (writer, _signal, { messages }) => {
    seen.push(String(messages.at(-1)?.content))
    if (!isFirst) return writer.text('Valve 50 [1].')
    isFirst = false
    const input = JSON.stringify({ fileIds: [fileId], sql })
    return { finish: 'ToolCalls', toolCalls: [{ id: randomUUID(), name: 'query_table', input }] }
  })
  await ask(app, token, { gptSystemId: model }, 'Which spare parts have the most stock?')
  expect(seen[0]).toContain(
    `handbook.docx (fileId ${fileId}), below Spare parts, table spare_parts: 120 rows, row_number 2 to 121.`,
  )
  expect(seen[0]).toContain('- price REAL ($), 10 to 39.75; as displayed: price_shown')
  expect(seen[1]).toMatch(/part \| stock\nValve \d+ \| 49/)
})
