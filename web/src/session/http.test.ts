import { type TransportError, transportErrors } from '@parlance/contract/errors'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, json } from '../testing/fakeServer.ts'

const token = { currentToken: vi.fn(), regenerateToken: vi.fn() }
vi.mock('./token.ts', () => token)
const { send } = await import('./http.ts')
const { busy } = await import('../transport/busy.ts')
const { ApiError } = await import('../transport/apiError.ts')
const { jsonOf } = await import('../transport/transport.ts')

const get = { method: 'GET', path: '/api/internal/currentUser' }

beforeEach(() => {
  vi.resetAllMocks()
  vi.useRealTimers()
  token.currentToken.mockResolvedValue('product')
})

describe('every call', () => {
  it('[R-7-002] has its own request ID', async () => {
    const { calls } = fakeServer(() => json({}))
    await send(get)
    await send(get)
    const ids = calls.map(({ headers }) => headers['x-request-id'])
    expect(ids[0]).toMatch(/^[0-9a-f-]{32,36}$/)
    expect(ids[1]).not.toBe(ids[0])
  })

  it('[R-7-003] sends the product token as a bearer token', async () => {
    const { calls } = fakeServer(() => json({}))
    await send(get)
    expect(calls[0]?.headers.authorization).toBe('Bearer product')
  })

  it('sends objects as JSON and omits undefined query values', async () => {
    const { calls } = fakeServer(() => json({}))
    await send({ method: 'POST', path: '/x', query: { a: 1, b: undefined, c: 'ä b' }, body: { q: 1 } })
    expect(calls[0]).toMatchObject({ path: '/x?a=1&c=%C3%A4+b', body: '{"q":1}' })
    expect(calls[0]?.headers['content-type']).toBe('application/json')
  })
})

