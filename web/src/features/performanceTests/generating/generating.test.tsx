// @vitest-environment happy-dom
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, problem } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import { TestPage } from '../TestPage.tsx'

const performanceTestId = '019ab3c2-5f00-7000-8000-000000000001'
const fileId = '019ab3c2-5f00-7000-8000-000000000002'
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
const proposed = (question: string) => ({
  fields: { question, expectedFacts: ['30 days'], expectedCitations: [{ fileId, page: 3, passageId: null }] },
  passage: 'You have 30 days of leave.',
  page: 3,
})
const came = { passagesRead: 4, passages: 4, unreadable: 0, errorCode: null, costUsd: 0 }
const base = `/performanceTests/${performanceTestId}`
const judge = { languageEngine: 'OpenAI', deploymentName: 'gpt-judge' }

/** `answer` is what the server proposes, or an error code. */
function openDialog(answer: object | string, { refuse = false, models = [judge] } = {}) {
  const { calls } = fakeReplies({
    [base]: () => json(test, 200, { etag: '"1"' }),
    [`GET ${base}/cases`]: () => json({ items: [], tags: [], continuationToken: null }),
    '/performanceTests/judges': () => json({ items: models }),
    [`${base}/files`]: () =>
      json({ items: [{ fileId, name: 'Leave.pdf', folder: '', libraryName: 'Policies' }] }),
    [`POST ${base}/cases/generate`]: () =>
      typeof answer === 'string' ? problem(409, answer) : json({ ...came, ...answer }),
    [`POST ${base}/cases`]: ({ body }) =>
      refuse
        ? problem(409, 'performanceTest.tooManyCases')
        : json({ ...JSON.parse(body ?? '{}'), caseId: 'c', origin: 'Generated', version: 1, updatedAt: at }),
  })
  show(
    <Routes>
      <Route path="/admin/performanceTests/:performanceTestId/edit" element={<TestPage />} />
    </Routes>,
    `/admin/performanceTests/${performanceTestId}/edit`,
  )
  const posted = (end: string) =>
    calls
      .filter(({ method, path }) => method === 'POST' && path.endsWith(end))
      .map(({ body }) => JSON.parse(body ?? '{}'))
  return posted
}

async function propose() {
  await press('button', 'From files')
  await until(() => void get('textbox', 'Find a file'))
  type(get('textbox', 'Find a file'), 'Leave')
  await press('option', /Leave\.pdf/)
  await press('button', 'Propose cases')
}

/** The first proposal. */
const first = () => document.querySelector('[data-proposal="0"]') ?? document

it('a proposal is accepted as it is, and the next one has the focus', async () => {
  const posted = openDialog({ items: [proposed('How much leave is there?'), proposed('Who decides?')] })
  await propose()
  await untilShown('2 cases proposed from Leave.pdf.')
  expect(posted('/generate')).toEqual([{ fileId, deployment: null }])
  await untilShown('Leave.pdf, page 3')
  await press('button', 'Accept', first())
  await untilShown('To decide: 1. Accepted: 1. Skipped: 0.')
  expect(posted('/cases')).toEqual([{ ...proposed('How much leave is there?').fields, isGenerated: true }])
  await until(() => expect(document.activeElement?.textContent).toContain('Who decides?'))
})

it('a proposal is changed before it is saved, and the list stays', async () => {
  const posted = openDialog({ items: [proposed('How much leave is there?'), proposed('Who decides?')] })
  await propose()
  await untilShown('2 cases proposed')
  await press('button', 'Edit', first())
  await until(() => void get('dialog', 'New case'))
  await untilShown('You have 30 days of leave.')
  expect(textIn(get('textbox', 'Page of Leave.pdf'))).toBe('3')
  type(get('textbox', 'Question'), 'How much leave do I have?')
  await press('button', 'Create case')
  await untilShown('To decide: 1. Accepted: 1. Skipped: 0.')
  expect(posted('/cases')).toMatchObject([
    { question: 'How much leave do I have?', expectedFacts: ['30 days'], isGenerated: true },
  ])
})

it('a form that is left without saving leaves the proposal open', async () => {
  openDialog({ items: [proposed('How much leave is there?')] })
  await propose()
  await untilShown('1 case proposed')
  await press('button', 'Edit')
  await until(() => void get('dialog', 'New case'))
  await press('button', 'Cancel')
  await untilShown('To decide: 1. Accepted: 0. Skipped: 0.')
})

it('says why a case couldn’t be saved, next to it', async () => {
  openDialog({ items: [proposed('How much leave is there?')] }, { refuse: true })
  await propose()
  await press('button', 'Accept')
  await until(() => expect(all('alert').length).toBe(1))
  await untilShown('To decide: 1. Accepted: 0. Skipped: 0.')
})

it('says what a model read, cost, and missed, and why it stopped', async () => {
  openDialog({
    ...{ items: [proposed('How much leave is there?')], passagesRead: 3, passages: 90, unreadable: 2 },
    ...{ costUsd: null, errorCode: 'performanceCase.time' },
  })
  await propose()
  await untilShown('3 of 90 passages were read, from all over the file.')
  await untilShown('The model’s answers to 2 passages couldn’t be read.')
  await untilShown('The model stopped early. Proposing cases took too long.')
})

it('says what to do about a file that can’t be read, and one with nothing to ask', async () => {
  openDialog('performanceCase.fileUnread')
  await propose()
  await untilShown('This file has no text that can be searched.')
})

it('without proposals, names other ways', async () => {
  openDialog({ items: [] }, { models: [] })
  await propose()
  await untilShown('The rules found nothing to ask in this file')
  await untilShown('an administrator must allow a deployment to judge')
})

it('asks for a file first', async () => {
  const posted = openDialog({ items: [] })
  await press('button', 'From files')
  await press('button', 'Propose cases')
  await untilShown('Choose a file')
  expect(posted('/generate')).toEqual([])
})
