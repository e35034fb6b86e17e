import type { conversations } from '@parlance/contract/conversations'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { Base64Answer } from '../../../platform/http/files.ts'
import { createImageStore } from '../../../platform/images/imageStore.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Agents } from '../../agents/index.ts'
import * as store from '../columns/visionImagesStore.ts'
import type { CallIn, ReaderOf } from '../readers/readerOf.ts'

const edge = limits.visionImagePixelsWide
const thumbnail = limits.visionThumbnailPixelsWide
/** Every vision model reads JPEG. */
const wanted = {
  name: 'vision',
  shape: { width: edge, height: edge, fit: 'inside' },
  format: 'jpeg',
  small: { width: thumbnail, height: thumbnail, fit: 'inside' },
  mostBytes: limits.visionImageBytes,
} as const

/** The images that users show to models: re-encoded on upload, and visible only to their owner. */
export function createVisionImages<X>(
  platform: Platform,
  { agents }: { agents: Pick<Agents, 'findTested'> },
  readerOf: ReaderOf<X>,
) {
  const { blobs, database } = platform
  const images = createImageStore(platform)

  async function demandPlace(call: CallIn<X, typeof conversations.uploadVisionImage>): Promise<void> {
    const { actor, tested } = readerOf(call)
    if (tested && !(await agents.findTested(database.db, actor, tested)))
      throw new AppError('agent.stateNotFound')
  }

  return {
    async uploadVisionImage(call: CallIn<X, typeof conversations.uploadVisionImage>) {
      // Rejects the upload before reading the image if the user can't upload here.
      await demandPlace(call)
      await demandRoom(database.db, call.actor)
      const { small, ...image } = await images.encodeUpload(call, wanted).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'image.tooLarge')
          throw new AppError('visionImage.tooLarge')
        throw error
      })
      const { key: thumbnailBlobKey } = await blobs.put(small, limits.fileBytes)
      const { fileName: blobFileName, blobKey, width, height } = image
      const thumbnailBlobFileName = blobFileName.replace(/\.jpg$/, '-small.webp')
      const visionImageId = uuid()
      const shown = { visionImageId, blobFileName, thumbnailBlobFileName, width, height }
      return images.keeping(
        [image, { fileName: thumbnailBlobFileName, blobKey: thumbnailBlobKey }],
        (answer) => [answer.blobFileName, answer.thumbnailBlobFileName],
        () =>
          call.change(async (tx) => {
            const reader = readerOf(call)
            await makeRoom(tx, reader.actor)
            await store.insert(tx, reader, { ...shown, blobKey, thumbnailBlobKey })
            return { ...shown, mimeType: mimeTypeOf(blobFileName) }
          }),
      )
    },

    async getVisionImage(call: CallIn<X, typeof conversations.getVisionImage>) {
      const { visionImageId, blobFileName } = call.params
      const blobKey = await store.findBytes(database.db, readerOf(call), visionImageId, blobFileName)
      if (!blobKey) throw new AppError('visionImage.notFound')
      const mimeType = mimeTypeOf(blobFileName)
      return new Base64Answer({ mimeType }, 'base64Content', blobs.read(blobKey))
    },
  }
}

/** Limits unsent images, so no one can fill the disk with them. */
async function demandRoom(db: Sql, actor: Actor): Promise<void> {
  const { own, ofPage } = await store.lockUnsent(db, actor)
  if (actor.visit && ofPage >= limits.unsentPublicVisionImages) throw new AppError('publicChat.imageQuota')
  if (!actor.visit && own >= limits.unsentVisionImages) throw new AppError('visionImage.quota')
}

/** Makes room for a visitor's next image. */
async function makeRoom(tx: Sql, actor: Actor): Promise<void> {
  await demandRoom(tx, actor)
  if (!actor.visit) return
  const { own } = await store.lockUnsent(tx, actor)
  if (own >= limits.visionImagesPerSegment) await store.removeOldestUnsent(tx, actor)
}

/** Works because the server generated the name. */
const mimeTypeOf = (fileName: string) => (fileName.endsWith('.jpg') ? 'image/jpeg' : 'image/webp')

/** Deletes images that were not sent within a day. */
export function scheduleForgetting({ database, jobs }: Pick<Platform, 'database' | 'jobs'>): void {
  jobs.schedule('visionImages.removeForgotten', '41 * * * *', () => store.removeForgotten(database))
}
