import type { ImageSize, GeneratedImage as Shown } from '@parlance/contract/generatedImages'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../../platform/database/database.ts'
import { isoTime } from '../../../platform/database/isoTime.ts'
import { type Reader, readableBy } from '../readers/policy.ts'

export type ShownImage = z.output<typeof Shown>

export interface Place {
  conversationId: string
  segmentId: string
}

/** An image to store. Its number and its name follow from the others of its conversation. */
export interface NewImage {
  key: string
  alt: string
  prompt: string
  size: ImageSize
  mimeType: 'image/webp'
  width: number
  height: number
  bytes: number
  parentKey: string | null
  /** Whether the pixels of the parent were used, and not only its prompt. */
  isEdit: boolean
  blobKey: string
}

/** What a model gets to know about an image, and what editing it needs. */
export interface KnownImage {
  key: string
  /** The number in the conversation, by which models name it. */
  number: number
  alt: string
  prompt: string
  size: ImageSize
  width: number
  height: number
  blobKey: string
}

const shownColumns = sql`i.segment_id as "conversationSegmentId", i.generated_image_id as key, i.file_name as "fileName",
  i.alt, i.prompt, i.size, i.width, i.height, i.parent_id as "parentKey", ${isoTime('i.created_at')} as "createdAt"`
const knownColumns = sql`i.generated_image_id as key, i.number, i.alt, i.prompt, i.size, i.width, i.height,
  i.blob_key as "blobKey"`

/**
 * Stores an image of an answer. Returns null if its conversation has no room for it. Locks the conversation, so that
 * images of one conversation get different numbers.
 */
export async function insert(
  tx: Sql,
  { conversationId, segmentId }: Place,
  image: NewImage,
): Promise<ShownImage | null> {
  await sql`select from conversation where id = ${conversationId}::uuid for update`.execute(tx)
  const inserted = await sql<ShownImage>`insert into generated_image as i
      (generated_image_id, conversation_id, segment_id, number, file_name, alt, prompt, size, mime_type, width, height,
        bytes, parent_id, is_edit, blob_key)
    select ${image.key}::uuid, ${conversationId}::uuid, ${segmentId}::uuid, last + 1, 'image-' || (last + 1) || '.webp',
      ${image.alt}, ${image.prompt}, ${image.size}, ${image.mimeType}, ${image.width}::int, ${image.height}::int,
      ${image.bytes}::bigint, ${image.parentKey}::uuid, ${image.isEdit}::boolean, ${image.blobKey}
    from (select count(*) as images, coalesce(sum(bytes), 0) as bytes, coalesce(max(number), 0) as last from
      (select number, bytes from generated_image where conversation_id = ${conversationId}::uuid
        order by number desc limit ${limits.generatedImages}) stored) kept
    where images < ${limits.generatedImages} and bytes + ${image.bytes}::bigint <= ${limits.generatedImageBytes}
    returning ${shownColumns}`.execute(tx)
  return inserted.rows[0] ?? null
}

/** Returns how many more images a conversation has room for: none once their bytes are used up. */
export async function readRoom(db: Sql, conversationId: string): Promise<number> {
  const found = await sql<{
    room: number
  }>`select case when coalesce(sum(bytes), 0) >= ${limits.generatedImageBytes}
      then 0 else ${limits.generatedImages} - count(*) end::int as room
    from (select bytes from generated_image where conversation_id = ${conversationId}::uuid
      limit ${limits.generatedImages}) stored`.execute(db)
  return found.rows[0]?.room ?? 0
}

/** The images that a model can name. */
const MOST_KNOWN = 20

/** Returns the newest images of a conversation, the oldest of them first. The caller has checked who asks. */
export async function readKnown(db: Sql, conversationId: string): Promise<KnownImage[]> {
  const found = await sql<KnownImage>`select ${knownColumns} from generated_image i
    where i.conversation_id = ${conversationId}::uuid order by i.number desc limit ${MOST_KNOWN}`.execute(db)
  return found.rows.reverse()
}

/** Returns the image of a conversation with this number. The caller has checked who asks. */
export async function readByNumber(
  db: Sql,
  conversationId: string,
  number: number,
): Promise<KnownImage | null> {
  const found = await sql<KnownImage>`select ${knownColumns} from generated_image i
    where i.conversation_id = ${conversationId}::uuid and i.number = ${number}::int`.execute(db)
  return found.rows[0] ?? null
}

/** Returns an image of a conversation. The caller has checked who asks. */
export async function readByKey(db: Sql, conversationId: string, key: string): Promise<KnownImage | null> {
  const found = await sql<KnownImage>`select ${knownColumns} from generated_image i
    where i.conversation_id = ${conversationId}::uuid and i.generated_image_id = ${key}::uuid`.execute(db)
  return found.rows[0] ?? null
}

/** Returns images of a conversation that the user can read, newest first. */
export async function list(
  db: Sql,
  reader: Reader,
  conversationId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<{ image: ShownImage; number: number }[]> {
  const found = await sql<
    ShownImage & { number: number }
  >`select ${shownColumns}, i.number from generated_image i
      join conversation c on c.id = i.conversation_id
    where c.id = ${conversationId}::uuid and ${readableBy(reader)} and (${before}::int is null or i.number < ${before}::int)
    order by i.number desc limit ${limit}`.execute(db)
  return found.rows.map(({ number, ...image }) => ({ image, number }))
}

export interface StoredImage extends KnownImage {
  shown: ShownImage
  mimeType: 'image/webp' | 'image/png'
  bytes: number
  isEdit: boolean
  isAnswered: boolean
  /** The agent that answered. */
  gptSystemId: string
}

/** Returns an image of an answer in a conversation that the user can read. */
export async function find(
  db: Sql,
  reader: Reader,
  { conversationId, segmentId }: Place,
  key: string,
): Promise<StoredImage | null> {
  const found =
    await sql<StoredImage>`select ${knownColumns}, to_jsonb(s) as shown, i.mime_type as "mimeType", i.bytes::float8 as bytes,
      i.is_edit as "isEdit", t.status <> 'Pending' as "isAnswered", a.gpt_system_id as "gptSystemId"
    from generated_image i join conversation c on c.id = i.conversation_id
      join conversation_segment t on t.id = i.segment_id
      join gpt_system_configuration_state a on a.id = t.state_id
      cross join lateral (select ${shownColumns}) s
    where i.generated_image_id = ${key}::uuid and i.segment_id = ${segmentId}::uuid
      and c.id = ${conversationId}::uuid and ${readableBy(reader)}`.execute(db)
  return found.rows[0] ?? null
}

/** Adds text to an answer that has ended. Returns false if it hasn’t. */
export async function appendToAnswer(tx: Sql, segmentId: string, text: string): Promise<boolean> {
  const appended = await sql`update conversation_segment set answer = answer || ${text}
    where id = ${segmentId}::uuid and status <> 'Pending'`.execute(tx)
  return (appended.numAffectedRows ?? 0n) > 0n
}
