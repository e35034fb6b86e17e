import { sessionStored } from '../base/storage.ts'
import { newId } from './transport.ts'

const ANSWER_MS = 10_000

/** Signed-in pages are all the same. A public page is another one. */
const ownPath = () => (/^\/public-chat\//.test(location.pathname) ? location.pathname : '/')

/** Returns the page that the server sends now in place of this one. Undefined if there is no response. */
export async function servedPage(): Promise<string | undefined> {
  try {
    const response = await fetch(ownPath(), {
      cache: 'no-store',
      headers: { 'cache-control': 'no-cache', pragma: 'no-cache', 'x-request-id': newId() },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

/** A build's entry script has a hash in its name, so the name identifies the build. */
const entryIn = (page: string) => /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1]
const ownEntry = () => document.querySelector('script[type="module"][src]')?.getAttribute('src')

const RELOAD_AGAIN_MS = 60_000
const KEY = 'reloadedAt'
let looking: Promise<Served> | undefined

/**
 * `Unreachable`: no response with our page. `Replaced`: a release removed the files that this page would load
 * later.
 */
export type Served = 'Unreachable' | 'Replaced' | 'Same'

/**
 * Called when a file of this page couldn't be loaded. If a release has replaced it, reloads the page, but not
 * in a loop. It reloads only after the server has responded; otherwise, an outage would lose everything on the
 * page.
 */
export function afterFailedLoad(): Promise<Served> {
  looking ??= look().finally(() => {
    looking = undefined
  })
  return looking
}

async function look(): Promise<Served> {
  const page = await servedPage()
  const entry = page === undefined ? undefined : entryIn(page)
  if (entry === undefined) return 'Unreachable'
  if (entry === ownEntry()) return 'Same'
  const last = sessionStored.read<number>(KEY) ?? 0
  if (Date.now() - last >= RELOAD_AGAIN_MS) {
    sessionStored.write(KEY, Date.now())
    location.reload()
  }
  return 'Replaced'
}
