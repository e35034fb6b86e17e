import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { auditPath } from '../../../testing/auditLog.ts'
import { call } from '../../../testing/client.ts'
import { type Product, startProduct } from '../../../testing/product.ts'
import { startWebhookReceiver } from '../../../testing/webhookReceiver.ts'
import { administrator, type Export, exportsPath, filesOf, linesOf, type Received } from './exports.ts'

export interface ExportKills {
  /** The entries of the audit log at the end. */
  entries: number
  /** Kills after which a file had more than its position, or half a line. */
  between: number
  inFiles: Found
  received: Found
}

interface Found {
  missing: number
  /** Entries that are there more than once. */
  twice: number
  /** Lines that don't continue the chain of the ones before. */
  broken: number
}

interface Options {
  kills: number
  databaseUrl?: string
  /** The longest time until a kill. */
  withinMs?: number
}

const CHANGES_AT_ONCE = 4
/** How many changes a kill waits for, so that a slow computer has something to export, too. */
const LEAST_CHANGES = 12
const READY_MS = 120_000

/**
 * Exports the audit log to files and to a webhook, and kills the product at random moments meanwhile. Then counts what
 * is missing, what was exported twice, and what isn't in order.
 */
export async function killAmongExports({
  kills,
  databaseUrl,
  withinMs = 800,
}: Options): Promise<ExportKills> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-export-'))
  const receiver = await startWebhookReceiver()
  const environment = { SUPERVISION_EXPORT_DIR: folder, EGRESS_ALLOW: '127.0.0.1' }
  const options = { environment, ...(databaseUrl ? { databaseUrl } : {}) }
  let product = await startProduct(options)
  const { dataDir, port } = product
  // Signing in often is refused.
  let token = await product.token('admin')
  const { list, stateOf, toFile, toWebhook } = administrator(() => ({ ...product, token: async () => token }))
  let between = 0
  try {
    const both = [
      await toFile('kills', { start: 'Beginning' }),
      await toWebhook(receiver.url, { start: 'Beginning' }),
    ]
    for (let kill = 0; kill < kills; kill += 1) {
      const end = new AbortController()
      const enough = Promise.withResolvers<void>()
      const working = workUntil(product, token, both, end.signal, enough.resolve)
      await Promise.all([wait(50 + Math.random() * withinMs), enough.promise])
      await product.kill()
      end.abort()
      await working
      const [before] = linesPerFile(folder).slice(-1)
      product = await startProduct({ ...options, dataDir, port })
      token = await product.token('admin')
      const [file] = (await list()).items
      if (file && before && before.last > (file.streams[0]?.position ?? 0)) between += 1
    }
    const until = performance.now() + READY_MS
    for (const one of both)
      while ((await stateOf(one)).state !== 'UpToDate') {
        if (performance.now() > until) throw new Error('The exports didn’t come to their end.')
        await tryAgain(product, token, one)
        await wait(100)
      }
    const verified = await verify(product, token)
    const entries = (await stateOf(both[0] as Export)).streams[0]?.position ?? 0
    if (verified !== null) throw new Error(`The audit log is broken from ${verified} on.`)
    const files = filesOf(folder, 'kills-').map(({ text }) => text)
    const requests = receiver.received.map(({ body }) => body)
    return { entries, between, inFiles: count(files, entries), received: count(requests, entries) }
  } finally {
    await product.stop()
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(folder, { recursive: true })
  }
}

/**
 * Changes something and exports it, over and over, until the product is gone. Calls `enough` after the first changes,
 * and if there are none any more.
 */
async function workUntil(
  product: Product,
  token: string,
  exports: Export[],
  signal: AbortSignal,
  enough: () => void,
): Promise<void> {
  let changes = 0
  const flag = '/api/internal/featureFlags/ShowFooter'
  async function repeat(work: (turn: number) => Promise<unknown>): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1)
      if (
        !(await work(turn).then(
          () => true,
          () => false,
        ))
      )
        return
  }
  await Promise.all([
    ...Array.from({ length: CHANGES_AT_ONCE }, (_, at) =>
      repeat(async (turn) => {
        await call(product, flag, { token, method: 'PUT', body: { enabled: (turn + at) % 2 === 0 } })
        changes += 1
        if (changes === LEAST_CHANGES) enough()
      }),
    ),
    ...exports.map((one) => repeat(() => tryAgain(product, token, one))),
  ])
  enough()
}

async function tryAgain(
  product: Product,
  token: string,
  { supervisionExportId }: Pick<Export, 'supervisionExportId'>,
): Promise<void> {
  await call(product, `${exportsPath}/${supervisionExportId}/tryAgain`, { token, method: 'POST' })
}

async function verify(product: Product, token: string): Promise<number | null> {
  const { body } = await call<{ firstBroken: number | null }>(product, `${auditPath}/verify`, {
    token,
    method: 'POST',
  })
  return body.firstBroken
}

/** The last whole line of each file. */
const linesPerFile = (folder: string) =>
  filesOf(folder, 'kills-').map(({ text }) => {
    const line = text.split('\n').at(-2)
    return { last: line ? (JSON.parse(line).position as number) : 0 }
  })

function count(texts: readonly string[], entries: number): Found {
  const lines = texts.flatMap((text) => {
    if (text !== '' && !text.endsWith('\n')) throw new Error('A line is cut off.')
    return linesOf(text)
  })
  const byPosition = Map.groupBy(lines, ({ position }) => position)
  const positions = Array.from({ length: entries }, (_, at) => at + 1)
  const hashAt = (position: number) =>
    (byPosition.get(position)?.[0] as Received | undefined)?.entry.hash ?? ''
  return {
    missing: positions.filter((position) => !byPosition.has(position)).length,
    twice: lines.length - byPosition.size,
    broken: lines.filter(({ position, entry }) => entry.previousHash !== hashAt(position - 1)).length,
  }
}
