import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'
import { asKey, type Blobs, ID_NAME, isKey, newKey } from './blobs.ts'
import { BlobMissing, type Container } from './containers/container.ts'
import { meterOf } from './meter.ts'

/** Stores blobs in an object store. The names of its objects begin with `prefix`. */
export function createContainerBlobs(container: Container, prefix = ''): Blobs {
  const nameOf = (key: string) => `${prefix}${asKey(key)}`
  const open = (key: string, range?: { start: number; end: number }) => {
    const name = nameOf(key)
    return Readable.from(
      pieces(() => container.read(name, range)),
      { objectMode: false },
    )
  }
  const find = (key: string) => reached(() => container.sizeOf(nameOf(key)))
  async function readId(): Promise<string | null> {
    try {
      return await text(await container.read(ID_NAME))
    } catch (error) {
      if (error instanceof BlobMissing) return null
      throw explained(error)
    }
  }
  const store = (name: string, bytes: AsyncIterable<Buffer>) =>
    container.put(name, Readable.from(bytes, { objectMode: false }))
  return {
    isContainer: true,
    async put(bytes, maxBytes) {
      const key = newKey()
      const meter = meterOf(maxBytes)
      const source: { failed: boolean; error?: unknown } = { failed: false }
      async function* sourceOf(given: Readable | Buffer): AsyncGenerator<Buffer> {
        try {
          if (given instanceof Buffer) yield given
          else yield* given
        } catch (error) {
          Object.assign(source, { failed: true, error })
          throw error
        }
      }
      try {
        await pipeline(sourceOf(bytes), meter.stream, (measured) => store(nameOf(key), measured))
      } catch (error) {
        await container.remove(nameOf(key)).catch(() => undefined)
        throw source.failed ? source.error : explained(error)
      }
      return { key, ...meter.result() }
    },
    read: open,
    async sizeOf(key) {
      const size = await find(key)
      if (size !== null) return size
      // Fails if the container itself is missing, which is no reason to give up its files.
      await reached(async () => {
        for await (const _one of container.list(nameOf(key))) break
      })
      throw new BlobMissing('There is no such blob.')
    },
    readAll: (key) => buffer(open(key)),
    remove: (key) => reached(() => container.remove(nameOf(key))),
    async *list() {
      for await (const { name, storedAt } of container.list(prefix)) {
        const key = name.slice(prefix.length)
        if (isKey(key)) yield { key, storedAt }
      }
    },
    find,
    async putAs(key, bytes) {
      // A failed upload leaves nothing, and what may be there under this key is still needed.
      const name = nameOf(key)
      await reached(() => store(name, bytes))
    },
    readId,
    setId: (id) =>
      reached(() => container.put(ID_NAME, Readable.from([Buffer.from(id)], { objectMode: false }))),
    async offerId(id) {
      // Older servers don't know the condition that would refuse a second ID.
      if ((await readId()) === null) await reached(() => container.putNew(ID_NAME, id))
      return (await readId()) === id
    },
  }
}

async function* pieces(open: () => Promise<Readable>): AsyncGenerator<Buffer> {
  try {
    yield* await open()
  } catch (error) {
    throw explained(error)
  }
}

async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explained(error)
  }
}

/** Whatever a client of an object store throws, the store couldn't be used. */
function explained(error: unknown): unknown {
  return error instanceof AppError || error instanceof BlobMissing
    ? error
    : new AppError('storage.unreachable', { cause: error })
}
