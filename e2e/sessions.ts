import { type Reachable, requestTokens, signInOverHttp } from '../server/src/testing/signIn.ts'
import type { Session } from './contexts.ts'

/** What MSAL stores about an account and its tokens. */
interface Stored {
  credentialType?: string
  secret?: string
  username?: string
  name?: string
  tenantProfiles?: { username: string; name: string }[]
  /** Of access tokens: their scopes, and times in seconds. */
  target?: string
  cachedAt?: string
  expiresOn?: string
  extendedExpiresOn?: string
}

/**
 * Signs in over HTTP, and returns the session that signing in through the pages would have led to: what these stored
 * for another user, with the account and tokens of this one. It takes a browser ten times as long.
 */
export async function signInLike(model: Session, app: Reachable, userName: string): Promise<Session> {
  const signedIn = await signInOverHttp(app, userName)
  const forGraph = await requestTokens(app, {
    grant_type: 'refresh_token',
    refresh_token: signedIn.refreshToken,
    scope: 'openid profile offline_access User.Read',
  })
  const secretOf = ({ credentialType, target = '' }: Stored): string => {
    if (credentialType === 'IdToken') return forGraph.idToken
    if (credentialType === 'RefreshToken') return forGraph.refreshToken
    return target.includes('User.Read') ? forGraph.accessToken : signedIn.accessToken
  }
  const { oid: to, name } = claims(signedIn.idToken)
  const from = homeAccount(model)

  const tab: Record<string, string> = {}
  for (const [key, value] of Object.entries(model.tab)) {
    if (!key.startsWith('msal.')) continue
    tab[key.replaceAll(from, to)] = changed(value.replaceAll(from, to), (stored) => {
      if (stored.credentialType) stored.secret = secretOf(stored)
      if (stored.cachedAt) renew(stored)
      for (const one of stored.tenantProfiles ? [stored, ...stored.tenantProfiles] : [])
        Object.assign(one, { username: userName, name })
    })
  }
  tab.auth = JSON.stringify({
    user: userName,
    n1aiToken: signedIn.token,
    n1aiTokenSince: Date.now(),
    account: { name, userName },
  })
  return {
    cookies: signedIn.cookies.list().map((cookie) => ({
      ...cookie,
      domain: model.cookies[0]!.domain,
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax',
    })),
    local: { signedIn: JSON.stringify(userName) },
    tab,
  }
}

const claims = (token: string): { oid: string; name: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const homeAccount = (session: Session): string => {
  const active = Object.entries(session.tab).find(([key]) => key.endsWith('.active-account-filters'))
  if (!active) throw new Error('The first user’s tab has no account of MSAL.')
  return (JSON.parse(active[1]) as { homeAccountId: string }).homeAccountId
}

/** Not everything that MSAL stores is an object: there are a version and a list of keys. */
function changed(text: string, change: (stored: Stored) => void): string {
  if (!text.startsWith('{')) return text
  const stored = JSON.parse(text) as Stored
  change(stored)
  return JSON.stringify(stored)
}

/** Dates a copied access token to now, with the same lifetime. */
function renew(stored: Stored): void {
  const now = Math.floor(Date.now() / 1000)
  const expires = String(now + Number(stored.expiresOn) - Number(stored.cachedAt))
  Object.assign(stored, { cachedAt: String(now), expiresOn: expires, extendedExpiresOn: expires })
}
