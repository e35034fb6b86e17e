import { ApiError } from '../transport/apiError.ts'

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

let reads = new AbortController()

/**
 * Aborted when the session is about to end: what is still read then would only be rejected. Writes continue, because
 * they can hold what the user has just changed.
 */
export const readsOfSession = (): AbortSignal => reads.signal

export function setSigningOut(now: SigningOut): void {
  state = now
  if (now === 'OnItsWay') reads.abort(new ApiError({ status: 401, error: 'signed out', requestId: '' }))
  else if (reads.signal.aborted) reads = new AbortController()
}
