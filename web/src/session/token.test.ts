import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeServer, json } from '../testing/fakeServer.ts'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
const directory = { acquireTokens: vi.fn(), clearSignIn: vi.fn(), isRefusal: vi.fn() }
vi.mock('./directory.ts', () => directory)
const { auth, isAuthenticated, resetAuth, setAuth, storeTokenArgs } = await import('./auth.ts')
const { currentToken, generateToken, otherVersionOf, regenerateToken } = await import('./token.ts')

const request = { idToken: 'the id token', accessToken: 'the graph token' }
const tokenEnding = (seconds: number) =>
  `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + seconds, version: '2.2509.3736.0' }))}.s`

beforeEach(() => {
  resetAuth()
  sessionStorage.clear()
  vi.resetAllMocks()
  directory.acquireTokens.mockResolvedValue(request)
})

describe('the product token', () => {
  it('[R-4-006] is requested if there are token args and no token', async () => {
    const { calls } = fakeServer(() => json({ n1AIToken: 'product' }))
    setAuth({ n1aiTokenArgs: { identityProvider: 'EntraId', iGenerateTokenRequest: request } })
    await expect(generateToken()).resolves.toBe('product')
    expect(auth.read().n1aiToken).toBe('product')
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/internal/authorization/EntraId/GenerateToken',
    ])
  })

  it('[R-4-006] isn’t requested without token args', async () => {
    const { calls } = fakeServer(() => json({ n1AIToken: 'product' }))
    await expect(generateToken()).resolves.toBeUndefined()
    expect(calls).toHaveLength(0)
  })

  it('[R-3-007] [R-4-005] the sign-in’s tokens become the token args, with the provider; the request is exactly idToken and accessToken', async () => {
    const { calls } = fakeServer(() => json({ n1AIToken: 'product' }))
    await currentToken()
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual(request)
    expect(auth.read().n1aiTokenArgs).toEqual({
      identityProvider: 'EntraId',
      iGenerateTokenRequest: request,
    })
  })

  it.each([-7200, 0, 7200])(
    'is valid from its arrival if this machine’s clock is %d s away from the server’s',
    async (ahead) => {
      const iat = Math.floor(Date.now() / 1000) - ahead
      const token = `h.${btoa(JSON.stringify({ iat, exp: iat + 3600 }))}.s`
      const { calls } = fakeServer(() => json({ n1AIToken: token }))
      await currentToken()
      await expect(currentToken()).resolves.toBe(token)
      expect(calls).toHaveLength(1)
      vi.useFakeTimers({ now: Date.now() + 3_580_000, toFake: ['Date'] })
      onTestFinished(() => void vi.useRealTimers())
      await currentToken()
      expect(calls).toHaveLength(2)
    },
  )

  it('is requested once for all callers that were rejected together, and for late ones', async () => {
    let count = 0
    const { calls } = fakeServer(() => json({ n1AIToken: `token ${++count}` }))
    setAuth({ n1aiToken: 'old' })
    const answers = await Promise.all([
      regenerateToken('old'),
      regenerateToken('old'),
      regenerateToken('old'),
    ])
    expect(answers).toEqual(['token 1', 'token 1', 'token 1'])
    await expect(regenerateToken('old')).resolves.toBe('token 1')
    expect(calls).toHaveLength(1)
  })

  it('is renewed before it expires, and used until then', async () => {
    const { calls } = fakeServer(() => json({ n1AIToken: 'fresh' }))
    const long = tokenEnding(600)
    setAuth({ n1aiToken: long })
    await expect(currentToken()).resolves.toBe(long)
    setAuth({ n1aiToken: tokenEnding(5) })
    await expect(currentToken()).resolves.toBe('fresh')
    expect(calls).toHaveLength(1)
  })

  it.each([400, 401, 403])(
    '[R-4-007] [R-8-007] [R-8-026] is empty after a rejection (%i), with the args cleared and the error stored',
    async (status) => {
      fakeServer(() => json({ code: 'auth.token', title: 'Not accepted' }, status))
      setAuth({ n1aiToken: 'old' })
      await expect(regenerateToken('old')).resolves.toBeUndefined()
      expect(auth.read()).toMatchObject({ n1aiToken: '', n1aiTokenArgs: undefined })
      expect(auth.read().error).toContain('Not accepted')
    },
  )

  it.each([429, 500, 502])(
    'stays unchanged if the server can’t issue another one now (%i)',
    async (status) => {
      fakeServer(() => json({}, status))
      setAuth({ n1aiToken: 'old' })
      await expect(regenerateToken('old')).rejects.toMatchObject({ status })
      expect(auth.read().n1aiToken).toBe('old')
      expect(auth.read().n1aiTokenArgs?.iGenerateTokenRequest).toEqual(request)
      expect(auth.read().error).not.toBe('')
    },
  )

  it('waits out a 503 of its own request, and then serves all waiting callers', async () => {
    let count = 0
    const busy = () => new Response(null, { status: 503, headers: { 'retry-after': '0' } })
    const { calls } = fakeServer(() => (++count < 3 ? busy() : json({ n1AIToken: 'product' })))
    await expect(Promise.all([currentToken(), currentToken()])).resolves.toEqual(['product', 'product'])
    expect(calls).toHaveLength(3)
  })

  it('[R-8-007] is empty and reported as rejected if the directory rejects the request', async () => {
    directory.acquireTokens.mockRejectedValue(new Error('invalid_grant'))
    directory.isRefusal.mockReturnValue(true)
    setAuth({ n1aiToken: 'old' })
    await expect(regenerateToken('old')).rejects.toMatchObject({ status: 401 })
    expect(auth.read()).toMatchObject({ n1aiToken: '', n1aiTokenArgs: undefined })
    expect(auth.read().error).toContain('invalid_grant')
  })

  it('stays unchanged if the directory is unreachable', async () => {
    directory.acquireTokens.mockRejectedValue(new Error('no network'))
    directory.isRefusal.mockReturnValue(false)
    setAuth({ n1aiToken: 'old' })
    await expect(regenerateToken('old')).rejects.toMatchObject({ status: 'FETCH_ERROR' })
    expect(auth.read().n1aiToken).toBe('old')
    expect(auth.read().isLoading).toBe(false)
  })

  it('[R-9-006] checks every 500 ms for token args from elsewhere until they exist', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { calls } = fakeServer(() => json({ n1AIToken: 'product' }))
    directory.acquireTokens.mockReturnValue(new Promise(() => {}))
    const token = regenerateToken()
    await vi.advanceTimersByTimeAsync(1100)
    storeTokenArgs({ identityProvider: 'EntraId', iGenerateTokenRequest: request })
    await vi.advanceTimersByTimeAsync(399)
    expect(calls).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toHaveLength(1)
    await expect(token).resolves.toBe('product')
  })

  it('[R-9-006] ignores token args that were already used', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { calls } = fakeServer(() => json({ n1AIToken: 'product' }))
    storeTokenArgs({ identityProvider: 'EntraId', iGenerateTokenRequest: request })
    let acquired = (_: typeof request) => {}
    directory.acquireTokens.mockReturnValue(
      new Promise((resolve) => {
        acquired = resolve
      }),
    )
    const token = regenerateToken()
    await vi.advanceTimersByTimeAsync(5000)
    expect(calls).toHaveLength(0)
    acquired({ ...request })
    await vi.advanceTimersByTimeAsync(0)
    await expect(token).resolves.toBe('product')
  })

  it('[R-4-012] sets the state to loading only while the token is requested', async () => {
    let loading: boolean | undefined
    fakeServer(() => {
      loading = auth.read().isLoading
      return json({ n1AIToken: 'product' })
    })
    await currentToken()
    expect(loading).toBe(true)
    expect(auth.read().isLoading).toBe(false)
  })

  it('[R-9-002] its version must be 2.2509.3736.0', () => {
    const claiming = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`
    expect(otherVersionOf(claiming({ version: '2.2509.3736.0' }))).toBeUndefined()
    expect(otherVersionOf(claiming({ version: '2.2509.3737.0' }))).toBe('2.2509.3737.0')
    expect(otherVersionOf(claiming({ version: '2.2509.3736' }))).toBe('2.2509.3736')
    expect(otherVersionOf(claiming({}))).toBe('')
    expect(otherVersionOf('no token')).toBeUndefined()
  })

  it('is rejected permanently for a disabled user, who isn’t signed in again without asking', async () => {
    const problem = { code: 'auth.disabled', title: 'no', requestId: 'r' }
    fakeServer(() => json(problem, 403))
    await expect(currentToken()).resolves.toBeUndefined()
    expect(auth.read()).toMatchObject({ n1aiToken: '', accessEnded: true })
    const { resume } = await import('./session.ts')
    directory.acquireTokens.mockClear()
    sessionStorage.setItem('msal.account', 'anna')
    await expect(resume()).resolves.toBe(false)
    expect(directory.acquireTokens).not.toHaveBeenCalled()
    setAuth({ accessEnded: false })
    fakeServer(() => json({ n1AIToken: 'product' }))
    setAuth({ account: { name: 'Anna', userName: 'anna' } })
    await expect(resume()).resolves.toBe(true)
  })

  it('keeps the args if the network is down, because no one was rejected', async () => {
    fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(currentToken()).rejects.toMatchObject({ status: 'FETCH_ERROR' })
    expect(auth.read().n1aiTokenArgs?.iGenerateTokenRequest).toEqual(request)
    expect(auth.read().isLoading).toBe(false)
  })

  it('[R-4-009] [R-9-009] clears the sign-in cache at the fourth request within 30 s', async () => {
    let count = 0
    fakeServer(() => json({ n1AIToken: `token ${++count}` }))
    for (let round = 1; round <= 3; round++) await regenerateToken(auth.read().n1aiToken)
    expect(directory.clearSignIn).not.toHaveBeenCalled()
    await regenerateToken(auth.read().n1aiToken)
    expect(directory.clearSignIn).toHaveBeenCalledOnce()
    await regenerateToken(auth.read().n1aiToken)
    expect(directory.clearSignIn).toHaveBeenCalledOnce()
  })

  it('[R-4-010] signed in means an account and a token that isn’t empty', () => {
    expect(isAuthenticated()).toBe(false)
    setAuth({ account: { name: 'Anna', userName: 'anna' } })
    expect(isAuthenticated()).toBe(false)
    setAuth({ n1aiToken: '' })
    expect(isAuthenticated()).toBe(false)
    setAuth({ n1aiToken: 'product' })
    expect(isAuthenticated()).toBe(true)
  })
})
