/**
 * Uploads a Word document of pictures with one page of text, and measures the memory of the server until the file is
 * searchable, with an embedded database.
 *   node bench/largeFile.ts [--megabytes 100] [--files 1]
 * Prints the server's memory before, at most while the files are sent, and at most while they are read.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { makeDocx, words } from '../server/src/features/knowledge/testing/wordDocuments.ts'
import { memoryMib, startProduct } from '../server/src/testing/product.ts'
import { option, round, say } from '../server/src/testing/statistics.ts'

const megabytes = Number(option('megabytes', '100'))
const files = Number(option('files', '1'))
const SETTLING_MS = 10_000

interface Library {
  dataSourceId: string
  files: number
  filesReady: number
  filesFailed: number
}

const product = await startProduct()
const token = await product.token('admin')
async function call<T>(path: string, body?: FormData | string, type?: string): Promise<T> {
  const response = await fetch(`${product.origin}/api/internal/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
    ...(body ? { body } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

let most = 0
const sampling = setInterval(() => {
  most = Math.max(most, memoryMib(product.pid))
}, 20)
const peak = () => {
  const until = most
  most = 0
  return round(until, 0)
}

try {
  // Random bytes that are packed as text need about a fifth more.
  const picture = randomBytes(megabytes * 830_000).toString('latin1')
  const document = makeDocx([words.text('The lighthouse keeper winds the clockwork.')], {
    'word/media/image1.bin': picture,
  })
  const name = JSON.stringify({ name: 'Large' })
  const { dataSourceId } = await call<Library>('fileLibraries', name, 'application/json')
  await wait(SETTLING_MS)
  peak()
  const before = round(memoryMib(product.pid), 0)
  for (let index = 0; index < files; index += 1) {
    const form = new FormData()
    form.set('file', new File([document], `large-${index}.docx`))
    await call(`dataSources/${dataSourceId}/files`, form)
  }
  const sending = peak()
  const begun = performance.now()
  let library: Library | undefined
  do {
    await wait(100)
    const { items } = await call<{ items: Library[] }>('dataSources')
    library = items.find((one) => one.dataSourceId === dataSourceId)
  } while (library && library.filesReady + library.filesFailed < files)
  say(
    `${files} × ${round(document.length / 1_000_000, 0)} MB: ${library?.filesReady} read, ${library?.filesFailed} failed, ${round((performance.now() - begun) / 1000)} s after the upload`,
  )
  say(`memory of the server: before ${before}, while sending ${sending}, while reading ${peak()} MiB`)
  process.exitCode = library?.filesReady === files ? 0 : 1
} finally {
  clearInterval(sampling)
  await product.stop()
}
