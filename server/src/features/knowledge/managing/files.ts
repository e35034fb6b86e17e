import type { dataSources } from '@parlance/contract/dataSources'
import type { Answer, Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { Actor } from '../../../platform/access/actor.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { inSlices } from '../../../platform/database/slices.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { FileAnswer } from '../../../platform/http/files.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Indexer } from '../indexing/indexer.ts'
import { changeableBy, mayChange, visibleTo } from '../policy.ts'
import * as store from '../store.ts'

/** The job that has the files of a library read again that were read before a time. */
export const REINDEXING = 'dataSources.reIndex'

interface OneFile {
  dataSourceId: string
  fileId: string
}

/** What people do with the files of a library once they are there. */
export function createFileManagement(platform: Platform, indexer: Pick<Indexer, 'wake'>) {
  const { database, blobs, jobs, clock } = platform
  const passagePages = createContinuation<{ ordinal: number }>(platform.config.secretKey, 'passages')

  async function getFile(actor: Actor, { dataSourceId, fileId }: OneFile) {
    const found = await store.findFile(database.db, visibleTo(actor), dataSourceId, fileId)
    if (!found) throw new AppError('file.notFound')
    return found
  }

  async function getFileContent(actor: Actor, file: OneFile): Promise<FileAnswer> {
    const { name } = await getFile(actor, file)
    const blobKey = await store.readBlobKey(database.db, file.fileId)
    if (blobKey === null) throw new AppError('file.notFound')
    return { name, size: await blobs.sizeOf(blobKey), bytes: blobs.read(blobKey) }
  }

  async function listPassages(
    actor: Actor,
    { dataSourceId, fileId }: OneFile,
    { pageSize = limits.pageSize, continuationToken }: Input<typeof dataSources.listPassages>,
  ) {
    await getFile(actor, { dataSourceId, fileId })
    const after = passagePages.read(continuationToken)?.ordinal ?? -1
    const part = { after, limit: pageSize + 1 }
    const rows = await store.listPassages(database.db, visibleTo(actor), dataSourceId, fileId, part)
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return { items, continuationToken: more ? passagePages.write({ ordinal: last.ordinal }) : null }
  }

  async function retryFile(call: Call<typeof dataSources.retryFile>) {
    const { dataSourceId, fileId } = call.params
    const mine = changeableBy(call.actor)
    const file = await call.change(async (tx, record) => {
      const found = await store.findFile(tx, mine, dataSourceId, fileId)
      if (!found) throw new AppError('file.notFound')
      await retry(tx, found, record)
      return (await store.findFile(tx, mine, dataSourceId, fileId)) ?? found
    })
    indexer.wake()
    return file
  }

  async function changeFiles(
    call: Call<typeof dataSources.changeFiles>,
  ): Promise<Answer<typeof dataSources.changeFiles>> {
    const { dataSourceId } = call.params
    const { action, folder = '', fileIds } = call.input
    const wanted = [...new Set(fileIds)]
    const answer = await call.change(async (tx, record) => {
      if (!(await store.findLibrary(tx, changeableBy(call.actor), dataSourceId)))
        throw new AppError('dataSource.notFound')
      const files = await store.lockFiles(tx, dataSourceId, wanted)
      const there = new Set(files.map(({ fileId }) => fileId))
      const failed: Answer<typeof dataSources.changeFiles>['failed'] = wanted
        .filter((fileId) => !there.has(fileId))
        .map((fileId) => ({ fileId, code: 'file.notFound' }))
      for (const file of files) {
        if (action === 'Remove') await remove(tx, file, record)
        else if (action === 'Retry') await retry(tx, file, record)
        else if (!(await move(tx, file, folder, record)))
          failed.push({ fileId: file.fileId, code: 'file.nameTaken' })
      }
      if (failed.length === wanted.length) record('nothing')
      return { changed: wanted.length - failed.length, failed }
    })
    indexer.wake()
    return answer
  }

  async function pauseIndexing(call: Call<typeof dataSources.pauseIndexing>) {
    const { dataSourceId } = call.params
    const { paused } = call.input
    const library = await call.change(async (tx, record) => {
      const before = await store.findLibraryLocked(tx, changeableBy(call.actor), dataSourceId)
      if (!before) throw new AppError('dataSource.notFound')
      if (before.indexingPaused === paused) {
        record('nothing')
        return before
      }
      const after = await store.setPaused(tx, dataSourceId, paused)
      record({
        ...libraryOf(after),
        before: { indexingPaused: before.indexingPaused },
        after: { indexingPaused: paused },
      })
      return after
    })
    indexer.wake()
    return { ...library, mayWrite: mayChange(call.actor, dataSourceId) }
  }

  async function reIndex(call: Call<typeof dataSources.reIndex>) {
    const { dataSourceId } = call.params
    await call.change(async (tx, record) => {
      const found = await store.findLibraryLocked(tx, changeableBy(call.actor), dataSourceId)
      if (!found) throw new AppError('dataSource.notFound')
      record({ ...libraryOf(found), before: {}, after: { files: found.files } })
    })
    await jobs.send(REINDEXING, { dataSourceId, before: clock.now().toISOString() })
    return {}
  }

  // Files that were read since the request aren't read once more, however often the job runs.
  jobs.work<{ dataSourceId: string; before: string }>(REINDEXING, async ({ dataSourceId, before }) => {
    await inSlices(async () => {
      const queued = await database.transaction((tx) => store.requeueReady(tx, dataSourceId, before))
      if (queued > 0) indexer.wake()
      return queued
    })
  })

  return { getFile, getFileContent, listPassages, retryFile, changeFiles, pauseIndexing, reIndex }
}

const libraryOf = ({ dataSourceId, name }: store.LibraryRow) => ({
  entityType: 'DataSource',
  entityId: dataSourceId,
  entityName: name,
})

const fileOf = ({ fileId, name }: store.FileRow) => ({
  entityType: 'File',
  entityId: fileId,
  entityName: name,
})

export async function remove(tx: Sql, file: store.FileRow, record: RecordChange): Promise<void> {
  await store.markRemoved(tx, file.fileId)
  record({ ...fileOf(file), before: recordedFile(file), after: null })
}

async function retry(tx: Sql, file: store.FileRow, record: RecordChange): Promise<void> {
  if (file.state !== 'Failed') return record('nothing')
  await store.requeueFailed(tx, file.fileId)
  record({ ...fileOf(file), before: { state: file.state }, after: { state: 'Queued' } })
}

/** Returns false if another file in the folder has this name. */
async function move(tx: Sql, file: store.FileRow, folder: string, record: RecordChange): Promise<boolean> {
  if (file.folder === folder) {
    record('nothing')
    return true
  }
  if (!(await store.moveFile(tx, file.fileId, folder))) return false
  record({ ...fileOf(file), before: recordedFile(file), after: recordedFile({ ...file, folder }) })
  return true
}

/** The audit log fields of a file. */
export function recordedFile(file: store.FileRow) {
  const { dataSourceId, folder, name, fileVersion, size, mimeType } = file
  return { dataSourceId, folder, name, fileVersion, size, mimeType }
}
