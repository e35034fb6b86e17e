import { userIdOf } from '../../../testing/access.ts'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'
import { person } from '../../../testing/people.ts'
import { askAsVisitor, someVisitor } from '../../../testing/visitors.ts'

const access = ['UserConversationsRead'] as const
const reason = 'A complaint names this conversation.'

/** The ID of a permission to read anna's conversations, which the administrator opened. */
async function openedRead(app: TestApplication): Promise<string> {
  return read(app, await app.token('admin'))
}

async function read(app: TestApplication, token: string): Promise<string> {
  const { body } = await call<{ conversationReadId: string }>(
    app,
    `/api/internal/users/${await userIdOf(app, 'anna')}/conversationReads`,
    { token, body: { reason } },
  )
  return body.conversationReadId
}

/** One of someone else, which waits for approval. */
async function waitingRead(app: TestApplication): Promise<string> {
  const { token } = await person(app, { actions: ['UserConversationsRead'] })
  await changeSettings(app, { readsNeedApproval: true })
  const id = await read(app, token)
  await changeSettings(app, { readsNeedApproval: false })
  return id
}

/** The session of a visitor who asked something. */
async function askedSession(app: TestApplication): Promise<string> {
  const visitor = await someVisitor(app)
  await askAsVisitor(app, visitor, 'How tall is the lighthouse?')
  return visitor.sessionIdentifier
}

export default {
  'conversationReads.open': {
    access,
    make: async ({ app }) => ({ params: { userId: await userIdOf(app, 'anna') }, input: { reason } }),
  },
  'conversationReads.listVisitors': { access, make: async () => ({}) },
  'conversationReads.openOfVisitor': {
    access,
    make: async ({ app }) => ({ params: { sessionIdentifier: await askedSession(app) }, input: { reason } }),
  },
  'conversationReads.list': { access, make: async () => ({}) },
  'conversationReads.approve': {
    access,
    make: async ({ app }) => ({ params: { conversationReadId: await waitingRead(app) }, input: {} }),
  },
  'conversationReads.close': {
    access,
    make: async ({ app }) => ({ params: { conversationReadId: await openedRead(app) }, input: {} }),
  },
  'conversationReads.listConversations': {
    access,
    make: async ({ app }) => ({ params: { conversationReadId: await openedRead(app) } }),
  },
  'conversationReads.openConversation': {
    access,
    make: async ({ app, conversationId }) => ({
      params: { conversationReadId: await openedRead(app), conversationId },
      input: {},
    }),
  },
  'currentUser.listConversationReads': { access: 'signedIn', make: async () => ({}) },
} satisfies Calls
