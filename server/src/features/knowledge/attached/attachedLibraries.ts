import { setTimeout as wait } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../../../platform/database/database.ts'
import type { Upload } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Indexer } from '../indexing/indexer.ts'
import { putFile } from '../store.ts'
import * as store from './store.ts'

export type { AttachedFile } from './store.ts'

interface NewAttachedFile {
  upload: Upload
  mimeType: string
  uploadedBy: string
  /** Read and indexed, or only kept. */
  searched: boolean
}

/** Libraries of one file each, for attachments: nobody sees them but through the attachment. */
export interface AttachedLibraries {
  /** `wake` lets the file be read after the transaction. */
  create(tx: Sql, file: NewAttachedFile): Promise<store.AttachedFile>
  files(db: Sql, dataSourceIds: readonly string[]): Promise<store.AttachedFile[]>
  /** Waits until they are read or failed, or the time is over; answers how they are then. */
  whenRead(
    dataSourceIds: readonly string[],
    limitMs: number,
    signal: AbortSignal,
  ): Promise<store.AttachedFile[]>
  /** Nobody finds them from here on; the rest is cleared away in the background. */
  remove(tx: Sql, dataSourceIds: readonly string[]): Promise<void>
}

/** A file that this process reads is heard of at once; another process's is looked for. */
const LOOK_MS = 400
const ended = new Set(['Ready', 'Failed'])

export function createAttachedLibraries(platform: Platform, indexer: Indexer): AttachedLibraries {
  const { db } = platform.database
  return {
    async create(tx, { upload, mimeType, uploadedBy, searched }) {
      const dataSourceId = uuid()
      const { name, size, sha256, blobKey } = upload
      await store.insertAttachedLibrary(tx, { dataSourceId, name, createdBy: uploadedBy })
      const file = { fileId: uuid(), name, folder: '', size, mimeType, sha256, blobKey, uploadedBy }
      await putFile(tx, dataSourceId, file)
      if (!searched) await store.makeKept(tx, file.fileId)
      const [created] = await store.readAttachedFiles(tx, [dataSourceId])
      return created!
    },
    files: store.readAttachedFiles,
    async whenRead(dataSourceIds, limitMs, signal) {
      for (const end = performance.now() + limitMs; ; ) {
        const worked = indexer.worked()
        const files = await store.readAttachedFiles(db, dataSourceIds)
        const left = end - performance.now()
        if (left <= 0 || files.every((file) => ended.has(file.state))) return files
        await Promise.race([worked, wait(Math.min(LOOK_MS, left), null, { signal, ref: false })])
        signal.throwIfAborted()
      }
    },
    remove: store.markAttachedRemoved,
  }
}
