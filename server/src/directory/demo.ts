import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { hashPassword } from './passwords.ts'
import { type DirectoryGroup, insertDemo, type SeededUser } from './store.ts'

export const demoPassword = 'parlance'

const groups: DirectoryGroup[] = [
  {
    id: '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d01',
    displayName: 'Customer Care',
    description: 'Supports passengers',
  },
  {
    id: '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d02',
    displayName: 'Engineering',
    description: 'Tracks, trains, and signals',
  },
  {
    id: '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d03',
    displayName: 'People and Culture',
    description: 'Human resources',
  },
]
const [customerCare, engineering, people] = groups.map((group) => group.id) as [string, string, string]

export const demoUsers: SeededUser[] = [
  person('01', 'admin', 'Ada Moreau', [engineering, people]),
  person('02', 'anna', 'Anna Lindqvist', [customerCare]),
  person('03', 'ben', 'Ben Okafor', [engineering]),
  person('04', 'chloe', 'Chloe Haddad', [people]),
]

function person(number: string, userName: string, displayName: string, groupIds: string[]): SeededUser {
  const objectId = `9d0e4a7c-1f52-4c8e-9b36-7e5a2d4f81${number}`
  return { objectId, userName, displayName, email: `${userName}@parlance.example`, groupIds }
}

/** One hash serves all four accounts, because their password is printed in the documentation. */
export function seedDemo(database: Database): Promise<void> {
  return insertDemo(database, demoUsers, groups, () => hashPassword(demoPassword))
}

const forwardingHeaders = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-original-host',
  'true-client-ip',
  'cf-connecting-ip',
  'cdn-loop',
])

/**
 * Whether a request comes directly from this computer: a loopback Host and no sign of a proxy or tunnel. The
 * demo password is public, so only such requests can use demo accounts.
 */
export function isDirect(request: IncomingMessage): boolean {
  const headers = Object.keys(request.headers)
  if (headers.some((name) => name.startsWith('x-forwarded') || forwardingHeaders.has(name))) return false
  const host = URL.parse(`http://${request.headers.host ?? ''}/`)
  return host !== null && isLoopback(host.hostname)
}
