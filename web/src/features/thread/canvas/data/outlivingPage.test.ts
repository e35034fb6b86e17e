import { afterEach, expect, test, vi } from 'vitest'
import { outlivingPage } from './outlivingPage.ts'

afterEach(() => vi.unstubAllGlobals())

test('lets a request outlive the page if browsers allow its size in bytes', async () => {
  const sent: (boolean | undefined)[] = []
  vi.stubGlobal('fetch', async (_: string, { keepalive }: RequestInit) => {
    sent.push(keepalive)
    return new Response()
  })
  for (const body of ['a'.repeat(59_999), 'a'.repeat(60_000), 'س'.repeat(30_000)])
    await outlivingPage('/a', { body })
  expect(sent).toEqual([true, false, false])
})
