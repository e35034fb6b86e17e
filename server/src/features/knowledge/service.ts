import type { Readable } from 'node:stream'
import type { dataSources } from '@parlance/contract/dataSources'
import type { Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Actor, Rights } from '../../platform/access/actor.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import { isDatabaseAway, isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { inSlices } from '../../platform/database/slices.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import { nameKey } from '../../platform/language/nameKey.ts'
import { withdrawNotices } from '../../platform/notifications/notifications.ts'
import type { Platform } from '../../platform/platform.ts'
import { giveCreatorRights } from '../userRoles/index.ts'
import { moveToLibrary, putInLibrary } from './endpoints/libraryBlobs.ts'
import { keepContainer } from './endpoints/store.ts'
import { kindOf } from './extraction/kindOf.ts'
import { imageTypeOf, imageTypes } from './extraction/sniff.ts'
import { failedTopic } from './failedTopic.ts'
import type { GraphBuilder } from './graph/graphBuilder.ts'
import { requeue } from './graph/store.ts'
import { readHealth } from './health/store.ts'
import type { Indexer } from './indexing/indexer.ts'
import { createFileManagement, recordedFile, remove } from './managing/files.ts'
import type { OwnIndexes } from './ownIndexes/ownIndexes.ts'
import { forgetLibrary } from './ownIndexes/store.ts'
import { changeableBy, mayChange, visibleTo } from './policy.ts'
import type { Scanner } from './scans/scanner.ts'
import { queueUpload } from './scans/store.ts'
import * as store from './store.ts'

const REMOVING = 'dataSources.removeFiles'
const EMPTY_AT_ONCE = 100

interface Needs {
  indexer: Indexer
  graphs: Pick<GraphBuilder, 'wake'>
  scanner: Scanner
  ownIndexes: Pick<OwnIndexes, 'of'>
}

/** The most files whose scanned pages one transaction stops. */

