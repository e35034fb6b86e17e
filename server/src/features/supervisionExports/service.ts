import type { Answer, Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { SupervisionExport, supervisionExports } from '@parlance/contract/supervisionExports'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSecure, type Secrets } from '../../platform/webhooks/sending.ts'
import type { Exporting } from './exporting.ts'
import { freeBytesOf } from './fileTarget.ts'
import * as positions from './positionsStore.ts'
import * as store from './store.ts'

type Contract = typeof supervisionExports
type Shown = z.output<typeof SupervisionExport>
type Target = Input<Contract['updateSupervisionExport']>['target']

interface Needs {
  secrets: Secrets
  exporting: Exporting
}

export function createService(
  { config, database, egress }: Pick<Platform, 'config' | 'database' | 'egress'>,
  { secrets, exporting }: Needs,
) {
  const folder = config.supervisionExportDir

  function checkTarget(target: Target): void {
    if (target.kind === 'File') {
      if (folder === null) throw new AppError('supervisionExport.noFolder')
      return
    }
    if (isSecure(egress, target.url)) return
    const { message } = new AppError('webhook.insecure')
    throw new AppError('webhook.insecure', { fields: [{ field: 'target.url', message }] })
  }

  async function shown(db: Sql, row: store.ExportRow): Promise<Shown> {
    const { kind, address, secret: _, failedAttempts: __, streams, ...rest } = row
    const isLost = kind === 'File' && folder === null
    const waiting = await Promise.all(
      streams
        .filter(({ stream }) => stream === 'AuditLog' || row.includesConversations)
        .map(async ({ stream, position }) => {
          const { waiting, oldestAt } = await positions.readWaiting(db, stream, position)
          return { stream, position, waiting, oldestWaitingAt: oldestAt }
        }),
    )
    return {
      ...rest,
      target: kind === 'File' ? { kind, fileName: address } : { kind, url: address },
      lastError: isLost ? 'NoFolder' : row.lastError,
      state: stateOf(row, isLost, waiting),
      streams: waiting,
    }
  }

  async function locked(
    tx: Sql,
    call: { params: { supervisionExportId: string } },
  ): Promise<store.ExportRow> {
    const row = await store.lockExport(tx, call.params.supervisionExportId)
    if (!row) throw new AppError('supervisionExport.notFound')
    return row
  }

  /** Begins to export what a change allows. */
  async function andExport<T>(changed: Promise<T>): Promise<T> {
    const answer = await changed
    exporting.soon()
    return answer
  }

  return {
    async listSupervisionExports(): Promise<Answer<Contract['listSupervisionExports']>> {
      const { db } = database
      const rows = await store.readExports(db)
      return {
        items: await Promise.all(rows.map((row) => shown(db, row))),
        folder: folder === null ? null : { freeBytes: await freeBytesOf(folder) },
        conversationsAreExported: await positions.areConversationsExported(db),
      }
    },

    createSupervisionExport(call: Call<Contract['createSupervisionExport']>): Promise<Shown> {
      const { target, start, ...given } = call.input
      checkTarget(target)
      const change = call.change(async (tx, record) => {
        if ((await store.lockCount(tx)) >= limits.supervisionExports)
          throw new AppError('supervisionExport.limit')
        const id = uuid()
        const secret = target.kind === 'File' ? null : secrets.seal(id, target.secret)
        const heads = start === 'Now' ? await positions.readHeads(tx) : { AuditLog: 0, Conversations: 0 }
        const settings = { ...given, kind: target.kind, address: addressOf(target), secret }
        const row = await named(store.insertExport(tx, id, settings, heads))
        record({ ...entityOf(row), before: null, after: { ...recorded(row), start } })
        return shown(tx, row)
      })
      return andExport(change)
    },

    updateSupervisionExport(call: Call<Contract['updateSupervisionExport']>): Promise<Shown> {
      const { target, ...given } = call.input
      checkTarget(target)
      const change = call.change(async (tx, record) => {
        const before = await locked(tx, call)
        if (before.version !== call.ifMatch)
          throw new AppError('request.stale', { current: await shown(tx, before) })
        if (before.kind !== target.kind) throw new AppError('supervisionExport.otherKind')
        const { supervisionExportId: id } = before
        const entered = target.kind === 'Webhook' ? target.secret : undefined
        const secret = entered === undefined ? before.secret : secrets.seal(id, entered)
        const settings = { ...given, kind: target.kind, address: addressOf(target), secret }
        const row = await named(store.updateExport(tx, id, settings))
        // The log holds no secret, so `secretGiven` records that a new one was entered.
        const after = { ...recorded(row), ...(entered === undefined ? {} : { secretGiven: true }) }
        record({ ...entityOf(row), before: recorded(before), after })
        return shown(tx, row)
      })
      return andExport(change)
    },

    removeSupervisionExport: (call: Call<Contract['removeSupervisionExport']>) =>
      call.change(async (tx, record) => {
        const row = await locked(tx, call)
        await store.removeExport(tx, row.supervisionExportId)
        record({ ...entityOf(row), before: recorded(row), after: null })
        return {}
      }),

    sendAgain(call: Call<Contract['sendAgain']>): Promise<Shown> {
      const { stream, from } = call.input
      const change = call.change(async (tx, record) => {
        const before = await locked(tx, call)
        const at = before.streams.find((one) => one.stream === stream)
        const first =
          from.kind === 'Position' ? from.position : await positions.readFirstSince(tx, stream, from.at)
        // Otherwise someone could leave out entries that no one has seen.
        if (!at || first === null || first > at.position) throw new AppError('supervisionExport.notSent')
        const position = first - 1
        const row = await store.setPosition(tx, before.supervisionExportId, { stream, position })
        record({
          ...entityOf(row),
          before: { stream, position: at.position },
          after: { stream, position },
        })
        return shown(tx, row)
      })
      return andExport(change)
    },

    tryAgain(call: Call<Contract['tryAgain']>): Promise<Shown> {
      const change = call.change(async (tx, record) => {
        const before = await locked(tx, call)
        if (!before.enabled) throw new AppError('supervisionExport.off')
        const row = await store.tryNow(tx, before.supervisionExportId)
        if (before.lastError === null) record('nothing')
        else record({ ...entityOf(row), before: { error: before.lastError }, after: { error: null } })
        return shown(tx, row)
      })
      return andExport(change)
    },
  }
}

