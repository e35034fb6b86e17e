// @vitest-environment happy-dom
import type { Action } from '@parlance/contract/actions'
import { expect, it } from 'vitest'
import { fakeReplies, permitted } from '../../testing/fakeServer.ts'
import { all, show, until, untilShown } from '../../testing/screen.tsx'
import { ManagedAgentsPage } from './ManagedAgentsPage.tsx'

it.each<[Action, number]>([
  ['GptSystemsRead', 0],
  ['GptSystemsCreate', 2],
])('the list of agents offers a user with %s only what they can do', async (action, links) => {
  fakeReplies({ '/currentUser/rolesWithResolvedActions': () => permitted(action) })
  show(<ManagedAgentsPage />, '/admin/gptsystem')
  await untilShown('No agents')
  await until(() => expect(all('link', 'New agent')).toHaveLength(links))
  expect(all('checkbox')).toEqual([])
})
