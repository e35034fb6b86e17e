import { sql } from 'kysely'
import type { Sql } from '../../../../platform/database/database.ts'

/** Which notes of a file are meant: those for a task, kept with a conversation or with the file alone. */
export interface NotesKey {
  fileId: string
  fileVersion: number
  /** A hash of the task and of the model that reads. */
  task: string
  conversationId: string | null
}

export interface KeptNote {
  firstPassage: number
  lastPassage: number
  notes: string
}

const MOST_PARTS = 2000

/** Returns the kept notes of a file. The caller has checked that the file is readable. */
export async function readNotes(db: Sql, key: NotesKey): Promise<KeptNote[]> {
  const { fileId, fileVersion, task, conversationId } = key
  const found = await sql<KeptNote>`
    select first_passage as "firstPassage", last_passage as "lastPassage", notes from file_note
    where file_id = ${fileId}::uuid and file_version = ${fileVersion} and task = ${task}
      and conversation_id is not distinct from ${conversationId}::uuid
    order by first_passage limit ${MOST_PARTS}`.execute(db)
  return found.rows
}

/**
 * Keeps the note of a part, and removes those of earlier versions of the file. Keeps nothing if the file or the
 * conversation is gone.
 */
export async function keepNote(db: Sql, key: NotesKey, note: KeptNote): Promise<void> {
  const { fileId, fileVersion, task, conversationId } = key
  await sql`with old as (
      delete from file_note where file_id = ${fileId}::uuid and file_version < ${fileVersion})
    insert into file_note (file_id, file_version, task, conversation_id, first_passage, last_passage, notes)
    select f.file_id, ${fileVersion}, ${task}, ${conversationId}::uuid, ${note.firstPassage}, ${note.lastPassage},
      ${note.notes}
    from file f where f.file_id = ${fileId}::uuid and f.removed_at is null
      and (${conversationId}::uuid is null or exists (select from conversation c where c.id = ${conversationId}::uuid))
    on conflict do nothing`.execute(db)
}
