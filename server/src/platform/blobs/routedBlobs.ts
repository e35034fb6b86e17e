import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { limits } from '@parlance/contract/limits'
import type { ContainerPlace } from '../../config/containerPlace.ts'
import type { Egress } from '../egress/egress.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log/log.ts'
import type { Blobs, StoredBlob } from './blobs.ts'
import { createContainerBlobs } from './containerBlobs.ts'
import type { Container } from './containers/container.ts'
import { openContainer } from './containers/openContainer.ts'

/** A container that doesn't belong to the whole instance, such as a library's. */
interface OwnContainer {
  place: ContainerPlace
  /** The names of its objects begin with this. Others in the container are left alone. */
  prefix: string
  /** Whether it is known that no other instance uses it: not after a restore. Otherwise nothing in it is changed. */
  isConfirmed: boolean
}

/** Which own containers there are, by their numbers. */
export interface OwnContainers {
  find(container: number): Promise<OwnContainer | null>
  list(): Promise<number[]>
}

/** The blobs of the instance and of all own containers. A key names its container: `NUMBER-KEY`. */
export interface RoutedBlobs extends Blobs {
  /** Stores bytes in an own container. */
  putIn(container: number, bytes: Readable | Buffer, maxBytes: number): Promise<StoredBlob>
  /** Call once, before anything is read. */
  connect(containers: OwnContainers): void
  close(): void
}

const REST_MS = 30_000

/** Whether a blob is in an own container. Such blobs aren't part of backups. */
const isInOwnContainer = (key: string): boolean => key.includes('-')

export function createRoutedBlobs(instance: Blobs, egress: Egress, log: Log): RoutedBlobs {
  const opened = new Map<number, { signature: string; container: Container; blobs: Blobs }>()
  /** Until when a container that couldn't be reached isn't asked again, so that it holds up nothing else. */
  const resting = new Map<number, number>()
  let containers: OwnContainers = { find: async () => null, list: async () => [] }

  async function blobsIn(number: number, changes = false): Promise<Blobs> {
    if (performance.now() < (resting.get(number) ?? 0)) throw new AppError('storage.unreachable')
    const found = await containers.find(number)
    if (!found) throw new Error('There is no such container.')
    if (changes && !found.isConfirmed) throw new AppError('dataSource.notConfirmed')
    const signature = JSON.stringify(found)
    const before = opened.get(number)
    if (before?.signature === signature) return before.blobs
    const container = await openContainer(found.place, egress)
    const blobs = createContainerBlobs(container, found.prefix)
    opened.set(number, { signature, container, blobs })
    before?.container.close()
    return blobs
  }

  /** Notes a container that can't be reached. */
  async function noting<T>(number: number, work: () => T): Promise<Awaited<T>> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && error.code === 'storage.unreachable') rest(number, error)
      throw error
    }
  }
  function rest(number: number, error: unknown): void {
    if (performance.now() < (resting.get(number) ?? 0)) return
    resting.set(number, performance.now() + REST_MS)
    log.warn('blobs.containerUnreachable', { container: number }, error)
  }

  /** Runs `work` with the blobs that a key is in and its key there. */
  async function at<T>(
    key: string,
    work: (blobs: Blobs, own: string) => T,
    changes = false,
  ): Promise<Awaited<T>> {
    const [, number, own] = /^(\d{1,9})-(.*)$/.exec(key) ?? []
    if (number === undefined || own === undefined) return await work(instance, key)
    return noting(Number(number), async () => work(await blobsIn(Number(number), changes), own))
  }

  /** Ends a stream that is longer than what was asked for, or than any file: its store isn't ours. */
  async function* pieces(key: string, range?: { start: number; end: number }): AsyncGenerator<Buffer> {
    const most = range ? range.end - range.start : limits.fileBytes
    const number = Number(key.split('-')[0])
    let size = 0
    const bytes = await at(key, (blobs, own) => blobs.read(own, range))
    try {
      for await (const piece of bytes) {
        size += (piece as Buffer).length
        if (size > most) throw new AppError('storage.otherContent')
        yield piece as Buffer
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'storage.unreachable') rest(number, error)
      throw error
    }
  }
  const read: Blobs['read'] = (key, range) =>
    isInOwnContainer(key)
      ? Readable.from(pieces(key, range), { objectMode: false })
      : instance.read(key, range)

  return {
    ...instance,
    read,
    readAll: (key) => buffer(read(key)),
    async sizeOf(key) {
      const size = await at(key, (blobs, own) => blobs.sizeOf(own))
      if (isInOwnContainer(key) && size > limits.fileBytes) throw new AppError('storage.otherContent')
      return size
    },
    async remove(key) {
      try {
        await at(key, (blobs, own) => blobs.remove(own), true)
      } catch (error) {
        // The instance that was backed up may still need it.
        if (!(error instanceof AppError && error.code === 'dataSource.notConfirmed')) throw error
      }
    },
    find: (key) => at(key, (blobs, own) => blobs.find(own)),
    async *list() {
      yield* instance.list()
      for (const number of await containers.list()) {
        try {
          const blobs = await blobsIn(number, true)
          for await (const { key, storedAt } of blobs.list()) yield { key: `${number}-${key}`, storedAt }
        } catch (error) {
          // The containers after it can be listed.
          rest(number, error)
        }
      }
    },
    async putIn(number, bytes, maxBytes) {
      const stored = await noting(number, async () => (await blobsIn(number, true)).put(bytes, maxBytes))
      return { ...stored, key: `${number}-${stored.key}` }
    },
    connect(given) {
      containers = given
    },
    close() {
      for (const { container } of opened.values()) container.close()
      opened.clear()
    },
  }
}
