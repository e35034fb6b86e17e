import type { authorization } from '@parlance/contract/authorization'
import type { Answer, Input } from '@parlance/contract/endpoint'
import type { instance } from '@parlance/contract/instance'
import { observable } from '../base/observable.ts'
import { sessionStored } from '../base/storage.ts'

export type InstanceSettings = Answer<typeof instance.getSettings>
export type IGenerateTokenRequest = Input<typeof authorization.generateToken>

/** What one has open on the chat screen, for as long as the page is: never stored. */
export interface DisplaySettings {
  showChatExecutionDetailsDrawer: boolean
  /** The drawer shows the newest answer, and goes on to the next one by itself. */
  useLatestChatSegmentForExecutionDetailsDrawer: boolean
}

/** A group of the directory that people sign in with. */
export interface EntraGroup {
  id: string
  displayName: string
  description: string
}

export interface TokenArgs {
  identityProvider: 'EntraId'
  iGenerateTokenRequest: IGenerateTokenRequest
}

/** The auth state of the specification's section 3, as far as the client keeps it outside its screens. */
export interface AuthState {
  user: string
  /** Why the last token request failed. It is kept and shown nowhere. */
  error: string
  /** Empty after a refused token request, unset before the first one. */
  n1aiToken: string | undefined
  /** When it came, by this machine's clock: that may be another one than the server's. */
  n1aiTokenSince: number | undefined
  /** The server has said that the person is disabled: they are told, and not signed in again by themselves. */
  accessEnded: boolean
  n1aiTokenArgs: TokenArgs | undefined
  account: { name: string; userName: string } | undefined
  instanceSettings: InstanceSettings
  displaySettings: DisplaySettings
  pathAfterLogin: string | undefined
  /** Sorted by displayName, ascending. */
  entraGroups: readonly EntraGroup[]
  healthCheckIssue: boolean
  /** While somebody is being signed in, and while the product token is being requested. */
  isLoading: boolean
}

const initial: AuthState = {
  user: '',
  error: '',
  n1aiToken: undefined,
  n1aiTokenSince: undefined,
  accessEnded: false,
  n1aiTokenArgs: undefined,
  account: undefined,
  instanceSettings: {
    name: 'Loading...',
    organizationName: '',
    entraIdSettings: { clientId: '', tenantId: '', instance: '' },
  },
  displaySettings: {
    showChatExecutionDetailsDrawer: false,
    useLatestChatSegmentForExecutionDetailsDrawer: true,
  },
  pathAfterLogin: undefined,
  entraGroups: [],
  healthCheckIssue: false,
  isLoading: false,
}

const KEY = 'auth'
/**
 * What survives the step from one page to the next, for the tab's session. Not the token args, the display settings and
 * the health issue; the instance's settings have a copy of their own, and groups, of which there may be thousands, are
 * read anew by the screens that list them.
 */
type Kept = Pick<
  AuthState,
  'user' | 'error' | 'n1aiToken' | 'n1aiTokenSince' | 'accessEnded' | 'account' | 'pathAfterLogin'
>

export const auth = observable<AuthState>({ ...initial, ...sessionStored.read<Kept>(KEY) })

/** Several things of the state at once, so that nobody sees the one without the other. */
export function setAuth(change: Partial<AuthState>): void {
  auth.set(change)
  const { user, error, n1aiToken, n1aiTokenSince, accessEnded, account, pathAfterLogin } = auth.read()
  const kept: Kept = { user, error, n1aiToken, n1aiTokenSince, accessEnded, account, pathAfterLogin }
  sessionStored.write(KEY, kept)
}

/** Everything that belongs to the person goes; the instance's settings stay. */
export function resetAuth(): void {
  auth.set({ ...initial, instanceSettings: auth.read().instanceSettings })
  sessionStored.remove(KEY)
}

export function changeDisplaySetting<K extends keyof DisplaySettings>(
  name: K,
  value: DisplaySettings[K],
): void {
  const { displaySettings } = auth.read()
  if (displaySettings[name] !== value) auth.set({ displaySettings: { ...displaySettings, [name]: value } })
}

export const storeInstanceSettings = (instanceSettings: InstanceSettings): void =>
  auth.set({ instanceSettings })
export const storeToken = (n1aiToken: string): void =>
  setAuth({ n1aiToken, n1aiTokenSince: Date.now(), error: '' })
export const endAccess = (): void => setAuth({ n1aiToken: '', n1aiTokenArgs: undefined, accessEnded: true })
export const storeTokenArgs = (n1aiTokenArgs: TokenArgs): void => auth.set({ n1aiTokenArgs })
export const setAccount = (account: AuthState['account']): void => setAuth({ account })
export const setPathAfterLogin = (pathAfterLogin: string | undefined): void => setAuth({ pathAfterLogin })
export const setHealthCheckIssue = (): void => auth.set({ healthCheckIssue: true })
export const clearHealthCheckIssue = (): void => auth.set({ healthCheckIssue: false })

export const initGroups = (groups: readonly EntraGroup[]): void => auth.set({ entraGroups: sorted(groups) })
export const appendGroups = (groups: readonly EntraGroup[]): void =>
  auth.set({ entraGroups: sorted([...auth.read().entraGroups, ...groups]) })

/** By displayName, ascending, as the page's language orders letters. */
function sorted(groups: readonly EntraGroup[]): EntraGroup[] {
  const { compare } = new Intl.Collator(globalThis.document?.documentElement.lang || undefined)
  return groups.toSorted((a, b) => compare(a.displayName, b.displayName))
}

/** The token request failed: without a refusal, token and args stay what they were. */
export const keepTokenFailure = (error: unknown, refused: boolean): void =>
  setAuth({ error: String(error), ...(refused ? { n1aiToken: '', n1aiTokenArgs: undefined } : {}) })

/** Signed in, and with a product token that is not empty. */
export const isAuthenticated = (state = auth.read()): boolean => Boolean(state.account && state.n1aiToken)
