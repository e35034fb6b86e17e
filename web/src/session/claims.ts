interface TokenClaims {
  iat?: number
  exp?: number
  version?: string
}

/**
 * Reads the token's claims without verification. The server decides; the client uses them only for planning.
 */
export function claimsOf(token: string): TokenClaims | undefined {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(body)) as TokenClaims
  } catch {
    return undefined
  }
}
