import { randomUUID } from 'node:crypto'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { TestApplication } from './application.ts'

/** Deletes documents of a conversation until another one fits. */
export async function makeRoom(
  { platform: { database } }: TestApplication,
  conversationId: string,
): Promise<void> {
  await sql`delete from canvas_document where document_id in (select document_id from canvas_document
    where conversation_id = ${conversationId}::uuid order by number desc
    offset ${limits.documentsPerConversation - 1})`.execute(database.db)
}

/** Stores a document beside a chat. Returns its ID. */
export async function newDocument(
  app: TestApplication,
  conversationId: string,
  {
    title = 'Lighthouses',
    content = 'The lighthouse of Vela is 41 metres tall.',
    segmentId = null as string | null,
  } = {},
): Promise<string> {
  await makeRoom(app, conversationId)
  const documentId = randomUUID()
  await sql`with document as (
      insert into canvas_document (document_id, conversation_id, number, kind, title)
      select ${documentId}::uuid, ${conversationId}::uuid, coalesce(max(number), 0) + 1, 'Text', ${title}
      from canvas_document where conversation_id = ${conversationId}::uuid returning document_id)
    insert into canvas_version (document_id, n, made_by, segment_id, content)
    select document_id, 1, 'Person', ${segmentId}::uuid, ${content} from document`.execute(
    app.platform.database.db,
  )
  return documentId
}
