import { client } from '@parlance/contract/limits'
import type { ThemeContrast, ThemeMode } from '@parlance/contract/theme/theme'
import { type Direction, directionOf } from '../base/direction.ts'
import { log } from '../base/log.ts'
import { observable } from '../base/observable.ts'

/** What people set for themselves in this browser. */
export interface Settings {
  /** Light is the default, not the system's preference. */
  themeMode: ThemeMode
  themeLayout: 'vertical' | 'mini'
  themeContrast: ThemeContrast
  /** Pages take the whole width. */
  themeStretch: boolean
  /** None: the language's own. One that was chosen stays when the language changes, until the reset. */
  themeDirection: Direction | undefined
  themeColorPresets: 'default'
  /** Keys without Ctrl or ⌘ do something; off for those whose voice or hand types them by mistake. */
  singleKeys: boolean
  /** What sends a question; the other one of the two begins a new line. */
  sendKey: 'Enter' | 'ShiftEnter'
}

export const defaultSettings: Settings = {
  themeMode: 'light',
  themeLayout: 'vertical',
  themeContrast: 'default',
  themeStretch: false,
  themeDirection: undefined,
  themeColorPresets: 'default',
  singleKeys: true,
  sendKey: 'Enter',
}

/** What a stored value may be; anything else counts as not stored. */
const values: { [K in keyof Settings]: readonly Settings[K][] } = {
  themeMode: ['light', 'dark'],
  themeLayout: ['vertical', 'mini'],
  themeContrast: ['default', 'bold'],
  themeStretch: [false, true],
  themeDirection: ['ltr', 'rtl'],
  themeColorPresets: ['default'],
  singleKeys: [true, false],
  sendKey: ['Enter', 'ShiftEnter'],
}
const names = Object.keys(values) as (keyof Settings)[]

function stored(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(client.settingsStorageKey) ?? '{}') ?? {}
  } catch (error) {
    log('ERROR', 'settings.storageFailed', { error: String(error) })
    return {}
  }
}

function known(found: Record<string, unknown>): Partial<Settings> {
  const valid = names.filter((name) => (values[name] as unknown[]).includes(found[name]))
  return Object.fromEntries(valid.map((name) => [name, found[name]]))
}

export const settings = observable<Settings>({
  ...defaultSettings,
  ...(globalThis.window ? known(stored()) : {}),
})

/** The direction of a page in this language: the one that was chosen, else the language's own. */
export const directionIn = (language: string): Direction =>
  settings.read().themeDirection ?? directionOf(language)

/** Whether anything that one can set is not as it would be without having been set. */
export const differsFromDefaults = (current: Settings, language: string): boolean =>
  names.some((name) =>
    name === 'themeDirection'
      ? (current.themeDirection ?? directionOf(language)) !== directionOf(language)
      : current[name] !== defaultSettings[name],
  )

/** Puts the settings onto the page, as the first script did before the first paint. */
export function applySettings(): void {
  const root = globalThis.document?.documentElement
  if (!root) return
  const { themeMode, themeContrast, themeStretch } = settings.read()
  root.dir = directionIn(root.lang)
  root.dataset.theme = themeMode
  root.dataset.contrast = themeContrast
  if (themeStretch) root.dataset.stretch = ''
  else delete root.dataset.stretch
}

export function changeSettings(change: Partial<Settings>): void {
  settings.set(change)
  applySettings()
  if (change.themeMode) {
    // biome-ignore lint/suspicious/noDocumentCookie: as the first script does, for the directory's pages.
    document.cookie = `directory-mode=${change.themeMode}; Path=/directory/; Max-Age=31536000; SameSite=Lax`
  }
  try {
    localStorage.setItem(client.settingsStorageKey, JSON.stringify({ ...stored(), ...settings.read() }))
  } catch (error) {
    log('ERROR', 'settings.storageFailed', { error: String(error) })
  }
}

export const resetSettings = (): void => changeSettings(defaultSettings)
