import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignRole, createRole } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, openStream } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import { createLibrary, settled, upload } from '../knowledge/testing/library.ts'

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

/** Returns whether an answer of the agent quotes the library. */
async function quotes(gptSystemId: string): Promise<boolean> {
  const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
    token: await app.token('anna'),
    body: { question: 'How tall is the lighthouse of Vela?' },
  })
  await stream.ended
  return stream.raw().includes('41 metres')
}

test('[S9] an agent finds only what the creator of the library link can read now, not only at linking', async () => {
  const dataSourceId = await createLibrary(app, 'Lighthouses')
  await upload(app, dataSourceId, 'vela.txt', 'The lighthouse of Vela stands 41 metres tall.')
  await settled(app, dataSourceId)
  const role = await createRole(app, ['DataSourcesRead'])
  const linker = await person(app)
  await assignRole(app, linker.userId, role.userRoleId)
  const agent = await publishAgent(app, 'Keeper', {}, [dataSourceId])
  // Simulates a link created while the user had the permission.
  await sql`update gpt_system_rag_data_source set linked_by = ${linker.userId}`.execute(
    app.platform.database.db,
  )
  expect(await quotes(agent)).toBe(true)
  await assignRole(app, linker.userId, role.userRoleId, 'DELETE')
  expect(await quotes(agent)).toBe(false)
  const details = await call<{ knowledge: { libraries: number } }>(
    app,
    `/api/internal/gptSystems/${agent}/detailsForConversation`,
    { token: await app.token('anna') },
  )
  expect(details.body.knowledge.libraries).toBe(0)
  await assignRole(app, linker.userId, role.userRoleId)
  expect(await quotes(agent)).toBe(true)
  await call(app, `/api/internal/users/${linker.userId}/disabled`, {
    token: await app.token('admin'),
    method: 'PUT',
    body: { disabled: true },
  })
  expect(await quotes(agent)).toBe(false)
})
