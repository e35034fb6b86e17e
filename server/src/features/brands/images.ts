import { randomBytes } from 'node:crypto'
import type { brandDefaults, brands } from '@parlance/contract/brands'
import { limits } from '@parlance/contract/limits'
import { isDatabaseAway, type Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call, RecordChange } from '../../platform/http/call.ts'
import type { ImageAnswer } from '../../platform/http/files.ts'
import { encodeImage } from '../../platform/images/encodeImage.ts'
import type { Shape } from '../../platform/images/encodingMessages.ts'
import type { Platform } from '../../platform/platform.ts'
import { type FileKind, fileFields, recorded } from './brand.ts'
import { type BrandsService, defaultsNamed, named } from './service.ts'
import * as store from './store.ts'

/** As large as the largest screen shows them: a splash fills it, a logo stands at the head of a page. */
const shapes: Record<FileKind, Shape> = {
  Logo: { width: 640, height: 320, fit: 'inside' },
  NavigationLogo: { width: 640, height: 320, fit: 'inside' },
  Splash: { width: 1920, height: 1440, fit: 'inside' },
  Avatar: { width: 256, height: 256, fit: 'cover' },
}
/** A name stands for one image for ever. */
const FOR_EVER_SECONDS = 31_536_000

export type NewImage = store.NewFile

export function createImages(platform: Platform, service: BrandsService) {
  const { blobs, database } = platform

  /** Encodes an image anew and puts it among the blobs; whoever does not keep it must remove it. */
  async function encode(bytes: Buffer, kind: FileKind, signal: AbortSignal): Promise<NewImage> {
    const encoded = await encodeImage(bytes, shapes[kind], { signal, log: platform.log })
    const [main, icon] = await Promise.all([
      blobs.put(encoded.bytes, limits.fileBytes),
      blobs.put(encoded.icon, limits.fileBytes),
    ])
    return {
      fileName: `${fieldOf(kind).replace('FileName', '')}-${randomBytes(16).toString('hex')}.webp`,
      kind,
      size: main.size,
      width: encoded.width,
      height: encoded.height,
      blobKey: main.key,
      iconBlobKey: icon.key,
      iconSize: icon.size,
    }
  }

  const discard = async ({ blobKey, iconBlobKey }: NewImage) => {
    await Promise.all([blobs.remove(blobKey), blobs.remove(iconBlobKey)])
  }

  /**
   * Does what is to keep these images, and removes those that were not kept: of a change that failed, and of a repetition,
   * which is answered from the first call and its images. A commit whose acknowledgement was lost may have been done:
   * then they are needed, or swept later.
   */
  async function keeping<T>(
    made: readonly NewImage[],
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
  async function encodeUpload({ upload, signal }: Call, kind: FileKind): Promise<NewImage> {
    if (upload.size > limits.brandFileBytes) throw new AppError('image.tooLarge')
    const image = await encode(await blobs.readAll(upload.blobKey), kind, signal)
    await blobs.remove(upload.blobKey)
    return image
  }

  async function put(
    call: Call,
    kind: FileKind,
    work: (tx: Sql, record: RecordChange, image: NewImage) => Promise<number>,
  ) {
    const image = await encodeUpload(call, kind)
    return keeping(
      [image],
      (answer) => [answer.fileName],
      () =>
        service.changing(call, async (tx, record) => {
          const version = await work(tx, record, image)
          return { fileName: image.fileName, version }
        }),
    )
  }

  async function upload(call: Call<typeof brands.uploadLogo>, kind: FileKind) {
    const { brandKey } = call.params
    return put(call as Call, kind, async (tx, record, image) => {
      const before = await store.lockBrand(tx, brandKey)
      if (!before) throw new AppError('brand.notFound')
      await store.putFile(tx, brandKey, image)
      return written(tx, record, before)
    })
  }

  async function uploadDefaultFile(call: Call<typeof brandDefaults.uploadDefaultFile>) {
    return put(call as Call, call.input.kind, async (tx, record, image) => {
      const before = await store.lockDefaults(tx)
      await store.putFile(tx, null, image)
      return defaultsWritten(tx, record, before)
    })
  }

  async function removeFile(call: Call<typeof brands.removeFile>) {
    const { brandKey, fileName } = call.params
    await service.changing(call as Call, async (tx, record) => {
      const before = await store.lockBrand(tx, brandKey)
      if (!before) throw new AppError('brand.notFound')
      if (!(await store.removeFile(tx, brandKey, fileName))) throw new AppError('brand.fileNotFound')
      await written(tx, record, before)
    })
    return {}
  }

  async function removeDefaultFile(call: Call<typeof brandDefaults.removeDefaultFile>) {
    await service.changing(call as Call, async (tx, record) => {
      const before = await store.lockDefaults(tx)
      if (!(await store.removeFile(tx, null, call.params.fileName))) throw new AppError('brand.fileNotFound')
      await defaultsWritten(tx, record, before)
    })
    return {}
  }

  async function getFile(brandKey: string, fileName: string): Promise<ImageAnswer> {
    const file = await store.readFile(database.db, brandKey, fileName)
    if (!file) throw new AppError('brand.fileNotFound')
    return {
      mimeType: 'image/webp',
      size: file.size,
      bytes: blobs.read(file.blobKey),
      cacheSeconds: FOR_EVER_SECONDS,
    }
  }

  return { encode, keeping, discard, upload, uploadDefaultFile, removeFile, removeDefaultFile, getFile }
}

export type Images = ReturnType<typeof createImages>

const fieldOf = (kind: FileKind): string =>
  Object.entries(fileFields).find(([, one]) => one === kind)?.[0] ?? kind

async function written(tx: Sql, record: RecordChange, before: store.BrandRow): Promise<number> {
  const after = await store.readBrand(tx, before.brandKey)
  if (!after) throw new Error('The brand that was just written is not there.')
  record({ ...named(after), before: recorded(before), after: recorded(after) })
  return after.version
}

async function defaultsWritten(tx: Sql, record: RecordChange, before: store.DefaultsRow): Promise<number> {
  const after = await store.readDefaults(tx)
  record({ ...defaultsNamed, before: recorded(before), after: recorded(after) })
  return after.version
}
