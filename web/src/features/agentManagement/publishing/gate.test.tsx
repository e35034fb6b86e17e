// @vitest-environment happy-dom
import type { Action } from '@parlance/contract/actions'
import { act } from 'react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, type, until, untilShown } from '../../../testing/screen.tsx'
import { PublishDialog } from '../editor/PublishDialog.tsx'
import { PublishingPage } from './PublishingPage.tsx'

const at = '2026-11-20T10:00:00.000Z'
const agent = {
  gptSystemId: 'g1',
  name: 'Guide',
  description: '',
  brandKey: null,
  categories: [],
  listedInDirectory: true,
  limits: [],
  draftStateId: 's2',
  publishedStateId: null,
  shownStateId: 's2',
  states: 2,
  mayChange: true,
  mayPublish: true,
  version: 3,
}
const gate = {
  performanceTestId: 't1',
  testName: 'Basics',
  minimumPercent: 80,
  noCriticalFailure: true,
  runMaxAgeDays: 30,
  approvalRequired: false,
  nightly: true,
  version: 4,
}
const request = {
  publishRequestId: 'q1',
  gptSystemConfigurationStateId: 's2',
  number: 2,
  note: 'A new policy.',
  status: 'Open',
  requestedBy: 'Ada Moreau',
  requestedAt: at,
  decidedBy: null,
  decidedAt: null,
  decisionNote: '',
  isChanged: false,
  mayDecide: false,
  mayWithdraw: false,
}
const publishing = {
  gptSystemId: 'g1',
  publishedStateId: null,
  listedInDirectory: true,
  categories: [],
  access: null,
  gate: null as object | null,
  request: null as object | null,
  history: [],
}
const test = {
  performanceTestId: 't1',
  gptSystemId: 'g1',
  agentName: 'Guide',
  name: 'Basics',
  passPercent: 80,
  cases: 2,
  testVersion: 1,
  lastRun: null,
  mayOpen: true,
  mayRun: true,
  mayEdit: true,
  mayChange: true,
  version: 1,
  updatedAt: at,
}
const run = {
  runId: 'r1',
  performanceTestId: 't1',
  gptSystemConfigurationStateId: 's2',
  stateNumber: 2,
  phase: 'Running',
  done: 1,
  total: 2,
  costUsd: 0,
}
const state = {
  version: 5,
  configuration: { gptSystemId: 'g1', configStateId: 's2', number: 2, gptSystemName: 'Guide' },
}
const nothing = { missing: [] as string[], scorePercent: null as number | null, criticalFailures: 0 }
const management = '/gptSystems/system/management/g1'

interface Given {
  shown?: Partial<typeof publishing>
  check?: Partial<typeof nothing>
  actions?: Action[]
  runs?: object[]
  mayRun?: boolean
  more?: Replies
}

function reply({ shown = {}, check = {}, actions = [], runs = [], mayRun = true, more = {} }: Given) {
  return fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted(...actions),
    [management]: () => json(agent, 200, { etag: '"3"' }),
    [`GET ${management}/publishing`]: () => json({ ...publishing, ...shown }),
    [`${management}/publishing/gate/check`]: () => json({ ...nothing, ...check }),
    // Who gets answers isn’t part of these tests.
    [`${management}/publishing/preview`]: () => problem(403, 'access.denied'),
    '/performanceTests': () => json({ items: [test], continuationToken: null }),
    '/performanceTests/t1': () => json({ ...test, mayRun }, 200, { etag: '"1"' }),
    '/performanceTests/t1/runs': () => json({ items: runs, continuationToken: null }),
    '/performanceTests/t1/runs/r1': () => json(runs[0]),
    [`${management}/configurationStates`]: () =>
      json({
        items: [{ gptSystemConfigurationStateId: 's2', number: 2, status: 'Draft', createdAt: at }],
        continuationToken: null,
      }),
    ...more,
  })
}

function open(given: Given) {
  const { calls } = reply(given)
  show(
    <Routes>
      <Route path="/admin/gptsystem/:gptSystemId/publish" element={<PublishingPage />} />
    </Routes>,
    '/admin/gptsystem/g1/publish',
  )
  return calls
}
const sent = (calls: ReturnType<typeof open>, method: string) =>
  calls
    .filter((call) => call.method === method && !call.path.endsWith('/preview'))
    .map(({ path, body }) => [path, JSON.parse(body ?? 'null')])

