import type { TestApplication } from './application.ts'
import { call, type JsonAnswer } from './client.ts'

/** An application in this process or another one. */
type Reachable = Pick<TestApplication, 'origin' | 'token'>

export const settingsPath = '/api/internal/instanceSettings'
export const engineKeyPath = `${settingsPath}/languageModelProviderApiKey`
export const searchKeyPath = `${settingsPath}/searchApiKey`

const changeable = [
  'name',
  'organizationName',
  'releaseNotesUrl',
  'errorReportingDsn',
  'personalAgentLimit',
  'readsNeedApproval',
  'dataExportsAllowed',
  'selfErasureAllowed',
  'peopleSearch',
  'memoryAllowed',
  'defaultChatDeployment',
  'helperDeployment',
  'embeddingDeployment',
  'imageDeployment',
  'transcriptionDeployment',
  'speechDeployment',
  'speechVoice',
  'limits',
]

/** Returns the current settings that can be changed, and their version. */
export async function readSettings(
  app: Reachable,
): Promise<{ input: Record<string, unknown>; version: number }> {
  const { body } = await call<Record<string, unknown>>(app, settingsPath, { token: await app.token('admin') })
  return {
    input: Object.fromEntries(changeable.map((name) => [name, body[name]])),
    version: Number(body.version),
  }
}

/** Changes some settings as the administrator. */
export async function changeSettings(
  app: Reachable,
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

/** Sets the uses and the price of an OpenAI-compatible deployment as the administrator. */
export async function setDeployment(
  app: Reachable,
  deploymentName: string,
  set: {
    purposes: readonly string[]
    price?: { inputPerMillion: number; outputPerMillion: number } | null
    imagePrice?: number | null
    minutePrice?: number | null
    speechPrice?: number | null
    approved?: boolean
  },
): Promise<void> {
  const token = await app.token('admin')
  const path = `${settingsPath}/deployments`
  const { body } = await call<{ items: { deploymentName: string; version: number }[] }>(app, path, { token })
  const version = body.items.find((one) => one.deploymentName === deploymentName)?.version
  const answer = await call(app, `${path}/${deploymentName}`, {
    token,
    method: 'PUT',
    body: { languageEngine: 'OpenAICompatible', approved: true, ...set },
    headers: { 'if-match': `"${version}"` },
  })
  if (answer.status !== 200) throw new Error(`The deployment wasn't set: ${JSON.stringify(answer.body)}`)
}

/** Approves a tool for the mode Strict as the administrator. */
export async function approveTool(app: Reachable, tool: string): Promise<void> {
  const token = await app.token('admin')
  const path = `${settingsPath}/tools`
  const { body } = await call<{ items: { tool: string; version: number }[] }>(app, path, { token })
  const version = body.items.find((one) => one.tool === tool)?.version
  const answer = await call(app, `${path}/${tool}`, {
    token,
    method: 'PUT',
    body: { enabled: true, approved: true },
    headers: { 'if-match': `"${version}"` },
  })
  if (answer.status !== 200) throw new Error(`The tool wasn't approved: ${JSON.stringify(answer.body)}`)
}
