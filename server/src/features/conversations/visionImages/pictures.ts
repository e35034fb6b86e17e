import type { Picture } from '../../../engines/engine.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { KeptImage } from './store.ts'

/** The newest of a conversation: what providers take at once, and what is worth its tokens. */
const MOST_PICTURES = 10
/** Of the files. As base64 it is a third more, and providers take some 30 MB a call. */
const MOST_BYTES = 18 * 1024 * 1024

/** The images of a branch, by the question that brought them. */
export type ImagesOfTurns = ReadonlyMap<string, readonly KeptImage[]>
export type PicturesOfTurns = ReadonlyMap<string, readonly Picture[]>

/**
 * Reads the images of a branch for a model, the newest first until there are too many. `order`: the questions from the
 * oldest to the newest.
 */
export async function readPictures(
  blobs: Blobs,
  images: ImagesOfTurns,
  order: readonly string[],
): Promise<PicturesOfTurns> {
  const pictures = new Map<string, Picture[]>()
  let bytes = 0
  let count = 0
  for (const segmentId of order.toReversed()) {
    const read: Picture[] = []
    for (const { blobKey, width, height } of images.get(segmentId) ?? []) {
      if (count >= MOST_PICTURES || bytes >= MOST_BYTES) break
      const content = await blobs.readAll(blobKey)
      count += 1
      bytes += content.length
      read.push({ mimeType: 'image/jpeg', base64: content.toString('base64'), width, height })
    }
    if (read.length > 0) pictures.set(segmentId, read)
  }
  return pictures
}