it('says which run a draft needs, and offers to start it', async () => {
  open({ shown: { gate }, check: { missing: ['run'] }, actions: ['GptSystemsApprove', 'AnalyticsRead'] })
  await untilShown('Run the test “Basics” with this version.')
  await until(() => void get('button', 'Run test'))
  await press('button', 'Run test')
  await until(() => void get('dialog', 'Run Basics?'))
})

it('says the score, and how many critical cases fail', async () => {
  open({
    shown: { gate },
    check: { missing: ['score', 'critical'], scorePercent: 79.96, criticalFailures: 2 },
    actions: ['AnalyticsRead'],
  })
  await untilShown('The score in the test “Basics” is 79.9%. It must be at least 80%.')
  await untilShown('2 critical cases of the test “Basics” fail.')
  await until(() => void get('link', 'Show runs'))
})

it('shows how far the run of the draft is', async () => {
  open({ shown: { gate }, check: { missing: ['run'] }, runs: [run], actions: ['AnalyticsRead'] })
  await untilShown('The test “Basics” is running with this version.')
  await untilShown('1 of 2 answers')
  expect(all('button', 'Run test')).toEqual([])
})

it('waits for a run of another version', async () => {
  const other = { ...run, gptSystemConfigurationStateId: 's9' }
  open({
    shown: { gate },
    check: { missing: ['age'], scorePercent: 90 },
    runs: [other],
    actions: ['AnalyticsRead'],
  })
  await untilShown('The last run of the test “Basics” with this version is too old.')
  await untilShown('Another run of this test is in progress.')
  expect(all('button', 'Run test')).toEqual([])
})

it('someone who can’t run the test is advised to ask someone who can', async () => {
  open({ shown: { gate }, check: { missing: ['run'] }, mayRun: false, actions: ['AnalyticsRead'] })
  await untilShown('Ask someone who can run tests of this agent.')
  expect(all('button', 'Run test')).toEqual([])
})

it('someone without permission to approve sees the requirements read-only', async () => {
  open({ shown: { gate }, check: { scorePercent: 92 }, actions: ['GptSystemsPublish'] })
  await untilShown('The score in the test “Basics” is 92%. At least 80% is required.')
  await untilShown('Only people with permission to approve agents can change this.')
  await untilShown('To choose a test, you need the permission')
  expect(get<HTMLInputElement>('textbox', 'Score to reach, in percent').readOnly).toBe(true)
})

it('saves requirements over the version that was shown, once they are valid', async () => {
  const calls = open({
    shown: { gate },
    actions: ['GptSystemsApprove', 'AnalyticsRead'],
    more: { [`PUT ${management}/publishing/gate`]: () => json({ ...publishing, gate }) },
  })
  await until(() => void get('textbox', 'Score to reach, in percent'))
  type(get('textbox', 'Score to reach, in percent'), '101')
  await untilShown('Enter a whole number from 0 to 100.')
  await press('button', 'Save requirements')
  type(get('textbox', 'Score to reach, in percent'), '90')
  await press('switch', 'A second person has to approve it')
  await press('button', 'Save requirements')
  await untilShown('Requirements saved')
  expect(sent(calls, 'PUT')).toEqual([
    [
      expect.stringContaining('/publishing/gate'),
      {
        gate: {
          performanceTestId: 't1',
          minimumPercent: 90,
          noCriticalFailure: true,
          runMaxAgeDays: 30,
          approvalRequired: true,
          nightly: true,
        },
        version: 4,
      },
    ],
  ])
})

it('who requested a version can only withdraw it, and not change the requirements', async () => {
  const own = { ...request, mayWithdraw: true }
  const calls = open({
    shown: { gate: { ...gate, approvalRequired: true }, request: own },
    check: { missing: ['approval'], scorePercent: 90 },
    actions: ['GptSystemsApprove', 'GptSystemsPublish'],
    more: {
      [`POST ${management}/publishing/requests/q1/withdraw`]: () => json({ ...publishing, request: null }),
    },
  })
  await untilShown('Waits for approval')
  await untilShown('A new policy.')
  await untilShown('You can’t change this while your own request is open.')
  expect(all('button', /Approve|Reject/)).toEqual([])
  await press('button', 'Withdraw')
  await until(() => void get('dialog'))
  act(() => all('button', 'Withdraw').at(-1)?.click())
  await untilShown('Request withdrawn')
  expect(sent(calls, 'POST')).toEqual([[expect.stringContaining('/requests/q1/withdraw'), { note: '' }]])
})

