import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '../testing/fakeStorage.ts'
import type { TokenArgs } from './auth.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
beforeEach(() => {
  vi.resetModules()
  sessionStorage.clear()
})
/** Loads the module as a new page does, with the data stored by an earlier page of the tab. */
const load = () => import('./auth.ts')
const stored = () => JSON.parse(sessionStorage.getItem('auth') ?? '{}') as Record<string, unknown>

const args: TokenArgs = {
  identityProvider: 'EntraId',
  iGenerateTokenRequest: { idToken: 'i', accessToken: 'a' },
}
const group = (displayName: string) => ({ id: `id of ${displayName}`, displayName, description: '' })

describe('the initial auth state', () => {
  it('[R-3-001] [R-3-004] has no user and no error text', async () => {
    const { auth } = await load()
    expect(auth.read()).toMatchObject({ user: '', error: '' })
  })

  it('names the user from sign-in to sign-out', async () => {
    const { auth, resetAuth, setAccount } = await load()
    setAccount({ name: 'Anna', userName: 'anna' })
    expect(auth.read().user).toBe('anna')
    vi.resetModules()
    const reloaded = await load()
    expect(reloaded.auth.read().user).toBe('anna')
    resetAuth()
    expect(auth.read().user).toBe('')
  })

  it('[R-3-005] [R-3-006] has neither a product token nor token args', async () => {
    const { auth } = await load()
    expect(auth.read()).toMatchObject({ n1aiToken: undefined, n1aiTokenArgs: undefined })
    expect(auth.read()).toHaveProperty('n1aiTokenArgs')
  })

  it('[R-3-009] [R-3-010] names the instance Loading... and has no organization', async () => {
    const { auth } = await load()
    expect(auth.read().instanceSettings).toMatchObject({ name: 'Loading...', organizationName: '' })
  })

  it('[R-3-015] has no health issue', async () => {
    const { auth } = await load()
    expect(auth.read().healthCheckIssue).toBe(false)
  })
})

describe('the stored state', () => {
  it('[R-3-016] [R-3-017] [R-3-018] includes neither the token args, nor the display settings, nor the health issue', async () => {
    const actions = await load()
    actions.storeTokenArgs(args)
    actions.changeDisplaySetting('showChatExecutionDetailsDrawer', true)
    actions.setHealthCheckIssue()
    actions.setAccount({ name: 'Anna', userName: 'anna' })
    actions.storeToken('product')
    actions.setPathAfterLogin('/admin')
    expect(stored()).toEqual({
      user: 'anna',
      error: '',
      accessEnded: false,
      n1aiToken: 'product',
      n1aiTokenSince: expect.any(Number),
      account: { name: 'Anna', userName: 'anna' },
      pathAfterLogin: '/admin',
    })
    vi.resetModules()
    const { auth } = await load()
    expect(auth.read()).toMatchObject({
      n1aiToken: 'product',
      pathAfterLogin: '/admin',
      n1aiTokenArgs: undefined,
      displaySettings: { showChatExecutionDetailsDrawer: false },
      healthCheckIssue: false,
    })
  })
})

