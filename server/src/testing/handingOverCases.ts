import { sql } from 'kysely'
import { ownAgent } from './agents.ts'
import type { TestApplication } from './application.ts'
import type { Case, World } from './case.ts'
import { call } from './client.ts'
import { person } from './people.ts'

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

/** Ownership transfers that must succeed: as anna, and for users who left, as the administrator. */
export const handingOverCases: Record<string, (world: World) => Promise<Case>> = {
  'personalAgents.handOver': async ({ app }) => ({
    params: { gptSystemId: (await ownAgent(app)).gptSystemId },
    input: { userId: (await person(app, { groups: [customerCare] })).userId, keep: 'Use' },
  }),
  'personalAgents.listLeft': async ({ app }) => ({ params: { userId: (await leftAgent(app)).userId } }),
  'personalAgents.handOverLeft': async ({ app }) => ({
    params: { ...(await leftAgent(app)) },
    input: { newOwnerId: (await person(app)).userId },
  }),
}
