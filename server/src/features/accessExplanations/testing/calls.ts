import { userIdOf } from '../../../testing/access.ts'
import type { Calls } from '../../../testing/case.ts'

export default {
  'accessExplanations.explain': {
    access: [
      'UserRead',
      'UserWrite',
      'ChatAccessPoliciesRead',
      'ChatAccessPoliciesWrite',
      'UserRolePermissionsRead',
      'UserRolePermissionsWrite',
    ],
    make: async ({ app, gptSystemId }) => ({
      input: { userId: await userIdOf(app, 'ben'), kind: 'GptSystem', id: gptSystemId },
    }),
  },
} satisfies Calls
