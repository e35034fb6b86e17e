import type { TestApplication } from './application.ts'
import type { Case, World } from './case.ts'
import { call } from './client.ts'

const base = '/api/internal/userConversations'

export async function allowSnapshots(app: TestApplication, enabled = true): Promise<void> {
  const path = '/api/internal/featureFlags/AllowConversationSnapshots'
  await call(app, path, { token: await app.token('admin'), method: 'PUT', body: { enabled } })
}

/** Creates a link to the world's conversation, which is anna's. */
async function snapshot({ app, conversationId }: World): Promise<string> {
  await allowSnapshots(app)
  const token = await app.token('anna')
  const { body } = await call<{ items: { snapshotId: string }[] }>(
    app,
    `${base}/${conversationId}/snapshots`,
    {
      token,
    },
  )
  // The number of links is limited and the case is created often, so an existing link is reused.
  const [there] = body.items
  if (there) return there.snapshotId
  const made = await call<{ snapshotId: string }>(app, `${base}/${conversationId}/snapshots`, {
    token,
    body: {},
  })
  return made.body.snapshotId
}

export const snapshotCases: Record<string, (world: World) => Promise<Case>> = {
  'conversations.createSnapshot': async (world) => {
    const { app, conversationId } = world
    await call(app, `${base}/${conversationId}/snapshots/${await snapshot(world)}`, {
      token: await app.token('anna'),
      method: 'DELETE',
    })
    return { params: { conversationId } }
  },
  'conversations.listSnapshots': async ({ conversationId }) => ({ params: { conversationId } }),
  'conversations.removeSnapshot': async (world) => ({
    params: { conversationId: world.conversationId, snapshotId: await snapshot(world) },
  }),
  'snapshots.get': async (world) => ({ params: { snapshotId: await snapshot(world) } }),
}
