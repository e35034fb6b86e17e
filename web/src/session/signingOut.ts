/**
 * The state of the sign-out: requested, so nothing redirects away from it, or on its way to the directory, so
 * no token is needed any more.
 */
type SigningOut = 'No' | 'AskedFor' | 'OnItsWay'

let state: SigningOut = 'No'

/** Whether the page can redirect to the directory's sign-in. It can't during sign-out. */
export const mayLeadToSignIn = (): boolean => state === 'No'

/** A call rejected during sign-out doesn't start a new sign-in. */
export const isSigningOut = (): boolean => state === 'OnItsWay'

export function setSigningOut(now: SigningOut): void {
  state = now
}
