import { z } from 'zod'
import {
  AvatarAnswer,
  avatarName,
  configurationReaders,
  configurationWriters,
  Difference,
  LinkFolders,
  RagDataSource,
  ReadMode,
  StateAnswer,
  StateRow,
  UpdateState,
} from './agentConfiguration.ts'
import { endpoint, id, listOf, nothing, page } from './endpoint.ts'

const agent = '/api/internal/gptSystems/system/management/{gptSystemId}' as const
const state = '/api/internal/gptSystems/configurationStates/{gptSystemConfigurationStateId}' as const
const ofAgent = z.strictObject({ gptSystemId: id })
const one = z.strictObject({ gptSystemConfigurationStateId: id })
const ofLink = z.strictObject({ gptSystemId: id, gptSystemRagDataSourceId: id })
const depth = {
  /** The number of passages used for an answer. */
  topK: z.number().int().min(1).max(20).optional(),
  useGraph: z.boolean().optional(),
  readMode: ReadMode.optional(),
  folders: LinkFolders.optional(),
}

/**
 * The versions of system agents: a draft, the published version, and earlier ones. Part of the group `agents`.
 */
export const agentStates = {
  listStates: endpoint({
    method: 'GET',
    path: `${agent}/configurationStates`,
    access: configurationReaders,
    rate: 'read',
    audit: 'none',
    params: ofAgent,
    input: z.strictObject(page),
    response: listOf(StateRow),
    purpose: 'Lists an agent’s versions, newest first.',
  }),
  createState: endpoint({
    method: 'POST',
    path: `${agent}/configurationStates`,
    access: configurationWriters,
    rate: 'write',
    audit: 'configState.create',
    idempotency: 'optional',
    params: ofAgent,
    input: z.strictObject({
      /** Copied with its libraries. If absent, the published version is copied, otherwise the newest. */
      fromStateId: id.optional(),
    }),
    response: StateAnswer,
    etag: 'answers',
    purpose: 'Creates a draft for an agent that has none.',
  }),
  getState: endpoint({
    method: 'GET',
    path: state,
    access: configurationReaders,
    rate: 'read',
    audit: 'none',
    params: one,
    response: StateAnswer,
    etag: 'answers',
    purpose: 'Returns a version’s configuration, with anything that prevents publishing.',
  }),
  updateState: endpoint({
    method: 'PUT',
    path: state,
    access: configurationWriters,
    rate: 'write',
    audit: 'configState.update',
    params: one,
    input: UpdateState,
    response: StateAnswer,
    etag: 'required',
    purpose: 'Updates a draft.',
  }),
  removeState: endpoint({
    method: 'DELETE',
    path: state,
    access: configurationWriters,
    rate: 'write',
    audit: 'configState.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a draft.',
  }),
  getDifferences: endpoint({
    method: 'GET',
    path: `${state}/differences/{otherStateId}`,
    access: configurationReaders,
    rate: 'read',
    audit: 'none',
    params: one.extend({ otherStateId: id }),
    response: z.object({ items: z.array(Difference) }),
    purpose:
      'Compares a version with another one of the same agent, field by field. `after` is the other one.',
  }),
  uploadAvatar: endpoint({
    kind: 'upload',
    method: 'POST',
    path: `${state}/avatar`,
    access: configurationWriters,
    rate: 'upload',
    audit: 'configState.avatar',
    idempotency: 'optional',
    params: one,
    response: AvatarAnswer,
    etag: 'answers',
    purpose: 'Sets a draft’s picture: a raster image or an SVG, stored as WebP.',
  }),
  getAvatar: endpoint({
    kind: 'image',
    method: 'GET',
    path: `${state}/avatar`,
    access: ['GptSystemsRead', 'GptSystemsCreate', ...configurationReaders],
    rate: 'read',
    audit: 'none',
    params: one,
    input: avatarName,
    response: nothing,
    purpose: 'Returns a version’s picture. Everyone who can use the agent can get the published one.',
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: `${state}/avatar`,
    access: configurationWriters,
    rate: 'write',
    audit: 'configState.avatar',
    params: one,
    response: nothing,
    purpose: 'Deletes a draft’s picture.',
  }),
  addRagDataSource: endpoint({
    method: 'POST',
    path: `${agent}/ragDataSources`,
    access: configurationWriters,
    rate: 'write',
    audit: 'gptSystem.dataSource',
    idempotency: 'optional',
    params: ofAgent,
    input: z.strictObject({
      dataSourceId: id,
      ...depth,
    }),
    response: RagDataSource,
    purpose: 'Links a file library to the agent’s draft.',
  }),
  updateRagDataSource: endpoint({
    method: 'PUT',
    path: `${agent}/ragDataSources/{gptSystemRagDataSourceId}`,
    access: configurationWriters,
    rate: 'write',
    audit: 'gptSystem.dataSource',
    params: ofLink,
    input: z.strictObject(depth),
    response: RagDataSource,
    purpose: 'Changes how a library linked to the agent’s draft is searched.',
  }),
  removeRagDataSource: endpoint({
    method: 'DELETE',
    path: `${agent}/ragDataSources/{gptSystemRagDataSourceId}`,
    access: configurationWriters,
    rate: 'write',
    audit: 'gptSystem.dataSource',
    params: ofLink,
    response: nothing,
    purpose: 'Unlinks a library from the agent’s draft.',
  }),
}
