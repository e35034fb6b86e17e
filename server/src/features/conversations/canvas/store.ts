import type {
  DocumentKind,
  DocumentSummary,
  DocumentVersion,
  DocumentVersionContent,
} from '@parlance/contract/canvas'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { type Reader, readableBy } from '../readers/policy.ts'

export type Summary = z.output<typeof DocumentSummary>
export type VersionRow = z.output<typeof DocumentVersion>
export type VersionContent = z.output<typeof DocumentVersionContent>

/** A document with its newest content. */
export interface DocumentRow extends Summary {
  /** The name by which models refer to it, in the conversation. */
  number: number
  version: number
  content: string
}

export interface NewDocumentRow {
  documentId: string
  kind: DocumentKind
  title: string
  language: string
}

/** Content for a version, and who wrote it. */
export interface NewContent {
  content: string
  by: VersionRow['by']
  segmentId: string | null
  /** Contents with the same one that follow each other are one version. */
  editingId: string | null
}

const summary = sql`d.document_id as "documentId", d.conversation_id as "conversationId", d.kind, d.title, d.language,
  v.n, ${isoTime('d.changed_at')} as "changedAt"`
const newest = sql`lateral (select n, content from canvas_version where document_id = d.document_id
  order by n desc limit 1) v`
const versionColumns = sql`v.n, v.made_by as by, v.segment_id as "segmentId", ${isoTime('v.saved_at')} as "savedAt",
  octet_length(v.content) as bytes`

/** Returns the documents of a conversation that the user can read, last changed first. */
export async function list(db: Sql, reader: Reader, conversationId: string): Promise<Summary[]> {
  const found = await sql<Summary>`select ${summary} from canvas_document d
      join conversation c on c.id = d.conversation_id cross join ${newest}
    where c.id = ${conversationId}::uuid and ${readableBy(reader)}
    order by d.changed_at desc, d.number desc limit ${limits.documentsPerConversation}`.execute(db)
  return found.rows
}

/** Returns a document in a conversation that the user can read. */
export async function find(
  db: Sql,
  reader: Reader,
  conversationId: string,
  documentId: string,
): Promise<DocumentRow | null> {
  const found =
    await sql<DocumentRow>`select ${summary}, d.number, d.version, v.content from canvas_document d
      join conversation c on c.id = d.conversation_id cross join ${newest}
    where d.document_id = ${documentId}::uuid and c.id = ${conversationId}::uuid and ${readableBy(reader)}`.execute(
      db,
    )
  return found.rows[0] ?? null
}

