import { randomBytes } from 'node:crypto'
import type { originReaches } from '@parlance/contract/checklist'
import { type Config, isLoopback } from '../../config/config.ts'
import { createEgress, hostAndPort } from '../../platform/egress/egress.ts'
import { isProof } from '../../platform/http/instanceProof.ts'

export type Reach = (typeof originReaches)[number]

const PATIENCE_MS = 3000
const MOST_BYTES = 1000

/** Error codes of Node and OpenSSL for a connection whose host is not proven. */
const UNTRUSTED =
  /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(GET_ISSUER|VERIFY)|HOSTNAME_MISMATCH)/

/** Checks whether the public URL leads to this instance, with a trusted certificate. */
export async function readReach({ publicOrigin, secretKey }: Config): Promise<Reach> {
  if (isLoopback(new URL(publicOrigin).hostname)) return 'ThisComputer'
  return reachOf(publicOrigin, secretKey)
}

/** Asks an origin for its identity, which only processes with this key can prove. */
export async function reachOf(origin: string, secretKey: Buffer, ms = PATIENCE_MS): Promise<Reach> {
  // Only this host may be private; all other requests are limited to hosts that the operator has named.
  const egress = createEgress([hostAndPort(origin)])
  const signal = AbortSignal.timeout(ms)
  const nonce = randomBytes(16).toString('hex')
  try {
    const { body } = await egress.request(`${origin}/health/instance?nonce=${nonce}`, {
      method: 'GET',
      headers: { accept: 'application/json' },
      signal,
    })
    let text = ''
    for await (const chunk of body) {
      text += String(chunk)
      if (text.length > MOST_BYTES) return 'OtherAnswers'
    }
    return isProof(secretKey, nonce, proofIn(text)) ? 'Answers' : 'OtherAnswers'
  } catch (cause) {
    if (signal.aborted) return 'TimedOut'
    return UNTRUSTED.test(String((cause as NodeJS.ErrnoException).code)) ? 'NotTrusted' : 'Unreachable'
  } finally {
    await egress.close()
  }
}

function proofIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { proof?: unknown } | null)?.proof
  } catch {
    return undefined
  }
}
