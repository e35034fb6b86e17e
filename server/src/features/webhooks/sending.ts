import { createHmac } from 'node:crypto'
import type { Egress } from '../../platform/egress/egress.ts'
import { AppError } from '../../platform/errors.ts'
import { deriveKey } from '../../platform/keys.ts'
import { openText, sealText } from '../../platform/sealedText.ts'
import type { Attempt } from './store.ts'

/** How long a receiver has for its whole answer. */
const ATTEMPT_MS = 10_000
/** The answer isn't read, but a short one leaves the connection open for the next request. */
const MOST_ANSWER_BYTES = 64 * 1024

/** Seals secrets for the database. One that is moved to another webhook doesn't open. */
export function createSecrets(secretKey: Buffer) {
  const key = deriveKey(secretKey, 'stored-secrets')
  const boundTo = (webhookId: string) => JSON.stringify(['webhook', webhookId])
  return {
    seal: (webhookId: string, secret: string): string => sealText(key, boundTo(webhookId), secret),
    /** Null if it doesn't open, as after SECRET_KEY was changed. */
    open(webhookId: string, sealed: string): string | null {
      try {
        return openText(key, boundTo(webhookId), sealed)
      } catch {
        return null
      }
    },
  }
}

interface Sent {
  url: string
  /** Null if it can't be opened. */
  secret: string | null
  deliveryId: string
  event: string
  body: string
}

/** Unencrypted requests go only to hosts that the operator names, and they can be taken from that list later. */
export const isSecure = (egress: Egress, url: string): boolean =>
  new URL(url).protocol === 'https:' || egress.isNamed(url)

/** Sends a signed request once. Redirects aren't followed. */
export async function send(egress: Egress, { url, secret, deliveryId, event, body }: Sent): Promise<Attempt> {
  if (secret === null) return { error: 'SecretUnreadable', status: null }
  if (!isSecure(egress, url)) return { error: 'HostRefused', status: null }
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const signal = AbortSignal.timeout(ATTEMPT_MS)
  try {
    const { statusCode: status, body: answer } = await egress.request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parlance-Webhook',
        'x-parlance-event': event,
        'x-parlance-delivery': deliveryId,
        'x-parlance-timestamp': timestamp,
        'x-parlance-signature': `sha256=${signature}`,
      },
      body,
      signal,
    })
    // The status counts, however the answer goes on.
    await answer.dump({ limit: MOST_ANSWER_BYTES, signal }).catch(() => undefined)
    return { error: status >= 200 && status < 300 ? null : 'Status', status }
  } catch (error) {
    if (signal.aborted) return { error: 'TimedOut', status: null }
    return { error: isRefusal(error) ? 'HostRefused' : 'Unreachable', status: null }
  }
}

const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'egress.refused'