export function createService(platform: Platform, { indexer, graphs, ownIndexes, scanner }: Needs) {
  const { database } = platform
  const libraryPages = createContinuation<{ nameKey: string }>(platform.config.secretKey, 'dataSources')
  const filePages = createContinuation<{ createdAt: string; fileId: string }>(
    platform.config.secretKey,
    'files',
  )

  async function createLibrary(call: Call<typeof dataSources.createLibrary>) {
    const { name, description = '', graphIndex } = call.input
    try {
      return await call.change(async (tx, record) => ({
        ...(await insertLibrary(tx, call.actor, record, { name, description, graphIndex })),
        mayWrite: true,
      }))
    } catch (error) {
      throw nameError(error)
    }
  }

  /** Throws if scanned pages can’t be read as wanted. Outside the transaction, because it can start a program. */
  async function checkOcr({ actor, params, input }: Call<typeof dataSources.updateLibrary>): Promise<void> {
    if (!input.ocr && !input.ocrLanguages && input.ocrDeployment === undefined) return
    const known = await store.findLibrary(database.db, changeableBy(actor), params.fileLibraryId)
    if (!known) return
    const { ocr = known.ocr, ocrLanguages = known.ocrLanguages, ocrDeployment = known.ocrDeployment } = input
    if (ocr === 'Off') return
    if (ocr === 'Vision') return scanner.checkDeployment(ocrDeployment)
    const program = await scanner.tesseract()
    if (!program) throw new AppError('dataSource.ocrNotInstalled')
    if (ocrLanguages.some((one) => !program.languages.includes(one)))
      throw new AppError('dataSource.ocrLanguageMissing')
  }

  async function updateLibrary(call: Call<typeof dataSources.updateLibrary>) {
    const { fileLibraryId } = call.params
    await checkOcr(call)
    try {
      const changed = await call.change(async (tx, record) => {
        const before = await store.findLibraryLocked(tx, changeableBy(call.actor), fileLibraryId)
        if (!before) throw new AppError('dataSource.notFound')
        if (before.version !== call.ifMatch) {
          throw new AppError('request.stale', { current: { ...before, mayWrite: true } })
        }
        const { name, description, mayBeSharedOnward, mayBePublic, readersSee, reviewAfterDays } = call.input
        const { graphIndex, graphByModel, ocr, ocrLanguages, ocrDeployment } = call.input
        if (before.mayBePublic && mayBePublic === false && (await store.isPublic(tx, fileLibraryId)))
          throw new AppError('dataSource.public')
        const after = await store.updateLibrary(tx, fileLibraryId, {
          name: name ?? before.name,
          description: description ?? before.description,
          mayBeSharedOnward: mayBeSharedOnward ?? before.mayBeSharedOnward,
          mayBePublic: mayBePublic ?? before.mayBePublic,
          readersSee: readersSee ?? before.readersSee,
          reviewAfterDays: reviewAfterDays ?? before.reviewAfterDays,
          graphIndex: graphIndex ?? before.graphIndex,
          graphByModel: graphByModel ?? before.graphByModel,
          ocr: ocr ?? before.ocr,
          ocrLanguages: ocrLanguages ?? before.ocrLanguages,
          ocrDeployment: ocrDeployment === undefined ? before.ocrDeployment : ocrDeployment,
        })
        const isMore =
          (!before.graphIndex || (after.graphByModel && !before.graphByModel)) && after.graphIndex
        if (isMore) await requeue(tx, fileLibraryId)
        record({
          entityType: 'DataSource',
          entityId: fileLibraryId,
          entityName: after.name,
          before: recordedLibrary(before),
          after: recordedLibrary(after),
        })
        return { ...after, mayWrite: true }
      })
      graphs.wake()
      indexer.wake()
      scanner.wake()
      return changed
    } catch (error) {
      throw nameError(error)
    }
  }

  async function removeLibrary(
    call: Pick<Call<typeof dataSources.removeLibrary>, 'actor' | 'input' | 'change'>,
    fileLibraryId: string,
  ) {
    await call.change(async (tx, record) => {
      const before = await store.findLibraryLocked(tx, changeableBy(call.actor), fileLibraryId)
      if (!before) throw new AppError('dataSource.notFound')
      if (!call.input.unlink && (await store.isUsed(tx, fileLibraryId)))
        throw new AppError('dataSource.inUse')
      await store.markLibraryRemoved(tx, fileLibraryId)
      await withdrawNotices(tx, failedTopic(fileLibraryId))
      record({
        entityType: 'DataSource',
        entityId: fileLibraryId,
        entityName: before.name,
        before: recordedLibrary(before),
        after: null,
      })
    })
    await platform.jobs.send(REMOVING, {})
    return {}
  }

  /** Hands the files of deleted libraries to the indexer, which deletes their passages and bytes. */
  async function removeFiles(): Promise<void> {
    await inSlices(async () => {
      const marked = await database.transaction(store.markFilesOfRemoved)
      if (marked > 0) indexer.wake()
      return marked
    })
    await store.removeEmptyLibraries(database)
    for (const number of await store.readEmptyWithIndex(database.db, EMPTY_AT_ONCE))
      await removeWithIndex(number)
  }

  /** An index that can't be reached is tried again with the next run, so that nothing remains in it. */
  async function removeWithIndex(number: number): Promise<void> {
    try {
      const index = await ownIndexes.of(number)
      await index?.transaction((tx) => forgetLibrary(tx, number))
    } catch (error) {
      // After a restore, it may belong to another instance.
      if (!(error instanceof AppError && error.code === 'dataSource.notConfirmed'))
        return platform.log.warn('knowledge.notForgotten', { libraryId: number }, error)
    }
    await database.transaction((tx) => store.removeEmptyLibrary(tx, number))
  }
  platform.jobs.schedule(REMOVING, '7 * * * *', removeFiles)

  async function listDataSources(actor: Actor, input: Input<typeof dataSources.listDataSources>) {
    const { pageSize = limits.pageSize, search = '', continuationToken } = input
    const after = libraryPages.read(continuationToken)?.nameKey ?? null
    const rows = await store.listLibraries(database.db, visibleTo(actor), {
      search,
      endpointsType: null,
      after,
      limit: pageSize + 1,
    })
    const items = rows
      .slice(0, pageSize)
      .map((row) => ({ ...row, mayWrite: mayChange(actor, row.dataSourceId) }))
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return {
      items,
      continuationToken: more ? libraryPages.write({ nameKey: nameKey(last.name) }) : null,
    }
  }

  async function getDataSource(actor: Actor, dataSourceId: string) {
    const found = await store.findLibrary(database.db, visibleTo(actor), dataSourceId)
    if (!found) throw new AppError('dataSource.notFound')
    return { ...found, mayWrite: mayChange(actor, dataSourceId) }
  }

  async function listFiles(actor: Actor, dataSourceId: string, input: Input<typeof dataSources.listFiles>) {
    const visible = visibleTo(actor)
    if (!(await store.findLibrary(database.db, visible, dataSourceId)))
      throw new AppError('dataSource.notFound')
    const { pageSize = limits.pageSize, search = '', folder, health, changedSince, continuationToken } = input
    const after = filePages.read(continuationToken)
    const rows = await store.listFiles(database.db, visible, dataSourceId, {
      search,
      folder,
      health,
      changedSince,
      after,
      limit: pageSize + 1,
    })
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return {
      items,
      continuationToken: more ? filePages.write({ createdAt: last.createdAt, fileId: last.fileId }) : null,
    }
  }

  async function getHealth(actor: Actor, dataSourceId: string) {
    if (!(await store.findLibrary(database.db, visibleTo(actor), dataSourceId)))
      throw new AppError('dataSource.notFound')
    const found = await readHealth(database.db, dataSourceId)
    return { ...found, tokens: found.passages * limits.tokensPerPassage }
  }

  async function listFolders(actor: Actor, dataSourceId: string) {
    const visible = visibleTo(actor)
    if (!(await store.findLibrary(database.db, visible, dataSourceId)))
      throw new AppError('dataSource.notFound')
    const rows = await store.listFolders(database.db, visible, dataSourceId, limits.listedFolders + 1)
    return { items: rows.slice(0, limits.listedFolders), more: rows.length > limits.listedFolders }
  }

  async function uploadFile(call: Call<typeof dataSources.uploadFile>) {
    const { dataSourceId } = call.params
    const { upload, actor } = call
    const { name, size, sha256 } = upload
    const mimeType = imageTypeOf(upload.head) ?? (await kindOf(platform.blobs, upload))
    if (!(await store.findLibrary(database.db, changeableBy(actor), dataSourceId)))
      throw new AppError('dataSource.notFound')
    const container = await moveToLibrary(platform, dataSourceId, upload)
    const { blobKey } = upload
    const file = { name, folder: call.input.folder ?? '', size, mimeType, sha256, blobKey, container }
    let unused: string | null = null
    const added = await call.change(async (tx, record) => {
      const stored = await storeFile(tx, actor, record, { dataSourceId, file })
      unused = stored.unused
      return stored.added
    })
    if (unused) await platform.blobs.remove(unused)
    indexer.wake()
    scanner.wake()
    return added
  }

  /** Adds a file that the server itself got for someone, like an upload of theirs. */
  async function addFile(given: ServerFile): Promise<void> {
    const { bytes, name, folder, dataSourceId, owner, requestId, isSameKept = false } = given
    const { key: blobKey, container, ...blob } = await putInLibrary(platform, dataSourceId, bytes)
    let unused: string | null = null
    try {
      const mimeType = imageTypeOf(blob.head) ?? (await kindOf(platform.blobs, { ...blob, name, blobKey }))
      const file = { name, folder, size: blob.size, mimeType, sha256: blob.sha256, blobKey, container }
      await database.transaction(async (tx) => {
        if (isSameKept && (await isSame(tx, owner, dataSourceId, file))) {
          unused = blobKey
          return given.alongside(tx, 'unchanged')
        }
        const changes: Parameters<RecordChange>[0][] = []
        ;({ unused } = await storeFile(tx, owner, (change) => void changes.push(change), {
          dataSourceId,
          file,
        }))
        const origin = { actor: owner, area: 'file', verb: 'add', requestId, network: null, userAgent: null }
        for (const change of changes)
          if (change !== 'nothing') await platform.audit.record(tx, origin, change)
        await given.alongside(tx, 'added')
      })
    } catch (error) {
      // A commit whose acknowledgment was lost may have succeeded, and its bytes are needed.
      if (!isDatabaseAway(error)) await platform.blobs.remove(blobKey)
      throw error
    }
    if (unused) await platform.blobs.remove(unused)
    indexer.wake()
    scanner.wake()
  }

  async function removeFile(call: Call<typeof dataSources.removeFile>) {
    const { dataSourceId, fileId } = call.params
    await call.change(async (tx, record) => {
      const found = await store.findFile(tx, changeableBy(call.actor), dataSourceId, fileId)
      if (!found) throw new AppError('file.notFound')
      await remove(tx, found, record)
    })
    indexer.wake()
    return {}
  }

  return {
    ...createFileManagement(platform, indexer),
    createLibrary,
    updateLibrary,
    removeLibrary,
    listDataSources,
    getDataSource,
    listFiles,
    listFolders,
    getHealth,
    uploadFile,
    addFile,
    removeFile,
  }
}

