import type { accessExplanations } from '@parlance/contract/accessExplanations'
import type { Answer } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPolicy, explanationsPath, policiesPath, userIdOf, usersPath } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestOptions } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'

const customerCare = '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d01'
type Explanation = Answer<typeof accessExplanations.explain>

async function start(options: TestOptions = {}) {
  const app = await startTestApplication({ ...options, first: true })
  onTestFinished(() => app.remove())
  return app
}

test('the demo’s accounts are users from the first startup: access is explained before they sign in', async () => {
  const app = await start()
  const token = await app.token('admin')
  interface Listed {
    items: { userId: string; userName: string; firstSeenAt: string | null }[]
  }
  const { items } = (await call<Listed>(app, usersPath, { token })).body
  expect(items.map(({ userName, firstSeenAt }) => [userName, firstSeenAt === null])).toEqual([
    ['admin', false],
    ['anna', true],
    ['ben', true],
    ['chloe', true],
  ])
  const policies = await call<{ items: { chatAccessPolicyId: string }[] }>(app, policiesPath, { token })
  for (const { chatAccessPolicyId } of policies.body.items)
    await call(app, `${policiesPath}/${chatAccessPolicyId}`, { token, method: 'DELETE', body: {} })
  const agent = await publishAgent(app, 'Care')
  await createPolicy(app, { subjects: [{ kind: 'Group', id: customerCare }], gptSystems: [agent] })
  const allowed = async (userName: string) => {
    const userId = items.find((item) => item.userName === userName)?.userId ?? ''
    const about = new URLSearchParams({ userId, kind: 'GptSystem', id: agent })
    return (await call<Explanation>(app, `${explanationsPath}?${about}`, { token })).body.allowed
  }
  expect([await allowed('anna'), await allowed('ben')]).toEqual([true, false])
  // Signing in does not create the user a second time.
  expect(await userIdOf(app, 'anna')).toBe(items[1]?.userId)
})

test('no demo people are added if others can reach the instance', async () => {
  const app = await start({ environment: { PUBLIC_ORIGIN: 'https://chat.example.com' } })
  const people = await sql`select from app_user`.execute(app.platform.database.db)
  expect(people.rows).toEqual([])
})
