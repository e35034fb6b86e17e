import type { TestApplication } from '../../../testing/application.ts'
import { type Entry, newestEntry, updateBrand } from '../../../testing/auditLog.ts'
import { createBrand } from '../../../testing/brands.ts'
import type { Calls } from '../../../testing/case.ts'

/** Returns the entry of a brand change that can be restored. */
async function changed(app: TestApplication): Promise<Entry> {
  const { body } = await createBrand(app)
  await updateBrand(app, body, { name: `${body.name} changed` })
  return newestEntry(app, body.brandKey)
}

export default {
  'configurationAuditLogs.list': {
    access: ['ConfigurationAuditLogRead'],
    make: async () => ({ input: { area: 'brand', outcome: 'Done' } }),
  },
  'configurationAuditLogs.get': {
    access: ['ConfigurationAuditLogRead'],
    make: async ({ app }) => ({
      params: { auditEntryId: (await changed(app)).auditEntryId },
    }),
  },
  'configurationAuditLogs.restore': {
    access: ['ConfigurationAuditLogRead'],
    make: async ({ app }) => {
      const { auditEntryId, version } = await changed(app)
      return {
        params: { auditEntryId },
        input: { reason: 'It was a mistake.' },
        headers: { 'if-match': `"${version}"` },
      }
    },
  },
  'configurationAuditLogs.export': {
    access: ['ConfigurationAuditLogRead'],
    make: async () => ({ input: { format: 'csv', area: 'brand' } }),
  },
  'configurationAuditLogs.verify': { access: ['ConfigurationAuditLogRead'], make: async () => ({}) },
} satisfies Calls
