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
  /** The number of the version. Null if the agent was unpublished. */
  number: z.number().int().nullable(),
  note: z.string(),
  /** Null for the first startup and for deleted users. */
  by: z.string().nullable(),
  at: timestamp,
})
/** What a version has to reach before it can be published. */
const gateFields = {
  /** Null if no test is needed. */
  performanceTestId: id.nullable(),
  /** The score that its last run has to reach. */
  minimumPercent: z.number().int().min(0).max(100),
  /** Whether no case with the tag “critical” may fail. */
  noCriticalFailure: z.boolean().default(true),
  /** How old that run can be. */
  runMaxAgeDays: z.number().int().min(1).max(365).default(limits.gateRunDays),
  /** Whether a second person has to approve it. */
  approvalRequired: z.boolean().default(false),
  /** Whether the test is run each night with the published version. */
  nightly: z.boolean().default(true),
}
export const Gate = z.object({ ...gateFields, testName: z.string().nullable(), version: z.number().int() })

/** What a version can lack to be published. `run` and `age`: a run of its configuration and the test’s current cases. */
export const gateReasons = ['run', 'age', 'score', 'critical', 'approval'] as const

/** A version that someone wants to publish and a second person has to approve. */
export const PublishRequest = z.object({
  publishRequestId: id,
  gptSystemConfigurationStateId: id,
  number: z.number().int(),
  note: z.string(),
  status: z.enum(['Open', 'Approved', 'Rejected', 'Withdrawn']),
  requestedBy: z.string().nullable(),
  requestedAt: timestamp,
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  decisionNote: z.string(),
  /** Whether the draft was changed since, so that it has to be requested again. */
  isChanged: z.boolean(),
  /** Whether the user can approve or reject it, and withdraw it. */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
})

const Publishing = z.object({
  gptSystemId: id,
  publishedStateId: id.nullable(),
  listedInDirectory: z.boolean(),
  categories: z.array(z.string()),
  /** Who can use the agent, according to policies. Null if the user can't see policies. */
  access: z
    .object({
      /** The policy that publishing writes, or null if there is none. */
      own: z
        .object({
          chatAccessPolicyId: id,
          name: z.string(),
          enabled: z.boolean(),
          subjects: z.array(NamedSubject),
          /** The policy's other conditions. They are kept when access to the agent changes. */
          brandKey: z.string().nullable(),
          validFrom: timestamp.nullable(),
          validTo: timestamp.nullable(),
          version: z.number().int(),
        })
        .nullable(),
      /** Other active policies that name the agent, by name. */
      others: z.array(z.object({ chatAccessPolicyId: id, name: z.string(), everyone: z.boolean() })),
    })
    .nullable(),
  gate: Gate.nullable(),
  /** The last request to publish a version; null if there was none. */
  request: PublishRequest.nullable(),
  /** Newest first, limited to the number shown. */
  history: z.array(Publication),
})

export const publishingInput = z.strictObject({
  /** Null unpublishes the agent. If absent, the published version stays. */
  gptSystemConfigurationStateId: id.nullable().optional(),
  /** The version number that the user reviewed. If it has changed since, nothing is published. */
  stateVersion: z.number().int().optional(),
  note: note.optional(),
  /** If absent, it stays unchanged. */
  listedInDirectory: z.boolean().optional(),
  categories: z.array(text(1, limits.category)).max(limits.categories).optional(),
  /**
   * The subjects of the agent's own policy. If absent, the policy stays unchanged. Requires permission to
   * create or edit that policy.
   */
  whoMayUse: z
    .strictObject({
      /**
       * If empty, only people covered by other policies have access, and the agent has no policy of its own.
       */
      subjects: z.array(SignedInSubject).max(limits.subjectsPerPolicy - 1),
      /**
       * The version of its own policy that the user reviewed, 0 for none. If it has changed since, nothing is
       * saved.
       */
      version: z.number().int().min(0).optional(),
    })
    .optional(),
})

const deciding = {
  method: 'POST',
  rate: 'write',
  idempotency: 'optional',
  params: one.extend({ publishRequestId: id }),
  input: z.strictObject({ note: note.default('') }),
  response: Publishing,
} as const

/** The published part of an agent. Part of the group `agents`. */
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
      'Publishes a version or unpublishes the agent, which then no one can chat with. Also sets who can use it, and its directory listing. If a second person has to approve the version, it is requested instead, and the rest is set at once.',
  }),
  checkGate: endpoint({
    method: 'GET',
    path: `${publishing}/gate/check`,
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
    input: z.strictObject({ gptSystemConfigurationStateId: id }),
    response: z.object({
      missing: z.array(z.enum(gateReasons)),
      /** The score of the run that counts; null if there is none. */
      scorePercent: z.number().nullable(),
      criticalFailures: z.number().int(),
    }),
    purpose:
      'Returns what a version lacks to be published: nothing if there is no gate, or if it was published before.',
  }),
  setGate: endpoint({
    method: 'PUT',
    path: `${publishing}/gate`,
    access: ['GptSystemsApprove'],
    rate: 'write',
    audit: 'gptSystem.gate',
    params: one,
    input: z.strictObject({
      /** Null removes it. */
      gate: z
        .strictObject(gateFields)
        .refine(({ performanceTestId, approvalRequired }) => performanceTestId !== null || approvalRequired, {
          path: ['performanceTestId'],
          message: 'Choose a test, or require an approval.',
        })
        .nullable(),
      /** The version of the gate that the user reviewed, 0 for none. If it has changed since, nothing is saved. */
      version: z.number().int().min(0),
    }),
    response: Publishing,
    purpose:
      'Sets what a version has to reach in a performance test of the agent before it can be published. Versions that were published before can be restored without it.',
  }),
  approvePublishing: endpoint({
    ...deciding,
    path: `${publishing}/requests/{publishRequestId}/approve`,
    access: ['GptSystemsApprove'],
    audit: 'publishRequest.decide',
    purpose: 'Publishes a requested version. Not by the person who requested it.',
  }),
  rejectPublishing: endpoint({
    ...deciding,
    path: `${publishing}/requests/{publishRequestId}/reject`,
    access: ['GptSystemsApprove'],
    audit: 'publishRequest.decide',
    purpose: 'Rejects a requested version. Not by the person who requested it.',
  }),
  withdrawPublishing: endpoint({
    ...deciding,
    path: `${publishing}/requests/{publishRequestId}/withdraw`,
    access: ['GptSystemsPublish'],
    audit: 'publishRequest.decide',
    purpose: 'Withdraws one’s own request to publish a version.',
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
