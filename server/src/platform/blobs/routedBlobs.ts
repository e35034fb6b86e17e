import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ContainerPlace } from '../../config/containerPlace.ts'
import type { Egress } from '../egress/egress.ts'
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

/** Whether a blob is in an own container. Such blobs aren't part of backups. */
const isInOwnContainer = (key: string): boolean => key.includes('-')

export function createRoutedBlobs(instance: Blobs, egress: Egress, log: Log): RoutedBlobs {
  const opened = new Map<number, { signature: string; container: Container; blobs: Blobs }>()
  let containers: OwnContainers = { find: async () => null, list: async () => [] }

  async function blobsIn(number: number): Promise<Blobs> {
    const found = await containers.find(number)
    if (!found) throw new Error('There is no such container.')
    const signature = JSON.stringify(found)
    const before = opened.get(number)
    if (before?.signature === signature) return before.blobs
    const container = await openContainer(found.place, egress)
    const blobs = createContainerBlobs(container, found.prefix)
    opened.set(number, { signature, container, blobs })
    before?.container.close()
    return blobs
  }

  /** Runs `work` with the blobs that a key is in and its key there. */
  async function at<T>(key: string, work: (blobs: Blobs, own: string) => T): Promise<Awaited<T>> {
    const [, number, own] = /^(\d{1,9})-(.*)$/.exec(key) ?? []
    if (number === undefined || own === undefined) return await work(instance, key)
    return await work(await blobsIn(Number(number)), own)
  }

  async function* pieces(key: string, range?: { start: number; end: number }): AsyncGenerator<Buffer> {
    yield* await at(key, (blobs, own) => blobs.read(own, range))
  }
  const read: Blobs['read'] = (key, range) =>
    isInOwnContainer(key)
      ? Readable.from(pieces(key, range), { objectMode: false })
      : instance.read(key, range)

  return {
    ...instance,
    read,
    readAll: (key) => buffer(read(key)),
    sizeOf: (key) => at(key, (blobs, own) => blobs.sizeOf(own)),
    remove: (key) => at(key, (blobs, own) => blobs.remove(own)),
    find: (key) => at(key, (blobs, own) => blobs.find(own)),
    async *list() {
      yield* instance.list()
      for (const number of await containers.list()) {
        try {
          const blobs = await blobsIn(number)
          for await (const { key, storedAt } of blobs.list()) yield { key: `${number}-${key}`, storedAt }
        } catch (error) {
          // The containers after it can be listed.
          log.warn('blobs.containerUnreachable', { container: number }, error)
        }
      }
    },
    async putIn(number, bytes, maxBytes) {
      const stored = await (await blobsIn(number)).put(bytes, maxBytes)
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
