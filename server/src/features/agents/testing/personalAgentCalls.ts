import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { freshAuthor, ownAgent, ownDraft, personalAvatar, uploadAvatar } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import { drawing } from '../../../testing/brands.ts'
import type { Calls } from '../../../testing/case.ts'
import { call, ifMatch } from '../../../testing/client.ts'
import { person } from '../../../testing/people.ts'

const ownManagement = '/api/internal/gptSystems/user/management'

/** An agent of anna’s with a picture. */
async function withAvatar(app: TestApplication) {
  const agent = await ownAgent(app)
  await uploadAvatar(app, personalAvatar(agent.configStateId), await app.token('anna'))
  return agent
}

/** Creates an agent whose owner can no longer sign in. */
async function leftAgent(app: TestApplication): Promise<{ userId: string; gptSystemId: string }> {
  const { userId, token } = await person(app)
  const { body } = await call<{ gptSystemId: string }>(app, '/api/internal/gptSystems/user/management', {
    token,
    body: { name: 'Left behind' },
  })
  await sql`update app_user set disabled = true where id = ${userId}`.execute(app.platform.database.db)
  return { userId, gptSystemId: body.gptSystemId }
}

const customerCare = '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d01'

export default {
  'personalAgents.listStates': {
    access: 'signedIn',
    make: async ({ app }) => ({
      input: { gptSystemId: (await ownAgent(app)).gptSystemId },
    }),
  },
  'personalAgents.getState': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: { configStateId: await ownDraft(app) } }),
  },
  'personalAgents.getDifferences': {
    access: 'signedIn',
    make: async ({ app }) => {
      const configStateId = await ownDraft(app)
      return { params: { configStateId, otherStateId: configStateId } }
    },
  },
  'personalAgents.removeState': {
    access: 'signedIn',
    make: async ({ app }) => {
      const { gptSystemId, configStateId } = await ownAgent(app)
      const token = await app.token('anna')
      await call(app, `${ownManagement}/${gptSystemId}/fromConfigState/${configStateId}`, {
        token,
        method: 'PUT',
        body: {},
      })
      const draft = await call<{ configuration: { configStateId: string } }>(
        app,
        '/api/internal/configStates',
        {
          token,
          body: { gptSystemType: 'User', gptSystemId },
        },
      )
      return { params: { configStateId: draft.body.configuration.configStateId } }
    },
  },
  'personalAgents.getModelOptions': { access: 'signedIn', make: async () => ({}) },
  'personalAgents.uploadAvatar': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: { configStateId: await ownDraft(app) },
      file: { name: 'avatar.svg', text: drawing('#0b7a64') },
    }),
  },
  'personalAgents.getAvatar': {
    access: 'signedIn',
    make: async ({ app }) => {
      const { configStateId } = await withAvatar(app)
      return { params: { configStateId } }
    },
  },
  'personalAgents.removeAvatar': {
    access: 'signedIn',
    make: async ({ app }) => {
      const { configStateId } = await withAvatar(app)
      return { params: { configStateId } }
    },
  },
  'personalAgents.getCommonAvatar': {
    access: 'signedIn',
    make: async ({ app }) => {
      const { gptSystemId } = await withAvatar(app)
      return { params: { gptSystemId } }
    },
  },
  'personalAgents.list': { access: 'signedIn', make: async () => ({ input: { search: 'helper' } }) },
  'personalAgents.create': {
    access: 'signedIn',
    make: async ({ app }) => ({
      input: { name: 'Made by a case' },
      token: await freshAuthor(app),
    }),
  },
  'personalAgents.get': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: { gptSystemId: (await ownAgent(app)).gptSystemId },
    }),
  },
  'personalAgents.update': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: { gptSystemId: (await ownAgent(app)).gptSystemId },
      input: { name: 'Renamed' },
      headers: ifMatch(),
    }),
  },
  'personalAgents.remove': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: { gptSystemId: (await ownAgent(app)).gptSystemId },
    }),
  },
  'personalAgents.restore': {
    access: 'signedIn',
    make: async ({ app }) => {
      const { gptSystemId } = await ownAgent(app)
      const token = await app.token('anna')
      await call(app, `${ownManagement}/${gptSystemId}`, { token, method: 'DELETE' })
      return { params: { gptSystemId } }
    },
  },
  'personalAgents.updateFromState': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: { ...(await ownAgent(app)) } }),
  },
  'personalAgents.createState': {
    access: 'signedIn',
    make: async ({ app }) => ({
      input: { gptSystemType: 'User' },
      token: await freshAuthor(app),
    }),
  },
  'personalAgents.updateState': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: { configStateId: await ownDraft(app) },
      input: { description: `Changed ${randomUUID()}` },
      headers: ifMatch(2),
    }),
  },
  'personalAgents.createFromState': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: { configStateId: await ownDraft(app) } }),
  },
  'personalAgents.getShares': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: { gptSystemId: (await ownAgent(app)).gptSystemId },
    }),
  },
  'personalAgents.setShares': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: { gptSystemId: (await ownAgent(app)).gptSystemId },
      input: { items: [] },
      headers: { 'if-match': '"1"' },
    }),
  },
  'personalAgents.handOver': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: { gptSystemId: (await ownAgent(app)).gptSystemId },
      input: { userId: (await person(app, { groups: [customerCare] })).userId, keep: 'Use' },
    }),
  },
  'personalAgents.listLeft': {
    access: ['UserWrite'],
    make: async ({ app }) => ({ params: { userId: (await leftAgent(app)).userId } }),
  },
  'personalAgents.handOverLeft': {
    access: ['UserWrite'],
    make: async ({ app }) => ({
      params: { ...(await leftAgent(app)) },
      input: { newOwnerId: (await person(app)).userId },
    }),
  },
} satisfies Calls
