import { randomUUID } from 'node:crypto'
import type { currentUser } from '@parlance/contract/currentUser'
import type { Answer } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { createPolicy, policiesPath } from '../../../testing/access.ts'
import { limitAgent, publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, openStream } from '../../../testing/client.ts'
import { setDeployment } from '../../../testing/instanceSettings.ts'
import type { TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../../testing/scriptedEngine.ts'
import type { Limit } from '../limits.ts'

export const DEPLOYMENT = 'scripted'
type ShownUsage = Answer<typeof currentUser.getUsage>

/** An application without policies, whose agents answer as the scripted engine plays. */
export interface UsageRig {
  app: TestApplication
  engine: ScriptedEngine
  /** Publishes a new agent that these people have through policies with these limits. */
  limited(people: readonly TestPerson[], ...policies: Limit[][]): Promise<string>
  /** Asks and waits for the end; returns the refusal's error code if nothing was answered. */
  ask(person: TestPerson, agent: string): Promise<string>
  usageOf(person: TestPerson, agent: string): Promise<ShownUsage>
  /** Makes the next answers use 30 input tokens and 12 output tokens. */
  answering(): void
  openReservations(): Promise<number>
  setPrice(price: { inputPerMillion: number; outputPerMillion: number } | null): Promise<void>
  limitAgent(agent: string, limits: Limit[]): Promise<number>
}

export const aDay = (amount: number, counted: Limit['counted'] = 'EachPerson'): Limit => ({
  kind: 'Messages',
  per: 'Day',
  amount,
  counted,
})

export const dollars = (amount: number, counted: Limit['counted'] = 'EachPerson'): Limit => ({
  kind: 'Money',
  per: 'Month',
  amount,
  counted,
})

export function useUsageRig(): UsageRig {
  const engine = createScriptedEngine()
  const rig = {} as UsageRig
  beforeAll(async () => {
    const app = await startTestApplication({
      engines: { OpenAICompatible: engine },
      environment: { COMPATIBLE_DEPLOYMENTS: DEPLOYMENT },
    })
    Object.assign(rig, rigOf(app, engine))
    await removePolicies(app)
  })
  afterAll(() => rig.app?.remove())
  return rig
}

async function removePolicies(app: TestApplication): Promise<void> {
  const token = await app.token('admin')
  const { body } = await call<{ items: { chatAccessPolicyId: string }[] }>(app, policiesPath, { token })
  for (const { chatAccessPolicyId } of body.items)
    await call(app, `${policiesPath}/${chatAccessPolicyId}`, { token, method: 'DELETE', body: {} })
}

function rigOf(app: TestApplication, engine: ScriptedEngine): UsageRig {
  return {
    app,
    engine,
    async limited(people, ...policies) {
      const agent = await publishAgent(app, `Limited ${randomUUID()}`, {
        languageEngine: 'OpenAICompatible',
        deploymentName: DEPLOYMENT,
        maxTokens: 100,
      })
      for (const limits of policies) {
        const subjects = people.map(({ userId }) => ({ kind: 'User', id: userId }))
        const created = await createPolicy(app, { subjects, gptSystems: [agent], limits })
        expect(created.status).toBe(200)
      }
      return agent
    },
    async ask({ token }, agent) {
      const path = `/api/internal/userConversations/byGptSystemId/${agent}`
      const stream = await openStream(app, path, { token, body: { question: 'A question' } })
      await stream.ended
      if (stream.status === 200) return 'answered'
      return (JSON.parse(stream.raw()) as { code: string }).code
    },
    async usageOf({ token }, agent) {
      const path = `/api/internal/currentUser/usage?gptSystemId=${agent}`
      return (await call<ShownUsage>(app, path, { token })).body
    },
    answering() {
      engine.play(async (writer) => {
        writer.text('Ten words.')
        return { usage: { inputTokens: 30, outputTokens: 12 } }
      })
    },
    async openReservations() {
      const found = await sql<{
        count: number
      }>`select count(*)::int as count from usage_reservation`.execute(app.platform.database.db)
      return found.rows[0]?.count ?? -1
    },
    setPrice: (price) => setDeployment(app, DEPLOYMENT, { purposes: ['Chat'], price }),
    async limitAgent(agent, limits) {
      return (await limitAgent(app, agent, limits)).status
    },
  }
}
