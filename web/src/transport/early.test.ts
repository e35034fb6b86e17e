import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { transport } from './transport.ts'

const script = readFileSync(new URL('../entries/first.js', import.meta.url), 'utf8')
const agents = '/api/internal/currentUser/gptSystems?pageSize=200'
const flags = '/api/internal/featureFlags'
const call = { method: 'GET', path: '/api/internal/currentUser/gptSystems', query: { pageSize: 200 } }

const tokenUntil = (ms: number) => `x.${btoa(JSON.stringify({ exp: Math.floor(ms / 1000) }))}.x`
const fetched = vi.fn()

/** Runs the page's first script as a browser does, in a page with this URL. */
function begin(address: string, token: string | null, stored: Record<string, string> = {}) {
  const { pathname, search } = new URL(address, 'http://localhost')
  const storage = (values: Record<string, string>) => ({ getItem: (key: string) => values[key] ?? null })
  vi.stubGlobal('location', { pathname, search })
  vi.stubGlobal('localStorage', storage(stored))
  const sessionTokens = JSON.stringify({ 'x-cosmos-session-token': 'p:17' })
  vi.stubGlobal(
    'sessionStorage',
    storage(token ? { auth: JSON.stringify({ n1aiToken: token }), sessionTokens } : {}),
  )
  vi.stubGlobal('document', { documentElement: { dataset: {} }, cookie: '' })
  // biome-ignore lint/security/noGlobalEval: it is a separate script that no module can import.
  // biome-ignore lint/complexity/noCommaOperator: runs in the page's global scope, not in this function's.
  ;(0, eval)(script)
}
const asked = () => fetched.mock.calls.map(([path]) => path)

beforeEach(() => {
  fetched.mockReset()
  fetched.mockImplementation(async () => Response.json({ items: [] }))
  vi.stubGlobal('fetch', fetched)
  Object.assign(globalThis, { earlyAnswers: undefined })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('what the first script requests', () => {
  const token = tokenUntil(Date.now() + 600_000)

  it('is the data of a new chat: the agents, the flags, and the agent of the URL or the last one used', () => {
    begin('/chat/a%2Fb', token, { lastGptSystemId: 'g9' })
    expect(asked()).toEqual([agents, flags, '/api/internal/gptSystems/a%2Fb/detailsForConversation'])
    fetched.mockClear()
    begin('/chat', token, { lastGptSystemId: 'g9' })
    expect(asked()).toEqual([agents, flags, '/api/internal/gptSystems/g9/detailsForConversation'])
  })

  it('is the oldest agent if none has been used yet', async () => {
    fetched.mockImplementation(async () =>
      Response.json({ items: [{ gptSystemId: 'b' }, { gptSystemId: 'a' }] }),
    )
    begin('/chat', token)
    await vi.waitFor(() =>
      expect(asked()).toEqual([agents, flags, '/api/internal/gptSystems/a/detailsForConversation']),
    )
  })

  it('is a conversation and its messages if the URL names one', () => {
    begin('/chat/g1?conversationId=c1', token)
    const base = '/api/internal/userConversations/c1'
    expect(asked()).toEqual([agents, flags, base, `${base}/segments`])
  })

  it('includes the token, the session headers of the last page, and its own request ID', () => {
    begin('/chat', token)
    const { headers } = fetched.mock.calls[0]![1]
    expect(headers.authorization).toBe(`Bearer ${token}`)
    expect(headers['x-cosmos-session-token']).toBe('p:17')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['no one is signed in', '/chat', null],
    ['the token has expired', '/chat', tokenUntil(Date.now() + 1000)],
    ['the token is invalid', '/chat', 'nonsense'],
    ['another page is opened', '/admin/datasource', token],
    ['the agents page is opened', '/chat/agents', token],
    ['the sign-in page is opened', '/auth/jwt/login', token],
  ])('is nothing if %s', (_, address, held) => {
    begin(address, held)
    expect(asked()).toEqual([])
  })
})

describe('an early response', () => {
  const held = (answer: Promise<Response>) => {
    answer.catch(() => {})
    // The page has just loaded, however long this process has been running.
    vi.spyOn(performance, 'now').mockReturnValue(1000)
    Object.assign(globalThis, { earlyAnswers: { [agents]: answer } })
  }

  it('is used for the same call, once', async () => {
    held(Promise.resolve(Response.json({ early: true })))
    expect(await (await transport(call, 'token')).json()).toEqual({ early: true })
    expect(fetched).not.toHaveBeenCalled()
    expect(await (await transport(call, 'token')).json()).toEqual({ items: [] })
    expect(fetched).toHaveBeenCalledOnce()
  })

  it('is requested again if it failed, and repeated if the server was busy', async () => {
    held(Promise.reject(new TypeError('no network')))
    expect(await (await transport(call, 'token')).json()).toEqual({ items: [] })
    held(Promise.resolve(new Response('', { status: 503, headers: { 'retry-after': '0' } })))
    expect(await (await transport(call, 'token')).json()).toEqual({ items: [] })
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('isn’t used for another call, without a sign-in, or for a change', async () => {
    held(Promise.resolve(Response.json({ early: true })))
    await transport({ ...call, query: { pageSize: 100 } }, 'token')
    await transport(call)
    await transport({ ...call, method: 'POST' }, 'token')
    expect(fetched).toHaveBeenCalledTimes(3)
  })
})
