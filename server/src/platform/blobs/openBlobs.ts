import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { createEgress, type Egress, hostAndPort } from '../egress/egress.ts'
import type { Log } from '../log/log.ts'
import { type Blobs, createFileBlobs } from './blobs.ts'
import { createContainerBlobs } from './containerBlobs.ts'
import { openContainer } from './containers/openContainer.ts'
import { createMovedBlobs } from './movedBlobs.ts'
import { createRoutedBlobs, type RoutedBlobs } from './routedBlobs.ts'

export interface OpenedBlobs {
  blobs: RoutedBlobs
  /** The blobs of the container alone; null if files are stored in the data folder. */
  container: Blobs | null
  /** Moves what is still in the data folder to the container, in the background. */
  start(): void
  /** Tries in the background until the container can be reached. */
  joinLater(join: () => Promise<void>): void
  stop(): Promise<void>
}

const AGAIN_MS = 10 * 60_000
const JOIN_AGAIN_MS = 10_000

type Stored = Pick<Config, 'dataDir' | 'blobContainer'>

/** Opens where the instance stores files. Makes no request yet. */
export async function openBlobs(
  { dataDir, blobContainer }: Stored,
  egress: Egress,
  log: Log,
): Promise<OpenedBlobs> {
  const folder = createFileBlobs(dataDir)
  if (!blobContainer) {
    const blobs = createRoutedBlobs(folder, egress, log)
    return {
      blobs,
      container: null,
      start: () => undefined,
      joinLater: () => undefined,
      stop: async () => blobs.close(),
    }
  }
  const opened = await openContainer(blobContainer, egress)
  const container = createContainerBlobs(opened)
  const moved = createMovedBlobs(folder, container, log)
  const blobs = createRoutedBlobs(moved, egress, log)
  const stopping = new AbortController()
  let moving = Promise.resolve()
  let joining = Promise.resolve()
  async function joinWhenReached(join: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(JOIN_AGAIN_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      try {
        if (!stopping.signal.aborted) await join()
        return
      } catch (error) {
        log.warn('blobs.notJoined', {}, error)
      }
    }
  }
  async function moveAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await moved.move(stopping.signal)
      } catch (error) {
        log.warn('blobs.notMoved', {}, error)
      }
      // Processes that were started before the setting still store files in the folder.
      await wait(AGAIN_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  return {
    blobs,
    container,
    start() {
      moving = moveAll()
    },
    joinLater(join) {
      joining = joinWhenReached(join)
    },
    async stop() {
      stopping.abort()
      await joining
      await moving
      opened.close()
      blobs.close()
    },
  }
}

/** Runs `work` with the blobs of an instance, even if its server isn't running. */
export async function withBlobs<T>(stored: Stored, log: Log, work: (blobs: Blobs) => Promise<T>): Promise<T> {
  const egress = createEgress(stored.blobContainer ? [hostAndPort(stored.blobContainer.origin)] : [])
  const opened = await openBlobs(stored, egress, log)
  try {
    return await work(opened.blobs)
  } finally {
    await opened.stop()
    await egress.close()
  }
}
