import { z } from 'zod'
import { timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

export const complianceModes = ['Off', 'Standard', 'Strict'] as const
export const ComplianceMode = z.enum(complianceModes)
export type ComplianceMode = z.output<typeof ComplianceMode>

const { retentionDays, deletedRetentionDays } = limits

export const compliance = {
  /** `Strict` also limits agents to approved deployments and tools, and shows no links to other sites. */
  mode: ComplianceMode,
  /** Conversations without activity for so many days are deleted. Null, which only `Off` allows: never. */
  retentionDays: z.number().int().min(retentionDays.min).max(retentionDays.max).nullable(),
  /** For how many days a deleted conversation can be restored. */
  deletedRetentionDays: z.number().int().min(deletedRetentionDays.min).max(deletedRetentionDays.max),
  /** Whether model providers get placeholders instead of personal data, which answers replace again. */
  redactsForProviders: z.boolean(),
}

export const Compliance = z.object({ ...compliance, version: z.number().int(), updatedAt: timestamp })
export const ComplianceInput = z.strictObject(compliance)
