import type { ServerResponse } from 'node:http'
import type { Endpoint } from '@parlance/contract/endpoint'
import type { StreamEventName, StreamEvents, TerminalStatus } from '@parlance/contract/events'
import { limits, unprovenPoints } from '@parlance/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { allows } from '../access/allows.ts'
import { visitHeader } from '../access/visits.ts'
import type { Origin, RecordChange } from '../audit/audit.ts'
import { isDatabaseAway } from '../database/database.ts'
import { sessionToken, sessionTokenHeader, writtenUpTo } from '../database/sessionToken.ts'
import { AppError } from '../errors.ts'
import type { Told } from '../feeds/feeds.ts'
import type { Platform } from '../platform.ts'
import { type Entry, unnumberedFrame } from '../runs/entry.ts'
import type { FollowOptions } from '../runs/readers.ts'
import { goneWith } from '../streaming/gone.ts'
import type { Sink } from '../streaming/sinks.ts'
import type { Call, Upload } from './call.ts'
import { ifMatchOf, setETag } from './etag.ts'
import { answerFile, answerImage, Base64Answer, type FileAnswer, type ImageAnswer } from './files.ts'
import { bodyHashOf, checkIdempotencyKey, type Intent, once } from './idempotency.ts'
import { routePath } from './methods.ts'
import { networkOf } from './requestContext.ts'
import { asAppError } from './server.ts'
import { openEventStream } from './streams.ts'
import { receiveUpload } from './uploads.ts'

/** The result of a `stream` endpoint's handler: a run or a feed to stream, or work that streams what it does. */
export type StreamAnswer = RunStream | FeedStream | WorkStream

/** Which subject's newest run to stream, and from which event. */
export interface RunStream {
  subjectId: string
  after: FollowOptions['after']
  /** The whole answer, for a reader whose numbered events have been deleted. */
  stored?: readonly Entry[]
}

/** The feed to stream, starting with what `first` reads. */
export interface FeedStream {
  feed: string
  first: () => Promise<readonly Told[]>
}

/** Work that belongs to its call: it is stopped if the reader disconnects. */
export interface WorkStream {
  /** Writes events, but not the last one, `no-more-data`. What it throws is written as an error. */
  work(write: WriteEvent, gone: AbortSignal): Promise<TerminalStatus>
}
export type WriteEvent = <E extends StreamEventName>(event: E, data: StreamEvents[E]) => void

type Result<E extends Endpoint> = E['kind'] extends 'stream'
  ? StreamAnswer
  : E['kind'] extends 'file'
    ? FileAnswer
    : E['kind'] extends 'image'
      ? ImageAnswer
      : z.input<E['response']> | Base64Answer
export type Handlers<G extends Record<string, Endpoint>> = {
  [Name in keyof G]: (call: Call<G[Name]>) => Promise<Result<G[Name]>>
}

/** Serves a group of the contract: one handler per endpoint, all with the same order of request steps. */
export function serve<G extends Record<string, Endpoint>>(
  platform: Platform,
  group: G,
  handlers: Handlers<G>,
): void {
  for (const [name, endpoint] of Object.entries(group)) {
    platform.served.push(endpoint)
    const handler = handlers[name] as (call: Call) => Promise<Result<Endpoint>>
    platform.web.route({
      method: endpoint.method,
      url: routePath(endpoint.path),
      ...(endpoint.kind === 'upload' ? { bodyLimit: Number.MAX_SAFE_INTEGER } : {}),
      onRequest: (request) => admit(platform, endpoint, request),
      handler: (request, reply) => answer(platform, endpoint, handler, request, reply),
    })
  }
}

/** The bytes of an upload before it arrives. One of unknown size counts as the largest, as does one that is refused. */
function announcedBytes({ largest }: Endpoint, request: FastifyRequest): number {
  const most = largest?.bytes ?? limits.fileBytes
  const announced = Number(request.headers['content-length'])
  return announced >= 0 ? Math.min(announced, most) : most
}

