import { createHash } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { countTry, forgetTries } from './store.ts'

const WINDOW_MS = 15 * 60_000
const TRIES_PER_ACCOUNT_AND_NETWORK = 10
// A whole office can share one address. Someone who tries a list of names needs far more attempts.
const TRIES_PER_NETWORK = 100

/**
 * Counts an attempt before checking the password, so concurrent attempts count too. Usernames count as typed,
 * whether or not the account exists. Returns false if no attempts are left for now.
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

/**
 * Counts an attempt with a password link. Tokens can't be guessed, but each attempt costs a lookup and a hash.
 */
export async function mayTryLink(database: Database, clock: Clock, network: string): Promise<boolean> {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + WINDOW_MS)
  return (await countTry(database, subject('link', network), now, endsAt)) <= TRIES_PER_NETWORK
}

/** Resets the account's attempts from this network after a correct password. */
export function clearTries(database: Database, userName: string, network: string): Promise<void> {
  return forgetTries(database, pairOf(userName, network))
}

const pairOf = (userName: string, network: string) => subject('account', userName.toLowerCase(), network)

// Hashed, because people type passwords into the username field.
function subject(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
