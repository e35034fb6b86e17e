import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'

interface Counts {
  agentsPublished: number
  libraries: { total: number; files: number; filesReady: number; filesFailed: number; passages: number }
  people: number
}

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication()
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

test('counts what the instance contains', async () => {
  await allRead()
  const before = await counts()
  await publishAgent(app, 'Counted')
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
  await app.token('ben')
  await allRead()
  const { libraries } = before
  expect(await counts()).toEqual({
    agentsPublished: before.agentsPublished + 1,
    libraries: {
      total: libraries.total + 1,
      files: libraries.files + 1,
      filesReady: libraries.filesReady + 1,
      filesFailed: libraries.filesFailed,
      passages: libraries.passages + 1,
    },
    people: before.people + 1,
  })
})

test('[R-6-003] [A14] requires an analytics permission', async () => {
  const { status } = await call(app, '/api/internal/analytics/counts', { token: await app.token('anna') })
  expect(status).toBe(403)
})
