import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Config } from '../config/config.ts'
import { isDatabaseAway } from '../platform/database/database.ts'
import { securityHeaders } from '../platform/http/headers.ts'
import type { Log, LogFields } from '../platform/log/log.ts'

/** A rendered page, ready to send. */
export interface Rendered {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Headers of the directory's pages. They allow styles by nonce, only the script whose hash is given, and forms
 * to the directory or back to the product.
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
 * Sets the headers of the provider's other responses. MSAL renews in a hidden frame of our pages, where the
 * authorize endpoint redirects to `redirect.html`. Only the site that this redirect leads to can frame it.
 */
export function setProviderHeaders(config: Config, response: ServerResponse, returnsTo: string | null): void {
  const ancestors = returnsTo ?? "'none'"
  const headers = securityHeaders(config.publicOrigin)
  headers['content-security-policy'] = `default-src 'none'; frame-ancestors ${ancestors}`
  if (returnsTo) delete headers['x-frame-options']
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

const BODY_BYTES = 8 * 1024

/** Reads the body of a form or JSON request. Returns null if it is larger than any valid request. */
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

/** Sends a rendered page and keeps cookies that were set before. */
export function sendPage(response: ServerResponse, { status, headers, body }: Rendered): void {
  const { 'set-cookie': cookie, ...others } = headers
  if (cookie) response.appendHeader('set-cookie', cookie)
  response.writeHead(status, { ...others, 'content-length': Buffer.byteLength(body) }).end(body)
}

type PageContext = Pick<KoaContextWithOIDC, 'status' | 'body' | 'set' | 'append'>

/** Like `sendPage`, but inside the provider, which adds its own headers later. */
export function answerPage(ctx: PageContext, { status, headers, body }: Rendered): void {
  const { 'set-cookie': cookie, ...others } = headers
  ctx.status = status
  ctx.body = body
  ctx.set(others)
  if (cookie) ctx.append('set-cookie', cookie)
}

/** The status for an error on our side: 503 if retrying soon can help, otherwise 500. */
export const statusOf = (error: unknown): 500 | 503 => (isDatabaseAway(error) ? 503 : 500)

/**
 * Logs an error on our side. An unavailable database counts as a warning, because it isn't an error of the
 * directory.
 */
export function logFailure(log: Log, cause: unknown, fields: LogFields = {}): void {
  if (statusOf(cause) === 503) log.warn('directory.unavailable', fields, cause)
  else log.error('directory.failed', fields, cause)
}
