import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, json } from '../testing/fakeServer.ts'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
const directory = { acquireTokens: vi.fn(), clearSignIn: vi.fn() }
vi.mock('./directory.ts', () => directory)
const { auth, isAuthenticated, resetAuth, setAuth } = await import('./auth.ts')
const { currentToken, generateToken, regenerateToken } = await import('./token.ts')

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
  it('[R-4-006] is requested when there are token args and no token', async () => {
    const { calls } = fakeServer(() => json({ n1AIToken: 'product' }))
    setAuth({ n1aiTokenArgs: { identityProvider: 'EntraId', iGenerateTokenRequest: request } })
    await expect(generateToken()).resolves.toBe('product')
    expect(auth.read().n1aiToken).toBe('product')
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/internal/authorization/EntraId/GenerateToken',
    ])
  })

  it('[R-4-006] is not requested without token args', async () => {
    const { calls } = fakeServer(() => json({ n1AIToken: 'product' }))
    await expect(generateToken()).resolves.toBeUndefined()
    expect(calls).toHaveLength(0)
  })

  it('[R-3-007] the request is exactly idToken and accessToken', async () => {
    const { calls } = fakeServer(() => json({ n1AIToken: 'product' }))
    await currentToken()
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual(request)
    expect(auth.read().n1aiTokenArgs?.iGenerateTokenRequest).toEqual(request)
  })

  it('is one request for all callers that were refused together, and for those who come late', async () => {
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

  it('is renewed before it ends, and used while it lives', async () => {
    const { calls } = fakeServer(() => json({ n1AIToken: 'fresh' }))
    const long = tokenEnding(600)
    setAuth({ n1aiToken: long })
    await expect(currentToken()).resolves.toBe(long)
    setAuth({ n1aiToken: tokenEnding(5) })
    await expect(currentToken()).resolves.toBe('fresh')
    expect(calls).toHaveLength(1)
  })

  it('is empty after a refusal, with the args cleared and the error kept', async () => {
    fakeServer(() => json({ code: 'auth.token', title: 'no' }, 401))
    await expect(currentToken()).resolves.toBeUndefined()
    expect(auth.read()).toMatchObject({ n1aiToken: '', n1aiTokenArgs: undefined })
    expect(auth.read().error).not.toBe('')
  })

  it('keeps the args when the network is away: nobody was refused', async () => {
    fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(currentToken()).rejects.toMatchObject({ status: 'FETCH_ERROR' })
    expect(auth.read().n1aiTokenArgs?.iGenerateTokenRequest).toEqual(request)
    expect(auth.read().isLoading).toBe(false)
  })

  it('clears the sign-in cache at the fourth request within 30 s', async () => {
    let count = 0
    fakeServer(() => json({ n1AIToken: `token ${++count}` }))
    for (let round = 1; round <= 3; round++) await regenerateToken(auth.read().n1aiToken)
    expect(directory.clearSignIn).not.toHaveBeenCalled()
    await regenerateToken(auth.read().n1aiToken)
    expect(directory.clearSignIn).toHaveBeenCalledOnce()
    await regenerateToken(auth.read().n1aiToken)
    expect(directory.clearSignIn).toHaveBeenCalledOnce()
  })

  it('signed in means an account and a token that is not empty', () => {
    expect(isAuthenticated()).toBe(false)
    setAuth({ account: { name: 'Anna', userName: 'anna' } })
    expect(isAuthenticated()).toBe(false)
    setAuth({ n1aiToken: '' })
    expect(isAuthenticated()).toBe(false)
    setAuth({ n1aiToken: 'product' })
    expect(isAuthenticated()).toBe(true)
  })
})
