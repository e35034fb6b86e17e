import type { Answer } from '@parlance/contract/endpoint'
import type { retrievalDebugger } from '@parlance/contract/retrievalDebugger'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { type EmbeddingProvider, startEmbeddingProvider } from '../../../testing/embeddingProvider.ts'
import { changeSettings, setDeployment, settingsPath } from '../../../testing/instanceSettings.ts'
import { createLibrary, find, settled, upload } from '../testing/library.ts'

interface Status {
  state: string
  dimensions: number | null
  waitingFiles: number
  problem: string | null
  passages: number
  tokens: number
}

const deployment = { languageEngine: 'OpenAICompatible', deploymentName: 'meanings' }
const groups = [
  ['automobile', 'car', 'vehicle'],
  ['repair', 'mend', 'fix'],
  ['physician', 'doctor'],
]

let app: TestApplication
let provider: EmbeddingProvider
let library: string
let other: string

beforeAll(async () => {
  provider = await startEmbeddingProvider(groups)
  app = await startTestApplication({
    environment: {
      EGRESS_ALLOW: '127.0.0.1',
      COMPATIBLE_BASE_URL: provider.baseUrl,
      COMPATIBLE_DEPLOYMENTS: 'meanings',
    },
  })
  await setDeployment(app, 'meanings', { purposes: ['Embedding'], price: null })
  library = await createLibrary(app, 'Workshop')
  other = await createLibrary(app, 'Garage of others')
  await upload(app, library, 'workshop.txt', 'Here they mend an automobile within a day.')
  await upload(app, library, 'garden.txt', 'Roses need water in the evening.')
  await upload(app, other, 'elsewhere.txt', 'Another place to fix a vehicle.')
  await Promise.all([settled(app, library), settled(app, other)])
})
afterAll(async () => {
  await app?.remove()
  await provider?.close()
})
beforeEach(() => {
  provider.status = 200
  provider.silent = false
})

const status = async () =>
  (await call<Status>(app, `${settingsPath}/vectorIndex`, { token: await app.token('admin') })).body
const namesOf = async (libraries: string[], question: string) =>
  (await find(app, libraries, question)).passages.map(({ fileName }) => fileName)
