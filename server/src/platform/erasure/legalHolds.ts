import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../database/database.ts'
import { AppError } from '../errors.ts'

/** SQL that is true if an agent answered in the conversation of the row `c`, which began with another one. */
const answeredIn = (gptSystemId: RawBuilder<unknown>) =>
  sql`exists (select from conversation_segment t join gpt_system_configuration_state s on s.id = t.state_id
    where t.conversation_id = c.id and s.gpt_system_id = ${gptSystemId})`

/** SQL that is true for rows `c` of conversations and `h` of the holds on them. */
const holdsConversation = sql<boolean>`(h.released_at is null and (h.user_id = c.owner_user_id
  or h.gpt_system_id = c.gpt_system_id or ${answeredIn(sql`h.gpt_system_id`)}))`

/** SQL that is true for rows `c` of conversations of a person, or with an agent, under legal hold. */
export const isHeldConversation = sql<boolean>`exists (select from legal_hold h where ${holdsConversation})`

/**
 * SQL that is true for rows `h` of holds that erasing a person would touch: those on the person, on their agents, on agents
 * they have chatted with or whose page they have tested, and on people who asked their agents, whose instructions explain
 * the answers.
 */
const holdsOf = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(h.released_at is null and (h.user_id = ${userId}
    or exists (select from gpt_system g where g.id = h.gpt_system_id and g.owner_user_id = ${userId})
    or exists (select from conversation c where c.owner_user_id = ${userId}
      and (c.gpt_system_id = h.gpt_system_id or ${answeredIn(sql`h.gpt_system_id`)}))
    or exists (select from conversation c join public_session s on s.id = c.owner_session_id
      where c.gpt_system_id = h.gpt_system_id and s.tested_by = ${userId})
    or exists (select from gpt_system g join conversation c on c.gpt_system_id = g.id
      where g.owner_user_id = ${userId} and c.owner_user_id = h.user_id)))`

/** SQL that is true if a person, or something of theirs, is under legal hold. */
export const hasHeld = (userId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from legal_hold h where ${holdsOf(userId)})`

/** Throws if a person, or something of theirs, is under legal hold. */
export async function demandNothingHeld(tx: Sql, userId: string): Promise<void> {
  const held = await sql<{ legalHoldId: string; since: Date }>`select h.id as "legalHoldId", h.set_at as since
    from legal_hold h where ${holdsOf(sql`${userId}::uuid`)} order by h.set_at limit 1`.execute(tx)
  refuseIf(held.rows[0])
}

/**
 * Throws if any of the conversations that `where` selects as `c` is under legal hold. The hold isn't described: someone
 * who wants to delete their conversation may not know why it's held.
 */
export async function demandNoHold(tx: Sql, where: RawBuilder<boolean>): Promise<void> {
  const held = await sql<{ legalHoldId: string; since: Date }>`select h.id as "legalHoldId", h.set_at as since
    from legal_hold h where h.released_at is null and exists (select from conversation c
      where ${where} and ${holdsConversation})
    order by h.set_at limit 1`.execute(tx)
  refuseIf(held.rows[0])
}

/** Throws if a person or an agent is under legal hold. */
export async function demandNotHeld(
  tx: Sql,
  { userId = null, gptSystemId = null }: { userId?: string | null; gptSystemId?: string | null },
): Promise<void> {
  const held = await sql<{ legalHoldId: string; since: Date }>`select id as "legalHoldId", set_at as since
    from legal_hold where released_at is null
      and (user_id = ${userId}::uuid or gpt_system_id = ${gptSystemId}::uuid)
    order by set_at limit 1`.execute(tx)
  refuseIf(held.rows[0])
}

function refuseIf(held: { legalHoldId: string; since: Date } | undefined): void {
  if (!held) return
  const since = new Date(held.since).toISOString().slice(0, 10)
  const fields = [{ field: 'legalHold', message: `Legal hold ${held.legalHoldId}, set on ${since}.` }]
  throw new AppError('legalHold.held', { fields })
}
