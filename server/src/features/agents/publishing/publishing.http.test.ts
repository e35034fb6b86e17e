import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { newestEntry, restore } from '../../../testing/auditLog.ts'
import { type CallOptions, call, ifMatch, openStream, textOf } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'

interface Publishing {
  code: string
  publishedStateId: string | null
  listedInDirectory: boolean
  categories: string[]
  history: {
    publicationId: string
    kind: string
    stateId: string
    number: number
    note: string
    by: string
  }[]
}
let app: TestApplication
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApplication()
  admin = await person(app, { actions: ['GptSystemsWrite', 'GptSystemsPublish'] })
})
afterAll(() => app?.remove())

const management = '/api/internal/gptSystems/system/management'
const as = <T = Publishing>(path: string, options: CallOptions = {}, { token }: TestPerson = admin) =>
  call<T>(app, path, { token, ...options })
const publishingOf = (gptSystemId: string) => `${management}/${gptSystemId}/publishing`
const put = (gptSystemId: string, body: object, who = admin) =>
  as(publishingOf(gptSystemId), { method: 'PUT', body }, who)

/** Creates a draft with this introduction and publishes it. */
async function publishNext(gptSystemId: string, introduction: string, note = ''): Promise<string> {
  const draft = await as<{ configuration: { configStateId: string } }>(
    `${management}/${gptSystemId}/configurationStates`,
    { body: {} },
  )
  const { configStateId } = draft.body.configuration
  await as(`/api/internal/gptSystems/configurationStates/${configStateId}`, {
    method: 'PUT',
    body: { introduction },
    headers: ifMatch(),
  })
  expect((await put(gptSystemId, { gptSystemConfigurationStateId: configStateId, note })).status).toBe(200)
  return configStateId
}
const introductionOf = async (gptSystemId: string) =>
  (
    await as<{ introduction: string }>(`/api/internal/gptSystems/${gptSystemId}/detailsForConversation`, {
      token: await app.token('anna'),
    })
  ).body.introduction

