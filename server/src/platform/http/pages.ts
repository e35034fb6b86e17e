import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { AppError } from '../errors.ts'
import type { Platform } from '../platform.ts'
import { frameAssetHeaders, serveDiagramFrame } from './diagramFrame.ts'
import { escapeHtml } from './escapeHtml.ts'
import { securityHeaders, setHeaders } from './headers.ts'
import type { PageBrand, PageBrandOf } from './pageBrand.ts'
import { servePreviewFrame } from './previewFrame.ts'
import { drawnStart, type PublicStart } from './publicStart.ts'

const ASSET_SECONDS = 31_536_000
const NONCE_BYTES = 16
const NOT_BUILT = "The client isn't built. Start with: npm start"
/** Matches scripts, plain or precompressed. */
const script = /\.js(\.br|\.gz)?$/

type Page = 'index' | 'login' | 'redirect' | 'public'

/** What features provide for the pages of a host. */
interface Told {
  pageBrandOf: PageBrandOf
  /** Clients cache the instance settings for a week, and drop them when a page has another version. */
  settingsVersionAt(host: string): Promise<string>
  /** Whether answers can link to other sites. Doesn't throw. */
  areLinksAllowed(): Promise<boolean>
  /** Returns the origins whose pages can embed the public page with this name. Throws if that can't be determined. */
  originsThatEmbed(gptPublicEndpoint: string): Promise<readonly string[]>
  /** Returns what a public page shows first. Throws if it doesn’t answer. */
  publicStartOf(gptPublicEndpoint: string): Promise<PublicStart>
}

/** Serves the built client: content-addressed assets, and one of four pages for every screen path. */
export async function servePages(platform: Platform, dist: string, told: Told): Promise<void> {
  const { web } = platform
  const pages = readPages(dist)
  const root = path.join(dist, 'assets')
  const frames = path.join(dist, 'frames')
  await web.register(fastifyStatic, {
    root,
    serve: false,
    maxAge: ASSET_SECONDS * 1000,
    immutable: true,
    preCompressed: true,
    setHeaders: (response, file) => {
      if (file.startsWith(`${frames}${path.sep}`)) {
        for (const [name, value] of Object.entries(frameAssetHeaders)) response.header(name, value)
        return
      }
      response.header('cross-origin-resource-policy', 'same-origin')
      // Also the policy of a worker started from this script: it can load our own scripts and nothing else.
      if (script.test(file))
        response.header(
          'content-security-policy',
          "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
        )
    },
  })
  // The names are read once. The plugin's own route would read the whole folder on each request to compare the
  // spelling.
  const assets = new Set(filesIn(root))
  web.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    handler(request, reply) {
      const { '*': name } = request.params
      if (!assets.has(name)) throw new AppError('request.notFound')
      return reply.sendFile(name)
    },
  })
  serveWidget(web, dist)
  if (!serveDiagramFrame(platform, frames)) throw new Error(NOT_BUILT)
  servePreviewFrame(platform)
  const serve = (page: Page) => (request: FastifyRequest, reply: FastifyReply) =>
    sendPage({ platform, html: pages[page], page, told }, request, reply)
  web.get('/redirect.html', serve('redirect'))
  web.get('/auth/*', serve('login'))
  web.get('/public-chat', serve('public'))
  web.get('/public-chat/*', serve('public'))
  web.get('/*', (request, reply) => {
    if (!isScreenPath(request)) throw new AppError('request.notFound')
    return serve('index')(request, reply)
  })
}

const WIDGET_SECONDS = 3600

