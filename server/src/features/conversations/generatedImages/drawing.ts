import type { ImageOrder } from '../../../engines/images.ts'
import { type Engines, type ImageDeployment, isSame } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import { type EncodedImage, encodeImage } from '../../../platform/images/encodeImage.ts'
import { imageKindOf } from '../../../platform/images/imageKindOf.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import type { KnownImage } from './store.ts'

type Needs = Pick<Platform, 'blobs' | 'log'> & {
  engines: Engines
  instance: Pick<CurrentInstance, 'isToolOn' | 'read'>
}

/** An image to edit, and the part of it that can change, as PNG in any size. */
interface Edited {
  image: Pick<KnownImage, 'blobKey' | 'width' | 'height'>
  mask: Buffer | null
}

export type Order = Omit<ImageOrder, 'edited'> & { edited: Edited | null }

export type Drawn =
  | {
      kind: 'Made'
      /** Those that can be read. */
      images: EncodedImage[]
    }
  | { kind: 'Refused' }

type Asking = { signal: AbortSignal; askedBy: string }
/** The tokens that a provider reported, if any. */
type Told = { inputTokens: number; outputTokens: number } | null

/** Makes images with the deployment that the instance has chosen. */
export interface Drawing {
  /** Returns the deployment; null if image generation can’t be used. */
  deployment(): Promise<ImageDeployment | null>
  /**
   * Returns images that are encoded again. Throws AppError if none was made, or the signal’s reason. `onMade` is called as
   * soon as the provider has made some, which then have to be paid.
   */
  draw(
    deployment: ImageDeployment,
    order: Order,
    asking: Asking,
    onMade: (images: number, usage: Told) => void,
  ): Promise<Drawn>
}

/** Each has its images in memory several times, before and after they are decoded. */
const MOST_AT_ONCE = 8
/** The others stay free for others, because an order can take minutes. */
const MOST_OF_PERSON = 4
const LARGEST = { width: 2048, height: 2048, fit: 'inside' } as const
const MOST_BYTES = 24 * 1024 * 1024
const THUMBNAIL = { width: 64, height: 64, fit: 'inside' } as const

export function createDrawing({ blobs, log, engines, instance }: Needs): Drawing {
  /** Who asked for the orders that are running. */
  const running: string[] = []

  /** Providers get PNG, and masks have the size of their image. */
  async function sent({ image: { blobKey, width, height }, mask }: Edited, asking: Asking) {
    const wanted = { format: 'png', small: THUMBNAIL, mostBytes: MOST_BYTES } as const
    const given = await blobs.readAll(blobKey)
    const inside = { width, height, fit: 'inside' } as const
    const image = await encodeImage(given, { ...wanted, shape: inside }, { ...asking, log })
    if (!mask) return { image: image.bytes, mask: null }
    if (imageKindOf(mask) !== 'png') throw new AppError('generatedImage.mask')
    const exactly = { width: image.width, height: image.height, fit: 'fill' } as const
    try {
      const fitted = await encodeImage(mask, { ...wanted, shape: exactly }, { ...asking, log })
      return { image: image.bytes, mask: fitted.bytes }
    } catch (cause) {
      throw isUnreadable(cause) ? new AppError('generatedImage.mask', { cause }) : cause
    }
  }

  return {
    async deployment() {
      if (!(await instance.isToolOn('ImageGeneration'))) return null
      const { imageDeployment } = await instance.read()
      const registry = await engines.current()
      return registry.images().find((one) => imageDeployment !== null && isSame(one, imageDeployment)) ?? null
    },
    async draw(deployment, order, asking, onMade) {
      const own = running.filter((askedBy) => askedBy === asking.askedBy)
      if (running.length >= MOST_AT_ONCE || own.length >= MOST_OF_PERSON)
        throw new AppError('generatedImage.busy', { retryAfter: 10 })
      running.push(asking.askedBy)
      try {
        return await drawOne(deployment, order, asking, onMade)
      } finally {
        running.splice(running.indexOf(asking.askedBy), 1)
      }
    },
  }

  async function drawOne(
    deployment: ImageDeployment,
    { edited, ...order }: Order,
    asking: Asking,
    onMade: (images: number, usage: Told) => void,
  ): Promise<Drawn> {
    const prepared = edited && (await sent(edited, asking))
    const registry = await engines.current()
    const outcome = await registry.makeImages(deployment, { ...order, edited: prepared }, asking.signal)
    if (outcome.kind === 'Refused') return outcome
    onMade(outcome.images.length, outcome.usage)
    const images: EncodedImage[] = []
    for (const bytes of outcome.images) {
      // A provider has no reason to send an SVG, which is a program rather than a picture.
      const kind = imageKindOf(bytes)
      if (kind === null || kind === 'svg') continue
      try {
        const wanted = { shape: LARGEST, small: THUMBNAIL, mostBytes: MOST_BYTES }
        images.push(await encodeImage(bytes, wanted, { ...asking, log }))
      } catch (cause) {
        if (!isUnreadable(cause)) throw cause
      }
    }
    const unread = outcome.images.length - images.length
    if (unread > 0) log.warn('generatedImages.unreadable', { images: unread })
    return { kind: 'Made', images }
  }
}

const unreadable = ['image.kind', 'image.broken', 'image.tooLarge', 'image.tooHard']
const isUnreadable = (cause: unknown) => cause instanceof AppError && unreadable.includes(cause.code)
