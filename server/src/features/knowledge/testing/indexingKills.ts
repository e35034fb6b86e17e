import { randomInt } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { blobPath } from '../../../platform/blobs/blobs.ts'
import { sweepBlobs } from '../../../platform/blobs/sweepBlobs.ts'
import { startTestApplication } from '../../../testing/application.ts'
import { withEmbeddedIn } from '../../../testing/embedded.ts'
import { type Product, readerPids, startProduct } from '../../../testing/product.ts'
import {
  ask,
  createLibrary,
  graphReady,
  type Reached,
  type TextFile,
  upload,
} from '../../../testing/retrieval/library.ts'
import { fileFacts, formatOf } from './facts.ts'

const folder = path.join(import.meta.dirname, '../../../../../bench/formats/files')
/** Long enough that files are finished in between: one whose process ends eight times is given up. */
const MOST_WAIT_MS = 4000
const UNFINISHED_WAIT_MS = 2000
/** Blobs are orphans only after a day. */
const LONG_AGO = new Date(0)

/** What a library’s index consists of: each part as a number of lines and a digest of them. */
type Index = Record<string, string>

export interface Disturbed {
  kills: { server: number; reader: number }
  /** The parts of the index with their lines, and the parts that differ from an undisturbed run. */
  index: Index
  differing: string[]
  /** Files whose bytes aren’t in the store. */
  withoutBlob: number
  /** Blobs that one sweep removed, and those that it left behind. */
  swept: number
  orphans: number
}

/** The first real files of each format. */
export function filesOfEachFormat(count: number): TextFile[] {
  const byFormat = Map.groupBy(fileFacts, formatOf)
  return [...byFormat.values()].flatMap((all) =>
    all.slice(0, count).map((one) => ({
      name: `${formatOf(one)}-${path.basename(one.file)}`,
      text: new Uint8Array(readFileSync(path.join(folder, one.file))),
    })),
  )
}

/**
 * Indexes files twice, with graphs: undisturbed, and while the server and its reading processes are killed in turn at
 * random moments. Whenever all are indexed, they are indexed again.
 */
