// @vitest-environment happy-dom
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, problem } from '../../testing/fakeServer.ts'
import { all, get, show, untilShown } from '../../testing/screen.tsx'
import { EscalationPage } from './EscalationPage.tsx'

const id = '019ab3c2-5f00-7000-8000-000000000001'
const escalated = {
  escalationId: id,
  agentName: 'Ask Dispatch',
  title: 'The track',
  replyTo: 'me@vela.example',
  createdAt: '2026-11-20T05:00:00Z',
  expiresAt: '2026-11-27T05:00:00Z',
  isShortened: true,
  turns: [
    {
      question: 'Is the track **closed**?',
      answer: 'It is **closed** [1]. ![x](https://evil.example/x.png)',
      status: 'Interrupted',
      askedAt: '2026-11-20T04:00:00Z',
      images: 2,
      files: 1,
    },
  ],
}

function open(answer: () => Response) {
  const { calls } = fakeReplies({ [`/escalations/${id}`]: answer })
  show(
    <Routes>
      <Route path="/admin/escalations/:escalationId" element={<EscalationPage />} />
    </Routes>,
    `/admin/escalations/${id}`,
  )
  return calls
}

it('shows the conversation, what is missing from it, and how to answer, and loads nothing else', async () => {
  const calls = open(() => json(escalated))
  await untilShown('Is the track **closed**?')
  expect(document.querySelector('.answer-text strong')?.textContent).toBe('closed')
  expect(document.body.textContent).toContain('November 27, 2026')
  for (const text of ['Earlier questions', '2 images', '1 file', 'Interrupted'])
    expect(document.body.textContent).toContain(text)
  const reply = get<HTMLAnchorElement>('link', 'Reply to me@vela.example')
  expect(reply.getAttribute('href')).toBe('mailto:me%40vela.example')
  expect(document.querySelectorAll('img')).toHaveLength(0)
  expect(calls.filter(({ path }) => path.includes('escalations'))).toHaveLength(1)
})

it.each([
  ['access.denied', 403, 'This conversation doesn’t exist, or you don’t have access to it.'],
  ['escalation.notFound', 404, 'This conversation doesn’t exist, or you don’t have access to it.'],
  ['escalation.expired', 410, 'This link has expired.'],
] as const)('says plainly why it shows none: %s', async (code, status, text) => {
  open(() => problem(status, code))
  await untilShown(text)
  expect(all('link', 'Go to chat')).toHaveLength(1)
})
