import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { removedAtOnce } from '../../../platform/database/slices.ts'
import { type Holding, ownRows } from '../../../platform/erasure/erasure.ts'
import { usableBy, usableByMany } from '../../agents/index.ts'
import { acceptedAt, currentVersion, linkedAgents, linkedDocuments } from '../policy.ts'

export interface Applicable {
  guidelinesDocumentId: string
  title: string
  version: number
  effectiveAt: string
  contentHash: string
  sections: { heading: string; text: string }[]
  requireConsent: boolean
  acceptedAt: string | null
}

export interface OfChat {
  guidelinesDocumentId: string
  title: string
  version: number
  requireConsent: boolean
  accepted: boolean
}

/** SQL for what applies to chats with the agent in the row `g`, as a JSON list in the order of the prompt. */
const applying = (
  { visit }: Actor,
  fields: RawBuilder<unknown>,
) => sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'guidelinesDocumentId', d.id, 'title', v.title, 'version', v.version, 'requireConsent', d.require_consent, ${fields})
    order by lower(v.title), d.id), '[]')
  from ${linkedDocuments(visit != null)} cross join lateral (${currentVersion}) v)`

const sectionsToRead = sql`(select coalesce(jsonb_agg(given.section - 'isInstruction' order by given.place), '[]')
  from jsonb_array_elements(v.sections) with ordinality as given (section, place)
  where not (given.section ->> 'isInstruction')::boolean)`

/** Returns the guidelines that apply to the actor’s chats with an agent; null if they can’t chat with it. */
export async function listApplicable(
  db: Sql,
  actor: Actor,
  gptSystemId: string,
): Promise<Applicable[] | null> {
  const fields = sql`'effectiveAt', ${isoTime('v.effective_at')}, 'contentHash', v.content_hash,
    'sections', ${sectionsToRead}, 'acceptedAt', (select ${isoTime('accepted.at')} from (select ${acceptedAt(actor)} as at) accepted)`
  const found = await sql<{ items: Applicable[] }>`select ${applying(actor, fields)} as items
    from gpt_system g where g.id = ${gptSystemId} and ${usableBy(actor)}`.execute(db)
  return found.rows[0]?.items ?? null
}

/** The same without the text. */
export async function listOfChat(db: Sql, actor: Actor, gptSystemId: string): Promise<OfChat[]> {
  const fields = sql`'accepted', ${acceptedAt(actor)} is not null`
  const found = await sql<{ items: OfChat[] }>`select ${applying(actor, fields)} as items
    from gpt_system g where g.id = ${gptSystemId} and ${usableBy(actor)}`.execute(db)
  return found.rows[0]?.items ?? []
}

/** Returns the documents whose current version the user has accepted. */
export async function listAccepted(db: Sql, { userId }: Actor): Promise<string[]> {
  const found = await sql<{ id: string }>`select d.id from guidelines_consent c
      join guidelines_document d on d.id = c.document_id cross join lateral (${currentVersion}) v
    where c.user_id = ${userId}::uuid and c.version = v.version and d.deleted_at is null order by d.id`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}

/** The version of a document that is in effect; null if there is none yet. */
export interface Acceptable {
  current: { version: number; contentHash: string } | null
}

/** Returns what the actor can accept of a document; null if it doesn’t apply to anything they can use. */
export async function findAcceptable(
  db: Sql,
  actor: Actor,
  guidelinesDocumentId: string,
): Promise<Acceptable | null> {
  const found =
    await sql<Acceptable>`select (select jsonb_build_object('version', v.version, 'contentHash', v.content_hash)
      from (${currentVersion}) v) as current
    from guidelines_document d where d.id = ${guidelinesDocumentId} and d.deleted_at is null
      and exists (select from (${linkedAgents(actor.visit != null)}) linked
        join gpt_system g on g.id = linked.id where ${usableBy(actor)})`.execute(db)
  return found.rows[0] ?? null
}

/** Records a consent, unless there is one already. Returns when it was first given. */
export async function insertConsent(
  tx: Sql,
  { userId, sessionId, visit }: Actor,
  {
    guidelinesDocumentId,
    version,
    contentHash,
  }: Record<'guidelinesDocumentId' | 'contentHash', string> & {
    version: number
  },
): Promise<string> {
  const persons = visit ? sql`null::uuid, ${sessionId}::uuid` : sql`${userId}::uuid, null::uuid`
  await sql`insert into guidelines_consent (id, document_id, version, user_id, session_id, content_hash)
    values (${uuid()}, ${guidelinesDocumentId}, ${version}, ${persons}, ${contentHash})
    on conflict do nothing`.execute(tx)
  const found = await sql<{ at: string }>`select ${isoTime('c.at')} as at from guidelines_consent c
    where c.document_id = ${guidelinesDocumentId} and c.version = ${version}
      and ${visit ? sql`c.session_id = ${sessionId}::uuid` : sql`c.user_id = ${userId}::uuid`}`.execute(tx)
  const at = found.rows[0]?.at
  if (!at) throw new Error('The stored consent is missing.')
  return at
}

// Anyone who can read one register can read all of them, so nothing below checks the reader.

export interface RegisterRow {
  state: 'Accepted' | 'Missing'
  person: { userId: string; name: string; email: string | null } | null
  kind: 'User' | 'Visitor' | 'Erased'
  version: number
  at: string | null
  contentHash: string
}
export interface PlacedRow extends RegisterRow {
  /** Its place in the list: the name or the time, and an ID. */
  place: { value: string; id: string }
}

export interface RegisterPage {
  search: string
  /** Null: consents of all versions, and those that are missing for the current one. */
  version: number | null
  after: PlacedRow['place'] | null
  limit: number
}

const all = (conditions: readonly (RawBuilder<boolean> | null)[]) =>
  sql<boolean>`${sql.join(
    [sql<boolean>`true`, ...conditions.filter((condition) => condition !== null)],
    sql` and `,
  )}`

/** The user in the row `u` has a name or an email that contains the text. */
const matches = (search: string) =>
  search === ''
    ? null
    : sql<boolean>`(strpos(lower(u.name), lower(${search})) > 0 or strpos(lower(u.email), lower(${search})) > 0)`

/** Returns consents, the newest first. */
export async function readAccepted(
  db: Sql,
  guidelinesDocumentId: string,
  { search, version, after, limit }: RegisterPage,
): Promise<PlacedRow[]> {
  const match = matches(search)
  const where = all([
    version === null ? null : sql<boolean>`c.version = ${version}`,
    match && sql<boolean>`c.user_id in (select u.id from app_user u where ${match})`,
    after && sql<boolean>`(c.at, c.id) < (${after.value}::timestamptz, ${after.id}::uuid)`,
  ])
  const found = await sql<PlacedRow>`select 'Accepted' as state, case when u.id is not null then
        jsonb_build_object('userId', u.id, 'name', u.name, 'email', u.email) end as person,
      case when u.id is not null then 'User' when c.session_id is not null then 'Visitor' else 'Erased' end as kind,
      c.version, ${isoTime('c.at')} as at, c.content_hash as "contentHash",
      jsonb_build_object('value', ${isoTime('c.at')}, 'id', c.id) as place
    from guidelines_consent c left join app_user u on u.id = c.user_id
    where c.document_id = ${guidelinesDocumentId} and ${where}
    order by c.at desc, c.id desc limit ${limit}`.execute(db)
  return found.rows
}

/**
 * SQL for the enabled people who can use one of a document’s agents and haven’t accepted its current version, each with
 * the agents, and for that version as `current`. None if no consent is required.
 */
const missing = (guidelinesDocumentId: string, people: RawBuilder<boolean>) => sql`
  d as materialized (select d.id from guidelines_document d
    where d.id = ${guidelinesDocumentId} and d.deleted_at is null and d.require_consent),
  current as materialized (select v.version, v.title, v.content_hash from d cross join lateral (${currentVersion}) v),
  agents as materialized (select g.id from current cross join d cross join lateral (${linkedAgents()}) g),
  missing as materialized (${usableByMany(
    sql`select u.id from app_user u where not u.disabled and u.removed_at is null and ${people}
      and not exists (select from guidelines_consent c where c.document_id = ${guidelinesDocumentId} and c.user_id = u.id
        and c.version = (select version from current))`,
    sql`select id from agents`,
  )})`

/** Returns the people who haven’t accepted the current version, by name. */
export async function readMissing(
  db: Sql,
  guidelinesDocumentId: string,
  { search, version, after, limit }: RegisterPage,
): Promise<PlacedRow[]> {
  const people = all([
    matches(search),
    after && sql<boolean>`(lower(u.name), u.id) > (lower(${after.value}), ${after.id}::uuid)`,
  ])
  const found = await sql<PlacedRow>`with ${missing(guidelinesDocumentId, people)}
    select 'Missing' as state, jsonb_build_object('userId', u.id, 'name', u.name, 'email', u.email) as person,
      'User' as kind, current.version, null as at, current.content_hash as "contentHash",
      jsonb_build_object('value', u.name, 'id', u.id) as place
    from app_user u cross join current where u.id in (select user_id from missing)
      and (${version}::int is null or current.version = ${version}::int)
    order by lower(u.name), u.id limit ${limit}`.execute(db)
  return found.rows
}

/** Queues a reminder for everyone who hasn’t accepted and wasn’t reminded within the last day. Returns how many. */
export async function insertReminders(tx: Sql, guidelinesDocumentId: string): Promise<number> {
  const found = await sql<{
    reminded: number
  }>`with ${missing(guidelinesDocumentId, sql<boolean>`true`)}, reminded as (
      insert into guidelines_reminder (document_id, user_id, gpt_system_id)
      select ${guidelinesDocumentId}::uuid, user_id, (array_agg(agent_id order by agent_id))[1] from missing group by user_id
      on conflict (document_id, user_id) do update set reminded_at = now(), is_sent = false,
        gpt_system_id = excluded.gpt_system_id
      where guidelines_reminder.reminded_at <= now() - interval '1 day' returning 1)
    select count(*)::int as reminded from reminded`.execute(tx)
  return found.rows[0]?.reminded ?? 0
}

export interface Reminder {
  guidelinesDocumentId: string
  userId: string
  gptSystemId: string
  /** The title of the current version; null if there is nothing to accept any more. */
  title: string | null
}

/** Returns some reminders that weren’t sent yet and notes them as sent. */
export async function takeReminders(tx: Sql, limit: number): Promise<Reminder[]> {
  const found = await sql<Reminder>`with taken as (
      update guidelines_reminder r set is_sent = true where (r.document_id, r.user_id) in (
        select r.document_id, r.user_id from guidelines_reminder r where not r.is_sent
        order by r.document_id limit ${limit} for update skip locked)
      returning r.document_id, r.user_id, r.gpt_system_id)
    select taken.document_id as "guidelinesDocumentId", taken.user_id as "userId", taken.gpt_system_id as "gptSystemId",
      (select v.title from guidelines_document d cross join lateral (${currentVersion}) v
        where d.id = taken.document_id and d.deleted_at is null and d.require_consent
          and not exists (select from guidelines_consent c where c.document_id = d.id and c.version = v.version
            and c.user_id = taken.user_id)) as title
    from taken`.execute(tx)
  return found.rows
}

/**
 * Keeps the user from being reminded of a document from now on. Waits for a reminder that is being sent, so that it can be
 * withdrawn afterwards.
 */
export async function endReminder(tx: Sql, { userId }: Actor, documentId: string): Promise<void> {
  await sql`update guidelines_reminder set is_sent = true
    where document_id = ${documentId}::uuid and user_id = ${userId}::uuid`.execute(tx)
}

/** Consents stay without the person. */
export const heldInGuidelines: Holding[] = [
  {
    columns: ['guidelines_consent.user_id'],
    async erase(tx, { userId }) {
      const erased = await sql`update guidelines_consent set user_id = null where id in (
        select c.id from guidelines_consent c where c.user_id = ${userId}::uuid limit ${removedAtOnce.rows})`.execute(
        tx,
      )
      return Number(erased.numAffectedRows ?? 0)
    },
  },
  ownRows({ table: 'guidelines_reminder', owner: 'user_id', key: 'document_id' }),
]
