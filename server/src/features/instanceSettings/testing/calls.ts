import type { TestApplication } from '../../../testing/application.ts'
import type { Calls, Make } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'
import {
  engineKeyPath,
  readSettings,
  searchKeyPath,
  settingsPath,
} from '../../../testing/instanceSettings.ts'

/** A private address, which is refused before anything is sent. */
const nowhere = 'https://127.0.0.1:1/v1'

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

export default {
  'instanceSettings.getAll': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'instanceSettings.update': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => {
      const { input, version } = await readSettings(app)
      return { input, headers: { 'if-match': `"${version}"` } }
    },
  },
  'instanceSettings.getSearchApiKey': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'instanceSettings.setSearchApiKey': {
    access: ['InstanceSettingsWrite'],
    make: async () => ({ input: searchKey }),
  },
  'instanceSettings.removeSearchApiKey': { access: ['InstanceSettingsWrite'], make: withSearchKey },
  'instanceSettings.testSearchApiKey': { access: ['InstanceSettingsWrite'], make: withSearchKey },
  'instanceSettings.getLanguageModelProviderApiKey': {
    access: ['InstanceSettingsRead'],
    make: async () => ({ input: { languageEngine: 'OpenAI' } }),
  },
  'instanceSettings.setLanguageModelProviderApiKey': {
    access: ['InstanceSettingsWrite'],
    make: async () => ({ input: engineKey }),
  },
  'instanceSettings.removeLanguageModelProviderApiKey': {
    access: ['InstanceSettingsWrite'],
    make: withEngineKey({ languageEngine: 'Anthropic' }),
  },
  'instanceSettings.testLanguageModelProviderApiKey': {
    access: ['InstanceSettingsWrite'],
    make: withEngineKey({ languageEngine: 'Anthropic' }),
  },
  'instanceSettings.listDeployments': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'instanceSettings.updateDeployment': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => {
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
  },
  'instanceSettings.updateFeatureFlag': {
    access: ['InstanceSettingsWrite'],
    make: async () => ({
      params: { name: 'AllowMcp' },
      input: { enabled: false },
    }),
  },
  'instanceSettings.getTools': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'instanceSettings.updateTool': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => {
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
  },
} satisfies Calls
