import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ifMatchOfState } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call } from '../../../testing/client.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: createScriptedEngine() },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  await changeSettings(app, {
    defaultChatDeployment: { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' },
  })
})
afterAll(() => app?.remove())

interface Begun {
  configuration: {
    configStateId: string
    gptSystemId: string
    deploymentName: string
    languageEngine: string
  }
}
interface Refusal {
  code: string
}
const states = '/api/internal/configStates'
const as = async <T>(userName: string, path: string, options: CallOptions = {}) =>
  call<T>(app, path, { token: await app.token(userName), ...options })
const begin = (userName: string) => as<Begun>(userName, states, { body: { gptSystemType: 'User' } })
const name = async (userName: string, id: string, body: object) =>
  as<Refusal>(userName, `${states}/${id}`, { method: 'PUT', body, headers: await ifMatchOfState(app, id) })
const make = (userName: string, id: string) =>
  as<Refusal & { gptSystem: { gptSystemId: string } }>(
    userName,
    `/api/internal/gptSystems/user/management/fromConfigState/${id}`,
    { method: 'POST', body: {} },
  )

describe('a personal agent', () => {
  test('starts with the default chat deployment, then is named and published for its owner alone', async () => {
    const { body } = await begin('anna')
    const { configStateId, gptSystemId } = body.configuration
    expect(body.configuration).toMatchObject({
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
    })
    expect((await make('anna', configStateId)).body.code).toBe('agent.unnamed')
    await name('anna', configStateId, { gptSystemName: 'Mine', description: 'Helps.' })
    expect((await make('anna', configStateId)).body.gptSystem).toMatchObject({ gptSystemId })
    const list = async (userName: string) =>
      (
        await as<{ items: { gptSystemId: string }[] }>(userName, '/api/internal/currentUser/gptSystems')
      ).body.items.map((one) => one.gptSystemId)
    expect(await list('anna')).toContain(gptSystemId)
    expect(await list('ben')).not.toContain(gptSystemId)
    expect(await list('admin')).not.toContain(gptSystemId)
    for (const other of ['ben', 'admin']) {
      const seen = await as<Refusal>(other, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`)
      expect([other, seen.status]).toEqual([other, 404])
      expect((await name(other, configStateId, { description: 'x' })).status).toBe(404)
      expect((await make(other, configStateId)).status).toBe(404)
    }
  })

  test('that was begun and abandoned is reused', async () => {
    const first = await begin('chloe')
    const second = await begin('chloe')
    expect(second.body.configuration.configStateId).toBe(first.body.configuration.configStateId)
  })

  test('cannot be created without an available deployment', async () => {
    const { configStateId } = (await begin('ben')).body.configuration
    for (const change of [{ languageEngine: 'OpenAI' }, { deploymentName: 'not-there' }]) {
      await name('ben', configStateId, { gptSystemName: 'Broken', ...change })
      const refused = await make('ben', configStateId)
      expect([refused.status, refused.body.code]).toEqual([400, 'agent.deployment'])
    }
  })

  test('is limited to twenty per user, even when many are begun at once', async () => {
    const ids: string[] = []
    for (let number = 0; number < 30; number++) {
      const { status, body } = await begin('admin')
      if (status !== 200) {
        expect((body as unknown as Refusal).code).toBe('agent.tooMany')
        break
      }
      ids.push(body.configuration.configStateId)
      await name('admin', body.configuration.configStateId, { gptSystemName: `Agent ${number}` })
    }
    expect(new Set(ids).size).toBe(20)
    const many = await Promise.all(Array.from({ length: 10 }, () => begin('admin')))
    expect(many.map(({ status }) => status)).toEqual(Array(10).fill(409))
  })
})

test('personal agents are rejected when turned off', async () => {
  const other = await startTestApplication({
    environment: { FEATURE_FLAGS: 'AllowUserCreatedGptSystems=false' },
  })
  try {
    const refused = await call<Refusal>(other, states, {
      token: await other.token('anna'),
      body: { gptSystemType: 'User' },
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'agent.personalOff'])
  } finally {
    await other.remove()
  }
})
