import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fakeServer.ts'
import type { CitedPlace } from './data/api.ts'

vi.mock('../../session/token.ts', () => ({
  currentToken: () => Promise.resolve('token'),
  regenerateToken: () => Promise.resolve(''),
}))
const { base64Url, citedFile } = await import('./citedFile.ts')

let conversation = 0
const place = (title: string, citationId = '1'): CitedPlace => ({
  conversationId: `c${conversation}`,
  conversationSegmentId: 's',
  citation: { citationId, title, path: `library/${title}`, page: 1, quote: '' },
})
const bytes = (size: number) => new Response(new Uint8Array(size))

beforeEach(() => {
  vi.useRealTimers()
  conversation++
})

it('encodes the file name as base64url of UTF-8, without padding', () => {
  expect(base64Url('a.txt')).toBe('YS50eHQ')
  expect(Buffer.from(base64Url('المستودع ÿ?>.md'), 'base64url').toString()).toBe('المستودع ÿ?>.md')
  expect(base64Url('ÿ?>~~~ÿÿÿ')).toMatch(/^[\w-]+$/)
})

it('loads a file once for all its quotes, even if it is requested twice at the same time', async () => {
  const { calls } = fakeServer(() => bytes(3))
  const [one, other] = await Promise.all([citedFile(place('a.pdf')), citedFile(place('a.pdf', '2'))])
  expect(other).toBe(one)
  expect(one.size).toBe(3)
  expect(calls.map(({ path }) => path)).toEqual([
    `/api/internal/userConversations/c${conversation}/segments/s/uploadedFiles/${base64Url('a.pdf')}?citationId=1`,
  ])
  expect(calls[0]?.headers.authorization).toBe('Bearer token')
})

it('reloads after a failure, and after ten minutes', async () => {
  let fails = true
  const { calls } = fakeServer(() => (fails ? new Response('{}', { status: 404 }) : bytes(3)))
  await expect(citedFile(place('a.pdf'))).rejects.toMatchObject({ failure: { status: 404 } })
  fails = false
  await citedFile(place('a.pdf'))
  expect(calls).toHaveLength(2)
  vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] })
  await citedFile(place('a.pdf'))
  expect(calls).toHaveLength(3)
})

it('caches at most 100 MB and evicts the least recently used files first', async () => {
  const { calls } = fakeServer(() => bytes(40_000_000))
  await citedFile(place('a.pdf'))
  await citedFile(place('b.pdf'))
  await citedFile(place('a.pdf'))
  await citedFile(place('c.pdf'))
  expect(calls).toHaveLength(3)
  await citedFile(place('a.pdf'))
  expect(calls).toHaveLength(3)
  await citedFile(place('b.pdf'))
  expect(calls).toHaveLength(4)
})

it('reports progress', async () => {
  fakeServer(() => new Response(new Uint8Array(4), { headers: { 'content-length': '4' } }))
  const told: number[] = []
  const file = await citedFile(place('a.pdf'), (share) => told.push(share))
  expect(file.size).toBe(4)
  expect(told.at(-1)).toBe(1)
})
