import { auth } from './auth.ts'
import { claimsOf } from './claims.ts'

/** Returns a time of the server by this machine's clock, which can differ. The token says what time the server had. */
export function localTimeOf(serverTime: string): string {
  const { n1aiToken, n1aiTokenSince } = auth.read()
  const { iat } = (n1aiToken && claimsOf(n1aiToken)) || {}
  if (iat === undefined || n1aiTokenSince === undefined) return serverTime
  return new Date(Date.parse(serverTime) + n1aiTokenSince - iat * 1000).toISOString()
}
