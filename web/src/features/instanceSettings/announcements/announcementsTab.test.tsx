// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { fakeReplies, json, permitted, problem, type Replies } from '../../../testing/fakeServer.ts'
import { all, get, press, show, textIn, type, until, untilShown } from '../../../testing/screen.tsx'
import type { Announcement } from '../data/announcementsApi.ts'
import { AnnouncementsTab } from './AnnouncementsTab.tsx'

const path = '/announcements'
const announcement: Announcement = {
  announcementId: 'a1',
  text: { en: 'Read this', ar: '' },
  brandKey: null,
  groupIds: [],
  importance: 'Important',
  from: '2026-04-01T12:00:00.000Z',
  to: '2026-05-01T12:00:00.000Z',
  startsAt: null,
  visitors: false,
  state: 'Shown',
  edition: 1,
  version: 3,
  createdAt: '2026-04-01T12:00:00.000Z',
  updatedAt: '2026-04-01T12:00:00.000Z',
}
const list = (...items: Announcement[]) => json({ items, continuationToken: null })
const replies = (given: Replies) =>
  fakeReplies({
    '/currentUser/rolesWithResolvedActions': () => permitted('InstanceSettingsWrite', 'UserRead'),
    [`${path}/a1/reach`]: () => json({ people: 4, read: 1 }),
    ...given,
  })
const buttons = () => all('button').map((one) => one.textContent)
const sent = (calls: { method: string; body: string | undefined }[], method: string) =>
  JSON.parse(calls.find((call) => call.method === method)?.body ?? '{}')

describe('announcements', () => {
  it('without any, say what they are for, and readers can’t add one', async () => {
    replies({ [path]: () => list() })
    show(<AnnouncementsTab readOnly />)
    await untilShown('No announcements yet.')
    expect(buttons()).toEqual([])
  })

  it('that can’t be loaded are loaded again on request', async () => {
    let works = false
    replies({ [path]: () => (works ? list(announcement) : problem(500, 'server.failed')) })
    show(<AnnouncementsTab readOnly />)
    await until(() => void get('button', 'Try again'))
    works = true
    await press('button', 'Try again')
    await untilShown('Read this')
  })

  it('show their state, whom they are for, and how many have read them', async () => {
    const over: Announcement = { ...announcement, announcementId: 'a2', state: 'Over', importance: 'Info' }
    const { calls } = replies({
      [path]: () =>
        list({ ...announcement, visitors: true, brandKey: 'vela' }, { ...over, groupIds: ['engineers'] }),
      [`${path}/a2/reach`]: () => json({ people: 100_000, read: 2 }),
    })
    show(<AnnouncementsTab readOnly />)
    await untilShown('People who have read it: 1 of 4')
    const text = () => document.body.textContent
    expect(text()).toContain('For everyone, also without sign-in. Only on pages of vela.')
    await untilShown(/For members of .*engineers/)
    expect(text()).toContain('Over')
    // Of one that is over, people are counted on request.
    expect(calls.some((call) => call.path.endsWith('/a2/reach'))).toBe(false)
    expect(buttons()).toEqual(['Count who has read it'])
    await press('button', 'Count who has read it')
    await untilShown('People who dismissed it: 2 of 100,000+')
  })

  it('are changed over the version that was read, and a conflict keeps what was typed', async () => {
    const { calls } = replies({
      [`GET ${path}`]: () => list(announcement),
      [`PUT ${path}/a1`]: () => problem(412, 'request.stale'),
    })
    show(<AnnouncementsTab readOnly={false} />)
    await press('button', 'Change')
    expect(all('switch', 'Ask people to read it again')).toEqual([])
    type(get('textbox', 'Text in English'), 'Read that')
    expect(get('switch', 'Ask people to read it again').getAttribute('aria-checked')).toBe('true')
    await press('switch', 'Ask people to read it again')
    await press('button', 'Save announcement')
    await until(() => expect(all('alert')).toHaveLength(1))
    const put = calls.find(({ method }) => method === 'PUT')
    expect(put?.headers['if-match']).toBe('"3"')
    expect(sent(calls, 'PUT')).toMatchObject({ text: { en: 'Read that', ar: '' }, readAgain: false })
    expect(textIn(get('textbox', 'Text in English'))).toBe('Read that')
  })

  it('are duplicated as new ones, once however often that is tried', async () => {
    const { calls } = replies({
      [`GET ${path}`]: () => list(announcement),
      [`POST ${path}`]: () => problem(500, 'server.failed'),
    })
    show(<AnnouncementsTab readOnly={false} />)
    await press('button', 'Duplicate')
    await press('button', 'Save announcement')
    await until(() => expect(all('alert')).toHaveLength(1))
    await press('button', 'Save announcement')
    const posts = () => calls.filter(({ method }) => method === 'POST')
    await until(() => expect(posts()).toHaveLength(2))
    expect(sent(calls, 'POST')).toMatchObject({ text: { en: 'Read this', ar: '' }, importance: 'Important' })
    expect(new Set(posts().map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('name who has read them, and who hasn’t, to those who can see users', async () => {
    const reader = { userId: 'u1', name: 'Anna', email: 'anna@example.com' }
    replies({
      [`GET ${path}`]: () => list(announcement),
      [`${path}/a1/readers`]: ({ path: asked }) =>
        json({
          items: asked.includes('state=Missing')
            ? []
            : [{ state: 'Read', person: reader, readAt: announcement.from }],
          continuationToken: null,
        }),
    })
    show(<AnnouncementsTab readOnly={false} />)
    await press('button', 'Who has read it')
    await untilShown('anna@example.com')
    const missing = [...document.querySelectorAll('label')].find(
      (one) => one.textContent === 'Haven’t read it',
    )
    act(() => missing?.click())
    await untilShown('Everyone has read it.')
  })

  it('name no one to those who can’t see users', async () => {
    replies({
      [`GET ${path}`]: () => list(announcement),
      '/currentUser/rolesWithResolvedActions': () => permitted('InstanceSettingsWrite'),
    })
    show(<AnnouncementsTab readOnly={false} />)
    await untilShown('People who have read it')
    expect(buttons()).toEqual(['Add announcement', 'Change', 'Duplicate', 'Delete'])
  })
})