interface NewLibrary {
  dataSourceId?: string
  name: string
  description: string
  graphIndex?: boolean | undefined
  area?: string
  recorded?: object
}

/** A file that the server adds for a user. */
export interface ServerFile {
  dataSourceId: string
  name: string
  folder: string
  bytes: Buffer | Readable
  /** Whether a file of this name with the same content stays as it is, unless it couldn't be read. */
  isSameKept?: boolean
  /** The user with their current permissions. */
  owner: Rights & { userId: string; name: string }
  /** Names what the file belongs to in the audit log. */
  requestId: string
  /** Runs in the transaction that adds the file, or that finds it unchanged. */
  alongside(tx: Sql, outcome: 'added' | 'unchanged'): Promise<void>
}

/** Creates a library and gives its creator permission to read and change it. `recorded` is added to the audit log. */
export async function insertLibrary(
  tx: Sql,
  { userId }: Pick<Actor, 'userId'>,
  record: RecordChange,
  { dataSourceId = uuid(), name, description, graphIndex = true, area, recorded }: NewLibrary,
): Promise<store.LibraryRow> {
  const created = await store.insertLibrary(tx, {
    dataSourceId,
    name,
    description,
    graphIndex,
    createdBy: userId,
  })
  await giveCreatorRights(tx, userId, { entityType: 'DataSource', entityId: dataSourceId })
  record({
    entityType: 'DataSource',
    entityId: dataSourceId,
    entityName: name,
    before: null,
    after: { name, description, graphIndex, ...recorded },
    ...(area ? { area } : {}),
  })
  return created
}

