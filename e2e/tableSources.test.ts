import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { libraryOf } from '../server/src/features/conversations/testing/asking.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { ask, composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let agent: string
beforeAll(async () => {
  const regions = ['North', 'South', 'East']
  const rows = Array.from(
    { length: 900 },
    (_, at) => `${regions[at % 3]},${100 + at},2024-0${1 + (at % 9)}-01`,
  )
  const library = await libraryOf(stage.current.app, 'Figures', {
    'sales.csv': ['Region,Amount,Day', ...rows].join('\n'),
  })
  agent = await publishAgent(stage.current.app, 'Calculates', {}, [library])
})

async function open(options: object = {}, script = ''): Promise<Page> {
  const { page } = await stage.current.openAs('anna', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  await composer(page).waitFor()
  return page
}

test.each(LOOKS)(
  'the source of a calculated answer shows its query and rows: %s',
  async (_name, options, script) => {
    const page = await open(options, script)
    await ask(page, 'What is the total amount per region?')
    await page.locator('.answer-actions').first().waitFor()
    await page.locator('[id^=source-] button').first().click()
    const panel = page.locator('.source-panel')
    const query = panel.locator('pre')
    await expectVisible(query)
    expect(await query.textContent()).toBe(
      'SELECT region, sum(amount) AS result FROM sales GROUP BY 1 ORDER BY 1 LIMIT 100',
    )
    expect(await query.getAttribute('dir')).toBe('ltr')
    await expectVisible(panel.getByText('A2:B901').last())
    const table = panel.getByRole('table')
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['region', 'result'])
    expect(await table.getByRole('row').nth(2).textContent()).toBe('North164550')
    await expectAccessible(page, 'a query and its result')
  },
)
