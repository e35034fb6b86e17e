import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { makeDocx, words } from '../server/src/features/knowledge/testing/wordDocuments.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { ask, composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const depots = ['Harbor', 'Airport', 'North']
const parts = Array.from({ length: 120 }, (_, at) => [
  `Valve ${at + 1}`,
  depots[at % 3]!,
  String((at * 7) % 50),
  `$${10 + at}.50`,
])
const HANDBOOK = makeDocx([
  words.heading(1, 'How we order'),
  words.text('Orders are placed on Monday. '.repeat(60)),
  words.heading(1, 'Spare parts'),
  words.text('Everything in the three depots.'),
  words.table([['Part', 'Depot', 'Stock', 'Price'], ...parts]),
  words.heading(1, 'Contacts'),
  words.text('Call the harbor.'),
])

let agent: string
beforeAll(async () => {
  const { app } = stage.current
  const token = await app.token('admin')
  const library = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
    token,
    body: { name: 'Handbooks', description: '' },
  })
  const path = `/api/internal/dataSources/${library.body.dataSourceId}/files`
  const form = new FormData()
  form.append('file', new Blob([HANDBOOK]), 'handbook.docx')
  await call(app, path, { token, body: form })
  await vi.waitFor(
    async () => {
      const { body } = await call<{ items: { state: string }[] }>(app, path, { token })
      expect(body.items.map(({ state }) => state)).toEqual(['Ready'])
    },
    { timeout: 300_000, interval: 200 },
  )
  agent = await publishAgent(app, 'Handbooks', { languageEngine: 'BuiltIn' }, [library.body.dataSourceId])
})

const panel = (page: Page) => page.locator('.source-panel')
const inView = (page: Page) =>
  page.evaluate<boolean>(
    `(() => { const box = document.querySelector('.source-panel mark').getBoundingClientRect(); const around = document.querySelector('.document-text').getBoundingClientRect(); return box.top >= around.top && box.bottom <= around.bottom })()`,
  )

test.for(LOOKS)(
  '[R-3-119] the source of a calculation opens the document at its table, %s',
  async ([, options, before]) => {
    const { page } = await stage.current.openAs('admin', options)
    await page.addInitScript(before)
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    await composer(page).waitFor()
    await ask(page, 'How many spare parts are in the Harbor depot?')
    await page.locator('.answer[aria-busy="false"] .answer-actions').waitFor()
    await expectVisible(page.locator('.answer').getByText('40', { exact: true }))
    await page.locator('.note, .source-chips button').first().click()
    await expectVisible(panel(page).getByText("SELECT count(*) FROM spare_parts WHERE depot = 'Harbor'"))
    await expectVisible(panel(page).getByText('Spare parts', { exact: false }).first())
    await expectAccessible(page, 'a query over a document')
    await panel(page).locator('footer button').first().click()
    await expectVisible(panel(page).getByRole('cell', { name: 'Valve 1', exact: true }))
    await expectVisible(panel(page).getByRole('columnheader', { name: 'Price' }).first())
    await expect.poll(() => panel(page).getByRole('row').count()).toBe(121)
    await expect.poll(() => inView(page)).toBe(true)
    expect(await panel(page).locator('mark').allTextContents()).toEqual(['Part', 'Depot', 'Stock', 'Price'])
    await expectAccessible(page, 'the table of a document')
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  },
)
