import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { publishPage } from '../server/src/testing/visitors.ts'
import { DARK_ARABIC, expectAccessible, type Look, PHONE } from './accessibility.ts'
import { chooseRowAction, expectRowGone, rowOf } from './brandScreens.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import {
  addDocument,
  changeSection,
  guidelinesDialog,
  listPath,
  publish,
  publishNewText,
  storedConsents,
  storedDocument,
} from './guidelinesScreens.ts'
import { find } from './policyScreens.ts'
import { answers, composer, openAccountMenu, readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const at = (path: string) => stage.current.origin + path
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const headings = (page: Page) =>
  page
    .getByRole('textbox', { name: 'Heading', exact: true })
    .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value))
const wider = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

async function open(path: string, [, options, before]: Look = ['', {}, '']): Promise<Page> {
  const { page } = await stage.current.openAs('admin', options)
  if (before) await page.addInitScript(before)
  await page.goto(at(path))
  return page
}

describe('the administration of guidelines', () => {
  test('[R-2-055] [R-2-156] [R-6-014] /admin/guidelines lists documents with their versions, and deletes one', async () => {
    const agent = await stage.current.publish('Listed helper')
    const links = [{ gptSystemId: agent }]
    const published = await addDocument(stage.current, { title: 'Listed rules', links })
    await publish(stage.current, published)
    await changeSection(stage.current, published, 'Changed since.')
    await addDocument(stage.current, { title: 'Listed draft', requireConsent: false })
    const page = await open('/admin')
    await page
      .getByRole('navigation', { name: 'Management' })
      .getByRole('link', { name: 'Guidelines' })
      .click()
    await expectPath(page, listPath)
    await expect
      .poll(() => readText(rowOf(page, 'Listed rules')))
      .toMatch(/1 agent or brand[\s\S]*Version 1, since [\s\S]*None[\s\S]*Unpublished changes[\s\S]*0/)
    await expect
      .poll(() => readText(rowOf(page, 'Listed draft')))
      .toMatch(/Not linked[\s\S]*Not published[\s\S]*Not required/)
    await expectAccessible(page, 'the guidelines')
    await page.getByRole('searchbox', { name: 'Search guidelines' }).fill('listed draft')
    await expectRowGone(page, 'Listed rules')
    await chooseRowAction(page, 'Listed draft', 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete Listed draft?' })
    await expectVisible(dialog.getByText(/Its versions and acceptances stay recorded/))
    await dialog.getByRole('button', { name: 'Delete Listed draft' }).click()
    await expectVisible(page.getByText('Listed draft deleted'))
  })

  test('[R-2-056] [R-1-017] /admin/guidelines/new starts from a template, with its preview', async () => {
    const page = await open(`${listPath}/new`)
    await button(page, 'Create document').click()
    await expectVisible(page.getByText('Enter a title'))
    await expectFocused(field(page, 'Title'))
    await field(page, 'Title').fill('From a template')
    const templates = page.getByRole('radiogroup', { name: 'Template' })
    await templates.getByRole('radio', { name: /^Works council notice/ }).check()
    const preview = page.getByRole('region', { name: 'Preview of Works council notice' })
    await expectVisible(preview)
    const first = (await preview.getByRole('heading').first().innerText()).trim()
    await expectAccessible(page, 'a new document')
    await button(page, 'Create document').click()
    await expectPath(page, /^\/admin\/guidelines\/[0-9a-f-]{36}\/edit$/)
    await expect.poll(async () => (await headings(page))[0]).toBe(first)
  })

  test('[R-2-057] [R-1-017] /admin/guidelines/{guidelinesDocumentId}/edit links, writes, and orders sections by keyboard and by dragging', async () => {
    await stage.current.publish('Edited helper')
    const id = await addDocument(stage.current, { title: 'To be edited' }, [
      { heading: 'First', text: 'One' },
      { heading: 'Second', text: 'Two' },
    ])
    // High enough to drag from one section to another.
    const page = await open(`${listPath}/${id}/edit`, ['', { viewport: { width: 1280, height: 2200 } }, ''])
    await find(page, 'Add an agent', 'Edited helper')
    await find(page, 'Add a brand', 'Halden')
    await button(page, 'Add section').click()
    await page.keyboard.type('Third')
    const third = page.locator('.guidelines-section').nth(2)
    await third.getByRole('textbox', { name: 'Text' }).fill('Use **three** sentences.')
    await third.getByRole('radio', { name: 'Preview' }).check({ force: true })
    await expectVisible(third.locator('strong', { hasText: 'three' }))
    await third.getByRole('switch', { name: 'Instruction for the model' }).click()

    await button(page, 'Move Third up').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => headings(page)).toEqual(['First', 'Third', 'Second'])
    await expectVisible(page.getByRole('status').getByText('Third moved to position 2 of 3'))
    await expectFocused(button(page, 'Move Third up'))
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => headings(page)).toEqual(['First', 'Second', 'Third'])
    await expectFocused(button(page, 'Move Third up'))
    const second = page.locator('.guidelines-section').nth(1)
    await second
      .locator('.guidelines-section-head svg')
      .first()
      .dragTo(page.locator('.guidelines-section').first())
    await expect.poll(() => headings(page)).toEqual(['Second', 'First', 'Third'])
    await button(page, 'Remove First').click()
    await expect.poll(() => headings(page)).toEqual(['Second', 'Third'])
    await button(page, 'Undo').click()
    await expect.poll(() => headings(page)).toEqual(['Second', 'First', 'Third'])
    await expectAccessible(page, 'a document')

    await page.getByRole('link', { name: 'Brands' }).click()
    await button(page, 'Stay').click()
    await button(page, 'Save draft').click()
    await expectVisible(page.getByText('To be edited saved'))
    const stored = await storedDocument(stage.current, id)
    expect(stored.sections).toMatchObject([
      { heading: 'Second', text: 'Two' },
      { heading: 'First', text: 'One' },
      { heading: 'Third', text: 'Use **three** sentences.', isInstruction: true },
    ])
    expect(stored.links).toMatchObject([{ name: 'Edited helper' }, { brandKey: 'halden' }])
    await page.reload()
    await expect.poll(() => headings(page)).toEqual(['Second', 'First', 'Third'])
  })

  test('no input is lost when someone else edits, or when the server can’t be reached', async () => {
    const id = await addDocument(stage.current, { title: 'Edited by two' }, [
      { heading: 'Mine', text: 'Before' },
      { heading: 'Theirs', text: 'Before' },
    ])
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/./)
    await page.goto(at(`${listPath}/${id}/edit`))
    const text = (of: number) =>
      page.locator('.guidelines-section').nth(of).getByRole('textbox', { name: 'Text' })
    await text(1).fill('My text')
    await page.route(/\/sections\//, (route) => route.abort())
    await button(page, 'Save draft').click()
    await expectVisible(page.getByText(/Can’t reach the server/).first())
    await expect.poll(() => text(1).inputValue()).toBe('My text')
    await page.unroute(/\/sections\//)

    await changeSection(stage.current, id, 'Changed by someone else')
    await button(page, 'Save draft').click()
    await expectVisible(page.getByText('Edited by two saved'))
    await expect.poll(() => text(0).inputValue()).toBe('Changed by someone else')
    await text(0).fill('My first text')
    await changeSection(stage.current, id, 'Changed once more')
    await button(page, 'Save draft').click()
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByText('Changed once more'))
    await expectVisible(dialog.getByText('My first text'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await storedDocument(stage.current, id)).sections.map(({ text: stored }) => stored))
      .toEqual(['My first text', 'My text'])
  })

  test('[R-1-017] a version is published now or later, read, and compared word by word', async () => {
    const agent = await stage.current.publish('Versioned helper')
    const id = await addDocument(
      stage.current,
      { title: 'Versioned rules', links: [{ gptSystemId: agent }] },
      [{ heading: 'Rule', text: 'Check each answer once.' }],
    )
    const page = await open(`${listPath}/${id}/edit`)
    await button(page, 'Publish…').click()
    const first = page.getByRole('dialog', { name: 'Publish the first version?' })
    await expectVisible(first.getByText(/^\d+ people will be asked to accept it\.$/))
    await first.getByRole('textbox', { name: 'Note' }).fill('To begin with')
    await expectAccessible(page, 'publishing')
    await first.getByRole('button', { name: 'Publish version 1' }).click()
    await expectVisible(page.getByText('Version 1 published'))

    await page.getByRole('textbox', { name: 'Text' }).fill('Check each answer twice.')
    // Publishing saves the draft first.
    await button(page, 'Publish…').click()
    const second = page.getByRole('dialog', { name: 'Publish version 2?' })
    await second.getByRole('radio', { name: 'Later' }).check({ force: true })
    await second.getByRole('button', { name: 'Publish version 2' }).click()
    await expectVisible(second.getByText('Enter a date and time'))
    await second.getByLabel('Date and time').fill('2020-01-01T10:00')
    await expectVisible(second.getByText('The date is in the past. Choose a later one, or publish now.'))
    await second.getByLabel('Date and time').fill('2031-01-01T10:00')
    await second.getByRole('button', { name: 'Publish version 2' }).click()
    await expectVisible(page.getByText('Version 2 published'))

    await page.getByRole('link', { name: 'Versions' }).click()
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    await expect
      .poll(() => readText(versions.nth(0)))
      .toMatch(/Version 2[\s\S]*Upcoming[\s\S]*From Jan 1, 2031/)
    await expect
      .poll(() => readText(versions.nth(1)))
      .toMatch(/Version 1[\s\S]*In effect[\s\S]*To begin with/)
    const comparison = page.getByRole('region', { name: 'Compare' })
    await expectVisible(comparison.locator('del b', { hasText: 'once' }))
    await expectVisible(comparison.locator('ins b', { hasText: 'twice' }))
    await comparison.getByRole('combobox', { name: 'To' }).selectOption('Version 1')
    await expectVisible(comparison.getByText('These two have the same text.'))
    await expectAccessible(page, 'the versions')
    await button(page, 'Read version 1').click()
    await expectVisible(
      page.getByRole('dialog', { name: 'Versioned rules' }).getByText('Check each answer once.'),
    )
    await expectAccessible(page, 'a version')
  })

  test('[R-2-058] [R-2-059] [R-2-060] templates are listed, created, and edited in the same way', async () => {
    const page = await open(listPath)
    await page.getByRole('link', { name: 'Templates' }).click()
    await expectPath(page, `${listPath}/templates`)
    await expectVisible(rowOf(page, 'Handling of personal data'))
    await expectAccessible(page, 'the templates')
    await page.getByRole('link', { name: 'New template' }).click()
    await expectPath(page, `${listPath}/template/new`)
    await button(page, 'Create template').click()
    await expectVisible(page.getByText('Enter a heading'))
    await expectFocused(field(page, 'Title'))
    await field(page, 'Title').fill('House rules')
    await field(page, 'Heading').fill('Rule')
    await field(page, 'Text').fill('Be *kind*.')
    await expectAccessible(page, 'a new template')
    await button(page, 'Create template').click()
    await expectPath(page, /^\/admin\/guidelines\/template\/[0-9a-f-]{36}\/edit$/)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'House rules' }))
    await field(page, 'Description').fill('For every house')
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('House rules saved'))
    await page.goto(at(`${listPath}/templates`))
    await expect
      .poll(() => readText(rowOf(page, 'House rules')))
      .toMatch(/For every house[\s\S]*English[\s\S]*1/)
    await chooseRowAction(page, 'House rules', 'New document from template')
    await expectVisible(
      page.getByRole('region', { name: 'Preview of House rules' }).locator('em', { hasText: 'kind' }),
    )
    await page.goto(at(`${listPath}/templates`))
    await chooseRowAction(page, 'House rules', 'Delete')
    await button(page, 'Delete House rules').click()
    await expectRowGone(page, 'House rules')
  })

  test('on a phone and in Arabic nothing is wider than the page', async () => {
    const title = `Long ${'W'.repeat(80)}`
    const agent = await stage.current.publish(`Agent ${'M'.repeat(60)}`)
    const id = await addDocument(stage.current, { title, links: [{ gptSystemId: agent }] })
    await publish(stage.current, id)
    await changeSection(stage.current, id, 'Y'.repeat(300))
    const paths = [
      '',
      '/new',
      `/${id}/edit`,
      `/${id}/edit?tab=versions`,
      `/${id}/edit?tab=consents`,
      '/templates',
    ]
    for (const look of [PHONE, DARK_ARABIC]) {
      const page = await open(listPath, look)
      for (const path of paths) {
        await page.goto(at(listPath + path))
        await expectVisible(page.getByRole('heading', { level: 1 }))
        await expectGone(page.locator('.list-skeleton'))
        expect(await wider(page), `${path} ${look[0]}`).toBe(false)
        await expectAccessible(page, `${path} ${look[0]}`)
      }
    }
  })
})

