import type { dataSources } from '@parlance/contract/dataSources'
import type { Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../../platform/access/actor.ts'
import { openStoredArchive } from '../../../platform/blobs/storedArchive.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { changeableBy } from '../policy.ts'
import * as libraries from '../store.ts'
import * as store from './store.ts'
import { beginsAsArchive, planOf } from './unpackArchive.ts'
import type { Unpacker } from './unpacker.ts'

interface OneArchive {
  dataSourceId: string
  archiveId: string
}

/** Archives that are unpacked into libraries. */
export function createArchives(platform: Platform, unpacker: Pick<Unpacker, 'wake'>) {
  const { database, blobs, jobs } = platform
  const { db } = database
  const refusalPages = createContinuation<{ ordinal: number }>(platform.config.secretKey, 'archiveRefusals')
  jobs.schedule('archives.remove', '23 * * * *', () => store.removeEnded(database))

  async function uploadArchive(call: Call<typeof dataSources.uploadArchive>) {
    const { actor, upload } = call
    const { dataSourceId } = call.params
    const { name, size, sha256, blobKey } = upload
    const folder = call.input.folder ?? ''
    if (!beginsAsArchive(upload.head)) throw new AppError('archive.kind')
    const { length: total } = await planOf(await openStoredArchive(blobs, blobKey), folder)
    const added = await call.change(async (tx, record) => {
      if (!(await libraries.findLibrary(tx, changeableBy(actor), dataSourceId)))
        throw new AppError('dataSource.notFound')
      if ((await store.lockUnfinished(tx, actor)) >= limits.unfinishedArchives)
        throw new AppError('archive.tooMany')
      const archive = { archiveId: uuid(), dataSourceId, name, folder, size, total }
      const row = await store.insertArchive(tx, { ...archive, uploadedBy: actor.userId, blobKey })
      record({ ...entityOf(row), before: null, after: { ...recorded(row), sha256 } })
      return row
    })
    unpacker.wake()
    return added
  }

  async function listArchives(actor: Actor, dataSourceId: string) {
    const changeable = changeableBy(actor)
    if (!(await libraries.findLibrary(db, changeable, dataSourceId)))
      throw new AppError('dataSource.notFound')
    return { items: await store.listArchives(db, changeable, dataSourceId) }
  }

  async function listArchiveRefusals(
    actor: Actor,
    archive: OneArchive,
    { pageSize = limits.pageSize, continuationToken }: Input<typeof dataSources.listArchiveRefusals>,
  ) {
    const changeable = changeableBy(actor)
    if (!(await store.findArchive(db, changeable, archive))) throw new AppError('archive.notFound')
    const after = refusalPages.read(continuationToken)?.ordinal ?? -1
    const rows = await store.listRefusals(db, changeable, archive, { after, limit: pageSize + 1 })
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return { items, continuationToken: more ? refusalPages.write({ ordinal: last.ordinal }) : null }
  }

  async function removeArchive(call: Call<typeof dataSources.removeArchive>) {
    const blobKey = await call.change(async (tx, record) => {
      const found = await store.findArchive(tx, changeableBy(call.actor), call.params)
      if (!found) throw new AppError('archive.notFound')
      const removed = await store.removeArchive(tx, found.archiveId)
      record({ ...entityOf(found), before: recorded(found), after: null })
      return removed
    })
    // A process that is still unpacking it finds no more bytes, or no row to count the next file in.
    if (blobKey) await blobs.remove(blobKey)
    return {}
  }

  return { uploadArchive, listArchives, listArchiveRefusals, removeArchive }
}

const entityOf = ({ archiveId, name }: store.ArchiveRow) => ({
  entityType: 'Archive',
  entityId: archiveId,
  entityName: name,
})

/** The audit log fields of an archive. */
const recorded = ({ dataSourceId, name, folder, size, total }: store.ArchiveRow) => ({
  dataSourceId,
  name,
  folder,
  size,
  files: total,
})
