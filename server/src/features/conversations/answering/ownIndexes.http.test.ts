import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { type ObjectStore, startObjectStore } from '../../../testing/objectStore.ts'
import { type PostgresServer, startPostgresServer } from '../../../testing/postgresServer.ts'
import { settled, upload } from '../../knowledge/testing/library.ts'
import { ask, libraryOf } from '../testing/asking.ts'

let app: TestApplication
let files: ObjectStore
let server: PostgresServer

beforeAll(async () => {
  files = await startObjectStore('S3')
  server = await startPostgresServer()
  await server.query(`create role writer login password 'secret'`)
  await server.query('create database indexes owner writer')
  app = await startTestApplication({ environment: { EGRESS_ALLOW: '127.0.0.1' } })
})
afterAll(async () => {
  await app?.remove()
  await files?.close()
  await server?.stop()
})

test('an answer cites passages of a library with its own index, and says when that can’t be searched', async () => {
  const endpoints = {
    blobContainerUrl: files.url,
    blobContainerCredential: files.key,
    indexEndpoint: `postgres://writer@127.0.0.1:${server.port}/indexes?sslmode=disable`,
    indexName: 'towers',
    indexCredential: 'secret',
  }
  const { body } = await call<{ dataSourceId: string }>(
    app,
    '/api/internal/dataSources/uploadedFiles/explicit',
    { token: await app.token('admin'), body: { name: 'Towers', endpoints } },
  )
  await upload(app, body.dataSourceId, 'vela.txt', 'The lighthouse of Vela stands 41 metres tall.')
  await settled(app, body.dataSourceId)
  const here = await libraryOf(app, 'Food', { 'food.txt': 'The kitchen of Vela serves soup on Mondays.' })
  const gptSystemId = await publishAgent(app, 'Towers and food', {}, [body.dataSourceId, here])
  const token = await app.token('anna')

  const question = 'How tall is the lighthouse of Vela?'
  const { segment } = await ask(app, token, { gptSystemId }, question)
  expect(segment.answer).toContain('41 metres')
  expect(segment.citations).toMatchObject([{ title: 'vela.txt' }])
  expect(segment.steps.map(({ state }) => state)).toEqual(['Done'])

  await server.stop()
  const later = await ask(app, token, { gptSystemId }, question)
  expect(later.segment.answer).not.toContain('41 metres')
  expect(later.segment.steps).toContainEqual(
    expect.objectContaining({
      title: 'One library couldn’t be searched because its index can’t be reached',
      state: 'Failed',
    }),
  )
})
