import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, json } from '../testing/fakeServer.ts'
import { fakeStorage } from '../testing/fakeStorage.ts'

vi.stubGlobal('sessionStorage', fakeStorage())
vi.stubGlobal('localStorage', fakeStorage())
const directory = { acquireGroupsToken: vi.fn() }
vi.mock('./directory.ts', () => directory)
const page = { graph: '' }
vi.mock('../base/pageMeta.ts', () => ({
  pageMeta: (name: string) => (name === 'graph-address' ? page.graph : ''),
}))
const { auth, resetAuth } = await import('./auth.ts')
const { loadGroups } = await import('./groups.ts')

const address = 'https://chat.example/directory/tenant'
const base = `${address}/v1.0`
const group = (displayName: string) => ({ id: displayName, displayName, description: null })

beforeEach(() => {
  resetAuth()
  page.graph = address
  directory.acquireGroupsToken.mockReset().mockResolvedValue('graph token')
})

/** A Graph API with these pages. Each page links to the next with the given URL. */
function serveGraph(pages: string[][], next = (page: number) => `${base}/groups?$skiptoken=${page}`) {
  let page = 0
  return fakeServer(() => {
    const value = (pages[page] ?? []).map(group)
    page += 1
    return json(page < pages.length ? { value, '@odata.nextLink': next(page) } : { value })
  })
}

describe('the directory’s groups', () => {
  it('[R-3-013] [R-3-014] are read page by page with their own token, and stored sorted', async () => {
    const { calls } = serveGraph([['Vela', 'Depots'], ['Engineering'], ['Arden']])
    const seen: string[][] = []
    const stop = auth.subscribe(() =>
      seen.push(auth.read().entraGroups.map(({ displayName }) => displayName)),
    )
    const groups = await loadGroups()
    stop()
    expect(seen).toEqual([
      ['Depots', 'Vela'],
      ['Depots', 'Engineering', 'Vela'],
      ['Arden', 'Depots', 'Engineering', 'Vela'],
    ])
    expect(groups?.[0]).toEqual({ id: 'Arden', displayName: 'Arden', description: '' })
    expect(calls.map(({ path }) => path)).toEqual([
      `${base}/groups?$select=id,displayName,description&$top=999`,
      `${base}/groups?$skiptoken=1`,
      `${base}/groups?$skiptoken=2`,
    ])
    expect(new Set(calls.map(({ headers }) => headers['client-request-id'])).size).toBe(3)
    expect(new Set(calls.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer graph token']),
    )
  })

  it.each([
    ['another host', 'https://evil.example/groups'],
    ['another port', 'https://chat.example:8443/directory/tenant/v1.0/groups'],
    ['plain HTTP', 'http://chat.example/directory/tenant/v1.0/groups'],
  ])('never send the token to a next page on %s', async (_, link) => {
    const { calls } = serveGraph([['A'], ['B']], () => link)
    await expect(loadGroups()).rejects.toThrow('another host')
    expect(calls).toHaveLength(1)
  })

  it('that never end are aborted', async () => {
    const { calls } = serveGraph(Array.from({ length: 1000 }, () => ['A']))
    await expect(loadGroups()).rejects.toThrow('too many groups')
    expect(calls.length).toBeLessThanOrEqual(200)
  })

  it('are unknown, not empty, if they can’t be read', async () => {
    fakeServer(() => json({ error: { code: 'Authorization_RequestDenied' } }, 403))
    await expect(loadGroups()).rejects.toThrow('403')
    directory.acquireGroupsToken.mockRejectedValue(new Error('consent_required'))
    await expect(loadGroups()).rejects.toThrow('consent_required')
  })

  it('are read once for concurrent callers', async () => {
    const { calls } = serveGraph([['A'], ['B']])
    const [one, two] = await Promise.all([loadGroups(), loadGroups()])
    expect(one).toBe(two)
    expect(one?.map(({ id }) => id)).toEqual(['A', 'B'])
    expect(calls).toHaveLength(2)
  })

  it('are read from the Graph URL in the page, and from nowhere without it', async () => {
    page.graph = 'https://graph.example:8443'
    const { calls } = serveGraph([['A']])
    await loadGroups()
    expect(calls[0]?.path).toMatch('https://graph.example:8443/v1.0/groups?')
    page.graph = ''
    await expect(loadGroups()).rejects.toThrow("doesn't name")
  })
})
