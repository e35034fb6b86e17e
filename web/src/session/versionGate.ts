import { client } from '@parlance/contract/limits'
import { log } from '../base/log.ts'
import { observable } from '../base/observable.ts'
import { pause } from '../base/pause.ts'
import { sessionStored } from '../base/storage.ts'
import { nothingToLose } from '../base/unsaved.ts'
import { servedPage } from '../transport/served.ts'
import { auth } from './auth.ts'
import { otherVersionOf, regenerateToken } from './token.ts'

/** `mismatch`: the server is of another version, and this page could not be brought to it. */
export const versionGate = observable({ mismatch: false })

/**
 * For which version this tab has reloaded itself, and for which the person has: each once, so that a mismatch that lasts
 * neither reloads in circles nor locks anybody out.
 */
interface Reloads {
  itself?: string
  forced?: string
}
const KEY = 'versionReloads'
const reloads = (): Reloads => sessionStored.read<Reloads>(KEY) ?? {}

const met = new Set<string>()
let meeting = false

/** Compares the version of every product token with this build's; to be called once a page. */
export function watchVersion(): void {
  const look = () => {
    const { n1aiToken } = auth.read()
    const version = n1aiToken ? otherVersionOf(n1aiToken) : undefined
    if (!n1aiToken || version === undefined || meeting || met.has(version)) return
    meeting = true
    void meetMismatch(n1aiToken, version).finally(() => {
      meeting = false
    })
  }
  auth.subscribe(look)
  look()
}

/** A token of another version: it may be the old one of a new page, or the first new one of an old page. */
async function meetMismatch(token: string, version: string): Promise<void> {
  met.add(version)
  log('WARN', 'version.mismatch', { client: client.tokenVersion, token: version })
  // Where it fails, the token is what it was.
  const refreshed = (await regenerateToken(token).catch(() => undefined)) ?? token
  const lasts = otherVersionOf(refreshed)
  if (lasts !== undefined) met.add(lasts)
  const served = await servedVersion()
  if (served !== undefined && served !== client.version) return reloadOnce(served)
  if (lasts !== undefined) await show(lasts)
}

/** This page is older than the server's: it is loaded anew, unless that has been tried before. */
async function reloadOnce(served: string): Promise<void> {
  if (reloads().itself === served) return show(served)
  await nothingToLose()
  sessionStored.write(KEY, { ...reloads(), itself: served } satisfies Reloads)
  // What cannot be remembered could be done again and again.
  if (reloads().itself !== served) return show(served)
  await pause(client.mismatchReloadMs)
  location.reload()
}

let shownFor = ''

/** The mismatch lasts: the person is told, once for each version in this tab. */
async function show(version: string): Promise<void> {
  if (reloads().forced === version) return
  await nothingToLose()
  shownFor = version
  versionGate.set({ mismatch: true })
}

/** Loads the page anew, even if the one that is served is of the same version. */
export function forceReload(): void {
  sessionStored.write(KEY, { ...reloads(), forced: shownFor } satisfies Reloads)
  versionGate.set({ mismatch: false })
  setTimeout(() => location.reload(), client.mismatchReloadMs)
}

/** The version of the index page as the server has it now; undefined where it cannot be told. */
async function servedVersion(): Promise<string | undefined> {
  const page = await servedPage()
  return page && /<meta\s+name="app-version"\s+content="([^"]+)"/.exec(page)?.[1]
}
