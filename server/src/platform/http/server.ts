import { isUtf8 } from 'node:buffer'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import fastifyMultipart from '@fastify/multipart'
import type { errors } from '@parlance/contract/errors'
import { limits, unprovenPoints } from '@parlance/contract/limits'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Config } from '../../config/config.ts'
import { isDatabaseAway, isDatabaseFull } from '../database/database.ts'
import { AppError, problem } from '../errors.ts'
import type { Log } from '../log/log.ts'
import type { Rates } from '../rates/rates.ts'
import type { Sites } from '../sites/sites.ts'
import { limitBody } from './bodyLimits.ts'
import { securityHeaders, setHeaders } from './headers.ts'
import { checkSessionHeaders, networkOfMessage, requestIdOf } from './requestContext.ts'

// Longer than a proxy's usual 60 s, so that the proxy, not the server, closes an idle connection.
const KEEP_ALIVE_MS = 75_000
const HEADERS_WAIT_MS = 20_000
const DATABASE_RETRY_SECONDS = 2
const FULL_NOTICE_MS = 60_000

/**
 * Whether requests are accepted: 'starting' until the database is migrated and seeded, 'draining' after
 * SIGTERM.
 */
export interface Availability {
  state: 'starting' | 'ready' | 'draining'
}

/** Handles a request before the framework sees it. Returns false if the path belongs to someone else. */
type RawHandler = (request: IncomingMessage, response: ServerResponse) => boolean

export interface WebServer {
  web: FastifyInstance
  rawHandlers: RawHandler[]
}

const STARTING_RETRY_SECONDS = 1

/**
 * Creates the web server with everything common to all requests: IDs, headers, body parsing, and the error
 * format.
 */
export async function createWebServer(
  config: Config,
  log: Log,
  availability: Availability,
  sites: Sites,
  rates: Rates,
): Promise<WebServer> {
  const rawHandlers: RawHandler[] = []
  const timeouts = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    // `limitBody` ends requests whose body doesn’t arrive.
    requestTimeout: 0,
    headersTimeout: HEADERS_WAIT_MS,
  }
  const sayFull = createFullDiskNotice(log)
  /** The first step for every request. A call with a token is counted for its person, once the token is verified. */
  async function admit(request: IncomingMessage): Promise<void> {
    const { url = '/', headers } = request
    if (url.startsWith('/api/') && headers.authorization !== undefined) return
    const network = networkOfMessage(request, config.trustProxy)
    await rates.admit(network, unprovenPoints[kindOfUnproven(url)])
  }
  const web = fastify({
    serverFactory: (handler) =>
      createServer({ ...timeouts, noDelay: true }, (request, response) => {
        limitBody(request)
        const handle = () => {
          if (!rawHandlers.some((take) => take(request, response))) handler(request, response)
        }
        admit(request).then(handle, (error: unknown) =>
          refuseUnseen({ config, log }, request, response, error),
        )
      }),
    logger: false,
    // Only the last hop is trusted: callers of the proxy can write anything before it into the header.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: limits.jsonBodyBytes,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    genReqId: (request) => requestIdOf(request.headers),
    routerOptions: { maxParamLength: 1000, querystringParser: singleValues },
    frameworkErrors: (error, request, reply) => {
      setHeaders(reply, securityHeaders(config.publicOrigin))
      answerError({ log, sayFull }, error, request, reply)
    },
  })
  const headers = securityHeaders(config.publicOrigin)
  web.decorateRequest('context')
  web.removeAllContentTypeParsers()
  web.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson)
  await web.register(fastifyMultipart, {
    limits: { files: 1, fields: 0, parts: 1, fileSize: limits.fileBytes, headerPairs: 20 },
    throwFileSizeLimit: false,
  })
  web.addHook('onRequest', async (request, reply) => {
    setHeaders(reply, headers)
    reply.header('x-request-id', request.id)
    // Closing the connection makes the client reconnect to a process that keeps running.
    if (availability.state === 'draining') reply.header('connection', 'close')
    request.context = { actor: null }
    const isApi = request.url.startsWith('/api/')
    // A page of another site whose name resolves to this server must not read our answers.
    const checked = isApi || !request.url.startsWith('/health/')
    if (checked && !(await sites.isOwn(request.headers.host))) throw new AppError('request.host')
    if (!isApi) return
    if (availability.state !== 'ready') {
      throw new AppError(availability.state === 'starting' ? 'server.starting' : 'server.draining', {
        retryAfter: STARTING_RETRY_SECONDS,
      })
    }
    checkSessionHeaders(request.headers)
  })
  web.setErrorHandler((error: FastifyError, request, reply) =>
    answerError({ log, sayFull }, error, request, reply),
  )
  web.setNotFoundHandler(() => {
    throw new AppError('request.notFound')
  })
  return { web, rawHandlers }
}

