import { createHash } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { KnownBrowser } from './knownBrowser.ts'
import { countTry, forgetTries, pauseTries } from './store.ts'

const WINDOW_MS = 15 * 60_000
const TRIES_PER_ACCOUNT_AND_NETWORK = 10
// A whole office can share one address. Someone who tries a list of names needs far more attempts.
const TRIES_PER_NETWORK = 100
/** From everywhere together, because networks are cheap: an IPv6 subscriber can have 65,536. */
const TRIES_PER_ACCOUNT = 50
/** Each time that an account's attempts are used up within a day, the pause doubles, up to this. */
const LONGEST_PAUSE_MS = 8 * 60 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** In addition, so that strangers can't lock the owner out. */
const TRIES_PER_KNOWN_BROWSER = 5

export interface Try {
  userName: string
  network: string
  /** The browser, if this account's password was entered correctly in it before. */
  known: KnownBrowser | null
}

/**
 * Counts an attempt before checking the password, so concurrent attempts count too. Usernames count as typed,
 * whether or not the account exists. Returns false if no attempts are left for now.
 */
export async function mayTry(
  database: Database,
  clock: Clock,
  { userName, network, known }: Try,
): Promise<boolean> {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + WINDOW_MS)
  const count = (counted: string) => countTry(database, counted, now, endsAt)
  const pair = await count(pairOf(userName, network))
  const all = await count(subject('network', network))
  const isOpen = await accountIsOpen(database, now, userName, pair)
  if (pair <= TRIES_PER_ACCOUNT_AND_NETWORK && all <= TRIES_PER_NETWORK && isOpen) return true
  return known !== null && (await count(subjectOf(known))) <= TRIES_PER_KNOWN_BROWSER
}

/** Counts an attempt for the account, unless its network has none left. Returns false while the account pauses. */
async function accountIsOpen(
  database: Database,
  now: Date,
  userName: string,
  pair: number,
): Promise<boolean> {
  if (pair > TRIES_PER_ACCOUNT_AND_NETWORK) return false
  const everywhere = subject('account', userName.toLowerCase())
  const after = (ms: number) => new Date(now.getTime() + ms)
  const tries = await countTry(database, everywhere, now, after(WINDOW_MS))
  if (tries <= TRIES_PER_ACCOUNT) return true
  if (tries === TRIES_PER_ACCOUNT + 1) {
    const pauses = await countTry(database, subject('pauses', userName.toLowerCase()), now, after(DAY_MS))
    await pauseTries(database, everywhere, after(Math.min(WINDOW_MS * 2 ** (pauses - 1), LONGEST_PAUSE_MS)))
  }
  return false
}

/**
 * Counts an attempt with a password link. Tokens can't be guessed, but each attempt costs a lookup and a hash.
 */
export async function mayTryLink(database: Database, clock: Clock, network: string): Promise<boolean> {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + WINDOW_MS)
  return (await countTry(database, subject('link', network), now, endsAt)) <= TRIES_PER_NETWORK
}

/**
 * Resets the attempts from this network and this browser after a correct password. Those from everywhere stay, because
 * others may be guessing meanwhile.
 */
export async function clearTries(database: Database, { userName, network, known }: Try): Promise<void> {
  await forgetTries(database, pairOf(userName, network))
  if (known) await forgetTries(database, subjectOf(known))
}

const pairOf = (userName: string, network: string) => subject('account', userName.toLowerCase(), network)
const subjectOf = ({ objectId, browserId }: KnownBrowser) => subject('browser', objectId, browserId)

// Hashed, because people type passwords into the username field.
function subject(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
