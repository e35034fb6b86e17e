// @vitest-environment happy-dom
import type { Action } from '@parlance/contract/actions'
import { act } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import type { PublicPageSettings, PublicPageState } from './data/publicPageApi.ts'
import { PublicPage } from './PublicPage.tsx'

const managed = {
  gptSystemId: 'g1',
  name: 'Help desk',
  publishedStateId: 's1',
  shownStateId: 's1',
  mayChange: true,
  mayPublish: true,
  brandKey: null,
  version: 2,
}
const management = '/gptSystems/system/management/g1'
const path = `${management}/publicEndpoint`
const page: PublicPageSettings = {
  gptPublicEndpoint: 'help',
  brandKey: null,
  language: null,
  contact: null,
  privacyUrl: null,
  allowedOrigins: [],
  allowAttachments: false,
  allowPageContext: false,
  allowVision: false,
  allowSourceDownload: false,
  visitorMessagesPerDay: 50,
  messagesPerDay: 1000,
  tokensPerDay: 1_000_000,
  costPerDayUsd: null,
  networkMessagesPerDay: null,
  proofOfWorkBits: 0,
  escalation: null,
  enabled: false,
  updatedAt: '2026-11-20T10:00:00.000Z',
}
const none: PublicPageState = {
  publicEndpoint: null,
  url: null,
  obstacles: [],
  isPriced: true,
  knowsNetworks: true,
  sendsEmail: true,
  usageToday: {
    messages: 12,
    tokens: 3400,
    costUsd: 0.5,
    visitors: 4,
    refusedByBudget: 1,
    unanswered: 2,
    claimed: 3,
  },
  version: 0,
}
const state = (change: Partial<PublicPageSettings> = {}, more: Partial<PublicPageState> = {}) => ({
  ...none,
  publicEndpoint: { ...page, ...change },
  url: 'http://localhost/public-chat/help',
  version: 3,
  ...more,
})

function open(current: PublicPageState, replies: Replies = {}, agent: object = managed, ...more: Action[]) {
  const { calls } = fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted('GptSystemsPublish', 'DataSourcesRead', ...more),
    [management]: () => json(agent),
    '/gptSystems/configurationStates/s1': () =>
      json({
        configuration: { configStateId: 's1', dataSources: [{ dataSourceId: 'd1' }, { dataSourceId: 'd2' }] },
      }),
    '/dataSources': () =>
      json({ items: [{ dataSourceId: 'd1', name: 'Handbook' }], continuationToken: null }),
    [`GET ${path}/escalations`]: () => json({ items: [] }),
    [`${path}/availability`]: () => json({ state: 'Available' }),
    [`GET ${path}`]: () => json(current),
    ...replies,
  })
  show(
    <Routes>
      <Route path="/admin/gptsystem/:gptSystemId/publicPage" element={<PublicPage />} />
    </Routes>,
    '/admin/gptsystem/g1/publicPage',
  )
  return calls
}
const sent = (calls: ReturnType<typeof open>, method: string) =>
  calls.filter((call) => call.method === method)
const toggle = () => get<HTMLButtonElement>('switch', 'Public page')
const slug = () => get('textbox', 'Name in the address')
const status = () => document.querySelector('[data-field=gptPublicEndpoint] [role=status]')

describe('a public page that isn’t set up', () => {
  it('is saved with its defaults over version 0, and can’t be turned on before', async () => {
    const calls = open(none, { [`PUT ${path}`]: () => json(state({ gptPublicEndpoint: 'help-desk' })) })
    await until(() => expect(textIn(slug())).toBe('help-desk'))
    expect(toggle().disabled).toBe(true)
    expect(all('region', 'Share')).toEqual([])
    expect(all('button', 'Delete public page')).toEqual([])
    await press('button', 'Save public page')
    await untilShown('Public page of Help desk saved')
    const [put] = sent(calls, 'PUT')
    expect(put?.headers['if-match']).toBe('"0"')
    expect(JSON.parse(put?.body ?? '')).toMatchObject({
      gptPublicEndpoint: 'help-desk',
      messagesPerDay: 1000,
      tokensPerDay: 1_000_000,
      visitorMessagesPerDay: 50,
      allowVision: false,
      contact: null,
    })
    await until(() => expect(toggle().disabled).toBe(false))
  })
})

