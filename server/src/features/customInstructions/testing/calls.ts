import { customInstructions as contract } from '@parlance/contract/customInstructions'
import type { Calls } from '../../../testing/case.ts'
import { call, ifMatch } from '../../../testing/client.ts'

export default {
  'customInstructions.getCustomInstructions': { access: 'signedIn', make: async () => ({}) },
  'customInstructions.updateCustomInstructions': {
    access: 'signedIn',
    async make({ app }) {
      const token = await app.token('anna')
      const { path } = contract.getCustomInstructions
      const { body } = await call<{ version: number }>(app, path, { token })
      return {
        input: { enabled: true, about: 'Works at the harbor.', style: '' },
        headers: ifMatch(body.version),
      }
    },
  },
} satisfies Calls
