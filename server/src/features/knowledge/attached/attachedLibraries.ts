import { setTimeout as wait } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import type { Sql } from '../../../platform/database/database.ts'
import type { Upload } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { imageTypes } from '../extraction/sniff.ts'
import type { Indexer } from '../indexing/indexer.ts'
import { queueAttached } from '../scans/store.ts'
import { putFile } from '../store.ts'
import * as store from './store.ts'

export type { AttachedFile } from './store.ts'

interface NewAttachedFile {
  upload: Upload
  mimeType: string
  /** Null for visitors of public pages. */
  uploadedBy: string | null
  /** Whether it is read and indexed, or only stored. */
  searched: boolean
}

/** Libraries of one file each, for attachments. They are visible only through the attachment. */
export interface AttachedLibraries {
  /** Call `wake` after the transaction to start reading the file. */
  create(tx: Sql, file: NewAttachedFile): Promise<store.AttachedFile>
  files(db: Sql, dataSourceIds: readonly string[]): Promise<store.AttachedFile[]>
  /** Waits until the files are read or failed, or until the timeout. Returns their state. */
  whenRead(
    dataSourceIds: readonly string[],
    limitMs: number,
    signal: AbortSignal,
  ): Promise<store.AttachedFile[]>
  /** Hides them at once. The rest is deleted in the background. */
  remove(tx: Sql, dataSourceIds: readonly string[]): Promise<void>
  /** Deletes some libraries of someone that are left without a file, and returns how many. */
  removeEmpty(tx: Sql, createdBy: string): Promise<number>
}

/** Files read by this process are reported immediately. This is the polling interval for other processes. */
const LOOK_MS = 400
const ended = new Set(['Ready', 'Failed'])

export function createAttachedLibraries(
  platform: Platform,
  indexer: Pick<Indexer, 'worked'>,
): AttachedLibraries {
  const { db } = platform.database
  return {
    async create(tx, { upload, mimeType, uploadedBy, searched }) {
      const dataSourceId = uuid()
      const { name, size, sha256, blobKey } = upload
      await store.insertAttachedLibrary(tx, { dataSourceId, name, createdBy: uploadedBy })
      const file = { fileId: uuid(), name, folder: '', size, mimeType, sha256, blobKey, uploadedBy }
      await putFile(tx, dataSourceId, file)
      if (!searched) await store.markUnsearched(tx, file.fileId)
      else if ((imageTypes as readonly string[]).includes(mimeType)) await queueAttached(tx, file.fileId)
      const [created] = await store.readAttachedFiles(tx, [dataSourceId])
      return created!
    },
    files: store.readAttachedFiles,
    async whenRead(dataSourceIds, limitMs, signal) {
      const end = performance.now() + limitMs
      const unread = (files: readonly store.AttachedFile[]) => !files.every((file) => ended.has(file.state))
      let files = await store.readAttachedFiles(db, dataSourceIds)
      for (let left = limitMs; left > 0 && unread(files); left = end - performance.now()) {
        const waiting = new AbortController()
        const stop = AbortSignal.any([signal, waiting.signal])
        // Subscribed before reading again, so that a file that is read in between isn't missed.
        const worked = indexer.worked(stop).catch(() => undefined)
        try {
          files = await store.readAttachedFiles(db, dataSourceIds)
          if (unread(files))
            await Promise.race([worked, wait(Math.min(LOOK_MS, left), null, { signal: stop, ref: false })])
        } finally {
          waiting.abort()
        }
        signal.throwIfAborted()
      }
      return files
    },
    remove: store.markAttachedRemoved,
    removeEmpty: store.removeEmpty,
  }
}