describe('turning a page on', () => {
  it('shows first what becomes public', async () => {
    const calls = open(state(), {
      [`PUT ${path}/enabled`]: () => json(state({ enabled: true }, { version: 4 })),
    })
    await press('switch', 'Public page')
    await untilShown(
      'After saving, anyone on the internet can get answers from Help desk and from the files in Handbook, 1 library whose name you can’t see.',
    )
    expect(sent(calls, 'PUT')).toEqual([])
    await press('button', 'Turn on')
    await untilShown('Public page of Help desk turned on')
    expect(sent(calls, 'PUT').map(({ body }) => body)).toEqual(['{"enabled":true}'])
    expect(toggle().getAttribute('aria-checked')).toBe('true')
  })

  it('says so if the libraries can’t be found out, and doesn’t turn it on', async () => {
    open(state(), { '/gptSystems/configurationStates/s1': () => problem(500, 'server.failed') })
    await press('switch', 'Public page')
    await untilShown('Can’t find out what becomes public.')
    expect(all('button', 'Turn on')).toEqual([])
  })

  it('isn’t possible while something prevents it, which is named with the place to fix it', async () => {
    const obstacles: PublicPageState['obstacles'] = [
      { kind: 'FlagOff', names: [] },
      { kind: 'NotPublished', names: [] },
      { kind: 'LibraryNotPublic', names: ['Handbook', 'Old'] },
      { kind: 'PolicyInactive', names: [] },
    ]
    open(state({}, { obstacles }), {}, managed, 'InstanceSettingsRead')
    await untilShown('Before you can turn the page on:')
    expect(toggle().disabled).toBe(true)
    const links = () =>
      [...document.querySelectorAll('.public-obstacles a')].map((one) => [
        one.textContent,
        one.getAttribute('href'),
      ])
    await until(() =>
      expect(links()).toEqual([
        ['Open feature flags', '/admin/instanceSettings?tab=flags'],
        ['Publish the agent', '/admin/gptsystem/g1/publish'],
        ['Handbook', '/admin/datasource/d1/edit'],
        ['Open chat access policies', '/admin/chatAccessPolicy'],
      ]),
    )
    expect(document.querySelector('.public-obstacles')?.textContent).toContain('Old')
  })

  it('names who to ask if the user can’t fix it', async () => {
    const obstacles: PublicPageState['obstacles'] = [
      { kind: 'FlagOff', names: [] },
      { kind: 'LibraryNotPublic', names: [] },
    ]
    open(state({}, { obstacles }))
    await untilShown('Ask an administrator to turn on Public pages in the feature flags.')
    await untilShown('Ask someone who manages them.')
  })
})

describe('a page that is on', () => {
  it('is turned off after a confirmation, even if it can’t answer', async () => {
    const obstacles: PublicPageState['obstacles'] = [{ kind: 'NotPublished', names: [] }]
    const calls = open(state({ enabled: true }, { obstacles }), {
      [`PUT ${path}/enabled`]: () => json(state({}, { version: 4 })),
    })
    await untilShown('The page is on, but doesn’t answer:')
    await press('switch', 'Public page')
    await untilShown('Running answers end within 5 seconds')
    await press('button', 'Turn off')
    await untilShown('Public page of Help desk turned off')
    expect(sent(calls, 'PUT').map(({ body }) => body)).toEqual(['{"enabled":false}'])
  })

  it('warns before its address changes', async () => {
    open(state({ enabled: true }))
    await until(() => expect(textIn(slug())).toBe('help'))
    expect(document.body.textContent).not.toContain('links to the old address stop working')
    type(slug(), 'help-center')
    await untilShown('links to the old address stop working')
  })

  it('is tried in a test session that its tab finds', async () => {
    const session = { sessionIdentifier: 'v1', secret: 's', expiresAt: '2026-12-01T00:00:00.000Z' }
    const start = '/publicConversations/sessions/byGptPublicEndpoint/help'
    const calls = open(state({ enabled: true }), { [`POST ${start}`]: () => json(session) })
    const tab = { location: { href: '' }, close: vi.fn() }
    const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    await press('button', 'Try it')
    await until(() => expect(tab.location.href).toBe('/public-chat/help'))
    expect(JSON.parse(localStorage.getItem('parlance.public.help') ?? '')).toEqual(session)
    expect(sent(calls, 'POST')[0]?.headers.authorization).toMatch(/^Bearer /)
    expect(tab.close).not.toHaveBeenCalled()
    opened.mockRestore()
  })

  it('closes the tab if a test session can’t start', async () => {
    const start = '/publicConversations/sessions/byGptPublicEndpoint/help'
    open(state({ enabled: true }), { [`POST ${start}`]: () => problem(404, 'publicChat.unavailable') })
    const tab = { location: { href: '' }, close: vi.fn() }
    const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    await press('button', 'Try it')
    await untilShown('This chat isn’t available.')
    expect([tab.close.mock.calls.length, tab.location.href]).toEqual([1, ''])
    opened.mockRestore()
  })
})

