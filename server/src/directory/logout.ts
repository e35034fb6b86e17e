import type { KoaContextWithOIDC, Session } from 'oidc-provider'
import type { Config } from '../config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { PageBrandOf } from '../platform/http/pageBrand.ts'
import type { Sites } from '../platform/sites/sites.ts'
import { frameOf, logoutQuestion } from './pages.ts'
import { answerPage } from './responses.ts'
import { removeGrant } from './store.ts'

/** What the provider stores in the session during a sign-out. */
interface LogoutState {
  secret: string
  postLogoutRedirectUri?: string
  state?: string
}

/**
 * Signs the user out. If the verified ID token names the signed-in account, no question is needed. Otherwise it
 * asks first, because any web page could sign people out.
 */
export async function logout(
  ctx: KoaContextWithOIDC,
  options: { config: Config; database: Database; sites: Sites; pageBrandOf: PageBrandOf },
) {
  const session = ctx.oidc.session as Session
  const hint = ctx.oidc.entities.IdTokenHint as { payload?: { sub?: unknown } } | undefined
  if (hint?.payload?.sub === session.accountId) {
    await end(ctx, options.database)
    return
  }
  const { secret, postLogoutRedirectUri } = session.state as unknown as LogoutState
  const frame = await frameOf(options, postLogoutRedirectUri)
  answerPage(ctx, logoutQuestion(ctx.req, frame, ctx.oidc.urlFor('end_session_confirm'), secret))
}

/**
 * Ends the session immediately where the provider would answer with a self-submitting page, because our policy
 * forbids its script. This happens when no one is signed in at sign-out, and when someone signs in with a
 * different account.
 */
export async function finishLogout(ctx: KoaContextWithOIDC, database: Database): Promise<void> {
  const { oidc } = ctx
  if (!oidc?.session || ctx.status !== 200) return
  const nobody = oidc.route === 'end_session' && !oidc.session.accountId
  if (nobody || oidc.route === 'resume') await end(ctx, database)
}

/**
 * Ends the session with its grants, then redirects to the client's URL or to a page that confirms the sign-out.
 */
async function end(ctx: KoaContextWithOIDC, database: Database): Promise<void> {
  const session = ctx.oidc.session as Session
  const { postLogoutRedirectUri, state } = (session.state ?? {}) as unknown as LogoutState
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId) await removeGrant(database, grantId)
  }
  await session.destroy()
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const
  ctx.cookies.set(ctx.oidc.provider.cookieName('session'), null, { ...cookie, secure: ctx.secure })
  const target = postLogoutRedirectUri ?? ctx.oidc.urlFor('end_session_success')
  const address = new URL(target)
  if (postLogoutRedirectUri && state) address.searchParams.set('state', state)
  ctx.redirect(address.href)
  ctx.status = 303
}
