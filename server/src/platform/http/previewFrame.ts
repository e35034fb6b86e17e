import { createHash } from 'node:crypto'
import type { Platform } from '../platform.ts'
import { setHeaders } from './headers.ts'

/**
 * Shows the HTML that the page around it sends. What could load something, run, or lead elsewhere is removed before, because
 * browsers connect to other hosts for some elements whatever the policy says.
 */
const script = `
const gone = 'script,link,meta,base,iframe,frame,frameset,object,embed,portal,fencedframe,template'
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data !== 'string') return
  const page = new DOMParser().parseFromString(data, 'text/html')
  for (const one of page.querySelectorAll(gone)) one.remove()
  for (const one of page.querySelectorAll('a,area'))
    for (const name of ['href', 'xlink:href', 'ping', 'target'])
      if (!(one.getAttribute(name) ?? '').startsWith('#')) one.removeAttribute(name)
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
})
parent.postMessage('ready', '*')
`
const hash = createHash('sha256').update(script).digest('base64')
const html = `<!doctype html><html><head><meta charset="utf-8"><title>Preview</title></head><body><script>${script}</script></body></html>`

/** The frame runs the script above alone, requests nothing, and has an origin of its own. */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${hash}'`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  // Only our own pages show documents.
  "frame-ancestors 'self'",
].join('; ')

/** Serves the page of the frame in which documents in HTML are shown. */
export function servePreviewFrame({ web }: Pick<Platform, 'web'>): void {
  web.get('/frames/preview.html', (_request, reply) => {
    setHeaders(reply, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-dns-prefetch-control': 'off',
      'x-frame-options': 'SAMEORIGIN',
    })
    return reply.send(html)
  })
}
