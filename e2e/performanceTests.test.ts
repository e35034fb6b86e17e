import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** An agent that knows how much leave there is, and nothing else. */
async function publishLeave(): Promise<string> {
  const { engine, publish } = stage.current
  engine.play(async (writer, _signal, request) => {
    const question = request.messages.at(-1)?.content ?? ''
    writer.text(/leave/i.test(question) ? 'You have **30 days** of leave.' : 'Meals are 30 dollars a day.')
  })
  return publish('Leave')
}

test('a test is created, its cases are pasted, and a failing case is corrected until the test passes', async () => {
  const agent = await publishLeave()
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${stage.current.origin}/admin/gptsystem/${agent}/limits`)
  await page.getByRole('navigation', { name: 'Agent pages' }).getByRole('link', { name: 'Tests' }).click()
  await expectVisible(page.getByText('No tests of this agent yet.'))
  await page.locator('.page-head').getByRole('button', { name: 'New test' }).click()
  await dialog(page, 'New test').getByRole('button', { name: 'Create test' }).click()
  await expectVisible(dialog(page, 'New test').getByText('Enter a name'))
  await dialog(page, 'New test').getByLabel('Name').fill('Leave and meals')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { name: 'Leave and meals', level: 1 }))

  // Without the names of columns, the first is the question and the second what is expected.
  await button(page, 'Import').click()
  const rows = 'How much leave do I have?\t30 days\nWhat do I get for meals, per day?\t40 dollars\n'
  await dialog(page, 'Import cases').getByLabel('Rows from a spreadsheet').fill(rows)
  await dialog(page, 'Import cases').getByRole('button', { name: 'Preview' }).click()
  await expectVisible(dialog(page, 'Import cases').getByText('2 cases found'))
  await dialog(page, 'Import cases').getByRole('button', { name: 'Import 2 cases' }).click()
  await expectVisible(page.getByText('2 cases imported'))
  await expectVisible(button(page, 'What do I get for meals, per day?'))

  await button(page, 'Run test').click()
  await expectVisible(dialog(page, 'Run Leave and meals?').getByText(/^2 answers/))
  await dialog(page, 'Run Leave and meals?').getByRole('button', { name: 'Start run' }).click()
  await expectPath(page, /\/runs\//)
  await expectVisible(page.getByText('1 of 2 cases passed.'))
  await page.getByText('Failed', { exact: true }).first().click()
  const failed = page.getByRole('button', { name: /What do I get for meals/ })
  await expectGone(page.getByRole('button', { name: /How much leave/ }))
  await failed.click()
  await expectVisible(page.getByRole('article', { name: 'Answer' }).getByText('Meals are 30 dollars a day.'))
  await expectVisible(page.getByRole('region', { name: 'Checks' }).getByText('Missing'))

  await button(page, 'Edit case').click()
  await dialog(page, 'Edit case')
    .getByRole('textbox', { name: 'Expected facts, 1', exact: true })
    .fill('30 dollars')
  await dialog(page, 'Edit case').getByRole('button', { name: 'Save case' }).click()
  await expectVisible(page.getByText('Case saved'))
  // What the run asked stays.
  await expectVisible(page.getByRole('region', { name: 'Checks' }).getByText('40 dollars'))
  const before = page.url()
  await button(page, 'Run again').click()
  await dialog(page, 'Run Leave and meals?').getByRole('button', { name: 'Start run' }).click()
  await expect.poll(() => page.url()).not.toBe(before)
  await expectVisible(page.getByText('2 of 2 cases passed.'))

  await page.goto(`${stage.current.origin}/admin/performanceTests`)
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Leave and meals' }) })
  await expectVisible(row.getByText('Passed'))
})

test('cases are typed one after another, with the keyboard alone, and removed', async () => {
  const agent = await publishLeave()
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${stage.current.origin}/admin/gptsystem/${agent}/tests`)
  await page.locator('.page-head').getByRole('button', { name: 'New test' }).click()
  await page.keyboard.type('Typed')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { name: 'Typed', level: 1 }))
  await button(page, 'Add case').click()
  await expectFocused(dialog(page, 'New case').getByRole('textbox', { name: 'Question', exact: true }))
  await page.keyboard.type('How much leave do I have?')
  await page.keyboard.press('Tab')
  await page.keyboard.type('30 days')
  await page.keyboard.press('Enter')
  await expectFocused(
    dialog(page, 'New case').getByRole('textbox', { name: 'Expected facts, 2', exact: true }),
  )
  await page.keyboard.type('leave')
  await dialog(page, 'New case').getByRole('button', { name: 'Create and add another' }).click()
  await expect
    .poll(() => dialog(page, 'New case').getByRole('textbox', { name: 'Question', exact: true }).inputValue())
    .toBe('')
  await dialog(page, 'New case')
    .getByRole('textbox', { name: 'Question', exact: true })
    .fill('Anything else?')
  await dialog(page, 'New case').getByRole('button', { name: 'Create case' }).click()
  await expectGone(page.getByRole('dialog'))
  const rows = page.getByRole('row')
  await expectVisible(rows.filter({ hasText: 'How much leave do I have?' }).getByText('2 facts'))
  await expectVisible(rows.filter({ hasText: 'Anything else?' }).getByText('Only that it answers'))
  await page.getByRole('button', { name: 'Actions for Anything else?' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog(page, 'Remove this case?').getByRole('button', { name: 'Remove case' }).click()
  await expectGone(rows.filter({ hasText: 'Anything else?' }))
})

