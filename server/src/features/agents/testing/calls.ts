import { randomUUID } from 'node:crypto'
import type { Action } from '@parlance/contract/actions'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import {
  ifMatchOfState,
  newAgent,
  publishAgent,
  systemAvatar,
  uploadAvatar,
} from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import { drawing } from '../../../testing/brands.ts'
import type { Calls, Case, World } from '../../../testing/case.ts'
import { call, ifMatch } from '../../../testing/client.ts'

const management = '/api/internal/gptSystems/system/management'

async function newPrompt(world: World): Promise<{ gptSystemId: string; promptId: string }> {
  const { gptSystemId } = await newAgent(world)
  return { gptSystemId, promptId: await addPrompt(world, gptSystemId, 'Summary') }
}

async function addPrompt(world: World, gptSystemId: string, title: string): Promise<string> {
  const { body } = await call<{ promptId: string }>(world.app, `${management}/${gptSystemId}/prompts`, {
    token: await world.app.token('admin'),
    body: { title, text: 'Summarise it' },
  })
  return body.promptId
}

/** Creates a draft with an avatar. */
async function withAvatar(world: World) {
  const { gptSystemId, stateId } = await newAgent(world)
  await uploadAvatar(world.app, systemAvatar(stateId), await world.app.token('admin'))
  return { gptSystemId, gptSystemConfigurationStateId: stateId }
}

/** Creates an agent with a published version and a draft. */
async function publishedAgent(app: TestApplication) {
  const token = await app.token('admin')
  const gptSystemId = await publishAgent(app, 'Published by a case')
  const path = `${management}/${gptSystemId}`
  const { history } = (
    await call<{ history: { publicationId: string; stateId: string }[] }>(app, `${path}/publishing`, {
      token,
    })
  ).body
  const { publicationId = '', stateId = '' } = history[0] ?? {}
  const draft = await call<{ configuration: { configStateId: string } }>(app, `${path}/configurationStates`, {
    token,
    body: {},
  })
  return { gptSystemId, publicationId, stateId, draftId: draft.body.configuration.configStateId }
}

/** Creates a prompt of anna's. */
async function ownPrompt(app: TestApplication): Promise<{ promptId: string }> {
  const { body } = await call<{ promptId: string }>(app, '/api/internal/currentUser/prompts', {
    token: await app.token('anna'),
    body: { title: randomUUID(), text: 'Sum up {{text}}' },
  })
  return { promptId: body.promptId }
}

/** A version that waits for approval: the caller's own to withdraw, and someone else's to decide. */
const deciding = (what: 'approve' | 'reject' | 'withdraw', access: readonly [Action, ...Action[]]) => ({
  access,
  make: async (world: World): Promise<Case> => {
    const { gptSystemId, stateId } = await newAgent(world)
    const { db } = world.app.platform.database
    const publishRequestId = uuid()
    await sql`insert into publish_request (id, gpt_system_id, state_id, state_version, note, requested_by)
      select ${publishRequestId}::uuid, s.gpt_system_id, s.id, s.version, '',
        (select u.id from app_user u where u.user_name = ${what === 'withdraw' ? 'admin' : 'anna'})
      from gpt_system_configuration_state s where s.id = ${stateId}::uuid`.execute(db)
    return { params: { gptSystemId, publishRequestId }, input: { note: '' } }
  },
})

