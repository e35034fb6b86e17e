import type { ComplianceMode } from '@parlance/contract/compliance'
import type { TestApplication } from './application.ts'
import { call, ifMatch } from './client.ts'
import { settingsPath } from './instanceSettings.ts'

interface Compliance {
  mode: ComplianceMode
  retentionDays: number | null
  deletedRetentionDays: number
  redactsForProviders: boolean
}

/** Changes the compliance settings as the administrator. */
export async function changeCompliance(
  app: Pick<TestApplication, 'origin' | 'token'>,
  change: Partial<Compliance>,
): Promise<void> {
  const token = await app.token('admin')
  const path = `${settingsPath}/complianceMode`
  const before = await call<Compliance & { version: number; updatedAt: string }>(app, path, { token })
  const { version, updatedAt: _, ...fields } = before.body
  const body = { ...fields, retentionDays: fields.retentionDays ?? 365, ...change }
  const answer = await call(app, path, { token, method: 'PUT', body, headers: ifMatch(version) })
  if (answer.status !== 200) throw new Error(`The mode wasn't set: ${JSON.stringify(answer.body)}`)
}
