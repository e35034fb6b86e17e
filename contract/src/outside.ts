import type { Method } from './endpoint.ts'

/** The few paths outside `/api/internal`. The server serves these and no others; a test holds it to the list. */
export interface OutsidePath {
  methods: readonly (Method | 'OPTIONS')[]
  /** `*` at the end stands for any rest. */
  path: string
  access: 'anyone' | 'graphToken'
  purpose: string
}

export const outside = {
  live: { methods: ['GET'], path: '/health/live', access: 'anyone', purpose: 'The process runs.' },
  ready: {
    methods: ['GET'],
    path: '/health/ready',
    access: 'anyone',
    purpose: '503 while starting, draining or without the database.',
  },
  indexPage: {
    methods: ['GET'],
    path: '/*',
    access: 'anyone',
    purpose: 'The page of every screen, one nonce a response.',
  },
  assets: {
    methods: ['GET'],
    path: '/assets/*',
    access: 'anyone',
    purpose: 'Scripts, styles and fonts, named by their content.',
  },
  redirectPage: {
    methods: ['GET'],
    path: '/redirect.html',
    access: 'anyone',
    purpose: "MSAL's redirect bridge.",
  },
  directory: {
    methods: ['GET', 'POST', 'OPTIONS'],
    path: '/directory/{tenant}/v2.0/*',
    access: 'anyone',
    purpose: 'The embedded OpenID provider, only when the sign-in instance is our own.',
  },
  graph: {
    methods: ['GET', 'POST', 'OPTIONS'],
    path: '/directory/{tenant}/v1.0/*',
    access: 'graphToken',
    purpose: "The embedded directory's graph: groups, me, me/getMemberGroups.",
  },
} as const satisfies Record<string, OutsidePath>
