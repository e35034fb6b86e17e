import type { Method } from './endpoint.ts'

/** The few paths outside `/api/internal`. The server serves only these, and a test enforces the list. */
export interface OutsidePath {
  methods: readonly (Method | 'OPTIONS')[]
  /** A trailing `*` matches any rest. */
  path: string
  access: 'anyone' | 'graphToken'
  purpose: string
}

export const outside = {
  live: {
    methods: ['GET'],
    path: '/health/live',
    access: 'anyone',
    purpose: 'Returns 200 while the process runs.',
  },
  ready: {
    methods: ['GET'],
    path: '/health/ready',
    access: 'anyone',
    purpose: 'Returns 503 while starting or draining, or without the database.',
  },
  indexPage: {
    methods: ['GET'],
    path: '/*',
    access: 'anyone',
    purpose: 'Returns the page for every screen, with one nonce per response.',
  },
  assets: {
    methods: ['GET'],
    path: '/assets/*',
    access: 'anyone',
    purpose: 'Returns scripts, styles, and fonts, named by their content.',
  },
  redirectPage: {
    methods: ['GET'],
    path: '/redirect.html',
    access: 'anyone',
    purpose: 'MSAL’s redirect bridge.',
  },
  directory: {
    methods: ['GET', 'POST', 'OPTIONS'],
    path: '/directory/{tenant}/v2.0/*',
    access: 'anyone',
    purpose: 'The embedded OpenID provider. Available only if no other directory is configured.',
  },
  graph: {
    methods: ['GET', 'POST', 'OPTIONS'],
    path: '/directory/{tenant}/v1.0/*',
    access: 'graphToken',
    purpose: 'The embedded directory’s graph: groups, me, me/getMemberGroups.',
  },
} as const satisfies Record<string, OutsidePath>
