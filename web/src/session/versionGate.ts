import { client } from '@parlance/contract/limits'
import { log } from '../base/log.ts'
import { observable } from '../base/observable.ts'
import { pause } from '../base/pause.ts'
import { sessionStored } from '../base/storage.ts'
import { nothingToLose } from '../base/unsaved.ts'
import { servedPage } from '../transport/served.ts'
import { auth } from './auth.ts'
import { otherVersionOf, regenerateToken } from './token.ts'

/** `mismatch`: the server has another version, and this page couldn't be updated to it. */
export const versionGate = observable({ mismatch: false })

/**
 * The version that this tab reloaded itself for, and the version that the user reloaded for. Each happens once,
 * so a persistent mismatch neither reloads in a loop nor locks anyone out.
 */
interface Reloads {
  itself?: string
  forced?: string
}
const KEY = 'versionReloads'
const reloads = (): Reloads => sessionStored.read<Reloads>(KEY) ?? {}

const met = new Set<string>()
let meeting = false

/** Compares the version of every product token with this build's. Call once per page. */
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

/** Handles a token of another version: the old token of a new page, or the first new token of an old page. */
async function meetMismatch(token: string, version: string): Promise<void> {
  met.add(version)
  log('WARN', 'version.mismatch', { client: client.tokenVersion, token: version })
  // If this fails, the token stays.
  const refreshed = (await regenerateToken(token).catch(() => undefined)) ?? token
  const lasts = otherVersionOf(refreshed)
  if (lasts !== undefined) met.add(lasts)
  const served = await servedVersion()
  if (served !== undefined && served !== client.version) return reloadOnce(served)
  if (lasts !== undefined) await show(lasts)
}

/** Reloads the page, which is older than the server's, unless that was tried before. */
async function reloadOnce(served: string): Promise<void> {
  if (reloads().itself === served) return show(served)
  await nothingToLose()
  sessionStored.write(KEY, { ...reloads(), itself: served } satisfies Reloads)
  // If this can't be stored, the page could reload in a loop.
  if (reloads().itself !== served) return show(served)
  await pause(client.mismatchReloadMs)
  location.reload()
}

let shownFor = ''

/** Reports a persistent mismatch to the user, once per version in this tab. */
async function show(version: string): Promise<void> {
  if (reloads().forced === version) return
  await nothingToLose()
  shownFor = version
  versionGate.set({ mismatch: true })
}

/** Reloads the page, even if the server's page has the same version. */
export function forceReload(): void {
  sessionStored.write(KEY, { ...reloads(), forced: shownFor } satisfies Reloads)
  versionGate.set({ mismatch: false })
  setTimeout(() => location.reload(), client.mismatchReloadMs)
}

/** Returns the version of the server's current index page. Undefined if it can't be determined. */
async function servedVersion(): Promise<string | undefined> {
  const page = await servedPage()
  return page && /<meta\s+name="app-version"\s+content="([^"]+)"/.exec(page)?.[1]
}
