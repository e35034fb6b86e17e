// @vitest-environment happy-dom
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, permitted } from '../../testing/fakeServer.ts'
import { show, until } from '../../testing/screen.tsx'
import { UserProfilePage } from './UserProfilePage.tsx'

const [unnamed, unseen] = ['019ab3c2-5f00-7000-8000-000000000001', '019ab3c2-5f00-7000-8000-000000000002']

it('agents without a name have one in the profile of a person, and unseen ones their ID', async () => {
  const action = 'GptSystemsWriteSpecific'
  fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted('UserRead'),
    '/users/u1/profile': () =>
      json({
        user: {
          userId: 'u1',
          userName: 'anna',
          name: 'Anna',
          email: null,
          disabled: false,
          removed: false,
          editable: true,
          groupIds: [],
          groupsState: 'Known',
          groupsReadAt: null,
          createdAt: '2026-01-01T00:00:00Z',
          updatedAt: '2026-01-01T00:00:00Z',
          lastSeenAt: null,
          version: 1,
        },
        roles: [],
        specific: [
          { action, entityId: unnamed, name: '' },
          { action, entityId: unseen, name: null },
        ],
        policies: [],
        gptSystems: [{ gptSystemId: unnamed, name: '' }],
        gptSystemCount: 1,
        sessions: 0,
      }),
  })
  show(
    <Routes>
      <Route path="/admin/user/:userId/profile" element={<UserProfilePage />} />
    </Routes>,
    '/admin/user/u1/profile',
  )
  const listed = (name: string) => document.querySelector(`ul[aria-label="${name}"]`)?.textContent
  await until(() => expect(listed('Available agents')).toBe('Unnamed Agent'))
  expect(listed('Permissions for specific agents and libraries')).toMatch(
    new RegExp(`^Unnamed Agent.*${unseen}`),
  )
})
