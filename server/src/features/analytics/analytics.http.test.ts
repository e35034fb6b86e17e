import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, openStream } from '../../testing/client.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { readCounts } from './store.ts'

interface Counts {
  agentsPublished: number
  libraries: { total: number; files: number; filesReady: number; filesFailed: number; passages: number }
  people: { total: number; activeLastWeek: number }
  conversations: { lastDay: number; lastWeek: number }
  questions: { lastDay: number; lastWeek: number }
  answersFailedLastWeek: number
}

const DAY_MS = 86_400_000
const engine = createScriptedEngine()
let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
})
afterAll(() => app?.remove())

async function counts(): Promise<Counts> {
  const { body } = await call<Counts>(app, '/api/internal/analytics/counts', {
    token: await app.token('admin'),
  })
  return body
}

/** Waits until all files have been processed. */
async function allRead(): Promise<void> {
  const unread = async () => {
    const { files, filesReady, filesFailed } = (await counts()).libraries
    return files - filesReady - filesFailed
  }
  await expect.poll(unread).toBe(0)
}

async function ask(gptSystemId: string): Promise<void> {
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
    token: await app.token('anna'),
    body: { question: 'A question?' },
  })
  await stream.ended
}

test('counts what was created and what failed', async () => {
  await allRead()
  const before = await counts()
  const gptSystemId = await publishAgent(app, 'Counted', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  engine.play(async (writer) => writer.text('Yes.'))
  await ask(gptSystemId)
  engine.play(async () => {
    throw new Error('an error')
  })
  await ask(gptSystemId)
  const { body } = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
    token: await app.token('admin'),
    body: { name: 'Counted' },
  })
  const form = new FormData()
  form.set('file', new File(['A sentence about lighthouses.'], 'lighthouses.txt'))
  await call(app, `/api/internal/dataSources/${body.dataSourceId}/files`, {
    token: await app.token('admin'),
    body: form,
  })
  await allRead()
  const after = await counts()
  expect(after).toEqual({
    agentsPublished: before.agentsPublished + 1,
    libraries: {
      total: before.libraries.total + 1,
      files: before.libraries.files + 1,
      filesReady: before.libraries.filesReady + 1,
      filesFailed: before.libraries.filesFailed,
      passages: before.libraries.passages + 1,
    },
    people: { total: 2, activeLastWeek: 2 },
    conversations: {
      lastDay: before.conversations.lastDay + 2,
      lastWeek: before.conversations.lastWeek + 2,
    },
    questions: { lastDay: before.questions.lastDay + 2, lastWeek: before.questions.lastWeek + 2 },
    answersFailedLastWeek: before.answersFailedLastWeek + 1,
  })
})

test('a day later they count for the week only, and a week later no longer', async () => {
  const { db } = app.platform.database
  const now = Date.now()
  const { questions } = await readCounts(db, new Date(now))
  const dayLater = await readCounts(db, new Date(now + DAY_MS + 60_000))
  expect(dayLater.questions).toEqual({ lastDay: 0, lastWeek: questions.lastWeek })
  const weekLater = await readCounts(db, new Date(now + 7 * DAY_MS + 60_000))
  expect(weekLater.questions).toEqual({ lastDay: 0, lastWeek: 0 })
  expect(weekLater.people.activeLastWeek).toBe(0)
  expect(weekLater.answersFailedLastWeek).toBe(0)
})

test('[R-6-003] [A14] requires an analytics permission', async () => {
  const { status } = await call(app, '/api/internal/analytics/counts', { token: await app.token('anna') })
  expect(status).toBe(403)
})