describe('publishing', () => {
  test('[R-3-064] [R-7-090] is recorded with a note and its author, and takes effect for everyone at once', async () => {
    const gptSystemId = await publishAgent(app, 'News', { introduction: 'One' })
    expect(await introductionOf(gptSystemId)).toBe('One')
    const second = await publishNext(gptSystemId, 'Two', 'Says more')
    expect(await introductionOf(gptSystemId)).toBe('Two')
    const { body } = await as(publishingOf(gptSystemId))
    expect(body).toMatchObject({ publishedStateId: second, listedInDirectory: true, categories: [] })
    expect(body.history).toMatchObject([
      {
        kind: 'Publish',
        stateId: second,
        number: 2,
        note: 'Says more',
        by: expect.stringContaining('Person'),
      },
      { kind: 'Publish', number: 1, note: '' },
    ])
  })

  test('rejects a draft that changed since it was reviewed', async () => {
    const gptSystemId = await publishAgent(app, 'Looked at')
    const draft = await as<{ configuration: { configStateId: string }; version: number }>(
      `${management}/${gptSystemId}/configurationStates`,
      { body: {} },
    )
    const { configStateId } = draft.body.configuration
    await as(`/api/internal/gptSystems/configurationStates/${configStateId}`, {
      method: 'PUT',
      body: { introduction: 'Meanwhile' },
      headers: ifMatch(),
    })
    const before = (await as(publishingOf(gptSystemId))).body
    const input = { gptSystemConfigurationStateId: configStateId, stateVersion: 1 }
    expect(await put(gptSystemId, input)).toMatchObject({
      status: 412,
      body: { code: 'request.stale', current: before },
    })
    expect((await put(gptSystemId, { ...input, stateVersion: 2 })).status).toBe(200)
  })

  test('restores an earlier publication with a reason, and keeps the current draft', async () => {
    const gptSystemId = await publishAgent(app, 'Taken back', { introduction: 'One' })
    await publishNext(gptSystemId, 'Two')
    const draft = await as<{ configuration: { configStateId: string } }>(
      `${management}/${gptSystemId}/configurationStates`,
      { body: {} },
    )
    const [, first] = (await as(publishingOf(gptSystemId))).body.history
    const back = await as(`${publishingOf(gptSystemId)}/rollBack`, {
      body: { publicationId: first?.publicationId, reason: 'It was wrong' },
    })
    expect(back.body).toMatchObject({
      publishedStateId: first?.stateId,
      history: [{ kind: 'RollBack', number: 1, note: 'It was wrong' }, {}, {}],
    })
    expect(await introductionOf(gptSystemId)).toBe('One')
    const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
      token: await app.token('anna'),
      body: { question: 'What is new?' },
    })
    await stream.ended
    expect(textOf(stream.events)).not.toBe('')
    const states = await as<{ items: { status: string }[] }>(
      `${management}/${gptSystemId}/configurationStates`,
    )
    expect(states.body.items.map(({ status }) => status)).toEqual(['Draft', 'Past', 'Published'])
    expect(draft.body.configuration).toBeDefined()
  })

  test('cannot restore another agent’s publication or an unpublish entry', async () => {
    const [one, other] = [await publishAgent(app, 'One'), await publishAgent(app, 'Other')]
    const [foreign] = (await as(publishingOf(other))).body.history
    await put(one, { gptSystemConfigurationStateId: null })
    const [taken] = (await as(publishingOf(one))).body.history
    expect(taken).toMatchObject({ kind: 'Unpublish', stateId: null })
    for (const publicationId of [foreign?.publicationId, taken?.publicationId])
      expect(await as(`${publishingOf(one)}/rollBack`, { body: { publicationId } })).toMatchObject({
        status: 404,
        body: { code: 'agent.publicationNotFound' },
      })
    expect(await introductionOf(one)).toBeUndefined()
  })

  test('changes where the agent is listed without creating a publication', async () => {
    const gptSystemId = await publishAgent(app, 'Found')
    const { publishedStateId } = (await as(publishingOf(gptSystemId))).body
    const listing = { listedInDirectory: true, categories: ['Law', 'Law', 'Contracts'] }
    const input = { gptSystemConfigurationStateId: publishedStateId, ...listing }
    expect((await put(gptSystemId, input)).body).toMatchObject({
      listedInDirectory: true,
      categories: ['Law', 'Contracts'],
      history: [{ kind: 'Publish' }],
    })
    // Absent fields stay unchanged.
    await put(gptSystemId, { gptSystemConfigurationStateId: publishedStateId })
    expect((await as(publishingOf(gptSystemId))).body).toMatchObject({ categories: ['Law', 'Contracts'] })
    for (const categories of [['a', 'b', 'c', 'd', 'e', 'f'], ['x'.repeat(51)], ['  ']])
      expect((await put(gptSystemId, { ...input, categories })).status).toBe(400)
  })

  test('can be restored from the audit log, like any other change', async () => {
    const gptSystemId = await publishAgent(app, 'Restored', { introduction: 'One' })
    await publishNext(gptSystemId, 'Two')
    const entry = await newestEntry(app, gptSystemId)
    expect((await restore(app, entry)).status).toBe(200)
    expect(await introductionOf(gptSystemId)).toBe('One')
  })

  test('requires the permissions to publish and to see the configuration; its history is open to publishers and approvers', async () => {
    const gptSystemId = await publishAgent(app, 'Guarded')
    const publisher = await person(app, { actions: ['GptSystemsPublish'] })
    const approver = await person(app, { actions: ['GptSystemsApprove'] })
    const writer = await person(app, { actions: ['GptSystemsWrite'] })
    const both = await person(app, { actions: ['GptSystemsPublish', 'GptSystemConfigurationsRead'] })
    const take = (who: TestPerson) => put(gptSystemId, { gptSystemConfigurationStateId: null }, who)
    const see = async (who: TestPerson) => (await as(publishingOf(gptSystemId), {}, who)).status
    expect([await see(publisher), await see(approver), await see(writer), await see(both)]).toEqual([
      200, 200, 200, 200,
    ])
    expect([(await take(approver)).status, (await take(writer)).status]).toEqual([403, 403])
    expect((await take(publisher)).body.code).toBe('agent.notFound')
    expect((await take(both)).status).toBe(200)
  })
})