describe('the address', () => {
  it.each([
    ['Available', 'This name is available.'],
    ['Own', 'This is the page’s name.'],
    ['Taken', 'Another agent already uses this name.'],
    ['Reserved', 'This name belonged to a deleted page and is reserved for 90 days.'],
  ])('says that a name is %s', async (found, text) => {
    open(state(), { [`${path}/availability`]: () => json({ state: found }) })
    await until(() => expect(status()?.textContent).toBe('This is the page’s name.'))
    type(slug(), 'other')
    await until(() => expect(status()?.textContent).toBe(text))
  })

  it('is checked once typing stops, and only if it is valid', async () => {
    const calls = open(state())
    await until(() => expect(textIn(slug())).toBe('help'))
    type(slug(), 'a')
    await until(() => expect(status()?.textContent).toContain('Use only a to z'))
    type(slug(), 'other')
    await until(() => expect(status()?.textContent).toBe('Checking whether the name is available…'))
    await until(() => expect(status()?.textContent).toBe('This name is available.'))
    const asked = calls.filter(({ path: one }) => one.includes('availability')).map(({ path: one }) => one)
    expect(asked.map((one) => new URL(one, 'http://a').searchParams.get('slug'))).toEqual(['other'])
  })

  it('shows at its field that someone else took the name meanwhile', async () => {
    open(state(), {
      [`PUT ${path}`]: () =>
        problem(409, 'publicEndpoint.slugTaken', { errors: [{ field: 'gptPublicEndpoint', message: 'x' }] }),
    })
    await until(() => expect(textIn(slug())).toBe('help'))
    type(slug(), 'other')
    await press('button', 'Save public page')
    await until(() =>
      expect(document.querySelector('[data-field=gptPublicEndpoint] .error')?.textContent).toBe(
        'Another agent already uses this name. Choose another one.',
      ),
    )
  })
})

describe('sharing', () => {
  it('offers the link, a QR code, and code for sites that can embed the page', async () => {
    open(state({ allowedOrigins: ['https://www.example.com'] }))
    await until(() => expect(textIn(get('textbox', 'Link'))).toBe('http://localhost/public-chat/help'))
    expect(textIn(get('textbox', 'Embed code'))).toBe(
      '<script src="http://localhost/embed/widget.js" data-page="help" data-label="Help desk" defer></script>',
    )
    const choice = document.querySelector<HTMLSelectElement>('[data-field="embedAs"] select')!
    choice.value = 'frame'
    await act(async () => choice.dispatchEvent(new Event('change', { bubbles: true })))
    expect(textIn(get('textbox', 'Embed code'))).toContain(
      '<iframe src="http://localhost/public-chat/help/true"',
    )
    expect(document.querySelector('.public-qr')?.getAttribute('aria-label')).toContain('/public-chat/help')
    expect(get<HTMLButtonElement>('button', 'Try it').disabled).toBe(true)
    await untilShown('Turn on the page to try it.')
  })

  it('says how to get code if no site can embed the page', async () => {
    open(state())
    await untilShown('add its origin under Embedding and save')
    expect(all('textbox', 'Embed code')).toEqual([])
  })
})

it('invalid origins are reported in their rows, and nothing is sent', async () => {
  const calls = open(state())
  await press('button', 'Add origin')
  type(get('textbox', 'Origin 1'), 'http://www.example.com')
  await press('button', 'Add origin')
  type(get('textbox', 'Origin 2'), 'https://www.example.com/help')
  await press('button', 'Save public page')
  await untilShown('Enter an https origin. Only localhost can use http.')
  await untilShown('Enter only the origin, without a path')
  expect(sent(calls, 'PUT')).toEqual([])
  await press('button', 'Remove origin 1')
  expect(textIn(get('textbox', 'Origin 1'))).toBe('https://www.example.com/help')
})

