import type { SignedIn } from '../server/src/testing/signIn.ts'
import type { Session } from './contexts.ts'

/** What MSAL stores about an account and its tokens. */
interface Stored {
  credentialType?: string
  secret?: string
  username?: string
  name?: string
  tenantProfiles?: { username: string; name: string }[]
  accessToken?: string[]
}

/**
 * Returns the session of a user who signed in over HTTP, made from one of another user who went through the pages,
 * which takes a browser ten times as long. MSAL requests access tokens again when it needs them.
 */
export function sessionOf(signedIn: SignedIn, userName: string, model: Session): Session {
  const { oid: to, name } = claims(signedIn.idToken)
  const secrets: Record<string, string> = {
    IdToken: signedIn.idToken,
    RefreshToken: signedIn.refreshToken,
  }
  const from = homeAccount(model)

  const tab: Record<string, string> = {}
  for (const [key, value] of Object.entries(model.tab)) {
    if (!key.startsWith('msal.') || key.includes('|accesstoken|')) continue
    tab[key.replaceAll(from, to)] = changed(value.replaceAll(from, to), (stored) => {
      if (stored.credentialType) stored.secret = secrets[stored.credentialType]!
      for (const one of stored.tenantProfiles ? [stored, ...stored.tenantProfiles] : [])
        Object.assign(one, { username: userName, name })
      if (stored.accessToken) stored.accessToken = []
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
