import type { Platform } from '../../../platform/platform.ts'
import type { Libraries } from '../retrieval/store.ts'
import { type FileWithTables, readFilesWithTables, type WhichFiles } from './store.ts'
import type { NamedFile, QueryRows } from './tableMessages.ts'
import { createTablePool, type TableFile } from './tablePool.ts'
import type { TypedTable } from './typedTable.ts'

/** Questions over all rows of tables. The caller has checked that the libraries are readable. */
export interface TableQueries {
  /** Returns files with tables of these libraries: see `readFilesWithTables`. */
  files(libraries: Libraries, which: WhichFiles): Promise<FileWithTables[]>
  /** Returns the tables of a file, which are loaded first if they aren't yet. Throws QueryFailure. */
  tablesOf(file: FileWithTables): Promise<TypedTable[]>
  /**
   * Runs one query that can only read, over files of these libraries. Returns null if one of them isn't there (anymore).
   * Throws QueryFailure.
   */
  query(
    libraries: Libraries,
    files: readonly { fileId: string; names: NamedFile['names'] }[],
    sql: string,
  ): Promise<QueryRows | null>
  close(): void
}

export function createTableQueries({ database, blobs }: TablesPlatform): TableQueries {
  const { db } = database
  const pool = createTablePool()

  async function pooled({ blobKey, fileName, mimeType }: FileWithTables): Promise<TableFile> {
    const size = await blobs.sizeOf(blobKey)
    // Blobs never change, and a new version of a file is another one.
    return { key: blobKey, name: fileName, size, mimeType, read: () => blobs.read(blobKey) }
  }

  return {
    files: (libraries, which) => readFilesWithTables(db, libraries, which),
    tablesOf: async (file) => pool.tablesOf(await pooled(file)),
    async query(libraries, files, sql) {
      const fileIds = files.map(({ fileId }) => fileId)
      const found = await readFilesWithTables(db, libraries, { limit: files.length, fileIds })
      const byId = new Map(found.map((file) => [file.fileId, file]))
      const queried = files.flatMap(({ fileId, names }) => {
        const file = byId.get(fileId)
        return file ? [{ file, names }] : []
      })
      if (queried.length < files.length) return null
      return pool.query(
        await Promise.all(queried.map(async ({ file, names }) => ({ file: await pooled(file), names }))),
        sql,
      )
    },
    close: () => pool.close(),
  }
}

type TablesPlatform = Pick<Platform, 'database' | 'blobs'>
