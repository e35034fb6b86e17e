import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import { ownedBy, ownersOf } from '../../../platform/access/owners.ts'
import { demandOpenSession } from '../../../platform/access/visits.ts'
import type { Database, Sql } from '../../../platform/database/database.ts'
import { removeAllRows } from '../../../platform/database/slices.ts'
import { testableBy } from '../../agents/index.ts'
import { type Reader, readableBy } from '../readers/policy.ts'

interface VisionImageRow {
  visionImageId: string
  blobFileName: string
  thumbnailBlobFileName: string
  width: number
  height: number
}

/** An image with the location of its bytes. */
export interface OwnedImage extends VisionImageRow {
  blobKey: string
  /** Whether it belongs to a conversation. */
  sent: boolean
}

export interface NewVisionImage extends Omit<OwnedImage, 'sent'> {
  thumbnailBlobKey: string
}

/** Rows `v` as the contract's `VisionImage`. */
const asJson = sql`jsonb_build_object('visionImageId', v.vision_image_id, 'blobFileName', v.blob_file_name,
  'thumbnailBlobFileName', v.thumbnail_blob_file_name, 'width', v.width, 'height', v.height)`

const columns = sql`v.vision_image_id as "visionImageId", v.blob_file_name as "blobFileName",
  v.thumbnail_blob_file_name as "thumbnailBlobFileName", v.width, v.height, v.blob_key as "blobKey", v.conversation_id is not null as sent`

/** The images of the question in the row `conversation_segment`. */
export const imagesOfSegment = sql`coalesce((select jsonb_agg(${asJson} order by i.place)
  from segment_vision_image i join vision_image v on v.vision_image_id = i.vision_image_id
  where i.segment_id = conversation_segment.id), '[]')`

/**
 * An image in row `v` is visible only to its uploader, and only where it was uploaded. That is in their own
 * chats, or in test chats of a configuration that they can still test. Once sent, it is readable as long as its
 * conversation is.
 */
function keptFor(reader: Reader): RawBuilder<boolean> {
  const { actor, tested } = reader
  const place = tested
    ? sql`v.tested_state_id = ${tested.stateId}::uuid and exists (
        select from gpt_system_configuration_state s join gpt_system g on g.id = s.gpt_system_id
        where s.id = v.tested_state_id and ${testableBy(actor, tested.gptSystemType)})`
    : sql`v.tested_state_id is null`
  return sql<boolean>`(${ownedBy(actor, 'v')} and ${place}
    and (v.conversation_id is null
      or exists (select from conversation c where c.id = v.conversation_id and ${readableBy(reader)})))`
}

export async function insert(tx: Sql, { actor, tested }: Reader, image: NewVisionImage): Promise<void> {
  if (actor.visit) await demandOpenSession(tx, actor.sessionId)
  const { visionImageId, blobFileName, blobKey, thumbnailBlobFileName, thumbnailBlobKey, width, height } =
    image
  await sql`insert into vision_image (vision_image_id, owner_user_id, owner_session_id, tested_state_id, blob_file_name, blob_key,
      thumbnail_blob_file_name, thumbnail_blob_key, width, height)
    values (${visionImageId}, ${ownersOf(actor)}, ${tested?.stateId ?? null}, ${blobFileName}, ${blobKey},
      ${thumbnailBlobFileName}, ${thumbnailBlobKey}, ${width}, ${height})`.execute(tx)
}

/** Returns the blob key of an image or its thumbnail. */
export async function findBytes(
  db: Sql,
  reader: Reader,
  visionImageId: string,
  fileName: string,
): Promise<string | null> {
  const found = await sql<{ blobKey: string }>`select
      case when v.blob_file_name = ${fileName} then v.blob_key else v.thumbnail_blob_key end as "blobKey"
    from vision_image v where v.vision_image_id = ${visionImageId} and ${keptFor(reader)}
      and ${fileName} in (v.blob_file_name, v.thumbnail_blob_file_name)`.execute(db)
  return found.rows[0]?.blobKey ?? null
}

/**
 * Lists the given images that a question in this conversation can use: unsent ones and ones sent in it before.
 * Keeps the given order.
 */
