import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { onPage, usableByMany } from '../../agents/index.ts'
import type { Section } from '../contentHash.ts'
import { currentVersion, isUpcoming, linkedAgents } from '../policy.ts'

// Anyone who can read one document can read all of them, so nothing here checks the reader.

export type Link = { gptSystemId: string } | { brandKey: string }
type NamedLink = Link & { name: string | null }

interface Summary {
  guidelinesDocumentId: string
  title: string
  requireConsent: boolean
  currentVersion: { version: number; effectiveAt: string } | null
  upcomingVersion: { version: number; effectiveAt: string } | null
  hasUnpublishedChanges: boolean
  updatedAt: string
}

export interface SectionRow extends Section {
  documentSectionId: string
  version: number
}

export interface DocumentRow extends Summary {
  links: NamedLink[]
  sections: SectionRow[]
  draftHash: string
  version: number
  createdAt: string
}

export interface ListedDocument extends Summary {
  links: number
  sections: number
  accepted: number
}

/** SQL for a version as the contract names it in a summary. */
const inSummary = (version: RawBuilder<unknown>) =>
  sql`(select jsonb_build_object('version', v.version, 'effectiveAt', ${isoTime('v.effective_at')}) from (${version}) v)`

const upcomingVersion = sql`select v.* from guidelines_version v where v.document_id = d.id and ${isUpcoming}
  order by v.effective_at, v.version limit 1`

const summaryColumns = sql`d.id as "guidelinesDocumentId", d.title, d.require_consent as "requireConsent",
  ${inSummary(currentVersion)} as "currentVersion", ${inSummary(upcomingVersion)} as "upcomingVersion",
  d.draft_hash is distinct from (select v.content_hash from guidelines_version v where v.document_id = d.id
    order by v.version desc limit 1) as "hasUnpublishedChanges", ${isoTime('d.updated_at')} as "updatedAt"`

const agentName = sql`(select s.name from gpt_system g join gpt_system_configuration_state s on s.gpt_system_id = g.id
  where g.id = l.gpt_system_id and g.deleted_at is null
  order by s.id = g.published_state_id desc nulls last, s.number desc limit 1)`

const linksColumn = sql`(select coalesce(jsonb_agg(case when l.brand_key is null
      then jsonb_build_object('gptSystemId', l.gpt_system_id, 'name', ${agentName})
      else jsonb_build_object('brandKey', l.brand_key, 'name', (select b.name from brand b where b.brand_key = l.brand_key))
    end order by l.gpt_system_id, l.brand_key), '[]') from guidelines_link l where l.document_id = d.id)`

const sectionsColumn = sql`(select coalesce(jsonb_agg(jsonb_build_object('documentSectionId', s.id, 'heading', s.heading,
    'text', s.text, 'isInstruction', s.is_instruction, 'version', s.version) order by s.position), '[]')
  from guidelines_section s where s.document_id = d.id)`

export interface DocumentList {
  search: string
  gptSystemId: string | null
  brandKey: string | null
  sort: { by: 'title' | 'updatedAt'; descending: boolean }
  after: { value: string; id: string } | null
  limit: number
}

export const sortValue = (row: ListedDocument, { by }: DocumentList['sort']): string => row[by]

export async function readPage(db: Sql, list: DocumentList): Promise<ListedDocument[]> {
  const { search, gptSystemId, brandKey, sort, after, limit } = list
  const byTime = sort.by === 'updatedAt'
  const column = byTime ? sql`d.updated_at` : sql`lower(d.title)`
  const value = byTime ? sql`${after?.value ?? null}::timestamptz` : sql`lower(${after?.value ?? null}::text)`
  const order = sql.raw(sort.descending ? 'desc' : 'asc')
  const beyond = sql.raw(sort.descending ? '<' : '>')
  const found = await sql<ListedDocument>`select ${summaryColumns},
      (select count(*)::int from guidelines_link l where l.document_id = d.id) as links,
      (select count(*)::int from guidelines_section s where s.document_id = d.id) as sections,
      (select count(*)::int from guidelines_consent c where c.document_id = d.id
        and c.version = (select v.version from (${currentVersion}) v)) as accepted
    from guidelines_document d where d.deleted_at is null
      and (${search} = '' or strpos(lower(d.title), lower(${search})) > 0)
      and (${gptSystemId === null} or exists (select from guidelines_link l
        where l.document_id = d.id and l.gpt_system_id = ${gptSystemId}::uuid))
      and (${brandKey === null} or exists (select from guidelines_link l
        where l.document_id = d.id and l.brand_key = ${brandKey}))
      and (${after === null} or (${column}, d.id) ${beyond} (${value}, ${after?.id ?? null}::uuid))
    order by ${column} ${order}, d.id ${order} limit ${limit}`.execute(db)
  return found.rows
}

