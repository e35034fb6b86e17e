import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApplication } from './application.ts'

/** Stores a file as code in an answer does. Returns its ID. */
export async function newCodeFile(
  { platform: { blobs, database } }: TestApplication,
  conversationId: string,
  segmentId: string,
  text = 'a,b',
): Promise<string> {
  const { key, size } = await blobs.put(Buffer.from(text), 1000)
  const fileId = randomUUID()
  await sql`insert into code_file (code_file_id, conversation_id, segment_id, kind, name, size, blob_key)
    values (${fileId}::uuid, ${conversationId}::uuid, ${segmentId}::uuid, 'File', 'data.csv', ${size}, ${key})`.execute(
    database.db,
  )
  return fileId
}
