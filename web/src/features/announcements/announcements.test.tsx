// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeReplies, json, problem } from '../../testing/fakeServer.ts'
import { all, get, press, show, until, untilShown } from '../../testing/screen.tsx'
import { AnnouncementsHost } from './AnnouncementsHost.tsx'
import { bannerState } from './bannerState.ts'
import { hasDrifted, received, type ShownAnnouncement, serverTime } from './data/shownList.ts'
import { shownMark } from './data/shownMark.ts'
import { hasFoldedSpace } from './foldedUntil.ts'
import { VisitorAnnouncements } from './VisitorAnnouncements.tsx'
// Preloaded. The host loads it when it is first needed.
import './OwnAnnouncements.tsx'

const path = '/currentUser/announcements'
/** A server whose clock is a day ahead of the device's. */
const AHEAD = 86_400_000
const at = (minutes: number) => new Date(Date.now() + AHEAD + minutes * 60_000).toISOString()
const one = (given: Partial<ShownAnnouncement> = {}): ShownAnnouncement => ({
  announcementId: 'a1',
  text: { en: 'Read this', ar: '' },
  importance: 'Info',
  to: at(60),
  startsAt: null,
  edition: 1,
  readAt: null,
  ...given,
})
const list = (...items: ShownAnnouncement[]) => json({ now: at(0), items })
const text = () => document.body.textContent
const titles = () => [...document.querySelectorAll('h2')].map((title) => title.textContent)

beforeEach(() => {
  localStorage.clear()
  bannerState.set({ chosen: null, folded: {}, postponed: {}, hasLine: false, focused: null })
  shownMark.set({ mark: 'm1' })
})
afterEach(() => {
  vi.restoreAllMocks()
  act(() => shownMark.set({ mark: '' }))
})

