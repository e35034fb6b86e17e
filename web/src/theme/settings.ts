import { client } from '@parlance/contract/limits'
import type { ThemeContrast, ThemeMode } from '@parlance/contract/theme/theme'
import { type Direction, directionOf } from '../base/direction.ts'
import { log } from '../base/log.ts'
import { observable } from '../base/observable.ts'

/** The user's own settings in this browser. */
export interface Settings {
  /** Light is the default, not the system's preference, which `system` follows. */
  themeMode: ThemeMode | 'system'
  themeLayout: 'vertical' | 'mini'
  themeContrast: ThemeContrast
  /** Pages use the whole width. */
  themeStretch: boolean
  /** Undefined for the language's own. A chosen direction stays when the language changes, until the reset. */
  themeDirection: Direction | undefined
  themeColorPresets: 'default'
  /**
   * Shortcuts without Ctrl or ⌘ are enabled. Turn them off for users who trigger them by accident through voice
   * or touch.
   */
  singleKeys: boolean
  /** The key that sends a question. The other one inserts a line break. */
  sendKey: 'Enter' | 'ShiftEnter'
  /** How fast answers are read aloud. */
  speechRate: 0.75 | 1 | 1.25 | 1.5 | 2
  /** The user knows where the recording goes when the browser turns speech into text. */
  hasAcceptedDictation: boolean
  /** The user knows that voices that aren’t on the device get the text of answers that are read aloud. */
  acceptsRemoteVoices: boolean
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
  speechRate: 1,
  hasAcceptedDictation: false,
  acceptsRemoteVoices: false,
}

/** The allowed values of stored settings. Anything else is ignored. */
const values: { [K in keyof Settings]: readonly Settings[K][] } = {
  themeMode: ['light', 'dark', 'system'],
  themeLayout: ['vertical', 'mini'],
  themeContrast: ['default', 'bold'],
  themeStretch: [false, true],
  themeDirection: ['ltr', 'rtl'],
  themeColorPresets: ['default'],
  singleKeys: [true, false],
  sendKey: ['Enter', 'ShiftEnter'],
  speechRate: [0.75, 1, 1.25, 1.5, 2],
  hasAcceptedDictation: [false, true],
  acceptsRemoteVoices: [false, true],
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

const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const modeNow = (): ThemeMode => {
  const { themeMode } = settings.read()
  if (themeMode !== 'system') return themeMode
  return systemDark?.matches ? 'dark' : 'light'
}

/** The mode that pages are shown in: the chosen one, or the system's. */
export const shownMode = observable<{ mode: ThemeMode }>({ mode: modeNow() })
systemDark?.addEventListener('change', () => applySettings())

/** Returns the direction of a page in this language: the chosen one, or the language's own. */
export const directionIn = (language: string): Direction =>
  settings.read().themeDirection ?? directionOf(language)

/** Whether any setting differs from its default. */
export const differsFromDefaults = (current: Settings, language: string): boolean =>
  names.some((name) =>
    name === 'themeDirection'
      ? (current.themeDirection ?? directionOf(language)) !== directionOf(language)
      : current[name] !== defaultSettings[name],
  )

/** Applies the settings to the page, as the first script did before the first paint. */
export function applySettings(): void {
  const root = globalThis.document?.documentElement
  if (!root) return
  const { themeContrast, themeStretch } = settings.read()
  const mode = modeNow()
  root.dir = directionIn(root.lang)
  root.dataset.theme = mode
  if (mode !== shownMode.read().mode) shownMode.set({ mode })
  root.dataset.contrast = themeContrast
  if (themeStretch) root.dataset.stretch = ''
  else delete root.dataset.stretch
}

export function changeSettings(change: Partial<Settings>): void {
  settings.set(change)
  applySettings()
  if (change.themeMode) {
    // biome-ignore lint/suspicious/noDocumentCookie: for the directory's pages, as in the first script.
    document.cookie = `directory-mode=${change.themeMode}; Path=/directory/; Max-Age=31536000; SameSite=Lax`
  }
  try {
    localStorage.setItem(client.settingsStorageKey, JSON.stringify({ ...stored(), ...settings.read() }))
  } catch (error) {
    log('ERROR', 'settings.storageFailed', { error: String(error) })
  }
}

export const resetSettings = (): void => changeSettings(defaultSettings)
