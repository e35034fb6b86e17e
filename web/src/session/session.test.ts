import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
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
const directory = {
  acquireTokens: vi.fn(),
  clearSignIn: vi.fn(),
  isRefusal: vi.fn(),
  readySignOut: vi.fn(),
  signInSilently: vi.fn(),
}
const signOut = vi.fn()
vi.mock('./directory.ts', () => directory)

beforeEach(() => {
  vi.resetAllMocks()
  signOut.mockResolvedValue(undefined)
  directory.readySignOut.mockResolvedValue(signOut)
  vi.resetModules()
  sessionStorage.clear()
  localStorage.clear()
})
const modules = async () => ({ ...(await import('./auth.ts')), ...(await import('./session.ts')) })

it('[R-2-013] goes to the login and remembers path and query, even if state listeners go there, too', async () => {
  const { auth, goToLogin } = await modules()
  auth.subscribe(() => goToLogin())
  goToLogin()
  expect(replace).toHaveBeenCalledExactlyOnceWith('/auth/jwt/login')
  expect(auth.read().pathAfterLogin).toBe('/admin/datasource?filter=failed')
})

it('no one is signed in if the tab has neither a token nor traces of a sign-in', async () => {
  const { resume } = await modules()
  await expect(resume()).resolves.toBe(false)
  expect(directory.acquireTokens).not.toHaveBeenCalled()
})

