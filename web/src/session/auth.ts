import type { authorization } from '@parlance/contract/authorization'
import type { Answer, Input } from '@parlance/contract/endpoint'
import type { instance } from '@parlance/contract/instance'
import { observable } from '../observable.ts'
import { sessionStored } from './storage.ts'

export type InstanceSettings = Answer<typeof instance.getSettings>
export type IGenerateTokenRequest = Input<typeof authorization.generateToken>

/** What one has open on the chat screen, for as long as the page is: never stored. */
export interface DisplaySettings {
  showChatExecutionDetailsDrawer: boolean
  /** The drawer shows the newest answer, and goes on to the next one by itself. */
  useLatestChatSegmentForExecutionDetailsDrawer: boolean
}

/** The auth state of the specification's section 3, as far as the client keeps it outside its screens. */
export interface AuthState {
  user: string
  error: string
  /** Empty after a refused token request, unset before the first one. */
  n1aiToken: string | undefined
  n1aiTokenArgs: { identityProvider: 'EntraId'; iGenerateTokenRequest: IGenerateTokenRequest } | undefined
  account: { name: string; userName: string } | undefined
  instanceSettings: InstanceSettings
  displaySettings: DisplaySettings
  pathAfterLogin: string | undefined
  healthCheckIssue: boolean
  isLoading: boolean
}

const initial: AuthState = {
  user: '',
  error: '',
  n1aiToken: undefined,
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
  healthCheckIssue: false,
  isLoading: false,
}

const KEY = 'auth'
type Kept = Pick<AuthState, 'n1aiToken' | 'account' | 'pathAfterLogin'>

export const auth = observable<AuthState>({ ...initial, ...sessionStored.read<Kept>(KEY) })

/** Changes the state; what must survive the step from one page to the next is kept for the tab's session. */
export function setAuth(change: Partial<AuthState>): void {
  auth.set(change)
  const { n1aiToken, account, pathAfterLogin } = auth.read()
  sessionStored.write(KEY, { n1aiToken, account, pathAfterLogin } satisfies Kept)
}

export function changeDisplaySetting<K extends keyof DisplaySettings>(
  name: K,
  value: DisplaySettings[K],
): void {
  const { displaySettings } = auth.read()
  if (displaySettings[name] !== value) auth.set({ displaySettings: { ...displaySettings, [name]: value } })
}

/** Everything that belongs to the person goes; the instance's settings stay. */
export function resetAuth(): void {
  auth.set({ ...initial, instanceSettings: auth.read().instanceSettings })
  sessionStored.remove(KEY)
}

/** Signed in, and with a product token that is not empty. */
export const isAuthenticated = (state = auth.read()): boolean => Boolean(state.account && state.n1aiToken)
