import { AuthError, BrowserAuthError, InteractionRequiredAuthError, ServerError } from '@azure/msal-browser'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeServer, json } from '../testing/fakeServer.ts'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
vi.stubGlobal('location', new URL('http://localhost:8080/chat'))

const account = { username: 'anna', name: 'Anna', homeAccountId: 'h', idToken: 'the id token' }
const future = { exp: Date.now() / 1000 + 3600 }
const application = {
  initialize: vi.fn(),
  handleRedirectPromise: vi.fn(),
  getActiveAccount: vi.fn(),
  getAllAccounts: vi.fn(),
  setActiveAccount: vi.fn(),
  acquireTokenSilent: vi.fn(),
  acquireTokenRedirect: vi.fn(),
  ssoSilent: vi.fn(),
  getConfiguration: vi.fn(),
  loginRedirect: vi.fn(),
  logoutRedirect: vi.fn(),
  clearCache: vi.fn(),
}
const built: object[] = []
vi.mock('@azure/msal-browser', async (original) => ({
  ...(await original<object>()),
  PublicClientApplication: class {
    constructor(configuration: object) {
      built.push(configuration)
      Object.assign(this, application)
    }
  },
}))

const settings = {
  name: 'Parlance',
  organizationName: 'Halden Rail',
  entraIdSettings: {
    clientId: 'the client',
    tenantId: '0198a2b4-0000-4000-8000-000000000001',
    instance: 'http://localhost:8080/directory/',
  },
}
const { auth, resetAuth } = await import('./auth.ts')
const { setSigningOut } = await import('./signingOut.ts')
const {
  adopt,
  acquireGroupsToken,
  acquireTokens,
  directoryConfiguration,
  idTokenEnds,
  isRefusal,
  needsInteraction,
  readySignOut,
  signIn,
  signInSilently,
} = await import('./directory.ts')

beforeEach(() => {
  vi.resetAllMocks()
  resetAuth()
  fakeServer(({ path }) => json(path.includes('well-known') ? { issuer: 'the issuer' } : settings))
  application.getActiveAccount.mockReturnValue(account)
  application.getAllAccounts.mockReturnValue([account])
})

