import type { Configuration, StateAnswer, StateRow } from '@parlance/contract/agentConfiguration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ifMatchOfState, publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { newestEntry } from '../../../testing/auditLog.ts'
import { type CallOptions, call, ifMatch } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createLibrary } from '../../knowledge/testing/library.ts'

type State = z.output<typeof Configuration>
type Answer = z.output<typeof StateAnswer> & { code: string; current: z.output<typeof StateAnswer> }
type Row = z.output<typeof StateRow>

let app: TestApplication
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApplication()
  admin = await person(app, {
    actions: [
      'GptSystemsCreate',
      'GptSystemsWrite',
      'GptSystemsPublish',
      'DataSourcesWrite',
      'DataSourcesCreate',
    ],
  })
})
afterAll(() => app?.remove())

const management = '/api/internal/gptSystems/system/management'
const states = '/api/internal/gptSystems/configurationStates'
const as = <T = Answer>(path: string, options: CallOptions = {}, { token }: TestPerson = admin) =>
  call<T>(app, path, { token, ...options })

async function newAgent(): Promise<State> {
  return (await as<{ configuration: State }>(management, { body: { name: 'Contracts' } })).body.configuration
}
const change = async (stateId: string, body: object, who = admin) =>
  as(`${states}/${stateId}`, { method: 'PUT', body, headers: await ifMatchOfState(app, stateId) }, who)
const publish = (gptSystemId: string, stateId: string, note = '') =>
  as(`${management}/${gptSystemId}/publishing`, {
    method: 'PUT',
    body: { gptSystemConfigurationStateId: stateId, note },
  })
const listOf = async (gptSystemId: string) =>
  (
    await as<{ items: Row[]; continuationToken: string | null }>(
      `${management}/${gptSystemId}/configurationStates`,
    )
  ).body
const draftOf = (gptSystemId: string, body: object = {}) =>
  as(`${management}/${gptSystemId}/configurationStates`, { body })

describe('a new configuration state', () => {
  test('[R-3-067] [R-3-068] [R-3-069] [R-3-070] is a draft with the defaults of every field', async () => {
    const created = await newAgent()
    const { body, headers } = await as(`${states}/${created.configStateId}`)
    expect(headers.get('etag')).toBe('"1"')
    expect(body).toMatchObject({ errors: [], warnings: [], version: 1 })
    expect(body.configuration).toMatchObject({
      configStateId: created.gptSystemConfigurationStateId,
      gptSystemType: 'System',
      number: 1,
      status: 'Draft',
      gptSystemName: 'Contracts',
      systemPrompt: '',
      introduction: '',
      topP: 1,
      frequencyPenalty: 0,
      maxTokens: 4096,
      temperature: 0.7,
    })
  })

  test('[R-3-071] [R-3-072] [R-3-073] [R-3-074] has engine, deployment, capabilities, libraries, and the restriction', async () => {
    const { configStateId, gptSystemId } = await newAgent()
    const dataSourceId = await createLibrary(app, 'Clauses')
    const link = await as<{ gptSystemRagDataSourceId: string }>(
      `${management}/${gptSystemId}/ragDataSources`,
      {
        body: { dataSourceId },
        // The seeded administrator owns the library.
        token: await app.token('admin'),
      },
    )
    const changed = await change(configStateId, {
      languageEngine: 'OpenAI',
      deploymentName: 'gpt-none',
      capabilityTypes: ['FileSearch', 'Vision'],
      restrictAnswerToInformationReturnedByTools: true,
    })
    expect(changed.body.errors).toEqual([expect.objectContaining({ field: 'deploymentName' })])
    expect(changed.body.configuration).toMatchObject({
      languageEngine: 'OpenAI',
      deploymentName: 'gpt-none',
      capabilityTypes: ['FileSearch', 'Vision'],
      restrictAnswerToInformationReturnedByTools: true,
      dataSources: [{ ...link.body, dataSourceId, topK: 5, useGraph: true, readMode: 'Search', folders: [] }],
    })
  })
})

