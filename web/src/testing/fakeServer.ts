import type { Action } from '@parlance/contract/actions'
import { vi } from 'vitest'

export interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

type Reply = (call: Call) => Response | Promise<Response>

/** Replaces fetch: records each call and responds with the given function. */
export function fakeServer(reply: Reply): { calls: Call[] } {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers: Record<string, string> = {}
    new Headers(init.headers).forEach((value, name) => {
      headers[name] = value
    })
    const call = { method: init.method ?? 'GET', path, headers, body: init.body as string | undefined }
    calls.push(call)
    if (init.signal?.aborted) throw init.signal.reason
    return new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      Promise.resolve(reply(call)).then(resolve, reject)
    })
  })
  return { calls }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Replies by method and path below /api/internal, or by path alone. A test can replace them at any time. */
export type Replies = Record<string, Reply>

const instanceSettings = {
  name: 'Parlance',
  organizationName: 'Parlance',
  entraIdSettings: { clientId: 'c', tenantId: 't', instance: 'i' },
}

/** Responds as listed, and to any other call with an empty list. */
export function fakeReplies(replies: Replies): { calls: Call[] } {
  return fakeServer((call) => {
    const path = new URL(call.path, 'http://localhost').pathname.replace('/api/internal', '')
    const reply = replies[`${call.method} ${path}`] ?? replies[path]
    if (reply) return reply(call)
    return json(path === '/InstanceSettings' ? instanceSettings : { items: [], continuationToken: null })
  })
}

/** An error as the server reports it. */
export const problem = (status: number, code: string, more: Record<string, unknown> = {}): Response =>
  json({ type: 'about:blank', title: 'An error.', status, code, requestId: 'r-1', ...more }, status, {
    'content-type': 'application/problem+json',
    'x-request-id': 'r-1',
  })

/** The reply about what the current user can do. */
export const permitted = (...resolvedActions: Action[]): Response =>
  json({ roles: [{ userRoleId: 'r', name: 'Role', permissions: { resolvedActions } }], specific: [] })
