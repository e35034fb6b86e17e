import type { StateAnswer } from '@parlance/contract/agentConfiguration'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ifMatchOfState, personalAvatar, uploadAvatar } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { createLibrary } from '../../knowledge/testing/library.ts'

type State = z.output<typeof StateAnswer>
interface Refusal {
  code: string
  errors?: { field: string; message: string }[]
}

let app: TestApplication
let owner: TestPerson
beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: createScriptedEngine() },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  await changeSettings(app, {
    defaultChatDeployment: { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' },
  })
  owner = await person(app)
})
afterAll(() => app?.remove())

const states = '/api/internal/configStates'
const begin = async (who = owner) =>
  (
    await call<Pick<State, 'configuration'>>(app, states, {
      token: who.token,
      body: { gptSystemType: 'User' },
    })
  ).body.configuration
const update = async <T = State>(stateId: string, body: object, who = owner) =>
  call<T>(app, `${states}/${stateId}`, {
    token: who.token,
    method: 'PUT',
    body,
    headers: await ifMatchOfState(app, stateId),
  })
/** Returns what a form sends: the name, the description, and the unchanged default configuration. */
const payloadOf = (begun: State['configuration'], gptSystemName: string, description: string) => ({
  gptSystemName,
  description,
  systemPrompt: begun.systemPrompt,
  introduction: begun.introduction,
  topP: begun.topP,
  frequencyPenalty: begun.frequencyPenalty,
  deploymentName: begun.deploymentName,
  languageEngine: begun.languageEngine,
  capabilityTypes: begun.capabilityTypes,
  maxTokens: begun.maxTokens,
  temperature: begun.temperature,
  dataSources: begun.dataSources,
  restrictAnswerToInformationReturnedByTools: begun.restrictAnswerToInformationReturnedByTools,
})

// The user's empty draft is returned again until it is used.
describe('quick create', { shuffle: false }, () => {
  test('[R-4-098] [R-7-079] [R-1-013] starts with a state of the type User and its configuration', async () => {
    const begun = await begin()
    expect(begun).toMatchObject({
      gptSystemType: 'User',
      status: 'Draft',
      gptSystemName: '',
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
      avatarFileName: null,
    })
    for (const gptSystemType of ['System', undefined]) {
      const refused = await call(app, states, { token: owner.token, body: { gptSystemType } })
      expect(refused.status).toBe(400)
    }
  })

  test('[R-4-099] [R-3-075] [R-3-076] [R-7-080] accepts a name and description with unchanged defaults', async () => {
    const begun = await begin()
    const { status, body } = await update(begun.configStateId, payloadOf(begun, ' Mine ', 'Helps.'))
    expect(status).toBe(200)
    const { updatedAt: _, version: __, ...rest } = begun
    expect(body.configuration).toMatchObject({ ...rest, gptSystemName: 'Mine', description: 'Helps.' })
  })

  test('[R-4-100] assigns a generated avatar', async () => {
    const begun = await begin()
    const drawn = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#6a3de0' } })
      .png()
      .toBuffer()
    const { status, body } = await uploadAvatar(
      app,
      personalAvatar(begun.configStateId),
      owner.token,
      Buffer.from(drawn),
    )
    expect([status, typeof body.avatarFileName]).toEqual([200, 'string'])
  })

  test('[R-7-081] returns what blocks publishing, and what would not work as described', async () => {
    const { configStateId } = await begin()
    const wrong = await update(configStateId, { gptSystemName: 'Wrong', deploymentName: 'none' })
    expect(wrong.body.errors).toEqual([expect.objectContaining({ field: 'deploymentName' })])
    expect(wrong.body.warnings).toEqual([expect.objectContaining({ property: 'deploymentName' })])
    const long = await update(configStateId, { deploymentName: 'scripted', maxTokens: 128_000 })
    expect(long.body.errors).toEqual([])
    expect(long.body.warnings).toMatchObject([
      { property: 'maxTokens', message: expect.stringMatching(/supports at most \d+ output tokens/) },
    ])
  })

  test.each([
    [{ gptSystemName: '' }, 'gptSystemName', 'Name is required'],
    [{ gptSystemName: ' \n ' }, 'gptSystemName', 'Name is required'],
    [{ gptSystemName: 'n'.repeat(151) }, 'gptSystemName', 'Name exceeds the maximum limit of 150 characters'],
    [
      { description: 'd'.repeat(501) },
      'description',
      'Description exceeds the maximum limit of 500 characters',
    ],
  ])('[R-5-001] [R-5-002] [R-5-004] [R-5-006] rejects %.40j: %s, %s', async (change, field, message) => {
    const { configStateId } = await begin()
    const refused = await update<Refusal>(configStateId, change)
    expect([refused.status, refused.body.errors]).toEqual([400, [{ field, message }]])
  })

  test('[R-5-003] [R-5-005] [S17] accepts 150 and 500 characters, counted after trimming', async () => {
    const { configStateId } = await begin()
    const change = { gptSystemName: ` ${'n'.repeat(150)} `, description: ` ${'d'.repeat(500)} ` }
    const { status, body } = await update(configStateId, change)
    expect([status, body.configuration.gptSystemName.length, body.configuration.description.length]).toEqual([
      200, 150, 500,
    ])
  })
})

