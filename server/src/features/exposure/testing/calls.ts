import { newAgent, ownAgent } from '../../../testing/agents.ts'
import type { Calls } from '../../../testing/case.ts'

export default {
  'exposure.previewPublishing': {
    access: ['GptSystemsPublish'],
    make: async (world) => {
      const { gptSystemId, stateId } = await newAgent(world)
      const whoMayUse = { subjects: [{ kind: 'EveryoneSignedIn' }] }
      return { params: { gptSystemId }, input: { gptSystemConfigurationStateId: stateId, whoMayUse } }
    },
  },
  'exposure.previewRemoval': {
    access: ['GptSystemsWrite', 'GptSystemsWriteSpecific'],
    make: async (world) => ({
      params: { gptSystemId: (await newAgent(world)).gptSystemId },
    }),
  },
  'exposure.previewPolicy': {
    access: ['ChatAccessPoliciesCreate', 'ChatAccessPoliciesWrite'],
    make: async () => ({ input: { subjects: [{ kind: 'EveryoneSignedIn' }], gptSystems: 'All' } }),
  },
  'exposure.previewShares': {
    access: 'signedIn',
    make: async ({ app }) => ({
      params: { gptSystemId: (await ownAgent(app)).gptSystemId },
      input: { items: [] },
    }),
  },
} satisfies Calls
