import { z } from 'zod'
import {
  AgentDescription,
  AgentName,
  AvatarAnswer,
  avatarName,
  CapabilityType,
  Configuration,
  Difference,
  GptSystemCard,
  LanguageEngine,
  LinkFolders,
  NamedDeployment,
  ReadMode,
  StateAnswer,
  StateRow,
  UpdateState,
} from './agentConfiguration.ts'
import { AgentShares, ShareRight, sharesInput } from './agentSharing.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

const one = z.strictObject({ configStateId: id })
const states = '/api/internal/configStates' as const
const management = '/api/internal/gptSystems/user/management' as const
const ofAgent = z.strictObject({ gptSystemId: id })

/** A personal agent as its owner manages it. */
const PersonalAgent = z.object({
  gptSystemId: id,
  /** From the published version, otherwise from the draft. */
  name: z.string(),
  description: z.string(),
  gptSystemType: z.literal('User'),
  /** From the same version as the name. Null if it has no picture of its own. */
  avatarFileName: z.string().nullable(),
  draftStateId: id.nullable(),
  publishedStateId: id.nullable(),
  /** The number of people and groups that it is shared with. */
  shares: z.number().int(),
  /** The owner. Null for the user's own. */
  madeBy: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  version: z.number().int(),
})
const named = {
  name: AgentName,
  description: AgentDescription.optional(),
}

/** A personal draft is updated as a whole, including the file libraries that its owner links to it. */
const UpdatePersonalState = UpdateState.extend({
  /**
   * Replaces the linked libraries. If absent, they stay. Linking another requires a permission for that
   * library.
   */
  dataSources: z
    .array(
      z.strictObject({
        /** As returned with the configuration. A link is identified by its library. */
        gptSystemRagDataSourceId: id.optional(),
        dataSourceId: id,
        topK: z.number().int().min(1).max(20).optional(),
        useGraph: z.boolean().optional(),
        readMode: ReadMode.optional(),
        folders: LinkFolders.optional(),
      }),
    )
    .max(limits.dataSourcesPerState)
    .refine((links) => new Set(links.map((one) => one.dataSourceId)).size === links.length, {
      message: 'Each library can be linked only once.',
    })
    .optional(),
})

const sharesOf = {
  path: '/api/internal/gptSystems/user/management/{gptSystemId}/shares',
  access: 'signedIn',
  params: z.strictObject({ gptSystemId: id }),
  response: AgentShares,
} as const

