import type { Readable } from 'node:stream'
import { limits } from '@parlance/contract/limits'
import type { StoredBlob } from '../../../platform/blobs/blobs.ts'
import type { OwnContainers } from '../../../platform/blobs/routedBlobs.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Upload } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Credentials } from './credentials.ts'
import { readByNumber, readContainerNumber, readNumbers } from './store.ts'

/** The containers of libraries with explicit endpoints, by the libraries' numbers. */
export function ownContainers(db: Sql, credentials: Credentials): OwnContainers {
  return {
    async find(number) {
      const row = await readByNumber(db, number)
      if (!row) return null
      const endpoints = credentials.open(row)
      if (!endpoints) throw new AppError('storage.unreachable')
      return endpoints.container
    },
    list: () => readNumbers(db),
  }
}

/** Stores a file's bytes where the library's files are. */
export async function putInLibrary(
  { blobs, database }: Pick<Platform, 'blobs' | 'database'>,
  dataSourceId: string,
  bytes: Readable | Buffer,
): Promise<StoredBlob> {
  const number = await readContainerNumber(database.db, dataSourceId)
  return number === null ? blobs.put(bytes, limits.fileBytes) : blobs.putIn(number, bytes, limits.fileBytes)
}

/** Moves an upload to where the library's files are. Its new key is dropped or kept like any upload's. */
export async function moveToLibrary(
  { blobs, database }: Pick<Platform, 'blobs' | 'database'>,
  dataSourceId: string,
  upload: Upload,
): Promise<void> {
  const number = await readContainerNumber(database.db, dataSourceId)
  if (number === null) return
  const { blobKey } = upload
  upload.blobKey = (await blobs.putIn(number, blobs.read(blobKey), limits.fileBytes)).key
  await blobs.remove(blobKey)
}