export async function killWhileIndexing(files: readonly TextFile[], kills: number): Promise<Disturbed> {
  const undisturbed = await startProduct()
  const expected = await filled(undisturbed, files)
  await finished(undisturbed, expected)
  const wanted = await readIndex(undisturbed.dataDir, expected)
  rmSync(undisturbed.dataDir, { recursive: true, force: true })

  let product = await startProduct()
  const { dataDir, port } = product
  try {
    const dataSourceId = await filled(product, files)
    const killed = { server: 0, reader: 0 }
    while (killed.server + killed.reader < kills) {
      const reached = await reach(product)
      const again = async () => {
        if (await isIndexed(reached, dataSourceId))
          await ask(reached, `/dataSources/${dataSourceId}/reIndex`, {})
      }
      await again()
      await wait(randomInt(MOST_WAIT_MS))
      // Readers end when there is nothing to read.
      const [reader] = killed.server > killed.reader ? readerPids(product) : []
      if (reader !== undefined) {
        process.kill(reader, 'SIGKILL')
        killed.reader += 1
        await wait(randomInt(MOST_WAIT_MS))
        await again()
        if (killed.server + killed.reader >= kills) break
      }
      await product.killServer()
      killed.server += 1
      product = await startProduct({ dataDir, port })
    }
    product = await finished(product, dataSourceId)
    const index = await readIndex(dataDir, dataSourceId)
    const differing = Object.keys(wanted).filter((part) => index[part] !== wanted[part])
    const withoutBlob = await countWithoutBlob(dataDir)
    return { kills: killed, index, differing, withoutBlob, ...(await swept(dataDir)) }
  } finally {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function reach(product: Product): Promise<Reached> {
  return { origin: product.origin, token: await product.token('admin') }
}

/** Uploads the files to a new library, and returns its ID. */
async function filled(product: Product, files: readonly TextFile[]): Promise<string> {
  const reached = await reach(product)
  const dataSourceId = await createLibrary(reached, 'Formats')
  for (const file of files) await upload(reached, dataSourceId, file)
  return dataSourceId
}

async function isIndexed(reached: Reached, dataSourceId: string): Promise<boolean> {
  const { files, filesReady, filesFailed } = await ask<
    Record<'files' | 'filesReady' | 'filesFailed', number>
  >(reached, `/dataSources/${dataSourceId}`)
  return filesReady + filesFailed === files
}

/** Waits until nothing is left to do, and returns the product, which is then stopped. */
async function finished(product: Product, dataSourceId: string): Promise<Product> {
  const { dataDir, port } = product
  for (let running = product; ; running = await startProduct({ dataDir, port })) {
    const reached = await reach(running)
    do await wait(UNFINISHED_WAIT_MS)
    while (!(await isIndexed(reached, dataSourceId)))
    await graphReady(reached, dataSourceId)
    await running.stop()
    // Passages of versions before are deleted after a file is ready.
    const left = await withEmbeddedIn(dataDir, async ({ db }) => {
      const found = await sql<{ left: number }>`select count(*)::int as left from file
        where clearing or removed_at is not null or state not in ('Ready', 'Failed')`.execute(db)
      return found.rows[0]!.left
    })
    if (left === 0) return running
  }
}

/** Reads all that indexing has stored for a library. IDs and versions, which differ between runs, aren’t part of it. */
function readIndex(dataDir: string, dataSourceId: string): Promise<Index> {
  return withEmbeddedIn(dataDir, async ({ db }) => {
    const library = sql`(select number from data_source where data_source_id = ${dataSourceId})`
    const place = sql`f.name || ' ' || p.ordinal`
    const parts = {
      files: sql`select f.name || ' ' || f.state || ' ' || coalesce(f.reason, '') || ' ' || f.passages || ' ' ||
        coalesce(f.language, '') || ' ' || coalesce(f.sketch::text, '') as line from file f
        where f.data_source_id = ${dataSourceId} and f.removed_at is null`,
      passages: sql`select ${place} || ' ' || concat_ws('|', p.page, p.off_start, p.off_end, p.length, p.heading, p.text,
        p.locator::text, p.layout::text) as line
        from passage p join file f on f.file_id = p.file_id where p.library_id = ${library}`,
      terms: sql`select ${place} || ' ' || o.term || ' ' || o.tf || ' ' || o.len as line
        from posting o left join passage p on p.passage_id = o.passage_id left join file f on f.file_id = p.file_id
        where o.library_id = ${library}`,
      'term statistics': sql`select term || ' ' || df as line from term_stat where library_id = ${library}`,
      'library statistics': sql`select n || ' ' || total_len as line from lib_stat where library_id = ${library}`,
      entities: sql`select key || ' ' || kind || ' ' || name || ' ' || df as line from entity where library_id = ${library}`,
      mentions: sql`select ${place} || ' ' || e.key || ' ' || m.kind || ' ' || m.name || ' ' || m.is_title as line
        from mention m join entity e on e.entity_id = m.entity_id join passage p on p.passage_id = m.passage_id
          join file f on f.file_id = p.file_id where m.library_id = ${library}`,
      relations: sql`select ${place} || ' ' || a.key || ' ' || b.key || ' ' || r.kind as line from relation r
        join entity a on a.entity_id = r.from_id join entity b on b.entity_id = r.to_id
        join passage p on p.passage_id = r.passage_id join file f on f.file_id = p.file_id where r.library_id = ${library}`,
    }
    const index: Index = {}
    for (const [part, lines] of Object.entries(parts)) {
      const found = await sql<{ lines: number; digest: string }>`select count(*)::int as lines,
        md5(string_agg(md5(coalesce(line, 'lost')), '' order by md5(coalesce(line, 'lost')))) as digest
        from (${lines}) as part`.execute(db)
      const { lines: count, digest } = found.rows[0]!
      index[part] = `${count} ${digest}`
    }
    return index
  })
}

function countWithoutBlob(dataDir: string): Promise<number> {
  return withEmbeddedIn(dataDir, async ({ db }) => {
    const { rows } = await sql<{ key: string }>`select blob_key as key from file
      union select ready_blob_key from file where ready_blob_key is not null`.execute(db)
    return rows.filter(({ key }) => !existsSync(blobPath(dataDir, key))).length
  })
}

/** Makes all blobs old and sweeps twice: the second time finds what the first one left behind. */
async function swept(dataDir: string): Promise<{ swept: number; orphans: number }> {
  const blobs = path.join(dataDir, 'blobs')
  for (const entry of readdirSync(blobs, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(path.join(entry.parentPath, entry.name), LONG_AGO, LONG_AGO)
  const app = await startTestApplication({ dataDir, databaseUrl: null })
  try {
    const first = await sweepBlobs(app.platform)
    return { swept: first, orphans: await sweepBlobs(app.platform) }
  } finally {
    await app.stop()
  }
}
