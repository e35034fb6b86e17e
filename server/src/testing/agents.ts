import type { TestApplication } from './application.ts'
import { call } from './client.ts'

interface Created {
  gptSystem: { gptSystemId: string }
  configuration: { configStateId: string }
}

/** Makes and publishes an agent as the administrator; answers its id. */
export async function publishAgent(
  app: TestApplication,
  name: string,
  state: Record<string, unknown> = {},
  dataSourceIds: string[] = [],
): Promise<string> {
  const token = await app.token('admin')
  const management = '/api/internal/gptSystems/system/management'
  const { body } = await call<Created>(app, management, { token, body: { name } })
  const { gptSystemId } = body.gptSystem
  const stateId = body.configuration.configStateId
  for (const dataSourceId of dataSourceIds) {
    await call(app, `${management}/${gptSystemId}/ragDataSources`, { token, body: { dataSourceId } })
  }
  await call(app, `/api/internal/gptSystems/configurationStates/${stateId}`, {
    token,
    method: 'PUT',
    body: state,
  })
  const published = await call(app, `${management}/${gptSystemId}/publishing`, {
    token,
    method: 'PUT',
    body: { gptSystemConfigurationStateId: stateId },
  })
  if (published.status !== 200)
    throw new Error(`The agent was not published: ${JSON.stringify(published.body)}`)
  return gptSystemId
}
