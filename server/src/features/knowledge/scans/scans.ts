import type { dataSources } from '@parlance/contract/dataSources'
import type { Answer, Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { Actor } from '../../../platform/access/actor.ts'
import { inSlices } from '../../../platform/database/slices.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Indexer } from '../indexing/indexer.ts'
import { changeableBy, visibleTo } from '../policy.ts'
import { findFile, findLibrary } from '../store.ts'
import type { Scanner } from './scanner.ts'
import * as store from './store.ts'

const FILES_AT_ONCE = 200

/** What people do with the scanned pages of a library’s files. */
export function createScans(platform: Platform, scanner: Scanner, indexer: Pick<Indexer, 'wake'>) {
  const { database } = platform
  const pages = createContinuation<{ page: number }>(platform.config.secretKey, 'scannedPages')

  async function getOcr(actor: Actor, dataSourceId: string): Promise<Answer<typeof dataSources.getOcr>> {
    if (!(await findLibrary(database.db, visibleTo(actor), dataSourceId)))
      throw new AppError('dataSource.notFound')
    const program = await scanner.tesseract()
    return {
      isInstalled: program !== null,
      languages: [...(program?.languages ?? [])],
      deployments: await scanner.deployments(),
      earlierFiles: await store.countEarlier(database.db, dataSourceId),
    }
  }

  async function listScannedPages(
    actor: Actor,
    { dataSourceId, fileId }: { dataSourceId: string; fileId: string },
    { pageSize = limits.pageSize, below, continuationToken }: Input<typeof dataSources.listScannedPages>,
  ) {
    const visible = visibleTo(actor)
    if (!(await findFile(database.db, visible, dataSourceId, fileId))) throw new AppError('file.notFound')
    const after = pages.read(continuationToken)?.page ?? 0
    const part = { after, limit: pageSize, below: below ?? null }
    const rows = await store.listPages(database.db, visible, fileId, part)
    const last = rows.at(-1)
    return {
      items: rows.map(({ hasNext, ...page }) => page),
      continuationToken: last?.hasNext ? pages.write({ page: last.page }) : null,
    }
  }

  async function changeScan(call: Call<typeof dataSources.changeScan>) {
    const { dataSourceId, fileId } = call.params
    const { action } = call.input
    const mine = changeableBy(call.actor)
    const file = await call.change(async (tx, record) => {
      const before = await findFile(tx, mine, dataSourceId, fileId)
      if (!before) throw new AppError('file.notFound')
      if (action !== 'Stop' && (await findLibrary(tx, mine, dataSourceId))?.ocr === 'Off')
        throw new AppError('dataSource.ocrOff')
      const change = { Continue: store.goOn, Stop: store.stop, Retry: store.retryFailed }[action]
      if (!(await change(tx, fileId))) {
        record('nothing')
        return before
      }
      const after = (await findFile(tx, mine, dataSourceId, fileId)) ?? before
      record({
        entityType: 'File',
        entityId: fileId,
        entityName: after.name,
        before: { scan: before.scan?.state ?? null },
        after: { scan: after.scan?.state ?? null },
      })
      return after
    })
    scanner.wake()
    indexer.wake()
    return file
  }

  async function scanFiles(call: Call<typeof dataSources.scanFiles>) {
    const { dataSourceId } = call.params
    await call.change(async (tx, record) => {
      const library = await findLibrary(tx, changeableBy(call.actor), dataSourceId)
      if (!library) throw new AppError('dataSource.notFound')
      if (library.ocr === 'Off') throw new AppError('dataSource.ocrOff')
      const { name } = library
      const files = await store.countEarlier(tx, dataSourceId)
      record({
        entityType: 'DataSource',
        entityId: dataSourceId,
        entityName: name,
        before: {},
        after: { files },
      })
    })
    await inSlices(() => database.transaction((tx) => store.queueEarlier(tx, dataSourceId, FILES_AT_ONCE)))
    scanner.wake()
    return {}
  }

  return { getOcr, listScannedPages, changeScan, scanFiles }
}
