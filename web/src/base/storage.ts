import { log } from './log.ts'

/**
 * Storage that never throws. It can be full, turned off, or contain data from an older release. As specified,
 * failures are logged and ignored, and the product then works without stored data.
 */
export interface Stored {
  read: <T>(key: string) => T | undefined
  write: (key: string, value: unknown) => void
  remove: (key: string) => void
}

function stored(area: () => Storage): Stored {
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(area())
    } catch (error) {
      log('ERROR', 'storage.failed', { error: String(error) })
      return undefined
    }
  }
  return {
    read: <T>(key: string) =>
      attempt((storage) => {
        const text = storage.getItem(key)
        return text === null ? undefined : (JSON.parse(text) as T)
      }),
    write: (key, value) => attempt((storage) => storage.setItem(key, JSON.stringify(value))),
    remove: (key) => attempt((storage) => storage.removeItem(key)),
  }
}

export const localStored = stored(() => globalThis.localStorage)
export const sessionStored = stored(() => globalThis.sessionStorage)
