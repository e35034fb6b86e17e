import { randomBytes } from 'node:crypto'
import { limits } from '@parlance/contract/limits'
import type { Blobs } from '../blobs/blobs.ts'
import { isDatabaseAway } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { Call } from '../http/call.ts'
import type { Log } from '../log/log.ts'
import { encodeImage, type Unread, type Wanted } from './encodeImage.ts'

/** An image among the blobs, under a name that was made here and stands for this image for ever. */
export interface StoredImage {
  fileName: string
  size: number
  width: number
  height: number
  blobKey: string
  /** The icon, or what else was wanted beside it: it is not stored. */
  small: Buffer
}

/** What an image is to be, and the first part of its name. */
export interface Named extends Wanted {
  name: string
}

interface Discardable {
  fileName: string
  blobKey: string
  iconBlobKey?: string
}

/** Images that people upload: encoded anew, and kept only where the change that brings them is. */
export function createImageStore({ blobs, log }: { blobs: Blobs; log: Log }) {
  /** Encodes an image anew and puts it among the blobs; whoever does not keep it must remove it. */
  async function encode(
    bytes: Uint8Array | Unread,
    { name, ...wanted }: Named,
    { signal, askedBy }: { signal: AbortSignal; askedBy: string },
  ): Promise<StoredImage> {
    const { bytes: encoded, ...rest } = await encodeImage(bytes, wanted, { signal, log, askedBy })
    const { key: blobKey, size } = await blobs.put(encoded, limits.fileBytes)
    const ending = wanted.format === 'jpeg' ? 'jpg' : 'webp'
    return { fileName: `${name}-${randomBytes(16).toString('hex')}.${ending}`, size, blobKey, ...rest }
  }

  const discard = async ({ blobKey, iconBlobKey }: Discardable) => {
    await Promise.all([blobs.remove(blobKey), iconBlobKey && blobs.remove(iconBlobKey)])
  }

  /**
   * Does what is to keep these images, and removes those that were not kept: of a change that failed, and of a repetition,
   * which is answered from the first call and its images. A commit whose acknowledgement was lost may have been done:
   * then they are needed, or swept later.
   */
  async function keeping<T>(
    made: readonly Discardable[],
    kept: (answer: T) => readonly (string | null)[],
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      const answer = await work()
      const names = kept(answer)
      await Promise.all(made.filter(({ fileName }) => !names.includes(fileName)).map(discard))
      return answer
    } catch (error) {
      if (!isDatabaseAway(error)) await Promise.all(made.map(discard))
      throw error
    }
  }

  /** What was uploaded is read once, and not kept as it came. */
  async function encodeUpload(
    { upload, signal, actor }: Pick<Call, 'upload' | 'signal' | 'actor'>,
    wanted: Named,
  ): Promise<StoredImage> {
    if (upload.size > (wanted.mostBytes ?? limits.brandFileBytes)) throw new AppError('image.tooLarge')
    const unread = { size: upload.size, read: () => blobs.readAll(upload.blobKey) }
    const image = await encode(unread, wanted, { signal, askedBy: actor.userId })
    await blobs.remove(upload.blobKey)
    return image
  }

  return { encode, encodeUpload, keeping, discard }
}