describe('the sign-in client', () => {
  it('[R-3-011] is created with clientId, tenantId and instance of the settings', async () => {
    const entra = { ...settings.entraIdSettings, instance: 'https://login.microsoftonline.com/' }
    const { auth: options } = await directoryConfiguration(entra, 'https://chat.example')
    expect(options).toEqual({
      clientId: 'the client',
      authority: 'https://login.microsoftonline.com/0198a2b4-0000-4000-8000-000000000001',
      knownAuthorities: ['login.microsoftonline.com'],
      redirectUri: 'https://chat.example/redirect.html',
      postLogoutRedirectUri: 'https://chat.example/redirect.html',
    })
  })

  it('gets the metadata of an http directory, with an https spelling of its authority', async () => {
    const { calls } = fakeServer(() => json({ issuer: 'the issuer' }))
    const { auth: options, system } = await directoryConfiguration(
      settings.entraIdSettings,
      'http://localhost:8080',
    )
    expect(calls[0]?.path).toBe(
      'http://localhost:8080/directory/0198a2b4-0000-4000-8000-000000000001/v2.0/.well-known/openid-configuration',
    )
    expect(options.authority).toMatch(/^https:\/\/localhost:8080\/directory\//)
    expect(options.authorityMetadata).toBe('{"issuer":"the issuer"}')
    expect(options.knownAuthorities).toEqual(['localhost:8080'])
    expect(system?.iframeBridgeTimeout).toBe(10_000)
  })

  it('[R-9-023] stores its tokens in session storage', async () => {
    const { cache } = await directoryConfiguration(settings.entraIdSettings, 'http://localhost:8080')
    expect(cache).toMatchObject({ cacheLocation: 'sessionStorage' })
  })

  it('[R-4-001] is created only once the application’s settings are loaded', async () => {
    vi.resetModules()
    built.length = 0
    let answer = (_: Response) => {}
    fakeServer(({ path }) =>
      path.includes('well-known')
        ? json({ issuer: 'the issuer' })
        : new Promise((resolve) => {
            answer = resolve
          }),
    )
    localStorage.clear()
    const { directory } = await import('./directory.ts')
    const ready = directory()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(built).toEqual([])
    answer(json(settings))
    await ready
    expect(built).toMatchObject([{ auth: { clientId: 'the client' } }])
  })

  it('[R-4-011] sets the state to loading during sign-in', async () => {
    let arrive = () => {}
    application.loginRedirect.mockReturnValue(
      new Promise<void>((resolve) => {
        arrive = resolve
      }),
    )
    const signingIn = signIn()
    await vi.waitFor(() => expect(application.loginRedirect).toHaveBeenCalled())
    expect(auth.read().isLoading).toBe(true)
    arrive()
    await signingIn
    expect(auth.read().isLoading).toBe(false)
  })

  it('[R-9-022] signs in with openid and offline_access, and requests User.Read separately', async () => {
    await signIn()
    expect(application.loginRedirect).toHaveBeenCalledWith({ scopes: ['openid', 'offline_access'] })
    application.acquireTokenSilent.mockResolvedValue({
      account,
      idToken: 'i',
      accessToken: 'a',
      idTokenClaims: future,
    })
    await acquireTokens()
    expect(application.acquireTokenSilent).toHaveBeenCalledWith({ scopes: ['User.Read'], account })
  })

  it('[R-4-002] [R-4-003] makes the account of a successful login the active one, and stores its names', () => {
    adopt(application, account as never)
    expect(application.setActiveAccount).toHaveBeenCalledWith(account)
    expect(auth.read().account).toEqual({ name: 'Anna', userName: 'anna' })
  })

  it('[R-3-007] [R-4-004] [R-4-013] acquires a User.Read token silently, and returns the ID token and the Graph token', async () => {
    application.acquireTokenSilent.mockResolvedValue({
      account,
      idToken: 'i',
      accessToken: 'a',
      idTokenClaims: future,
    })
    await expect(acquireTokens()).resolves.toEqual({ idToken: 'i', accessToken: 'a' })
  })

  it('forces a refresh if the cached ID token has expired, even if the access token is valid', async () => {
    application.acquireTokenSilent
      .mockResolvedValueOnce({ account, idToken: 'old', accessToken: 'a', idTokenClaims: { exp: 1 } })
      .mockResolvedValueOnce({ account, idToken: 'new', accessToken: 'a', idTokenClaims: future })
    await expect(acquireTokens()).resolves.toEqual({ idToken: 'new', accessToken: 'a' })
    expect(application.acquireTokenSilent).toHaveBeenLastCalledWith({
      scopes: ['User.Read'],
      account,
      forceRefresh: true,
    })
    expect(idTokenEnds({ idTokenClaims: {} })).toBe(true)
  })

  it('returns no tokens without an account', async () => {
    application.getActiveAccount.mockReturnValue(null)
    await expect(acquireTokens()).resolves.toBeUndefined()
  })

  it('[R-4-014] [R-4-016] redirects to the directory if it requires interaction, or if the silent frame timed out', async () => {
    expect(needsInteraction(new InteractionRequiredAuthError('interaction_required', ''))).toBe(true)
    expect(needsInteraction(new BrowserAuthError('timed_out', ''))).toBe(true)
    expect(needsInteraction(new BrowserAuthError('popup_window_error', ''))).toBe(false)
    application.acquireTokenSilent.mockRejectedValue(new InteractionRequiredAuthError('login_required', ''))
    void acquireTokens()
    await vi.waitFor(() =>
      expect(application.acquireTokenRedirect).toHaveBeenCalledWith({ scopes: ['User.Read'], account }),
    )
    expect(application.clearCache).not.toHaveBeenCalled()
  })

  it.each(['AskedFor', 'OnItsWay'] as const)(
    'continues signing out while tokens are requested: %s',
    async (state) => {
      onTestFinished(() => setSigningOut('No'))
      application.acquireTokenSilent.mockImplementation(async () => {
        setSigningOut(state)
        throw new InteractionRequiredAuthError('no_tokens_found', '')
      })
      await expect(acquireTokens()).rejects.toThrow('no_tokens_found')
      expect(application.acquireTokenRedirect).not.toHaveBeenCalled()
    },
  )

  it('[R-4-015] clears the cache if the directory rejects the request, and keeps it if the network is down', async () => {
    application.acquireTokenSilent.mockRejectedValueOnce(new AuthError('network_error', ''))
    await expect(acquireTokens()).rejects.toThrow()
    expect(application.clearCache).not.toHaveBeenCalled()
    application.acquireTokenSilent.mockRejectedValueOnce(new AuthError('invalid_grant', ''))
    await expect(acquireTokens()).rejects.toThrow()
    expect(application.clearCache).toHaveBeenCalledOnce()
  })

  it.each([
    ['it can’t be reached', new BrowserAuthError('post_request_failed', '')],
    ['it doesn’t return JSON', new BrowserAuthError('failed_to_parse_response', '')],
    ['it is overloaded', new ServerError('temporarily_unavailable', '')],
    ['it fails', new ServerError('invalid_grant', '', '', '', '', 503)],
    ['it asks clients to wait', new ServerError('', '')],
  ])('doesn’t sign out because of the directory when %s', async (_, error) => {
    application.acquireTokenSilent.mockRejectedValueOnce(error)
    await expect(acquireTokens()).rejects.toBe(error)
    expect(isRefusal(error)).toBe(false)
    expect(application.clearCache).not.toHaveBeenCalled()
  })

  it('requests the groups scope separately, and leaves the screen for it only if asked to', async () => {
    application.acquireTokenSilent.mockResolvedValueOnce({ accessToken: 'for groups' })
    await expect(acquireGroupsToken()).resolves.toBe('for groups')
    const request = { scopes: ['GroupMember.Read.All'], account }
    expect(application.acquireTokenSilent).toHaveBeenCalledWith(request)
    application.acquireTokenSilent.mockRejectedValue(new InteractionRequiredAuthError('consent_required', ''))
    await expect(acquireGroupsToken()).rejects.toMatchObject({ errorCode: 'consent_required' })
    expect(application.acquireTokenRedirect).not.toHaveBeenCalled()
    expect(application.clearCache).not.toHaveBeenCalled()
    void acquireGroupsToken({ ask: true })
    await vi.waitFor(() => expect(application.acquireTokenRedirect).toHaveBeenCalledWith(request))
  })

  it('signs out with the hint that skips the account prompt', async () => {
    const signOut = await readySignOut()
    application.getActiveAccount.mockReturnValue(null)
    await signOut()
    expect(application.logoutRedirect).toHaveBeenCalledWith({ account, idTokenHint: 'the id token' })
  })
})

describe('signing in from the directory’s session', () => {
  const elsewhere = { auth: { authority: 'https://login.example/tenant' } }
  const here = { auth: { authority: 'https://localhost:8080/directory/tenant' } }

  it('takes the account that the directory names, without leaving the page', async () => {
    application.ssoSilent.mockResolvedValue({ account })
    expect(await signInSilently('anna')).toBe(true)
    expect(application.ssoSilent).toHaveBeenCalledWith(expect.objectContaining({ loginHint: 'anna' }))
    expect(auth.read().account).toEqual({ name: 'Anna', userName: 'anna' })
    expect(localStorage.getItem('signedIn')).toBe('"anna"')
    expect(application.loginRedirect).not.toHaveBeenCalled()
  })

  it.each([
    [
      'the own directory wants the user',
      here,
      new InteractionRequiredAuthError('login_required', 'no session'),
    ],
    ['another directory fails', elsewhere, new AuthError('endpoints_resolution_error', 'unreachable')],
  ])('fails without a redirect if %s', async (_, configuration, error) => {
    application.getConfiguration.mockReturnValue(configuration)
    application.ssoSilent.mockRejectedValue(error)
    expect(await signInSilently('anna')).toBe(false)
    expect(application.loginRedirect).not.toHaveBeenCalled()
  })

  it('asks a directory on another site by a redirect that never asks the user, because frames hide its cookies', async () => {
    application.getConfiguration.mockReturnValue(elsewhere)
    application.ssoSilent.mockRejectedValue(new InteractionRequiredAuthError('login_required', 'no session'))
    void signInSilently('anna')
    await vi.waitFor(() =>
      expect(application.loginRedirect).toHaveBeenCalledWith(
        expect.objectContaining({ loginHint: 'anna', prompt: 'none' }),
      ),
    )
  })
})
