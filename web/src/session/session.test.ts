import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, json } from '../testing/fakeServer.ts'
import { fakeStorage } from '../testing/fakeStorage.ts'

const replace = vi.fn()
vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
vi.stubGlobal('location', {
  origin: 'https://chat.example',
  pathname: '/admin/datasource',
  search: '?filter=failed',
  replace,
})
const directory = { acquireTokens: vi.fn(), clearSignIn: vi.fn(), signOut: vi.fn() }
vi.mock('./directory.ts', () => directory)

beforeEach(() => {
  vi.resetAllMocks()
  directory.signOut.mockResolvedValue(undefined)
  vi.resetModules()
  sessionStorage.clear()
})
const modules = async () => ({ ...(await import('./auth.ts')), ...(await import('./session.ts')) })

it('[R-2-013] goes to the login and remembers path and query, also when the state has listeners that go there', async () => {
  const { auth, goToLogin } = await modules()
  auth.subscribe(() => goToLogin())
  goToLogin()
  expect(replace).toHaveBeenCalledExactlyOnceWith('/auth/jwt/login')
  expect(auth.read().pathAfterLogin).toBe('/admin/datasource?filter=failed')
})

it('nobody is signed in where the tab holds neither a token nor traces of a sign-in', async () => {
  const { resume } = await modules()
  await expect(resume()).resolves.toBe(false)
  expect(directory.acquireTokens).not.toHaveBeenCalled()
})

it('[R-4-006] resumes from the account that the tab holds', async () => {
  const { auth, resume, setAuth } = await modules()
  const { calls } = fakeServer(() => json({ n1AIToken: 'product' }))
  sessionStorage.setItem('msal.account.keys', '[]')
  directory.acquireTokens.mockImplementation(async () => {
    setAuth({ account: { name: 'Anna', userName: 'anna' } })
    return { idToken: 'i', accessToken: 'a' }
  })
  await expect(resume()).resolves.toBe(true)
  expect(auth.read().n1aiToken).toBe('product')
  expect(calls).toHaveLength(1)
})

it('logout ends the session on the server, forgets the person, then leaves for the directory', async () => {
  const { auth, logout, setAuth } = await modules()
  const { calls } = fakeServer(() => new Response(null, { status: 204 }))
  setAuth({ n1aiToken: 'product', account: { name: 'Anna', userName: 'anna' } })
  await logout()
  expect(calls.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
    ['DELETE', '/api/internal/currentUser/sessions/current', 'Bearer product'],
  ])
  expect(auth.read()).toMatchObject({ n1aiToken: undefined, account: undefined })
  expect(sessionStorage.getItem('auth')).toBeNull()
  expect(directory.signOut).toHaveBeenCalledOnce()
})

it('logout leaves this browser also when the server cannot be reached', async () => {
  const { logout, setAuth } = await modules()
  fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
  directory.signOut.mockRejectedValue(new Error('no network'))
  setAuth({ n1aiToken: 'product' })
  await logout()
  expect(replace).toHaveBeenCalledWith('/auth/jwt/login')
})
