import { randomBytes } from 'node:crypto'
import { limits } from '@parlance/contract/limits'
import type { Blobs } from '../blobs/blobs.ts'
import { isDatabaseAway } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { Call } from '../http/call.ts'
import type { Log } from '../log/log.ts'
import { encodeImage } from './encodeImage.ts'
import type { Shape } from './encodingMessages.ts'

/** An image among the blobs, under a name that was made here and stands for this image for ever. */
export interface StoredImage {
  fileName: string
  size: number
  width: number
  height: number
  blobKey: string
  /** The same, small and square, as PNG: it is not stored. */
  icon: Buffer
}

/** What an image is to be: the first part of its name, and its shape. */
export interface Wanted {
  name: string
  shape: Shape
}

interface Discardable {
  fileName: string
  blobKey: string
  iconBlobKey?: string
}

export type ImageStore = ReturnType<typeof createImageStore>

/** Images that people upload: encoded anew, and kept only where the change that brings them is. */
export function createImageStore({ blobs, log }: { blobs: Blobs; log: Log }) {
  /** Encodes an image anew and puts it among the blobs; whoever does not keep it must remove it. */
  async function encode(bytes: Buffer, { name, shape }: Wanted, signal: AbortSignal): Promise<StoredImage> {
    const { bytes: encoded, ...rest } = await encodeImage(bytes, shape, { signal, log })
    const { key: blobKey, size } = await blobs.put(encoded, limits.fileBytes)
    return { fileName: `${name}-${randomBytes(16).toString('hex')}.webp`, size, blobKey, ...rest }
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
    { upload, signal }: Pick<Call, 'upload' | 'signal'>,
    wanted: Wanted,
  ): Promise<StoredImage> {
    if (upload.size > limits.brandFileBytes) throw new AppError('image.tooLarge')
    const image = await encode(await blobs.readAll(upload.blobKey), wanted, signal)
    await blobs.remove(upload.blobKey)
    return image
  }

  return { encode, encodeUpload, keeping, discard }
}
