import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '@parlance/contract/limits'
import { SUPERVISION_SCHEMA_VERSION, supervisionStreams } from '@parlance/contract/supervisionExports'
import type { Platform } from '../../platform/platform.ts'
import { type Secrets, send } from '../../platform/webhooks/sending.ts'
import { auditLogLine, conversationLine, type Line } from './entries.ts'
import { appendLines, NoSpace } from './fileTarget.ts'
import * as positions from './positionsStore.ts'
import { type Failure, failureOf, isLasting, retryMs } from './retrying.ts'
import * as store from './store.ts'

const JOB = 'supervisionExports.export'
/** A receiver has longer than for a webhook, because a batch has up to a megabyte. */
const REQUEST_MS = 30_000
const LONGEST_REST_MS = 1000
const DAY = 10

/** What a batch came to: where the file is now, or why there is none. */
type Outcome = { exported: Pick<store.StreamRow, 'file' | 'fileBytes'> } | { failure: Failure }

export interface Exporting {
  start(): Promise<void>
  /** Looks at once whether there is something to export. Can't fail. */
  soon(): void
  stop(): Promise<void>
}

/**
 * Exports what waits: every minute, each export on its own, so that a slow receiver only delays itself. A process has
 * an export as long as its lease lasts. The position moves once a batch is on disk or acknowledged, so a batch whose
 * process ends in between can be exported twice, and none is left out.
 */
