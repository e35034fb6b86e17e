import { z } from 'zod'
import { endpoint, timestamp } from './endpoint.ts'
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

/** What a change of the compliance mode would do. */
export const CompliancePreview = z.object({
  /** Conversations that would be deleted because of their age, up to `mostCounted`. */
  expired: z.number().int(),
  /** Deleted conversations that could no longer be restored, up to `mostCounted`. */
  unrestorable: z.number().int(),
  mostCounted: z.number().int(),
  /** Of both, those that stay because of a legal hold. */
  held: z.number().int(),
  /** The latest activity of the oldest conversation that would be deleted because of its age. */
  oldestActivityAt: timestamp.nullable(),
  /** Deployments that published agents use and that aren’t approved. These agents wouldn’t answer. */
  deployments: z.array(z.object({ deploymentName: z.string(), agents: z.number().int() })),
  /** Tools that published agents use and that aren’t approved. These agents would answer without them. */
  tools: z.array(z.object({ tool: z.string(), agents: z.number().int() })),
})

export const evidenceItems = [
  'retention',
  'deletedConversations',
  'files',
  'backups',
  'legalHolds',
  'reading',
  'auditLog',
  'deployments',
  'tools',
  'externalContents',
  'redaction',
] as const

export const evidenceStates = ['Fulfilled', 'Attention', 'Failed', 'NotRequired'] as const

/** Something that was just checked. */
export const EvidenceItem = z.object({
  item: z.enum(evidenceItems),
  /** `NotRequired`: the compliance mode doesn’t ask for it. */
  state: z.enum(evidenceStates),
  /** How it was checked. */
  shownBy: z.string(),
  /** What was found. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export const ComplianceEvidence = z.object({
  /** Of this object. It changes only with what it means. */
  format: z.literal(1),
  instanceName: z.string(),
  origin: z.string(),
  productVersion: z.string(),
  checkedAt: timestamp,
  mode: ComplianceMode,
  retentionDays: compliance.retentionDays,
  deletedRetentionDays: compliance.deletedRetentionDays,
  redactsForProviders: z.boolean(),
  items: z.array(EvidenceItem),
  /** The instance’s key for Ed25519, raw in base64url. It’s derived from SECRET_KEY. */
  publicKey: z.string(),
  /** The Ed25519 signature of the JSON of all other fields, with sorted keys and without spaces, in base64url. */
  signature: z.string(),
})

const base = '/api/internal/instanceSettings/complianceMode' as const

/** Part of the group `instanceSettings`. Requires the flag ShowInstanceSettingsPage. */
export const complianceChecks = {
  previewComplianceMode: endpoint({
    method: 'POST',
    path: `${base}/preview`,
    access: ['InstanceSettingsRead'],
    rate: 'read',
    audit: 'none',
    idempotency: 'none',
    input: ComplianceInput,
    response: CompliancePreview,
    purpose:
      'Returns what these settings would delete and which agents they would limit. It changes nothing.',
  }),
  getComplianceEvidence: endpoint({
    method: 'GET',
    path: `${base}/evidence`,
    access: ['InstanceSettingsRead'],
    rate: 'model',
    audit: 'none',
    response: ComplianceEvidence,
    purpose:
      'Checks now whether the instance does what its compliance mode promises, and returns the signed results. `npm run evidence:verify` verifies them.',
  }),
}
