import type { TestApplication } from './application.ts'
import { call, type JsonAnswer } from './client.ts'

export const settingsPath = '/api/internal/instanceSettings'
export const engineKeyPath = `${settingsPath}/languageModelProviderApiKey`
export const searchKeyPath = `${settingsPath}/searchApiKey`

const changeable = [
  'name',
  'organizationName',
  'releaseNotesUrl',
  'errorReportingDsn',
  'personalAgentLimit',
  'peopleSearch',
  'memoryAllowed',
  'defaultChatDeployment',
  'limits',
]

/** Returns the current settings that can be changed, and their version. */
export async function readSettings(
  app: TestApplication,
): Promise<{ input: Record<string, unknown>; version: number }> {
  const { body } = await call<Record<string, unknown>>(app, settingsPath, { token: await app.token('admin') })
  return {
    input: Object.fromEntries(changeable.map((name) => [name, body[name]])),
    version: Number(body.version),
  }
}

/** Changes some settings as the administrator. */
export async function changeSettings(
  app: TestApplication,
  change: Record<string, unknown>,
): Promise<JsonAnswer<Record<string, unknown>>> {
  const { input, version } = await readSettings(app)
  return call(app, settingsPath, {
    token: await app.token('admin'),
    method: 'PUT',
    body: { ...input, ...change },
    headers: { 'if-match': `"${version}"` },
  })
}