it('a second person approves a requested version, with a note', async () => {
  const calls = open({
    shown: { gate: { ...gate, approvalRequired: true }, request: { ...request, mayDecide: true } },
    check: { missing: ['approval'], scorePercent: 90 },
    actions: ['GptSystemsApprove'],
    more: { [`POST ${management}/publishing/requests/q1/approve`]: () => json(publishing) },
  })
  await untilShown('Waits for approval')
  await press('button', 'Approve and publish')
  await until(() => void get('dialog', 'Approve version 2 of Guide?'))
  // The approval is given with the button, so only the score is left to say.
  await untilShown('is 90%. At least 80% is required.')
  type(get('textbox', 'Note'), 'Fine')
  act(() => all('button', 'Approve and publish').at(-1)?.click())
  await untilShown('Version 2 of Guide published')
  expect(sent(calls, 'POST')).toEqual([[expect.stringContaining('/requests/q1/approve'), { note: 'Fine' }]])
})

it('a requested version whose run has become too old can’t be approved, but rejected', async () => {
  open({
    shown: { gate: { ...gate, approvalRequired: true }, request: { ...request, mayDecide: true } },
    check: { missing: ['age', 'approval'], scorePercent: 90 },
    actions: ['GptSystemsApprove'],
  })
  await untilShown('Waits for approval')
  await press('button', 'Approve and publish')
  await untilShown('This version can’t be published yet.')
  expect(all('button', 'Approve and publish')).toHaveLength(1)
  await press('button', 'Cancel')
  await until(() => expect(all('dialog')).toEqual([]))
  await press('button', 'Reject')
  await until(() => void get('dialog', 'Reject version 2 of Guide?'))
  expect(all('button', 'Reject')).toHaveLength(2)
})

it('a draft that was changed after it was requested can’t be approved', async () => {
  open({
    shown: { gate, request: { ...request, mayDecide: true, isChanged: true } },
    actions: ['GptSystemsApprove'],
  })
  await untilShown('The draft was changed after it was requested.')
  expect(all('button', 'Approve and publish')).toEqual([])
  expect(all('button', 'Reject')).toHaveLength(1)
})

it('shows why a version was rejected', async () => {
  const rejected = {
    ...request,
    status: 'Rejected',
    decidedBy: 'Ben Okafor',
    decidedAt: at,
    decisionNote: 'Too early.',
  }
  open({ shown: { gate, request: rejected } })
  await untilShown('Not approved')
  await untilShown('Too early.')
})

function openDialog(given: Given) {
  const { calls } = reply({
    ...given,
    shown: { history: [{ publicationId: 'p', kind: 'Publish' }] as never, ...given.shown },
  })
  show(<PublishDialog agent={agent as never} state={state as never} close={() => undefined} />)
  return calls
}

it('the dialog doesn’t publish a version that lacks a run', async () => {
  openDialog({ shown: { gate }, check: { missing: ['run'] }, actions: ['AnalyticsRead'] })
  await untilShown('This version can’t be published yet.')
  await until(() => void get('button', 'Run test'))
  expect(all('button', /Publish draft|Request approval/)).toEqual([])
})

it('the dialog requests the approval of a version that has reached the rest', async () => {
  const calls = openDialog({
    shown: { gate: { ...gate, approvalRequired: true } },
    check: { missing: ['approval'], scorePercent: 90 },
    more: {
      [`PUT ${management}/publishing`]: () => json({ ...publishing, request }),
    },
  })
  await until(() => void get('button', 'Request approval of draft 2'))
  await untilShown('is 90%. At least 80% is required.')
  await press('button', 'Request approval of draft 2')
  await untilShown('Approval of version 2 requested')
  expect(sent(calls, 'PUT')).toHaveLength(1)
})

it('the dialog says what the server still finds missing', async () => {
  openDialog({
    shown: { gate },
    check: { scorePercent: 90 },
    more: {
      [`PUT ${management}/publishing`]: () =>
        problem(409, 'agent.gate', { errors: [{ field: 'score', message: 'The score is 70 %.' }] }),
    },
  })
  await until(() => void get('button', 'Publish draft 2'))
  await press('button', 'Publish draft 2')
  await untilShown('The score in the test “Basics” doesn’t reach 80%.')
})
