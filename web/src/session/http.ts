import type { SendInput } from '../transport/transport.ts'

export { ApiError, type ApiFailure, problemOf } from '../transport/apiError.ts'
export { idempotencyKey, jsonOf, newId, type SendInput } from '../transport/transport.ts'

export type Send = (input: SendInput) => Promise<Response>

let sender: Send | undefined

/** Sets who makes this page's calls, instead of the signed-in user. */
export function connectSender(send: Send): void {
  sender = send
}

/**
 * Sends one call of this page's user or visitor, for RTK Query, streams and uploads alike. Resolves with a response
 * of 200 to 299 and throws an ApiError otherwise.
 */
export const send: Send = async (input) => {
  // Part of the pages with sign-in. Pages for visitors never load it.
  sender ??= (await import('./signedInCalls.ts')).sendSignedIn
  return sender(input)
}
