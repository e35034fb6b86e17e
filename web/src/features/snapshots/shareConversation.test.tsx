// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { fakeReplies, json } from '../../testing/fakeServer.ts'
import { all, press, show, until, untilShown } from '../../testing/screen.tsx'
import { ShareConversationDialog } from './ShareConversationDialog.tsx'

const link = { snapshotId: 's1', createdAt: '2026-11-20T10:00:00.000Z', expiresAt: null }
const address = 'http://localhost/chat/shared/s1'

/** Opens the dialog and creates a link. The browser allows copying, or doesn't. */
async function create(writeText: (text: string) => Promise<void>) {
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  let items: (typeof link)[] = []
  const path = '/userConversations/c1/snapshots'
  fakeReplies({
    [`GET ${path}`]: () => json({ items }),
    [`POST ${path}`]: () => {
      items = [link]
      return json(link)
    },
  })
  show(<ShareConversationDialog conversationId="c1" close={() => {}} />)
  await untilShown('Not shared yet.')
  await press('button', 'Create link')
  await untilShown(address)
}

it('a new link is shown and copied', async () => {
  const copied: string[] = []
  await create(async (text) => void copied.push(text))
  await untilShown('Link created and copied')
  expect(copied).toEqual([address])
})

it('a new link is shown to copy it by hand if the browser doesn’t allow copying', async () => {
  await create(() => Promise.reject(new Error('denied')))
  await untilShown('The text couldn’t be copied.')
  expect(document.body.textContent).not.toContain('Link created and copied')
  await until(() => expect(all('button', /^Copy link/)).toHaveLength(1))
})