export function scheduleExporting(platform: Platform, secrets: Secrets): Exporting {
  const { audit, clock, config, database, egress, jobs, log } = platform
  const { db } = database
  const source = config.publicOrigin
  const folder = config.supervisionExportDir
  const kinds: store.Kinds = folder === null ? ['Webhook'] : ['File', 'Webhook']
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  async function readLines(row: store.ExportRow, { stream, position }: store.StreamRow): Promise<Line[]> {
    if (stream === 'AuditLog')
      return (await positions.readAuditLog(db, position)).map((entry) => auditLogLine(source, entry))
    if (!row.includesConversations || !(await positions.areConversationsExported(db))) return []
    await database.transaction(positions.numberQuestions)
    const questions = await positions.readQuestions(db, position, { withNames: row.includesNames })
    return questions.map(({ position: number, ...one }) => conversationLine(source, number, one))
  }

  async function toFile(row: store.ExportRow, at: store.StreamRow, lines: readonly Line[]): Promise<Outcome> {
    if (folder === null) return { failure: { error: 'NoFolder', status: null } }
    const day = clock.now().toISOString().slice(0, DAY)
    const where = { folder, fileName: row.address, stream: at.stream, edition: at.edition, day }
    try {
      return { exported: await appendLines(where, at, lines) }
    } catch (cause) {
      const { code = '' } = cause as NodeJS.ErrnoException
      const isFull = cause instanceof NoSpace || code === 'ENOSPC' || code === 'EDQUOT'
      log.warn('supervisionExports.notWritten', { supervisionExportId: row.supervisionExportId }, cause)
      return { failure: { error: isFull ? 'DiskFull' : 'FolderUnavailable', status: null } }
    }
  }

  async function toWebhook(
    { supervisionExportId, address, secret }: store.ExportRow,
    { stream }: store.StreamRow,
    lines: readonly Line[],
  ): Promise<Outcome> {
    const [first, last] = [lines[0]?.position ?? 0, lines.at(-1)?.position ?? 0]
    const { error, status } = await send(egress, {
      url: address,
      secret: secret === null ? null : secrets.open(supervisionExportId, secret),
      deliveryId: `${supervisionExportId}/${stream}/${first}-${last}`,
      event: 'supervision.entries',
      body: lines.map(({ text }) => text).join(''),
      contentType: 'application/x-ndjson',
      headers: {
        'x-parlance-schema-version': String(SUPERVISION_SCHEMA_VERSION),
        'x-parlance-stream': stream,
        'x-parlance-first-position': String(first),
        'x-parlance-last-position': String(last),
      },
      timeoutMs: REQUEST_MS,
      signal: stopping.signal,
    })
    if (error === null) return { exported: { file: null, fileBytes: 0 } }
    if (error === 'Status' && status !== null) return { failure: failureOf(status) }
    return { failure: { error: error === 'TurnedOff' ? 'Unreachable' : error, status } }
  }

  async function noteFailure(row: store.ExportRow, holder: string, failure: Failure): Promise<void> {
    const { supervisionExportId, name } = row
    const { error, status } = failure
    const turnsOff = error === 'Gone'
    const isPaused = isLasting(failure)
    const stored = await database.transaction(async (tx) => {
      const noted = await store.noteFailure(tx, row, holder, {
        ...failure,
        retryMs: isPaused ? null : retryMs(row.failedAttempts + 1),
        turnsOff,
      })
      if (noted && turnsOff)
        await audit.record(tx, turnedOffBy, {
          entityType: 'SupervisionExport',
          entityId: supervisionExportId,
          entityName: name,
          before: { enabled: true },
          after: { enabled: false, error },
        })
      return noted
    })
    if (!stored) return
    const fields = { supervisionExportId, error, status, attempt: row.failedAttempts + 1 }
    if (isPaused || turnsOff) log.error('supervisionExports.stopped', fields)
    else log.warn('supervisionExports.later', fields)
  }

  /** Exports one batch of a stream. False if there is none, or if it failed or no longer counts. */
  async function exportBatch(row: store.ExportRow, at: store.StreamRow, holder: string): Promise<boolean> {
    const begun = performance.now()
    const lines = firstLines(await readLines(row, at))
    const readMs = performance.now() - begun
    const last = lines.at(-1)
    if (!last) return false
    const outcome = await (row.kind === 'File' ? toFile : toWebhook)(row, at, lines)
    if ('failure' in outcome) {
      // A request that ends with the process says nothing about the receiver.
      if (stopping.signal.aborted) return false
      await noteFailure(row, holder, outcome.failure)
      return false
    }
    const moved = await store.noteSuccess(db, {
      supervisionExportId: row.supervisionExportId,
      holder,
      before: at,
      after: { position: last.position, ...outcome.exported },
    })
    // Others get at least half of the database.
    if (moved) await wait(Math.min(readMs, LONGEST_REST_MS))
    return moved
  }

  async function exportAll(id: string): Promise<void> {
    const holder = randomUUID()
    const renewing = setInterval(() => {
      store.renewLease(db, id, holder).catch((cause: unknown) => {
        log.warn('supervisionExports.notRenewed', { supervisionExportId: id }, cause)
      })
    }, store.RENEW_MS)
    try {
      for (let goesOn = true; goesOn; ) {
        goesOn = false
        for (const stream of supervisionStreams) {
          if (stopping.signal.aborted) return
          // Read again for each batch, because it can be changed, turned off, or set back at any time.
          const row = await store.claimExport(db, id, holder)
          const at = row?.streams.find((one) => one.stream === stream)
          if (!row || !at) return
          goesOn = (await exportBatch(row, at, holder)) || goesOn
        }
      }
    } finally {
      clearInterval(renewing)
      await store.releaseExport(db, id, holder)
    }
  }

  async function begin(): Promise<void> {
    if (stopping.signal.aborted) return
    for (const id of await store.readDue(db, kinds)) {
      if (running.has(id)) continue
      const ended = exportAll(id)
        // The next run goes on where this one ended.
        .catch((cause: unknown) => log.error('supervisionExports.failed', { supervisionExportId: id }, cause))
        .finally(() => running.delete(id))
      running.set(id, ended)
    }
  }

  jobs.schedule(JOB, '* * * * *', begin)
  return {
    async start() {
      // No other process can have them.
      if (database.embedded !== null) await store.releaseAll(db)
    },
    soon() {
      begin().catch((cause: unknown) => log.warn('supervisionExports.notBegun', {}, cause))
    },
    async stop() {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

/** The first lines within the size of a batch, and one at least. */
function firstLines(lines: readonly Line[]): Line[] {
  let bytes = 0
  return lines.filter((line, at) => {
    bytes += line.bytes
    return at === 0 || bytes <= limits.supervisionBatchBytes
  })
}

/** A receiver that no longer exists turns its export off. */
const turnedOffBy = {
  actor: null,
  area: 'supervisionExport',
  verb: 'update',
  requestId: 'export',
  network: null,
  userAgent: null,
}
