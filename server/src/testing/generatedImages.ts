import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { keyOf } from '../features/conversations/imageEdits/imageEdits.ts'
import type { TestApplication } from './application.ts'

/** Returns a picture of one color. */
export const pictureOf = (
  color: string,
  { width = 32, height = 32, format = 'png' as 'png' | 'webp' } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: color } })
    [format]()
    .toBuffer()

/** Stores an image as an answer does. Returns what its path names. */
export async function newGeneratedImage(
  { platform: { blobs, database } }: TestApplication,
  conversationId: string,
  segmentId: string,
  { key = randomUUID() as string, alt = 'A lighthouse' } = {},
): Promise<{ key: string; fileName: string }> {
  const { key: blobKey, size } = await blobs.put(await pictureOf('#cc3333', { format: 'webp' }), 100_000)
  const stored = await sql<{
    fileName: string
  }>`insert into generated_image (generated_image_id, conversation_id,
      segment_id, number, file_name, alt, prompt, size, mime_type, width, height, bytes, is_edit, blob_key)
    select ${key}::uuid, ${conversationId}::uuid, ${segmentId}::uuid, n, 'image-' || n || '.webp', ${alt}, 'A red lighthouse',
      'Square', 'image/webp', 32, 32, ${size}, false, ${blobKey}
    from (select coalesce(max(number), 0) + 1 as n from generated_image where conversation_id = ${conversationId}::uuid) next
    returning file_name as "fileName"`.execute(database.db)
  return { key, fileName: stored.rows[0]!.fileName }
}

/** Stores an image that the owner of a conversation has made, and returns the headers of the request that made it. */
export async function editedBefore(
  app: TestApplication,
  conversationId: string,
  segmentId: string,
): Promise<Record<string, string>> {
  const idempotencyKey = randomUUID()
  const found = await sql<{ id: string }>`select coalesce(c.owner_user_id, c.owner_session_id) as id
    from conversation c where c.id = ${conversationId}::uuid`.execute(app.platform.database.db)
  const userId = found.rows[0]?.id
  if (!userId) throw new Error('The conversation doesn’t exist.')
  await newGeneratedImage(app, conversationId, segmentId, { key: keyOf(userId, idempotencyKey) })
  return { 'idempotency-key': idempotencyKey }
}
