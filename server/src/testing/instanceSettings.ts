import type { TestApplication } from './application.ts'
import type { Case } from './case.ts'
import { call, type JsonAnswer } from './client.ts'

export const settingsPath = '/api/internal/instanceSettings'
export const engineKeyPath = `${settingsPath}/languageModelProviderApiKey`
export const searchKeyPath = `${settingsPath}/searchApiKey`

type Make = (world: { app: TestApplication }) => Promise<Case>

/** A private address, which is refused before anything is sent. */
const nowhere = 'https://127.0.0.1:1/v1'

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

async function put(app: TestApplication, path: string, body: object): Promise<void> {
  const { status } = await call(app, path, { token: await app.token('admin'), method: 'PUT', body })
  if (status !== 200) throw new Error(`${path} answered ${status}.`)
}

const engineKey = { languageEngine: 'Anthropic', apiKey: 'a-key-for-the-cases', endpoint: nowhere }
const searchKey = { provider: 'SearXNG', endpoint: nowhere }

const withEngineKey =
  (input: Record<string, unknown>): Make =>
  async ({ app }) => {
    await put(app, engineKeyPath, engineKey)
    return { input }
  }

const withSearchKey: Make = async ({ app }) => {
  await put(app, searchKeyPath, searchKey)
  return {}
}

/** A call that must succeed for each operation on the instance settings and their checklist. */
export const instanceSettingsCases: Record<string, Make> = {
  'instanceSettings.getAll': async () => ({}),
  'checklist.get': async () => ({}),
  'instanceSettings.update': async ({ app }) => {
    const { input, version } = await readSettings(app)
    return { input, headers: { 'if-match': `"${version}"` } }
  },
  'instanceSettings.getSearchApiKey': async () => ({}),
  'instanceSettings.setSearchApiKey': async () => ({ input: searchKey }),
  'instanceSettings.removeSearchApiKey': withSearchKey,
  'instanceSettings.testSearchApiKey': withSearchKey,
  'instanceSettings.getLanguageModelProviderApiKey': async () => ({ input: { languageEngine: 'OpenAI' } }),
  'instanceSettings.setLanguageModelProviderApiKey': async () => ({ input: engineKey }),
  'instanceSettings.removeLanguageModelProviderApiKey': withEngineKey({ languageEngine: 'Anthropic' }),
  'instanceSettings.testLanguageModelProviderApiKey': withEngineKey({ languageEngine: 'Anthropic' }),
  'instanceSettings.listDeployments': async () => ({}),
  'instanceSettings.updateDeployment': async ({ app }) => {
    const languageEngine = 'OpenAICompatible'
    const { body } = await call<{ items: { deploymentName: string; version: number }[] }>(
      app,
      `${settingsPath}/deployments`,
      { token: await app.token('admin') },
    )
    const found = body.items.find((one) => one.deploymentName === 'scripted')
    return {
      params: { deploymentName: 'scripted' },
      input: { languageEngine, approved: true, purposes: ['Chat'] },
      headers: { 'if-match': `"${found?.version ?? 0}"` },
    }
  },
  'instanceSettings.updateFeatureFlag': async () => ({
    params: { name: 'AllowMcp' },
    input: { enabled: false },
  }),
  'instanceSettings.getTools': async () => ({}),
  'instanceSettings.updateTool': async ({ app }) => {
    const { body } = await call<{ items: { tool: string; version: number }[] }>(
      app,
      `${settingsPath}/tools`,
      {
        token: await app.token('admin'),
      },
    )
    const found = body.items.find((one) => one.tool === 'Vision')
    return {
      params: { tool: 'Vision' },
      input: { enabled: true, approved: true },
      headers: { 'if-match': `"${found?.version ?? 0}"` },
    }
  },
}
