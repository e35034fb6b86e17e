/**
 * How far the sign-out is: asked for, so that nothing leads away from it, or on its way to the directory, so that no
 * token is needed any more.
 */
type SigningOut = 'No' | 'AskedFor' | 'OnItsWay'

let state: SigningOut = 'No'

/** Whether the page may leave for the directory's sign-in. Whoever signs out is not led there instead. */
export const mayLeadToSignIn = (): boolean => state === 'No'

/** A call that is refused meanwhile signs nobody in anew. */
export const isSigningOut = (): boolean => state === 'OnItsWay'

export function setSigningOut(now: SigningOut): void {
  state = now
}