describe('the actions', () => {
  it('[R-4-023] reset removes everything about the user, from the state and the tab', async () => {
    const { auth, ...actions } = await load()
    const settings = {
      name: 'P',
      organizationName: 'O',
      entraIdSettings: { clientId: 'c', tenantId: 't', instance: 'i' },
    }
    const before = auth.read()
    actions.storeInstanceSettings(settings)
    actions.storeTokenArgs(args)
    actions.setAccount({ name: 'Anna', userName: 'anna' })
    actions.storeToken('product')
    actions.setPathAfterLogin('/admin')
    actions.initGroups([group('a')])
    actions.setHealthCheckIssue()
    actions.resetAuth()
    expect(auth.read()).toEqual({ ...before, instanceSettings: settings })
    expect(sessionStorage.getItem('auth')).toBeNull()
  })

  it('[R-4-024] changes one display setting and keeps the other', async () => {
    const { auth, changeDisplaySetting } = await load()
    changeDisplaySetting('useLatestChatSegmentForExecutionDetailsDrawer', false)
    expect(auth.read().displaySettings).toEqual({
      showChatExecutionDetailsDrawer: false,
      useLatestChatSegmentForExecutionDetailsDrawer: false,
    })
  })

  it('[R-4-025] [R-3-010] stores the instance’s settings', async () => {
    const { auth, storeInstanceSettings } = await load()
    const entraIdSettings = { clientId: 'c', tenantId: 't', instance: 'https://directory.example/' }
    storeInstanceSettings({ name: 'Parlance', organizationName: 'Halden Rail', entraIdSettings })
    expect(auth.read().instanceSettings).toEqual({
      name: 'Parlance',
      organizationName: 'Halden Rail',
      entraIdSettings,
    })
  })

  it('[R-4-026] [R-3-005] stores and replaces the token, which clears an earlier failure', async () => {
    const { auth, keepTokenFailure, storeToken } = await load()
    storeToken('first')
    keepTokenFailure(new Error('no network'), false)
    expect(auth.read()).toMatchObject({ n1aiToken: 'first', error: 'Error: no network' })
    storeToken('second')
    expect(auth.read()).toMatchObject({ n1aiToken: 'second', error: '' })
  })

  it('[R-4-027] [R-3-006] stores and replaces the token args', async () => {
    const { auth, storeTokenArgs } = await load()
    storeTokenArgs(args)
    expect(auth.read().n1aiTokenArgs).toEqual({
      identityProvider: 'EntraId',
      iGenerateTokenRequest: { idToken: 'i', accessToken: 'a' },
    })
    const next = { ...args, iGenerateTokenRequest: { idToken: 'i2', accessToken: 'a2' } }
    storeTokenArgs(next)
    expect(auth.read().n1aiTokenArgs).toEqual(next)
  })

  it('[R-4-028] [R-3-013] [R-3-014] initializes groups sorted by displayName, with id and description', async () => {
    const { auth, initGroups } = await load()
    initGroups([group('Vela'), group('arden'), group('Émile'), group('Foss')])
    expect(auth.read().entraGroups.map(({ displayName }) => displayName)).toEqual([
      'arden',
      'Émile',
      'Foss',
      'Vela',
    ])
    initGroups([{ id: '1', displayName: 'Engineering', description: 'Tracks' }])
    expect(auth.read().entraGroups).toEqual([{ id: '1', displayName: 'Engineering', description: 'Tracks' }])
  })

  it('[R-4-029] [R-3-014] sorts appended groups in', async () => {
    const { auth, initGroups, appendGroups } = await load()
    initGroups([group('b'), group('d')])
    appendGroups([group('c'), group('a')])
    expect(auth.read().entraGroups.map(({ displayName }) => displayName)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('[R-4-030] [R-3-008] sets the account, with name and userName', async () => {
    const { auth, setAccount } = await load()
    setAccount({ name: 'Anna Lindqvist', userName: 'anna' })
    expect(auth.read().account).toEqual({ name: 'Anna Lindqvist', userName: 'anna' })
  })

  it('[R-4-031] sets the path after login', async () => {
    const { auth, setPathAfterLogin } = await load()
    setPathAfterLogin('/admin/brand?x=1')
    expect(auth.read().pathAfterLogin).toBe('/admin/brand?x=1')
  })

  it('[R-4-032] [R-4-033] sets and clears the health issue', async () => {
    const { auth, setHealthCheckIssue, clearHealthCheckIssue } = await load()
    setHealthCheckIssue()
    expect(auth.read().healthCheckIssue).toBe(true)
    clearHealthCheckIssue()
    expect(auth.read().healthCheckIssue).toBe(false)
  })
})