export async function readDocument(db: Sql, id: string): Promise<DocumentRow | null> {
  const found =
    await sql<DocumentRow>`select ${summaryColumns}, ${linksColumn} as links, ${sectionsColumn} as sections,
      d.draft_hash as "draftHash", d.version, ${isoTime('d.created_at')} as "createdAt"
    from guidelines_document d where d.id = ${id} and d.deleted_at is null`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the title of a document; null if there is no such document. */
export async function readTitle(db: Sql, id: string): Promise<string | null> {
  const found = await sql<{ title: string }>`select d.title from guidelines_document d
    where d.id = ${id} and d.deleted_at is null`.execute(db)
  return found.rows[0]?.title ?? null
}

/** Returns the document, locked until the transaction ends: changes of its sections and versions wait for each other. */
export async function lockDocument(tx: Sql, id: string): Promise<DocumentRow | null> {
  await sql`select from guidelines_document where id = ${id} for update`.execute(tx)
  return readDocument(tx, id)
}

export interface NewDocument {
  title: string
  requireConsent: boolean
  links: readonly Link[]
}

export async function insertDocument(
  tx: Sql,
  id: string,
  { title, requireConsent, links }: NewDocument,
  draftHash: string,
): Promise<void> {
  await sql`insert into guidelines_document (id, title, require_consent, draft_hash)
    values (${id}, ${title}, ${requireConsent}, ${draftHash})`.execute(tx)
  await insertLinks(tx, id, links)
}

/** Changes a document. A deleted one, which is restored, isn't deleted any more. */
export async function updateDocument(
  tx: Sql,
  id: string,
  { title, requireConsent, links }: NewDocument,
  draftHash: string,
): Promise<void> {
  await sql`update guidelines_document set title = ${title}, require_consent = ${requireConsent},
      draft_hash = ${draftHash}, version = version + 1, updated_at = now(), deleted_at = null
    where id = ${id}`.execute(tx)
  await sql`delete from guidelines_link where document_id = ${id}`.execute(tx)
  await insertLinks(tx, id, links)
}

async function insertLinks(tx: Sql, id: string, links: readonly Link[]): Promise<void> {
  const agents = links.flatMap((link) => ('gptSystemId' in link ? [link.gptSystemId] : []))
  const brands = links.flatMap((link) => ('brandKey' in link ? [link.brandKey] : []))
  await sql`insert into guidelines_link (document_id, gpt_system_id, brand_key)
    select distinct ${id}::uuid, agent, null from unnest(${agents}::uuid[]) as agent
    union select distinct ${id}::uuid, null::uuid, brand from unnest(${brands}::text[]) as brand`.execute(tx)
}

export async function deleteDocument(tx: Sql, id: string): Promise<void> {
  await sql`update guidelines_document set deleted_at = now(), updated_at = now() where id = ${id}`.execute(
    tx,
  )
}

/** Whether there was a document with this ID that is deleted now. Locks it until the transaction ends. */
export async function lockDeleted(tx: Sql, id: string): Promise<boolean> {
  const found = await sql`select from guidelines_document where id = ${id} and deleted_at is not null
    for update`.execute(tx)
  return found.rows.length > 0
}

/** Returns the sections of a document’s draft, whether or not the document is deleted. */
export async function readSections(db: Sql, id: string): Promise<SectionRow[]> {
  const found = await sql<SectionRow>`select s.id as "documentSectionId", s.heading, s.text,
      s.is_instruction as "isInstruction", s.version
    from guidelines_section s where s.document_id = ${id} order by s.position`.execute(db)
  return found.rows
}

export async function readSection(
  db: Sql,
  guidelinesDocumentId: string,
  documentSectionId: string,
): Promise<SectionRow | null> {
  const found = await sql<SectionRow>`select s.id as "documentSectionId", s.heading, s.text,
      s.is_instruction as "isInstruction", s.version
    from guidelines_section s join guidelines_document d on d.id = s.document_id
    where s.id = ${documentSectionId} and d.id = ${guidelinesDocumentId} and d.deleted_at is null`.execute(db)
  return found.rows[0] ?? null
}

/** Adds sections at the end of a draft. Returns their IDs. */
export async function insertSections(
  tx: Sql,
  guidelinesDocumentId: string,
  sections: readonly Section[],
): Promise<string[]> {
  const ids = sections.map(() => uuid())
  await sql`insert into guidelines_section (id, document_id, position, heading, text, is_instruction)
    select given.id, ${guidelinesDocumentId}::uuid, last.position + given.place, given.heading, given.text, given.is_instruction
    from unnest(${ids}::uuid[], ${sections.map(({ heading }) => heading)}::text[],
        ${sections.map(({ text }) => text)}::text[], ${sections.map(({ isInstruction }) => isInstruction)}::boolean[])
      with ordinality as given (id, heading, text, is_instruction, place)
    cross join (select coalesce(max(position), 0) as position from guidelines_section
      where document_id = ${guidelinesDocumentId}) last`.execute(tx)
  return ids
}

export async function updateSection(
  tx: Sql,
  documentSectionId: string,
  { heading, text, isInstruction }: Section,
): Promise<void> {
  await sql`update guidelines_section set heading = ${heading}, text = ${text}, is_instruction = ${isInstruction},
    version = version + 1 where id = ${documentSectionId}`.execute(tx)
}

export async function removeSection(
  tx: Sql,
  guidelinesDocumentId: string,
  documentSectionId: string,
): Promise<void> {
  await sql`with gone as (delete from guidelines_section where id = ${documentSectionId} returning position)
    update guidelines_section s set position = s.position - 1 from gone
    where s.document_id = ${guidelinesDocumentId} and s.position > gone.position`.execute(tx)
}

export async function orderSections(
  tx: Sql,
  guidelinesDocumentId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`update guidelines_section s set position = given.place
    from unnest(${[...ids]}::uuid[]) with ordinality as given (id, place)
    where s.id = given.id and s.document_id = ${guidelinesDocumentId}`.execute(tx)
}

/** Stores what the sections of the draft are now. */
export async function updateDraftHash(
  tx: Sql,
  guidelinesDocumentId: string,
  draftHash: string,
): Promise<void> {
  await sql`update guidelines_document set draft_hash = ${draftHash}, updated_at = now()
    where id = ${guidelinesDocumentId}`.execute(tx)
}

export interface VersionFields {
  version: number
  effectiveAt: string
  note: string
  contentHash: string
  publishedAt: string
  publishedBy: string | null
  state: 'Upcoming' | 'Current' | 'Replaced'
}
export interface ListedVersion extends VersionFields {
  sections: number
}
export interface VersionRow extends VersionFields {
  title: string
  sections: Section[]
}

const versionColumns = sql`v.version, ${isoTime('v.effective_at')} as "effectiveAt", v.note,
  v.content_hash as "contentHash", ${isoTime('v.published_at')} as "publishedAt",
  (select u.name from app_user u where u.id = v.published_by and u.erased_at is null) as "publishedBy",
  case when ${isUpcoming} then 'Upcoming'
    when v.version = (select current.version from (${currentVersion}) current) then 'Current'
    else 'Replaced' end as state`

/** Returns the versions of a document, newest first, before a given one. */
export async function readVersions(
  db: Sql,
  guidelinesDocumentId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<ListedVersion[]> {
  const found = await sql<ListedVersion>`select ${versionColumns}, v.section_count as sections
    from guidelines_document d join guidelines_version v on v.document_id = d.id
    where d.id = ${guidelinesDocumentId} and d.deleted_at is null and (${before}::int is null or v.version < ${before}::int)
    order by v.version desc limit ${limit}`.execute(db)
  return found.rows
}

export async function readVersion(
  db: Sql,
  guidelinesDocumentId: string,
  version: number,
): Promise<VersionRow | null> {
  const found = await sql<VersionRow>`select ${versionColumns}, v.title, v.sections
    from guidelines_document d join guidelines_version v on v.document_id = d.id
    where d.id = ${guidelinesDocumentId} and d.deleted_at is null and v.version = ${version}`.execute(db)
  return found.rows[0] ?? null
}

export interface NewVersion {
  version: number
  /** Null for now. */
  effectiveAt: string | null
  note: string
  title: string
  sections: readonly Section[]
  contentHash: string
  publishedBy: string
}

/** Stores a version. Returns false if it would take effect in the past. */
export async function insertVersion(
  tx: Sql,
  guidelinesDocumentId: string,
  { version, effectiveAt, note, title, sections, contentHash, publishedBy }: NewVersion,
): Promise<boolean> {
  const frozen = sections.map(({ heading, text, isInstruction }) => ({ heading, text, isInstruction }))
  const stored =
    await sql`insert into guidelines_version (document_id, version, effective_at, note, title, sections, content_hash, published_by)
    select ${guidelinesDocumentId}, ${version}, coalesce(${effectiveAt}::timestamptz, date_trunc('milliseconds', now())), ${note}, ${title},
      ${JSON.stringify(frozen)}::jsonb, ${contentHash}, ${publishedBy}::uuid
    where ${effectiveAt}::timestamptz is null or ${effectiveAt}::timestamptz >= now() returning version`.execute(
      tx,
    )
  return stored.rows.length > 0
}

/** Returns which of these exist: agents that aren’t deleted, and brands. */
export async function readPresent(
  tx: Sql,
  { gptSystemIds, brandKeys }: { gptSystemIds: readonly string[]; brandKeys: readonly string[] },
): Promise<ReadonlySet<string>> {
  const found = await sql<{ id: string }>`
    select id::text from gpt_system where id = any(${[...gptSystemIds]}::uuid[]) and deleted_at is null
    union all select brand_key from brand where brand_key = any(${[...brandKeys]}::text[])`.execute(tx)
  return new Set(found.rows.map(({ id }) => id))
}

export interface Reach {
  people: number
  acceptedBefore: number
  publicPages: number
}

/** Counts whom a document applies to: enabled people who can use one of its agents, and public pages that answer. */
export async function readReach(db: Sql, guidelinesDocumentId: string): Promise<Reach> {
  const enabled = sql`select u.id from app_user u where not u.disabled and u.removed_at is null`
  const found = await sql<Reach>`with d as materialized (
      select d.id from guidelines_document d where d.id = ${guidelinesDocumentId}),
    agents as materialized (select g.id from d cross join lateral (${linkedAgents()}) g),
    people as materialized (select distinct user_id from (${usableByMany(enabled, sql`select id from agents`)}) usable),
    current as (select v.version from d cross join lateral (${currentVersion}) v)
    select (select count(*)::int from people) as people,
      (select count(*)::int from people where user_id in (select c.user_id from guidelines_consent c
        where c.document_id = ${guidelinesDocumentId} and c.version = (select version from current))) as "acceptedBefore",
      (select count(*)::int from gpt_system g join public_endpoint page on page.gpt_system_id = g.id
        where (g.id in (select id from agents) or page.brand_key in (
          select l.brand_key from guidelines_link l where l.document_id = ${guidelinesDocumentId})) and ${onPage(sql<string>`page.gpt_public_endpoint`)}) as "publicPages"`.execute(
    db,
  )
  return found.rows[0] ?? { people: 0, acceptedBefore: 0, publicPages: 0 }
}
