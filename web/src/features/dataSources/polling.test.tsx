// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { press, show, until, untilShown } from '../../testing/screen.tsx'
import { type DataSource, type LibraryFile, mergedPage, PAGE } from './data/api.ts'
import { FileList } from './FileList.tsx'

const file = (fileId: string, state: LibraryFile['state'] = 'Ready') =>
  ({ fileId, name: `${fileId}.md`, state, pages: 1, size: 10, fileVersion: 1 }) as unknown as LibraryFile
const library = { dataSourceId: 'd1', name: 'Manuals', files: 3, filesReady: 2, filesFailed: 0 } as DataSource

it('polls only the pages that have files in progress, and shows when they are done', async () => {
  let state: LibraryFile['state'] = 'Indexing'
  const { calls } = fakeReplies({
    '/dataSources/d1/files': ({ path }) =>
      path.includes('continuationToken=second')
        ? json({ items: [file('b', state)], continuationToken: 'third' })
        : path.includes('continuationToken=third')
          ? json({ items: [file('c')], continuationToken: null })
          : json({ items: [file('a')], continuationToken: 'second' }),
  })
  show(<FileList library={library} narrowing={{}} narrow={() => undefined} />)
  await untilShown('a.md')
  await press('button', 'Show more')
  await untilShown('b.md')
  await press('button', 'Show more')
  await untilShown('c.md')
  const before = calls.length
  const polled = () => calls.slice(before).filter(({ path }) => path.includes('/files'))
  await until(() => expect(polled().length).toBeGreaterThan(1))
  state = 'Ready'
  const { length } = polled()
  await until(() => expect(polled().length).toBeGreaterThan(length))
  expect(
    new Set(
      polled().map(({ path }) => new URL(path, 'http://localhost').searchParams.get('continuationToken')),
    ),
  ).toEqual(new Set(['second']))
  // Nothing is in progress any more, so nothing is polled.
  const done = polled().length
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(polled()).toHaveLength(done)
})

it('goes on polling after an answer that can’t be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let polls = 0
  fakeReplies({
    '/dataSources/d1/files': () => {
      polls += 1
      if (polls === 2) return json({})
      return json({ items: [file('a', polls > 2 ? 'Failed' : 'Indexing')], continuationToken: null })
    },
  })
  show(<FileList library={library} narrowing={{}} narrow={() => undefined} />)
  await untilShown('a.md')
  await until(() => expect(polls).toBe(3))
})

it('keeps rows that new ones push off a page, drops deleted ones, and repeats none of another page', () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ fileId: `f${from + at}` }))
  const before = rows(10, PAGE)
  expect(mergedPage(before, rows(8, PAGE), new Set())).toEqual(rows(8, PAGE + 2))
  const [deleted, ...rest] = before
  expect(mergedPage(before, [...rest, { fileId: 'next' }], new Set(['next']))).toEqual(rest)
  expect(mergedPage([deleted!, ...rows(11, 3)], rows(11, 3), new Set())).toEqual(rows(11, 3))
})
