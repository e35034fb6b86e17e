import type { conversations } from '@parlance/contract/conversations'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import { AppError } from '../../../platform/errors.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { ImageAnswer } from '../../../platform/http/files.ts'
import type { EncodedImage } from '../../../platform/images/encodeImage.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'
import { find as findConversation } from '../record/store.ts'
import * as store from './store.ts'

type Needs = Pick<Platform, 'blobs' | 'database'>

/** What is stored with an image. */
export type About = Pick<store.NewImage, 'alt' | 'prompt' | 'size' | 'parentKey' | 'isEdit'>

/** Stores the images that models made for answers. */
export interface GeneratedImages {
  /** Returns null if the conversation has no room for it. */
  keep(place: store.Place, image: EncodedImage, about: About): Promise<store.ShownImage | null>
  /** Returns how many more images a conversation has room for. */
  roomIn(conversationId: string): Promise<number>
  /** The newest images of a conversation, the oldest of them first. */
  listOf(conversationId: string): Promise<store.KnownImage[]>
  findByNumber(conversationId: string, number: number): Promise<store.KnownImage | null>
}

const MOST_BYTES = 24 * 1024 * 1024

/** Puts an image into the blob store. A caller that doesn’t keep it must remove it. */
export async function stored(
  blobs: Platform['blobs'],
  key: string,
  { bytes, width, height }: EncodedImage,
  about: About,
): Promise<store.NewImage> {
  const { key: blobKey, size } = await blobs.put(bytes, MOST_BYTES)
  return { ...about, key, mimeType: 'image/webp', width, height, bytes: size, blobKey }
}

export function createGeneratedImages({ blobs, database }: Needs): GeneratedImages {
  return {
    async keep(place, encoded, about) {
      const image = await stored(blobs, uuid(), encoded, about)
      try {
        const kept = await database.transaction((tx) => store.insert(tx, place, image))
        if (!kept) await blobs.remove(image.blobKey)
        return kept
      } catch (cause) {
        await blobs.remove(image.blobKey)
        throw cause
      }
    },
    roomIn: (conversationId) => store.readRoom(database.db, conversationId),
    listOf: (conversationId) => store.readKnown(database.db, conversationId),
    findByNumber: (conversationId, number) => store.readByNumber(database.db, conversationId, number),
  }
}

const GALLERY_PAGE = 24

/** The calls that return images. */
export function generatedImagesService<X>(
  { blobs, config, database }: Pick<Platform, 'blobs' | 'config' | 'database'>,
  readerOf: ReaderOf<X>,
) {
  const { db } = database
  const continuation = createContinuation<{ number: number }>(config.secretKey, 'generatedImages')
  return {
    async listGeneratedImages(call: CallIn<X, typeof conversations.listGeneratedImages>) {
      const { conversationId } = call.params
      const { pageSize = GALLERY_PAGE, continuationToken } = call.input
      const limit = Math.min(pageSize, limits.maxPageSize)
      const reader = readerOf(call)
      const before = continuation.read(continuationToken)?.number ?? null
      const found = await store.list(db, reader, conversationId, { before, limit: limit + 1 })
      if (found.length === 0 && !(await findConversation(db, reader, conversationId)))
        throw new AppError('conversation.notFound')
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      return {
        items: shown.map(({ image }) => image),
        continuationToken: last ? continuation.write({ number: last.number }) : null,
      }
    },
    async getGeneratedImage(call: CallIn<X, typeof conversations.getGeneratedImage>): Promise<ImageAnswer> {
      const { conversationId, conversationSegmentId: segmentId, key, fileName } = call.params
      const image = await store.find(db, readerOf(call), { conversationId, segmentId }, key)
      if (!image || image.shown.fileName !== fileName) throw new AppError('generatedImage.notFound')
      const { mimeType, bytes: size, blobKey } = image
      // Someone else who signs in at the same browser, or the same person later, may not be allowed to see it.
      return { mimeType, size, bytes: blobs.read(blobKey), cacheSeconds: null, isPrivate: true }
    },
  }
}
