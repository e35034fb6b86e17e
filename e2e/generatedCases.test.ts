import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createLibrary, settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { setDeployment } from '../server/src/testing/instanceSettings.ts'
import { expectAccessible, LIGHT_ENGLISH, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'scripted,judge' } })
const policy = `# Leave policy

## Annual leave

Full-time employees receive 28 days of annual leave per year. The notice period is three months.

## Parental leave

Parental leave lasts up to 24 months.
`
const FIRST = 'How many days of annual leave do full-time employees receive per year?'
const SECOND = 'How long is the notice period?'
const THIRD = 'How long does parental leave last?'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const proposal = (page: Page, question: string) => page.getByRole('article', { name: question })
const named = (page: Page, question: string, name: string) =>
  proposal(page, question).getByRole('button', { name, exact: true })

let agent: string

beforeAll(async () => {
  const { app } = stage.current
  const library = await createLibrary(app, 'Policies')
  await upload(app, library, 'Leave policy.md', policy)
  await upload(app, library, 'Empty words.txt', 'Nothing here is worth a question.')
  await settled(app, library)
  const state = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
  agent = await publishAgent(app, 'Policies', state, [library])
  await setDeployment(app, 'judge', { purposes: ['Judge'], price: null })
})

/** Opens the cases of a new test. */
async function openTest(name: string, look = LIGHT_ENGLISH): Promise<Page> {
  const { app, openAs, origin } = stage.current
  const body = { gptSystemId: agent, name }
  const made = await call<{ performanceTestId: string }>(app, '/api/internal/performanceTests', {
    ...{ token: await app.token('admin'), body },
  })
  const [, options, script] = look
  const { page } = await openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${origin}/admin/performanceTests/${made.body.performanceTestId}/edit`)
  return page
}

async function chooseFile(page: Page, name: string): Promise<void> {
  await page.locator('[data-field=file] [role=combobox]').fill(name)
  await page.getByRole('option', { name }).click()
}

test('cases are proposed from a file, and accepted, changed, or skipped one by one', async () => {
  const page = await openTest('By rules')
  await page.getByRole('button', { name: 'From files' }).click()
  const list = dialog(page, 'Propose cases from a file')
  await list.getByRole('button', { name: 'Propose cases' }).click()
  await expectVisible(list.getByText('Choose a file'))
  await chooseFile(page, 'Leave policy.md')
  await list.getByRole('button', { name: 'Propose cases' }).click()
  await expectVisible(list.getByText('3 cases proposed from Leave policy.md.'))
  await expectVisible(proposal(page, FIRST).getByText('28 days', { exact: true }))

  await named(page, FIRST, 'Accept').click()
  await expectVisible(proposal(page, FIRST).getByText('Accepted'))
  await expectFocused(proposal(page, SECOND))
  await expectVisible(list.getByText('To decide: 2. Accepted: 1. Skipped: 0.'))

  await named(page, SECOND, 'Edit').click()
  const form = dialog(page, 'New case')
  await expectVisible(form.getByText('The notice period is three months.'))
  await form.getByRole('textbox', { name: 'Expected facts, 1', exact: true }).fill('a quarter of a year')
  await form.getByRole('button', { name: 'Create case' }).click()
  await expectVisible(proposal(page, SECOND).getByText('Accepted'))
  await expectFocused(proposal(page, THIRD))

  await named(page, THIRD, 'Skip').click()
  await expectVisible(list.getByText('To decide: 0. Accepted: 2. Skipped: 1.'))
  await named(page, THIRD, 'Undo skip').click()
  await expectFocused(proposal(page, THIRD))
  await named(page, THIRD, 'Skip').click()
  await list.getByRole('button', { name: 'Close' }).click()

  await expectGone(page.getByRole('dialog'))
  const rows = page.getByRole('row')
  await expectVisible(rows.filter({ hasText: FIRST }).getByText('1 fact'))
  await expectVisible(rows.filter({ hasText: SECOND }))
  expect(await rows.filter({ hasText: THIRD }).count()).toBe(0)
})

test('a model proposes cases, is stopped, and fails, and the list stays', async () => {
  const { engine } = stage.current
  let release: () => void = () => undefined
  const waiting = new Promise<void>((resolve) => {
    release = resolve
  })
  engine.play(async (_, signal) => {
    await Promise.race([waiting, new Promise((resolve) => signal.addEventListener('abort', resolve))])
    signal.throwIfAborted()
  })
  const page = await openTest('By model')
  await page.getByRole('button', { name: 'From files' }).click()
  const list = dialog(page, 'Propose cases from a file')
  await chooseFile(page, 'Leave policy.md')
  await list.getByLabel('Method').selectOption({ label: 'judge' })
  await list.getByRole('button', { name: 'Propose cases' }).click()
  await expectVisible(list.getByText('The model is reading the file.'))
  await list.getByRole('button', { name: 'Stop' }).click()
  await expectVisible(list.getByText('Stopped. Nothing was proposed.'))
  await expectFocused(list.getByRole('button', { name: 'Propose cases' }))
  release()

  engine.play(async (writer, _, request) => {
    const isLeave = String(request.messages[1]?.content).includes('24 months')
    writer.text(
      isLeave
        ? '{"questions":[{"question":"How long may parents stay away?","facts":["24 months"]}]}'
        : 'No.',
    )
  })
  await list.getByRole('button', { name: 'Propose cases' }).click()
  await expectVisible(proposal(page, 'How long may parents stay away?'))
  await expectVisible(list.getByText('The model’s answer to 1 passage couldn’t be read.'))

  await list.getByRole('button', { name: 'Choose another file' }).click()
  await chooseFile(page, 'Empty words.txt')
  await list.getByLabel('Method').selectOption({ label: 'Rules' })
  await list.getByRole('button', { name: 'Propose cases' }).click()
  await expectVisible(list.getByText('The rules found nothing to ask in this file'))
  await expectVisible(proposal(page, 'How long may parents stay away?'))
  // Proposals that no one has decided on are lost only on purpose.
  await page.keyboard.press('Escape')
  await expectVisible(dialog(page, 'Leave without saving?'))
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Leave' }).click()
  await expectGone(page.getByRole('dialog'))
})

test.each(LOOKS)('proposed cases are accessible: %s', async (...look) => {
  const page = await openTest(`Look ${look[0]}`, look)
  await page.locator('.lucide-file-search').first().click()
  await chooseFile(page, 'Leave policy.md')
  await page.locator('.generating-start [type=submit]').click()
  await expectVisible(page.locator('.proposal').first())
  await page.locator('.proposal-actions button').first().click()
  await expectVisible(page.locator('.proposal[data-state=Accepted]'))
  await expectAccessible(page, 'proposed cases')
  await page.locator('.proposal-actions button').nth(1).click()
  await expectVisible(page.locator('.candidate-note'))
  await expectAccessible(page, 'the form for a proposed case')
})
