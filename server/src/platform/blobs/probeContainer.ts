import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ErrorCode } from '@parlance/contract/errors'
import type { ContainerPlace } from '../../config/containerPlace.ts'
import type { Egress } from '../egress/egress.ts'
import { AppError } from '../errors.ts'
import { openContainer } from './containers/openContainer.ts'
import { bounded } from './containers/requests.ts'

/** Stores, reads, lists, and deletes a small object. Returns the code of an error, or null if everything worked. */
export async function probeContainer(
  { place, prefix }: { place: ContainerPlace; prefix: string },
  egress: Egress,
): Promise<ErrorCode | null> {
  const container = await openContainer(place, egress)
  const name = `${prefix}probe-${randomUUID()}`
  try {
    await container.put(name, Readable.from([Buffer.from(name)], { objectMode: false }))
    try {
      const read = await container.read(name, { start: 0, end: name.length })
      if ((await text(bounded(read))) !== name) return 'storage.otherContent'
      for await (const _one of container.list(name)) break
    } finally {
      await container.remove(name)
    }
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    container.close()
  }
}

/** What the clients' errors have in common is the status of the answer. */
function reasonOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  const { statusCode, $metadata } = error as { statusCode?: number; $metadata?: { httpStatusCode?: number } }
  const status = statusCode ?? $metadata?.httpStatusCode
  if (status === 401 || status === 403) return 'storage.refused'
  return status === 404 ? 'storage.noContainer' : 'storage.unreachable'
}
