import type { Picture } from '../../../engines/engine.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { OwnedImage } from '../columns/visionImagesStore.ts'
import { pictureTokens } from '../execution/tokens.ts'

/** The newest images of a conversation: what providers accept at once, and what is worth the tokens. */
const MOST_PICTURES = 10
/** Size of the files. Base64 adds a third, and providers accept about 30 MB per call. */
const MOST_BYTES = 18 * 1024 * 1024

/** The images of a branch, by the question they were sent with. */
export type ImagesOfTurns = ReadonlyMap<string, readonly OwnedImage[]>

export interface Pictures {
  ofTurns: ReadonlyMap<string, readonly Picture[]>
  /** Images that the model doesn't get, because there were too many or they are no longer readable. */
  leftOut: number
}

/**
 * Reads the images of a branch for a model, the newest question's first, until the count, size, or `tokens`
 * limit is reached. The first image can exceed `tokens`. `order`: the questions from oldest to newest.
 */
export async function readPictures(
  { blobs, log }: { blobs: Blobs; log: Log },
  images: ImagesOfTurns,
  { order, tokens }: { order: readonly string[]; tokens: number },
): Promise<Pictures> {
  const ofTurns = new Map<string, Picture[]>()
  const left = { pictures: MOST_PICTURES, bytes: MOST_BYTES, tokens }
  let leftOut = 0
  for (const segmentId of order.toReversed()) {
    for (const { blobKey, width, height } of images.get(segmentId) ?? []) {
      const isFirst = left.pictures === MOST_PICTURES
      const cost = pictureTokens({ width, height })
      const fits = left.pictures > 0 && left.bytes > 0 && (isFirst || cost <= left.tokens)
      const bytes = fits ? await read({ blobs, log }, blobKey) : null
      if (!bytes) {
        leftOut += 1
        continue
      }
      left.pictures -= 1
      left.bytes -= bytes.length
      left.tokens -= cost
      const picture: Picture = { mimeType: 'image/jpeg', base64: bytes.toString('base64'), width, height }
      ofTurns.set(segmentId, [...(ofTurns.get(segmentId) ?? []), picture])
    }
  }
  return { ofTurns, leftOut }
}

/** An image with lost bytes must not block all answers forever. */
async function read({ blobs, log }: { blobs: Blobs; log: Log }, blobKey: string): Promise<Buffer | null> {
  try {
    return await blobs.readAll(blobKey)
  } catch (cause) {
    log.error('visionImage.lost', { blobKey }, cause)
    return null
  }
}
