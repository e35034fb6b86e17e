import { Readable } from 'node:stream'
import { BrandFileKind, BrandKey, type brands, HostName, LoginAlignment } from '@parlance/contract/brands'
import { text } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import { ThemeSettings } from '@parlance/contract/theme'
import { z } from 'zod'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { FileAnswer } from '../../platform/http/files.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileFields } from './brand.ts'
import type { Images, NewImage } from './images.ts'
import type { BrandsService } from './service.ts'
import * as store from './store.ts'

/** Four images of 5 MB as base64, plus the surrounding JSON. */
const MOST_BYTES = 4 * limits.brandFileBytes * 1.4

/** Base64 uses four characters for three bytes. */
const MOST_LETTERS = Math.ceil(limits.brandFileBytes / 3) * 4 + 4

/** A brand as one file, with its own settings and images. */
const BrandFile = z.strictObject({
  format: z.literal('parlance-brand'),
  formatVersion: z.literal(1),
  brand: z.strictObject({
    brandKey: BrandKey,
    name: text(1, limits.brandName),
    hostNames: z.array(HostName).max(limits.hostNamesPerBrand),
    useLoginBackgroundImg: z.boolean().optional(),
    loginAlignment: LoginAlignment.optional(),
    theme: ThemeSettings,
  }),
  // The length is checked first, so an oversized text is not scanned.
  images: z.partialRecord(BrandFileKind, z.string().max(MOST_LETTERS).pipe(z.base64())),
})
type BrandFile = z.output<typeof BrandFile>
const fileFieldNames = Object.keys(fileFields) as (keyof typeof fileFields)[]

export function createTransfer(platform: Platform, service: BrandsService, images: Images) {
  const { blobs, database } = platform

  async function exportBrand(brandKey: string): Promise<FileAnswer> {
    const row = await store.readBrand(database.db, brandKey)
    if (!row) throw new AppError('brand.notFound')
    const files = await store.readFiles(database.db, brandKey)
    const pictures = await Promise.all(
      files.map(
        async ({ kind, blobKey }) => [kind, (await blobs.readAll(blobKey)).toString('base64')] as const,
      ),
    )
    const { name, hostNames, useLoginBackgroundImg, loginAlignment, theme } = row
    const file: BrandFile = {
      format: 'parlance-brand',
      formatVersion: 1,
      brand: {
        brandKey,
        name,
        hostNames,
        ...(useLoginBackgroundImg === null ? {} : { useLoginBackgroundImg }),
        ...(loginAlignment === null ? {} : { loginAlignment }),
        theme: theme as BrandFile['brand']['theme'],
      },
      images: Object.fromEntries(pictures),
    }
    const bytes = Buffer.from(`${JSON.stringify(file, null, 2)}\n`)
    return { name: `brand-${brandKey}.json`, size: bytes.length, bytes: Readable.from([bytes]) }
  }

  /** Creates a brand from a file, with the same validation as the UI. Re-encodes its images. */
  async function importBrand(call: Call<typeof brands.import>) {
    const file = await readFile(call)
    const brandKey = call.input.brandKey ?? file.brand.brandKey
    const created: NewImage[] = []
    const { userId, sessionId } = call.actor
    const asking = { signal: call.signal, askedBy: userId, session: sessionId }
    try {
      for (const [kind, image] of Object.entries(file.images))
        created.push(await images.encode(Buffer.from(image, 'base64'), kind as NewImage['kind'], asking))
    } catch (error) {
      await Promise.all(created.map(images.discard))
      throw error
    }
    return images.keeping(
      created,
      (answer) => fileFieldNames.map((field) => answer[field]),
      () =>
        service.changing(call as Call, (tx, record) => insert(tx, record, { call, file, brandKey, created })),
    )
  }

  async function insert(
    tx: Sql,
    record: RecordChange,
    { call, file, brandKey, created }: { call: Call; file: BrandFile; brandKey: string; created: NewImage[] },
  ) {
    const wanted = [...new Set(file.brand.hostNames)]
    const taken = await store.takenHostNames(tx, wanted, brandKey)
    const unusable = service.hostErrors(wanted).map(({ field }) => wanted[Number(field.split('.')[1])])
    const leftOut = wanted.filter((name) => taken.includes(name) || unusable.includes(name))
    const hostNames = wanted.filter((name) => !leftOut.includes(name))
    const { useLoginBackgroundImg = null, loginAlignment = null, name, theme } = file.brand
    const brand = { brandKey, name, hostNames, theme, useLoginBackgroundImg, loginAlignment }
    const shown = await service.insert(tx, { brand, images: created }, call.actor.userId, record)
    return { ...shown, leftOut }
  }

  async function readFile({ upload }: Call<typeof brands.import>): Promise<BrandFile> {
    if (upload.size > MOST_BYTES) throw new AppError('request.tooLarge')
    const bytes = await blobs.readAll(upload.blobKey)
    await blobs.remove(upload.blobKey)
    let read: unknown
    try {
      read = JSON.parse(bytes.toString('utf8'))
    } catch (cause) {
      throw new AppError('brand.importFile', { cause })
    }
    const parsed = BrandFile.safeParse(read)
    if (parsed.success) return parsed.data
    const fields = parsed.error.issues
      .slice(0, 10)
      .map(({ path, message }) => ({ field: `file.${path.join('.')}`, message }))
    throw new AppError('brand.importFile', { fields, cause: parsed.error })
  }

  return { exportBrand, importBrand }
}
