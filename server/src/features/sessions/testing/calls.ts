import type { Calls } from '../../../testing/case.ts'
import { call } from '../../../testing/client.ts'
import { signInOverHttp } from '../../../testing/signIn.ts'

export default {
  'sessions.logout': {
    access: 'signedIn',
    make: async ({ app }) => ({ token: (await signInOverHttp(app, 'anna', 'parlance')).token }),
  },
  'sessions.listSessions': { access: 'signedIn', make: async () => ({}) },
  'sessions.endSession': {
    access: 'signedIn',
    make: async ({ app }) => {
      const token = await app.token('chloe')
      // A session for each call, so that none ends the one that makes them.
      await signInOverHttp(app, 'chloe', 'parlance')
      const listed = await call<{ items: { sessionId: string; current: boolean }[] }>(
        app,
        '/api/internal/currentUser/sessions',
        { token },
      )
      const other = listed.body.items.find(({ current }) => !current)
      return { params: { sessionId: other?.sessionId ?? '' }, token }
    },
  },
} satisfies Calls
