import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { type Reader, readableBy } from '../readers/policy.ts'

export interface CodeFileRow {
  codeFileId: string
  kind: 'File' | 'Chart'
  name: string
  size: number
  blobKey: string
}

const columns = sql`f.code_file_id as "codeFileId", f.kind, f.name, f.size::float8 as size, f.blob_key as "blobKey"`

/** The most files of a conversation, and their bytes together. */
const MOST_FILES = 1000
const MOST_BYTES = 500 * 2 ** 20

/** Stores a file that code wrote for the answer to a question. Returns false if its conversation has no room for it. */
export async function insert(
  tx: Sql,
  { conversationId, segmentId }: { conversationId: string; segmentId: string },
  { codeFileId, kind, name, size, blobKey }: CodeFileRow,
): Promise<boolean> {
  const inserted = await sql`insert into code_file
      (code_file_id, conversation_id, segment_id, kind, name, size, blob_key)
    select ${codeFileId}::uuid, ${conversationId}::uuid, ${segmentId}::uuid, ${kind}, ${name}, ${size}::bigint,
      ${blobKey}
    from (select count(*) as files, coalesce(sum(size), 0) as bytes from
      (select size from code_file where conversation_id = ${conversationId}::uuid limit ${MOST_FILES}) stored) kept
    where files < ${MOST_FILES} and bytes + ${size}::bigint <= ${MOST_BYTES}`.execute(tx)
  return (inserted.numAffectedRows ?? 0n) > 0n
}

/** The most files that later cells find again, the newest first. */
const MOST_KEPT = 100

/** Returns the files that code wrote in a conversation, the newest of each name. The caller has checked who asks. */
export async function readFilesOf(db: Sql, conversationId: string): Promise<CodeFileRow[]> {
  const found = await sql<CodeFileRow>`select * from (
      select distinct on (f.name) ${columns}, f.created_at from code_file f
      where f.conversation_id = ${conversationId}::uuid and f.kind = 'File'
      order by f.name, f.created_at desc) newest
    order by created_at desc limit ${MOST_KEPT}`.execute(db)
  return found.rows
}

/** The answers whose code is read, and how much of each: the newest cells are at its end. */
const MOST_ANSWERS = 20
const MOST_OF_ANSWER = 20_000

/** Returns the code of other questions of a conversation with its output, the oldest first. The caller has checked who asks. */
export async function readEarlierCode(db: Sql, conversationId: string, segmentId: string): Promise<string[]> {
  const found = await sql<{ text: string }>`select right(code_interpreter_response, ${MOST_OF_ANSWER}) as text
    from conversation_segment where conversation_id = ${conversationId}::uuid and id <> ${segmentId}::uuid
      and code_interpreter_response <> '' order by id desc limit ${MOST_ANSWERS}`.execute(db)
  return found.rows.map(({ text }) => text).reverse()
}

/** Returns a file of an answer in a conversation that the user can read. */
export async function find(
  db: Sql,
  reader: Reader,
  {
    conversationId,
    segmentId,
    codeFileId,
  }: { conversationId: string; segmentId: string; codeFileId: string },
): Promise<CodeFileRow | null> {
  const found = await sql<CodeFileRow>`select ${columns} from code_file f
      join conversation c on c.id = f.conversation_id
    where f.code_file_id = ${codeFileId}::uuid and f.segment_id = ${segmentId}::uuid
      and c.id = ${conversationId}::uuid and ${readableBy(reader)}`.execute(db)
  return found.rows[0] ?? null
}
