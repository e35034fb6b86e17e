import type { Calls } from '../../../testing/case.ts'
import { signInOverHttp } from '../../../testing/signIn.ts'

export default {
  'authorization.generateToken': {
    access: 'anyone',
    make: async ({ app }) => {
      const { idToken, accessToken } = await signInOverHttp(app, 'chloe', 'parlance')
      return { params: { identityProvider: 'EntraId' }, input: { idToken, accessToken } }
    },
  },
} satisfies Calls
