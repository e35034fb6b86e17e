import { createHmac } from 'node:crypto'
import type { IceServer } from '@parlance/contract/speechVideo'
import type { z } from 'zod'

/** How long a browser can use a TURN server. */
const VALID_SECONDS = 3600

interface Settings {
  iceServers: readonly string[]
  turnSecret: string | null
}

/** Returns the servers with credentials for this user, in the form that TURN servers with a shared secret check. */
export function iceServersFor(
  userId: string,
  { iceServers, turnSecret }: Settings,
  now: Date,
): z.input<typeof IceServer>[] {
  return iceServers.map((urls) => {
    if (urls.startsWith('stun:') || !turnSecret) return { urls, username: null, credential: null }
    const username = `${Math.floor(now.getTime() / 1000) + VALID_SECONDS}:${userId}`
    return { urls, username, credential: createHmac('sha1', turnSecret).update(username).digest('base64') }
  })
}
