import { expect, it, vi } from 'vitest'
import { fakeServer, json } from '../testing/fakeServer.ts'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
const directory = { acquireTokens: vi.fn(), clearSignIn: vi.fn(), isRefusal: () => false }
vi.mock('./directory.ts', () => directory)
const { auth, setAuth } = await import('./auth.ts')
const { jsonOf, send } = await import('./http.ts')

const CALLERS = 200
const generate = '/GenerateToken'

/** Generates the same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

it.each([1, 2, 3, 4, 5])(
  '[F24] many 401 and 503 responses sign no one out: every call succeeds, with one token exchange (%i)',
  async (seed) => {
    vi.useFakeTimers()
    const random = numbers(seed)
    sessionStorage.clear()
    directory.acquireTokens.mockImplementation(async () => ({ idToken: 'i', accessToken: 'a' }))
    setAuth({ n1aiToken: 'old', account: { name: 'Anna', userName: 'anna' } })
    const tokens: (string | undefined)[] = []
    const stop = auth.subscribe(() => tokens.push(auth.read().n1aiToken))
    const calmAt = Date.now() + 20_000
    let exchanges = 0
    const busy = () => new Response(null, { status: 503, headers: { 'retry-after': '1' } })
    const { calls } = fakeServer(async ({ path, headers }) => {
      const storm = Date.now() < calmAt
      await new Promise((resolve) => setTimeout(resolve, random() * 300))
      if (storm && random() < 0.6) return busy()
      if (path.endsWith(generate)) return json({ n1AIToken: `new ${++exchanges}` })
      return headers.authorization === 'Bearer old' ? json({}, 401) : json({ path })
    })
    const ended = Promise.all(
      Array.from({ length: CALLERS }, async (_, number) => {
        await new Promise((resolve) => setTimeout(resolve, random() * 10_000))
        return send({ method: 'GET', path: `/api/internal/calls/${number}` }).then(jsonOf)
      }),
    )
    let isOver = false
    const answers = ended.finally(() => {
      isOver = true
    })
    // The fake time doesn't wait for modules that are still being loaded.
    while (!isOver) await vi.advanceTimersByTimeAsync(1_000)
    stop()
    vi.useRealTimers()
    expect(await answers).toEqual(
      Array.from({ length: CALLERS }, (_, number) => ({ path: `/api/internal/calls/${number}` })),
    )
    expect(exchanges).toBe(1)
    expect(calls.length).toBeGreaterThan(CALLERS * 1.5)
    // Never empty or missing.
    expect(new Set(tokens)).toEqual(new Set(['old', 'new 1']))
    expect(directory.clearSignIn).not.toHaveBeenCalled()
  },
)