describe('the libraries of a personal draft', () => {
  test('are sent as a whole list: readable ones are linked, and missing ones unlinked', async () => {
    const [first, second] = [await createLibrary(app, 'Leases'), await createLibrary(app, 'Letters')]
    const reader = await person(app, { actions: ['DataSourcesRead'] })
    const { configStateId } = await begin(reader)
    const links = async (dataSources: object[]) => update(configStateId, { dataSources }, reader)
    const one = (await links([{ dataSourceId: first }])).body.configuration.dataSources
    expect(one).toMatchObject([{ dataSourceId: first, topK: 5, useGraph: true }])
    const two = await links([{ ...one[0], topK: 8 }, { dataSourceId: second }])
    expect(two.body.configuration.dataSources).toMatchObject([
      { ...one[0], topK: 8 },
      { dataSourceId: second },
    ])
    const last = await links([{ dataSourceId: second }])
    expect(last.body.configuration.dataSources.map(({ dataSourceId }) => dataSourceId)).toEqual([second])
    const twice = await links([{ dataSourceId: second }, { dataSourceId: second }])
    expect(twice.status).toBe(400)
  })

  test('[A6] are rejected if unreadable, and nothing is changed', async () => {
    const library = await createLibrary(app, 'Secrets')
    const { configStateId } = await begin()
    const refused = await update<Refusal>(configStateId, {
      gptSystemName: 'Curious',
      dataSources: [{ dataSourceId: library }],
    })
    expect([refused.status, refused.body.code]).toEqual([404, 'dataSource.notFound'])
    const { body } = await call<State>(app, `${states}/${configStateId}`, { token: owner.token })
    expect(body.configuration).toMatchObject({ dataSources: [] })
    expect(body.configuration.gptSystemName).not.toBe('Curious')
  })
})

test('[R-6-022] users cannot create or change personal agents that are turned off', async () => {
  const { configStateId } = await begin()
  const flag = async (enabled: boolean) =>
    call(app, '/api/internal/featureFlags/AllowUserCreatedGptSystems', {
      token: await app.token('admin'),
      method: 'PUT',
      body: { enabled },
    })
  expect((await flag(false)).status).toBe(200)
  try {
    const { token } = owner
    const avatar = personalAvatar(configStateId)
    const refused = [
      await call<Refusal>(app, states, { token, body: { gptSystemType: 'User' } }),
      await update<Refusal>(configStateId, { description: 'x' }),
      await uploadAvatar(app, avatar, token),
      await call<Refusal>(app, avatar, { token, method: 'DELETE' }),
      await call<Refusal>(app, `/api/internal/gptSystems/user/management/fromConfigState/${configStateId}`, {
        token,
        body: {},
      }),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(5).fill([403, 'agent.personalOff']),
    )
  } finally {
    await flag(true)
  }
})
