import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import { BEGINNING, type Position } from './positions.ts'

/** The only header of this family in use: where its holder's writes end, opaque to the client. */
export const sessionTokenHeader = 'x-cosmos-session-token'

/** Replaces the token in a stored event, because the position is known only once the event is stored. */
export const UNKNOWN_POSITION = '2.unknown'

/**
 * Returns a read-your-writes token. Reads that send it are answered from a copy of the database that has all
 * writes so far. Without replicas, any token is satisfied. A server with replicas answers its holder from the
 * primary.
 */
export async function sessionToken(
  { database, clock }: { database: Database; clock: Clock },
  by = database.db,
): Promise<string> {
  try {
    const position = await database.position(by)
    return position === null ? `1.${clock.now().getTime().toString(36)}` : `2.${position.toString(16)}`
  } catch {
    // The write is done. Its caller reads from the primary until the next write returns a position.
    return UNKNOWN_POSITION
  }
}

/**
 * Returns how far a caller has written. Null means that only the primary is known to have it, as with a foreign
 * token.
 */
export function writtenUpTo(header: string | string[] | undefined): Position | null {
  if (header === undefined) return BEGINNING
  const position = typeof header === 'string' && /^2\.([0-9a-f]{1,16})$/.exec(header)?.[1]
  return position ? BigInt(`0x${position}`) : null
}
