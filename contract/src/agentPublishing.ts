import { z } from 'zod'
import { NamedSubject, SignedInSubject } from './chatAccessPolicies.ts'
import { endpoint, id, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

const publishing = '/api/internal/gptSystems/system/management/{gptSystemId}/publishing' as const
const one = z.strictObject({ gptSystemId: id })
const note = text(0, limits.publishingNote)

export const Publication = z.object({
  publicationId: id,
  kind: z.enum(['Publish', 'RollBack', 'Unpublish']),
  stateId: id.nullable(),
  /** Of the state; null where nothing is published since. */
  number: z.number().int().nullable(),
  note: z.string(),
  /** Null for the first start and for people who are gone. */
  by: z.string().nullable(),
  at: timestamp,
})
const Publishing = z.object({
  gptSystemId: id,
  publishedStateId: id.nullable(),
  listedInDirectory: z.boolean(),
  categories: z.array(z.string()),
  /** Who may use it, by policies; null for those who may not see these. */
  access: z
    .object({
      /** The policy that publishing writes; null: there is none. */
      own: z
        .object({
          chatAccessPolicyId: id,
          name: z.string(),
          enabled: z.boolean(),
          subjects: z.array(NamedSubject),
          /** What else it says of whom it reaches; kept when who may use the agent is changed. */
          brandKey: z.string().nullable(),
          validFrom: timestamp.nullable(),
          validTo: timestamp.nullable(),
          version: z.number().int(),
        })
        .nullable(),
      /** What else holds now and names the agent, by name. */
      others: z.array(z.object({ chatAccessPolicyId: id, name: z.string(), everyone: z.boolean() })),
    })
    .nullable(),
  /** The newest first, as many as are shown. */
  history: z.array(Publication),
})

export const publishingInput = z.strictObject({
  /** Null: none. Absent: what is published stays so. */
  gptSystemConfigurationStateId: id.nullable().optional(),
  /** Of the state as it was looked at; where it is another by now, it is not published. */
  stateVersion: z.number().int().optional(),
  note: note.optional(),
  /** Absent: as before. */
  listedInDirectory: z.boolean().optional(),
  categories: z.array(text(1, limits.category)).max(limits.categories).optional(),
  /** What the agent's own policy is to say; absent: as before. Takes the right to make that policy, or to change it. */
  whoMayUse: z
    .strictObject({
      /** Empty: nobody but those whom other policies name; then there is no policy of its own. */
      subjects: z.array(SignedInSubject).max(limits.subjectsPerPolicy - 1),
      /** Of its own policy as it was looked at, 0 for none; where it is another by now, nothing is saved. */
      version: z.number().int().min(0).optional(),
    })
    .optional(),
})

/** What of an agent people get. Part of the group `agents`. */
export const agentPublishing = {
  getPublishing: endpoint({
    method: 'GET',
    path: publishing,
    access: [
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemsPublish',
      'GptSystemsApprove',
      'GptSystemConfigurationsRead',
    ],
    rate: 'read',
    audit: 'none',
    params: one,
    response: Publishing,
    purpose: 'Returns an agent’s current publication and its earlier ones.',
  }),
  updatePublishing: endpoint({
    method: 'PUT',
    path: publishing,
    access: ['GptSystemsPublish'],
    rate: 'write',
    audit: 'gptSystem.publish',
    params: one,
    input: publishingInput,
    response: Publishing,
    purpose:
      'Publishes a version or unpublishes the agent, which then no one can chat with. Also sets who can use it, and its directory listing.',
  }),
  rollBack: endpoint({
    method: 'POST',
    path: `${publishing}/rollBack`,
    access: ['GptSystemsPublish'],
    rate: 'write',
    audit: 'gptSystem.rollBack',
    idempotency: 'optional',
    params: one,
    input: z.strictObject({ publicationId: id, reason: note.optional() }),
    response: Publishing,
    purpose: 'Restores an earlier publication.',
  }),
}