/** Uploads to libraries share a limit on their bytes. */
const countsBytes = ({ rate }: Endpoint) => rate === 'libraryUpload' || rate === 'archiveUpload'

/** Checks who calls, how often, and with which permissions, before reading any byte of the body. */
async function admit(platform: Platform, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const network = networkOf(request)
  const actor =
    endpoint.access === 'anyone'
      ? null
      : await platform.database.bounded(() => callerOf(platform, endpoint, request))
  request.context.actor = actor
  // Calls without a token were counted when they arrived.
  if (actor === null && request.headers.authorization !== undefined)
    await platform.rates.admit(network, unprovenPoints.request)
  // Token exchanges are counted per proven identity, which only their handler knows.
  if (endpoint.rate !== 'signIn') await platform.rates.consume(endpoint.rate, actor?.userId ?? network)
  // Visitors can start sessions as they like, so their uploads are also counted by network.
  if (endpoint.rate === 'upload' && actor?.visit) await platform.rates.consume(endpoint.rate, network)
  const params = request.params as Record<string, string>
  const ids = Object.values(params)
  const decision = allows(endpoint.access, actor, params)
  if (decision === 'signInFirst') throw new AppError('auth.required')
  if (decision === 'allowed') {
    if (countsBytes(endpoint))
      await platform.rates.consumeBytes(actor?.userId ?? network, announcedBytes(endpoint, request))
    return refuseForms(endpoint, request)
  }
  if (endpoint.audit !== 'none') {
    await platform.audit.recordAttempt(originOf(endpoint, request), 'Refused', ids.join('/'), 'access.denied')
  }
  platform.log.warn('access.denied', {
    requestId: request.id,
    userId: actor?.userId ?? null,
    route: endpoint.path,
  })
  const needed = typeof endpoint.access === 'string' ? [] : endpoint.access
  throw new AppError('access.denied', {
    fields: needed.map((action) => ({ field: 'action', message: action })),
  })
}

