import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../errors.ts'
import type { Platform } from '../platform.ts'
import { setHeaders } from './headers.ts'

/** The frame has an origin of its own, so its scripts are requested from another one. They contain nothing of this instance. */
export const frameAssetHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * Serves the page of the frame that draws diagrams, and its scripts. Returns false if it isn’t built. Reply decorators of
 * the static files’ plugin send the scripts.
 */
export function serveDiagramFrame({ web, sites, config }: Platform, folder: string): boolean {
  const page = path.join(folder, 'diagram.html')
  if (!existsSync(page)) return false
  const html = readFileSync(page, 'utf8')
  web.get('/frames/diagram.html', (request, reply) => {
    const origin = sites.originOf(request.headers.host) ?? config.publicOrigin
    setHeaders(reply, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': framePolicy(origin),
      'x-dns-prefetch-control': 'off',
      // Browsers that know this give the frame a process of its own, so a large diagram doesn’t slow down the page.
      'document-isolation-policy': 'isolate-and-credentialless',
    })
    // Public pages can be in any site, and are then framed together with it.
    reply.removeHeader('x-frame-options')
    return reply.send(html)
  })
  const root = path.join(folder, 'assets')
  const names = new Set(readdirSync(root))
  web.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/frames/assets/*',
    handler(request, reply) {
      const { '*': name } = request.params
      if (!names.has(name)) throw new AppError('request.notFound')
      return reply.sendFile(name, root)
    },
  })
  return true
}

/**
 * The frame runs its own scripts and nothing else. It can’t request anything, so a diagram can’t tell another host who
 * reads it.
 */
const framePolicy = (origin: string): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${origin}/frames/assets/`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
