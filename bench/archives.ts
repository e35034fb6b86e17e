/**
 * Unpacks archives into file libraries: many small files while the server and its database are killed [F10], and large files.
 *   node bench/archives.ts [--files 5000] [--kills 10] [--gigabytes 1.9]
 * Prints for the small files the number of kills, the time, and whether each file was added exactly once, and for the large
 * ones the time of the upload and of unpacking, the growth of the server's memory, and the response times of another
 * user's list of conversations meanwhile. Indexing is paused, so that it isn't measured. Exits 1 if a file is missing or
 * was added twice, if bytes of the archive stay, or if the memory grows by more than 300 MiB.
 */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { packArchive } from '../server/src/testing/packedArchives.ts'
import { memoryMib, type Product, startProduct } from '../server/src/testing/product.ts'
import { option, quantile, round, say } from '../server/src/testing/statistics.ts'

const files = Number(option('files', '5000'))
const kills = Number(option('kills', '10'))
const gigabytes = Number(option('gigabytes', '1.9'))
const MOST_GROWTH_MIB = 300
const LARGE_FILE = 95_000_000

interface Archive {
  archiveId: string
  done: number
  total: number
  added: number
  unchanged: number
  refused: number
  failure: string | null
  finishedAt: string | null
}

let product = await startProduct()
let token = await product.token('admin')
let holds = true

async function call<T>(route: string, body?: object | FormData, method = body ? 'POST' : 'GET'): Promise<T> {
  const isForm = body instanceof FormData
  const response = await fetch(`${product.origin}/api/internal/${route}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${route}: ${response.status} ${text}`)
  return JSON.parse(text || '{}') as T
}

/** Creates a library whose files aren't read. */
async function createLibrary(name: string): Promise<string> {
  const { dataSourceId } = await call<{ dataSourceId: string }>('fileLibraries', { name })
  await call(`dataSources/${dataSourceId}/indexing`, { paused: true }, 'PUT')
  return dataSourceId
}

function upload(library: string, bytes: Buffer<ArrayBuffer>): Promise<Archive> {
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'archive.zip')
  return call<Archive>(`dataSources/${library}/archives`, form)
}

const archiveOf = async (library: string) =>
  (await call<{ items: Archive[] }>(`dataSources/${library}/archives`)).items[0]!

const blobs = (of: Product) =>
  readdirSync(path.join(of.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length

async function restart(): Promise<void> {
  const { dataDir, port } = product
  await product.kill()
  product = await startProduct({ dataDir, port })
  token = await product.token('admin')
}

/** The names of all files of a library with their versions. */
async function versionsOf(library: string): Promise<Map<string, number>> {
  const versions = new Map<string, number>()
  for (let next: string | null = ''; next !== null; ) {
    const page: { items: { name: string; fileVersion: number }[]; continuationToken: string | null } =
      await call(
        `dataSources/${library}/files?pageSize=200${next && `&continuationToken=${encodeURIComponent(next)}`}`,
      )
    for (const { name, fileVersion } of page.items) {
      if (versions.has(name)) holds = false
      versions.set(name, fileVersion)
    }
    next = page.continuationToken
  }
  return versions
}

async function unpackMany(): Promise<void> {
  const library = await createLibrary('Many files')
  const before = blobs(product)
  const entries = Array.from({ length: files }, (_, at) => ({
    name: `folder ${at % 50}/note ${at}.txt`,
    content: `What note ${at} says.`,
  }))
  const begun = performance.now()
  await upload(library, packArchive(entries))
  let killed = 0
  let archive = await archiveOf(library)
  while (archive.finishedAt === null) {
    // After equal parts of the files, at any moment within them.
    if (killed < kills && archive.done >= ((killed + 1) * files) / (kills + 1)) {
      await wait(Math.random() * 100)
      await restart()
      killed += 1
    }
    await wait(50)
    archive = await archiveOf(library)
  }
  const seconds = (performance.now() - begun) / 1000
  const versions = await versionsOf(library)
  const isRight = versions.size === files && [...versions.values()].every((version) => version === 1)
  const orphans = blobs(product) - before - files
  const { added, unchanged, refused, failure } = archive
  if (!isRight || killed < kills || refused > 0 || failure !== null) holds = false
  say(
    `${files} small files, ${killed} kills: ${round(seconds, 0)} s, ${added} added, ${unchanged} unchanged, ${refused} refused, each exactly once: ${isRight}, ${orphans} orphaned blobs before a sweep`,
  )
}

async function unpackLarge(): Promise<void> {
  const library = await createLibrary('Large files')
  const content = Buffer.alloc(LARGE_FILE, 'The harbor of Nacre closes its berths at dusk each day.\n')
  const count = Math.floor((gigabytes * 1e9) / (LARGE_FILE + 1000))
  const bytes = packArchive(
    Array.from({ length: count }, (_, at) => ({
      name: `large ${at}.txt`,
      content: at === 0 ? content : Buffer.concat([Buffer.from(`${at}\n`), content.subarray(16)]),
      method: 0,
    })),
  )
  const before = memoryMib(product.pid)
  let peak = before
  const waits: number[] = []
  let isOver = false
  const other = await product.token('anna')
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, memoryMib(product.pid))
      const begun = performance.now()
      const response = await fetch(`${product.origin}/api/internal/userConversations`, {
        headers: { authorization: `Bearer ${other}` },
      })
      await response.arrayBuffer()
      waits.push(performance.now() - begun)
      await wait(50)
    }
  })()
  const begun = performance.now()
  await upload(library, bytes)
  const sent = (performance.now() - begun) / 1000
  let archive = await archiveOf(library)
  for (; archive.finishedAt === null; archive = await archiveOf(library)) await wait(200)
  const unpacked = (performance.now() - begun) / 1000 - sent
  isOver = true
  await watching
  const growth = peak - before
  if (archive.added !== count || growth > MOST_GROWTH_MIB) holds = false
  say(
    `${round(bytes.length / 1e9, 2)} GB in ${count} files: uploaded in ${round(sent, 0)} s, unpacked in ${round(unpacked, 0)} s (${round(bytes.length / 1e6 / unpacked, 0)} MB/s), ${archive.added} added; memory of the server ${round(before, 0)} MiB, at most ${round(growth, 0)} more; another user’s list p50 · p95: ${round(quantile(waits, 0.5), 1)} · ${round(quantile(waits, 0.95), 1)} ms`,
  )
}

await unpackMany()
await unpackLarge()
await product.stop()
process.exit(holds ? 0 : 1)
