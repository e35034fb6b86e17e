import type { TestApplication } from './application.ts'
import { call } from './client.ts'

export async function allowSnapshots(app: TestApplication, enabled = true): Promise<void> {
  const path = '/api/internal/featureFlags/AllowConversationSnapshots'
  await call(app, path, { token: await app.token('admin'), method: 'PUT', body: { enabled } })
}
