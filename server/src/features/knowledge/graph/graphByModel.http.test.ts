import type { dataSources } from '@parlance/contract/dataSources'
import type { Answer } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AnswerRequest } from '../../../engines/engine.ts'
import { AppError } from '../../../platform/errors.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, ifMatch } from '../../../testing/client.ts'
import { changeSettings, setDeployment } from '../../../testing/instanceSettings.ts'
import { graphReady } from '../../../testing/retrieval/library.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { createLibrary, type Library, settled, upload } from '../testing/library.ts'

const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
let app: TestApplication
let token: string
/** The passages that the model was given, in order. */
let given: string[] = []
let failure: AppError | null = null

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  token = await app.token('admin')
  await setDeployment(app, 'scripted', {
    purposes: ['Chat', 'Helper'],
    price: { inputPerMillion: 1, outputPerMillion: 10 },
  })
  await changeSettings(app, { helperDeployment: scripted })
})
afterAll(() => app?.remove())
beforeEach(() => {
  given = []
  failure = null
  engine.play(async (writer, _signal, request) => {
    if (failure) throw failure
    const texts = passagesIn(request)
    given.push(...texts)
    // It also says what no passage contains.
    const names = [
      { name: 'drydock ledger', kind: 'Term' },
      { name: 'invented thing', kind: 'Term' },
    ]
    writer.text(JSON.stringify({ passages: texts.map((_, at) => ({ id: at + 1, names, relations: [] })) }))
  })
})

const passagesIn = ({ messages }: AnswerRequest): string[] => {
  const { content } = messages.at(-1) as { content: string }
  return [...content.matchAll(/<passage-\w+ id="\d+">\n(.*?)\n<\/passage-\w+>/gs)].map(
    ([, text = '']) => text,
  )
}
const pathOf = (id: string) => `/api/internal/dataSources/${id}`
const get = async <T>(path: string) => (await call<T>(app, path, { token })).body

async function filled(name: string, files: Record<string, string>): Promise<string> {
  const id = await createLibrary(app, name)
  for (const [file, text] of Object.entries(files)) await upload(app, id, file, text)
  await settled(app, id)
  await ready(id)
  return id
}
/** Waits until the rules have read all files of a library, and then the model. */
async function ready(id: string): Promise<void> {
  await graphReady({ origin: app.origin, token }, id)
  await expect.poll(async () => (await graphOf(id)).modelFiles).toBe(0)
}
const graphOf = (id: string) => get<Answer<typeof dataSources.getGraph>>(`${pathOf(id)}/graph?pageSize=200`)

async function setByModel(id: string, graphByModel: boolean): Promise<Library & { graphByModel: boolean }> {
  const { version } = await get<Library>(pathOf(id))
  const { body } = await call<Library & { graphByModel: boolean }>(app, `/api/internal/fileLibraries/${id}`, {
    token,
    method: 'PUT',
    body: { graphByModel },
    headers: ifMatch(version),
  })
  return body
}

async function namesIn(id: string): Promise<string[]> {
  const { entities } = await graphOf(id)
  return entities.map(({ name }) => name).toSorted()
}

const ledger = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, at) =>
      `Number ${at} of the drydock ledger. ${`Sentence ${at} says what was repaired on that day. `.repeat(30)}`,
  ).join('\n\n')

const NOTES = {
  'Notes.txt': 'Ada Brook writes the drydock ledger every evening.',
  'Others.txt': 'Nothing is named here but the drydock ledger.',
}

test('[R-3-121] a model adds what the rules don’t find, and only what passages contain, and what it takes is shown before', async () => {
  const id = await filled('Read by a model', NOTES)
  expect(await namesIn(id)).toEqual(['Ada Brook', 'Notes', 'Others'])
  expect(given).toEqual([])
  const estimate = await get<Answer<typeof dataSources.estimateGraph>>(`${pathOf(id)}/graphEstimate`)
  // Per passage, 260 tokens of input and 120 of output.
  expect(estimate).toEqual({
    passages: 2,
    deploymentName: 'scripted',
    tokens: 760,
    costUsd: (520 * 1 + 240 * 10) / 1_000_000,
  })
  expect((await setByModel(id, true)).graphByModel).toBe(true)
  await ready(id)
  expect(given.toSorted()).toEqual(Object.values(NOTES).toSorted())
  expect(await namesIn(id)).toEqual(['Ada Brook', 'Notes', 'Others', 'drydock ledger'])
  // A new file is read by both, and then the model is turned off again.
  await upload(app, id, 'Third.txt', 'The drydock ledger is lost.')
  await settled(app, id)
  await ready(id)
  expect(given).toHaveLength(3)
  await setByModel(id, false)
  await upload(app, id, 'Fourth.txt', 'The drydock ledger is found.')
  await settled(app, id)
  await ready(id)
  expect(given).toHaveLength(3)
})

test('without a deployment for helper calls nothing is sent, and the files wait', async () => {
  await changeSettings(app, { helperDeployment: null })
  const id = await filled('Waits for a deployment', NOTES)
  const estimate = await get<Answer<typeof dataSources.estimateGraph>>(`${pathOf(id)}/graphEstimate`)
  expect(estimate).toMatchObject({ deploymentName: null, costUsd: null })
  await setByModel(id, true)
  await expect.poll(async () => (await graphOf(id)).modelFiles).toBe(2)
  expect((await graphOf(id)).state).toBe('Ready')
  expect(given).toEqual([])
  await changeSettings(app, { helperDeployment: scripted })
  await ready(id)
  expect(given).toHaveLength(2)
})

test('a model that can’t be asked leaves the graph of the rules, and goes on where it was', async () => {
  const id = await filled('Long', { 'Ledger.txt': ledger(60) })
  const { passages } = await get<{ passages: number }>(pathOf(id))
  let calls = 0
  engine.play(async (writer, _signal, request) => {
    calls += 1
    if (calls === 3) throw new AppError('engine.unreachable')
    // What isn’t a list is passed over, and the rules’ findings stay.
    if (calls === 2) return writer.text('I’d rather not.')
    const texts = passagesIn(request)
    given.push(...texts)
    writer.text('{"passages":[]}')
  })
  await setByModel(id, true)
  await ready(id)
  expect(calls).toBeGreaterThan(4)
  // No passage was read twice: those of the second call weren’t listed.
  expect(new Set(given).size).toBe(given.length)
  expect(given.length).toBeGreaterThan(passages / 2)
  expect(given.length).toBeLessThan(passages)
  expect(app.logged.filter((line) => line.includes('"graph.modelUnavailable"'))).toHaveLength(1)
  expect(await namesIn(id)).toContain('Ledger')
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from graph_task`.execute(
    app.platform.database.db,
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('what is too much for one call is read in smaller parts, and nothing is read after it is turned off', async () => {
  const id = await filled('Short answers', { 'Ledger.txt': ledger(60) })
  const sizes: number[] = []
  engine.play(async (writer, _signal, request) => {
    const texts = passagesIn(request)
    sizes.push(texts.length)
    // A model whose answers end after three passages.
    if (texts.length > 3) {
      writer.text('{"passages":[{"id":1,')
      return { finish: 'Length' }
    }
    given.push(...texts)
    if (given.length > 6) await setByModel(id, false)
    writer.text('{"passages":[]}')
  })
  await setByModel(id, true)
  await ready(id)
  expect(Math.max(...sizes)).toBeGreaterThan(3)
  expect(new Set(given).size).toBe(given.length)
  expect(given.length).toBeGreaterThan(6)
  expect(given.length).toBeLessThanOrEqual(9)
})
