// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../testing/fakeServer.ts'
import { all, get, press, show, type, until, untilShown } from '../../testing/screen.tsx'
import { Debugger } from './Debugger.tsx'
import { blankValues } from './debuggerForm.ts'

const dataSourceId = '019ab3c2-5f00-7000-8000-000000000001'
const fileId = '019ab3c2-5f00-7000-8000-000000000002'
const performanceTestId = '019ab3c2-5f00-7000-8000-000000000003'
const passage = (passageId: string, fileName: string) => ({
  passageId,
  dataSourceId,
  fileId,
  fileName,
  ordinal: 0,
  page: null,
  locator: null,
  heading: '',
  text: `The text of ${fileName}.`,
})
const place = (stage: string, rank: number, score: number) => ({ stage, rank, score })
const steps = {
  searched: 4,
  unsearched: 0,
  terms: [
    { term: 'lighthous', word: 'lighthouse', idf: 0.5, passages: 2 },
    { term: 'unicorn', word: 'unicorn', idf: 2.2, passages: 0 },
  ],
  libraries: [{ dataSourceId, name: 'Towers', folders: [], isSearched: true }],
  stages: [
    { stage: 'Words', passages: 2 },
    { stage: 'Final', passages: 2 },
  ],
  candidates: [
    { ...passage('1', 'vela.txt'), scores: [place('Words', 2, 1), place('Final', 1, 0.9)] },
    { ...passage('2', 'ora.txt'), scores: [place('Words', 1, 2)] },
  ],
  limit: 50,
  minimumScore: null,
  prompt: null,
  expected: null,
}
const found = { terms: ['lighthouse', 'unicorn'], passages: [], coverage: 0.4, steps }
const expected = {
  passageId: '2',
  outcome: 'Outranked',
  passage: passage('2', 'ora.txt'),
  fileState: 'Ready',
  commonWords: ['lighthouse'],
  missingWords: ['unicorn'],
  otherScript: false,
  scores: [],
  lost: { stage: 'Final', score: 0.3, needed: 0.9 },
}
const path = 'POST /retrievalDebugger'

function open(actions: Parameters<typeof permitted>, replies: Replies = {}) {
  const { calls } = fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted(...actions),
    [path]: ({ body }) =>
      json(body?.includes('expectedPassageId') ? { ...found, steps: { ...steps, expected } } : found),
    ...replies,
  })
  show(<Debugger initial={{ ...blankValues, libraries: [{ key: dataSourceId, name: 'Towers' }] }} />)
  return calls
}
const search = async () => {
  await until(() => void get('textbox', 'Question'))
  type(get('textbox', 'Question'), 'lighthouse unicorn')
  await press('button', 'Search')
}
const rows = () => all('row').map(({ textContent }) => textContent)

it('shows passages in the order of the step that is chosen, and terms that no passage has', async () => {
  open(['DataSourcesRead'])
  await search()
  await until(() => expect(rows()[0]).toContain('vela.txt'))
  await press('button', 'By words')
  await until(() => expect(rows()[0]).toContain('ora.txt'))
  await untilShown('In no passage')
  expect(all('textbox', 'Find a person')).toEqual([])
})

it('explains a passage with the score that would have been enough', async () => {
  const calls = open(['DataSourcesRead'])
  await search()
  await press('button', /ora\.txt/)
  await press('button', 'Explain')
  await untilShown('Other passages came before it.')
  await untilShown('Its score there was 0.300, and 0.900 would have been enough.')
  await untilShown('Terms not in the passage: unicorn')
  const asked = calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body ?? ''))
  const input = { question: 'lighthouse unicorn', dataSourceIds: [dataSourceId], withSteps: true }
  expect(asked).toEqual([input, { ...input, expectedPassageId: '2' }])
})

it('adds a case to a test that the user can change, and only for users who make tests', async () => {
  const test = { performanceTestId, gptSystemId: fileId, agentName: 'Towers', name: 'Heights', mayEdit: true }
  const calls = open(['DataSourcesRead', 'AnalyticsCreate'], {
    '/performanceTests': () =>
      json({
        items: [test, { ...test, performanceTestId: fileId, name: 'Others', mayEdit: false }],
        continuationToken: null,
      }),
    'POST /retrievalDebugger/cases': () => json({}),
  })
  await search()
  await press('button', /ora\.txt/)
  await press('button', 'This passage should have been found')
  await press('button', 'Add case')
  await untilShown('Choose a performance test')
  await press('textbox', 'Find a performance test')
  await until(() => expect(all('option')).toHaveLength(1))
  await press('option', /Heights/)
  await press('button', 'Add case')
  await untilShown('Case added to Heights')
  const sent = calls.find(({ path: at }) => at.endsWith('/cases'))
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    performanceTestId,
    question: 'lighthouse unicorn',
    passageId: '2',
  })
})

it('offers no case to users who make no tests, and shows why a search failed', async () => {
  let fails = false
  open(['DataSourcesRead'], {
    [path]: () => (fails ? problem(404, 'dataSource.notFound') : json(found)),
  })
  await search()
  await press('button', /ora\.txt/)
  await until(() => void get('button', 'Explain'))
  expect(all('button', 'This passage should have been found')).toEqual([])
  fails = true
  await press('button', 'Search')
  await until(() => void get('alert'))
})
