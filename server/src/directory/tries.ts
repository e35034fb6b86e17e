import { createHash } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { countTry, forgetTries } from './store.ts'

const WINDOW_MS = 15 * 60_000
const TRIES_PER_ACCOUNT_AND_NETWORK = 10
// A whole office may share one address; somebody who goes through a list of names needs far more.
const TRIES_PER_NETWORK = 100

/**
 * Counts a try before the password is looked at, so that tries at the same time count as well. The names are typed
 * ones, whether such an account exists or not. False: no more tries for now.
 */
export async function mayTry(
  database: Database,
  clock: Clock,
  userName: string,
  network: string,
): Promise<boolean> {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + WINDOW_MS)
  const pair = await countTry(database, pairOf(userName, network), now, endsAt)
  const all = await countTry(database, subject('network', network), now, endsAt)
  return pair <= TRIES_PER_ACCOUNT_AND_NETWORK && all <= TRIES_PER_NETWORK
}

/** Counts a try of a link that sets a password; they cannot be guessed, but each costs a look and a hash. */
export async function mayTryLink(database: Database, clock: Clock, network: string): Promise<boolean> {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + WINDOW_MS)
  return (await countTry(database, subject('link', network), now, endsAt)) <= TRIES_PER_NETWORK
}

/** After the right password the account's tries from this network begin anew. */
export function clearTries(database: Database, userName: string, network: string): Promise<void> {
  return forgetTries(database, pairOf(userName, network))
}

const pairOf = (userName: string, network: string) => subject('account', userName.toLowerCase(), network)

// A hash: people type passwords into the field for names.
function subject(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