/** A user is identified by a token, and a visitor by the secret of their session. */
async function callerOf(
  platform: Platform,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Actor | null> {
  const { authorization, [visitHeader]: secret } = request.headers
  if (endpoint.access === 'visitor' && authorization === undefined)
    return platform.visits.read(secret, networkOf(request))
  return platform.authenticate(authorization)
}

/** Another site can submit a form without permission, so forms reach only handlers that accept a file. */
function refuseForms({ kind }: Endpoint, { headers }: FastifyRequest): void {
  if (kind !== 'upload' && /^\s*multipart\//i.test(headers['content-type'] ?? ''))
    throw new AppError('request.mediaType')
}

async function answer(
  platform: Platform,
  endpoint: Endpoint,
  handler: (call: Call) => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (endpoint.kind !== 'stream') return answerCall(platform, endpoint, handler, request, reply)
  // Counted before a question is stored, so a call refused here has changed nothing.
  const close = platform.rates.openStream(request.context.actor?.userId ?? networkOf(request))
  try {
    return await answerCall(platform, endpoint, handler, request, reply)
  } finally {
    close()
  }
}

async function answerCall(
  platform: Platform,
  endpoint: Endpoint,
  handler: (call: Call) => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const call = await callOf(platform, endpoint, request, reply)
  const written = writtenUpTo(request.headers[sessionTokenHeader])
  let begun = false
  const handled = async () => {
    begun = true
    try {
      const answered = await (readsOnly(endpoint)
        ? platform.database.reading(written, () => handler(call.call))
        : handler(call.call))
      await call.settle(null)
      return answered
    } catch (error) {
      await call.settle(error)
      throw presentCurrent(endpoint, error)
    }
  }
  const result = await platform.database.bounded(handled).catch((error: unknown) => {
    // The handler never ran. Recording that waits for the database, the answer doesn't.
    if (!begun)
      call
        .settle(error)
        .catch((cause: unknown) => platform.log.error('request.unsettled', { requestId: request.id }, cause))
    throw error
  })
  if (endpoint.method !== 'GET') reply.header(sessionTokenHeader, await sessionToken(platform))
  if (endpoint.kind === 'stream') {
    const response = openEventStream(request, reply)
    if (response) await stream(platform, result as StreamAnswer, request, response)
    return undefined
  }
  if (endpoint.kind === 'file') return answerFile(result as FileAnswer, reply)
  if (endpoint.kind === 'image') return answerImage(result as ImageAnswer, reply)
  return present(platform, endpoint, result, reply)
}

async function stream(
  platform: Platform,
  answer: StreamAnswer,
  request: FastifyRequest,
  response: ServerResponse,
): Promise<void> {
  const stillAllowed = () => isStillThere(platform, request)
  response.once('close', closeEndedVisit(platform, request, response))
  if ('feed' in answer)
    return platform.feeds.follow(answer.feed, response, { first: answer.first, stillAllowed })
  if ('work' in answer)
    return platform.sinks.serve(response, stillAllowed, (sink, gone) =>
      run(platform, request, answer, { sink, gone }),
    )
  const { subjectId, after, stored = [] } = answer
  await platform.runs.follow(subjectId, response, { after, stored, stillAllowed })
}

async function run(
  { clock, log }: Platform,
  { id: requestId }: FastifyRequest,
  { work }: WorkStream,
  { sink, gone }: { sink: Sink; gone: AbortSignal },
): Promise<void> {
  const write: WriteEvent = (event, data) => {
    if (gone.aborted) return
    sink.response.write(unnumberedFrame(event, data))
    sink.lastWriteAt = clock.monotonicMs()
  }
  try {
    write('no-more-data', { status: await work(write, gone) })
  } catch (cause) {
    const { code, message: text } = asAppError(cause)
    const isOurs = code === 'server.failed'
    log[isOurs ? 'error' : 'warn']('stream.failed', { requestId, code }, cause)
    write(isOurs ? 'internal-server-error' : 'error', { text, code, requestId })
    write('no-more-data', { status: 'Failed' })
  }
}

/** How often the session of a visitor with an open stream is checked. Users' streams are checked less often. */
const VISIT_CHECK_MS = 2000

/** Closes a visitor's stream soon after the session has ended, also by a claim. Returns how to stop that. */
function closeEndedVisit(
  { visits, log }: Platform,
  { context }: FastifyRequest,
  response: ServerResponse,
): () => void {
  const { actor } = context
  if (!actor?.visit) return () => undefined
  const timer = setInterval(() => {
    visits.isOpen(actor.sessionId).then(
      (isOpen) => isOpen || response.destroy(),
      (cause: unknown) => log.warn('publicSession.unchecked', {}, cause),
    )
  }, VISIT_CHECK_MS)
  return () => clearInterval(timer)
}

/**
 * Whether the handler can read from a replica. The caller and permissions were already checked on the primary.
 * Streams stay on the primary because they follow other users' writes; files do because their permissions must
 * be current. Audited calls run only once, so they also stay there.
 */
function readsOnly(endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' && endpoint.kind === 'json' && endpoint.audit === 'none'
}

/** If the database is unavailable, a session that can't be looked up isn't treated as revoked. */
async function isStillThere(platform: Platform, { headers, context }: FastifyRequest): Promise<boolean> {
  try {
    // A replaced secret doesn't end a stream, and a page that was turned off ends its answers itself.
    if (context.actor?.visit) return await platform.visits.isOpen(context.actor.sessionId)
    return (await platform.authenticate(headers.authorization)) !== null
  } catch (error) {
    return asAppError(error).status >= 500
  }
}

/** The response schema shapes the answer: fields not in the schema are dropped, and a mismatch is our error. */
function present(platform: Platform, endpoint: Endpoint, result: unknown, reply: FastifyReply): FastifyReply {
  const json = 'application/json; charset=utf-8'
  if (result instanceof Base64Answer) return reply.header('content-type', json).send(result.body)
  const shown = endpoint.response.safeParse(result ?? {})
  if (!shown.success)
    throw new Error(`The response of ${endpoint.path} violates its contract.`, { cause: shown.error })
  if (platform.config.strictAnswers) refuseUnnamed(endpoint, result ?? {}, shown.data)
  if (endpoint.etag) setETag(reply, shown.data)
  if (isEmptyObject(shown.data)) return reply.code(204).send()
  return reply.header('content-type', json).send(JSON.stringify(shown.data))
}

/** A refused writer sees the current object exactly as the call itself would have returned it. */
function presentCurrent(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof AppError) || error.current === undefined) return error
  return new AppError(error.code, { cause: error, current: endpoint.response.parse(error.current) })
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function refuseUnnamed(endpoint: Endpoint, given: unknown, shown: unknown): void {
  const sorted = (value: unknown) =>
    JSON.stringify(value, (_key, inner) =>
      inner && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    )
  if (sorted(given) !== sorted(shown)) {
    throw new Error(
      `The response of ${endpoint.path} has fields that aren't in its contract: ${sorted(given)}`,
    )
  }
}

/** The maximum number of errors reported for one body, and the maximum length of a reported key. */
const FAULTS_TOLD = 100
const KEY_TOLD = 100

function errorsOf(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return [{ field: path, message: issue.message }]
  // Each key gets its own message, because the issue's message lists all keys.
  return issue.keys.slice(0, FAULTS_TOLD).map((key) => {
    const told = key.slice(0, KEY_TOLD)
    return { field: path === '' ? told : `${path}.${told}`, message: `Unrecognized key: "${told}"` }
  })
}

/**
 * Returns the path of a text that PostgreSQL can’t store: with NUL or half of a character. Not every format that
 * a schema checks excludes them; a URL can end with NUL.
 */
function unstorable(value: unknown, at: string): string | null {
  const isBad = (given: string) => given.includes('\u0000') || !given.isWellFormed()
  if (typeof value === 'string') return isBad(value) ? at : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const path = at === '' ? key : `${at}.${key}`
    const found = isBad(key) ? path.toWellFormed() : unstorable(inner, path)
    if (found !== null) return found
  }
  return null
}