test('a run is stopped, and keeps its answers', async () => {
  const { engine, publish } = stage.current
  let release: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    release = resolve
  })
  engine.play(async (writer, _signal, request) => {
    if (/slow/.test(request.messages.at(-1)?.content ?? '')) await waiting
    writer.text('An answer.')
  })
  const agent = await publish('Slow')
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${stage.current.origin}/admin/gptsystem/${agent}/tests`)
  await page.locator('.page-head').getByRole('button', { name: 'New test' }).click()
  await page.keyboard.type('Slow')
  await page.keyboard.press('Enter')
  await button(page, 'Import').click()
  await dialog(page, 'Import cases')
    .getByLabel('Rows from a spreadsheet')
    .fill('One?\nTwo?\nslow?\nslow again?\nlast?')
  await dialog(page, 'Import cases').getByRole('button', { name: 'Preview' }).click()
  await dialog(page, 'Import cases').getByRole('button', { name: 'Import 5 cases' }).click()
  await button(page, 'Run test').click()
  await dialog(page, 'Run Slow?').getByRole('button', { name: 'Start run' }).click()
  await expectVisible(page.getByText('2 of 5 answers'))
  await button(page, 'Stop run').click()
  await dialog(page, 'Stop this run?').getByRole('button', { name: 'Stop run' }).click()
  release()
  await expectVisible(page.locator('.page-head').getByText('Stopped'))
  await expectVisible(page.getByRole('button', { name: /One\?/ }))
})

test.each(LOOKS)('the screens of tests are accessible: %s', async (_, options, before) => {
  const agent = await publishLeave()
  const { app, origin, openAs } = stage.current
  const token = await app.token('admin')
  const tests = '/api/internal/performanceTests'
  const post = async <T>(path: string, body: object) => (await call<T>(app, path, { token, body })).body
  const { performanceTestId } = await post<{ performanceTestId: string }>(tests, {
    gptSystemId: agent,
    name: 'Accessible',
  })
  const at = `${tests}/${performanceTestId}`
  await post(`${at}/cases`, { question: 'How much leave?', expectedFacts: ['30 days'], tags: ['leave'] })
  await post(`${at}/cases`, { question: 'What about meals?', forbidden: ['30 dollars'] })
  const state = await call<{ publishedStateId: string }>(
    app,
    `/api/internal/gptSystems/system/management/${agent}`,
    { token },
  )
  const { runId } = await post<{ runId: string }>(`${at}/runs`, {
    gptSystemConfigurationStateId: state.body.publishedStateId,
  })
  const { page } = await openAs('admin', options)
  if (before) await page.addInitScript(before)
  const path = `${origin}/admin/performanceTests`
  await page.goto(path)
  await page.locator('.list-name').first().waitFor()
  await expectAccessible(page, 'the list of tests')
  await page.goto(`${path}/${performanceTestId}/edit`)
  await page.locator('.case-open').first().waitFor()
  await expectAccessible(page, 'the cases')
  await page.locator('.case-open').first().click()
  await page.locator('.case-question').waitFor()
  await expectAccessible(page, 'a case')
  await page.keyboard.press('Escape')
  await page.locator('.page-head .btn.pri').click()
  await page.locator('.case-more').waitFor()
  await expectAccessible(page, 'the start of a run')
  await page.goto(`${path}/${performanceTestId}/runs/${runId}`)
  await expectVisible(page.locator('.run-score'))
  // The keys move between results and open the next one.
  await page.locator('.result-head').first().focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expectFocused(page.locator('.result-head').nth(1))
  await expect.poll(() => page.locator('.result-head').nth(1).getAttribute('aria-expanded')).toBe('true')
  await expectAccessible(page, 'a result')
  await post(`${at}/runs`, { gptSystemConfigurationStateId: state.body.publishedStateId })
  await expect
    .poll(async () => {
      const runs = await call<{ items: { phase: string }[] }>(app, `${at}/runs`, { token })
      return runs.body.items.filter(({ phase }) => phase === 'Completed').length
    })
    .toBe(2)
  await page.goto(`${path}/${performanceTestId}/edit?tab=runs`)
  await page.locator('.compare-bar a').click()
  await page.locator('.result-head').first().click()
  await expectVisible(page.locator('.compare-answer').first())
  await expectAccessible(page, 'a comparison')
  await page.goto(`${path}/${performanceTestId}/edit`)
  await page.locator('.case-tools .btn').nth(2).click()
  await expectVisible(page.locator('[role=dialog] .list-state, [role=dialog] .state').first())
  await expectAccessible(page, 'real questions')
})
