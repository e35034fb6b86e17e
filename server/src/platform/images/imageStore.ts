import { randomBytes } from 'node:crypto'
import { limits } from '@parlance/contract/limits'
import { turnOf } from '../access/actor.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { isDatabaseAway } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { Call } from '../http/call.ts'
import type { Log } from '../log/log.ts'
import { encodeImage, type Unread, type Wanted } from './encodeImage.ts'

/** An image in the blob store, under a generated name that identifies this image permanently. */
export interface StoredImage {
  fileName: string
  size: number
  width: number
  height: number
  blobKey: string
  /** The icon, or the other requested small version. It isn't stored. */
  small: Buffer
}

/** The requested output of an image, and the first part of its name. */
export interface Named extends Wanted {
  name: string
}

interface Discardable {
  fileName: string
  blobKey: string
  iconBlobKey?: string
}

/** Re-encodes uploaded images and stores them only if their change succeeds. */
export function createImageStore({ blobs, log }: { blobs: Blobs; log: Log }) {
  /** Re-encodes an image and puts it into the blob store. A caller that doesn't keep it must delete it. */
  async function encode(
    bytes: Uint8Array | Unread,
    { name, ...wanted }: Named,
    asking: { signal: AbortSignal; askedBy: string; session: string },
  ): Promise<StoredImage> {
    const { bytes: encoded, ...rest } = await encodeImage(bytes, wanted, { ...asking, log })
    const { key: blobKey, size } = await blobs.put(encoded, limits.fileBytes)
    const ending = wanted.format === 'jpeg' ? 'jpg' : 'webp'
    return { fileName: `${name}-${randomBytes(16).toString('hex')}.${ending}`, size, blobKey, ...rest }
  }

  const discard = async ({ blobKey, iconBlobKey }: Discardable) => {
    await Promise.all([blobs.remove(blobKey), iconBlobKey && blobs.remove(iconBlobKey)])
  }

  /**
   * Runs a change that keeps these images, and deletes those it didn't keep. That happens if a change fails, or
   * is a repeated call answered with the first call's images. A commit whose acknowledgment was lost may have
   * succeeded, so the images stay; unneeded ones are swept later.
   */
  async function keeping<T>(
    created: readonly Discardable[],
    kept: (answer: T) => readonly (string | null)[],
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      const answer = await work()
      const names = kept(answer)
      await Promise.all(created.filter(({ fileName }) => !names.includes(fileName)).map(discard))
      return answer
    } catch (error) {
      if (!isDatabaseAway(error)) await Promise.all(created.map(discard))
      throw error
    }
  }

  /** The upload is read once and then deleted. */
  async function encodeUpload(
    { upload, signal, actor }: Pick<Call, 'upload' | 'signal' | 'actor'>,
    wanted: Named,
  ): Promise<StoredImage> {
    if (upload.size > (wanted.mostBytes ?? limits.brandFileBytes)) throw new AppError('image.tooLarge')
    const unread = { size: upload.size, read: () => blobs.readAll(upload.blobKey) }
    const image = await encode(unread, wanted, {
      signal,
      askedBy: turnOf(actor),
      session: actor.sessionId,
    })
    await blobs.remove(upload.blobKey)
    return image
  }

  return { encode, encodeUpload, keeping, discard }
}