function parseParts(
  endpoint: Endpoint,
  request: FastifyRequest,
): {
  params: Record<string, unknown>
  input: Record<string, unknown>
} {
  const fromQuery = endpoint.method === 'GET' || endpoint.kind === 'upload'
  const sent = request.body === undefined ? {} : request.body
  const body = fromQuery ? { ...(request.query as object) } : sent
  if (!fromQuery && Object.keys(request.query as object).length > 0) {
    throw new AppError('request.invalid', {
      fields: [{ field: 'query', message: 'This call accepts no query.' }],
    })
  }
  const params = endpoint.params.safeParse(request.params)
  const input = endpoint.input.safeParse(body)
  const issues = [...(params.error?.issues ?? []), ...(input.error?.issues ?? [])]
  if (issues.length > 0) {
    const fields = issues.slice(0, FAULTS_TOLD).flatMap(errorsOf)
    throw new AppError('request.invalid', { fields: fields.slice(0, FAULTS_TOLD) })
  }
  // A token that someone signs in with is never stored, and is refused as what it is.
  const isStored = endpoint.rate !== 'signIn'
  const field = isStored ? (unstorable(params.data, '') ?? unstorable(input.data, '')) : null
  if (field !== null) {
    const message = 'Remove the NUL characters and halves of characters.'
    throw new AppError('request.invalid', { fields: [{ field: field.slice(0, KEY_TOLD), message }] })
  }
  return { params: params.data ?? {}, input: input.data ?? {} }
}