it('[R-4-006] resumes with the account stored in the tab', async () => {
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

it('logout ends the session on the server, removes the user’s data, then leaves for the directory', async () => {
  const { auth, logout, setAuth } = await modules()
  const { calls } = fakeServer(() => new Response(null, { status: 204 }))
  setAuth({ n1aiToken: 'product', account: { name: 'Anna', userName: 'anna' } })
  await logout()
  expect(calls.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
    ['DELETE', '/api/internal/currentUser/sessions/current', 'Bearer product'],
  ])
  expect(auth.read()).toMatchObject({ n1aiToken: undefined, account: undefined })
  expect(sessionStorage.getItem('auth')).toBeNull()
  expect(signOut).toHaveBeenCalledOnce()
})

it('a deleted account leaves no traces in the browser, and nothing more is read for it', async () => {
  const { auth, leaveDeletedAccount, setAuth } = await modules()
  const { send } = await import('./http.ts')
  fakeServer(() => new Promise<Response>(() => undefined))
  setAuth({ n1aiToken: 'valid', n1aiTokenSince: Date.now(), account: { name: 'Anna', userName: 'anna' } })
  localStorage.setItem('draft:new', 'Dear')
  localStorage.setItem('signedIn', 'anna')
  const refused = expect(send({ method: 'GET', path: '/read' })).rejects.toMatchObject({ status: 401 })
  await Promise.resolve()
  leaveDeletedAccount()
  await refused
  expect(auth.read()).toMatchObject({ n1aiToken: undefined, account: undefined })
  expect(Object.keys(localStorage)).toEqual([])
  expect(replace).toHaveBeenCalledExactlyOnceWith('/auth/jwt/login')
})

it('logout isn’t interrupted by a call that is rejected in the meantime', async () => {
  const { auth, logout, setAuth } = await modules()
  const { regenerateToken } = await import('./token.ts')
  let refusedCall: Promise<string | undefined> = Promise.reject(new Error('not called'))
  refusedCall.catch(() => undefined)
  const { calls } = fakeServer(() => {
    refusedCall = regenerateToken('product')
    return new Response(null, { status: 204 })
  })
  directory.acquireTokens.mockResolvedValue({ idToken: 'i', accessToken: 'a' })
  setAuth({ n1aiToken: 'product', account: { name: 'Anna', userName: 'anna' } })
  await logout()
  await expect(refusedCall).resolves.toBeUndefined()
  expect(directory.acquireTokens).not.toHaveBeenCalled()
  expect(calls).toHaveLength(1)
  expect(auth.read().n1aiToken).toBeUndefined()
  expect(signOut).toHaveBeenCalledOnce()
})

it('logout ends what is being read before it ends the session, and what is being written continues', async () => {
  const { logout, setAuth } = await modules()
  const { send } = await import('./http.ts')
  const waits = Promise.withResolvers<Response>()
  const { calls } = fakeServer(({ path }) =>
    path.endsWith('/current') ? new Response(null, { status: 204 }) : waits.promise,
  )
  setAuth({ n1aiToken: 'valid', n1aiTokenSince: Date.now(), account: { name: 'Anna', userName: 'anna' } })
  const read = send({ method: 'GET', path: '/read' })
  const written = send({ method: 'PUT', path: '/written', body: {} })
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  const refused = expect(read).rejects.toMatchObject({ status: 401 })
  await logout()
  await refused
  waits.resolve(json({}))
  expect((await written).status).toBe(200)
})

it('logout discards a token that arrives in the meantime', async () => {
  const { auth, logout, setAuth } = await modules()
  const { setSigningOut } = await import('./signingOut.ts')
  const { regenerateToken } = await import('./token.ts')
  directory.acquireTokens.mockResolvedValue({ idToken: 'i', accessToken: 'a' })
  fakeServer(() => {
    setSigningOut('OnItsWay')
    return json({ n1AIToken: 'late' })
  })
  setAuth({ n1aiToken: 'refused', account: { name: 'Anna', userName: 'anna' } })
  await expect(regenerateToken('refused')).resolves.toBeUndefined()
  expect(auth.read().n1aiToken).not.toBe('late')
  await logout()
})

it('logout doesn’t redirect to sign-in if the directory requires interaction for the token it needs', async () => {
  const { logout, setAuth } = await modules()
  const { mayLeadToSignIn } = await import('./signingOut.ts')
  const led: boolean[] = []
  directory.acquireTokens.mockImplementation(async () => {
    led.push(mayLeadToSignIn())
    throw new Error('login_required')
  })
  fakeServer(() => new Response(null, { status: 204 }))
  setAuth({ n1aiToken: undefined, account: { name: 'Anna', userName: 'anna' } })
  await logout()
  expect(led).toEqual([false])
  expect(signOut).toHaveBeenCalledOnce()
})

it('logout signs out of this browser even if the server can’t be reached', async () => {
  const { logout, setAuth } = await modules()
  fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
  signOut.mockRejectedValue(new Error('no network'))
  setAuth({ n1aiToken: 'product' })
  await logout()
  expect(replace).toHaveBeenCalledWith('/auth/jwt/login')
})

it.each<[string, () => void]>([
  [
    'the directory module can’t be loaded',
    () =>
      vi.doMock('./directory.ts', () => {
        throw new TypeError('Failed to fetch dynamically imported module')
      }),
  ],
  ['the directory can’t be reached', () => directory.readySignOut.mockRejectedValue(new Error('no network'))],
  ['the directory rejects the request', () => signOut.mockRejectedValue(new Error('no'))],
])('logout ends this browser’s access even if %s', async (_, happens) => {
  const { auth, logout, setAuth } = await modules()
  fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
  onTestFinished(() => void vi.doMock('./directory.ts', () => directory))
  happens()
  setAuth({ n1aiToken: 'product', account: { name: 'Anna', userName: 'anna' } })
  sessionStorage.setItem('msal.2.account.keys', '[]')
  localStorage.setItem('msal.2.token.keys', '{}')
  await logout()
  expect(auth.read()).toMatchObject({ n1aiToken: undefined, account: undefined })
  expect([...Object.keys(sessionStorage), ...Object.keys(localStorage)]).toEqual([])
  expect(replace).toHaveBeenCalledExactlyOnceWith('/auth/jwt/login')
})

it('logout waits only a few seconds for any response', async () => {
  vi.useFakeTimers()
  const { auth, logout, setAuth } = await modules()
  fakeServer(() => new Promise(() => {}))
  directory.readySignOut.mockReturnValue(new Promise(() => {}))
  setAuth({ n1aiToken: 'product', account: { name: 'Anna', userName: 'anna' } })
  const leaving = logout()
  await vi.advanceTimersByTimeAsync(11_000)
  vi.useRealTimers()
  await leaving
  expect(auth.read().n1aiToken).toBeUndefined()
  expect(replace).toHaveBeenCalledExactlyOnceWith('/auth/jwt/login')
})

it('[S39] logout removes unsent texts and what was used last, and keeps the browser’s own settings', async () => {
  const { logout, setAuth } = await modules()
  fakeServer(() => new Response(null, { status: 204 }))
  setAuth({ n1aiToken: 'product', account: { name: 'Anna', userName: 'anna' } })
  const { keepDraft, keepDraftFiles } = await import('../features/chatModel/drafts.ts')
  keepDraft('new:g1', 'Anna’s secret')
  keepDraftFiles('new:g1', [{ attachmentId: 'a' } as never])
  const { keepLastAgent } = await import('../features/chat/data/lastAgent.ts')
  keepLastAgent('g1')
  const { keepSessionTokens } = await import('../transport/sessionTokens.ts')
  keepSessionTokens([['x-cosmos-session-token', 'p:17']])
  localStorage.setItem('theme', 'dark')
  await logout()
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(Object.keys(localStorage)).toEqual(['theme'])
})

it('a new tab signs in once from the directory’s session if someone is signed in to this browser', async () => {
  localStorage.setItem('signedIn', '"anna"')
  const { resume, canResume, setAuth } = await modules()
  fakeServer(() => json({ n1AIToken: 'product' }))
  directory.acquireTokens.mockResolvedValue({ idToken: 'i', accessToken: 'a' })
  expect(canResume()).toBe(true)
  directory.signInSilently.mockImplementation(async () => {
    setAuth({ account: { name: 'Anna', userName: 'anna' } })
    return true
  })
  expect(await resume()).toBe(true)
  expect(directory.signInSilently).toHaveBeenCalledExactlyOnceWith('anna')
})

it('a rejected silent sign-in isn’t repeated in the same tab, also after a page load', async () => {
  localStorage.setItem('signedIn', '"anna"')
  directory.signInSilently.mockResolvedValue(false)
  expect(await (await modules()).resume()).toBe(false)
  vi.resetModules()
  const { resume, canResume } = await modules()
  expect(canResume()).toBe(false)
  expect(await resume()).toBe(false)
  expect(directory.signInSilently).toHaveBeenCalledOnce()
})

it('after signing out, a new tab isn’t signed in without asking, and other tabs forget the person', async () => {
  localStorage.setItem('signedIn', '"anna"')
  const { auth, logout, setAuth } = await modules()
  fakeServer(() => new Response(null, { status: 204 }))
  setAuth({ n1aiToken: 'product', account: { name: 'Anna', userName: 'anna' } })
  const told = vi.fn()
  const { onSignedOutElsewhere } = await import('./otherTabs.ts')
  onSignedOutElsewhere(told)
  await logout()
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())

  sessionStorage.clear()
  vi.resetModules()
  const fresh = await modules()
  expect(await fresh.resume()).toBe(false)
  expect(directory.signInSilently).not.toHaveBeenCalled()

  fresh.setAuth({ n1aiToken: 'product', account: { name: 'Anna', userName: 'anna' } })
  fresh.followSignOut()
  const { tellSignedOut } = await import('./otherTabs.ts')
  tellSignedOut()
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/auth/jwt/login'))
  expect(fresh.auth.read()).toMatchObject({
    n1aiToken: undefined,
    account: undefined,
    pathAfterLogin: undefined,
  })
  expect(auth.read().account).toBeUndefined()
})
