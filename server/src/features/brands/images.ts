import type { brandDefaults, brands } from '@parlance/contract/brands'
import { limits } from '@parlance/contract/limits'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { ImageAnswer } from '../../platform/http/files.ts'
import type { Shape } from '../../platform/images/encodingMessages.ts'
import { createImageStore, type StoredImage } from '../../platform/images/imageStore.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileFields, recorded } from './brand.ts'
import { type BrandsService, defaultsNamed, named } from './service.ts'
import * as store from './store.ts'

/** The largest displayed sizes: a splash fills the screen, and a logo appears at the top of a page. */
const shapes: Record<store.FileKind, Shape> = {
  Logo: { width: 640, height: 320, fit: 'inside' },
  NavigationLogo: { width: 640, height: 320, fit: 'inside' },
  Splash: { width: 1920, height: 1440, fit: 'inside' },
  Avatar: { width: 256, height: 256, fit: 'cover' },
}
/** A file name always refers to the same image. */
const FOR_EVER_SECONDS = 31_536_000

export type NewImage = store.NewFile

export function createImages(platform: Platform, service: BrandsService) {
  const { blobs, database } = platform
  const images = createImageStore(platform)

  async function withIcon(kind: store.FileKind, { small: icon, ...image }: StoredImage): Promise<NewImage> {
    const { key: iconBlobKey, size: iconSize } = await blobs.put(icon, limits.fileBytes)
    return { ...image, kind, iconBlobKey, iconSize }
  }

  /** Re-encodes an image and stores it as a blob with its icon. A caller that doesn't use it must delete it. */
  const encode = async (
    bytes: Buffer,
    kind: store.FileKind,
    asking: { signal: AbortSignal; askedBy: string; session: string },
  ): Promise<NewImage> => withIcon(kind, await images.encode(bytes, wanted(kind), asking))

  async function put(
    call: Call,
    kind: store.FileKind,
    work: (tx: Sql, record: RecordChange, image: NewImage) => Promise<number>,
  ) {
    const image = await withIcon(kind, await images.encodeUpload(call, wanted(kind)))
    return images.keeping(
      [image],
      (answer) => [answer.fileName],
      () =>
        service.changing(call, async (tx, record) => {
          const version = await work(tx, record, image)
          return { fileName: image.fileName, version }
        }),
    )
  }

  async function upload(call: Call<typeof brands.uploadLogo>, kind: store.FileKind) {
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

  const { keeping, discard } = images
  return { encode, keeping, discard, upload, uploadDefaultFile, removeFile, removeDefaultFile, getFile }
}

export type Images = ReturnType<typeof createImages>

const wanted = (kind: store.FileKind) => ({
  name: fieldOf(kind).replace('FileName', ''),
  shape: shapes[kind],
})

const fieldOf = (kind: store.FileKind): string =>
  Object.entries(fileFields).find(([, one]) => one === kind)?.[0] ?? kind

async function written(tx: Sql, record: RecordChange, before: store.BrandRow): Promise<number> {
  const after = await store.readBrand(tx, before.brandKey)
  if (!after) throw new Error('The updated brand is missing.')
  record({ ...named(after), before: recorded(before), after: recorded(after) })
  return after.version
}

async function defaultsWritten(tx: Sql, record: RecordChange, before: store.DefaultsRow): Promise<number> {
  const after = await store.readDefaults(tx)
  record({ ...defaultsNamed, before: recorded(before), after: recorded(after) })
  return after.version
}
