import { z } from 'zod'
import { publishingInput } from './agentPublishing.ts'
import { sharesInput } from './agentSharing.ts'
import { policyFields } from './chatAccessPolicies.ts'
import { endpoint, id } from './endpoint.ts'

const Person = z.object({ userId: id, name: z.string() })

/** Who would get answers from which libraries, if the change were saved. */
export const Exposure = z.object({
  /** The number of accounts that could chat with one of the agents, and how many gain or lose access. */
  people: z.object({ after: z.number().int(), new: z.number().int(), lost: z.number().int() }),
  /** A policy grants access to everyone who is signed in, including future users. */
  everybody: z.boolean(),
  /** Users with unknown groups, to whom a named group could grant access. They aren't counted in `after`. */
  groupsUnknown: z.number().int(),
  libraries: z.object({
    count: z.number().int(),
    files: z.number().int(),
    /** The libraries that the caller can see, largest first, limited to the number shown. */
    shown: z.array(z.object({ dataSourceId: id, name: z.string(), files: z.number().int() })),
  }),
  /** The people whom the caller can see, by name, limited to the number shown. */
  names: z.object({ new: z.array(Person), lost: z.array(Person) }),
})

const preview = {
  method: 'POST',
  rate: 'read',
  audit: 'none',
  idempotency: 'none',
  response: Exposure,
} as const

/** Previews who would get access to what if a change were saved. Changes nothing. */
export const exposure = {
  previewPublishing: endpoint({
    ...preview,
    path: '/api/internal/gptSystems/system/management/{gptSystemId}/publishing/preview',
    access: ['GptSystemsPublish'],
    params: z.strictObject({ gptSystemId: id }),
    input: publishingInput,
    purpose: 'Previews publishing an agent: who could chat with it, and what it would answer from.',
  }),
  previewRemoval: endpoint({
    ...preview,
    path: '/api/internal/gptSystems/system/management/{gptSystemId}/removal/preview',
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    params: z.strictObject({ gptSystemId: id }),
    purpose: 'Previews deleting an agent: who could no longer chat with it.',
  }),
  previewPolicy: endpoint({
    ...preview,
    path: '/api/internal/chatAccessPolicies/preview',
    access: ['ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite'],
    input: z.strictObject({
      /** The policy being edited. Absent for a new one. */
      chatAccessPolicyId: id.optional(),
      enabled: policyFields.enabled,
      subjects: policyFields.subjects,
      gptSystems: policyFields.gptSystems,
      brandKey: policyFields.brandKey,
      validFrom: policyFields.validFrom,
      validTo: policyFields.validTo,
    }),
    purpose: 'Previews saving a policy: who could chat with its agents, and what they would answer from.',
  }),
  previewShares: endpoint({
    ...preview,
    path: '/api/internal/gptSystems/user/management/{gptSystemId}/shares/preview',
    access: 'signedIn',
    params: z.strictObject({ gptSystemId: id }),
    input: sharesInput,
    purpose: 'Previews sharing your own agent: who else could chat with it, and what it would answer from.',
  }),
}