/** The same as part of another change, under the given name or the next free one. */
export async function insertLibraryNamed(
  tx: Sql,
  actor: Pick<Actor, 'userId'>,
  record: RecordChange,
  { name: wanted, description }: { name: string; description: string },
): Promise<store.LibraryRow> {
  // Numbered names of a long one are shortened, so they begin with less of it.
  const taken = new Set(await store.readNameKeys(tx, wanted.slice(0, limits.libraryName - 8)))
  let name = wanted
  for (let number = 2; taken.has(nameKey(name)); number += 1) {
    const ending = ` ${number}`
    name = `${wanted.slice(0, limits.libraryName - ending.length)}${ending}`
  }
  try {
    return await insertLibrary(tx, actor, record, { name, description, area: 'dataSource' })
  } catch (error) {
    throw nameError(error)
  }
}

/** Whether the library has this file already. Throws if the user can't change the library. */
async function isSame(
  tx: Sql,
  actor: Rights,
  dataSourceId: string,
  { folder, name, sha256 }: Pick<store.NewFile, 'folder' | 'name' | 'sha256'>,
): Promise<boolean> {
  if (!(await store.findLibrary(tx, changeableBy(actor), dataSourceId)))
    throw new AppError('dataSource.notFound')
  const there = await store.lockNamed(tx, dataSourceId, folder, name)
  return there?.sha256 === sha256 && there.state !== 'Failed'
}

/** Stores a file or the next version of the one with this name. `unused` is a blob that nothing refers to afterwards. */
async function storeFile(
  tx: Sql,
  actor: Rights & { userId: string },
  record: RecordChange,
  {
    dataSourceId,
    file: { container, ...file },
  }: {
    dataSourceId: string
    /** `container`: where its bytes are. */
    file: Omit<store.NewFile, 'fileId' | 'uploadedBy'> & { container: string | null }
  },
): Promise<{ added: store.FileRow; unused: string | null }> {
  const library = await store.findLibrary(tx, changeableBy(actor), dataSourceId)
  if (!library) throw new AppError('dataSource.notFound')
  const isImage = (imageTypes as readonly string[]).includes(file.mimeType)
  if (isImage && library.ocr === 'Off') throw new AppError('file.imageWithoutOcr')
  // The bytes were stored before, in the container that the library had then.
  if ((await keepContainer(tx, dataSourceId)) !== container) throw new AppError('file.interrupted')
  const before = await store.lockNamed(tx, dataSourceId, file.folder, file.name)
  const added = await store.putFile(tx, dataSourceId, { ...file, fileId: uuid(), uploadedBy: actor.userId })
  await queueUpload(tx, added.fileId)
  record({
    entityType: 'File',
    entityId: added.fileId,
    entityName: file.name,
    before: before ? recordedFile(before) : null,
    after: { ...recordedFile(added), sha256: file.sha256 },
  })
  return { added, unused: before && before.blobKey !== before.readyBlobKey ? before.blobKey : null }
}

export const nameError = (error: unknown) =>
  isUniqueViolation(error) ? new AppError('dataSource.nameTaken', { cause: error }) : error

/** The audit log fields of a library. */
export const recordedLibrary = ({
  name,
  description,
  mayBeSharedOnward,
  mayBePublic,
  readersSee,
  reviewAfterDays,
  graphIndex,
  graphByModel,
  ocr,
  ocrLanguages,
  ocrDeployment,
}: store.LibraryRow) => ({
  name,
  description,
  mayBeSharedOnward,
  mayBePublic,
  readersSee,
  reviewAfterDays,
  graphIndex,
  graphByModel,
  ocr,
  ocrLanguages,
  ocrDeployment,
})
