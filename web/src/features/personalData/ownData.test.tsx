// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, problem } from '../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../testing/screen.tsx'
import { OwnData } from './OwnData.tsx'

const exportOf = (state: string) => ({
  dataExportId: 'e1',
  userId: 'me',
  personName: 'Me',
  requestedBy: 'me',
  requesterName: 'Me',
  reason: null,
  state,
  approval: 'NotNeeded',
  approvedBy: null,
  size: null,
  filesLeftOut: 0,
  createdAt: '2026-11-20T10:00:00Z',
  finishedAt: null,
  expiresAt: null,
  downloadedAt: null,
})

it('keeps what is shown and typed if the state of an export can’t be loaded', async () => {
  let asked = 0
  fakeReplies({
    '/currentUser/dataExports': () => {
      asked += 1
      return asked === 1
        ? json({ items: [exportOf('Building')], allowed: true })
        : problem(500, 'server.failed')
    },
    '/currentUser/erasure': () => json({ allowed: true, userName: 'me', areas: [], agents: 0 }),
  })
  show(<OwnData />, '/admin/user/account')
  await untilShown('In progress')
  await press('button', 'Delete my account…')
  await until(() => void get('textbox', 'Username'))
  type(get('textbox', 'Username'), 'm')
  // The second failure comes after the first one has been shown, if it is.
  await until(() => expect(asked).toBeGreaterThan(2))
  expect(document.body.textContent).toContain('In progress')
  expect(textIn(get('textbox', 'Username'))).toBe('m')
  expect(all('button', 'Try again')).toEqual([])
})
