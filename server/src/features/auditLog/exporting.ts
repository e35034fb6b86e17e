import { Readable } from 'node:stream'
import type { configurationAuditLogs } from '@parlance/contract/configurationAuditLogs'
import type { Call } from '../../platform/http/call.ts'
import type { FileAnswer } from '../../platform/http/files.ts'
import type { Platform } from '../../platform/platform.ts'
import { head, lineOf } from './csv.ts'
import * as store from './store.ts'

const BATCH = 500
const DAY = 10

type Export = Call<typeof configurationAuditLogs.export>

/**
 * Exports all matching entries as one file. It is read and sent in chunks, and the export is recorded
 * beforehand.
 */
export function createExporting({ database, clock }: Platform) {
  async function* batches(filter: store.Filter): AsyncGenerator<store.WholeEntry[]> {
    for (let after: store.Position | null = null; ; ) {
      const rows = await store.readWholePage(database.db, { filter, after, limit: BATCH })
      if (rows.length > 0) yield rows
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) return
      after = { at: last.at, seq: last.seq }
    }
  }

  async function* csv(filter: store.Filter): AsyncGenerator<string> {
    yield head()
    for await (const rows of batches(filter)) yield rows.map(lineOf).join('')
  }

  async function* json(filter: store.Filter): AsyncGenerator<string> {
    let mark = '['
    for await (const rows of batches(filter)) {
      yield `${mark}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`
      mark = ','
    }
    yield mark === '[' ? '[]\n' : '\n]\n'
  }

  return async function exportEntries(call: Export): Promise<FileAnswer> {
    const { format, ...filter } = call.input
    await call.change(async (_tx, record) => {
      const entity = { entityType: 'ConfigurationAuditLog', entityId: 'export', entityName: format }
      record({ ...entity, before: {}, after: { format, ...filter } })
    })
    const day = clock.now().toISOString().slice(0, DAY)
    const pieces = format === 'csv' ? csv(filter) : json(filter)
    return { name: `audit-log-${day}.${format}`, size: null, bytes: Readable.from(pieces) }
  }
}
