/**
 * Measures the export of the audit log to files and to a webhook on loopback.
 *   node bench/supervisionExport.ts [--entries 1000000]
 *   node bench/supervisionExport.ts --kills 20 [--database postgres://…]
 * The first form exports entries that wait, beside a bare reader that pages through the same entries and writes them as
 * JSON without syncing, and records the growth of the heap. The second kills the server and its database at random
 * moments during exports [F30]; with PostgreSQL only the server is killed. Exits 1 if an export is slower than a
 * tenth of the bare reader, if the heap grows by more than 150 MB, or if an entry is missing or in a file twice.
 */
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { killAmongExports } from '../server/src/features/supervisionExports/testing/exportKills.ts'
import { administrator, type Export } from '../server/src/features/supervisionExports/testing/exports.ts'
import { startTestApplication } from '../server/src/testing/application.ts'
import { isMet, print, type Row } from '../server/src/testing/retrieval/rows.ts'
import { option, say } from '../server/src/testing/statistics.ts'
import { startWebhookReceiver } from '../server/src/testing/webhookReceiver.ts'

const LEAST_SHARE = 0.1
const MOST_HEAP_MB = 150
const PAGE = 500
const INSERTED_AT_ONCE = 20_000

const kills = Number(option('kills', '0'))
const holds = kills > 0 ? await killed() : await measured(Number(option('entries', '1000000')))
say(holds ? 'all gates passed' : 'A GATE FAILED')
process.exit(holds ? 0 : 1)

async function killed(): Promise<boolean> {
  const databaseUrl = option('database', '')
  const found = await killAmongExports({ kills, ...(databaseUrl ? { databaseUrl } : {}) })
  const { entries, between, inFiles, received } = found
  say(
    `${kills} kills during exports of ${entries} entries, ${between} of them between a file and its position`,
  )
  say(`in files: missing ${inFiles.missing}, twice ${inFiles.twice}, out of order ${inFiles.broken}`)
  say(`received: missing ${received.missing}, twice ${received.twice}, out of order ${received.broken}`)
  return inFiles.missing + inFiles.twice + inFiles.broken + received.missing + received.broken === 0
}

async function measured(entries: number): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-export-'))
  const app = await startTestApplication({
    databaseUrl: null,
    environment: {
      SUPERVISION_EXPORT_DIR: folder,
      EGRESS_ALLOW: '127.0.0.1',
      EMBEDDED_DATABASE: 'postgres',
    },
  })
  const { db } = app.platform.database
  const receiver = await startWebhookReceiver()
  // The lines themselves would be the growth of the heap.
  receiver.answerWith((response) => {
    receiver.received.length = 0
    response.writeHead(204).end()
  })
  const { stateOf, toFile, toWebhook } = administrator(() => app)
  try {
    await store(entries)
    const { count: bareCount, seconds: bareSeconds } = await bare()
    const bareRate = bareCount / bareSeconds
    const rows: Row[] = [{ what: 'bare reader', value: bareRate, unit: '/s' }]
    const targets: [name: string, begin: () => Promise<Export>][] = [
      ['files', () => toFile('bench', { start: 'Beginning' })],
      ['a webhook', () => toWebhook(receiver.url, { start: 'Beginning' })],
    ]
    for (const [name, begin] of targets) {
      const { rate, heapMb } = await exported(begin)
      rows.push(
        { what: `exported to ${name}`, value: rate, unit: '/s' },
        {
          what: `${name}, compared with the bare reader`,
          value: rate / bareRate,
          unit: '',
          target: LEAST_SHARE,
        },
        {
          what: `growth of the heap, ${name}`,
          value: heapMb,
          unit: ' MB',
          target: MOST_HEAP_MB,
          atMost: true,
        },
      )
    }
    for (const row of rows) print(row)
    return rows.every(isMet)
  } finally {
    await receiver.close()
    await app.remove()
    rmSync(folder, { recursive: true })
  }

  /** Writes entries that aren't part of the hash chain, because they are only exported. */
  async function store(count: number): Promise<void> {
    const begun = performance.now()
    // The head only moves by one otherwise.
    await sql`alter table audit_head disable trigger audit_head_goes_forward`.execute(db)
    for (let left = count; left > 0; left -= INSERTED_AT_ONCE) {
      const some = Math.min(left, INSERTED_AT_ONCE)
      await sql`insert into audit_entry (id, seq, at, actor_user_id, actor_name, actor_kind, area, verb, entity_type,
          entity_id, entity_name, outcome, effect, changes, reason, request_id, network, user_agent, previous_hash, hash)
        select gen_random_uuid(), h.seq + n, now(), gen_random_uuid(), 'Person ' || n % 50, 'User', 'brand', 'update',
          'Brand', 'brand-' || n % 500, 'Brand ' || n % 500, 'Done', null,
          jsonb_build_array(jsonb_build_object('field', 'name', 'before', 'Brand ' || n, 'after', 'Brand ' || n + 1)),
          null, gen_random_uuid()::text, '10.0.0.0/24', 'Mozilla/5.0 (X11; Linux x86_64)', repeat('a', 64), repeat('b', 64)
        from audit_head h, generate_series(1, ${some}::int) n`.execute(db)
      await sql`update audit_head set seq = seq + ${some}`.execute(db)
    }
    await sql`alter table audit_head enable trigger audit_head_goes_forward`.execute(db)
    await sql`vacuum analyze audit_entry`.execute(db)
    say(`${count} entries stored in ${Math.round((performance.now() - begun) / 1000)} s`)
  }

  /** Pages through all entries and writes them as JSON, which anything that exports them has to do. */
  async function bare(): Promise<{ count: number; seconds: number }> {
    const place = path.join(folder, 'bare.ndjson')
    writeFileSync(place, '')
    const file = createWriteStream(place)
    const begun = performance.now()
    let count = 0
    for (let after = 0; ; ) {
      const { rows } = await sql<{ seq: number }>`select * from audit_entry where seq > ${after} order by seq
        limit ${PAGE}`.execute(db)
      const last = rows.at(-1)
      if (!last) break
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      if (!file.write(text)) await once(file, 'drain')
      count += rows.length
      after = last.seq
    }
    file.end()
    await finished(file)
    return { count, seconds: (performance.now() - begun) / 1000 }
  }

  async function exported(begin: () => Promise<Export>): Promise<{ rate: number; heapMb: number }> {
    const before = process.memoryUsage().heapUsed
    const begun = performance.now()
    const one = await begin()
    let most = 0
    for (;;) {
      await wait(500)
      most = Math.max(most, process.memoryUsage().heapUsed)
      const { state, streams, lastError } = await stateOf(one)
      if (lastError) throw new Error(`The export failed: ${lastError}`)
      if (state !== 'UpToDate') continue
      const seconds = (performance.now() - begun) / 1000
      return { rate: (streams[0]?.position ?? 0) / seconds, heapMb: (most - before) / 1_000_000 }
    }
  }
}
