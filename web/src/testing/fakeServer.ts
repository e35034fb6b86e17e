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
