import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '../testing/fakeStorage.ts'

const root = { lang: 'en', dir: '', dataset: {} as Record<string, string> }
const failing = (name: 'getItem' | 'setItem') => ({
  ...fakeStorage(),
  [name]: () => {
    throw new Error('denied')
  },
})

/** Loads the module as a new page would. */
async function page(storage: Partial<Storage> = fakeStorage()) {
  vi.resetModules()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', { documentElement: root, querySelector: () => null, cookie: '' })
  return import('./settings.ts')
}

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  Object.assign(root, { lang: 'en', dir: '', dataset: {} })
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('without stored settings', () => {
  it('[R-2-129] the mode is light', async () => {
    expect((await page()).settings.read().themeMode).toBe('light')
  })
  it('[R-2-130] the layout is vertical', async () => {
    expect((await page()).settings.read().themeLayout).toBe('vertical')
  })
  it('[R-2-131] the color preset is default', async () => {
    expect((await page()).settings.read().themeColorPresets).toBe('default')
  })
  it('the contrast is default, pages have their maximum width, and the direction follows the language', async () => {
    const { settings, directionIn } = await page()
    expect(settings.read()).toMatchObject({ themeContrast: 'default', themeStretch: false })
    expect([directionIn('en'), directionIn('ar')]).toEqual(['ltr', 'rtl'])
  })
})

describe('a change', () => {
  it('[R-2-126] [R-2-127] [R-2-128] of contrast, width and direction applies to the page at once', async () => {
    const { changeSettings } = await page()
    changeSettings({ themeContrast: 'bold', themeStretch: true, themeDirection: 'rtl' })
    expect(root).toMatchObject({ dir: 'rtl', dataset: { contrast: 'bold', stretch: '' } })
    changeSettings({ themeContrast: 'default', themeStretch: false, themeDirection: 'ltr' })
    expect(root.dir).toBe('ltr')
    expect(root.dataset).toEqual({ theme: 'light', contrast: 'default' })
  })

  it('[R-9-024] is stored under the key settings, and read by the next page', async () => {
    const storage = fakeStorage({ settings: '{"another":"1","themeMode":"dark"}' })
    const { changeSettings } = await page(storage)
    changeSettings({ themeContrast: 'bold' })
    expect(JSON.parse(storage.getItem('settings')!)).toMatchObject({
      another: '1',
      themeMode: 'dark',
      themeContrast: 'bold',
    })
    expect((await page(storage)).settings.read()).toMatchObject({ themeMode: 'dark', themeContrast: 'bold' })
  })

  it('to the system’s mode follows the system, also while the page is open', async () => {
    const dark = Object.assign(new EventTarget(), { matches: true })
    vi.stubGlobal('matchMedia', () => dark)
    const { changeSettings, settings, shownMode } = await page()
    expect(shownMode.read().mode).toBe('light')
    changeSettings({ themeMode: 'system' })
    const shown = () => [root.dataset.theme, shownMode.read().mode]
    expect(shown()).toEqual(['dark', 'dark'])
    expect(document.cookie).toContain('directory-mode=system;')
    Object.assign(dark, { matches: false }).dispatchEvent(new Event('change'))
    expect(shown()).toEqual(['light', 'light'])
    expect(settings.read().themeMode).toBe('system')
    changeSettings({ themeMode: 'dark' })
    Object.assign(dark, { matches: false }).dispatchEvent(new Event('change'))
    expect(shown()).toEqual(['dark', 'dark'])
  })

  it('of the direction stays when the language changes, until the reset', async () => {
    const { changeSettings, directionIn, resetSettings } = await page()
    changeSettings({ themeDirection: 'ltr' })
    expect([directionIn('en'), directionIn('ar')]).toEqual(['ltr', 'ltr'])
    resetSettings()
    expect([directionIn('en'), directionIn('ar')]).toEqual(['ltr', 'rtl'])
    expect(localStorage.getItem('settings')).not.toContain('themeDirection')
  })
})

it('settings differ from the defaults if any of them does, or if the direction isn’t the language’s own', async () => {
  const { changeSettings, defaultSettings, differsFromDefaults, resetSettings, settings } = await page()
  expect(differsFromDefaults(settings.read(), 'en')).toBe(false)
  for (const change of [
    { themeMode: 'dark' },
    { themeLayout: 'mini' },
    { themeContrast: 'bold' },
    { themeStretch: true },
    { singleKeys: false },
    { sendKey: 'ShiftEnter' },
    { themeDirection: 'rtl' },
  ] as const) {
    changeSettings(change)
    expect(differsFromDefaults(settings.read(), 'en'), JSON.stringify(change)).toBe(true)
    resetSettings()
    expect(settings.read()).toEqual(defaultSettings)
  }
  changeSettings({ themeDirection: 'rtl' })
  expect(differsFromDefaults(settings.read(), 'ar')).toBe(false)
})

describe('a storage that fails', () => {
  it('[R-8-027] on reading is logged, and the defaults apply', async () => {
    const { defaultSettings, settings } = await page(failing('getItem'))
    expect(settings.read()).toEqual(defaultSettings)
    expect(logged).toHaveBeenCalledWith('settings.storageFailed', { error: 'Error: denied' })
  })

  it('[R-8-027] with invalid settings falls back to the defaults', async () => {
    for (const stored of ['no JSON', 'null', '[]', '{"themeMode":"loud","themeStretch":"yes"}']) {
      const { defaultSettings, settings } = await page(fakeStorage({ settings: stored }))
      expect(settings.read(), stored).toEqual(defaultSettings)
    }
  })

  it('[R-8-028] on writing is logged, and the change applies for the lifetime of the page', async () => {
    const { changeSettings, settings } = await page(failing('setItem'))
    changeSettings({ themeMode: 'dark' })
    expect(settings.read().themeMode).toBe('dark')
    expect(logged).toHaveBeenCalledWith('settings.storageFailed', { error: 'Error: denied' })
  })
})
