import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPolicy } from '../../../testing/access.ts'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { listFiles, settled, upload } from '../../knowledge/testing/library.ts'
import { type Asked, ask, attach, base, libraryOf, segmentOf } from '../testing/asking.ts'

const sentence = 'The lighthouse of Vela stands 41 metres tall.'
const question = 'How tall is the lighthouse of Vela?'
let app: TestApplication
let anna: TestPerson

beforeAll(async () => {
  app = await startTestApplication()
  anna = await person(app)
})
afterAll(() => app?.remove())

/** Creates an answer that cites a file of its own library, with actions on that file. */
async function cited(name: string) {
  const dataSourceId = await libraryOf(app, name, { 'vela.txt': `${sentence} It was built in 1903.` })
  const gptSystemId = await publishAgent(app, name, {}, [dataSourceId])
  const asked = await ask(app, anna.token, { gptSystemId }, question)
  expect(asked.segment.citations).toMatchObject([{ title: 'vela.txt', quote: sentence }])
  const put = async (text: string) => {
    expect((await upload(app, dataSourceId, 'vela.txt', text)).status).toBe(200)
    await settled(app, dataSourceId)
  }
  const remove = async () => {
    const [file] = await listFiles(app, dataSourceId)
    const path = `/api/internal/dataSources/${dataSourceId}/files/${file?.fileId}`
    const { status } = await call(app, path, { token: await app.token('admin'), method: 'DELETE', body: {} })
    expect(status).toBe(204)
  }
  return { asked, gptSystemId, put, remove }
}

/** Returns what the list of answers and the opened source say about the first citation. */
async function told(asked: Asked) {
  const [citation] = (await segmentOf(app, anna.token, asked)).citations
  const { title, path } = citation!
  const query = new URLSearchParams({ title, path })
  const { body } = await call<{ text: string; quote: string; change?: object }>(
    app,
    `${base}/${asked.conversationId}/segments/${asked.conversationSegmentId}/citations?${query}`,
    { token: anna.token },
  )
  expect(body.change).toEqual(citation?.change)
  expect(body.quote).toBe(sentence)
  return { change: citation?.change, text: body.text }
}

test('a cited file that is replaced after an answer is reported with its time, the quote stays, and later answers are unaffected', async () => {
  const { asked, gptSystemId, put } = await cited('Replaced')
  expect((await told(asked)).change).toBeUndefined()
  const before = Date.now()
  await put(`${sentence} It was built in 1904.`)
  const { change, text } = await told(asked)
  expect(change).toMatchObject({ kind: 'Replaced' })
  expect(Date.parse(change?.at ?? '')).toBeGreaterThanOrEqual(before - 1000)
  expect(Date.parse(change?.at ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
  expect(text).toBe(sentence)
  const after = await ask(app, anna.token, { gptSystemId }, question)
  expect((await told(after)).change).toBeUndefined()
})

test('a deleted file is reported without a time, and a new file with its name does not replace it', async () => {
  const { asked, put, remove } = await cited('Removed')
  await remove()
  expect(await told(asked)).toEqual({ change: { kind: 'Removed', at: null }, text: sentence })
  await put(`${sentence} It was built in 1905.`)
  expect((await told(asked)).change).toEqual({ kind: 'Removed', at: null })
})

test('nothing is reported about a library that the agent no longer uses to answer this user', async () => {
  const { asked, gptSystemId, put } = await cited('Withheld')
  await put(`${sentence} It was built in 1906.`)
  const { db } = app.platform.database
  await sql`update chat_access_policy set enabled = false`.execute(db)
  expect(await told(asked)).toEqual({ change: undefined, text: sentence })
  await createPolicy(app, { subjects: [{ kind: 'User', id: anna.userId }], gptSystems: [gptSystemId] })
  expect((await told(asked)).change).toMatchObject({ kind: 'Replaced' })
  await sql`update chat_access_policy set enabled = true`.execute(db)
})

test('an attachment is never reported as changed', async () => {
  const gptSystemId = await publishAgent(app, 'Reads attachments', {})
  const attachmentId = await attach(app, anna.token, 'vela.txt', `${sentence} It was built in 1903.`)
  const asked = await ask(app, anna.token, { gptSystemId }, question, { attachmentIds: [attachmentId] })
  expect((await told(asked)).change).toBeUndefined()
})
