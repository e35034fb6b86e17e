// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, problem, type Replies } from '../../testing/fakeServer.ts'
import { get, press, show, textIn, until, untilShown } from '../../testing/screen.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'

it('creates another password link, and shows why if that isn’t possible', async () => {
  let count = 0
  const replies: Replies = {
    'POST /users/u1/passwordLink': () => json({ passwordLink: `/directory/password/${++count}` }),
  }
  fakeReplies(replies)
  show(<PasswordPanel userId="u1" />)
  await press('button', 'Create password link')
  await until(() => expect(textIn(get('textbox'))).toMatch(/\/directory\/password\/1$/))
  await untilShown('expires after 30 minutes')
  await press('button', 'Create password link')
  await until(() => expect(textIn(get('textbox'))).toMatch(/\/directory\/password\/2$/))
  replies['POST /users/u1/passwordLink'] = () => problem(403, 'access.denied')
  await press('button', 'Create password link')
  await until(() => expect(get('alert').textContent).toContain('permission'))
})
