import type { ComplianceMode } from '@parlance/contract/compliance'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'

export interface ComplianceRow {
  mode: ComplianceMode
  retentionDays: number | null
  deletedRetentionDays: number
  redactsForProviders: boolean
  version: number
  updatedAt: string
}

export type ComplianceChange = Omit<ComplianceRow, 'version' | 'updatedAt'>

/** While the mode can't be read, what only the strictest mode forbids stays forbidden. */
export const unread: ComplianceChange = {
  mode: 'Strict',
  retentionDays: null,
  deletedRetentionDays: 30,
  redactsForProviders: true,
}

const columns = sql`mode, retention_days as "retentionDays", deleted_retention_days as "deletedRetentionDays",
  redacts_for_providers as "redactsForProviders", version, ${isoTime('updated_at')} as "updatedAt"`

export async function readCompliance(db: Sql): Promise<ComplianceRow> {
  return one(await sql<ComplianceRow>`select ${columns} from compliance`.execute(db))
}

/** Like `readCompliance`, locked until the transaction ends. */
export async function lockCompliance(tx: Sql): Promise<ComplianceRow> {
  return one(await sql<ComplianceRow>`select ${columns} from compliance for update`.execute(tx))
}

export async function updateCompliance(tx: Sql, change: ComplianceChange): Promise<ComplianceRow> {
  return one(
    await sql<ComplianceRow>`update compliance set mode = ${change.mode}, retention_days = ${change.retentionDays},
      deleted_retention_days = ${change.deletedRetentionDays}, redacts_for_providers = ${change.redactsForProviders},
      version = version + 1, updated_at = now() returning ${columns}`.execute(tx),
  )
}

function one(found: { rows: ComplianceRow[] }): ComplianceRow {
  if (!found.rows[0]) throw new Error('The compliance settings are missing.')
  return found.rows[0]
}
