import { ComplianceInput } from '@parlance/contract/compliance'
import type { FieldError } from '@parlance/contract/errors'
import type { instanceSettings } from '@parlance/contract/instanceSettings'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import { validState } from '../../../platform/audit/restorers.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Announced, changing } from '../announced.ts'
import * as store from './store.ts'

interface Needs {
  /** What is cached of instances, and of providers, whose deployments may need approval. */
  everything: Announced
  /** Throws if the settings page is turned off. */
  demandPage(tx: Sql): Promise<void>
}

/** The compliance mode: what applies to the conversations of the whole instance. */
export function createCompliance({ database, restorers }: Platform, { everything, demandPage }: Needs) {
  restorers.add({
    entityType: 'Compliance',
    fields: ['mode', 'retentionDays', 'deletedRetentionDays', 'redactsForProviders'],
    rights: ['InstanceSettingsWrite'],
    settled: everything.changed,
    async lock(tx) {
      await demandPage(tx)
      return recorded(await store.lockCompliance(tx))
    },
    async apply(tx, { state }, record) {
      await write(tx, await store.lockCompliance(tx), validState(ComplianceInput, state), record)
      await everything.announce(tx)
    },
  })
  return {
    getComplianceMode: () => store.readCompliance(database.db),
    setComplianceMode: (call: Call<typeof instanceSettings.setComplianceMode>) =>
      changing(everything, call, async (tx, record) => {
        const before = await store.lockCompliance(tx)
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
        return write(tx, before, call.input, record)
      }),
  }
}

async function write(
  tx: Sql,
  before: store.ComplianceRow,
  change: store.ComplianceChange,
  record: RecordChange,
): Promise<store.ComplianceRow> {
  const fields = errorsOf(change)
  if (fields.length > 0) throw new AppError('request.invalid', { fields })
  const after = await store.updateCompliance(tx, change)
  const entity = { entityType: 'Compliance', entityId: 'instance', entityName: after.mode }
  record({ ...entity, before: recorded(before), after: recorded(after) })
  return after
}

/** Returns the invalid fields of a change. */
const errorsOf = ({ mode, retentionDays }: store.ComplianceChange): FieldError[] =>
  mode !== 'Off' && retentionDays === null
    ? [
        {
          field: 'retentionDays',
          message: 'Enter after how many days without activity conversations are deleted.',
        },
      ]
    : []

const recorded = ({ version: _version, updatedAt: _updatedAt, ...fields }: store.ComplianceRow) => ({
  ...fields,
})
