import { auth, isAuthenticated, resetAuth } from './auth.ts'
import { send } from './http.ts'
import { LOGIN_PATH } from './loginPath.ts'
import { rememberPath } from './pathAfterLogin.ts'
import { setSigningOut } from './signingOut.ts'
import { currentToken } from './token.ts'

const LOGOUT_TIMEOUT_MS = 5_000

/** MSAL needs crypto.subtle, which browsers give to https, localhost and 127.0.0.1 alone. */
export const isSecureContext = (): boolean =>
  globalThis.isSecureContext !== false && Boolean(globalThis.crypto?.subtle)

/** MSAL left something in the tab's session: an answer on its way, or an account. */
export function hasSignInTraces(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith('msal.'))
  } catch {
    return false
  }
}

/** Whether somebody is signed in with a product token, asking for one where that may succeed without a question. */
export async function resume(): Promise<boolean> {
  const { n1aiToken, accessEnded } = auth.read()
  if (accessEnded || (!n1aiToken && !hasSignInTraces())) return false
  await currentToken()
  return isAuthenticated()
}

let leaving = false

/** What the sign-in and the person's own texts are kept under, in this tab and in this browser. */
const personal = /^(msal\.|draft)/

/** Ends what this browser may do for the person, whatever else fails. */
function forgetPerson(): void {
  resetAuth()
  for (const area of ['sessionStorage', 'localStorage'] as const) {
    try {
      const storage = globalThis[area]
      for (const key of Object.keys(storage)) if (personal.test(key)) storage.removeItem(key)
    } catch {
      // Storage that is switched off holds nothing.
    }
  }
}

/** A network that is away must not keep somebody from signing out. */
const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, refuse) =>
      setTimeout(() => refuse(new Error('It took too long.')), LOGOUT_TIMEOUT_MS),
    ),
  ])

/** Goes to the login, from where one comes back to the present path. */
export function goToLogin(path = location.pathname + location.search): void {
  // Remembering changes the state, whose listeners may want to go to the login too.
  if (leaving) return
  leaving = true
  rememberPath(path)
  location.replace(LOGIN_PATH)
}

/** Ends the session on the server, then at the directory. Leaves the page. */
export async function logout(): Promise<void> {
  // A call that is refused meanwhile would go to the login, in the middle of the way to the directory's sign-out.
  leaving = true
  try {
    // The session is ended with a token, which may have to be asked for: silently, as nothing leads away any more.
    setSigningOut('AskedFor')
    await inTime(currentToken()).catch(() => undefined)
    setSigningOut('OnItsWay')
    // Without a network the session cannot be ended here and now; the person still gets out of this browser.
    await inTime(
      send({
        method: 'DELETE',
        path: '/api/internal/currentUser/sessions/current',
        timeoutMs: LOGOUT_TIMEOUT_MS,
        signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS),
      }),
    ).catch(() => undefined)
    // The directory is told who leaves, which is read before it is forgotten.
    const signOut = await inTime(import('./directory.ts').then(({ readySignOut }) => readySignOut()))
    forgetPerson()
    await signOut()
  } catch {
    forgetPerson()
    location.replace(LOGIN_PATH)
    // Not at once: the screens notice that nobody is signed in, and would remember this person's path for the next one.
    setTimeout(() => {
      leaving = false
      setSigningOut('No')
    }, LOGOUT_TIMEOUT_MS)
  }
}
