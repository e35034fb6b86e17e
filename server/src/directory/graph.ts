import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { Config } from '../config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Sites } from '../platform/sites/sites.ts'
import { findUsableUser } from './accounts.ts'
import { graphScopes } from './provider.ts'
import { readBody } from './responses.ts'
import { type DirectoryUser, listGroupIds, listGroups } from './store.ts'

interface Options {
  config: Config
  sites: Sites
  database: Database
  provider: Provider
  /** The graph's base URL: `{origin}/directory/{tenant}/v1.0`. */
  address: string
  isDirect(request: IncomingMessage): boolean
}

interface Answer {
  status: number
  body?: object
  headers?: Record<string, string>
}

type Operation = (options: Options, user: DirectoryUser, request: IncomingMessage) => Promise<Answer>

const operations: Record<string, { scope: string; run: Operation }> = {
  'GET /me': { scope: graphScopes.me, run: me },
  'GET /groups': { scope: graphScopes.groups, run: groups },
  'POST /me/getMemberGroups': { scope: graphScopes.groups, run: memberGroups },
}

/** Answers the part of the directory's graph API that the product uses, in the graph's own format. */
export async function handleGraph(
  request: IncomingMessage,
  response: ServerResponse,
  options: Options,
): Promise<void> {
  allowOrigin(request, response, options.sites)
  const answer = await answerOf(request, options)
  const body = answer.body ? Buffer.from(JSON.stringify(answer.body)) : Buffer.alloc(0)
  const type = answer.body ? { 'content-type': 'application/json; charset=utf-8' } : {}
  response.writeHead(answer.status, { ...answer.headers, ...type, 'content-length': body.length }).end(body)
}

async function answerOf(request: IncomingMessage, options: Options): Promise<Answer> {
  const path = (request.url ?? '').split('?')[0]
  if (request.method === 'OPTIONS') return { status: 204 }
  const operation = operations[`${request.method} ${path}`]
  if (!operation) {
    const known = Object.keys(operations).some((name) => name.endsWith(` ${path}`))
    return known
      ? refusal(405, 'Request_BadRequest', 'This method isn’t allowed here.')
      : refusal(404, 'Request_ResourceNotFound', 'Nothing was found here.')
  }
  const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = bearer ? await options.provider.AccessToken.find(bearer) : undefined
  const user =
    token?.accountId && token.clientId === options.config.directory.clientId
      ? await findUsableUser(options.database, token.accountId, options.isDirect(request))
      : null
  if (!token || !user) {
    return {
      ...refusal(401, 'InvalidAuthenticationToken', 'The access token is missing, invalid, or expired.'),
      headers: { 'www-authenticate': 'Bearer' },
    }
  }
  if (!token.scopes.has(operation.scope)) {
    return refusal(
      403,
      'Authorization_RequestDenied',
      `The access token doesn’t have the scope ${operation.scope}.`,
    )
  }
  return operation.run(options, user, request)
}

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
})

async function me(_options: Options, user: DirectoryUser): Promise<Answer> {
  const { objectId: id, displayName, userName: userPrincipalName, email: mail } = user
  return { status: 200, body: { id, displayName, userPrincipalName, mail } }
}

const FIRST = '00000000-0000-0000-0000-000000000000'
const PAGE = 100
const LARGEST_PAGE = 999
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function groups(options: Options, _user: DirectoryUser, request: IncomingMessage): Promise<Answer> {
  const query = URL.parse(request.url ?? '/', options.address)?.searchParams ?? new URLSearchParams()
  const after = query.get('$skiptoken') ?? FIRST
  const top = query.get('$top') ?? String(PAGE)
  const count = Number(top)
  if (!UUID.test(after) || !/^\d{1,3}$/.test(top) || count < 1 || count > LARGEST_PAGE) {
    return refusal(
      400,
      'Request_BadRequest',
      '$top must be a number from 1 to 999, and $skiptoken must come from a previous page.',
    )
  }
  const found = await listGroups(options.database, after, count + 1)
  const value = found.slice(0, count)
  const last = value.at(-1)
  if (found.length <= count || !last) return { status: 200, body: { value } }
  const next = `${options.address}/groups?$top=${count}&$skiptoken=${last.id}`
  return { status: 200, body: { value, '@odata.nextLink': next } }
}

async function memberGroups(
  options: Options,
  user: DirectoryUser,
  request: IncomingMessage,
): Promise<Answer> {
  if (!(await isMemberGroupsRequest(request))) {
    return refusal(400, 'Request_BadRequest', 'Send { "securityEnabledOnly": true or false } as JSON.')
  }
  return { status: 200, body: { value: await listGroupIds(options.database, user.objectId) } }
}

async function isMemberGroupsRequest(request: IncomingMessage): Promise<boolean> {
  if (!request.headers['content-type']?.startsWith('application/json')) return false
  try {
    const body: unknown = JSON.parse((await readBody(request)) ?? '')
    return typeof (body as { securityEnabledOnly?: unknown } | null)?.securityEnabledOnly === 'boolean'
  } catch {
    return false
  }
}

const MAX_AGE_SECONDS = '600'

function allowOrigin(request: IncomingMessage, response: ServerResponse, sites: Sites): void {
  response.setHeader('vary', 'Origin')
  const { origin } = request.headers
  if (!origin || !sites.origins().includes(origin)) return
  response.setHeader('access-control-allow-origin', origin)
  if (request.method !== 'OPTIONS') return
  response.setHeader('access-control-allow-methods', 'GET, POST')
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, client-request-id, x-request-id',
  )
  response.setHeader('access-control-max-age', MAX_AGE_SECONDS)
}
