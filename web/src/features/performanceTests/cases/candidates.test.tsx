// @vitest-environment happy-dom
import { act } from 'react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, problem } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import { TestPage } from '../TestPage.tsx'

const performanceTestId = '019ab3c2-5f00-7000-8000-000000000001'
const at = '2026-11-20T10:00:00.000Z'
const test = {
  performanceTestId,
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
  updatedAt: at,
}
const rated = {
  candidateId: 'f1',
  origin: 'Feedback',
  question: 'How much leave does [name] have?',
  answer: 'You have 20 days.',
  reason: 'Incorrect',
  comment: 'It is 30 days.',
  at,
}
const open = {
  ...rated,
  candidateId: 'u1',
  origin: 'Unanswered',
  question: 'Who fixes it?',
  answer: '',
  reason: null,
  comment: '',
}
const base = `/performanceTests/${performanceTestId}`

/** `lists` are what each kind of question lists. */
function openDialog(
  lists: Record<string, object[]>,
  { withheld = false, mayEdit = true, refuse = false } = {},
) {
  const { calls } = fakeReplies({
    [base]: () => json({ ...test, mayEdit }, 200, { etag: '"1"' }),
    [`GET ${base}/cases`]: () => json({ items: [], tags: [], continuationToken: null }),
    [`${base}/candidates`]: ({ path }) =>
      json({
        items: lists[new URL(path, 'http://localhost').searchParams.get('origin') ?? ''] ?? [],
        withheld,
      }),
    [`POST ${base}/cases`]: ({ body }) => {
      if (refuse) return problem(409, 'performanceCase.candidate')
      lists.Feedback = []
      return json({ ...JSON.parse(body ?? '{}'), caseId: 'c', origin: 'Feedback', version: 1, updatedAt: at })
    },
  })
  show(
    <Routes>
      <Route path="/admin/performanceTests/:performanceTestId/edit" element={<TestPage />} />
    </Routes>,
    `/admin/performanceTests/${performanceTestId}/edit`,
  )
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body ?? '{}'))
}

async function openQuestions() {
  await untilShown('From questions')
  await press('button', 'From questions')
  await until(() => void get('dialog', 'Create cases from real questions'))
}

it('a case is made from a badly rated answer, with what it should have said', async () => {
  const posted = openDialog({ Feedback: [rated] })
  await openQuestions()
  await untilShown('How much leave does [name] have?')
  await untilShown('Incorrect')
  await untilShown('It is 30 days.')
  await press('button', 'Create case')
  await until(() => void get('dialog', 'New case'))
  expect(textIn(get('textbox', 'Question'))).toBe('How much leave does [name] have?')
  // The answer that was wrong is shown beside it, and is no expectation.
  await untilShown('You have 20 days.')
  expect(textIn(get('textbox', 'Expected facts, 1'))).toBe('')
  type(get('textbox', 'Expected facts, 1'), '30 days')
  await press('button', 'Create case')
  await untilShown('No answers yet.')
  expect(posted()).toMatchObject([
    {
      question: 'How much leave does [name] have?',
      expectedFacts: ['30 days'],
      candidate: { origin: 'Feedback', candidateId: 'f1' },
    },
  ])
})

it('an unanswered question has nothing to expect yet', async () => {
  const posted = openDialog({ Unanswered: [open] })
  await openQuestions()
  await untilShown('No answers yet.')
  act(() => get('radio', 'Without an answer').click())
  await untilShown('Who fixes it?')
  await press('button', 'Create case')
  await untilShown('So far, the agent couldn’t answer this.')
  await press('button', 'Create case')
  await until(() =>
    expect(posted()).toMatchObject([
      { expectedFacts: [], candidate: { origin: 'Unanswered', candidateId: 'u1' } },
    ]),
  )
})

it('says why a question can’t be used anymore, and keeps what was entered', async () => {
  openDialog({ Feedback: [rated] }, { refuse: true })
  await openQuestions()
  await untilShown('How much leave')
  await press('button', 'Create case')
  await until(() => void get('dialog', 'New case'))
  await press('button', 'Create case')
  await until(() => expect(all('alert').length).toBe(1))
  expect(textIn(get('textbox', 'Question'))).toBe('How much leave does [name] have?')
})

it('without questions, it says where they come from', async () => {
  openDialog({})
  await openQuestions()
  await untilShown('When people rate an answer as bad, they can allow its use for tests.')
  act(() => get('radio', 'Without an answer').click())
  await untilShown('once several people ask them')
})

it('in Strict compliance mode, questions are withheld', async () => {
  openDialog({}, { withheld: true })
  await openQuestions()
  await untilShown('the compliance mode of this instance is Strict')
})

it('isn’t offered to someone who can’t change cases', async () => {
  openDialog({}, { mayEdit: false })
  await untilShown('Read-only.')
  expect(all('button', 'From questions')).toEqual([])
})
