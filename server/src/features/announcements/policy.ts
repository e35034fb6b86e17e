import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'
import { believedGroups, believedGroupsOf } from '../../platform/access/heldRoles.ts'

/** SQL: the announcement in the row `a` is shown at this time, to someone. */
export const isShownAt = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(a.deleted_at is null and a.shown_from <= ${now} and a.shown_to > ${now})`

/**
 * SQL: the announcement in the row `a` is for the user. The brand isn’t asked for: it says on which pages an announcement
 * appears, and anyone can open those.
 */
export const isForActor = ({ userId }: Pick<Actor, 'userId'>): RawBuilder<boolean> =>
  sql<boolean>`(a.group_ids = '{}' or a.group_ids && ${believedGroups(userId)}::text[])`

/** SQL: the announcement in the row `a` is for the enabled user in the row `u`. */
export const isForPerson: RawBuilder<boolean> = sql<boolean>`(not u.disabled and u.removed_at is null
  and (a.group_ids = '{}' or a.group_ids && coalesce(${believedGroupsOf('u')}, '{}')))`
