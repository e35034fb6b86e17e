import type { Readable } from 'node:stream'
import { limits } from '@parlance/contract/limits'
import type { StoredBlob } from '../../../platform/blobs/blobs.ts'
import type { OwnContainers } from '../../../platform/blobs/routedBlobs.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Upload } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Credentials } from './credentials.ts'
import { readByNumber, readContainer, readNumbers } from './store.ts'

/** The containers of libraries with explicit endpoints, by the libraries' numbers. */
export function ownContainers(db: Sql, credentials: Credentials): OwnContainers {
  return {
    async find(number) {
      const row = await readByNumber(db, number)
      if (!row) return null
      const endpoints = credentials.open(row)
      if (!endpoints) throw new AppError('storage.unreachable')
      return { ...endpoints.container, isConfirmed: row.isConfirmed }
    },
    list: () => readNumbers(db),
  }
}

/** Where a file's bytes are, and in which container; null for the store of the instance. */
export interface LibraryBlob extends StoredBlob {
  container: string | null
}

/** Stores a file's bytes where the library's files are. */
export async function putInLibrary(
  { blobs, database }: Pick<Platform, 'blobs' | 'database'>,
  dataSourceId: string,
  bytes: Readable | Buffer,
): Promise<LibraryBlob> {
  const container = await readContainer(database.db, dataSourceId)
  if (!container) return { ...(await blobs.put(bytes, limits.fileBytes)), container: null }
  return { ...(await blobs.putIn(container.number, bytes, limits.fileBytes)), container: container.url }
}

/**
 * Moves an upload to where the library's files are. Its new key is dropped or kept like any upload's. Returns the
 * container that it is in.
 */
export async function moveToLibrary(
  { blobs, database }: Pick<Platform, 'blobs' | 'database'>,
  dataSourceId: string,
  upload: Upload,
): Promise<string | null> {
  const container = await readContainer(database.db, dataSourceId)
  if (!container) return null
  const { blobKey } = upload
  upload.blobKey = (await blobs.putIn(container.number, blobs.read(blobKey), limits.fileBytes)).key
  await blobs.remove(blobKey)
  return container.url
}
