import { expect, test } from 'vitest'
import { Sources } from '../sources.ts'
import type { ResearchRun } from './run.ts'
import { addPages } from './searching.ts'

test('pages of the web are added until what is stored of them has no room for more', () => {
  const run = { answering: { sources: new Sources('mark') }, sources: new Map(), webBytes: 0 }
  const text = 'harbor '.repeat(2000)
  const pageOf = (n: number) => ({
    url: `https://example.com/${n}`,
    title: 'Harbors',
    fetchedAt: '2026-11-30T00:00:00.000Z',
    passages: [{ text, terms: ['harbor'] }],
  })
  let added = 0
  const add = (n: number) => addPages(run as unknown as ResearchRun, 'harbor', [pageOf(n)] as never)
  while (added < 1000 && !add(added).isFull) added += 1
  expect(added).toBeLessThan(1000)
  const stored = JSON.stringify([...run.sources.values()])
  expect(run.sources.size).toBe(added)
  expect(stored.length).toBeLessThan(1_300_000)
  expect(stored.length).toBeGreaterThan(1_000_000)
  expect(add(added + 1)).toEqual({ numbers: [], isFull: true })
})
