import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, json } from '../testing/fakeServer.ts'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('localStorage', fakeStorage())
vi.stubGlobal('sessionStorage', fakeStorage())
const { auth } = await import('./auth.ts')
const { dropSettings, loadSettings } = await import('./settings.ts')

const settings = {
  name: 'Parlance',
  organizationName: 'Halden Rail',
  entraIdSettings: { clientId: 'c', tenantId: 't', instance: 'https://directory.example/' },
}
const WEEK_MS = 604_800_000

beforeEach(() => dropSettings())

/** Only the copy's age should matter, so the module's own state is dropped as on a new page. */
async function loadOnNewPage() {
  const copy = localStorage.getItem('instanceSettings')
  dropSettings()
  if (copy) localStorage.setItem('instanceSettings', copy)
  return loadSettings()
}

it('[R-3-009] the instance is named Loading... until its settings are loaded', async () => {
  fakeServer(() => json(settings))
  const loading = loadSettings()
  expect(auth.read().instanceSettings.name).toBe('Loading...')
  await loading
  expect(auth.read().instanceSettings.name).toBe('Parlance')
})

it('[R-3-011] stores entraIdSettings {clientId, tenantId, instance} in the state', async () => {
  fakeServer(() => json(settings))
  await loadSettings()
  expect(auth.read().instanceSettings.entraIdSettings).toEqual(settings.entraIdSettings)
})

it('[R-7-015] [R-9-004] asks the server once in 604,800 s', async () => {
  const { calls } = fakeServer(() => json(settings))
  vi.useFakeTimers({ now: 0 })
  await loadSettings()
  vi.setSystemTime(WEEK_MS - 1)
  await expect(loadOnNewPage()).resolves.toEqual(settings)
  expect(calls).toHaveLength(1)
  vi.setSystemTime(WEEK_MS)
  await loadOnNewPage()
  expect(calls).toHaveLength(2)
  vi.useRealTimers()
})

it('drops the copy if the page names another version of the settings', async () => {
  const { calls } = fakeServer(() => json(settings))
  await loadSettings()
  vi.stubGlobal('document', { querySelector: () => ({ content: 'another version' }) })
  await loadOnNewPage()
  expect(calls).toHaveLength(2)
})

it('keeps the copy if the page has no version', async () => {
  vi.stubGlobal('document', { querySelector: () => ({ content: 'one' }) })
  const { calls } = fakeServer(() => json(settings))
  await loadSettings()
  vi.stubGlobal('document', { querySelector: () => ({ content: '' }) })
  await loadOnNewPage()
  expect(calls).toHaveLength(1)
})

it('asks again after a failure', async () => {
  fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(loadSettings()).rejects.toMatchObject({ status: 'FETCH_ERROR' })
  fakeServer(() => json(settings))
  await expect(loadSettings()).resolves.toEqual(settings)
})
