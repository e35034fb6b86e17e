import { sql } from 'kysely'
import type { TestApplication } from './application.ts'
import { drawing } from './brands.ts'
import type { World } from './case.ts'
import { call, ifMatch, type JsonAnswer } from './client.ts'

interface Created {
  gptSystem: { gptSystemId: string }
  configuration: { configStateId: string }
}

interface Limited {
  gptSystemId: string
  limits: unknown[]
  version: number
}

/** Returns the If-Match header for the current state of a version. */
export async function ifMatchOfState(app: TestApplication, stateId: string) {
  const found = await sql<{ version: number }>`select version from gpt_system_configuration_state
    where id = ${stateId}`.execute(app.platform.database.db)
  return ifMatch(found.rows[0]?.version)
}

/** Creates and publishes an agent as the administrator; returns its ID. */
export async function publishAgent(
  app: Pick<TestApplication, 'origin' | 'token'>,
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
  // Uses only the API: tests of whole processes have no database access.
  const statePath = `/api/internal/gptSystems/configurationStates/${stateId}`
  const { headers } = await call(app, statePath, { token })
  await call(app, statePath, {
    token,
    method: 'PUT',
    body: state,
    headers: { 'if-match': headers.get('etag') ?? '' },
  })
  const published = await call(app, `${management}/${gptSystemId}/publishing`, {
    token,
    method: 'PUT',
    body: { gptSystemConfigurationStateId: stateId, listedInDirectory: true },
  })
  if (published.status !== 200)
    throw new Error(`The agent wasn't published: ${JSON.stringify(published.body)}`)
  return gptSystemId
}

/** Sets the limits of a system agent at its current version; returns the server's response. */
export async function limitAgent(
  app: TestApplication,
  gptSystemId: string,
  limits: readonly unknown[],
  token?: string,
): Promise<JsonAnswer<Limited>> {
  const path = `/api/internal/gptSystems/system/management/${gptSystemId}`
  const { headers } = await call(app, path, { token: await app.token('admin') })
  return call<Limited>(app, `${path}/limits`, {
    token: token ?? (await app.token('admin')),
    method: 'PUT',
    body: { limits },
    headers: { 'if-match': headers.get('etag') ?? '' },
  })
}

export const ownDraft = async (app: TestApplication) => (await ownAgent(app)).configStateId

/** Creates a named draft as anna. Deletes agents of earlier tests to make room for it. */
export async function ownAgent(
  app: TestApplication,
): Promise<{ configStateId: string; gptSystemId: string }> {
  const token = await freshAuthor(app)
  const { body } = await call<{ configuration: { configStateId: string; gptSystemId: string } }>(
    app,
    '/api/internal/configStates',
    { token, body: { gptSystemType: 'User' } },
  )
  const { configStateId, gptSystemId } = body.configuration
  await call(app, `/api/internal/configStates/${configStateId}`, {
    token,
    method: 'PUT',
    body: { gptSystemName: 'My helper' },
    headers: ifMatch(),
  })
  return { configStateId, gptSystemId }
}

/** Returns anna's token after deleting her agents: the number of agents per user is limited. */
export async function freshAuthor(app: TestApplication): Promise<string> {
  await sql`update gpt_system set deleted_at = now() where gpt_system_type = 'User'`.execute(
    app.platform.database.db,
  )
  return app.token('anna')
}

export const systemAvatar = (stateId: string) =>
  `/api/internal/gptSystems/configurationStates/${stateId}/avatar`
export const personalAvatar = (stateId: string) => `/api/internal/configStates/${stateId}/avatar`
export const agentAvatar = (gptSystemId: string) =>
  `/api/internal/gptSystems/common/management/${gptSystemId}/avatar`

/** Uploads an avatar to one of these URLs. */
export async function uploadAvatar(
  app: TestApplication,
  path: string,
  token: string,
  bytes: string | Buffer<ArrayBuffer> = drawing('#0b7a64'),
  headers: Record<string, string> = {},
): Promise<JsonAnswer<{ avatarFileName: string; version: number; code: string }>> {
  const body = new FormData()
  body.set('file', new File([bytes], 'avatar.svg'))
  return call(app, path, { token, body, headers })
}

const management = '/api/internal/gptSystems/system/management'

/** Creates an agent with its first draft, optionally with a library. */
export async function newAgent({ app, dataSourceId }: World, { linked = false } = {}) {
  const token = await app.token('admin')
  const { body } = await call<{
    gptSystem: { gptSystemId: string }
    configuration: { configStateId: string }
  }>(app, management, { token, body: { name: 'Of a case' } })
  const { gptSystemId } = body.gptSystem
  const stateId = body.configuration.configStateId
  if (!linked) return { gptSystemId, stateId, gptSystemRagDataSourceId: '' }
  const link = await call<{ gptSystemRagDataSourceId: string }>(
    app,
    `${management}/${gptSystemId}/ragDataSources`,
    { token, body: { dataSourceId } },
  )
  return { gptSystemId, stateId, ...link.body }
}
