import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'

type Reader = Pick<Actor, 'userId' | 'sessionId' | 'visit'>

/**
 * SQL for the version of the document in the row `d` that is in effect. Of several with the same time, the one
 * published last.
 */
export const currentVersion = sql`select v.* from guidelines_version v
  where v.document_id = d.id and v.effective_at <= now() order by v.effective_at desc, v.version desc limit 1`

/** The document in the row `d` is linked to the agent in the row `g`, or to its brand. */
export const linkedToAgent = sql<boolean>`(d.deleted_at is null and d.id in (
  select l.document_id from guidelines_link l where l.gpt_system_id = g.id
  union all select l.document_id from guidelines_link l where l.brand_key = g.brand_key))`

/** SQL for the IDs of the agents that the document in the row `d` is linked to, directly or through their brand. */
export const linkedAgents = sql`select g.id from gpt_system g where g.id in (
  select l.gpt_system_id from guidelines_link l where l.document_id = d.id and l.gpt_system_id is not null
  union select b.id from gpt_system b join guidelines_link l on l.brand_key = b.brand_key where l.document_id = d.id)`

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
    from gpt_system g join guidelines_document d on ${linkedToAgent} cross join lateral (${currentVersion}) v
    where g.id = ${gptSystemId})`

/** Returns the guidelines from the value of that SQL. */
export function askedUnderOf(value: unknown): AskedUnder {
  const { awaitsConsent, instructions } = value as {
    awaitsConsent: boolean
    instructions: AskedUnder['instructions'][]
  }
  return { awaitsConsent, instructions: instructions.flat() }
}
