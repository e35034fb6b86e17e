import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { readTurnedOn } from './store.ts'

/** How often the pages with running answers are checked. A page that is turned off ends them within 5 s. */
const CHECK_MS = 1000

/** A page with running answers. */
interface Watched {
  answers: number
  off: AbortController
}

/** Ends the running answers of public pages that are turned off, in whichever process they run. */
export interface PageWatch {
  /** Returns a signal that aborts with the reason when the page is turned off, until it is released. */
  begin(gptSystemId: string): { turnedOff: AbortSignal; release(): void }
}

export function createPageWatch(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  instance: Pick<CurrentInstance, 'isFeatureOn'>,
): PageWatch {
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | null = null
  let isChecking = false

  async function check(): Promise<void> {
    const isOn = await instance.isFeatureOn('AllowPublicEndpoints')
    // Answers that begin meanwhile weren't asked about.
    const asked = [...watched]
    const ids = asked.map(([gptSystemId]) => gptSystemId)
    const on = isOn ? await readTurnedOn(database.control, ids) : new Set<string>()
    for (const [gptSystemId, page] of asked) {
      if (on.has(gptSystemId) || watched.get(gptSystemId) !== page) continue
      watched.delete(gptSystemId)
      page.off.abort(new AppError('publicChat.off'))
    }
    stopIfIdle()
  }

  function stopIfIdle(): void {
    if (watched.size > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }

  function start(): void {
    timer ??= setInterval(() => {
      if (isChecking) return
      isChecking = true
      check()
        .catch((cause: unknown) => log.warn('publicPages.unchecked', {}, cause))
        .finally(() => {
          isChecking = false
        })
    }, CHECK_MS)
    timer.unref()
  }

  return {
    begin(gptSystemId) {
      const page = watched.get(gptSystemId) ?? { answers: 0, off: new AbortController() }
      page.answers += 1
      watched.set(gptSystemId, page)
      start()
      return {
        turnedOff: page.off.signal,
        release() {
          page.answers -= 1
          if (page.answers > 0 || watched.get(gptSystemId) !== page) return
          watched.delete(gptSystemId)
          stopIfIdle()
        },
      }
    },
  }
}