const addressOf = (target: Target): string => (target.kind === 'File' ? target.fileName : target.url)

/** Two exports that write the same files would mix their lines. */
async function named<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored
  } catch (cause) {
    if (!isUniqueViolation(cause, 'supervision_export_file')) throw cause
    const { message } = new AppError('supervisionExport.fileNameTaken')
    throw new AppError('supervisionExport.fileNameTaken', {
      fields: [{ field: 'target.fileName', message }],
      cause,
    })
  }
}

function stateOf(
  { enabled, nextAttemptAt, failedAttempts }: store.ExportRow,
  isLost: boolean,
  streams: readonly { waiting: number }[],
): Shown['state'] {
  if (!enabled) return 'Off'
  if (isLost || nextAttemptAt === null) return 'Paused'
  if (failedAttempts > 0) return 'Retrying'
  return streams.some(({ waiting }) => waiting > 0) ? 'Sending' : 'UpToDate'
}

const entityOf = ({ supervisionExportId, name }: store.ExportRow) => ({
  entityType: 'SupervisionExport',
  entityId: supervisionExportId,
  entityName: name,
})

/** The log shows no query, because some receivers expect a key in it. */
function recorded({ name, kind, address, includesConversations, includesNames, enabled }: store.ExportRow) {
  const { origin, pathname } = kind === 'Webhook' ? new URL(address) : { origin: '', pathname: address }
  return { name, kind, address: `${origin}${pathname}`, includesConversations, includesNames, enabled }
}
