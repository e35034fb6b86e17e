import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ContainerPlace, readContainer } from '../../config/containerPlace.ts'
import { type ObjectStore, startObjectStore } from '../../testing/objectStore.ts'
import { createEgress, type Egress, hostAndPort } from '../egress/egress.ts'
import { createLog } from '../log/log.ts'
import { type Blobs, blobPath, createFileBlobs } from './blobs.ts'
import { type OpenedBlobs, openBlobs } from './openBlobs.ts'

const log = createLog('ERROR', { write: () => undefined })
const placeOf = ({ url, key }: ObjectStore) => readContainer(url, key) as ContainerPlace

describe.each(['S3', 'Azure'] as const)('blobs in %s', (kind) => {
  let store: ObjectStore
  let egress: Egress
  let opened: OpenedBlobs
  let blobs: Blobs
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parlance-blobs-'))
  beforeAll(async () => {
    store = await startObjectStore(kind)
    egress = createEgress([hostAndPort(placeOf(store).origin)])
    opened = await openBlobs({ dataDir, blobContainer: placeOf(store) }, egress, log)
    blobs = opened.blobs
  })
  afterAll(async () => {
    await opened?.stop()
    await egress?.close()
    await store?.close()
  })
  beforeEach(() => {
    store.status = 200
    store.objects.clear()
  })

  test('[S36] are returned unchanged, as a whole and in part, under unguessable keys', async () => {
    const bytes = randomBytes(20 * 1024 * 1024)
    const stored = await blobs.put(Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]), bytes.length)
    expect(stored).toMatchObject({ size: bytes.length, head: bytes.subarray(0, 4096) })
    expect(stored.key).toMatch(/^[0-9a-f]{64}$/)
    expect([...store.objects.keys()]).toEqual([stored.key])
    expect((await blobs.readAll(stored.key)).equals(bytes)).toBe(true)
    const part = await buffer(blobs.read(stored.key, { start: 5, end: 9_000_000 }))
    expect(part.equals(bytes.subarray(5, 9_000_000))).toBe(true)
    expect(await blobs.sizeOf(stored.key)).toBe(bytes.length)
    await blobs.remove(stored.key)
    await blobs.remove(stored.key)
    expect(store.objects.size).toBe(0)
    expect(await blobs.find(stored.key)).toBeNull()
    await expect(blobs.readAll(stored.key)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(blobs.sizeOf(stored.key)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('[A69] above the limit are refused, and nothing of them remains', async () => {
    const large = Readable.from([Buffer.alloc(9_000_000), Buffer.alloc(9_000_000)])
    await expect(blobs.put(large, 17_000_000)).rejects.toMatchObject({ code: 'file.tooLarge' })
    expect(store.objects.size).toBe(0)
  })

  test('of an upload that breaks off are not kept, and its own error is reported', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(9_000_000)
        throw new Error('The connection is gone.')
      })(),
    )
    await expect(blobs.put(broken, 20_000_000)).rejects.toThrow('The connection is gone.')
    expect(store.objects.size).toBe(0)
  })

  test('are all listed, and nothing else in the container is', async () => {
    const keys = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map(async (n) => (await blobs.put(Buffer.from([n]), 10)).key),
    )
    store.objects.set('notes.txt', Buffer.from('Not a blob.'))
    await blobs.offerId('one')
    const listed: string[] = []
    for await (const { key, storedAt } of blobs.list()) {
      listed.push(key)
      expect(storedAt).toBe(Date.parse('2026-01-01T00:00:00Z'))
    }
    expect(listed.sort()).toEqual(keys.sort())
  })

  test('[A59] are never read or written by an external name', async () => {
    store.objects.set('notes.txt', Buffer.from('Not a blob.'))
    for (const key of ['notes.txt', '../notes.txt', '', 'a'.repeat(63)]) {
      await expect(blobs.readAll(key)).rejects.toThrow("This isn't a blob key.")
      await expect(blobs.remove(key)).rejects.toThrow("This isn't a blob key.")
    }
    expect(store.objects.size).toBe(1)
  })

  test('give their container one ID, which the first offers', async () => {
    expect(await blobs.readId()).toBeNull()
    expect(await blobs.offerId('first')).toBe(true)
    expect(await blobs.offerId('second')).toBe(false)
    expect(await blobs.readId()).toBe('first')
  })

  test.each([403, 500])(
    'that are refused with status %i fail with a solution',
    async (status) => {
      const { key } = await blobs.put(Buffer.from('kept'), 10)
      store.status = status
      const failure = { code: 'storage.unreachable', status: 503 }
      await expect(blobs.put(Buffer.from('more'), 10)).rejects.toMatchObject(failure)
      await expect(blobs.readAll(key)).rejects.toMatchObject(failure)
      store.status = 200
      expect((await blobs.readAll(key)).toString()).toBe('kept')
    },
    30_000,
  )

  test('are moved from the data folder, and stay readable before, during, and after', async () => {
    const folder = createFileBlobs(dataDir)
    const stored = await Promise.all(['a', 'b', 'c'].map((text) => folder.put(Buffer.from(text), 10)))
    const read = () => Promise.all(stored.map(async ({ key }) => (await blobs.readAll(key)).toString()))
    expect(await read()).toEqual(['a', 'b', 'c'])
    // As after a process that was killed before it deleted the file.
    store.objects.set(stored[0]!.key, Buffer.from('a'))
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000)
    for (const { key } of stored) utimesSync(blobPath(dataDir, key), old, old)
    const { key: fresh } = await folder.put(Buffer.from('being written'), 100)
    opened.start()
    expect(await read()).toEqual(['a', 'b', 'c'])
    await expect.poll(() => stored.some(({ key }) => existsSync(blobPath(dataDir, key)))).toBe(false)
    expect(await read()).toEqual(['a', 'b', 'c'])
    expect([...store.objects.keys()].sort()).toEqual(stored.map(({ key }) => key).sort())
    await blobs.remove(stored[0]!.key)
    expect(store.objects.has(stored[0]!.key)).toBe(false)
    expect(existsSync(blobPath(dataDir, fresh))).toBe(true)
  })
})

test('a container that the operator has not named is not contacted if it is private', async () => {
  const store = await startObjectStore('S3')
  const egress = createEgress([])
  const opened = await openBlobs({ dataDir: '/nowhere', blobContainer: placeOf(store) }, egress, log)
  await expect(opened.blobs.put(Buffer.from('secret'), 10)).rejects.toMatchObject({ code: 'egress.refused' })
  expect(store.objects.size).toBe(0)
  await opened.stop()
  await egress.close()
  await store.close()
})
