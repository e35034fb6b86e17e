// @vitest-environment happy-dom
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, permitted } from '../../testing/fakeServer.ts'
import { press, show, until } from '../../testing/screen.tsx'
import { AccountMenuItems } from './AccountMenuItems.tsx'

const Place = () => <output>{useLocation().pathname}</output>

it.each([
  ['/chat/shared/abc', '/chat'],
  ['/chat/agents', '/chat'],
  ['/chat/agents/configstate/s1/edit', '/chat'],
  ['/admin', '/chat'],
  ['/chat/g1', '/chat/g1'],
])('the tour that is opened on %s runs on %s', async (from, to) => {
  fakeReplies({ '/currentUser/rolesWithResolvedActions': () => permitted() })
  show(
    <>
      <Place />
      <AccountMenuItems anchor={document.body} open close={() => {}} name="Ben" userName="ben" />
    </>,
    from,
  )
  await press('menuitem', 'Quick-start tour')
  await until(() => expect(document.querySelector('output')?.textContent).toBe(to))
})
