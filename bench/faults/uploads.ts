import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../../server/src/testing/product.ts'
import { type Injection, isAlive, startFor } from './injection.ts'

const BYTES = 300_000
const files = '/api/internal/fileLibraries'

/** Returns the hashes of all files in a folder. */
const hashesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      createHash('sha256')
        .update(readFileSync(path.join(entry.parentPath, entry.name)))
        .digest('hex'),
    )

/** Sends the start of an upload and cuts the connection. */
function cutOff(
  port: number,
  address: string,
  headers: Record<string, string>,
  bytes: Buffer,
): Promise<void> {
  const at = Math.floor(Math.random() * bytes.length)
  const head = Object.entries({
    ...headers,
    host: `localhost:${port}`,
    'content-length': String(bytes.length),
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST ${address} HTTP/1.1\r\n${head}\r\n`)
      socket.write(bytes.subarray(0, at), () =>
        setTimeout(() => socket.resetAndDestroy(), Math.random() * 20),
      )
    })
    socket.on('error', () => undefined).on('close', () => resolve())
  })
}

/** Uploads whose connections break at a random byte and are retried with their keys, and a kill during one. */
export const cutUploads: Injection = {
  name: '[F22] uploads cut at random',
  async run(ground) {
    const started = await startFor(ground, 'fake-t1-d1')
    let { product } = started
    const token = await product.token('admin')
    const authorization = `Bearer ${token}`
    const library = await fetch(`${product.origin}${files}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Cut' }),
    }).then((answer) => answer.json() as Promise<{ dataSourceId: string }>)
    const address = `/api/internal/dataSources/${library.dataSourceId}/files`
    const blobs = path.join(product.dataDir, 'blobs')
    const before = hashesBelow(blobs).length
    const descriptors = () => readdirSync(`/proc/${product.pid}/fd`).length
    const open = descriptors()
    const wanted: string[] = []
    let errors = 0
    const count = 20 * ground.scale
    for (let index = 0; index < count; index += 1) {
      const content = randomBytes(BYTES / 2).toString('hex')
      wanted.push(createHash('sha256').update(content).digest('hex'))
      const boundary = 'cut'
      const headers = {
        authorization,
        'idempotency-key': randomUUID(),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      }
      const body = Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${index}.txt"\r\n\r\n${content}\r\n--${boundary}--\r\n`,
      )
      await cutOff(product.port, address, headers, body)
      if (index === Math.floor(count / 2)) {
        // The process dies after half of a file has arrived.
        const half = cutOff(product.port, address, headers, body)
        await wait(5)
        await product.kill()
        await half
        product = await startProduct(started.options)
      }
      const again = await fetch(`${product.origin}${address}`, { method: 'POST', headers, body })
      await again.arrayBuffer()
      if (again.status !== 200) errors += 1
    }
    const list = await fetch(`${product.origin}${address}?pageSize=200`, { headers: { authorization } }).then(
      (answer) => answer.json() as Promise<{ items: { name: string }[] }>,
    )
    const names = new Set(list.items.map(({ name }) => name))
    for (let time = 0; time < 60 && hashesBelow(blobs).length > before + count + 1; time += 1) await wait(500)
    const stored = hashesBelow(blobs)
    const lost = wanted.filter((hash) => !stored.includes(hash)).length
    // Partial files of a killed process are swept after a day.
    const left = stored.length - before - count
    await wait(1000)
    const opened = descriptors() - open
    const alive = isAlive(product.pid)
    await product.stop()
    const line = `${this.name}: ${count} files, lost ${lost}, rows ${names.size}, errors ${errors}, left over ${left} after one kill, descriptors ${opened >= 0 ? '+' : ''}${opened}${alive ? ', process alive' : ', PROCESS GONE'}`
    const clean =
      lost === 0 &&
      errors === 0 &&
      names.size === Math.min(count, 200) &&
      list.items.length === names.size &&
      left <= 1 &&
      opened < 20 &&
      alive
    return [{ line, clean }]
  },
}