export async function listSendable(
  db: Sql,
  reader: Reader,
  conversationId: string,
  visionImageIds: readonly string[],
): Promise<OwnedImage[]> {
  const ids = [...visionImageIds]
  const found = await sql<OwnedImage>`select ${columns} from vision_image v
    where v.vision_image_id = any(${ids}::uuid[]) and ${keptFor(reader)}
      and (v.conversation_id is null or v.conversation_id = ${conversationId}::uuid)
    order by array_position(${ids}::uuid[], v.vision_image_id)`.execute(db)
  return found.rows
}

/**
 * Links images to a question and returns how many were linked. A concurrent call can have sent one elsewhere.
 */
export async function link(
  tx: Sql,
  reader: Reader,
  question: { conversationId: string; segmentId: string; visionImageIds: readonly string[] },
): Promise<number> {
  const ids = [...question.visionImageIds]
  const linked = await sql`with sent as (
      update vision_image v set conversation_id = ${question.conversationId}::uuid
      where v.vision_image_id = any(${ids}::uuid[]) and ${keptFor(reader)}
        and (v.conversation_id is null or v.conversation_id = ${question.conversationId}::uuid)
      returning v.vision_image_id)
    insert into segment_vision_image (segment_id, place, vision_image_id)
    select ${question.segmentId}::uuid, array_position(${ids}::uuid[], vision_image_id), vision_image_id
    from sent`.execute(tx)
  return Number(linked.numAffectedRows ?? 0)
}

/**
 * Returns the images by question, in the order in which each question named them. The caller must have checked
 * that the user owns the questions.
 */
export async function readOfSegments(
  db: Sql,
  segmentIds: readonly string[],
): Promise<Map<string, OwnedImage[]>> {
  const found = await sql<OwnedImage & { segmentId: string }>`select ${columns}, i.segment_id as "segmentId"
    from segment_vision_image i join vision_image v on v.vision_image_id = i.vision_image_id
    where i.segment_id = any(${[...segmentIds]}::uuid[]) order by i.segment_id, i.place`.execute(db)
  const images = new Map<string, OwnedImage[]>()
  for (const { segmentId, ...image } of found.rows)
    images.set(segmentId, [...(images.get(segmentId) ?? []), image])
  return images
}

/**
 * Returns the number of unsent images: of a user, or of all visitors of a page. Locks the user or page until the
 * transaction ends, so concurrent uploads can't exceed the limit together.
 */
export async function lockUnsent(tx: Sql, actor: Actor): Promise<{ own: number; ofPage: number }> {
  const { visit } = actor
  if (visit)
    await sql`select from public_endpoint where gpt_system_id = ${visit.gptSystemId} for no key update`.execute(
      tx,
    )
  else await sql`select from app_user where id = ${actor.userId} for no key update`.execute(tx)
  const ofPage = visit
    ? sql`(select count(*)::int from vision_image p join public_session s on s.id = p.owner_session_id
        where s.gpt_system_id = ${visit.gptSystemId} and p.conversation_id is null)`
    : sql`0`
  const found = await sql<{ own: number; ofPage: number }>`select count(*)::int as own, ${ofPage} as "ofPage"
    from vision_image v where ${ownedBy(actor, 'v')} and v.conversation_id is null`.execute(tx)
  return found.rows[0] ?? { own: 0, ofPage: 0 }
}

/** Deletes the visitor's oldest unsent image. They can't delete images themselves, as their pages only forget them. */
export async function removeOldestUnsent(tx: Sql, actor: Actor): Promise<void> {
  await sql`delete from vision_image where vision_image_id = (select v.vision_image_id from vision_image v
    where ${ownedBy(actor, 'v')} and v.conversation_id is null order by v.created_at limit 1)`.execute(tx)
}

/** Deletes images that were not sent within a day, or an hour for visitors. Their bytes are swept once nothing references them. */
export const removeForgotten = (database: Database): Promise<void> =>
  removeAllRows(database, {
    table: 'vision_image',
    key: 'vision_image_id',
    where: sql`r.conversation_id is null and r.created_at < now() - case when r.owner_session_id is null
      then interval '24 hours' else interval '1 hour' end`,
  })