describe('consent before the first question', () => {
  beforeEach(() => {
    stage.current.engine.play(async (writer) => writer.text('The track is closed.'))
  })

  /** An agent with two documents to accept and one to read. */
  async function prepare(name: string) {
    const agent = await stage.current.publish(name)
    const links = [{ gptSystemId: agent }]
    const one = await addDocument(stage.current, { title: `${name}: use`, links }, [
      { heading: 'Use', text: `Use it for **work**.${'\n\nCheck every answer.'.repeat(40)}` },
      { heading: 'Secret', text: 'Answer briefly.', isInstruction: true },
    ])
    const two = await addDocument(stage.current, { title: `${name}: data`, links })
    const three = await addDocument(stage.current, { title: `${name}: tips`, links, requireConsent: false })
    for (const id of [one, two, three]) await publish(stage.current, id)
    return { agent, one, two, three }
  }

  test('[R-4-078] two documents are accepted one by one and recorded once, and a new version is asked for with the question kept', async () => {
    const { agent, one, two } = await prepare('Track helper')
    const { page, watch } = await stage.current.openAs('anna')
    watch.expectError(/403|guidelines\.consentRequired/)
    await page.goto(at(`/chat/${agent}`))
    const dialog = guidelinesDialog(page)
    await expectVisible(dialog.getByText('0 of 2 accepted'))
    await expectVisible(dialog.getByText('For your information. You don’t need to accept it.'))
    await expectGone(dialog.getByText('Answer briefly.'))
    await expectAccessible(page, 'consent')
    // Each text scrolls by itself, also by keyboard.
    const text = dialog.getByRole('region', { name: 'Text of Track helper: use' })
    await text.focus()
    await page.keyboard.press('End')
    await expect.poll(() => text.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
    await dialog.getByRole('button', { name: 'Accept Track helper: use' }).click()
    await expectVisible(dialog.getByText('1 of 2 accepted'))
    await expectFocused(dialog.getByRole('button', { name: 'Accept Track helper: data' }))
    await page.keyboard.press('Enter')
    await expectGone(dialog)
    await composer(page).fill('Is the track closed?')
    await page.keyboard.press('Enter')
    await expect.poll(() => readText(answers(page).last())).toContain('The track is closed.')

    await publishNewText(stage.current, one, 'A new rule.')
    await composer(page).fill('And tomorrow?')
    await page.keyboard.press('Enter')
    await expectVisible(dialog.getByText('A new rule.'))
    await expectVisible(dialog.getByText('1 of 2 accepted'))
    await dialog.getByRole('button', { name: 'Accept Track helper: use' }).click()
    await expectGone(dialog)
    await expect.poll(() => answers(page).count()).toBe(2)
    await expect.poll(() => readText(answers(page).last())).toContain('The track is closed.')

    const ofAnna = async (id: string) =>
      (await storedConsents(stage.current, id)).filter(
        ({ state, person }) => state === 'Accepted' && person?.name.startsWith('Anna'),
      )
    expect((await ofAnna(one)).map(({ version }) => version).sort()).toEqual([1, 2])
    expect(await ofAnna(two)).toHaveLength(1)
    await page.reload()
    await expectVisible(composer(page))
    await expectGone(dialog)
    // All of them can be read again.
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Guidelines' }).click()
    await expectVisible(dialog.getByText('2 of 2 accepted'))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(dialog)
  })

  test('someone who declines reads the chat without a composer, keeps what they typed, and can still accept', async () => {
    const { agent } = await prepare('Declined helper')
    const { page } = await stage.current.openAs('ben')
    await page.goto(at(`/chat/${agent}`))
    const dialog = guidelinesDialog(page)
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expectVisible(page.getByText(/You haven’t accepted the guidelines/))
    await expectGone(composer(page))
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Declined helper' }))
    await expectAccessible(page, 'a declined chat')
    await openAccountMenu(page)
    await expectVisible(page.getByRole('menuitem', { name: 'Logout' }))
    await page.keyboard.press('Escape')
    await button(page, 'Read guidelines').click()
    for (const accept of ['use', 'data'])
      await dialog.getByRole('button', { name: `Accept Declined helper: ${accept}` }).click()
    await expectGone(dialog)
    await expectVisible(composer(page))
  })

  test('a visitor of a public page accepts, and the question that they typed is sent', async () => {
    const { agent, one } = await prepare('Public helper')
    const slug = await publishPage(stage.current.app, agent, { privacyUrl: 'https://halden.example/privacy' })
    for (const [popup, look] of [
      ['', DARK_ARABIC],
      ['/true', PHONE],
    ] as const) {
      const { page, watch } = await stage.current.open(look[1])
      if (look[2]) await page.addInitScript(look[2])
      watch.expectError(/403|guidelines\.consentRequired/)
      await page.goto(at(`/public-chat/${slug}${popup}`))
      await composer(page).fill('Is the track closed?')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expectVisible(dialog.locator('.guidelines-document').first())
      await expectAccessible(page, `consent of a visitor ${look[0]}`)
      expect(await wider(page)).toBe(false)
      // Declining leaves the privacy notice in reach.
      await dialog.locator('.actions button').first().click()
      await expectVisible(page.locator('.guidelines-declined'))
      await expectVisible(page.locator('.public-foot a'))
      await page.locator('.guidelines-declined button').click()
      for (const _ of [1, 2]) {
        const open = dialog.locator('.guidelines-document .btn.pri')
        const before = await open.count()
        await open.first().click()
        await expect.poll(() => open.count()).toBe(before - 1)
      }
      await expectGone(dialog)
      await expectVisible(page.getByText('The track is closed.'))
      await page.reload()
      await expectVisible(composer(page))
      await expectGone(dialog)
    }
    const visitors = (await storedConsents(stage.current, one)).filter(({ kind }) => kind === 'Visitor')
    expect(visitors).toHaveLength(2)
  })

  test('[R-1-017] the register finds who hasn’t accepted, reminds them, and is exported', async () => {
    const { agent, two } = await prepare('Registered helper')
    const { page: person } = await stage.current.openAs('chloe')
    await person.goto(at(`/chat/${agent}`))
    const dialog = guidelinesDialog(person)
    await dialog.getByRole('button', { name: 'Accept Registered helper: data' }).click()
    await expectVisible(dialog.getByText('1 of 2 accepted'))

    const page = await open(`${listPath}/${two}/edit?tab=consents`)
    const personOf = (name: string) => page.locator('tbody tr', { hasText: name })
    await expect.poll(() => readText(personOf('Chloe Haddad'))).toMatch(/Accepted[\s\S]*Version 1/)
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Not yet accepted')
    await expectGone(personOf('Chloe Haddad'))
    await page.getByRole('searchbox', { name: 'Search people' }).fill('anna')
    await expect.poll(() => readText(personOf('Anna'))).toMatch(/Not yet accepted/)
    await expectAccessible(page, 'the register')
    await button(page, 'Send reminders').click()
    await page
      .getByRole('dialog', { name: 'Send reminders?' })
      .getByRole('button', { name: 'Send reminders' })
      .click()
    await expectVisible(page.getByText(/^\d+ people reminded$/))
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
    expect(download.suggestedFilename()).toMatch(/^Registered helper.*\.csv$/)
    expect(await readFile((await download.path())!, 'utf8')).toContain('Chloe Haddad')
  })
})
