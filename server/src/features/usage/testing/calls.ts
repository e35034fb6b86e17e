import type { Calls } from '../../../testing/case.ts'

export default {
  'currentUser.getUsage': {
    access: 'signedIn',
    make: async ({ gptSystemId }) => ({ input: { gptSystemId } }),
  },
} satisfies Calls
