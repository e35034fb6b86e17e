import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, json } from '../testing/fakeServer.ts'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
const { mergeSessionTokens, readSessionTokens } = await import('./sessionTokens.ts')
const { transport } = await import('./transport.ts')
const { createStore } = await import('../app/store.ts')

const get = { method: 'GET', path: '/x' }
let store: ReturnType<typeof createStore>
beforeEach(() => {
  sessionStorage.clear()
  store = createStore()
})

describe('session headers', () => {
  it('[R-7-004] of a response are sent with later calls, with their values', async () => {
    const { calls } = fakeServer(() => json({}, 200, { 'X-Cosmos-Session-Token': 'p:17', 'x-other': 'no' }))
    await transport(get)
    await transport(get)
    expect(calls[0]?.headers['x-cosmos-session-token']).toBeUndefined()
    expect(calls[1]?.headers['x-cosmos-session-token']).toBe('p:17')
    expect(calls[1]?.headers['x-other']).toBeUndefined()
  })

  it('[R-3-107] are in the state as cosmosDbSessionTokens, header name to value', async () => {
    fakeServer(() => json({}, 200, { 'x-cosmos-session-token': 'p:17', 'x-cosmos-other': 'b' }))
    await transport(get)
    expect(store.getState().cosmosDbSessionTokens).toEqual({
      'x-cosmos-session-token': 'p:17',
      'x-cosmos-other': 'b',
    })
    expect(readSessionTokens()).toBe(store.getState().cosmosDbSessionTokens)
  })

  it('[R-3-107] [R-7-004] survive a reload, and are sent with the first calls of the next page', async () => {
    fakeServer(() => json({}, 200, { 'x-cosmos-session-token': 'p:18' }))
    await transport(get)
    vi.resetModules()
    const next = await import('./transport.ts')
    const { calls } = fakeServer(() => json({}))
    await next.transport(get)
    const { createStore: createNext } = await import('../app/store.ts')
    createNext()
    await next.transport(get)
    expect(calls.map(({ headers }) => headers['x-cosmos-session-token'])).toEqual(['p:18', 'p:18'])
  })

  it('[R-9-010] are those whose names start with the eight characters x-cosmos', () => {
    const kept = mergeSessionTokens({}, [
      ['x-cosmos', '1'],
      ['X-COSMOS-a', '2'],
      ['x-cosmo-b', '3'],
      ['my-x-cosmos', '4'],
    ])
    expect(kept).toEqual({ 'x-cosmos': '1', 'x-cosmos-a': '2' })
  })

  it('[R-7-006] are at most ten: the oldest are dropped first', () => {
    const names = Array.from({ length: 14 }, (_, index) => `x-cosmos-${index}`)
    const kept = mergeSessionTokens(
      {},
      names.map((name): [string, string] => [name, 'v']),
    )
    expect(Object.keys(kept)).toEqual(names.slice(4))
    expect(Object.keys(mergeSessionTokens(kept, [['x-cosmos-5', 'new']])).at(-1)).toBe('x-cosmos-5')
  })

  it('[R-7-006] are at most 8 kB together, and a larger one isn’t stored', () => {
    const large = 'v'.repeat(3000)
    const kept = mergeSessionTokens({}, [
      ['x-cosmos-a', large],
      ['x-cosmos-b', large],
      ['x-cosmos-c', large],
    ])
    expect(Object.keys(kept)).toEqual(['x-cosmos-b', 'x-cosmos-c'])
    expect(mergeSessionTokens({}, [['x-cosmos-a', 'v'.repeat(9000)]])).toEqual({})
  })

  it('[R-7-006] that no request could send aren’t stored', () => {
    expect(
      mergeSessionTokens({}, [
        ['x-cosmos-a', 'a\nb'],
        ['x-cosmos b', 'v'],
        ['x-cosmos-ü', 'v'],
      ]),
    ).toEqual({})
  })

  it('are the same object while nothing changes, so nothing renders again', () => {
    const kept = { 'x-cosmos-a': '1' }
    expect(
      mergeSessionTokens(kept, [
        ['x-cosmos-a', '1'],
        ['content-type', 'x'],
      ]),
    ).toBe(kept)
  })
})
