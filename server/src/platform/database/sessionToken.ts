import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import { BEGINNING, type Position } from './positions.ts'

/** The header family's one member: where the writes of its holder end, opaque to the client. */
export const sessionTokenHeader = 'x-cosmos-session-token'

/** What a stored event holds in its place: the position is known once the event is stored. */
export const UNKNOWN_POSITION = '2.unknown'

/**
 * A read-your-writes token: whoever shows it is answered from a copy of the database that has the writes so far. The
 * embedded database has no copies: there any token is satisfied.
 */
export async function sessionToken(
  { database, clock }: { database: Database; clock: Clock },
  by = database.db,
): Promise<string> {
  try {
    const position = await database.position(by)
    return position === null ? `1.${clock.now().getTime().toString(36)}` : `2.${position.toString(16)}`
  } catch {
    // The write is done. Its caller reads from the primary until the next one says where it ended.
    return UNKNOWN_POSITION
  }
}

/** What a caller has written up to: null where only the primary is known to have it, for a token that is not ours, too. */
export function writtenUpTo(header: string | string[] | undefined): Position | null {
  if (header === undefined) return BEGINNING
  const position = typeof header === 'string' && /^2\.([0-9a-f]{1,16})$/.exec(header)?.[1]
  return position ? BigInt(`0x${position}`) : null
}
