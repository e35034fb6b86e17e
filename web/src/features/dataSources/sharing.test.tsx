// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { press, show, until } from '../../testing/screen.tsx'
import type { DataSource } from './data/api.ts'
import { LibrarySharing } from './LibrarySharing.tsx'

it('saves two switches turned quickly after each other, each for the version of the one before', async () => {
  const library = {
    dataSourceId: 'd1',
    version: 2,
    mayBeSharedOnward: false,
    mayBePublic: false,
  } as DataSource
  const answers: (() => void)[] = []
  const { calls } = fakeReplies({
    'PUT /fileLibraries/d1': ({ headers }) => {
      const version = Number(headers['if-match']!.replaceAll('"', '')) + 1
      return new Promise((resolve) => answers.push(() => resolve(json({ ...library, version }))))
    },
  })
  show(<LibrarySharing library={library} />)
  await press('switch', /Allow further sharing/)
  await press('switch', /Allow use on public pages/)
  await until(() => expect(answers).toHaveLength(1))
  answers[0]!()
  await until(() => expect(answers).toHaveLength(2))
  answers[1]!()
  const puts = calls.filter(({ method }) => method === 'PUT')
  expect(puts.map(({ headers, body }) => [headers['if-match'], body])).toEqual([
    ['"2"', '{"mayBeSharedOnward":true}'],
    ['"3"', '{"mayBePublic":true}'],
  ])
})
