import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'

/**
 * An attachment, in the row `a`, is accessible only to its uploader. No permission on libraries or agents
 * grants access.
 */
export function ownedBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`a.owner_user_id = ${actor.userId}::uuid`
}
