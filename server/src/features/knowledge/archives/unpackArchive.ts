import { Readable } from 'node:stream'
import type { ErrorCode } from '@parlance/contract/errors'
import { limits } from '@parlance/contract/limits'
import { readRights } from '../../../platform/access/actor.ts'
import { type ArchiveEntry, readArchiveDirectory } from '../../../platform/archives/archive.ts'
import { readEntry } from '../../../platform/archives/readEntry.ts'
import { openStoredArchive, type StoredArchive } from '../../../platform/blobs/storedArchive.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ServerFile } from '../service.ts'
import { countLibraries } from '../store.ts'
import { type Planned, planArchive } from './plan.ts'
import * as store from './store.ts'

/** Another process has the archive, or it is gone. */
export class LostArchive extends Error {}

const OF_UPLOADS = { entries: limits.archiveEntries, unpackedBytes: limits.archiveUnpackedBytes }

/** How archives begin: with a file, or with the end of one without files. */
const beginnings = ['PK\u0003\u0004', 'PK\u0005\u0006']
export const beginsAsArchive = (head: Buffer): boolean => beginnings.includes(head.toString('latin1', 0, 4))

/** Returns what becomes of each file of a stored archive. Throws `archive.…` if that can't be said. */
export async function planOf(archive: StoredArchive, folder: string): Promise<Planned[]> {
  const entries = await readArchiveDirectory(archive.size, archive.read, OF_UPLOADS)
  if (entries === 'file.broken') throw new AppError('archive.broken')
  if (entries === 'file.unpacksTooLarge') throw new AppError('archive.tooMuch')
  const plan = planArchive(entries, folder)
  if (plan.length === 0) throw new AppError('archive.empty')
  return plan
}

interface Unpacking {
  platform: Pick<Platform, 'database' | 'blobs'>
  task: store.ArchiveTask
  holder: string
  signal: AbortSignal
  addFile(file: ServerFile): Promise<void>
}

/**
 * Adds the files of an archive to its library, from the first one that isn't done. Each is added and counted in one
 * transaction, so none is added twice.
 */
export async function unpackArchive({ platform, task, holder, signal, addFile }: Unpacking): Promise<void> {
  const { database, blobs } = platform
  const archive = await openStoredArchive(blobs, task.blobKey)
  const plan = await planOf(archive, task.folder)
  for (const [ordinal, planned] of plan.entries()) {
    if (ordinal < task.done) continue
    signal.throwIfAborted()
    const reason = 'refused' in planned ? planned.refused : await add(planned)
    if (reason !== null)
      await database.transaction(async (tx) => {
        await counted(tx, 'refused')
        await store.insertRefusal(tx, task, { ordinal, path: planned.path, reason })
      })
    // As `counted` has stored it: attempts are those at one file.
    task.attempts = 1
  }

  async function counted(tx: Sql, outcome: store.Outcome): Promise<void> {
    if (!(await store.count(tx, task, holder, outcome))) throw new LostArchive()
  }

  /** Returns why a file can't be added, or null. */
  async function add({ entry, name, folder }: Exclude<Planned, { refused: ErrorCode }>) {
    const owner = await ownerOf()
    try {
      await addFile({
        dataSourceId: task.dataSourceId,
        name,
        folder,
        bytes: bytesOf(entry, archive),
        isSameKept: true,
        owner,
        requestId: task.archiveId,
        alongside: counted,
      })
      return null
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const isThere = async () => (await countLibraries(database.db, 'all', [task.dataSourceId])) > 0
      if (error.code === 'dataSource.notFound' && (await isThere()))
        throw new AppError('archive.permission', { cause: error })
      if (!error.code.startsWith('file.')) throw error
      const isMaybeNested =
        error.code === 'file.kind' || (error.code === 'file.unpacksTooLarge' && /\.zip$/i.test(name))
      return isMaybeNested && (await isArchive(entry)) ? 'archive.nested' : error.code
    }
  }

  /** The owner with the permissions that they have now. */
  async function ownerOf() {
    const { ownerId: userId, ownerName: name } = task
    if (!(await store.readIsEnabled(database.db, task))) throw new AppError('archive.permission')
    return { userId, name, ...(await readRights(database.db, userId)) }
  }

  async function isArchive(entry: ArchiveEntry): Promise<boolean> {
    for await (const head of readEntry(entry, archive.read, archive.stream)) return beginsAsPacked(head)
    return false
  }
}

const bytesOf = (entry: ArchiveEntry, { read, stream }: StoredArchive) =>
  Readable.from(readEntry(entry, read, stream), { objectMode: false })

/** The first bytes of ZIP, 7z, RAR, gzip, bzip2, xz, and Zstandard, and the place of the mark of tar. */
const packedBeginnings = [
  '504b0304',
  '377abcaf271c',
  '526172211a07',
  '1f8b',
  '425a68',
  'fd377a585a00',
  '28b52ffd',
]
const TAR_MARK_AT = 257

function beginsAsPacked(head: Buffer): boolean {
  return (
    packedBeginnings.some((beginning) => head.toString('hex').startsWith(beginning)) ||
    head.toString('latin1', TAR_MARK_AT, TAR_MARK_AT + 5) === 'ustar'
  )
}