function originOf(endpoint: Endpoint, request: FastifyRequest): Origin {
  const [area = '', verb = ''] = endpoint.audit.split('.')
  return {
    actor: request.context.actor,
    area,
    verb,
    requestId: request.id,
    network: networkOf(request),
    userAgent: request.headers['user-agent'] ?? null,
  }
}

/** Builds the handler's call, and `settle`, which is called with the handler's outcome. */
async function callOf(
  platform: Platform,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ call: Call; settle: (error: unknown) => Promise<void> }> {
  const { params, input } = parseParts(endpoint, request)
  const idempotencyKey =
    endpoint.idempotency === 'none'
      ? null
      : checkIdempotencyKey(request.headers['idempotency-key'], endpoint.idempotency === 'required')
  const ifMatch = endpoint.etag === 'required' ? ifMatchOf(request.headers['if-match']) : 0
  const upload =
    endpoint.kind === 'upload' ? await receiveUpload(request, platform.blobs, endpoint.largest) : null
  // A request is closed once its body is read, a response when it ends or the caller disconnects.
  const gone = goneWith(reply.raw)
  const origin = originOf(endpoint, request)
  let changed = false
  let repeated = false

  async function change<T>(work: Parameters<Call['change']>[0]): Promise<T> {
    const intent = idempotencyKey
      ? intentOf(endpoint, request, idempotencyKey, [params, input, upload?.sha256, upload?.name])
      : null
    const outcome = await platform.database.transaction(async (tx) => {
      const records: Parameters<RecordChange>[0][] = []
      const run = async () => {
        const answered = await work(tx, (entry) => records.push(entry))
        for (const entry of records) if (entry !== 'nothing') await platform.audit.record(tx, origin, entry)
        if (endpoint.audit !== 'none' && records.length === 0) {
          throw new Error(`${endpoint.path} changed something without recording it.`)
        }
        return answered
      }
      return intent ? once(tx, intent, run, endpoint.toldOnce) : { answer: await run(), repeated: false }
    })
    changed = true
    repeated = outcome.repeated
    return outcome.answer as T
  }

  async function settle(error: unknown): Promise<void> {
    // A repeated call got the first call's result, and the first call kept its own copy of the bytes. A commit
    // whose acknowledgment was lost may have succeeded, so its bytes are needed.
    // What fails after the commit doesn't take back what was committed.
    const kept = error === null || changed ? !repeated : isDatabaseAway(error)
    if (upload && !kept) await platform.blobs.remove(upload.blobKey)
    if (endpoint.audit === 'none') return
    if (error === null) {
      if (!changed) throw new Error(`${endpoint.path} ended without recording the change it declares.`)
      return
    }
    const code = error instanceof AppError ? error.code : 'server.failed'
    await platform.audit
      .recordAttempt(origin, 'Failed', Object.values(params).join('/'), code)
      .catch((cause: unknown) => platform.log.error('audit.failed', { requestId: request.id }, cause))
  }

  const call: Call = {
    get actor() {
      if (!request.context.actor) throw new AppError('auth.required')
      return request.context.actor
    },
    params,
    input,
    requestId: request.id,
    network: networkOf(request),
    host: request.headers.host ?? '',
    userAgent: request.headers['user-agent'] ?? null,
    origin: request.headers.origin ?? null,
    authorization: request.headers.authorization ?? null,
    visitSecret: headerText(request.headers[visitHeader]),
    signal: gone,
    idempotencyKey,
    lastEventId: headerText(request.headers['last-event-id']),
    ifMatch,
    get upload(): Upload {
      if (!upload) throw new Error(`${endpoint.path} accepts no file.`)
      return upload
    },
    change,
  }
  return { call, settle }
}

function intentOf(endpoint: Endpoint, request: FastifyRequest, key: string, content: unknown[]): Intent {
  const owner = request.context.actor?.userId ?? networkOf(request)
  return { owner, key, operation: `${endpoint.method} ${endpoint.path}`, bodyHash: bodyHashOf(...content) }
}

function headerText(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}
