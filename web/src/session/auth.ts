import type { authorization } from '@parlance/contract/authorization'
import type { Answer, Input } from '@parlance/contract/endpoint'
import type { instance } from '@parlance/contract/instance'
import { observable } from '../base/observable.ts'
import { sessionStored } from '../base/storage.ts'

export type InstanceSettings = Answer<typeof instance.getSettings>
export type IGenerateTokenRequest = Input<typeof authorization.generateToken>

/** What the user has open on the chat screen, for the lifetime of the page. Never stored. */
export interface DisplaySettings {
  showChatExecutionDetailsDrawer: boolean
  /** The drawer shows the newest answer and moves on to the next one. */
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

/** The auth state of the specification's section 3, as far as it is stored outside the screens. */
export interface AuthState {
  /** The username of the person who is signed in, or empty. */
  user: string
  /** Why the last token request failed. It isn't displayed anywhere. */
  error: string
  /** Empty after a rejected token request, undefined before the first one. */
  n1aiToken: string | undefined
  /** When the token arrived, by this machine's clock, which can differ from the server's. */
  n1aiTokenSince: number | undefined
  /**
   * The server reported that the user is disabled. The page says so and doesn't sign them in again
   * automatically.
   */
  accessEnded: boolean
  n1aiTokenArgs: TokenArgs | undefined
  account: { name: string; userName: string } | undefined
  instanceSettings: InstanceSettings
  displaySettings: DisplaySettings
  pathAfterLogin: string | undefined
  /** Sorted by displayName, ascending. */
  entraGroups: readonly EntraGroup[]
  healthCheckIssue: boolean
  /** True during sign-in and while the product token is being requested. */
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
 * The state stored for the tab's session, across page loads. It excludes the token args, the display settings
 * and the health issue. The instance's settings have their own copy. Groups, of which there can be thousands,
 * are reloaded by the screens that list them.
 */
type StoredAuth = Pick<
  AuthState,
  'user' | 'error' | 'n1aiToken' | 'n1aiTokenSince' | 'accessEnded' | 'account' | 'pathAfterLogin'
>

export const auth = observable<AuthState>({ ...initial, ...sessionStored.read<StoredAuth>(KEY) })

/** Changes several parts of the state at once, so no listener sees only one of them. */
export function setAuth(change: Partial<AuthState>): void {
  auth.set(change)
  const { user, error, n1aiToken, n1aiTokenSince, accessEnded, account, pathAfterLogin } = auth.read()
  const stored: StoredAuth = { user, error, n1aiToken, n1aiTokenSince, accessEnded, account, pathAfterLogin }
  sessionStored.write(KEY, stored)
}

/** Removes everything about the user, but keeps the instance's settings. */
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
export const setAccount = (account: AuthState['account']): void =>
  setAuth({ account, user: account?.userName ?? '' })
export const setPathAfterLogin = (pathAfterLogin: string | undefined): void => setAuth({ pathAfterLogin })
export const setHealthCheckIssue = (): void => auth.set({ healthCheckIssue: true })
export const clearHealthCheckIssue = (): void => auth.set({ healthCheckIssue: false })

export const initGroups = (groups: readonly EntraGroup[]): void => auth.set({ entraGroups: sorted(groups) })
export const appendGroups = (groups: readonly EntraGroup[]): void =>
  auth.set({ entraGroups: sorted([...auth.read().entraGroups, ...groups]) })

/** Sorts by displayName, ascending, in the order of the page's language. */
function sorted(groups: readonly EntraGroup[]): EntraGroup[] {
  const { compare } = new Intl.Collator(globalThis.document?.documentElement.lang || undefined)
  return groups.toSorted((a, b) => compare(a.displayName, b.displayName))
}

/** Stores the failure of a token request. Unless it was rejected, the token and its args stay. */
export const keepTokenFailure = (error: unknown, refused: boolean): void =>
  setAuth({ error: String(error), ...(refused ? { n1aiToken: '', n1aiTokenArgs: undefined } : {}) })

/** Whether the user is signed in and has a product token that isn't empty. */
export const isAuthenticated = (state = auth.read()): boolean => Boolean(state.account && state.n1aiToken)
