import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'

/** An attachment, in the row `a`, is its uploader's alone; nobody's rights on libraries or agents open it. */
export function ownedBy(actor: Pick<Actor, 'userId'>): RawBuilder<boolean> {
  return sql<boolean>`a.owner_user_id = ${actor.userId}::uuid`
}
