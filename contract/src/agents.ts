import { z } from 'zod'
import {
  AgentDescription,
  AgentName,
  CapabilityType,
  Configuration,
  configurationReaders,
  configurationWriters,
  DeploymentChoice,
  GptSystemCard,
} from './agentConfiguration.ts'
import { agentPrompts, Prompt } from './agentPrompts.ts'
import { agentPublishing } from './agentPublishing.ts'
import { agentStates } from './agentStates.ts'
import { BrandKey } from './brandKey.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { GuidelinesOfChat } from './guidelinesDocuments.ts'
import { limits } from './limits.ts'
import { publicEndpoints } from './publicEndpoints.ts'
import { UsageLimit, UsageLimits } from './usageLimits.ts'

const one = z.strictObject({ gptSystemId: id })
const management = '/api/internal/gptSystems/system/management' as const

/** The chat appearance of an agent. Empty texts use the product's defaults. */
export const ChatLook = z.strictObject({
  /** Where the chat starts before the first question. */
  layout: z.enum(['Centered', 'Top']),
  showStarters: z.boolean(),
  placeholder: text(0, limits.chatPlaceholder),
  disclaimer: text(0, limits.chatDisclaimer),
})

const ManagedGptSystem = z.object({
  gptSystemId: id,
  /** From the published version, otherwise from the draft. */
  name: z.string(),
  description: z.string(),
  gptSystemType: z.literal('System'),
  brandKey: z.string().nullable(),
  categories: z.array(z.string()),
  listedInDirectory: z.boolean(),
  limits: z.array(UsageLimit),
  ux: ChatLook,
  draftStateId: id.nullable(),
  publishedStateId: id.nullable(),
  /** The version that represents the agent: the published one, otherwise the newest. */
  shownStateId: id,
  /** The number of its versions. */
  states: z.number().int(),
  mayChange: z.boolean(),
  mayPublish: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  version: z.number().int(),
})

export const agents = {
  listGptSystems: endpoint({
    method: 'GET',
    path: management,
    access: [
      'GptSystemsRead',
      'GptSystemsCreate',
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemConfigurationsRead',
      'ChatAccessPoliciesCreate',
      'ChatAccessPoliciesWrite',
    ],
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      /** A leading minus reverses the order. */
      sort: z.enum(['name', '-name', 'updatedAt', '-updatedAt']).optional(),
      published: z.enum(['true', 'false']).optional(),
      /** Lists the deleted agents that you can restore, instead of the others. */
      deleted: z.enum(['true']).optional(),
    }),
    response: listOf(
      z.object({
        gptSystemId: id,
        name: z.string(),
        description: z.string(),
        brandKey: z.string().nullable(),
        published: z.boolean(),
        /** Whether there is a draft, for users who can see it. */
        draft: z.boolean(),
        /** Whether the user can see its configuration. */
        mayOpen: z.boolean(),
        mayChange: z.boolean(),
        updatedAt: timestamp,
        /** Until when a deleted agent can be restored. Null for the others. */
        restorableUntil: timestamp.nullable(),
      }),
    ),
    purpose:
      'Lists the system agents that you manage, can name in policies, or can chat with. Sorted by name unless `sort` is set.',
  }),
  createGptSystem: endpoint({
    method: 'POST',
    path: management,
    access: ['GptSystemsCreate'],
    rate: 'write',
    audit: 'gptSystem.create',
    idempotency: 'optional',
    input: z.strictObject({
      name: AgentName,
      description: AgentDescription.optional(),
      /** The brand of its chat, regardless of the host name. */
      brandKey: BrandKey.nullable().optional(),
    }),
    response: z.object({ gptSystem: GptSystemCard, configuration: Configuration }),
    purpose: 'Creates a system agent with its first draft.',
  }),
  getGptSystem: endpoint({
    method: 'GET',
    path: `${management}/{gptSystemId}`,
    access: configurationReaders,
    rate: 'read',
    audit: 'none',
    params: one,
    response: ManagedGptSystem,
    etag: 'answers',
    purpose: 'Returns a system agent for managing it. Its configuration is in its versions.',
  }),
  updateGptSystem: endpoint({
    method: 'PUT',
    path: `${management}/{gptSystemId}`,
    access: configurationWriters,
    rate: 'write',
    audit: 'gptSystem.update',
    params: one,
    input: z.strictObject({ brandKey: BrandKey.nullable() }),
    response: ManagedGptSystem,
    etag: 'required',
    purpose:
      'Updates an agent’s settings outside its configuration. Name and description are part of its versions.',
  }),
  removeGptSystem: endpoint({
    method: 'DELETE',
    path: `${management}/{gptSystemId}`,
    access: configurationWriters,
    rate: 'write',
    audit: 'gptSystem.remove',
    params: one,
    response: nothing,
    purpose:
      'Deletes an agent for everyone. Existing conversations with it stay readable. For 30 days, `restoreGptSystem` reverts this.',
  }),
  restoreGptSystem: endpoint({
    method: 'PUT',
    path: `${management}/{gptSystemId}/restore`,
    access: configurationWriters,
    rate: 'write',
    audit: 'gptSystem.restore',
    params: one,
    response: ManagedGptSystem,
    purpose: 'Restores a deleted agent with the access it had.',
  }),
  updateUx: endpoint({
    method: 'PUT',
    path: `${management}/{gptSystemId}/ux`,
    access: configurationWriters,
    rate: 'write',
    audit: 'gptSystem.ux',
    params: one,
    input: ChatLook,
    response: ManagedGptSystem,
    etag: 'required',
    purpose: 'Sets an agent’s chat appearance for everyone, effective immediately.',
  }),
  updateLimits: endpoint({
    method: 'PUT',
    path: `${management}/{gptSystemId}/limits`,
    access: configurationWriters,
    rate: 'write',
    audit: 'gptSystem.limits',
    params: one,
    input: z.strictObject({ limits: UsageLimits }),
    response: ManagedGptSystem,
    etag: 'required',
    purpose:
      'Sets an agent’s usage limits. They apply to everyone who asks it, including its owner and managers.',
  }),
  ...agentStates,
  ...agentPublishing,
  ...agentPrompts,
  ...publicEndpoints,
}

export const agentsForConversation = {
  listPrompts: endpoint({
    method: 'GET',
    path: '/api/internal/gptSystems/{gptSystemId}/promptsForConversation',
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject(page),
    response: listOf(Prompt),
    purpose: 'Lists the prompts of an agent that you can chat with, in order.',
  }),
  getDetails: endpoint({
    method: 'GET',
    path: '/api/internal/gptSystems/{gptSystemId}/detailsForConversation',
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({
      gptSystem: GptSystemCard,
      introduction: z.string(),
      starterQuestions: z.array(z.string()),
      ux: ChatLook,
      /** `NotConfigured`: the tool isn't available yet. It is shown as such and not offered to the model. */
      tools: z.array(z.object({ tool: CapabilityType, state: z.enum(['Available', 'NotConfigured']) })),
      knowledge: z.object({ libraries: z.number().int(), files: z.number().int() }),
      /** True if answers are extracts from documents, not written by a language model. */
      extracts: z.boolean(),
      /** Whether people can have the agent research a question. */
      allowsResearch: z.boolean(),
      /** The deployments that the user can choose from, default first. Empty if there is no choice. */
      deployments: z.array(DeploymentChoice),
      /** The guidelines that apply. Those that need consent must be accepted before the first question. */
      guidelinesDocuments: z.array(GuidelinesOfChat),
    }),
    purpose:
      'Returns what the chat shows of an agent before the first question. Never includes its configuration.',
  }),
}
