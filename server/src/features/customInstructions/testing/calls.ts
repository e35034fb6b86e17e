import type { Calls } from '../../../testing/case.ts'
import { ifMatch } from '../../../testing/client.ts'

export default {
  'customInstructions.getCustomInstructions': { access: 'signedIn', make: async () => ({}) },
  'customInstructions.updateCustomInstructions': {
    access: 'signedIn',
    make: async () => ({
      input: { enabled: true, about: 'Works at the harbor.', style: '' },
      headers: ifMatch(),
    }),
  },
} satisfies Calls