describe('announcements', () => {
  it('are not asked for while none are shown', async () => {
    shownMark.set({ mark: '' })
    const { calls } = fakeReplies({ [path]: () => list(one()) })
    show(<AnnouncementsHost />)
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(calls).toEqual([])
    act(() => shownMark.set({ mark: 'm2' }))
    await untilShown('Read this')
    expect(calls.map((call) => call.path)).toEqual([
      '/api/internal/currentUser/announcements?brandKey=default',
    ])
    act(() => shownMark.set({ mark: '' }))
    expect(titles()).toEqual([])
  })

  it('are shown one at a time, and dismissed for good', async () => {
    let items = [
      one({ importance: 'Important' }),
      one({ announcementId: 'a2', text: { en: 'Lunch', ar: '' } }),
    ]
    const { calls } = fakeReplies({
      [path]: () => list(...items),
      [`POST ${path}/a2/read`]: () => {
        items = items.slice(0, 1)
        return json({ readAt: at(0) })
      },
    })
    show(<AnnouncementsHost />)
    await untilShown('1 of 2')
    expect(titles()).toEqual(['Important'])
    await press('button', 'Next announcement')
    expect(text()).toContain('2 of 2')
    await press('button', 'Dismiss announcement')
    await until(() => expect(titles()).toEqual(['Important']))
    expect(text()).not.toContain('1 of')
    const sent = calls.find(({ method }) => method === 'POST')
    expect(JSON.parse(sent?.body ?? '')).toEqual({ edition: 1 })
  })

  it('that must be confirmed can wait, and stay if that can’t be recorded', async () => {
    const reply = vi.fn(() => problem(409, 'announcement.otherEdition'))
    fakeReplies({ [path]: () => list(one({ importance: 'Important' })), [`POST ${path}/a1/read`]: reply })
    show(<AnnouncementsHost />)
    await press('button', 'I’ve read this')
    await untilShown('This announcement was changed in the meantime.')
    expect(titles()).toEqual(['Important'])
    await press('button', 'Later')
    expect(titles()).toEqual([])
    expect(reply).toHaveBeenCalledTimes(1)
  })

  it('of maintenance count down by the server’s time, and are said once', async () => {
    const notice = one({ importance: 'Maintenance', startsAt: at(12) })
    fakeReplies({ [path]: () => list(notice) })
    show(<AnnouncementsHost />)
    await until(() => expect(titles()).toEqual(['Maintenance begins in 12 minutes']))
    const said = () => document.querySelector('[role=status]')?.textContent
    await until(() => expect(said()).toBe('Maintenance begins in 12 minutes: Read this'))
    const clocks = [performance.now.bind(performance), Date.now.bind(Date)] as const
    const pass = (minutes: number) => {
      vi.spyOn(performance, 'now').mockImplementation(() => clocks[0]() + minutes * 60_000)
      vi.spyOn(Date, 'now').mockImplementation(() => clocks[1]() + minutes * 60_000)
    }
    pass(5)
    await until(() => expect(titles()).toEqual(['Maintenance begins in 7 minutes']))
    expect(said()).toBe('Maintenance begins in 12 minutes: Read this')
    pass(13)
    await until(() => expect(titles()).toEqual(['Maintenance is under way']))
    await until(() => expect(said()).toBe('Maintenance is under way: Read this'))
    pass(61)
    await until(() => expect(titles()).toEqual([]))
  })

  it('of maintenance are folded to a line of their own, on all pages of the person', async () => {
    const notice = one({ importance: 'Maintenance', startsAt: at(12) })
    const { calls } = fakeReplies({
      [path]: () => list(notice, one({ announcementId: 'a2' })),
      [`POST ${path}/a1/read`]: () => json({ readAt: at(0) }),
    })
    show(<AnnouncementsHost />)
    await untilShown('1 of 2')
    await press('button', 'Fold notice')
    await until(() => expect(titles()).toEqual(['Maintenance begins in 12 minutes', 'Announcement']))
    expect(text()).not.toContain('1 of')
    expect(calls.some(({ method }) => method === 'POST')).toBe(true)
    const unfold = get('button', 'Unfold notice')
    expect([unfold.getAttribute('aria-expanded'), document.activeElement]).toEqual(['false', unfold])
    await press('button', 'Unfold notice')
    expect(titles()).toEqual(['Maintenance begins in 12 minutes'])
    expect(text()).toContain('1 of 2')
    expect(all('button', 'Dismiss announcement')).toEqual([])
    const fold = get('button', 'Fold notice')
    expect([fold.getAttribute('aria-expanded'), document.activeElement]).toEqual(['true', fold])
  })

  it('that were folded on another device come last, and move nothing until the next page', async () => {
    fakeReplies({
      [path]: () =>
        list(
          one({ importance: 'Maintenance', startsAt: at(1), readAt: at(-1) }),
          one({ announcementId: 'a2' }),
        ),
    })
    show(<AnnouncementsHost />)
    await untilShown('1 of 2')
    expect([titles(), hasFoldedSpace()]).toEqual([['Announcement'], true])
    expect(document.querySelector('.announcement-line')).toBeNull()
    await press('button', 'Next announcement')
    get('button', 'Unfold notice')
  })

  it('that are folded have their space before they are loaded, and leave it if there are none', async () => {
    const line = () => document.querySelectorAll('.announcement-line').length
    shownMark.set({ mark: '' })
    bannerState.set({ hasLine: true })
    let answer = (_: Response) => {}
    fakeReplies({ [path]: () => new Promise((resolve) => (answer = resolve)) })
    show(<AnnouncementsHost />)
    expect(line()).toBe(1)
    act(() => shownMark.set({ mark: 'm2' }))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(line()).toBe(1)
    await act(async () => answer(list()))
    await until(() => expect([line(), hasFoldedSpace()]).toEqual([0, false]))
  })

  it('ask for the time again after the device slept', async () => {
    const { calls } = fakeReplies({ [path]: () => list(one()) })
    show(<AnnouncementsHost />)
    await untilShown('Read this')
    const real = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000)
    await until(() => expect(calls).toHaveLength(2))
  })
})

describe('visitors', () => {
  it('see what this browser hasn’t recorded as read', async () => {
    const shown = [one({ importance: 'Important' }), one({ announcementId: 'a2', importance: 'Important' })]
    const { calls } = fakeReplies({ '/announcements/visitors': () => list(...shown) })
    show(<VisitorAnnouncements page="PublicChat" />)
    await untilShown('1 of 2')
    expect(all('button', 'Later')).toEqual([])
    await press('button', 'I’ve read this')
    await until(() => expect(text()).not.toContain('1 of 2'))
    expect(JSON.parse(localStorage.getItem('announcementsRead') ?? '')).toEqual(['a1 1'])
    expect(calls.map((call) => [call.method, call.path])).toEqual([
      ['GET', '/api/internal/announcements/visitors?brandKey=default&page=PublicChat'],
    ])
  })

  it('see their page if announcements can’t be loaded', async () => {
    fakeReplies({ '/announcements/visitors': () => problem(500, 'server.failed') })
    show(<VisitorAnnouncements page="SignIn" />)
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(text()).toBe('')
  })
})

describe('the time of the server', () => {
  it('goes on with the page’s own clock, whatever the device’s clock says', () => {
    const shown = received({ now: '2026-05-01T12:00:00.000Z', items: [] })
    const real = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => real() + 60_000)
    vi.spyOn(Date, 'now').mockReturnValue(0)
    expect(serverTime(shown) - Date.parse('2026-05-01T12:01:00.000Z')).toBeLessThan(1000)
    expect(hasDrifted(shown)).toBe(true)
  })
})