describe('errors', () => {
  it('end access if the user is disabled, but not for other rejections', async () => {
    const { auth, setAuth } = await import('./auth.ts')
    setAuth({ n1aiToken: 'product', accessEnded: false })
    let code = 'access.denied'
    fakeServer(() => json({ code, title: 'no', requestId: 'r' }, 403))
    await expect(send(get)).rejects.toMatchObject({ status: 403 })
    expect(auth.read()).toMatchObject({ n1aiToken: 'product', accessEnded: false })
    code = 'auth.disabled'
    await expect(send(get)).rejects.toMatchObject({ status: 403 })
    expect(auth.read()).toMatchObject({ n1aiToken: '', accessEnded: true })
  })

  it('[R-8-001] a network failure is FETCH_ERROR', async () => {
    fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(send(get)).rejects.toMatchObject({ failure: { status: 'FETCH_ERROR' } })
  })

  it('[R-8-002] an exceeded time limit is TIMEOUT_ERROR, and a call without one waits', async () => {
    vi.useFakeTimers()
    fakeServer(() => new Promise(() => {}))
    let waiting = true
    void send(get).finally(() => {
      waiting = false
    })
    const limited = expect(send({ ...get, timeoutMs: 20 })).rejects.toMatchObject({
      failure: { status: 'TIMEOUT_ERROR' },
    })
    await vi.advanceTimersByTimeAsync(600_000)
    await limited
    expect(waiting).toBe(true)
  })

  it('[R-8-003] a response that can’t be parsed is PARSING_ERROR', async () => {
    fakeServer(() => new Response('<html>', { status: 200 }))
    await expect(send(get).then(jsonOf)).rejects.toMatchObject({ failure: { status: 'PARSING_ERROR' } })
  })

  it('[R-8-004] any other status includes its data and the response’s request ID', async () => {
    const body = { code: 'conversation.notFound', title: 'Gone', status: 404, requestId: 'r1' }
    fakeServer(() => json(body, 404, { 'x-request-id': 'r1' }))
    const error = await send(get).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ failure: { status: 404, data: body, requestId: 'r1' }, message: 'Gone' })
  })

  it.each([300, 304, 400, 404, 409, 418, 502])(
    '[R-8-004] every status outside 200 to 299 is an error (%i)',
    async (status) => {
      fakeServer(() => new Response(status === 304 ? null : 'text', { status }))
      await expect(send(get)).rejects.toMatchObject({ failure: { status } })
    },
  )

  it.each([200, 201, 204, 299])('a status within 200 to 299 isn’t an error (%i)', async (status) => {
    fakeServer(() => new Response(null, { status }))
    await expect(send(get)).resolves.toMatchObject({ status })
  })

  it('each has its own message for users', async () => {
    const { errorText } = await import('../ui/errorText.ts')
    const said = (Object.keys(transportErrors) as TransportError[]).map((status) =>
      errorText(new ApiError({ status, requestId: '' })),
    )
    expect(said).toEqual(Object.values(transportErrors))
    const general = errorText(new ApiError({ status: 418, requestId: '' }))
    expect(said).not.toContain(general)
    expect(general).toContain('Something went wrong')
  })

  it('[R-8-011] a 500 is read as text', async () => {
    fakeServer(() => json({ code: 'server.failed' }, 500))
    await expect(send(get)).rejects.toMatchObject({
      failure: { status: 500, data: '{"code":"server.failed"}' },
    })
  })

  it('an abort isn’t an error: it keeps the reason of the signal', async () => {
    fakeServer(() => new Promise(() => {}))
    const stop = new AbortController()
    const call = send({ ...get, signal: stop.signal })
    stop.abort(new DOMException('stopped', 'AbortError'))
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('401', () => {
  it('[R-8-005] regenerates the token once and repeats the call with it', async () => {
    token.regenerateToken.mockResolvedValue('fresh')
    const { calls } = fakeServer(({ headers }) =>
      headers.authorization === 'Bearer fresh' ? json({ ok: true }) : json({}, 401),
    )
    await expect(send(get).then(jsonOf)).resolves.toEqual({ ok: true })
    expect(token.regenerateToken).toHaveBeenCalledExactlyOnceWith('product')
    expect(calls).toHaveLength(2)
  })

  it('[R-8-006] is an error after the repeated call, without a second regeneration', async () => {
    token.regenerateToken.mockResolvedValue('fresh')
    const { calls } = fakeServer(() => json({}, 401))
    await expect(send(get)).rejects.toMatchObject({ failure: { status: 401 } })
    expect(token.regenerateToken).toHaveBeenCalledOnce()
    expect(calls).toHaveLength(2)
  })
})

describe('503', () => {
  it('[R-8-008] is repeated after Retry-After until it succeeds, and shows the busy indicator meanwhile', async () => {
    vi.useFakeTimers()
    let count = 0
    const { calls } = fakeServer(() =>
      ++count < 3 ? new Response(null, { status: 503, headers: { 'retry-after': '2' } }) : json({ ok: true }),
    )
    const call = send(get).then(jsonOf)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(calls).toHaveLength(1)
    expect(busy.read().waiting).toBe(1)
    await vi.advanceTimersByTimeAsync(401 + 2_400)
    await expect(call).resolves.toEqual({ ok: true })
    expect(calls).toHaveLength(3)
    expect(busy.read().waiting).toBe(0)
  })

  it('[R-8-010] [R-9-007] waits 10 s without Retry-After', async () => {
    vi.useFakeTimers()
    let count = 0
    const { calls } = fakeServer(() => (++count < 2 ? new Response(null, { status: 503 }) : json({})))
    const call = send(get)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_001)
    expect(calls).toHaveLength(2)
    await expect(call).resolves.toMatchObject({ status: 200 })
  })

  it('an aborted call doesn’t wait for a token', async () => {
    token.currentToken.mockReturnValue(new Promise(() => {}))
    const stop = new AbortController()
    const call = send({ ...get, signal: stop.signal })
    stop.abort(new DOMException('stopped', 'AbortError'))
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('stops waiting when the signal is aborted', async () => {
    fakeServer(() => new Response(null, { status: 503, headers: { 'retry-after': '60' } }))
    const stop = new AbortController()
    const call = send({ ...get, signal: stop.signal })
    await vi.waitFor(() => expect(busy.read().waiting).toBe(1))
    stop.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(busy.read().waiting).toBe(0)
  })
})
