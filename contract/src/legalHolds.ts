import { z } from 'zod'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

/** Everything that a person asked, or an agent with everything that was asked of it. */
export const HeldSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('Person'), userId: id }),
  z.strictObject({ kind: z.literal('Agent'), gptSystemId: id }),
])

export const LegalHold = z.object({
  legalHoldId: id,
  subject: HeldSubject,
  /** The name of the person or agent. Null if it was deleted. */
  name: z.string().nullable(),
  reason: z.string(),
  /** Null if this person was deleted. */
  setBy: z.string().nullable(),
  setAt: timestamp,
  releasedBy: z.string().nullable(),
  releasedAt: timestamp.nullable(),
})

const reason = text(limits.legalHoldReason.min, limits.legalHoldReason.max)
const base = '/api/internal/legalHolds' as const
const one = z.strictObject({ legalHoldId: id })
const writers = ['InstanceSettingsWrite'] as const

/** Changes require the flag ShowInstanceSettingsPage, like those of the other instance settings. */
export const legalHolds = {
  listLegalHolds: endpoint({
    method: 'GET',
    path: base,
    access: ['InstanceSettingsRead'],
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, released: z.enum(['true', 'false']).optional() }),
    response: listOf(LegalHold),
    purpose: 'Lists the legal holds in force, or the released ones, the latest first.',
  }),
  createLegalHold: endpoint({
    method: 'POST',
    path: base,
    access: writers,
    rate: 'write',
    audit: 'legalHold.create',
    idempotency: 'optional',
    input: z.strictObject({ subject: HeldSubject, reason }),
    response: LegalHold,
    purpose:
      'Holds what a person asked, or an agent with what was asked of it. Until the hold is released, none of it can be deleted, neither by people nor by retention or erasure.',
  }),
  releaseLegalHold: endpoint({
    method: 'DELETE',
    path: `${base}/{legalHoldId}`,
    access: writers,
    rate: 'write',
    audit: 'legalHold.release',
    params: one,
    response: nothing,
    purpose: 'Releases a legal hold. It stays listed as released.',
  }),
}
