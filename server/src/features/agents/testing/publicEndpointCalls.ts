import { publishAgent } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { call, ifMatch } from '../../../testing/client.ts'
import { pageSettings, publishPage } from '../../../testing/visitors.ts'

const access = ['GptSystemsPublish'] as const

/** Creates an agent with a public page, and returns the page's version. */
async function withPage(app: TestApplication) {
  const gptSystemId = await publishAgent(app, 'With a page')
  const gptPublicEndpoint = await publishPage(app, gptSystemId)
  const { body } = await call<{ version: number }>(
    app,
    `/api/internal/gptSystems/system/management/${gptSystemId}/publicEndpoint`,
    { token: await app.token('admin') },
  )
  return { gptSystemId, gptPublicEndpoint, version: body.version }
}

export default {
  'agents.getPublicEndpoint': {
    access,
    make: async ({ app }) => ({ params: { gptSystemId: (await withPage(app)).gptSystemId } }),
  },
  'agents.setPublicEndpoint': {
    access,
    make: async ({ app }) => {
      const { gptSystemId, gptPublicEndpoint, version } = await withPage(app)
      return {
        params: { gptSystemId },
        input: { ...pageSettings, gptPublicEndpoint, allowVision: false },
        headers: ifMatch(version),
      }
    },
  },
  'agents.removePublicEndpoint': {
    access,
    make: async ({ app }) => ({ params: { gptSystemId: (await withPage(app)).gptSystemId } }),
  },
  'agents.setPublicEndpointEnabled': {
    access,
    make: async ({ app }) => ({
      params: { gptSystemId: (await withPage(app)).gptSystemId },
      input: { enabled: false },
    }),
  },
  'agents.getPublicEndpointAvailability': {
    access,
    make: async ({ app }) => ({
      params: { gptSystemId: (await withPage(app)).gptSystemId },
      input: { slug: 'a-free-name' },
    }),
  },
} satisfies Calls