const choose = (embeddingDeployment: typeof deployment | null) => changeSettings(app, { embeddingDeployment })
const becomes = (state: Partial<Status>) => expect.poll(status).toMatchObject(state)
const countVectors = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from passage_signs v
    join passage_vector using (passage_id, vector_space_id) join data_source d on d.number = v.library_id join vector_space s on s.vector_space_id = v.vector_space_id
    where s.state <> 'Outdated' and d.data_source_id in (${library}, ${other})`.execute(
    app.platform.database.db,
  )
  return rows[0]!.n
}

// No word of it occurs in any file.
const QUESTION = 'car fix'

// Each test continues where the one before has ended.
describe('search by meaning', { shuffle: false }, () => {
  test('is off without a deployment, and no text leaves the server', async () => {
    expect(await status()).toMatchObject({ state: 'Off', dimensions: null, problem: null })
    expect((await status()).passages).toBeGreaterThanOrEqual(3)
    expect((await status()).tokens).toBeGreaterThan((await status()).passages)
    expect(await namesOf([library], QUESTION)).toEqual([])
    expect(provider.texts).toEqual([])
  })

  test('needs a deployment that is enabled for embeddings', async () => {
    const refused = await choose({ ...deployment, deploymentName: 'chat' })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ errors: [{ field: 'embeddingDeployment' }] })
  })

  test('[R-3-120] finds passages without a word of the question, in files added before and after, and only in the permitted libraries', async () => {
    expect((await choose(deployment)).status).toBe(200)
    await becomes({ state: 'Ready', dimensions: 256, waitingFiles: 0 })
    expect((await namesOf([library], QUESTION))[0]).toBe('workshop.txt')
    expect(await namesOf([library], QUESTION)).not.toContain('elsewhere.txt')
    expect(await namesOf([other], QUESTION)).toEqual(['elsewhere.txt'])
    await upload(app, library, 'clinic.txt', 'The physician is here on Mondays.')
    await settled(app, library)
    await expect.poll(async () => (await namesOf([library], 'doctor'))[0]).toBe('clinic.txt')
  })

  test('the debugger shows what meaning finds, with the cosine as score', async () => {
    const { body } = await call<Answer<typeof retrievalDebugger.debugRetrieval>>(
      app,
      '/api/internal/retrievalDebugger',
      {
        token: await app.token('admin'),
        body: { question: QUESTION, dataSourceIds: [library], withSteps: true },
      },
    )
    const { stages, candidates, terms } = body.steps!
    expect(stages.map(({ stage }) => stage)).toEqual(expect.arrayContaining(['Meaning', 'Fused', 'Final']))
    expect(terms.map(({ passages }) => passages)).toEqual([0, 0])
    const first = candidates.find(({ fileName }) => fileName === 'workshop.txt')!
    const meant = first.scores.find(({ stage }) => stage === 'Meaning')
    expect(meant).toMatchObject({ rank: 1 })
    expect(meant!.score).toBeLessThanOrEqual(1)
    expect(first.scores.some(({ stage }) => stage === 'Words')).toBe(false)
  })

  test('a replaced file is found by its new text, and a deleted one not at all', async () => {
    await upload(app, library, 'clinic.txt', 'Here they fix teeth.')
    await settled(app, library)
    await expect.poll(async () => (await namesOf([library], 'mend')).includes('clinic.txt')).toBe(true)
    expect(await countVectors()).toBe(4)
    const [file] = (
      await call<{ items: { fileId: string; name: string }[] }>(
        app,
        `/api/internal/dataSources/${library}/files`,
        {
          token: await app.token('admin'),
        },
      )
    ).body.items.filter(({ name }) => name === 'clinic.txt')
    await call(app, `/api/internal/dataSources/${library}/files/${file!.fileId}`, {
      method: 'DELETE',
      token: await app.token('admin'),
    })
    expect(await namesOf([library], 'mend teeth')).not.toContain('clinic.txt')
    await expect.poll(countVectors).toBe(3)
  })

  test('words find passages while the provider fails or never answers, and what it missed follows', async () => {
    provider.status = 503
    await upload(app, library, 'bikes.txt', 'A bicycle shop sells bells.')
    await settled(app, library)
    await becomes({ problem: 'engine.busy', waitingFiles: 1 })
    expect((await namesOf([library], 'bells of a bicycle'))[0]).toBe('bikes.txt')
    provider.status = 200
    await becomes({ state: 'Ready', problem: null, waitingFiles: 0 })
  })

  test('words find passages while the provider never answers', async () => {
    // After the failure above, questions don't wait for the provider for a while.
    await expect
      .poll(async () => {
        provider.silent = true
        const names = await namesOf([library], `which shop sells bells ${Math.random()}`)
        return provider.held() > 0 && names[0]
      })
      .toBe('bikes.txt')
  })

  test('another number of dimensions is built beside the current vectors and replaces them when complete', async () => {
    provider.dimensions = 128
    await upload(app, library, 'trains.txt', 'Trains leave at noon.')
    await settled(app, library)
    await becomes({ state: 'Ready', dimensions: 128, waitingFiles: 0 })
    await expect.poll(async () => (await namesOf([library], QUESTION))[0]).toBe('workshop.txt')
    await expect.poll(countVectors).toBe(5)
  })

  test('ends when the deployment is removed, with all vectors', async () => {
    await choose(null)
    expect(await namesOf([library], QUESTION)).toEqual([])
    expect(await status()).toMatchObject({ state: 'Off' })
    const { db } = app.platform.database
    await expect
      .poll(
        async () =>
          (await sql`select from passage_vector union all select from passage_signs limit 1`.execute(db))
            .rows,
      )
      .toEqual([])
  })
})
