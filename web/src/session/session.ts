import { auth, isAuthenticated, resetAuth } from './auth.ts'
import { send } from './http.ts'
import { LOGIN_PATH } from './loginPath.ts'
import { onSignedOutElsewhere, tellSignedOut } from './otherTabs.ts'
import { rememberPath } from './pathAfterLogin.ts'
import { silentSignIn, silentSignInTried } from './signedIn.ts'
import { setSigningOut } from './signingOut.ts'
import { currentToken } from './token.ts'

const LOGOUT_TIMEOUT_MS = 5_000

/** MSAL needs crypto.subtle, which browsers provide only for https, localhost and 127.0.0.1. */
export const isSecureContext = (): boolean =>
  globalThis.isSecureContext !== false && Boolean(globalThis.crypto?.subtle)

/** Whether MSAL left something in the tab's session: a pending response or an account. */
export function hasSignInTraces(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith('msal.'))
  } catch {
    return false
  }
}

/** Whether a sign-in can continue without interaction: one of this tab, or one of another tab of this browser. */
export const canResume = (): boolean =>
  Boolean(auth.read().n1aiToken) || hasSignInTraces() || silentSignIn() !== undefined

/** Whether the user is signed in with a product token. Requests one if that can succeed without interaction. */
export async function resume(): Promise<boolean> {
  const { n1aiToken, accessEnded } = auth.read()
  if (accessEnded || !canResume()) return false
  if (!n1aiToken && !hasSignInTraces() && !(await resumeFromDirectory())) return false
  await currentToken()
  return isAuthenticated()
}

/** Signs in from the directory's session, in a tab that has none of its own. */
async function resumeFromDirectory(): Promise<boolean> {
  const userName = silentSignIn()
  if (userName === undefined || !isSecureContext()) return false
  silentSignInTried()
  const { signInSilently } = await import('./directory.ts')
  return signInSilently(userName)
}

let leaving = false

/** Storage keys of the sign-in and of what the user wrote and used, in this tab and in this browser. */
const personal = /^(msal\.|draft|sessionTokens$|lastGptSystemId$|signedIn$)/

/** Ends this browser's access for the user, whatever else fails. */
function forgetPerson(): void {
  resetAuth()
  for (const area of ['sessionStorage', 'localStorage'] as const) {
    try {
      const storage = globalThis[area]
      for (const key of Object.keys(storage)) if (personal.test(key)) storage.removeItem(key)
    } catch {
      // Storage that is turned off contains nothing.
    }
  }
}

/** Leaves the page at once. Its path isn't remembered for the next person. */
function leaveNow(): void {
  leaving = true
  forgetPerson()
  location.replace(LOGIN_PATH)
}

/** Leaves the page after the account has been deleted, and with it the session of all tabs. */
export function leaveDeletedAccount(): void {
  setSigningOut('OnItsWay')
  tellSignedOut()
  leaveNow()
}

/** Leaves the page when the user signs out in another tab. */
export function followSignOut(): void {
  onSignedOutElsewhere(() => {
    if (!leaving) leaveNow()
  })
}

/** A network failure must not prevent signing out. */
const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, refuse) =>
      setTimeout(() => refuse(new Error('Signing out took too long.')), LOGOUT_TIMEOUT_MS),
    ),
  ])

/** Goes to the login, which returns to the current path afterwards. */
export function goToLogin(path = location.pathname + location.search): void {
  // Remembering the path changes the state, and its listeners can call this again.
  if (leaving) return
  leaving = true
  rememberPath(path)
  location.replace(LOGIN_PATH)
}

/** Ends the session on the server, then at the directory. Leaves the page. */
export async function logout(): Promise<void> {
  // A call rejected in the meantime would go to the login, interrupting the directory's sign-out.
  leaving = true
  try {
    // Ending the session requires a token, which may have to be requested. That happens silently, because
    // redirects are off now.
    setSigningOut('AskedFor')
    await inTime(currentToken()).catch(() => undefined)
    setSigningOut('OnItsWay')
    // Without a network, the session can't be ended on the server now, but the user is still signed out of this
    // browser.
    await inTime(
      send({
        method: 'DELETE',
        path: '/api/internal/currentUser/sessions/current',
        timeoutMs: LOGOUT_TIMEOUT_MS,
        signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS),
      }),
    ).catch(() => undefined)
    // Reads the account for the directory's sign-out before it is removed.
    const signOut = await inTime(import('./directory.ts').then(({ readySignOut }) => readySignOut()))
    forgetPerson()
    tellSignedOut()
    await signOut()
  } catch {
    forgetPerson()
    tellSignedOut()
    location.replace(LOGIN_PATH)
    // Delayed, because the screens notice the sign-out and would remember this user's path for the next one.
    setTimeout(() => {
      leaving = false
      setSigningOut('No')
    }, LOGOUT_TIMEOUT_MS)
  }
}
