import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { publishPage } from '../server/src/testing/visitors.ts'
import { expectAccessible, LIGHT_ENGLISH, LOOKS, type Look } from './accessibility.ts'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { CUSTOMER_CARE, find } from './policyScreens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const path = '/api/internal/announcements'
const MINUTE = 60_000

afterEach(async () => {
  const { app } = stage.current
  const token = await app.token('admin')
  const { body } = await call<{ items: { announcementId: string }[] }>(app, `${path}?pageSize=200`, { token })
  for (const { announcementId } of body.items)
    await call(app, `${path}/${announcementId}`, { token, method: 'DELETE' })
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const banner = (page: Page, name: string | RegExp) => page.getByRole('article', { name })
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()

async function create(input: object): Promise<void> {
  const { app } = stage.current
  const body = { importance: 'Info', from: at(-5), to: at(180), ...input }
  const { status } = await call(app, path, { token: await app.token('admin'), body })
  expect(status).toBe(200)
}
const maintenance = (minutes: number, more: object = {}) =>
  create({
    importance: 'Maintenance',
    text: { en: 'The chat gets faster disks.', ar: 'تحصل الدردشة على أقراص أسرع.' },
    startsAt: at(minutes),
    ...more,
  })

async function openAs(
  userName: string,
  at = '/chat',
  [, options, before]: Look = LIGHT_ENGLISH,
): Promise<Page> {
  const { page } = await stage.current.openAs(userName, options)
  if (before) await page.addInitScript(before)
  await page.goto(`${stage.current.origin}${at}`)
  return page
}
/** Whether the announcement on a page hides part of the field for questions. */
async function coversComposer(page: Page): Promise<boolean> {
  const [over, composer] = await Promise.all(
    [page.getByRole('article').first(), page.locator('.composer').first()].map((one) => one.boundingBox()),
  )
  if (!over || !composer) throw new Error('The page has no announcement or no composer.')
  return over.y < composer.y + composer.height && composer.y < over.y + over.height
}
const isTooWide = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

describe('a maintenance notice', () => {
  test('for a group appears on open pages of its members within a minute, and can only be folded', async () => {
    const { current } = stage
    const [anna, ben] = await Promise.all([openAs('anna'), openAs('ben')])
    const composer = anna.getByRole('textbox', { name: /message|question/i }).first()
    await expectVisible(composer)
    const before = await composer.boundingBox()

    const admin = await openAs('admin', '/admin/instanceSettings?tab=announcements')
    await expectVisible(admin.getByText(/^No announcements yet/))
    await button(admin, 'Add announcement').click()
    const dialog = admin.getByRole('dialog', { name: 'Add an announcement' })
    await dialog.getByText('Maintenance', { exact: true }).click()
    await button(admin, 'Save announcement').click()
    await expectVisible(dialog.getByText('Enter the text in at least one language'))
    await dialog.getByLabel('Text in English').fill('Faster disks. See https://status.example.com/disks.')
    await expectVisible(dialog.getByRole('region', { name: 'On pages in Arabic' }))
    await find(dialog, 'Add a group', 'Customer Care')
    await expectAccessible(admin, 'the dialog of an announcement')
    const saved = Date.now()
    await button(admin, 'Save announcement').click()
    await expectGone(dialog)
    const card = admin.getByRole('region', { name: /^Faster disks/ })
    await expectVisible(card.getByText('For members of Customer Care.'))
    await expectVisible(card.getByText(/^People who folded it: 0 of \d+$/))

    const notice = banner(anna, /^Maintenance begins in (1 hour|\d+ minutes)/)
    await expectVisible(notice)
    expect(Date.now() - saved).toBeLessThan(MINUTE)
    const link = notice.getByRole('link', { name: 'https://status.example.com/disks', exact: true })
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    // Nothing that is read or typed into moved.
    expect(await composer.boundingBox()).toEqual(before)
    expect(await notice.getByRole('button').count()).toBe(1)
    await notice.getByRole('button', { name: 'Fold notice' }).click()
    await expectGone(notice.getByRole('link').filter({ visible: true }))
    await expectFocused(notice.getByRole('button', { name: 'Unfold notice' }))
    await anna.reload()
    await expectVisible(notice.getByRole('button', { name: 'Unfold notice' }))
    await anna.goto(`${current.origin}/chat/agents`)
    await expectVisible(notice.getByRole('button', { name: 'Unfold notice' }))
    expect(await banner(ben, /./).count()).toBe(0)

    await admin.reload()
    await expectVisible(card.getByText(/^People who folded it: 1 of \d+$/))
    await card.getByRole('button', { name: 'Delete' }).click()
    await button(admin, 'Delete announcement').click()
    await expectGone(card)
    await expectGone(notice)
  })

  test('counts down by the time of the server, and says when it is under way', async () => {
    const { page } = await stage.current.openAs('anna')
    // The clock of this device is two hours ahead.
    await page.addInitScript(`{
      const now = Date.now.bind(Date)
      Date.now = () => now() + 7_200_000
    }`)
    await maintenance(1.5)
    await page.goto(`${stage.current.origin}/chat`)
    await expectVisible(banner(page, 'Maintenance begins in 2 minutes'))
    const said = page.locator('.announcements [role=status]')
    await expect
      .poll(() => said.textContent())
      .toBe('Maintenance begins in 2 minutes: The chat gets faster disks.')
    await expectVisible(banner(page, 'Maintenance begins in 1 minute'))
    // A screen reader isn't told of each minute.
    expect(await said.textContent()).toMatch(/^Maintenance begins in 2 minutes/)
    await expectVisible(banner(page, 'Maintenance is under way'))
    expect(await said.textContent()).toBe('Maintenance is under way: The chat gets faster disks.')
  })

  test('appears to visitors of a public page and before sign-in, without what is for people', async () => {
    const { current } = stage
    await maintenance(30)
    await create({ importance: 'Important', text: { en: 'The shop is closed.' } })
    await create({ text: { en: 'Lunch is ready.' } })
    const slug = await publishPage(current.app, await current.publish('Timetable desk'))
    const { page } = await current.open()
    await page.goto(`${current.origin}/public-chat/${slug}`)
    await expectVisible(banner(page, /^Maintenance begins in/))
    await expectVisible(page.getByText('1 of 2'))
    await button(page, 'Next announcement').click()
    await expectVisible(banner(page, 'Important').getByText('The shop is closed.'))
    await expectAccessible(page, 'an announcement on a public page')
    await button(page, 'I’ve read this').click()
    await expectGone(banner(page, 'Important'))
    await page.reload()
    await expectVisible(banner(page, /^Maintenance begins in/))
    expect(await page.getByText('1 of').count()).toBe(0)
    // A popup is as small as a phone, and starts with the composer.
    await page.setViewportSize({ width: 390, height: 640 })
    await page.goto(`${current.origin}/public-chat/${slug}/true`)
    await expectVisible(banner(page, /^Maintenance begins in/))
    expect(await coversComposer(page)).toBe(false)
    await button(page, 'Fold notice').click()
    await expectFocused(button(page, 'Unfold notice'))
    expect(await coversComposer(page)).toBe(false)
    await page.goto(`${current.origin}/auth/login`)
    await expectVisible(banner(page, /^Maintenance begins in/))
    await expectAccessible(page, 'a maintenance notice before sign-in')
  })
})

describe('an important announcement', () => {
  test('comes back until it is confirmed, and the administrator sees who has read it', async () => {
    const { current } = stage
    await create({ importance: 'Important', text: { en: 'New rules apply.' }, groupIds: [CUSTOMER_CARE] })
    const anna = await openAs('anna')
    const notice = banner(anna, 'Important')
    await expectVisible(notice.getByText('New rules apply.'))
    await notice.getByRole('button', { name: 'Later' }).click()
    await expectGone(notice)
    await anna.reload()
    await expectVisible(notice)
    expect(await notice.getByRole('button', { name: 'Dismiss announcement' }).count()).toBe(0)
    await notice.getByRole('button', { name: 'I’ve read this' }).click()
    await expectGone(notice)
    await expectFocused(anna.locator('#main'))

    const admin = await openAs('admin', '/admin/instanceSettings?tab=announcements')
    const card = admin.getByRole('region', { name: 'New rules apply.' })
    await expectVisible(card.getByText(/^People who have read it: 1 of/))
    await card.getByRole('button', { name: 'Who has read it' }).click()
    const readers = admin.getByRole('dialog', { name: 'Who has read the announcement' })
    await expectVisible(readers.getByRole('listitem').filter({ hasText: 'Anna Lindqvist' }))
    await expectAccessible(admin, 'who has read an announcement')
    const download = admin.waitForEvent('download')
    await button(admin, 'Export CSV').click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    await readers.getByRole('searchbox').fill('no one by this name')
    await expectVisible(readers.getByText(/^No one found/))
    await button(admin, 'Close').click()

    await card.getByRole('button', { name: 'Change' }).click()
    await admin.getByLabel('Text in English').fill('Other rules apply.')
    await expect
      .poll(() => admin.getByRole('switch', { name: 'Ask people to read it again' }).isChecked())
      .toBe(true)
    await button(admin, 'Save announcement').click()
    await expectVisible(notice.getByText('Other rules apply.'))
    await anna.reload()
    await expectVisible(notice.getByText('Other rules apply.'))
    await current.app.token('anna')
  })
})

describe('several announcements', () => {
  test.each(LOOKS)('are shown one at a time, accessibly: %s', async (...look) => {
    await maintenance(90)
    const text = { en: 'A long text. '.repeat(150).trim(), ar: 'نص طويل. '.repeat(200).trim() }
    await create({ importance: 'Important', text })
    await create({ text: { en: 'Lunch is ready.' } })
    const page = await openAs('anna', '/chat', look)
    await expectVisible(page.getByText(/^1 (of|من) 3$/))
    await expectAccessible(page, `a maintenance notice, ${look[0]}`)
    const next = page.getByRole('button', { name: /^(Next announcement|الإعلان التالي)$/ })
    await next.click()
    await expectVisible(page.getByText(/^2 (of|من) 3$/))
    await expectAccessible(page, `a long announcement, ${look[0]}`)
    expect(await isTooWide(page)).toBe(false)
    // The composer stays reachable.
    expect(await coversComposer(page)).toBe(false)
    await next.click()
    const info = page.locator('.announcement-text')
    // There is no Arabic text, so the English one is shown from left to right.
    await expect.poll(() => info.textContent()).toBe('Lunch is ready.')
    expect([await info.getAttribute('lang'), await info.getAttribute('dir')]).toEqual(['en', 'ltr'])
    await page.getByRole('button', { name: /^(Dismiss announcement|إخفاء الإعلان)$/ }).click()
    await expectVisible(page.getByText(/^1 (of|من) 2$/))
  })

  test.each(LOOKS)('are listed accessibly: %s', async (...look) => {
    await maintenance(90)
    await create({ importance: 'Important', text: { en: 'Read this' }, groupIds: [CUSTOMER_CARE] })
    await create({ text: { ar: 'انتهى هذا' }, from: at(-20), to: at(-10) })
    await create({ text: { en: 'Later' }, from: at(20), to: at(30), brandKey: 'default' })
    const page = await openAs('admin', '/admin/instanceSettings?tab=announcements', look)
    await expectVisible(page.getByRole('region', { name: 'Later' }))
    await expect.poll(() => page.getByText(/^(Counting people|جارٍ عدّ)/).count()).toBe(0)
    await expectAccessible(page, `the announcements, ${look[0]}`)
    expect(await isTooWide(page)).toBe(false)
    await page.getByRole('button', { name: /^(Add announcement|إضافة إعلان)$/ }).click()
    await expectVisible(page.getByRole('dialog').getByRole('radiogroup'))
    await expectAccessible(page, `a new announcement, ${look[0]}`)
  })
})
