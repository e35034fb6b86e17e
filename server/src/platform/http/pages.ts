import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { AppError } from '../errors.ts'
import { escapeHtml } from './escapeHtml.ts'
import { securityHeaders, setHeaders } from './headers.ts'

const ASSET_SECONDS = 31_536_000
const NONCE_BYTES = 16
/** As it is, or as it was compressed beforehand. */
const script = /\.js(\.br|\.gz)?$/

type Page = 'index' | 'login' | 'redirect'

/** Serves the built client: content-named assets, and one of three pages for every path of a screen. */
export async function servePages(web: FastifyInstance, config: Config, dist: string): Promise<void> {
  const pages = readPages(dist)
  await web.register(fastifyStatic, {
    root: path.join(dist, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    maxAge: ASSET_SECONDS * 1000,
    immutable: true,
    preCompressed: true,
    wildcard: true,
    setHeaders: (response, file) => {
      response.header('cross-origin-resource-policy', 'same-origin')
      // Also the policy of a worker that is started from it: it may load our own scripts, and nothing else.
      if (script.test(file))
        response.header(
          'content-security-policy',
          "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
        )
    },
  })
  const serve = (page: Page) => (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(config, pages[page], page, request, reply)
  web.get('/redirect.html', serve('redirect'))
  web.get('/auth/*', serve('login'))
  web.get('/*', (request, reply) => {
    if (!isScreenPath(request.url)) throw new AppError('request.notFound')
    return serve('index')(request, reply)
  })
}

/** Screens have no dot in their path; `/api`, `/health` and `/directory` have routes of their own and no screens. */
function isScreenPath(url: string): boolean {
  const [pathname = '/'] = url.split('?')
  return !pathname.includes('.') && !/^\/(api|health|directory|assets|v1)(\/|$)/.test(pathname)
}

function readPages(dist: string): Record<Page, string> {
  const read = (page: Page) => {
    const file = path.join(dist, `${page}.html`)
    if (!existsSync(file)) throw new Error('The client is not built. Start with: npm start')
    return readFileSync(file, 'utf8')
  }
  return { index: read('index'), login: read('login'), redirect: read('redirect') }
}

function sendPage(
  config: Config,
  html: string,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const origin = new URL(config.publicOrigin)
  // One name for one instance: sign-in returns to it, and its storage holds the session.
  if (request.headers.host !== origin.host)
    return reply.redirect(`${config.publicOrigin}${ownPath(request.url)}`, 307)
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  setHeaders(reply, {
    ...securityHeaders(config.publicOrigin),
    'content-security-policy': contentPolicy(config, nonce, page),
  })
  if (page === 'redirect') {
    // MSAL's hidden frame of our own page.
    reply.header('x-frame-options', 'SAMEORIGIN')
  }
  return reply.header('content-type', 'text/html; charset=utf-8').send(
    html
      .replaceAll('__NONCE__', nonce)
      .replaceAll('__LOG_LEVEL__', config.logLevel)
      .replaceAll('__PROVIDER__', () => escapeHtml(config.providerName))
      .replaceAll('__RELEASE_NOTES__', () => escapeHtml(config.releaseNotesUrl ?? ''))
      .replaceAll('__SETTINGS_VERSION__', settingsVersion(config)),
  )
}

/** Clients keep the instance's settings for a week, and drop their copy when the page carries another version. */
function settingsVersion(config: Config): string {
  const { instance, tenantId, clientId } = config.directory
  return createHash('sha256')
    .update(JSON.stringify([instance, tenantId, clientId]))
    .digest('base64url')
    .slice(0, 16)
}

/** A path that stays on our origin: `//host` would be another one's. */
function ownPath(url: string): string {
  return `/${url.replace(/^\/+/, '')}`
}

function contentPolicy(config: Config, nonce: string, page: Page): string {
  const authority = new URL(config.directory.instance).origin
  const graph = config.directory.embedded ? [] : ['https://graph.microsoft.com']
  const foreign = authority === config.publicOrigin ? [] : [authority, ...graph]
  const others = foreign.length > 0 ? ` ${foreign.join(' ')}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${others}`,
    `frame-src 'self'${others}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    `frame-ancestors ${page === 'redirect' ? "'self'" : "'none'"}`,
  ].join('; ')
}