describe('the versions of an agent', () => {
  test('[R-1-014] [R-7-089] [R-3-059] include a published one and a draft copied from it, which is compared, deleted, and created again', async () => {
    const { configStateId: first, gptSystemId } = await newAgent()
    await change(first, { systemPrompt: 'Quote the clause.', starterQuestions: ['What is new?'] })
    expect((await draftOf(gptSystemId)).body.code).toBe('agent.hasDraft')
    expect((await publish(gptSystemId, first, 'The first')).status).toBe(200)
    const second = (await draftOf(gptSystemId)).body.configuration
    expect(second).toMatchObject({
      number: 2,
      status: 'Draft',
      gptSystemId,
      systemPrompt: 'Quote the clause.',
      starterQuestions: ['What is new?'],
    })
    await change(second.configStateId, { systemPrompt: 'Quote the sentence.', temperature: 0.2 })
    const differences = await as<{ items: object[] }>(
      `${states}/${first}/differences/${second.configStateId}`,
    )
    expect(differences.body.items).toEqual([
      { field: 'systemPrompt', before: 'Quote the clause.', after: 'Quote the sentence.' },
      { field: 'temperature', before: 0.7, after: 0.2 },
    ])
    expect(await listOf(gptSystemId)).toMatchObject({
      items: [
        { number: 2, status: 'Draft', publishedAt: null, note: '' },
        { number: 1, status: 'Published', note: 'The first', publishedAt: expect.any(String) },
      ],
      continuationToken: null,
    })
    expect((await as(`${states}/${second.configStateId}`, { method: 'DELETE' })).status).toBe(204)
    expect((await as(`${states}/${second.configStateId}`)).status).toBe(404)
    expect((await newestEntry(app, second.configStateId)).effect).toBe('Removed')
    const third = (await draftOf(gptSystemId, { fromStateId: first })).body.configuration
    expect(third).toMatchObject({ number: 2, systemPrompt: 'Quote the clause.' })
  })

  test('cannot be changed or deleted once published, and the last one cannot be deleted', async () => {
    const { configStateId, gptSystemId } = await newAgent()
    const remove = () => as(`${states}/${configStateId}`, { method: 'DELETE' })
    expect((await remove()).body.code).toBe('agent.onlyState')
    await publish(gptSystemId, configStateId)
    expect((await remove()).body.code).toBe('agent.stateNotDraft')
    expect((await change(configStateId, { introduction: 'Hello' })).body.code).toBe('agent.stateNotDraft')
  })

  test('show the second of two editors what the first changed', async () => {
    const { configStateId } = await newAgent()
    const path = `${states}/${configStateId}`
    const put = (body: object, headers = {}) => as(path, { method: 'PUT', body, headers })
    expect((await put({ introduction: 'Mine' })).status).toBe(428)
    expect((await put({ introduction: 'Mine' }, ifMatch(1))).status).toBe(200)
    const second = await put({ introduction: 'Theirs' }, ifMatch(1))
    expect(second).toMatchObject({
      status: 412,
      body: { code: 'request.stale', current: { version: 2, configuration: { introduction: 'Mine' } } },
    })
    expect((await put({ introduction: 'Theirs' }, ifMatch(2))).body.version).toBe(3)
  })

  test('include only one draft when many are begun at once', async () => {
    const gptSystemId = await publishAgent(app, 'Contested')
    const all = await Promise.all(Array.from({ length: 12 }, () => draftOf(gptSystemId)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
  })

  test('are listed in pages, newest first', async () => {
    const { configStateId, gptSystemId } = await newAgent()
    let stateId = configStateId
    for (let n = 0; n < 3; n += 1) {
      await publish(gptSystemId, stateId)
      stateId = (await draftOf(gptSystemId)).body.configuration.configStateId
    }
    const path = `${management}/${gptSystemId}/configurationStates?pageSize=3`
    const first = await as<{ items: Row[]; continuationToken: string }>(path)
    expect(first.body.items.map(({ number }) => number)).toEqual([4, 3, 2])
    const next = await as<{ items: Row[]; continuationToken: null }>(
      `${path}&continuationToken=${first.body.continuationToken}`,
    )
    expect(next.body).toMatchObject({ items: [{ number: 1 }], continuationToken: null })
  })
})

describe('the libraries of a draft', () => {
  test('[R-3-062] [R-7-092] are linked, configured, and unlinked by gptSystemRagDataSourceId', async () => {
    const { configStateId, gptSystemId } = await newAgent()
    const dataSourceId = await createLibrary(app, 'Terms')
    const links = `${management}/${gptSystemId}/ragDataSources`
    const token = await app.token('admin')
    const { body } = await as<{ gptSystemRagDataSourceId: string }>(links, { body: { dataSourceId }, token })
    const { gptSystemRagDataSourceId: id } = body
    expect((await as(links, { body: { dataSourceId }, token })).body.code).toBe('dataSource.linked')
    const dataSources = async () => (await as(`${states}/${configStateId}`)).body.configuration.dataSources
    await as(`${links}/${id}`, {
      method: 'PUT',
      body: { topK: 8, useGraph: false, readMode: 'WholeWhenItFits', folders: ['Terms/2026'] },
      token,
    })
    expect(await dataSources()).toEqual([
      {
        ...body,
        dataSourceId,
        topK: 8,
        useGraph: false,
        readMode: 'WholeWhenItFits',
        folders: ['Terms/2026'],
      },
    ])
    expect((await as(`${links}/${id}`, { method: 'PUT', body: { topK: 21 }, token })).status).toBe(400)
    expect((await as(`${links}/${id}`, { method: 'DELETE', token })).status).toBe(204)
    expect(await dataSources()).toEqual([])
    expect((await as(`${links}/${id}`, { method: 'DELETE', token })).body.code).toBe('agent.linkNotFound')
  })

  test('do not affect the published ones while they differ', async () => {
    const dataSourceId = await createLibrary(app, 'Kept')
    const gptSystemId = await publishAgent(app, 'Keeper', {}, [dataSourceId])
    const draft = (await draftOf(gptSystemId)).body.configuration
    const [published] = (await listOf(gptSystemId)).items.filter(({ status }) => status === 'Published')
    const linkOf = async (stateId: string) =>
      (await as(`${states}/${stateId}`)).body.configuration.dataSources[0]?.gptSystemRagDataSourceId
    const copied = await linkOf(draft.configStateId)
    expect(copied).not.toBe(await linkOf(published?.configStateId ?? ''))
    const links = `${management}/${gptSystemId}/ragDataSources`
    expect((await as(`${links}/${copied}`, { method: 'DELETE' })).status).toBe(204)
    expect(await linkOf(published?.configStateId ?? '')).toBeDefined()
    // No one can change a link of a published version.
    const fixed = await linkOf(published?.configStateId ?? '')
    expect((await as(`${links}/${fixed}`, { method: 'DELETE' })).status).toBe(404)
  })
})

describe('permissions', () => {
  test('[A10] [A16] to see and change configurations apply to all agents or this one, never to another or a personal agent', async () => {
    const mine = await newAgent()
    const other = await newAgent()
    const writer = await person(app, {
      specific: [{ action: 'GptSystemsWriteSpecific', entityId: mine.gptSystemId }],
    })
    const reader = await person(app, {
      specific: [{ action: 'GptSystemsReadSpecific', entityId: mine.gptSystemId }],
    })
    const looker = await person(app, { actions: ['GptSystemConfigurationsRead'] })
    const cards = await person(app, { actions: ['GptSystemsRead'] })
    const see = async (who: TestPerson, { configStateId }: State) =>
      (await as(`${states}/${configStateId}`, {}, who)).status
    const edit = async (who: TestPerson, { configStateId }: State) =>
      (await change(configStateId, { introduction: 'By them' }, who)).status
    const table = async (who: TestPerson) =>
      Promise.all([see(who, mine), see(who, other), edit(who, mine), edit(who, other)])
    expect(await table(writer)).toEqual([200, 404, 200, 404])
    expect(await table(reader)).toEqual([200, 404, 403, 403])
    expect(await table(looker)).toEqual([200, 200, 403, 403])
    expect(await table(cards)).toEqual([403, 403, 403, 403])
    // A comparison shows both sides, so users who can see only one don't get it.
    const between = `${states}/${mine.configStateId}/differences/${other.configStateId}`
    expect((await as(between, {}, writer)).status).toBe(404)
    expect((await as(between)).status).toBe(404)
    const personal = await as<{ configuration: State }>(
      '/api/internal/configStates',
      { body: { gptSystemType: 'User' } },
      cards,
    )
    expect(await see(admin, personal.body.configuration)).toBe(404)
    expect(await edit(admin, personal.body.configuration)).toBe(404)
  })
})
