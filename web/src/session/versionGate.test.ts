import { readFileSync } from 'node:fs'
import { client } from '@parlance/contract/limits'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Call, fakeServer, json } from '../testing/fakeServer.ts'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
const directory = { acquireTokens: vi.fn(), clearSignIn: vi.fn(), isRefusal: () => false }
vi.mock('./directory.ts', () => directory)
const reload = vi.fn()
vi.stubGlobal('location', { reload, origin: 'http://localhost' })
const warned = vi.fn()
vi.stubGlobal('document', { querySelector: () => ({ content: 'WARN' }) })
vi.stubGlobal('console', { ...console, warn: warned, error: () => undefined })

const claiming = (version: string, n = 0) => `h.${btoa(JSON.stringify({ version, n }))}.s`
const OTHER = '2.2509.3737'

/** A server with one version of its index page, and another in its tokens. */
function server({ page, token }: { page: string; token: string }) {
  let exchanged = 0
  return fakeServer(({ path }) =>
    path === '/'
      ? new Response(`<html><head><meta name="app-version" content="${page}"></head></html>`)
      : json({ n1AIToken: claiming(token, ++exchanged) }),
  )
}
const asked = (calls: Call[]) => calls.map(({ path }) => path.split('/').at(-1))

/** Opens the page with a token of this version in the tab. */
async function open(token: string) {
  vi.resetModules()
  const [{ setAuth }, gate] = await Promise.all([import('./auth.ts'), import('./versionGate.ts')])
  setAuth({ n1aiToken: claiming(token), account: { name: 'Anna', userName: 'anna' } })
  gate.watchVersion()
  return { setAuth, ...gate }
}
const settle = () => vi.advanceTimersByTimeAsync(1000)

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  vi.clearAllMocks()
  directory.acquireTokens.mockImplementation(async () => ({ idToken: 'i', accessToken: 'a' }))
  onTestFinished(() => void vi.useRealTimers())
})

it('[R-1-037] [R-9-001] the client’s version is 2.2509.3736, in every page and package', () => {
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  expect(client.version).toBe('2.2509.3736')
  expect(client.tokenVersion).toBe('2.2509.3736.0')
  expect(JSON.parse(read('package.json')).version).toBe(client.version)
  for (const page of ['index', 'login', 'redirect'])
    expect(read(`web/${page}.html`)).toContain(`<meta name="app-version" content="${client.version}">`)
})

describe('a token of this build’s version', () => {
  it('changes nothing', async () => {
    const { calls } = server({ page: OTHER, token: client.tokenVersion })
    const { versionGate } = await open(client.tokenVersion)
    await settle()
    expect(calls).toEqual([])
    expect(reload).not.toHaveBeenCalled()
    expect(versionGate.read().mismatch).toBe(false)
  })
})

describe('a token of another version', () => {
  it('[R-4-018] [R-9-003] is refreshed, and the page of a new release is loaded after 100 ms', async () => {
    const { calls } = server({ page: OTHER, token: `${OTHER}.0` })
    await open(`${OTHER}.0`)
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(asked(calls)).toEqual(['GenerateToken', '']), { interval: 0 })
    await vi.advanceTimersByTimeAsync(99)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('[R-4-021] is logged as a warning, once for each version', async () => {
    server({ page: client.version, token: `${OTHER}.0` })
    await open('2.2509.3735.0')
    await settle()
    expect(warned).toHaveBeenCalledExactlyOnceWith('version.mismatch', {
      client: '2.2509.3736.0',
      token: '2.2509.3735.0',
    })
  })

  it('[R-4-019] causes no reload if the index page has this version: the old token of a new page', async () => {
    const { calls } = server({ page: client.version, token: client.tokenVersion })
    const { versionGate } = await open('2.2509.3735.0')
    await settle()
    expect(asked(calls)).toEqual(['GenerateToken', ''])
    expect(reload).not.toHaveBeenCalled()
    expect(versionGate.read().mismatch).toBe(false)
  })

  it('[R-7-021] fetches the index page with no-cache headers, bypassing every cache', async () => {
    const { calls } = server({ page: client.version, token: client.tokenVersion })
    const fetched = vi.spyOn(globalThis, 'fetch')
    await open('2.2509.3735.0')
    await settle()
    const page = calls.find(({ path }) => path === '/')
    expect(page?.headers).toMatchObject({ 'cache-control': 'no-cache', pragma: 'no-cache' })
    expect(fetched.mock.calls.find(([path]) => path === '/')?.[1]?.cache).toBe('no-store')
  })

  it('causes no reload if the index page can’t be fetched', async () => {
    fakeServer(({ path }) => {
      if (path === '/') return Promise.reject(new TypeError('Failed to fetch'))
      return json({ n1AIToken: claiming(client.tokenVersion) })
    })
    await open('2.2509.3735.0')
    await settle()
    expect(reload).not.toHaveBeenCalled()
  })

  it('[R-4-020] is reported if it persists, and a click reloads the page even if the index page is the same', async () => {
    server({ page: client.version, token: `${OTHER}.0` })
    const { versionGate, forceReload } = await open(`${OTHER}.0`)
    await settle()
    expect(versionGate.read().mismatch).toBe(true)
    expect(reload).not.toHaveBeenCalled()
    forceReload()
    await settle()
    expect(reload).toHaveBeenCalledOnce()
    // The next page continues, without stopping the user again.
    const next = await open(`${OTHER}.0`)
    await settle()
    expect(next.versionGate.read().mismatch).toBe(false)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('[F25] never reloads in a loop: an outdated page from a cache is reported once, and then used', async () => {
    server({ page: OTHER, token: `${OTHER}.0` })
    await open(`${OTHER}.0`)
    await settle()
    expect(reload).toHaveBeenCalledOnce()
    const second = await open(`${OTHER}.0`)
    await settle()
    expect(reload).toHaveBeenCalledOnce()
    expect(second.versionGate.read().mismatch).toBe(true)
    second.forceReload()
    await settle()
    expect(reload).toHaveBeenCalledTimes(2)
    for (let page = 0; page < 5; page += 1) {
      const later = await open(`${OTHER}.0`)
      await settle()
      expect(later.versionGate.read().mismatch).toBe(false)
    }
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('doesn’t reload the page without storage', async () => {
    server({ page: OTHER, token: `${OTHER}.0` })
    const storage = sessionStorage
    onTestFinished(() => void vi.stubGlobal('sessionStorage', storage))
    vi.stubGlobal('sessionStorage', undefined)
    const { versionGate } = await open(`${OTHER}.0`)
    await settle()
    expect(reload).not.toHaveBeenCalled()
    expect(versionGate.read().mismatch).toBe(true)
  })

  it('delays the reload for uploads and unsaved forms', async () => {
    server({ page: OTHER, token: `${OTHER}.0` })
    vi.resetModules()
    const { holdPage } = await import('../base/unsaved.ts')
    let holds = true
    holdPage(() => holds)
    const [{ setAuth }, { watchVersion }] = await Promise.all([
      import('./auth.ts'),
      import('./versionGate.ts'),
    ])
    setAuth({ n1aiToken: claiming(`${OTHER}.0`), account: { name: 'Anna', userName: 'anna' } })
    watchVersion()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).not.toHaveBeenCalled()
    holds = false
    await settle()
    expect(reload).toHaveBeenCalledOnce()
  })
})
