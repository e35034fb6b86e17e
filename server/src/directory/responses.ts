import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Config } from '../config/config.ts'
import { isDatabaseAway } from '../platform/database/database.ts'
import { securityHeaders } from '../platform/http/headers.ts'
import type { Log, LogFields } from '../platform/log/log.ts'

/** A page as it goes out. */
export interface Rendered {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Headers of the directory's pages: styles by nonce, no script but the one whose hash is given, and forms that lead to us
 * or back to the product.
 */
export function pageHeaders(
  config: Config,
  origin: string,
  nonce: string,
  scriptHash: string | null,
): Record<string, string> {
  return {
    ...securityHeaders(config.publicOrigin),
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      ...(scriptHash === null ? [] : [`script-src '${scriptHash}'`]),
      "img-src 'self' data:",
      "font-src 'self'",
      `form-action 'self' ${origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

/**
 * Headers of the provider's other answers. MSAL renews in a hidden frame of our own pages, where the authorize
 * endpoint redirects to `redirect.html`: that redirect may be framed by the site that it leads to.
 */
export function setProviderHeaders(config: Config, response: ServerResponse, returnsTo: string | null): void {
  const ancestors = returnsTo ?? "'none'"
  const headers = securityHeaders(config.publicOrigin)
  headers['content-security-policy'] = `default-src 'none'; frame-ancestors ${ancestors}`
  if (returnsTo) delete headers['x-frame-options']
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

const BODY_BYTES = 8 * 1024

/** A form's or a JSON call's body; null when it is larger than anything that we ask for. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > BODY_BYTES) return null
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Sends what was rendered; cookies that were set before stay. */
export function sendPage(response: ServerResponse, { status, headers, body }: Rendered): void {
  const { 'set-cookie': cookie, ...others } = headers
  if (cookie) response.appendHeader('set-cookie', cookie)
  response.writeHead(status, { ...others, 'content-length': Buffer.byteLength(body) }).end(body)
}

type PageContext = Pick<KoaContextWithOIDC, 'status' | 'body' | 'set' | 'append'>

/** The same inside the provider, which has headers of its own to add until the end. */
export function answerPage(ctx: PageContext, { status, headers, body }: Rendered): void {
  const { 'set-cookie': cookie, ...others } = headers
  ctx.status = status
  ctx.body = body
  ctx.set(others)
  if (cookie) ctx.append('set-cookie', cookie)
}

/** Of what went wrong on our side: whether it is worth trying again in a moment. */
export const statusOf = (error: unknown): 500 | 503 => (isDatabaseAway(error) ? 503 : 500)

/** Logs what went wrong on our side; a database that is away is no fault of the directory. */
export function logFailure(log: Log, cause: unknown, fields: LogFields = {}): void {
  if (statusOf(cause) === 503) log.warn('directory.unavailable', fields, cause)
  else log.error('directory.failed', fields, cause)
}
