import type { IncomingMessage } from 'node:http'
import {
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { Config } from '../config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { PageBrandOf } from '../platform/http/pageBrand.ts'
import type { Log } from '../platform/log/log.ts'
import type { Sites } from '../platform/sites/sites.ts'
import { accountOf, findUsableUser } from './accounts.ts'
import { createAdapter } from './adapter.ts'
import { cookieSuffix } from './knownBrowser.ts'
import { finishLogout, logout } from './logout.ts'
import { frameOf, type Notice, noticePage } from './pages.ts'
import { answerPage, logFailure, statusOf } from './responses.ts'
import type { DirectorySecrets } from './secrets.ts'

/** The scopes that the graph requires in an access token. */
export const graphScopes = { me: 'User.Read', groups: 'GroupMember.Read.All' } as const
const scopes = ['openid', 'profile', 'email', 'offline_access', ...Object.values(graphScopes)]

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS
const DAY_SECONDS = 24 * HOUR_SECONDS

interface Options {
  config: Config
  database: Database
  log: Log
  secrets: DirectorySecrets
  issuer: string
  sites: Sites
  pageBrandOf: PageBrandOf
  isDirect(request: IncomingMessage): boolean
}

export function createProvider(options: Options): Provider {
  const { database, log, issuer } = options
  const provider = new Provider(issuer, configuration(options))
  // `pinOrigin` sets Host and the forwarding headers of every request.
  provider.proxy = true
  provider.silent = true
  provider.on('server_error', (ctx: KoaContextWithOIDC, error: Error) => {
    logFailure(log, error)
    ctx.status = statusOf(error)
  })
  const refused = (_ctx: unknown, error: Error & { error_description?: string }) =>
    log.info('directory.refused', { error: error.message, reason: error.error_description?.slice(0, 200) })
  provider.on('authorization.error', refused)
  provider.on('grant.error', refused)
  provider.on('end_session.error', refused)
  provider.use(async (ctx, next) => {
    try {
      if (refusedResponseMode(ctx)) {
        await answerNotice(options, ctx, 400, 'badRequest')
        return
      }
      await next()
      await finishLogout(ctx as KoaContextWithOIDC, database)
      // The provider sends `*` if no known origin asks. No other origin needs access.
      if (ctx.response.get('access-control-allow-origin') === '*') ctx.remove('access-control-allow-origin')
    } catch (error) {
      logFailure(log, error)
      await answerNotice(options, ctx, statusOf(error), 'failed')
    }
  })
  return provider
}

/** `form_post` needs a page with an inline script, which our policy forbids. The product never requests it. */
function refusedResponseMode(ctx: { query: Record<string, unknown> }): boolean {
  return 'response_mode' in ctx.query && !['query', 'fragment'].includes(String(ctx.query.response_mode))
}

/** Describes the product as a client of the directory. Sign-in can return to any of its origins. */
function product(clientId: string, origins: readonly string[]): ClientMetadata {
  const redirectUris = origins.map((origin) => `${origin}/redirect.html`)
  return {
    client_id: clientId,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: redirectUris,
    id_token_signed_response_alg: 'RS256',
    scope: scopes.join(' '),
  }
}

function configuration(options: Options): Configuration {
  const { config, database, secrets, issuer, sites, isDirect } = options
  const secure = issuer.startsWith('https:')
  const suffix = cookieSuffix(issuer)
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure } as const
  return {
    adapter: createAdapter(database, (id) =>
      id === config.directory.clientId ? product(id, sites.origins()) : undefined,
    ),
    jwks: { keys: [secrets.signingKey as never] },
    cookies: {
      keys: secrets.cookieKeys,
      names: {
        session: `${secure ? '__Host-' : ''}directory-session-${suffix}`,
        interaction: `${secure ? '__Secure-' : ''}directory-interaction-${suffix}`,
        resume: `${secure ? '__Secure-' : ''}directory-resume-${suffix}`,
      },
      long: { ...cookie, path: '/' },
      short: cookie,
    },
    scopes,
    claims: {
      openid: ['sub', 'oid', 'tid', 'ver', 'groups', 'sid', 'name', 'preferred_username', 'email'],
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clockTolerance: 30,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => logout(ctx, options),
        postLogoutSuccessSource: (ctx) => answerNotice(options, ctx, 200, 'signedOut'),
      },
    },
    interactions: {
      policy: policy(),
      url: (_ctx, interaction) => `${new URL(issuer).pathname}/interaction/${interaction.uid}`,
    },
    clientBasedCORS: (_ctx, origin) => sites.origins().includes(origin),
    findAccount: async (ctx, objectId, token) => {
      const user = await findUsableUser(database, objectId, isDirect(ctx.req))
      return user ? accountOf(database, config.directory.tenantId, user, sessionUidOf(token)) : undefined
    },
    loadExistingGrant,
    // Signing out at the directory ends the tokens that this session issued.
    expiresWithSession: () => true,
    // MSAL requests offline_access without prompt=consent, so the provider drops it. On renewal MSAL requests
    // it again, and the refresh token must include it. No one is asked for consent, because the product is the
    // only client and gets all of its scopes.
    issueRefreshToken: (_ctx, client, source) => {
      source.scope = client.scope
      return true
    },
    // A duplicated tab uses the same refresh token. With rotation, the second use would revoke the whole grant.
    rotateRefreshToken: false,
    renderError: async (ctx, out) => {
      const notice = out.error === 'server_error' ? 'failed' : 'badRequest'
      await answerNotice(options, ctx, ctx.status, notice)
    },
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: MINUTE_SECONDS,
      IdToken: HOUR_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: 14 * DAY_SECONDS,
      Grant: 14 * DAY_SECONDS,
      RefreshToken: 14 * DAY_SECONDS,
    },
  }
}

function sessionUidOf(token: unknown): string | undefined {
  const uid = (token as { sessionUid?: unknown } | undefined)?.sessionUid
  return typeof uid === 'string' ? uid : undefined
}

function policy() {
  const { Check, Prompt, base } = interactionPolicy
  const policy = base()
  const login = policy.get('login')
  login?.checks.add(
    new Check('account_gone', "The account can't be used", 'login_required', (ctx) =>
      Boolean(ctx.oidc.session?.accountId && !ctx.oidc.account),
    ),
  )
  // Users choose another account by signing in with it.
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  policy.remove('consent')
  return policy
}

async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { client, session, account } = ctx.oidc
  if (!client || !session || !account) return undefined
  const { Grant } = ctx.oidc.provider
  const grantId = session.grantIdFor(client.clientId)
  const found = grantId ? await Grant.find(grantId) : undefined
  if (found?.accountId === account.accountId && found.clientId === client.clientId) return found
  const grant = new Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope(scopes.join(' '))
  await grant.save()
  return grant
}

/** Answers with a page that has one message, in the appearance of the site that the request names. */
async function answerNotice(
  options: Options,
  ctx: Pick<KoaContextWithOIDC, 'req' | 'query' | 'status' | 'body' | 'set' | 'append'>,
  status: number,
  notice: Notice,
): Promise<void> {
  const returnsTo = ctx.query.redirect_uri ?? ctx.query.post_logout_redirect_uri
  answerPage(ctx, noticePage(ctx.req, await frameOf(options, returnsTo), status, notice))
}
