// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies } from '../../testing/fakeServer.ts'
import { press, show, until } from '../../testing/screen.tsx'
import { FlagsTab } from './FlagsTab.tsx'

it('turns sharing conversations on', async () => {
  const { calls } = fakeReplies({})
  show(<FlagsTab flags={[]} readOnly={false} />)
  await press('switch', /Sharing conversations/)
  await until(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  const [put] = calls.filter(({ method }) => method === 'PUT')
  expect(`${put!.path} ${put!.body}`).toContain('AllowConversationSnapshots')
})
