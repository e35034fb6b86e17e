import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'

type Reader = Pick<Actor, 'userId' | 'sessionId' | 'visit'>

/**
 * SQL for the version of the document in the row `d` that is in effect. A later version replaces an earlier one, also one
 * that was to take effect after it.
 */
export const currentVersion = sql`select v.* from guidelines_version v
  where v.document_id = d.id and v.effective_at <= now() order by v.version desc limit 1`

/** Whether the version in the row `v` will take effect: no later version comes before it. */
export const isUpcoming = sql<boolean>`(v.effective_at > now() and not exists (select from guidelines_version later
  where later.document_id = v.document_id and later.version > v.version and later.effective_at <= v.effective_at))`

/**
 * SQL for the documents as `d` that are linked to the agent in the row `g`, or to its brand. For visitors, those linked to
 * the brand of its public page, too. A lateral join, so that nothing is read of other documents.
 */
export const linkedDocuments = (isVisit: boolean) => sql`(
    select l.document_id as id from guidelines_link l where l.gpt_system_id = g.id
    union select l.document_id from guidelines_link l where l.brand_key = g.brand_key
    ${
      isVisit
        ? sql`union select l.document_id from public_endpoint page join guidelines_link l on l.brand_key = page.brand_key
          where page.gpt_system_id = g.id`
        : sql``
    }) linked join guidelines_document d on d.id = linked.id and d.deleted_at is null`

/** SQL for the IDs of the agents to whose chats the document in the row `d` applies, for visitors or for others. */
export const linkedAgents = (isVisit = false) => sql`
  select l.gpt_system_id as id from guidelines_link l where l.document_id = d.id and l.gpt_system_id is not null
  union select b.id from guidelines_link l join gpt_system b on b.brand_key = l.brand_key where l.document_id = d.id
  ${
    isVisit
      ? sql`union select page.gpt_system_id from guidelines_link l join public_endpoint page on page.brand_key = l.brand_key
        where l.document_id = d.id`
      : sql``
  }`

/** SQL for when the user or the visitor accepted the version in the row `v`, or null. */
export const acceptedAt = ({ userId, sessionId, visit }: Reader): RawBuilder<unknown> =>
  sql`(select c.at from guidelines_consent c where c.document_id = v.document_id and c.version = v.version
    and ${visit ? sql`c.session_id = ${sessionId}::uuid` : sql`c.user_id = ${userId}::uuid`})`

/** What the guidelines of an agent mean for a question. */
export interface AskedUnder {
  /** Whether there is something that the person has to accept first. */
  awaitsConsent: boolean
  /** The instructions for the model, in order. */
  instructions: { heading: string; text: string }[]
}

/**
 * SQL for an `AskedUnder` as JSON, of the agent whose ID is given as SQL. It is part of the statement that reads what a
 * question needs, so it is as current as the access to the agent. `reader` is null if no consent is needed.
 */
export const askedUnder = (gptSystemId: RawBuilder<unknown>, reader: Reader | null): RawBuilder<unknown> =>
  sql`(select jsonb_build_object(
      'awaitsConsent', coalesce(bool_or(${reader ? sql`d.require_consent and ${acceptedAt(reader)} is null` : sql`false`}), false),
      'instructions', coalesce(jsonb_agg(v.instructions order by lower(v.title), d.id), '[]'))
    from gpt_system g cross join lateral ${linkedDocuments(reader?.visit != null)} cross join lateral (${currentVersion}) v
    where g.id = ${gptSystemId})`

/** Returns the guidelines from the value of that SQL. */
export function askedUnderOf(value: unknown): AskedUnder {
  const { awaitsConsent, instructions } = value as {
    awaitsConsent: boolean
    instructions: AskedUnder['instructions'][]
  }
  return { awaitsConsent, instructions: instructions.flat() }
}
