import { client } from '@parlance/contract/limits'
import type { ThemeMode } from '@parlance/contract/theme/theme'
import { log } from '../log.ts'
import { observable } from '../observable.ts'

/** The stored display settings, as far as there are any yet. Light is the default, not the system's preference. */
interface Settings {
  themeMode: ThemeMode
  themeLayout: 'vertical' | 'mini'
  /** Keys without Ctrl or ⌘ do something; off for those whose voice or hand types them by mistake. */
  singleKeys: boolean
}
const defaults: Settings = { themeMode: 'light', themeLayout: 'vertical', singleKeys: true }

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(client.settingsStorageKey) ?? '{}') as Partial<Settings>
  } catch (error) {
    log('ERROR', 'settings.storageFailed', { error: String(error) })
    return {}
  }
}

const found = globalThis.window ? stored() : {}
export const settings = observable<Settings>({
  themeMode: found.themeMode === 'dark' ? 'dark' : defaults.themeMode,
  themeLayout: found.themeLayout === 'mini' ? 'mini' : defaults.themeLayout,
  singleKeys: found.singleKeys ?? defaults.singleKeys,
})

export function changeSettings(change: Partial<Settings>): void {
  settings.set(change)
  if (change.themeMode) {
    document.documentElement.dataset.theme = change.themeMode
    // biome-ignore lint/suspicious/noDocumentCookie: as the first script does, for the directory's pages.
    document.cookie = `directory-mode=${change.themeMode}; Path=/directory/; Max-Age=31536000; SameSite=Lax`
  }
  try {
    localStorage.setItem(client.settingsStorageKey, JSON.stringify({ ...stored(), ...settings.read() }))
  } catch (error) {
    log('ERROR', 'settings.storageFailed', { error: String(error) })
  }
}