/** Serves the script that other sites include, which loads nothing until a visitor opens the chat. */
function serveWidget(web: Platform['web'], dist: string): void {
  const file = path.join(dist, 'embed', 'widget.js')
  if (!existsSync(file)) throw new Error(NOT_BUILT)
  const script = readFileSync(file)
  const zipped = gzipSync(script, { level: 9 })
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`
  web.get('/embed/widget.js', (request, reply) => {
    setHeaders(reply, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': `public, max-age=${WIDGET_SECONDS}`,
      // Any site can include it, also by its hash. It contains nothing of this instance.
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
      etag,
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (!acceptsGzip(request)) return reply.send(script)
    return reply.header('content-encoding', 'gzip').send(zipped)
  })
}

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))

/** Lists a folder's files recursively, as relative paths with `/` as separator. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, '/'),
    )

/**
 * Whether a page of the client answers here. `/api`, `/health`, and `/directory` have their own routes and no screens. A
 * path with a dot is a missing file, unless a browser asks for a page.
 */
function isScreenPath({ url, headers }: FastifyRequest): boolean {
  const [pathname = '/'] = url.split('?')
  if (pathname.includes('.') && !headers.accept?.includes('text/html')) return false
  return !/^\/(api|health|directory|assets|embed|frames|v1)(\/|$)/.test(pathname)
}

function readPages(dist: string): Record<Page, string> {
  const read = (page: Page) => {
    const file = path.join(dist, `${page}.html`)
    if (!existsSync(file)) throw new Error(NOT_BUILT)
    return readFileSync(file, 'utf8')
  }
  return { index: read('index'), login: read('login'), redirect: read('redirect'), public: read('public') }
}

interface Sending {
  platform: Platform
  html: string
  page: Page
  told: Told
}

async function sendPage(
  { platform, html, page, told }: Sending,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, sites } = platform
  const host = request.headers.host ?? ''
  const origin = sites.originOf(host)
  // Each site has one name: sign-in returns to it, and its storage holds the session.
  if (origin === null) return reply.redirect(`${config.publicOrigin}${ownPath(request.url)}`, 307)
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const embedders = page === 'public' ? await embeddersOf(platform, request.url, told) : []
  setHeaders(reply, {
    ...securityHeaders(config.publicOrigin),
    'content-security-policy': contentPolicy(config, origin, nonce, { page, embedders }),
  })
  if (page === 'redirect') {
    // MSAL frames this page in a hidden frame of our own page.
    reply.header('x-frame-options', 'SAMEORIGIN')
  }
  // This header can't name origins, and would forbid what the policy allows.
  if (embedders.length > 0) reply.removeHeader('x-frame-options')
  const [path = '/', query = ''] = request.url.split('?')
  const brandKey = new URLSearchParams(query).get('brand')
  const brand = page === 'redirect' ? null : await told.pageBrandOf({ host, path, brandKey })
  const values = {
    NONCE: nonce,
    LOG_LEVEL: config.logLevel,
    PROVIDER: escapeHtml(config.providerName),
    RELEASE_NOTES: escapeHtml(config.releaseNotesUrl ?? ''),
    GRAPH_ADDRESS: escapeHtml(config.directory.graph),
    ERROR_REPORTS: platform.reports.enabled ? 'on' : 'off',
    LINKS: (await told.areLinksAllowed()) ? 'allowed' : 'off',
    SETTINGS_VERSION: brand ? await told.settingsVersionAt(host) : '',
    ...(brand ? brandValues(brand) : {}),
    ...(page === 'public' ? { PUBLIC_START: await startOf(platform, request.url, told) } : {}),
  }
  const filled = fill(brand ? withImages(html, brand) : html, values)
  reply.header('content-type', 'text/html; charset=utf-8').header('vary', 'accept-encoding')
  if (!acceptsGzip(request)) return reply.send(filled)
  // On a slow connection the page waits only for itself, and gzip reduces it to a third.
  return reply.header('content-encoding', 'gzip').send(gzipSync(filled))
}

/** The name of the public page that a path opens. */
const publicPath = /^\/public-chat\/([a-z0-9-]{3,63})(?:[/?]|$)/

/** While the database can't be reached, no one can embed a page. */
async function embeddersOf({ database }: Platform, url: string, told: Told): Promise<readonly string[]> {
  const name = publicPath.exec(url)?.[1]
  return name === undefined ? [] : database.bounded(() => told.originsThatEmbed(name)).catch(() => [])
}

/** Pages that don't answer, and all while the database can't be reached, are drawn by the program alone. */
async function startOf({ database }: Platform, url: string, told: Told): Promise<string> {
  const name = publicPath.exec(url)?.[1]
  if (name === undefined) return ''
  return database
    .bounded(() => told.publicStartOf(name))
    .then((start) => drawnStart(url, start))
    .catch(() => '')
}

/** All names are replaced in one pass, so that text in one value is never treated as another name. */
function fill(html: string, values: Record<string, string>): string {
  return html.replace(/__([A-Z_]+)__/g, (whole, name: string) => values[name] ?? whole)
}

/**
 * Returns a brand's placeholder values: colors for the first paint, its name, and the data for the page's
 * scripts.
 */
function brandValues(pageBrand: PageBrand) {
  const { productName, releaseNotesUrl, icon, light, dark, loginAlignment, brand } = pageBrand
  return {
    BRAND_STYLE: `:root{${light}}[data-theme="dark"]{${dark}}`,
    BRAND_JSON: JSON.stringify(brand).replaceAll('<', '\\u003c'),
    PRODUCT_NAME: escapeHtml(productName),
    BRAND_ICON: escapeHtml(icon),
    LOGIN_ALIGNMENT: loginAlignment,
    RELEASE_NOTES: escapeHtml(releaseNotesUrl ?? ''),
  }
}

/** Replaces the product's mark and the drawn splash with a brand's own images. */
function withImages(html: string, { logo, splash }: PageBrand): string {
  const image = (name: string, part: string | null) => (page: string) =>
    // A replaceable part of a page is enclosed in <!--name--> and <!--/name-->.
    part === null ? page : page.replace(new RegExp(`<!--${name}-->[\\s\\S]*?<!--/${name}-->`), () => part)
  const withLogo = image('logo', logo && `<img class="brand-logo" src="${escapeHtml(logo)}" alt="">`)
  const withSplash = image(
    'splash',
    splash && `<img class="splash" src="${escapeHtml(splash)}" alt="" fetchpriority="high">`,
  )
  return withSplash(withLogo(html))
}

/** Keeps a path on our origin: `//host` would be another one. */
function ownPath(url: string): string {
  return `/${url.replace(/^\/+/, '')}`
}

function contentPolicy(
  config: Config,
  origin: string,
  nonce: string,
  { page, embedders }: { page: Page; embedders: readonly string[] },
): string {
  const framedBy = page === 'redirect' ? "'self'" : embedders.length > 0 ? embedders.join(' ') : "'none'"
  const authority = new URL(config.directory.instance).origin
  const graph = new URL(config.directory.graph).origin
  const foreign = [...new Set([authority, graph])].filter((one) => one !== origin)
  // Visitors don't sign in.
  const others = page !== 'public' && foreign.length > 0 ? ` ${foreign.join(' ')}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    'media-src blob:',
    "font-src 'self'",
    `connect-src 'self'${others}`,
    `frame-src 'self'${others}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}
