import type { Answer } from '@parlance/contract/endpoint'
import type { instanceSettings } from '@parlance/contract/instanceSettings'
import type { TestApplication } from './application.ts'
import { call, ifMatch } from './client.ts'

export type Compliance = Answer<typeof instanceSettings.getComplianceMode>
export const compliancePath = '/api/internal/instanceSettings/complianceMode'

/** Changes some of the compliance settings. */
export async function setCompliance(app: TestApplication, change: Partial<Compliance>): Promise<Compliance> {
  const token = await app.token('admin')
  const { body } = await call<Compliance>(app, compliancePath, { token })
  const { version, updatedAt: _, ...before } = body
  const set = await call<Compliance>(app, compliancePath, {
    token,
    method: 'PUT',
    headers: ifMatch(version),
    body: { ...before, ...change },
  })
  if (set.status !== 200) throw new Error(`The compliance mode answered ${set.status}.`)
  return set.body
}
