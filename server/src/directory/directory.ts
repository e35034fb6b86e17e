import type { IncomingMessage, ServerResponse } from 'node:http'
import { outside } from '@parlance/contract/outside'
import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose'
import type { Config } from '../config/config.ts'
import { isDemo } from '../platform/auth/demo.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { PageBrandOf } from '../platform/http/pageBrand.ts'
import { networkOfMessage, requestIdOf } from '../platform/http/requestContext.ts'
import type { Log } from '../platform/log/log.ts'
import type { Sites } from '../platform/sites/sites.ts'
import type { EndSessionsOf } from './administration.ts'
import { isDirect, seedDemo } from './demo.ts'
import { handleGraph } from './graph.ts'
import { handleInteraction } from './interactions.ts'
import { createKnownBrowsers } from './knownBrowser.ts'
import { frameOf, noticePage, siteOf } from './pages.ts'
import { handlePassword } from './passwordPage.ts'
import { createProvider } from './provider.ts'
import { logFailure, sendPage, setProviderHeaders, statusOf } from './responses.ts'
import { readSecrets } from './secrets.ts'
import { removeExpiredState } from './store.ts'

export { offerFirstPassword } from './firstAccount.ts'

interface Options {
  config: Config
  database: Database
  log: Log
  clock: Clock
  sites: Sites
  pageBrandOf: PageBrandOf
  endSessionsOf: EndSessionsOf
}

export interface Directory {
  /** Answers a directory or graph request before anything reads its body. Returns false for other requests. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  /** The keys that verify ID tokens in this process. */
  keys: JWTVerifyGetKey
  /** Deletes expired sessions, codes, and tokens. Called by a job. */
  removeExpired(): Promise<void>
}

/** How a request arrived. */
interface Arrival {
  /** Whether it came from this computer, without a proxy or tunnel. */
  direct: boolean
  network: string
  /** The Host that the client used. */
  host: string | undefined
}

const methods: string[] = [...outside.directory.methods]

/**
 * Creates the embedded directory: an OpenID provider with its own accounts and groups, and the part of a graph
 * API that the product uses. Mounted only if no company directory is configured.
 */
export async function createDirectory(options: Options): Promise<Directory> {
  const { config, database, log, clock, sites, pageBrandOf } = options
  const [secrets] = await Promise.all([
    readSecrets(database, config.secretKey),
    isDemo(config) ? seedDemo(database) : undefined,
  ])
  const base = `/directory/${config.directory.tenantId}`
  const address = `${config.publicOrigin}${base}`
  // Recorded before the headers are replaced.
  const arrivals = new WeakMap<IncomingMessage, Arrival>()
  const isDirectRequest = (request: IncomingMessage) => arrivals.get(request)?.direct ?? false
  const networkOf = (request: IncomingMessage) => arrivals.get(request)?.network ?? ''
  const originOf = (request: IncomingMessage) => sites.originOf(arrivals.get(request)?.host)
  const provider = createProvider({
    config,
    database,
    log,
    secrets,
    issuer: `${address}/v2.0`,
    sites,
    pageBrandOf,
    isDirect: isDirectRequest,
  })
  const answerProvider = provider.callback()
  const graph = { config, database, provider, sites, address: `${address}/v1.0`, isDirect: isDirectRequest }
  const knownBrowsers = createKnownBrowsers(config, `${address}/v2.0`)
  const interactions = { ...options, provider, knownBrowsers, isDirect: isDirectRequest, networkOf }
  const passwords = { ...options, networkOf, originOf }

  /** The only site that can frame a silent renewal: the one that it returns to. */
  const framingSite = (path: string) =>
    siteOf(sites, URL.parse(path, config.publicOrigin)?.searchParams.get('redirect_uri')) ??
    config.publicOrigin

  async function answer(request: IncomingMessage, response: ServerResponse, rest: string): Promise<void> {
    await sites.refresh()
    pinOrigin(request, config.publicOrigin, sites)
    if (!methods.includes(request.method ?? '')) {
      setProviderHeaders(config, response, null)
      response.writeHead(405, { allow: methods.join(', '), 'content-length': 0 }).end()
      return
    }
    if (rest.startsWith('/v1.0/')) {
      setProviderHeaders(config, response, null)
      request.url = rest.slice('/v1.0'.length)
      await handleGraph(request, response, graph)
      return
    }
    const path = rest.slice('/v2.0'.length)
    setProviderHeaders(config, response, path.startsWith('/auth') ? framingSite(path) : null)
    // The provider derives its mount path by comparing `originalUrl` and `url`.
    Object.assign(request, { originalUrl: request.url })
    request.url = path
    if (/^\/interaction\/[\w-]+(\?|$)/.test(path)) {
      await handleInteraction(request, response, interactions)
      return
    }
    if (/^\/password(\?|$)/.test(path)) {
      await handlePassword(request, response, passwords)
      return
    }
    // Of our pages, only the sign-out form sends `null` here. Other requests of the product send a real origin.
    if (request.headers.origin === 'null') delete request.headers.origin
    await answerProvider(request, response)
  }

  return {
    keys: createLocalJWKSet({ keys: [publicPart(secrets.signingKey)] }),
    removeExpired: () => removeExpiredState(database, clock.now()),
    handle(request, response) {
      const rest = request.url?.startsWith(`${base}/`) ? request.url.slice(base.length) : ''
      if (!rest.startsWith('/v1.0/') && !rest.startsWith('/v2.0/')) return false
      const requestId = requestIdOf(request.headers)
      response.setHeader('x-request-id', requestId)
      arrivals.set(request, {
        // On a publicly reachable instance, clients could forge a request from this computer.
        direct: isDemo(config) && isDirect(request),
        network: networkOfMessage(request, config.trustProxy),
        host: request.headers.host,
      })
      answer(request, response, rest).catch(async (cause: unknown) => {
        logFailure(log, cause, { requestId })
        if (response.headersSent) response.end()
        else sendPage(response, noticePage(request, await frameOf(options, null), statusOf(cause), 'failed'))
      })
      return true
    },
  }
}

/**
 * Replaces Host and forwarding headers with the configured origin, because the provider builds its URLs from
 * them. Deletes unknown origins, so no response names them.
 */
function pinOrigin(request: IncomingMessage, publicOrigin: string, sites: Sites): void {
  const { headers } = request
  const { host, protocol } = new URL(publicOrigin)
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-forwarded') || name === 'forwarded') delete headers[name]
  }
  headers.host = host
  headers['x-forwarded-host'] = host
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  if (headers.origin && headers.origin !== 'null' && !sites.origins().includes(headers.origin)) {
    delete headers.origin
    // Keeps a form from another site recognizable as one.
    headers['sec-fetch-site'] = 'cross-site'
  }
}

function publicPart(key: JWK): JWK {
  const { kty, n, e, kid, alg, use } = key
  return { kty, n, e, kid, alg, use } as JWK
}
