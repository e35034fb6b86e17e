// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { fakeReplies, json, problem } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import { TurnCaseDialog } from './TurnCaseDialog.tsx'

const one = {
  performanceTestId: '019ab3c2-5f00-7000-8000-000000000001',
  gptSystemId: 'g',
  agentName: 'Helper',
  name: 'Travel',
  passPercent: 80,
  cases: 1,
  testVersion: 2,
  lastRun: null,
  mayOpen: true,
  mayRun: true,
  mayEdit: true,
  mayChange: true,
  version: 1,
  updatedAt: '2026-11-20T10:00:00.000Z',
}
const other = { ...one, performanceTestId: '019ab3c2-5f00-7000-8000-000000000002', name: 'Hotels' }
const turn = {
  gptSystemId: 'g',
  question: 'May [name] fly?',
  turns: ['Who is [name]?'],
  expectedCitations: [{ fileId: 'f1', fileName: 'travel.pdf', page: 3, passageId: null }],
  answer: 'Yes.',
  isShortened: true,
  hadAttachments: true,
}

const noCases = () => json({ items: [], tags: [], continuationToken: null })

function openDialog(answer: () => Response, tests: object[] = [one, other]) {
  const { calls } = fakeReplies({
    '/performanceTests/turns/s1': answer,
    '/performanceTests': () => json({ items: tests, continuationToken: null }),
    [`GET /performanceTests/${one.performanceTestId}/cases`]: noCases,
    [`GET /performanceTests/${other.performanceTestId}/cases`]: noCases,
    [`POST /performanceTests/${other.performanceTestId}/cases`]: () =>
      problem(409, 'performanceCase.candidate'),
  })
  show(<TurnCaseDialog segmentId="s1" close={() => {}} />)
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body ?? '{}'))
}

it('shows what a case from a chat is, and keeps what was entered if it can’t be saved', async () => {
  const posted = openDialog(() => json({ turn }))
  await untilShown('Some text is left out')
  await untilShown('Files were sent with the questions')
  await untilShown('travel.pdf')
  await untilShown('Yes.')
  type(get('textbox', 'Expected facts, 1'), 'By train')
  const choice = document.querySelector<HTMLSelectElement>('[data-field=performanceTestId] select')!
  choice.value = other.performanceTestId
  act(() => void choice.dispatchEvent(new Event('change', { bubbles: true })))
  await press('button', 'Create case')
  await until(() => expect(all('alert').length).toBe(1))
  expect(posted()).toMatchObject([
    {
      question: 'May [name] fly?',
      turns: ['Who is [name]?'],
      expectedFacts: ['By train'],
      expectedCitations: [{ fileId: 'f1', page: 3, passageId: null }],
      candidate: { origin: 'Conversation', candidateId: 's1' },
    },
  ])
  expect(textIn(get('textbox', 'Expected facts, 1'))).toBe('By train')
})

it('offers only tests whose cases can be changed, and says where to create one', async () => {
  openDialog(() => json({ turn }), [{ ...one, mayEdit: false }])
  await untilShown('There is no test of this agent whose cases you can change.')
  expect(get('link', 'Tests of the agent').getAttribute('href')).toBe('/admin/gptsystem/g/tests')
})

it('says why the question can’t be used', async () => {
  openDialog(() => problem(404, 'performanceCase.turn'))
  await untilShown('It may be in a temporary or deleted chat')
})

it('in Strict compliance mode, questions of chats aren’t used', async () => {
  openDialog(() => json({ turn: null }))
  await untilShown('because the compliance mode of this instance is Strict')
})
