import { userIdOf } from '../../../testing/access.ts'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls, Case } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'
import { person } from '../../../testing/people.ts'

const reason = 'Access request 4711 by letter.'
const readers = ['UserConversationsRead'] as const
const writers = ['UserWrite'] as const
type Export = { dataExportId: string; state: string }

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600 && !(await isDone()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

/** An export of the data of someone new, which the administrator asked for. */
async function askedFor(app: TestApplication, needsApproval = false) {
  const { userId } = await person(app)
  const token = await app.token('admin')
  if (needsApproval) await changeSettings(app, { readsNeedApproval: true })
  const path = `/api/internal/users/${userId}/dataExports`
  const { body } = await call<Export>(app, path, { token, body: { reason } })
  if (needsApproval) await changeSettings(app, { readsNeedApproval: false })
  const { dataExportId } = body
  await until(
    async () => (await call<Export>(app, `${path}/${dataExportId}`, { token })).body.state === 'Ready',
  )
  return { userId, dataExportId }
}

/** One that someone else asked for, which waits for approval. */
async function waitingFor(app: TestApplication) {
  const asker = await person(app, { actions: ['UserWrite', 'UserConversationsRead'] })
  const { userId } = await person(app)
  await changeSettings(app, { readsNeedApproval: true })
  const { body } = await call<Export>(app, `/api/internal/users/${userId}/dataExports`, {
    token: asker.token,
    body: { reason },
  })
  await changeSettings(app, { readsNeedApproval: false })
  return { userId, dataExportId: body.dataExportId }
}

/** An export of anna's own data that can be downloaded. There is one at most, because their number is limited. */
async function annas(app: TestApplication): Promise<{ dataExportId: string }> {
  const token = await app.token('anna')
  const path = '/api/internal/currentUser/dataExports'
  const newest = async () => (await call<{ items: Export[] }>(app, path, { token })).body.items[0]
  if (!(await newest())) await call(app, path, { token, body: { language: 'en' } })
  await until(async () => (await newest())?.state === 'Ready')
  return { dataExportId: (await newest())?.dataExportId ?? '' }
}

async function erased(app: TestApplication): Promise<string> {
  const someone = await newPerson(app)
  const { body } = await call<{ erasureId: string }>(app, `/api/internal/users/${someone.userId}/erasure`, {
    token: await app.token('admin'),
    body: { confirmation: someone.userName },
  })
  return body.erasureId
}

async function newPerson(app: TestApplication) {
  const someone = await person(app)
  return { ...someone, userName: `p-${someone.userId.slice(-12)}` }
}

const someone = async ({ app }: { app: TestApplication }): Promise<Case> => ({
  params: { userId: (await person(app)).userId },
})

export default {
  'personalData.createOwnExport': {
    access: 'signedIn',
    // The number for one person is limited, so someone new asks each time.
    make: async ({ app }) => ({ token: (await person(app)).token, input: { language: 'en' } }),
  },
  'personalData.listOwnExports': { access: 'signedIn', make: async () => ({}) },
  'personalData.getOwnExport': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: await annas(app) }),
  },
  'personalData.downloadOwnExport': {
    access: 'signedIn',
    make: async ({ app }) => ({ params: await annas(app) }),
  },
  'personalData.createExport': {
    access: writers,
    make: async (world) => ({ ...(await someone(world)), input: { reason } }),
  },
  'personalData.listExports': { access: ['UserWrite', 'UserConversationsRead'], make: someone },
  'personalData.getExport': {
    access: ['UserWrite', 'UserConversationsRead'],
    make: async ({ app }) => ({ params: await askedFor(app) }),
  },
  'personalData.approveExport': {
    access: readers,
    make: async ({ app }) => ({ params: await waitingFor(app), input: {} }),
  },
  'personalData.downloadExport': {
    access: readers,
    make: async ({ app }) => ({ params: await askedFor(app), input: {} }),
  },
  'personalData.previewErasure': { access: writers, make: someone },
  'personalData.erase': {
    access: writers,
    make: async ({ app }) => {
      const { userId, userName } = await newPerson(app)
      return { params: { userId }, input: { confirmation: userName } }
    },
  },
  'personalData.previewOwnErasure': { access: 'signedIn', make: async () => ({}) },
  'personalData.eraseOwn': {
    access: 'signedIn',
    make: async ({ app }) => {
      await changeSettings(app, { selfErasureAllowed: true })
      const { token, userName } = await newPerson(app)
      return { token, input: { confirmation: userName } }
    },
  },
  'personalData.listErasures': { access: writers, make: async () => ({}) },
  'personalData.getErasure': {
    access: writers,
    make: async ({ app }) => ({ params: { erasureId: await erased(app) } }),
  },
  'personalData.downloadStatement': {
    access: writers,
    make: async ({ app }) => ({
      params: { erasureId: await erased(app) },
      input: { language: 'en', format: 'html' },
    }),
  },
  'personalData.previewTransfer': { access: writers, make: someone },
  'personalData.transferAgents': {
    access: writers,
    make: async ({ app }) => ({
      params: { userId: (await person(app, { disabled: true })).userId },
      input: { toUserId: await userIdOf(app, 'anna') },
    }),
  },
} satisfies Calls
