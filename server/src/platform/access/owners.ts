import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'

type Owner = Pick<Actor, 'userId' | 'sessionId' | 'visit'>

/** Whether the row `alias` of a table with these owners belongs to the user or to the visitor. */
export const ownedBy = (
  { visit, userId, sessionId }: Owner,
  alias: 'a' | 'c' | 't' | 'v',
): RawBuilder<boolean> =>
  visit
    ? sql<boolean>`${sql.ref(`${alias}.owner_session_id`)} = ${sessionId}::uuid`
    : sql<boolean>`${sql.ref(`${alias}.owner_user_id`)} = ${userId}::uuid`

/** The values of `owner_user_id` and `owner_session_id` in rows of the user or the visitor. */
export const ownersOf = ({ visit, userId, sessionId }: Owner): RawBuilder<unknown> =>
  visit ? sql`null::uuid, ${sessionId}::uuid` : sql`${userId}::uuid, null::uuid`
