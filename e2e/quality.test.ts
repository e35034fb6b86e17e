import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { answers, askAndRead, composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

const QUESTION = 'How many days of leave do I have?'

test('[R-3-125] a complaint becomes a case, and its agent is published once the prompt is changed', async () => {
  const { engine, publish, openAs, origin } = stage.current
  // What the agent knows is in its instructions.
  engine.play(async (writer, _signal, { messages }) =>
    writer.text(/28 days/.test(messages[0]?.content ?? '') ? 'You have 28 days.' : 'You have 30 days.'),
  )
  const agent = await publish('Leave', { systemPrompt: 'Leave is 30 days.' })

  // A person rates an answer as bad, and allows its use.
  const { page: person } = await openAs('anna')
  await person.goto(`${origin}/chat/${agent}`)
  await composer(person).waitFor()
  await askAndRead(person, QUESTION)
  await answers(person).last().getByRole('button', { name: 'Bad answer' }).click()
  const form = person.getByRole('form', { name: 'Comment on your rating' })
  await form.getByRole('radio', { name: 'Incorrect' }).check({ force: true })
  await form.getByRole('textbox').fill('It is 28 days.')
  await form.getByRole('checkbox', { name: /to test the agent/ }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expectVisible(person.getByText('Feedback saved'))

  // An administrator creates a case from it.
  const { page } = await openAs('admin')
  await page.goto(`${origin}/admin/gptsystem/${agent}/tests`)
  await page.locator('.page-head').getByRole('button', { name: 'New test' }).click()
  await dialog(page, 'New test').getByLabel('Name').fill('Complaints')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { name: 'Complaints', level: 1 }))
  await button(page, 'From questions').click()
  const questions = dialog(page, 'Create cases from real questions')
  await expectVisible(questions.getByText('It is 28 days.'))
  await questions.getByRole('button', { name: 'Create case' }).click()
  const fields = dialog(page, 'New case')
  await expectVisible(fields.getByText('You have 30 days.'))
  await fields.getByRole('textbox', { name: 'Expected facts, 1', exact: true }).fill('28 days')
  await fields.getByText('More options').click()
  await fields.getByLabel('Tags, 1', { exact: true }).fill('critical')
  await fields.getByRole('button', { name: 'Create case' }).click()
  await expectVisible(questions.getByText('No answers yet.'))
  await questions.getByRole('button', { name: 'Close' }).click()

  // A version has to pass it.
  await page.goto(`${origin}/admin/gptsystem/${agent}/publish`)
  await page.getByLabel('Performance test').selectOption({ label: 'Complaints' })
  await button(page, 'Save requirements').click()
  await expectVisible(page.getByText('Requirements saved'))

  // A draft that doesn’t answer it better isn’t published.
  await page.goto(`${origin}/admin/gptsystem/${agent}/edit`)
  await button(page, 'Edit').click()
  const prompt = page.getByLabel('System prompt')
  await prompt.fill('Leave is 30 days, as before.')
  await button(page, 'Publish draft 2').click()
  const publishing = dialog(page, 'Publish draft 2 of Leave?')
  await expectVisible(publishing.getByText('Run the test “Complaints” with this version.'))
  await runFrom(page, publishing)
  await expectVisible(
    publishing.getByText('The score in the test “Complaints” is 0%. It must be at least 80%.'),
  )
  await expectVisible(publishing.getByText('1 critical case of the test “Complaints” fails.'))
  await expectGone(publishing.getByRole('button', { name: 'Publish draft 2' }))
  await publishing.getByRole('button', { name: 'Cancel' }).click()

  // With another prompt, it passes.
  await prompt.fill('Leave is 28 days.')
  await button(page, 'Publish draft 2').click()
  await expectVisible(publishing.getByText('Run the test “Complaints” with this version.'))
  await runFrom(page, publishing)
  await expectVisible(
    publishing.getByText('The score in the test “Complaints” is 100%. At least 80% is required.'),
  )
  await publishing.getByRole('button', { name: 'Publish draft 2' }).click()
  await expectVisible(page.getByText('Leave published'))

  // Both runs show what has changed.
  await page.goto(`${origin}/admin/performanceTests`)
  await page.getByRole('link', { name: 'Complaints' }).click()
  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByRole('link', { name: 'Compare the last two' }).click()
  await expectPath(page, /\/compare\?/)
  await expectVisible(page.getByText(/The difference of 100 points may be chance\./))
  await page.getByRole('button', { name: /Improved.*How many days of leave/ }).click()
  await expectVisible(page.locator('del', { hasText: '30' }))
  await expectVisible(page.locator('ins', { hasText: '28' }))

  // The person who complained gets the new answer.
  await askAndRead(person, QUESTION)
  await expectVisible(answers(person).last().getByText('You have 28 days.'))
})

/** Starts the run that a version needs from the dialog that publishes it. */
async function runFrom(page: Page, publishing: ReturnType<typeof dialog>): Promise<void> {
  await publishing.getByRole('button', { name: 'Run test' }).click()
  // With the estimate, the button has its place.
  await expectVisible(dialog(page, 'Run Complaints?').locator('.run-estimate span'))
  await dialog(page, 'Run Complaints?').getByRole('button', { name: 'Start run' }).click()
  await expectGone(dialog(page, 'Run Complaints?'))
}
