import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../server/src/features/conversations/testing/asking.ts'
import { assignRole, createRole, userIdOf } from '../server/src/testing/access.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { publicLibrary } from '../server/src/testing/libraries.ts'
import { person } from '../server/src/testing/people.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { readText } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const QUESTION = 'Where can badgers park a bicycle?'
const stage = useStage()
let planner: string
const at = (path: string) => `${stage.current.origin}${path}`

beforeAll(async () => {
  const { app } = stage.current
  const library = await publicLibrary(app, 'lights.txt', 'The lighthouse of Vela is 41 metres tall.')
  // It quotes from its library, so it can’t answer questions about anything else.
  const desk = await publishAgent(app, 'Welcome Desk', {}, [library])
  planner = await stage.current.publish('Shift Planner')
  for (let number = 0; number < 5; number += 1) {
    const { token } = await person(app)
    stage.current.engine.play(text('Anna.'))
    await ask(app, token, { gptSystemId: planner }, 'Who works on Monday?')
    await ask(app, token, { gptSystemId: desk }, QUESTION)
  }
  await app.platform.jobs.send('unansweredQuestions.group', {})
})

/** A figure, by its name. */
const figure = (page: Page, name: string) =>
  page.locator('.figures > div').filter({ has: page.getByText(name, { exact: true }) })
const rows = (page: Page) => page.locator('.unanswered-row')

/** Opens the list of unanswered questions. They are grouped in the background. */
async function openUnanswered(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(at('/admin?period=Last7Days&tab=unanswered'))
        await page.locator('.unanswered-row, .list-state').first().waitFor()
        return rows(page).count()
      },
      { timeout: 300_000 },
    )
    .toBe(1)
}

describe('what five people asked', { shuffle: false }, () => {
  test('[R-1-022] [R-6-010] is counted, by agent and period', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin?period=Last7Days'))
    await expect.poll(() => readText(figure(page, 'Questions'))).toMatch(/^Questions\s+10/)
    await expect.poll(() => readText(figure(page, 'People'))).toMatch(/^People\s+5/)
    await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'Shift Planner' })
    await expectPath(page, `/admin?period=Last7Days&agent=${planner}`)
    await expect.poll(() => readText(figure(page, 'Questions'))).toMatch(/^Questions\s+5\s/)
    await page.getByLabel('Period').selectOption('Last month')
    await expect.poll(() => readText(figure(page, 'Questions'))).toMatch(/^Questions\s+0\s/)
    await expectVisible(
      page.getByRole('region', { name: 'Questions per day' }).getByText('No questions in this period.'),
    )
  })

  test('is read from the table of a chart with the keyboard', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin?period=Last7Days'))
    const card = page.getByRole('region', { name: 'Questions per day' })
    const legend = card.getByRole('button', { name: 'Tests' })
    await legend.focus()
    await page.keyboard.press('Tab')
    await expectFocused(card.getByRole('button', { name: 'Show Questions per day as a table' }))
    await page.keyboard.press('Enter')
    await expectFocused(card.getByRole('button', { name: 'Show Questions per day as a chart' }))
    // A table that is longer than its card scrolls with the keyboard.
    await page.keyboard.press('Tab')
    await expectFocused(card.getByRole('figure'))
    const table = card.getByRole('table', { name: 'Questions per day' })
    const asked = table.getByRole('row').filter({ has: page.getByRole('cell', { name: '10', exact: true }) })
    await expect.poll(() => asked.getByRole('cell').allInnerTexts()).toEqual(['10', '0', '0', '5', '–'])
    expect(await table.getByRole('row').count()).toBe(8)
  })

  test('[R-7-119] is exported as CSV', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin?period=Last7Days'))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Questions per day' }).press('Enter')
    const file = await download
    expect(file.suggestedFilename()).toBe('questions-per-day-last-7-days.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines[0]).toContain('day,web,publicChats,tests,people,helpfulPercent')
    expect(lines).toHaveLength(8)
    expect(lines.filter((line) => /^\d{4}-\d\d-\d\d,10,0,0,5,$/.test(line))).toHaveLength(1)
  })

  test('without an answer is listed, and people who look after the library are asked for a document', async () => {
    const { app } = stage.current
    const role = await createRole(app, ['DataSourcesWrite'])
    await assignRole(app, await userIdOf(app, 'anna'), role.userRoleId)
    const { page } = await stage.current.openAs('admin')
    await openUnanswered(page)
    await page.goto(at('/admin?period=Last7Days'))
    const card = page.getByRole('region', { name: 'Questions without an answer' })
    await expect
      .poll(() => card.getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringMatching(/badgers[\s\S]*Welcome Desk\s+5×/)])
    await card.getByRole('link', { name: 'View all 1' }).click()
    await expectPath(page, '/admin?period=Last7Days&tab=unanswered')
    await rows(page).getByRole('button', { name: 'Request a document' }).click()
    await page.getByLabel('Note (optional)').fill('A plan of the car park.')
    await page.getByRole('button', { name: 'Request document' }).click()
    await expectVisible(page.getByText('Document requested', { exact: true }))
    await expectVisible(page.getByText('No open questions in this period.'))
    const anna = (await stage.current.openAs('anna')).page
    await anna.goto(at('/chat'))
    await anna.getByRole('button', { name: /^Notifications/ }).click()
    await anna.getByText(`couldn’t answer “${QUESTION}”. Note: A plan of the car park.`).click()
    await expectPath(anna, /^\/admin\/datasource\/[^/]+\/edit$/)
  })

  test('without an answer can be reopened and dismissed, and Undo lists it again', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(at('/admin?period=Last7Days&tab=unanswered&state=Requested'))
    await rows(page).getByRole('button', { name: 'Reopen' }).click()
    await expectGone(rows(page))
    await page.getByText('Open', { exact: true }).click()
    await rows(page).getByRole('button', { name: 'Dismiss' }).click()
    await expectVisible(page.getByText('Question dismissed'))
    await expectGone(rows(page))
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => rows(page).count()).toBe(1)
  })

  test('without an answer is loaded again if someone else changed it meanwhile', async () => {
    const [first, second] = [await stage.current.openAs('admin'), await stage.current.openAs('admin')]
    await openUnanswered(first.page)
    await openUnanswered(second.page)
    await rows(first.page).getByRole('button', { name: 'Dismiss' }).click()
    await expectGone(rows(first.page))
    second.watch.expectError(/412/)
    await rows(second.page).getByRole('button', { name: 'Dismiss' }).click()
    await expectVisible(second.page.getByText('Someone else changed this question in the meantime.'))
    await expectGone(rows(second.page))
  })

  test.each(LOOKS)('can be used by everyone, %s', async (_, options, before) => {
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    await page.goto(at('/admin?period=Last7Days&tab=unanswered&state=Dismissed'))
    await rows(page).first().waitFor()
    await expectAccessible(page, 'the unanswered questions')
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.goto(at('/admin?period=Last7Days'))
    await page.locator('.report-summary').last().waitFor()
    await expectAccessible(page, 'the dashboard')
  })
})
