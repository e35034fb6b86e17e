import { isAccessEnded } from '../transport/apiError.ts'
import { type SendInput, successful, transport } from '../transport/transport.ts'
import { endAccess } from './auth.ts'
import { readsOfSession } from './signingOut.ts'
import { currentToken, regenerateToken } from './token.ts'

/**
 * Sends one call of the signed-in user. A 401 regenerates the token once and repeats the call. A 503 waits and
 * repeats it. Reading ends when the user signs out.
 */
export async function sendSignedIn(call: SendInput): Promise<Response> {
  const signal = call.method === 'GET' ? endedWithSession(call.signal) : call.signal
  const input = signal ? { ...call, signal } : call
  const token = await orAborted(currentToken(), signal)
  const response = await transport(input, token)
  if (response.status !== 401) return accepted(response)
  const fresh = await orAborted(regenerateToken(token), signal)
  if (!fresh) return successful(response)
  await response.body?.cancel().catch(() => undefined)
  return accepted(await transport(input, fresh))
}

const endedWithSession = (signal?: AbortSignal): AbortSignal =>
  signal ? AbortSignal.any([signal, readsOfSession()]) : readsOfSession()

/** Returns a successful response. An error saying that the user is disabled ends this page's access. */
async function accepted(response: Response): Promise<Response> {
  try {
    return await successful(response)
  } catch (error) {
    if (isAccessEnded(error)) endAccess()
    throw error
  }
}

/** Stops waiting on an abort. The token request continues, because other calls wait for it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
