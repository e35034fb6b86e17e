import { randomUUID } from 'node:crypto'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'

const path = '/api/internal/gptSystems/system/setups'
const access = ['GptSystemsCreate'] as const

const files = () => ({
  source: { kind: 'Files', files: 0 },
  name: `Setup ${randomUUID()}`,
  language: 'en',
})

async function created(app: TestApplication): Promise<string> {
  const { body } = await call<{ setupId: string }>(app, path, {
    token: await app.token('admin'),
    body: files(),
  })
  return body.setupId
}

export default {
  'agentSetups.lookAtSite': {
    access,
    // Nothing is there, which is an answer like any other.
    make: async () => ({ input: { url: 'http://127.0.0.1:9/' } }),
  },
  'agentSetups.createSetup': { access, make: async () => ({ input: files() }) },
  'agentSetups.listSetups': { access, make: async () => ({}) },
  'agentSetups.getSetup': { access, make: async ({ app }) => ({ params: { setupId: await created(app) } }) },
  'agentSetups.endUploads': {
    access,
    make: async ({ app }) => ({ params: { setupId: await created(app) } }),
  },
  'agentSetups.retrySetup': {
    access,
    make: async ({ app }) => ({ params: { setupId: await created(app) } }),
  },
} satisfies Calls