/** Agents that people create for themselves. Requires the flag AllowUserCreatedGptSystems. */
export const personalAgents = {
  listStates: endpoint({
    method: 'GET',
    path: states,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, gptSystemId: id }),
    response: listOf(StateRow),
    purpose: 'Lists the versions of your own agent, or of one shared with you for editing, newest first.',
  }),
  getState: endpoint({
    method: 'GET',
    path: `${states}/{configStateId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: one,
    response: StateAnswer,
    etag: 'answers',
    purpose: 'Returns a version of your own agent, or of one shared with you for editing.',
  }),
  getDifferences: endpoint({
    method: 'GET',
    path: `${states}/{configStateId}/differences/{otherStateId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: one.extend({ otherStateId: id }),
    response: z.object({ items: z.array(Difference) }),
    purpose:
      'Compares a version with another one of the same agent, field by field. `after` is the other one.',
  }),
  removeState: endpoint({
    method: 'DELETE',
    path: `${states}/{configStateId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'configState.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a draft of your own agent.',
  }),
  uploadAvatar: endpoint({
    kind: 'upload',
    method: 'POST',
    path: `${states}/{configStateId}/avatar`,
    access: 'signedIn',
    rate: 'upload',
    audit: 'configState.avatar',
    idempotency: 'optional',
    params: one,
    response: AvatarAnswer,
    etag: 'answers',
    purpose: 'Sets the picture of a draft of your own agent: a raster image or an SVG, stored as WebP.',
  }),
  getAvatar: endpoint({
    kind: 'image',
    method: 'GET',
    path: `${states}/{configStateId}/avatar`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: one,
    input: avatarName,
    response: nothing,
    purpose: 'Returns a version’s picture. Everyone who can use the agent can get the published one.',
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: `${states}/{configStateId}/avatar`,
    access: 'signedIn',
    rate: 'write',
    audit: 'configState.avatar',
    params: one,
    response: nothing,
    purpose: 'Deletes the picture of a draft of your own agent.',
  }),
  getCommonAvatar: endpoint({
    kind: 'image',
    method: 'GET',
    path: '/api/internal/gptSystems/common/management/{gptSystemId}/avatar',
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: ofAgent,
    input: avatarName,
    response: nothing,
    purpose:
      'Returns an agent’s picture, for people who can use or manage it. Returns 404 if it has no picture of its own.',
  }),
  list: endpoint({
    method: 'GET',
    path: management,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      /**
       * `Edited`: other people's agents, shared with the user for editing. `Deleted`: the user's own deleted agents that
       * can be restored. If absent, the user's own.
       */
      whose: z.enum(['Own', 'Edited', 'Deleted']).optional(),
    }),
    response: listOf(PersonalAgent),
    purpose:
      'Lists your own agents by name, including drafts, those you deleted, or agents shared with you for editing.',
  }),
  create: endpoint({
    method: 'POST',
    path: management,
    access: 'signedIn',
    rate: 'write',
    audit: 'personalAgent.create',
    idempotency: 'optional',
    input: z.strictObject(named),
    response: PersonalAgent,
    etag: 'answers',
    purpose: 'Creates a personal agent with its first draft, which no one can chat with yet.',
  }),
  get: endpoint({
    method: 'GET',
    path: `${management}/{gptSystemId}`,
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    params: ofAgent,
    response: PersonalAgent,
    etag: 'answers',
    purpose: 'Returns your own agent for managing it.',
  }),
  update: endpoint({
    method: 'PUT',
    path: `${management}/{gptSystemId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'personalAgent.update',
    params: ofAgent,
    input: z.strictObject(named),
    response: PersonalAgent,
    etag: 'required',
    purpose:
      'Renames an agent in its draft, creating one if needed. The name appears when the draft is published.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${management}/{gptSystemId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'personalAgent.remove',
    params: ofAgent,
    response: nothing,
    purpose:
      'Deletes your own agent for everyone. Existing conversations with it stay readable. For 30 days, `restore` reverts this.',
  }),
  restore: endpoint({
    method: 'PUT',
    path: `${management}/{gptSystemId}/restore`,
    access: 'signedIn',
    rate: 'write',
    audit: 'personalAgent.restore',
    params: ofAgent,
    response: PersonalAgent,
    purpose: 'Restores your own deleted agent, shared with the same people.',
  }),
  getModelOptions: endpoint({
    method: 'GET',
    path: '/api/internal/gptSystems/common/modelOptions',
    access: 'signedIn',
    rate: 'read',
    audit: 'none',
    response: z.object({
      /**
       * The deployments that agents can use, in addition to the engine BuiltIn, which has no deployment and is
       * always available.
       */
      deployments: z.array(
        z.object({
          languageEngine: LanguageEngine,
          deploymentName: z.string(),
          contextTokens: z.number().int(),
          maxOutputTokens: z.number().int(),
          reasoning: z.boolean(),
          vision: z.boolean(),
          /**
           * The parameters that a configuration can set, with their bounds. No others are sent to the
           * deployment.
           */
          parameters: z.record(z.string(), z.object({ min: z.number(), max: z.number() })),
        }),
      ),
      /** The deployments for titles, rewritten questions, and summaries. */
      helpers: z.array(NamedDeployment),
      /** The instance's helper, which agents without their own use. Null if there is none. */
      defaultHelper: NamedDeployment.nullable(),
      /** `NotConfigured`: not available. `Off`: turned off by an administrator. */
      tools: z.array(
        z.object({
          tool: CapabilityType,
          state: z.enum(['Available', 'Reduced', 'NotConfigured', 'Off', 'NotApproved']),
          /** As in the instance settings: what the server lacks for the tool. */
          missing: z.array(z.string()),
        }),
      ),
      /** The defaults of a new agent. */
      defaults: z.object({ languageEngine: LanguageEngine, deploymentName: z.string().nullable() }),
    }),
    purpose: 'Returns the available configuration options: deployments, their parameters, and tools.',
  }),
  updateFromState: endpoint({
    method: 'PUT',
    path: `${management}/{gptSystemId}/fromConfigState/{configStateId}`,
    access: 'signedIn',
    rate: 'write',
    audit: 'personalAgent.publish',
    params: z.strictObject({ gptSystemId: id, configStateId: id }),
    response: z.object({ gptSystem: GptSystemCard }),
    purpose: 'Publishes any version of an agent: its draft or an earlier one.',
  }),
  createState: endpoint({
    method: 'POST',
    path: states,
    access: 'signedIn',
    rate: 'write',
    audit: 'configState.create',
    idempotency: 'optional',
    input: z.strictObject({
      gptSystemType: z.literal('User'),
      /** An existing agent without a draft. Absent for a new agent. */
      gptSystemId: id.optional(),
      /** The version to copy. If absent, the published one. */
      fromStateId: id.optional(),
    }),
    response: z.object({ configuration: Configuration }),
    purpose:
      'Creates a personal agent as a draft with the default configuration, which no one can chat with yet. Or creates the next draft of an agent.',
  }),
  updateState: endpoint({
    method: 'PUT',
    path: '/api/internal/configStates/{configStateId}',
    access: 'signedIn',
    rate: 'write',
    audit: 'configState.update',
    params: one,
    input: UpdatePersonalState,
    response: StateAnswer,
    etag: 'required',
    purpose: 'Updates a draft of your own agent.',
  }),
  createFromState: endpoint({
    method: 'POST',
    path: '/api/internal/gptSystems/user/management/fromConfigState/{configStateId}',
    access: 'signedIn',
    rate: 'write',
    audit: 'personalAgent.publish',
    idempotency: 'optional',
    params: one,
    response: z.object({ gptSystem: GptSystemCard }),
    purpose: 'Publishes the draft.',
  }),
  getShares: endpoint({
    ...sharesOf,
    method: 'GET',
    rate: 'read',
    audit: 'none',
    etag: 'answers',
    purpose: 'Returns who your own agent is shared with.',
  }),
  setShares: endpoint({
    ...sharesOf,
    method: 'PUT',
    rate: 'write',
    audit: 'personalAgent.share',
    input: sharesInput,
    etag: 'required',
    purpose: 'Shares your own agent with exactly these people and groups.',
  }),
  handOver: endpoint({
    method: 'POST',
    path: `${management}/{gptSystemId}/handOver`,
    access: 'signedIn',
    rate: 'write',
    audit: 'personalAgent.handOver',
    idempotency: 'none',
    params: ofAgent,
    input: z.strictObject({
      userId: id,
      /** The access that the owner keeps. If absent, none. */
      keep: ShareRight.optional(),
    }),
    response: nothing,
    purpose:
      'Transfers ownership of your own agent to a person who appears in your search. Sharing stays the same.',
  }),
  listLeft: endpoint({
    method: 'GET',
    path: '/api/internal/users/{userId}/gptSystems',
    access: ['UserWrite'],
    rate: 'read',
    audit: 'none',
    params: z.strictObject({ userId: id }),
    input: z.strictObject({ ...page }),
    response: listOf(
      z.object({
        gptSystemId: id,
        name: z.string(),
        /** The number of people and groups that it is shared with. */
        shares: z.number().int(),
      }),
    ),
    purpose: 'Lists the agents of a disabled user by name. Only available for disabled users.',
  }),
  handOverLeft: endpoint({
    method: 'POST',
    path: '/api/internal/users/{userId}/gptSystems/{gptSystemId}/handOver',
    access: ['UserWrite'],
    rate: 'write',
    audit: 'personalAgent.handOver',
    idempotency: 'none',
    params: z.strictObject({ userId: id, gptSystemId: id }),
    input: z.strictObject({ newOwnerId: id }),
    response: nothing,
    purpose:
      'Transfers ownership of a disabled user’s agent. Not available if that user has permissions you don’t have.',
  }),
}