it('budgets that can’t be counted say what is missing', async () => {
  open(state({}, { isPriced: false, knowsNetworks: false }))
  await untilShown('Set prices for all deployments of this agent')
  await untilShown('Set TRUST_PROXY on the server first')
  for (const name of ['Cost in US dollars', 'Answers per network'])
    expect(get<HTMLInputElement>('textbox', name).disabled).toBe(true)
  await untilShown('12 of 1,000')
  await untilShown('3,400 of 1,000,000')
  await untilShown('$0.50')
})

it('someone else’s change in the meantime is shown with the own one', async () => {
  let tried = 0
  const calls = open(state(), {
    [`PUT ${path}`]: ({ body }) => {
      tried += 1
      if (tried > 1) return json(state(JSON.parse(body ?? ''), { version: 5 }))
      return problem(412, 'request.stale', { current: state({ messagesPerDay: 200 }, { version: 4 }) })
    },
  })
  await until(() => void get('textbox', 'Answers'))
  type(get('textbox', 'Answers'), '300')
  await press('button', 'Save public page')
  await until(() => void get('dialog'))
  expect(get('dialog').textContent).toContain('200')
  expect(get('dialog').textContent).toContain('300')
  await press('button', /Save/, get('dialog'))
  await untilShown('Public page of Help desk saved')
  expect(sent(calls, 'PUT').map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"'])
})

it('a deleted page starts over with the defaults', async () => {
  let current: PublicPageState = state({ gptPublicEndpoint: 'mine' })
  const calls = open(none, {
    [`GET ${path}`]: () => json(current),
    [`DELETE ${path}`]: () => {
      current = none
      return json(null)
    },
  })
  await until(() => expect(textIn(slug())).toBe('mine'))
  await press('button', 'Delete public page')
  await untilShown('No other agent can use its name for 90 days.')
  await press('button', 'Delete public page', get('dialog'))
  await untilShown('Public page of Help desk deleted')
  await until(() => expect(textIn(slug())).toBe('help-desk'))
  expect(sent(calls, 'DELETE')).toHaveLength(1)
})

it('users who can’t publish the agent see the required permission, and no link to the page', async () => {
  const calls = open(state(), {}, { ...managed, mayPublish: false })
  await untilShown(/requires the permission .*GptSystemsPublish/)
  expect(all('link', 'Public page')).toEqual([])
  expect(all('switch')).toEqual([])
  expect(calls.some(({ path: one }) => one.includes('publicEndpoint'))).toBe(false)
})

it('the link to the page is shown to users who can publish the agent', async () => {
  open(state())
  await until(() => void get('link', 'Public page'))
})

describe('sending to a person', () => {
  const webhook = { kind: 'Webhook', url: 'https://hooks.example/a' } as const

  it('keeps a secret that isn’t entered again, and shows an error of the server at its field', async () => {
    const calls = open(state({ escalation: webhook }), {
      [`PUT ${path}`]: () =>
        problem(400, 'webhook.insecure', {
          errors: [{ field: 'escalation.url', message: 'Enter an https URL.' }],
        }),
    })
    await until(() => expect(textIn(get('textbox', 'Webhook URL'))).toBe(webhook.url))
    type(get('textbox', 'Webhook URL'), 'http://hooks.example/b')
    await press('button', 'Save public page')
    await untilShown('Enter an https URL.')
    const [put] = sent(calls, 'PUT')
    expect(JSON.parse(put?.body ?? '').escalation).toEqual({ kind: 'Webhook', url: 'http://hooks.example/b' })
  })

  it('doesn’t offer email if the instance sends none, and says how', async () => {
    open(state({}, { sendsEmail: false }))
    await untilShown('To offer email, set SMTP_URL and MAIL_FROM on the server.')
  })

  it('lists what was sent, with short errors', async () => {
    open(state({ escalation: webhook }), {
      [`GET ${path}/escalations`]: () =>
        json({
          items: [
            {
              escalationId: 'e1',
              state: 'Failed',
              attempts: 6,
              createdAt: '2026-11-20T10:00:00Z',
              sentAt: null,
              nextAttemptAt: null,
              lastError: 'Status',
              lastStatus: 503,
            },
          ],
        }),
    })
    await untilShown('The webhook answered with status 503.')
    expect(document.querySelector('.public-escalations')?.textContent).toContain('Failed')
  })
})