/** Keeps a repeated parameter as an array, which the schemas reject as an invalid request. */
function singleValues(query: string): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) {
    const before = values[name]
    values[name] = before === undefined ? value : [before, value].flat()
  }
  return values
}

function parseJson(
  _request: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
) {
  try {
    const bytes = body as Buffer
    // Decoding would silently replace what isn’t UTF-8.
    if (!isUtf8(bytes)) throw new SyntaxError('The text isn’t UTF-8.')
    const text = bytes.toString()
    done(null, MAYBE_PROTO.test(text) ? JSON.parse(text, refuseProto) : JSON.parse(text))
  } catch (cause) {
    done(new AppError('request.malformed', { cause }))
  }
}

// A `__proto__` key, including with escaped characters. Only texts that match are checked key by key.
const MAYBE_PROTO = /__proto__|\\u00(5f|6f|7[024])/i

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('A key isn’t allowed.')
  return value
}

/** Maps the error codes of Fastify and other libraries to our own errors. */
const foreignErrors: Record<string, keyof typeof errors> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.mediaType',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'request.notFound',
  FST_ERR_ASYNC_CONSTRAINT: 'request.notFound',
  ECONNRESET: 'file.interrupted',
  // The database keeps what is under legal hold.
  LH001: 'legalHold.held',
}

const databaseAway = (cause: unknown) =>
  new AppError('server.database', { cause, retryAfter: DATABASE_RETRY_SECONDS })

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseFull(error)) return new AppError('storage.full', { cause: error })
  if (isDatabaseAway(error)) return databaseAway(error)
  const code = (error as { code?: unknown }).code
  const known = typeof code === 'string' ? foreignErrors[code] : undefined
  if (known) return new AppError(known, { cause: error })
  const status = (error as { statusCode?: unknown }).statusCode
  // The library refuses paths outside the assets folder; to the caller, nothing exists there.
  if (status === 403 || status === 404) return new AppError('request.notFound', { cause: error })
  if (status === 400) return new AppError('request.malformed', { cause: error })
  return new AppError('server.failed', { cause: error })
}

function kindOfUnproven(url: string): 'asset' | 'directory' | 'request' {
  if (url.startsWith('/assets/')) return 'asset'
  return url.startsWith('/directory/') ? 'directory' : 'request'
}

/** Answers a request that nothing else has seen. */
function refuseUnseen(
  { config, log }: { config: Config; log: Log },
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const known = asAppError(error)
  const requestId = requestIdOf(request.headers)
  log.info('request.refused', { requestId, code: known.code })
  for (const [name, value] of Object.entries(securityHeaders(config.publicOrigin)))
    response.setHeader(name, value)
  const body = JSON.stringify(problem(known, requestId))
  response
    .writeHead(known.status, {
      'cache-control': 'no-store',
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      ...(known.retryAfter === null ? {} : { 'retry-after': String(known.retryAfter) }),
    })
    .end(body)
}

/** Logs that the storage is full, once a minute at most: every call fails then. */
function createFullDiskNotice(log: Log): (cause: unknown) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (cause) => {
    if (performance.now() - saidAt < FULL_NOTICE_MS) return
    saidAt = performance.now()
    log.error('storage.full', {}, cause)
  }
}

/**
 * Returns what a request gets. Pages repeat a read until the database is there again, so only what can't be stored is
 * refused if its disk is full.
 */
export function answerTo(method: string, error: unknown): AppError {
  const known = asAppError(error)
  return method === 'GET' && isDatabaseFull(known.cause) ? databaseAway(known.cause) : known
}

interface ErrorLogs {
  log: Log
  sayFull(cause: unknown): void
}

function answerError(
  { log, sayFull }: ErrorLogs,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const known = answerTo(request.method, error)
  if (known.code === 'server.failed') log.error('request.failed', logFields(request), known.cause)
  else if (known.status >= 500)
    log.warn('request.unavailable', { ...logFields(request), code: known.code }, known.cause)
  else log.info('request.refused', { ...logFields(request), code: known.code })
  if (known.code === 'storage.full' || isDatabaseFull(known.cause)) sayFull(known.cause)
  if (known.retryAfter !== null) reply.header('retry-after', String(known.retryAfter))
  if (known.status === 401) reply.header('www-authenticate', 'Bearer')
  // These headers described the intended response, which may have been cacheable or a download.
  reply.header('cache-control', 'no-store').removeHeader('content-disposition').removeHeader('content-length')
  reply.header('x-request-id', request.id)
  reply.code(known.status).header('content-type', 'application/problem+json; charset=utf-8')
  reply.send(JSON.stringify(problem(known, request.id)))
}

/** Logs the route's pattern instead of the URL, which may contain titles that people search for. */
function logFields(request: FastifyRequest) {
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions?.url ?? null,
    userId: request.context?.actor?.userId ?? null,
  }
}
