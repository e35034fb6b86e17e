// @vitest-environment happy-dom
import { act } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import type { Setup } from '../data/setupsApi.ts'
import { GuidedPage } from './GuidedPage.tsx'
import { SetupPage } from './SetupPage.tsx'

const setups = '/gptSystems/system/setups'
const setup: Setup = {
  setupId: 's1',
  source: 'Site',
  url: 'https://www.example.com/',
  name: 'Help',
  phase: 'Reading',
  failure: null,
  gptSystemId: 'g1',
  configStateId: 'c1',
  dataSourceId: 'd1',
  libraryName: 'Help 2',
  gptPublicEndpoint: 'help',
  pages: { found: 5, read: 2, skipped: 1 },
  skipped: [{ url: 'https://www.example.com/old', problem: 'Status', status: 404 }],
  beyondLimit: 3,
  files: 2,
  filesReady: 1,
  filesFailed: 0,
  filesChosen: null,
  starters: 0,
  createdAt: '2026-11-20T10:00:00.000Z',
  finishedAt: null,
}
const ended = { phase: 'Failed', finishedAt: '2026-11-20T10:01:00.000Z' } as const
const managed = { gptSystemId: 'g1', name: 'Help', brandKey: null, mayPublish: false, version: 1 }

function open(path: string, replies: Replies, ...actions: Parameters<typeof permitted>) {
  const { calls } = fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted(...actions),
    '/gptSystems/system/management/g1': () => json(managed),
    '/gptSystems/common/modelOptions': () =>
      json({
        deployments: [],
        helpers: [],
        defaultHelper: null,
        tools: [],
        defaults: { languageEngine: 'BuiltIn', deploymentName: null },
      }),
    ...replies,
  })
  show(
    <Routes>
      <Route path="/admin/gptsystem/guided" element={<GuidedPage />} />
      <Route path="/admin/gptsystem/guided/:setupId/edit" element={<SetupPage />} />
    </Routes>,
    path,
  )
  return calls
}
const form = (replies: Replies = {}) =>
  open('/admin/gptsystem/guided', replies, 'GptSystemsCreate', 'DataSourcesCreate')
const page = (given: Partial<Setup>, replies: Replies = {}) =>
  open(
    '/admin/gptsystem/guided/s1/edit',
    { [`GET ${setups}/s1`]: () => json({ ...setup, ...given }), ...replies },
    'GptSystemsCreate',
    'DataSourcesCreate',
  )

const leave = (field: HTMLElement) =>
  act(() => void field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))

describe('the form', () => {
  it('needs permission to create agents and libraries', async () => {
    open('/admin/gptsystem/guided', {}, 'GptSystemsCreate')
    await untilShown(/file libraries/i)
    expect(all('button', 'Create agent')).toEqual([])
  })

  it('suggests the title of the page as the name, and creates everything with one call', async () => {
    const calls = form({
      [`POST ${setups}/look`]: () =>
        json({ url: 'https://www.example.com/', title: 'Example help', problem: null, status: null }),
      [`POST ${setups}`]: () => json(setup),
      [`GET ${setups}/s1`]: () => json(setup),
    })
    await until(() => void get('textbox', 'Web address'))
    type(get('textbox', 'Web address'), 'www.example.com')
    leave(get('textbox', 'Web address'))
    await untilShown('Found: Example help')
    expect(textIn(get('textbox', 'Name'))).toBe('Example help')
    await press('button', 'Create agent')
    await untilShown('2 of 5 pages read')
    const created = calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/setups'))
    expect(created).toHaveLength(1)
    expect(created[0]?.headers['idempotency-key']).toMatch(/.{8,}/)
    expect(JSON.parse(created[0]?.body ?? '')).toMatchObject({
      source: { kind: 'Site', url: 'https://www.example.com' },
      name: 'Example help',
    })
  })

  it('says what is missing, and repeats the same intent after an error', async () => {
    let tries = 0
    const calls = form({
      [`POST ${setups}/look`]: () =>
        json({ url: 'https://www.example.com/', title: '', problem: 'Refused', status: null }),
      [`POST ${setups}`]: () => (++tries === 1 ? problem(409, 'agentSetup.tooMany') : json(setup)),
      [`GET ${setups}/s1`]: () => json(setup),
    })
    await press('button', 'Create agent')
    await untilShown('Enter a name')
    await untilShown('Enter a web address such as https://www.example.com')
    type(get('textbox', 'Web address'), 'www.example.com')
    leave(get('textbox', 'Web address'))
    await untilShown('This server doesn’t connect to that host')
    type(get('textbox', 'Name'), 'Help')
    await press('button', 'Create agent')
    await untilShown('You’ve started several agents from websites')
    await press('button', 'Create agent')
    await untilShown('2 of 5 pages read')
    const keys = calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/setups'))
    expect(new Set(keys.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(keys).toHaveLength(2)
  })
})

describe('a setup', () => {
  it('names what exists with links, and which pages were skipped and why', async () => {
    page({})
    await untilShown('2 of 5 pages read')
    await untilShown('It answered with status 404.')
    await untilShown('3 more pages were found but not read, because of the limit of 50 pages.')
    expect(get<HTMLAnchorElement>('link', 'Open library Help 2').getAttribute('href')).toBe(
      '/admin/datasource/d1/edit',
    )
    expect(all('link', 'Edit draft of Help')).toHaveLength(1)
    expect(all('button', 'Try skipped pages again')).toEqual([])
  })

  it('that failed says why, is tried again, and says which permission a public page needs', async () => {
    let current: Setup = { ...setup, ...ended, failure: 'Robots', pages: { found: 1, read: 0, skipped: 1 } }
    const calls = page(
      {},
      {
        [`GET ${setups}/s1`]: () => json(current),
        [`PUT ${setups}/s1/retry`]: () => {
          current = setup
          return json(current)
        },
      },
    )
    await untilShown('The website couldn’t be read: The site’s robots.txt doesn’t allow it.')
    await untilShown(/To set up a public page, you need the permission/)
    await press('button', 'Try skipped pages again')
    await untilShown('2 of 5 pages read')
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  it('whose files this page no longer has asks for them, and can continue without them', async () => {
    let current: Setup = {
      ...setup,
      source: 'Files',
      url: null,
      phase: 'Uploading',
      filesChosen: 4,
      skipped: [],
      beyondLimit: 0,
    }
    page(
      {},
      {
        [`GET ${setups}/s1`]: () => json(current),
        [`PUT ${setups}/s1/uploaded`]: () => {
          current = { ...current, phase: 'Indexing' }
          return json(current)
        },
      },
    )
    await untilShown('2 of 4 files uploaded')
    await untilShown('This page no longer has the rest of your files')
    expect(all('button', 'Choose folder')).toHaveLength(1)
    await press('button', 'Continue')
    await until(() => expect(document.body.textContent).not.toContain('no longer has the rest'))
    await untilShown('1 of 2 files ready')
  })

  it('that isn’t the user’s doesn’t exist for them', async () => {
    page({}, { [`GET ${setups}/s1`]: () => problem(404, 'agentSetup.notFound') })
    await untilShown('This setup doesn’t exist, or it isn’t yours.')
  })
})
