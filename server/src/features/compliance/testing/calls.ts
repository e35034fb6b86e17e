import type { LegalHold } from '@parlance/contract/legalHolds'
import type { z } from 'zod'
import { publishAgent } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'

type Hold = z.output<typeof LegalHold>
const reason = 'Asked for by a court'

/** An agent that nothing else uses, so that the hold keeps nothing that another test deletes. */
const inputFor = async (app: TestApplication) => ({
  subject: { kind: 'Agent', gptSystemId: await publishAgent(app, 'Held') },
  reason,
})

async function holdOf(app: TestApplication): Promise<Hold> {
  const token = await app.token('admin')
  const created = await call<Hold>(app, '/api/internal/legalHolds', { token, body: await inputFor(app) })
  if (created.status !== 200) throw new Error(`The legal hold answered ${created.status}.`)
  return created.body
}

const mode = { mode: 'Off', retentionDays: null, deletedRetentionDays: 30, redactsForProviders: false }

export default {
  'instanceSettings.getComplianceMode': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'instanceSettings.setComplianceMode': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => {
      const path = '/api/internal/instanceSettings/complianceMode'
      const { body } = await call<{ version: number }>(app, path, { token: await app.token('admin') })
      return { input: mode, headers: { 'if-match': `"${body.version}"` } }
    },
  },
  'instanceSettings.previewComplianceMode': {
    access: ['InstanceSettingsRead'],
    make: async () => ({ input: mode }),
  },
  'instanceSettings.getComplianceEvidence': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'legalHolds.listLegalHolds': { access: ['InstanceSettingsRead'], make: async () => ({}) },
  'legalHolds.createLegalHold': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => ({ input: await inputFor(app) }),
  },
  'legalHolds.releaseLegalHold': {
    access: ['InstanceSettingsWrite'],
    make: async ({ app }) => ({ params: { legalHoldId: (await holdOf(app)).legalHoldId } }),
  },
} satisfies Calls
