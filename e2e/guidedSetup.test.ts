import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { htmlPage, startWebsite, type Website } from '../server/src/testing/website.ts'
import { expectAccessible, LIGHT_ENGLISH, LOOKS, type Look } from './accessibility.ts'
import { expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { EGRESS_ALLOW: '127.0.0.1' } })
const path = '/admin/gptsystem/guided'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

let site: Website
beforeAll(async () => {
  site = await startWebsite({
    '/robots.txt': 'User-agent: *\nDisallow: /staff',
    '/': htmlPage(
      'Halden Rail',
      '<h1>Halden Rail</h1><p>Trains between Halden and Oslo.</p><a href="/tickets">Tickets</a><a href="/staff">Staff</a>',
    ),
    '/tickets': htmlPage(
      'Tickets',
      `<h2>Can I return a ticket?</h2><p>You can return a ticket for a full refund within 14 days of purchase.</p>
      <h2>How much luggage can I take?</h2><p>Two suitcases per person travel free of charge.</p>
      <h2>Where do I buy tickets?</h2><p>Tickets are sold at the station and on board.</p>`,
    ),
  })
})
afterAll(() => site?.close())

async function open(to = path, [, options, script]: Look = LIGHT_ENGLISH): Promise<Page> {
  const { page } = await stage.current.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(stage.current.origin + to)
  return page
}

test('an owner names a page, and gets a library, a draft with starters, an answer with a source, and a snippet', async () => {
  const page = await open('/admin/gptsystem')
  await page.getByRole('link', { name: 'Start from a website or files' }).click()
  await expectPath(page, path)
  await field(page, 'Web address').fill(`${site.origin}/`)
  await field(page, 'Web address').blur()
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Halden Rail')
  await page.getByRole('combobox', { name: 'Brand' }).selectOption('Halden Rail')
  await page.getByRole('combobox', { name: 'Deployment' }).selectOption('Built-in engine (quotes documents)')
  await expectAccessible(page, 'the form of the guided setup')
  await button(page, 'Create agent').click()

  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/guided\/[0-9a-f-]{36}\/edit$/)
  await expectVisible(page.getByText('3 questions in the draft'))
  await expectVisible(page.getByText('2 of 3 pages read'))
  await page.getByText('1 page was skipped').click()
  await expectVisible(page.getByText('The site’s robots.txt doesn’t allow it.'))
  await expectVisible(page.getByRole('link', { name: 'Open library Halden Rail' }))
  await expectVisible(page.getByRole('link', { name: 'Edit draft of Halden Rail' }))

  // Nothing is public yet, and the page says what is missing.
  const steps = page.getByRole('region', { name: 'Publish to a website' })
  await expectVisible(steps.getByText('Turn on the public page.'))
  expect(await steps.getByRole('listitem').count()).toBeGreaterThan(2)
  expect(await field(page, 'Embed code').inputValue()).toContain('data-page="halden-rail"')
  const slug = await call(stage.current.app, '/api/internal/publicConversations/endpoints/halden-rail', {})
  expect(slug.status).toBe(404)

  const chat = page.locator('.test-chat')
  await chat.getByRole('button', { name: 'Can I return a ticket?' }).click()
  await expectVisible(chat.getByText('within 14 days of purchase').first())
  await expectVisible(chat.getByText('Tickets.html').first())
  await expectAccessible(page, 'the result of the guided setup')

  // After a reload, everything is still there, and nothing was created twice.
  await page.reload()
  await expectVisible(page.getByText('3 questions in the draft'))
  await page.getByRole('link', { name: 'Open library Halden Rail' }).click()
  await expectVisible(page.getByText('Tickets.html'))
  await page.goto(stage.current.origin + path)
  const earlier = page.getByRole('region', { name: 'Started earlier' }).getByRole('link')
  await expect.poll(() => earlier.count()).toBe(1)
})

test('files become a library in the same step', async () => {
  const page = await open()
  await page.getByText('Files or a folder').click()
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Choose files').click()
  await (await choosing).setFiles([
    {
      name: 'Handbook.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# When do we open?\n\nWe open at nine.'),
    },
  ])
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Handbook')
  await button(page, 'Create agent').click()
  await expectVisible(page.getByText('1 question in the draft'))
  await expectVisible(page.getByText('1 of 1 file uploaded'))
  await expectVisible(page.getByText('When do we open?').first())
  await expectVisible(page.getByText('To get the code for your website, add its origin to the public page.'))
})

test('a site that can’t be read says why, and is read again later', async () => {
  const pages = site.pages['/']
  site.pages['/'] = (response) => response.writeHead(503).end()
  const page = await open()
  await field(page, 'Web address').fill(site.origin)
  await field(page, 'Web address').blur()
  await expectVisible(page.getByText('It answered with status 503.'))
  await field(page, 'Name').fill('Away')
  await button(page, 'Create agent').click()
  await expectVisible(page.getByText('The website couldn’t be read: It answered with status 503.'))
  await expectVisible(page.getByRole('link', { name: 'Open library Away' }))
  site.pages['/'] = pages ?? ''
  await button(page, 'Try skipped pages again').click()
  await expectVisible(page.getByText('2 of 3 pages read'))
  await expectVisible(page.getByText('3 questions in the draft'))
})

test.each(LOOKS)('the form fits and is accessible: %s', async (...look) => {
  const page = await open(path, look as Look)
  await page.locator('[data-field=url]').waitFor()
  await expectAccessible(page, 'the form of the guided setup')
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
})
