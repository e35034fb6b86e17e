import { createHmac } from 'node:crypto'
import type { deliveryErrors } from '@parlance/contract/webhooks'
import type { Egress } from '../egress/egress.ts'
import { AppError } from '../errors.ts'
import { deriveKey } from '../keys.ts'
import { openText, sealText } from '../sealedText.ts'

/** The result of an attempt: no error if it was delivered. */
export interface Attempt {
  error: (typeof deliveryErrors)[number] | null
  /** The HTTP status of the answer, if there was one. */
  status: number | null
}

/** Seals and opens the secrets of one kind of receivers. */
export interface Secrets {
  seal(receiverId: string, secret: string): string
  /** Null if it doesn't open, as after SECRET_KEY was changed. */
  open(receiverId: string, sealed: string): string | null
}

/** How long a receiver has for its whole answer. */
const ATTEMPT_MS = 10_000
/** The answer isn't read, but a short one leaves the connection open for the next request. */
const MOST_ANSWER_BYTES = 64 * 1024

/** Seals secrets for the database. One that is moved to another receiver doesn't open. */
export function createSecrets(
  secretKey: Buffer,
  kind: 'webhook' | 'escalation' | 'supervisionExport',
): Secrets {
  const key = deriveKey(secretKey, 'stored-secrets')
  const boundTo = (receiverId: string) => JSON.stringify([kind, receiverId])
  return {
    seal: (receiverId, secret) => sealText(key, boundTo(receiverId), secret),
    open(receiverId, sealed) {
      try {
        return openText(key, boundTo(receiverId), sealed)
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
  /** JSON by default. */
  contentType?: string
  /** More headers, in lowercase. */
  headers?: Record<string, string>
  timeoutMs?: number
  /** Ends the attempt early, as if it had timed out. */
  signal?: AbortSignal
}

/** Unencrypted requests go only to hosts that the operator names, and they can be taken from that list later. */
export const isSecure = (egress: Egress, url: string): boolean =>
  new URL(url).protocol === 'https:' || egress.isNamed(url)

/** Sends a signed request once. Redirects aren't followed. */
export async function send(
  egress: Egress,
  { url, secret, deliveryId, event, body, contentType = 'application/json', headers = {}, ...limits }: Sent,
): Promise<Attempt> {
  if (secret === null) return { error: 'SecretUnreadable', status: null }
  if (!isSecure(egress, url)) return { error: 'HostRefused', status: null }
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const timeout = AbortSignal.timeout(limits.timeoutMs ?? ATTEMPT_MS)
  const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout
  try {
    const { statusCode: status, body: answer } = await egress.request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': contentType,
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
