import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { ask, base } from '../conversations/testing/asking.ts'

let app: TestApplication
let admin: string
let gptSystemId: string

beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
  const management = '/api/internal/gptSystems/system/management'
  const created = await call<{
    gptSystem: { gptSystemId: string }
    configuration: { configStateId: string }
  }>(app, management, { token: admin, body: { name: 'Named' } })
  gptSystemId = created.body.gptSystem.gptSystemId
  await sql`update gpt_system_configuration_state set name = '' where gpt_system_id = ${gptSystemId}`.execute(
    app.platform.database.db,
  )
  await call(app, `${management}/${gptSystemId}/publishing`, {
    token: admin,
    method: 'PUT',
    body: { gptSystemConfigurationStateId: created.body.configuration.configStateId },
  })
})
afterAll(() => app?.remove())

const get = async <T>(path: string) => (await call<T>(app, `/api/internal/${path}`, { token: admin })).body

interface Listed {
  items: { gptSystemId: string; name: string }[]
}
const listed = async (path: string) =>
  (await get<Listed>(path)).items.find((one) => one.gptSystemId === gptSystemId)?.name

test('an agent without a name has none in any answer, so that each client names it in its own language', async () => {
  expect(await listed('currentUser/gptSystems?pageSize=200')).toBe('')
  expect(await listed('gptSystems/system/management?pageSize=200')).toBe('')
  expect(await get(`gptSystems/system/management/${gptSystemId}`)).toMatchObject({ name: '' })
  expect(await get(`gptSystems/${gptSystemId}/detailsForConversation`)).toMatchObject({
    gptSystem: { name: '' },
  })
  const { conversationId, segment } = await ask(app, admin, { gptSystemId }, 'Who are you?')
  expect(segment.gptSystem).toEqual({ gptSystemId, name: '' })
  expect(await get(`userConversations/${conversationId}`)).toMatchObject({
    gptSystem: { gptSystemId, name: '' },
  })
})

test('its own policy, which needs a name, has its ID, which is the same in every language', async () => {
  const { body } = await call<{ access: { own: { name: string } } }>(
    app,
    `/api/internal/gptSystems/system/management/${gptSystemId}/publishing`,
    { token: admin, method: 'PUT', body: { whoMayUse: { subjects: [{ kind: 'EveryoneSignedIn' }] } } },
  )
  expect(body.access.own.name).toBe(gptSystemId)
})

test.each([
  ['en', 'Conversation with Unnamed Agent'],
  ['ar', 'محادثة مع وكيل بلا اسم'],
])('an exported conversation names it in the language of the export (%s)', async (language, beginning) => {
  const { conversationId } = await ask(app, admin, { gptSystemId }, 'And who am I?')
  const response = await fetch(
    `${app.origin}${base}/${conversationId}/export?format=txt&language=${language}`,
    { headers: { authorization: `Bearer ${admin}` } },
  )
  expect(await response.text()).toContain(beginning)
})
