import { sessionStored } from '../base/storage.ts'
import { newId } from './transport.ts'

const ANSWER_MS = 10_000

/** The index page as the server has it now; undefined where no answer comes. */
export async function servedPage(): Promise<string | undefined> {
  try {
    const response = await fetch('/', {
      cache: 'no-store',
      headers: { 'cache-control': 'no-cache', pragma: 'no-cache', 'x-request-id': newId() },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

/** A build's entry script carries a hash in its name, so that its name is the build's. */
const entryIn = (page: string) => /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1]
const ownEntry = () => document.querySelector('script[type="module"][src]')?.getAttribute('src')

const RELOAD_AGAIN_MS = 60_000
const KEY = 'reloadedAt'
let looking: Promise<Served> | undefined

/** `Unreachable`: no page of ours answers. `Replaced`: a release took the files away that this page would load later. */
export type Served = 'Unreachable' | 'Replaced' | 'Same'

/**
 * Asked when a file of this page could not be loaded. Where a release has replaced it, the page is loaded anew, but not in
 * circles. It is left for a page that has answered alone: while the server is away, all that is on it would be gone.
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