export default {
  'agents.createGptSystem': {
    access: ['GptSystemsCreate'],
    make: async () => ({ input: { name: 'Made by a case' } }),
  },
  'agents.updateState': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async ({ app, stateId }) => ({
      params: { gptSystemConfigurationStateId: stateId },
      input: { introduction: `Changed ${randomUUID()}` },
      headers: await ifMatchOfState(app, stateId),
    }),
  },
  'agents.getGptSystem': {
    access: [
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemConfigurationsRead',
    ],
    make: async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  },
  'agents.updateGptSystem': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => ({
      params: { gptSystemId: (await newAgent(world)).gptSystemId },
      input: { brandKey: 'default' },
      headers: ifMatch(),
    }),
  },
  'agents.removeGptSystem': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => ({
      params: { gptSystemId: (await newAgent(world)).gptSystemId },
    }),
  },
  'agents.restoreGptSystem': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => {
      const { gptSystemId } = await newAgent(world)
      const token = await world.app.token('admin')
      await call(world.app, `${management}/${gptSystemId}`, { token, method: 'DELETE' })
      return { params: { gptSystemId } }
    },
  },
  'agents.listStates': {
    access: [
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemConfigurationsRead',
    ],
    make: async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  },
  'agents.createState': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async ({ app }) => ({
      params: { gptSystemId: await publishAgent(app, 'For a draft') },
      input: {},
    }),
  },
  'agents.getState': {
    access: [
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemConfigurationsRead',
    ],
    make: async ({ stateId }) => ({ params: { gptSystemConfigurationStateId: stateId } }),
  },
  'agents.removeState': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async ({ app }) => ({
      params: { gptSystemConfigurationStateId: (await publishedAgent(app)).draftId },
    }),
  },
  'agents.uploadAvatar': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => ({
      params: { gptSystemConfigurationStateId: (await newAgent(world)).stateId },
      file: { name: 'avatar.svg', text: drawing('#0b7a64') },
    }),
  },
  'agents.getAvatar': {
    access: [
      'GptSystemsRead',
      'GptSystemsCreate',
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemConfigurationsRead',
    ],
    make: async (world) => {
      const { gptSystemId, ...params } = await withAvatar(world)
      await call(world.app, `${management}/${gptSystemId}/publishing`, {
        token: await world.app.token('admin'),
        method: 'PUT',
        body: params,
      })
      return { params }
    },
  },
  'agents.removeAvatar': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => {
      const { gptSystemConfigurationStateId } = await withAvatar(world)
      return { params: { gptSystemConfigurationStateId } }
    },
  },
  'agents.getDifferences': {
    access: [
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemConfigurationsRead',
    ],
    make: async ({ app }) => {
      const { stateId, draftId } = await publishedAgent(app)
      return { params: { gptSystemConfigurationStateId: stateId, otherStateId: draftId } }
    },
  },
  'agents.updateRagDataSource': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => {
      const { gptSystemId, gptSystemRagDataSourceId } = await newAgent(world, { linked: true })
      return { params: { gptSystemId, gptSystemRagDataSourceId }, input: { topK: 8 } }
    },
  },
  'agents.removeRagDataSource': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => {
      const { gptSystemId, gptSystemRagDataSourceId } = await newAgent(world, { linked: true })
      return { params: { gptSystemId, gptSystemRagDataSourceId } }
    },
  },
  'agents.listPrompts': {
    access: [
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemConfigurationsRead',
    ],
    make: async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  },
  'agents.createPrompt': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => ({
      params: { gptSystemId: (await newAgent(world)).gptSystemId },
      input: { title: 'Summary', text: 'Summarise {{text}}' },
    }),
  },
  'agents.updatePrompt': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => ({
      params: await newPrompt(world),
      input: { title: 'Another', text: 'Sum up {{text}}' },
      headers: ifMatch(),
    }),
  },
  'agents.movePrompt': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => {
      const params = await newPrompt(world)
      await addPrompt(world, params.gptSystemId, 'Below')
      return { params, input: { direction: 'Down' }, headers: ifMatch() }
    },
  },
  'agents.removePrompt': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => ({ params: await newPrompt(world) }),
  },
  'agentsForConversation.listPrompts': {
    access: 'signedIn',
    make: async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  },
  'agents.getPublishing': {
    access: [
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemsPublish',
      'GptSystemsApprove',
      'GptSystemConfigurationsRead',
    ],
    make: async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  },
  'agents.rollBack': {
    access: ['GptSystemsPublish'],
    make: async ({ app }) => {
      const { gptSystemId, publicationId } = await publishedAgent(app)
      return { params: { gptSystemId }, input: { publicationId, reason: 'Better before' } }
    },
  },
  'agents.checkGate': {
    access: [
      'GptSystemsWrite',
      'GptSystemsReadSpecific',
      'GptSystemsWriteSpecific',
      'GptSystemsPublish',
      'GptSystemsApprove',
      'GptSystemConfigurationsRead',
    ],
    make: async ({ app, gptSystemId }) => {
      const token = await app.token('admin')
      const { body } = await call<{ shownStateId: string }>(app, `${management}/${gptSystemId}`, { token })
      return { params: { gptSystemId }, input: { gptSystemConfigurationStateId: body.shownStateId } }
    },
  },
  'agents.setGate': {
    access: ['GptSystemsApprove'],
    make: async (world) => ({
      params: { gptSystemId: (await newAgent(world)).gptSystemId },
      input: { gate: null, version: 0 },
    }),
  },
  'agents.approvePublishing': deciding('approve', ['GptSystemsApprove']),
  'agents.rejectPublishing': deciding('reject', ['GptSystemsApprove']),
  'agents.withdrawPublishing': deciding('withdraw', ['GptSystemsPublish']),
  'agents.updatePublishing': {
    access: ['GptSystemsPublish'],
    make: async (world) => {
      const { gptSystemId, stateId } = await newAgent(world)
      return { params: { gptSystemId }, input: { gptSystemConfigurationStateId: stateId } }
    },
  },
  'agents.updateUx': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => ({
      params: { gptSystemId: (await newAgent(world)).gptSystemId },
      input: { layout: 'Top', showStarters: false, placeholder: 'Ask', disclaimer: '' },
      headers: ifMatch(),
    }),
  },
  'agents.updateLimits': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => ({
      params: { gptSystemId: (await newAgent(world)).gptSystemId },
      input: { limits: [{ kind: 'Messages', per: 'Month', amount: 1_000_000, counted: 'Pool' }] },
      headers: ifMatch(),
    }),
  },
  'agents.addRagDataSource': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => ({
      params: { gptSystemId: (await newAgent(world)).gptSystemId },
      input: { dataSourceId: world.dataSourceId },
    }),
  },
  'agentsForConversation.getDetails': {
    access: 'signedIn',
    make: async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  },
  'userPrompts.listPrompts': { access: 'signedIn', make: async () => ({}) },
  'userPrompts.createPrompt': {
    access: 'signedIn',
    make: async () => ({ input: { title: randomUUID(), text: 'Sum up {{text}}' } }),
  },
  'userPrompts.getPrompt': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: await ownPrompt(app) }),
  },
  'userPrompts.updatePrompt': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: await ownPrompt(app),
      input: { title: randomUUID(), text: 'Shorten {{text}}' },
      headers: ifMatch(),
    }),
  },
  'userPrompts.removePrompt': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: await ownPrompt(app) }),
  },
  'currentUser.listGptSystems': { access: 'signedIn', make: async () => ({}) },
  'currentUser.listRecent': { access: 'signedIn', make: async () => ({}) },
  'currentUser.listPinned': { access: 'signedIn', make: async () => ({}) },
  'currentUser.listShared': { access: 'signedIn', make: async () => ({}) },
  'currentUser.listDirectory': {
    access: 'signedIn',
    make: async () => ({ params: { directory: 'system' } }),
  },
  'currentUser.pin': { access: 'signedIn', make: async ({ gptSystemId }) => ({ params: { gptSystemId } }) },
  'currentUser.unpin': { access: 'signedIn', make: async ({ gptSystemId }) => ({ params: { gptSystemId } }) },
  'currentUser.orderPins': {
    access: 'signedIn',
    make: async ({ gptSystemId }) => ({ input: { gptSystemIds: [gptSystemId] } }),
  },
  'agents.listGptSystems': {
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
    make: async () => ({ input: { search: 'a' } }),
  },
} satisfies Calls
