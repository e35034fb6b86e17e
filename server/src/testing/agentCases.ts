import { randomUUID } from 'node:crypto'
import { ifMatchOfState, publishAgent, systemAvatar, uploadAvatar } from './agents.ts'
import type { TestApplication } from './application.ts'
import { drawing } from './brands.ts'
import type { Case, World } from './case.ts'
import { call, ifMatch } from './client.ts'

const management = '/api/internal/gptSystems/system/management'

/** Creates an agent with its first draft, optionally with a library. */
async function newAgent({ app, dataSourceId }: World, { linked = false } = {}) {
  const token = await app.token('admin')
  const { body } = await call<{
    gptSystem: { gptSystemId: string }
    configuration: { configStateId: string }
  }>(app, management, { token, body: { name: 'Of a case' } })
  const { gptSystemId } = body.gptSystem
  const stateId = body.configuration.configStateId
  if (!linked) return { gptSystemId, stateId, gptSystemRagDataSourceId: '' }
  const link = await call<{ gptSystemRagDataSourceId: string }>(
    app,
    `${management}/${gptSystemId}/ragDataSources`,
    { token, body: { dataSourceId } },
  )
  return { gptSystemId, stateId, ...link.body }
}

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

/** Calls on system agents that must succeed for the administrator. */
export const agentCases: Record<string, (world: World) => Promise<Case>> = {
  'agents.createGptSystem': async () => ({ input: { name: 'Made by a case' } }),
  'agents.getGptSystem': async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  'agents.updateGptSystem': async (world) => ({
    params: { gptSystemId: (await newAgent(world)).gptSystemId },
    input: { brandKey: 'default' },
    headers: ifMatch(),
  }),
  'agents.removeGptSystem': async (world) => ({
    params: { gptSystemId: (await newAgent(world)).gptSystemId },
  }),
  'agents.updateUx': async (world) => ({
    params: { gptSystemId: (await newAgent(world)).gptSystemId },
    input: { layout: 'Top', showStarters: false, placeholder: 'Ask', disclaimer: '' },
    headers: ifMatch(),
  }),
  'agents.updateLimits': async (world) => ({
    params: { gptSystemId: (await newAgent(world)).gptSystemId },
    input: { limits: [{ kind: 'Messages', per: 'Month', amount: 1_000_000, counted: 'Pool' }] },
    headers: ifMatch(),
  }),
  'agents.listStates': async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  'agents.createState': async ({ app }) => ({
    params: { gptSystemId: await publishAgent(app, 'For a draft') },
    input: {},
  }),
  'agents.getState': async ({ stateId }) => ({ params: { gptSystemConfigurationStateId: stateId } }),
  'agents.updateState': async ({ app, stateId }) => ({
    params: { gptSystemConfigurationStateId: stateId },
    input: { introduction: `Changed ${randomUUID()}` },
    headers: await ifMatchOfState(app, stateId),
  }),
  'agents.removeState': async ({ app }) => ({
    params: { gptSystemConfigurationStateId: (await publishedAgent(app)).draftId },
  }),
  'agents.getDifferences': async ({ app }) => {
    const { stateId, draftId } = await publishedAgent(app)
    return { params: { gptSystemConfigurationStateId: stateId, otherStateId: draftId } }
  },
  'agents.uploadAvatar': async (world) => ({
    params: { gptSystemConfigurationStateId: (await newAgent(world)).stateId },
    file: { name: 'avatar.svg', text: drawing('#0b7a64') },
  }),
  'agents.getAvatar': async (world) => {
    const { gptSystemId, ...params } = await withAvatar(world)
    await call(world.app, `${management}/${gptSystemId}/publishing`, {
      token: await world.app.token('admin'),
      method: 'PUT',
      body: params,
    })
    return { params }
  },
  'agents.removeAvatar': async (world) => {
    const { gptSystemConfigurationStateId } = await withAvatar(world)
    return { params: { gptSystemConfigurationStateId } }
  },
  'agents.addRagDataSource': async (world) => ({
    params: { gptSystemId: (await newAgent(world)).gptSystemId },
    input: { dataSourceId: world.dataSourceId },
  }),
  'agents.updateRagDataSource': async (world) => {
    const { gptSystemId, gptSystemRagDataSourceId } = await newAgent(world, { linked: true })
    return { params: { gptSystemId, gptSystemRagDataSourceId }, input: { topK: 8 } }
  },
  'agents.removeRagDataSource': async (world) => {
    const { gptSystemId, gptSystemRagDataSourceId } = await newAgent(world, { linked: true })
    return { params: { gptSystemId, gptSystemRagDataSourceId } }
  },
  'agentsForConversation.listPrompts': async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  'agents.listPrompts': async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  'agents.createPrompt': async (world) => ({
    params: { gptSystemId: (await newAgent(world)).gptSystemId },
    input: { title: 'Summary', text: 'Summarise {{text}}' },
  }),
  'agents.updatePrompt': async (world) => ({
    params: await newPrompt(world),
    input: { title: 'Another', text: 'Sum up {{text}}' },
    headers: ifMatch(),
  }),
  'agents.movePrompt': async (world) => {
    const params = await newPrompt(world)
    await addPrompt(world, params.gptSystemId, 'Below')
    return { params, input: { direction: 'Down' }, headers: ifMatch() }
  },
  'agents.removePrompt': async (world) => ({ params: await newPrompt(world) }),
  'agents.getPublishing': async ({ gptSystemId }) => ({ params: { gptSystemId } }),
  'agents.updatePublishing': async (world) => {
    const { gptSystemId, stateId } = await newAgent(world)
    return { params: { gptSystemId }, input: { gptSystemConfigurationStateId: stateId } }
  },
  'exposure.previewPublishing': async (world) => {
    const { gptSystemId, stateId } = await newAgent(world)
    const whoMayUse = { subjects: [{ kind: 'EveryoneSignedIn' }] }
    return { params: { gptSystemId }, input: { gptSystemConfigurationStateId: stateId, whoMayUse } }
  },
  'exposure.previewRemoval': async (world) => ({
    params: { gptSystemId: (await newAgent(world)).gptSystemId },
  }),
  'agents.rollBack': async ({ app }) => {
    const { gptSystemId, publicationId } = await publishedAgent(app)
    return { params: { gptSystemId }, input: { publicationId, reason: 'Better before' } }
  },
}
