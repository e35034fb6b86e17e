import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { AnswerRequest } from '../server/src/engines/engine.ts'
import { libraryOf } from '../server/src/features/conversations/testing/asking.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { ask, composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const question = 'How were the harbors of Ora and Vela built?'
let researcher: string

beforeAll(async () => {
  const { app } = stage.current
  const library = await libraryOf(app, 'Harbors', {
    'ora.txt': 'The harbor of Ora was built in 1851 by the brothers Lind.',
    'vela.txt': 'The harbor of Vela was built in 1902 by Ida Brandt.',
  })
  const state = {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
    allowsResearch: true,
    capabilityTypes: ['FileSearch', 'Documents'],
  }
  researcher = await publishAgent(app, 'Researcher', state, [library])
})

const plan = {
  understood: 'Who built the harbors of Ora and Vela, and when?',
  lines: [
    { title: 'The harbor of Ora', queries: ['harbor Ora brothers'] },
    { title: 'The harbor of Vela', queries: ['harbor Vela Brandt'] },
  ],
}
const textOf = ({ messages }: AnswerRequest) => messages.map(({ content }) => String(content)).join('\n')
const isPlanning = (request: AnswerRequest) => textOf(request).startsWith('You plan how')
const isReading = (request: AnswerRequest) => textOf(request).startsWith('You read what was found')
const numbersIn = (request: AnswerRequest) =>
  [...textOf(request).matchAll(/^\[(\d+)\] /gm)].map(([, number]) => Number(number))

/** Scripts a model that plans, reads, and writes; it waits before reading what `holds` names, until it is stopped. */
function researches(holds = ''): AnswerRequest[] {
  const asked: AnswerRequest[] = []
  stage.current.engine.play(async (writer, signal, request) => {
    asked.push(request)
    if (isPlanning(request)) return writer.text(JSON.stringify(plan))
    const numbers = numbersIn(request)
    if (!isReading(request)) {
      const cited = numbers.map((number) => `[${number}]`).join(' ')
      return writer.text(
        `## Summary\n\nBoth harbors were built by people. ${cited}\n\n## Who built them\n\nIda Brandt and the Linds.`,
      )
    }
    if (holds !== '' && textOf(request).includes(`Line: ${holds}`))
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    writer.text(JSON.stringify({ notes: `Built long ago. [${numbers.join(', ')}]` }))
  })
  return asked
}

const toggleOf = (page: Page) => page.getByRole('button', { name: /^(Research|بحث معمّق)$/ })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^(Research plan|خطة البحث)$/ })
const lineOf = (page: Page, number: number) => dialogOf(page).getByRole('group', { name: `Line ${number}` })
const titleOf = (page: Page, number: number) => lineOf(page, number).getByLabel('What to find out')

/** Opens the plan for the question. */
async function openPlan(page: Page) {
  await page.goto(`${stage.current.origin}/chat/${researcher}`)
  await toggleOf(page).click()
  await ask(page, question)
  await dialogOf(page).locator('fieldset').first().waitFor()
}

/** Opens the report below the answer. On wide screens it opens by itself. */
async function openReport(page: Page): Promise<Locator> {
  await page.locator('.canvas-card').waitFor()
  const report = page.locator('.canvas-panel')
  if (!(await report.isVisible())) await page.locator('.canvas-card').click()
  return report
}

test('a plan is changed, kept with the question, and started; the research is stopped and goes on to a report', async () => {
  const { page } = await stage.current.openAs('anna')
  const asked = researches('Vela first')
  await openPlan(page)
  expect(await dialogOf(page).getByLabel('Question as understood').inputValue()).toBe(plan.understood)
  await expectAccessible(page, 'a plan')

  await titleOf(page, 2).fill('Vela first')
  await lineOf(page, 2).getByRole('button', { name: 'Move line 2 up' }).press('Enter')
  expect(await titleOf(page, 1).inputValue()).toBe('Vela first')
  await dialogOf(page).getByRole('button', { name: 'Add a line' }).press('Enter')
  await titleOf(page, 3).fill('Whales')
  await lineOf(page, 3).getByLabel('Searches, one per line').fill('xylophone quasar')
  await lineOf(page, 2).getByRole('button', { name: 'Move line 2 down' }).press('Enter')
  expect(await titleOf(page, 2).inputValue()).toBe('Whales')

  await dialogOf(page).getByRole('button', { name: 'Plan again' }).click()
  const replace = page.getByRole('dialog', { name: 'Plan again?' })
  await expectVisible(replace.getByText('Your changes to this plan will be lost.'))
  await expectAccessible(page, 'the question before changes are replaced')
  await replace.getByRole('button', { name: 'Cancel' }).click()
  expect(await titleOf(page, 2).inputValue()).toBe('Whales')

  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  expect(await composer(page).inputValue()).toBe(question)
  await page.reload()
  await expectVisible(composer(page).and(page.getByText(question)))
  expect(await toggleOf(page).getAttribute('aria-pressed')).toBe('true')
  await ask(page, question)
  await expectVisible(titleOf(page, 2))
  expect(await titleOf(page, 2).inputValue()).toBe('Whales')
  expect(asked.filter(isPlanning)).toHaveLength(1)

  const searches = dialogOf(page).getByLabel('Searches', { exact: true })
  await searches.fill('61')
  const start = dialogOf(page).getByRole('button', { name: 'Start research' })
  await start.click()
  await expectVisible(dialogOf(page).getByText('Enter a number from 1 to 60.'))
  await searches.fill('12')
  await start.click()
  const progress = page.getByRole('region', { name: 'Research progress' })
  await expectVisible(progress.getByText('1 of 3: Vela first'))
  await expectVisible(progress.getByText('1 of 12 searches'))
  await expectAccessible(page, 'the progress of a research')
  await page.reload()
  await expectVisible(progress.getByText('1 of 3: Vela first'))
  await page.getByRole('button', { name: 'Stop' }).click()

  researches()
  await page.getByRole('button', { name: 'Continue research' }).click()
  const report = await openReport(page)
  await expectVisible(report.getByRole('heading', { name: 'Searched without result' }))
  await expectVisible(report.getByRole('listitem').getByText('“xylophone quasar”'))
  await expectAccessible(page, 'a report')
  await report
    .getByRole('link', { name: /^Open source 1/ })
    .first()
    .click()
  const source = page.locator('.source-panel')
  await expectVisible(source.getByText(/The harbor of (Ora|Vela) was built/).first())
  await source.getByRole('button', { name: 'Close' }).click()
  await expectVisible(report.getByRole('heading', { name: 'Who built them' }))
})

test.each(LOOKS)('a plan, its progress, and its report: %s', async (_name, options, script) => {
  const { page } = await stage.current.openAs('anna', options)
  if (script) await page.addInitScript(script)
  researches('The harbor of Vela')
  await openPlan(page)
  await expectAccessible(page, 'a plan')
  await dialogOf(page)
    .getByRole('button', { name: /^(Start research|بدء البحث)$/ })
    .click()
  const progress = page.getByRole('region', { name: /^(Research progress|تقدم البحث)$/ })
  await expectVisible(progress.getByText('2 of 2: The harbor of Vela'))
  await expectAccessible(page, 'the progress of a research')
  await page.getByRole('button', { name: /^(Stop|إيقاف)/ }).click()
  researches()
  await page.getByRole('button', { name: /^(Write the report|كتابة التقرير)/ }).click()
  const report = await openReport(page)
  await expectVisible(report.getByRole('listitem').getByText('Not looked into: The harbor of Vela'))
  await expectAccessible(page, 'a report')
})