/** Returns a version of a document in a conversation that the user can read. */
export async function findVersion(
  db: Sql,
  reader: Reader,
  { conversationId, documentId, n }: { conversationId: string; documentId: string; n: number },
): Promise<VersionContent | null> {
  const found = await sql<VersionContent>`select ${versionColumns}, v.content from canvas_version v
      join canvas_document d on d.document_id = v.document_id join conversation c on c.id = d.conversation_id
    where v.document_id = ${documentId}::uuid and v.n = ${n}::int and c.id = ${conversationId}::uuid
      and ${readableBy(reader)}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the versions of a document, the newest first. The caller has checked who asks. */
export async function readVersions(db: Sql, documentId: string): Promise<VersionRow[]> {
  const found = await sql<VersionRow>`select ${versionColumns} from canvas_version v
    where v.document_id = ${documentId}::uuid order by v.n desc limit ${limits.documentVersions}`.execute(db)
  return found.rows
}

/** The beginnings of documents. */
export interface BegunDocument extends DocumentRow {
  /** How many characters the content has altogether. */
  characters: number
}

/**
 * Returns the documents of a conversation, last changed first, with about `most` characters of content altogether. The
 * caller has checked who asks.
 */
export async function readBeginnings(
  db: Sql,
  conversationId: string,
  most: number,
): Promise<BegunDocument[]> {
  const found = await sql<BegunDocument>`with all_documents as (
      select ${summary}, d.number, d.version, d.changed_at, v.content, char_length(v.content) as characters
      from canvas_document d cross join ${newest} where d.conversation_id = ${conversationId}::uuid),
    counted as (select *, coalesce(sum(characters) over (order by changed_at desc, number desc
      rows between unbounded preceding and 1 preceding), 0) as before from all_documents)
    select "documentId", "conversationId", kind, title, language, n, "changedAt", number, version, characters,
      case when before < ${most}::bigint then left(content, ${most}::int) else '' end as content
    from counted order by changed_at desc, number desc limit ${limits.documentsPerConversation}`.execute(db)
  return found.rows
}

/** Returns a document by its number in a conversation. The caller has checked who asks. */
export async function readByNumber(
  db: Sql,
  conversationId: string,
  number: number,
): Promise<DocumentRow | null> {
  const found =
    await sql<DocumentRow>`select ${summary}, d.number, d.version, v.content from canvas_document d
      cross join ${newest} where d.conversation_id = ${conversationId}::uuid and d.number = ${number}::int`.execute(
      db,
    )
  return found.rows[0] ?? null
}

/** Returns a document by its number in a conversation, and locks it. The caller has checked who asks. */
export async function lockByNumber(
  tx: Sql,
  conversationId: string,
  number: number,
): Promise<DocumentRow | null> {
  const found = await sql<{ documentId: string }>`select document_id as "documentId" from canvas_document
    where conversation_id = ${conversationId}::uuid and number = ${number}::int for update`.execute(tx)
  return found.rows[0] ? read(tx, found.rows[0].documentId) : null
}

/** Locks a document until the transaction ends. Returns null if it was deleted. The caller has checked who asks. */
export async function lock(tx: Sql, documentId: string): Promise<DocumentRow | null> {
  const found =
    await sql`select from canvas_document where document_id = ${documentId}::uuid for update`.execute(tx)
  return found.rows.length > 0 ? read(tx, documentId) : null
}

/**
 * Assigns the first version of a document to the answer that finished what another one began. Returns null if there is no
 * such document. The caller has checked who asks.
 */
export async function takeOver(
  tx: Sql,
  documentId: string,
  { conversationId, segmentId }: { conversationId: string; segmentId: string },
): Promise<DocumentRow | null> {
  const taken = await sql`update canvas_version v set segment_id = ${segmentId}::uuid from canvas_document d
    where v.document_id = ${documentId}::uuid and v.n = 1 and d.document_id = v.document_id
      and d.conversation_id = ${conversationId}::uuid`.execute(tx)
  return (taken.numAffectedRows ?? 0n) > 0n ? read(tx, documentId) : null
}

/** Reads in a statement of its own, which sees what was stored while the lock was awaited. */
async function read(tx: Sql, documentId: string): Promise<DocumentRow | null> {
  const found =
    await sql<DocumentRow>`select ${summary}, d.number, d.version, v.content from canvas_document d
    cross join ${newest} where d.document_id = ${documentId}::uuid`.execute(tx)
  return found.rows[0] ?? null
}

/** Creates a document with its first version. Returns null if the conversation has no room for it. */
export async function insert(
  tx: Sql,
  conversationId: string,
  { documentId, kind, title, language }: NewDocumentRow,
  content: NewContent,
): Promise<DocumentRow | null> {
  // Documents of one conversation get different numbers.
  await sql`select from conversation where id = ${conversationId}::uuid for update`.execute(tx)
  const inserted =
    await sql`insert into canvas_document (document_id, conversation_id, number, kind, title, language)
    select ${documentId}::uuid, ${conversationId}::uuid, coalesce(max(number), 0) + 1, ${kind}, ${title}, ${language}
    from canvas_document where conversation_id = ${conversationId}::uuid
    having count(*) < ${limits.documentsPerConversation}`.execute(tx)
  if ((inserted.numAffectedRows ?? 0n) === 0n) return null
  await insertVersion(tx, documentId, 1, content)
  return read(tx, documentId)
}

const insertVersion = (
  tx: Sql,
  documentId: string,
  n: number,
  { content, by, segmentId, editingId }: NewContent,
): Promise<unknown> =>
  sql`insert into canvas_version (document_id, n, made_by, segment_id, editing_id, content)
    values (${documentId}::uuid, ${n}::int, ${by}, ${segmentId}::uuid, ${editingId}::uuid, ${content})`.execute(
    tx,
  )

/**
 * Stores another content of a locked document: as its newest version if that is of the same editing session, or else as
 * another one.
 */
export async function change(
  tx: Sql,
  { documentId, n }: Pick<DocumentRow, 'documentId' | 'n'>,
  { title, written }: { title?: string | undefined; written: NewContent | null },
): Promise<DocumentRow> {
  if (written) {
    const updated = written.editingId
      ? await sql`update canvas_version set content = ${written.content}, saved_at = now()
          where document_id = ${documentId}::uuid and n = ${n}::int and made_by = ${written.by}
            and editing_id = ${written.editingId}::uuid`.execute(tx)
      : null
    if (!updated?.numAffectedRows) {
      await insertVersion(tx, documentId, n + 1, written)
      await thinOut(tx, documentId)
    }
  }
  await sql`update canvas_document set title = coalesce(${title ?? null}::text, title), version = version + 1,
      changed_at = now() where document_id = ${documentId}::uuid`.execute(tx)
  const changed = await read(tx, documentId)
  if (!changed) throw new Error('A locked document can’t be deleted by others.')
  return changed
}

/**
 * Deletes versions beyond the limits: first the oldest that a person typed, then the oldest that models wrote. The first
 * and the newest version stay.
 */
async function thinOut(tx: Sql, documentId: string): Promise<void> {
  await sql`with sized as (
      select n, octet_length(content) as bytes, made_by,
        n = min(n) over () or n = max(n) over () as stays from canvas_version where document_id = ${documentId}::uuid),
    ranked as (
      select n, stays, row_number() over kept as place, sum(bytes) over kept as total from sized
      window kept as (order by stays desc, made_by = 'Person', n desc rows unbounded preceding))
    delete from canvas_version v using ranked r
    where v.document_id = ${documentId}::uuid and v.n = r.n and not r.stays
      and (r.place > ${limits.documentVersions} or r.total > ${limits.documentVersionBytes})`.execute(tx)
}

/** Deletes a document with its versions. Returns false if it is already gone. The caller has checked who asks. */
export async function remove(tx: Sql, documentId: string): Promise<boolean> {
  const removed = await sql`delete from canvas_document where document_id = ${documentId}::uuid`.execute(tx)
  return (removed.numAffectedRows ?? 0n) > 0n
}
