import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../server/src/features/conversations/testing/asking.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { answers, askAndRead, composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { CODE_INTERPRETER: 'auto' } })
let agent: string
let conversationId: string

const code = `import pandas as pd
import matplotlib.pyplot as plt
sales = pd.DataFrame({'city': ['Ulm', 'Bonn', 'Kiel'], 'sum': [3, 4, 2]})
print('Total:', sales['sum'].sum())
plt.bar(sales['city'], sales['sum'])
plt.title('Sales by city')
plt.ylabel('Sum')
sales.to_csv('sales.csv', index=False)
sales`

beforeAll(async () => {
  const { app, engine, publish } = stage.current
  engine.play(async (writer, _signal, { messages }) => {
    if (messages.at(-1)?.role === 'tool') return writer.text('Bonn sold the most.')
    const input = JSON.stringify({ code })
    return { finish: 'ToolCalls', toolCalls: [{ id: randomUUID(), name: 'run_python', input }] }
  })
  agent = await publish('Analyst', { capabilityTypes: ['FileSearch', 'CodeInterpreter'] })
  const asked = await ask(app, await app.token('admin'), { gptSystemId: agent }, 'Which city sold the most?')
  conversationId = asked.conversationId
})
beforeEach(async ({ skip }) => {
  if ((await stage.current.app.platform.sandbox.state()).state !== 'Available') skip()
})

async function openAnswer(options?: object, script?: string) {
  const { page } = await stage.current.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/chat/${agent}?conversationId=${conversationId}`)
  return page
}

describe('the code interpreter', { shuffle: false }, () => {
  test.each(LOOKS)('is accessible: %s', async (_name, options, script) => {
    const page = await openAnswer(options, script)
    await expectVisible(page.locator('.code-chart img'))
    await page.locator('.code-chart button').click()
    await page.locator('.code-cells summary').click()
    await expectVisible(page.locator('.code-cell pre').first())
    await expectAccessible(page, 'an answer with code')
    await page.locator('.code-actions button').first().click()
    await page.locator('.code-editor textarea').waitFor()
    await expectAccessible(page, 'the editor of code')
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  })

  test('shows charts and files as soon as they are there, with the data of a chart, and downloads files', async () => {
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    await composer(page).waitFor()
    await askAndRead(page, 'Which city sold the most?')
    const answer = answers(page).last()
    await expectVisible(answer.getByRole('img', { name: 'Sales by city: Sum' }))
    await answer.getByRole('button', { name: 'Show data' }).click()
    const data = answer.getByRole('region', { name: /Data of the chart/ })
    await expectVisible(data.getByRole('cell', { name: 'Bonn' }))
    const downloading = page.waitForEvent('download')
    await answer.getByRole('button', { name: 'Download sales.csv' }).click()
    const file = await (await downloading).createReadStream()
    const bytes = Buffer.concat(await file.toArray())
    expect(bytes.toString()).toBe('city,sum\nUlm,3\nBonn,4\nKiel,2\n')
    await answer.getByText('Code, 1 cell').click()
    await expectVisible(answer.getByText('Total: 9'))
    const saving = page.waitForEvent('download')
    await answer.getByRole('button', { name: 'Download as notebook' }).click()
    const notebook = JSON.parse(
      Buffer.concat(await (await (await saving).createReadStream()).toArray()).toString(),
    )
    expect(notebook.cells[0].outputs.map(({ output_type }: { output_type: string }) => output_type)).toEqual([
      'stream',
      'execute_result',
      'display_data',
    ])
    await page.reload()
    await expectVisible(answers(page).last().getByRole('img', { name: 'Sales by city: Sum' }))
  })

  test('code is changed and run again, stopped, and kept if it couldn’t be run', async () => {
    const { page } = await stage.current.openAs('ben')
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    await composer(page).waitFor()
    await askAndRead(page, 'Which city sold the most?')
    const answer = answers(page).last()
    await answer.getByText('Code, 1 cell').click()
    await answer.getByRole('button', { name: 'Edit' }).click()
    const editor = answer.getByRole('textbox', { name: 'Code' })
    await editor.fill("print('Mean:', sales['sum'].mean())")
    await editor.press('Control+Enter')
    await expectVisible(answer.getByText('Mean: 3.0'))
    await expectVisible(answer.getByText('Run after the answer'))
    await expectVisible(answer.getByText('Code, 2 cells'))

    await answer.getByRole('button', { name: 'Edit' }).last().click()
    await editor.fill("import time\nprint('begun')\ntime.sleep(50)")
    await answer.getByRole('button', { name: 'Run', exact: true }).click()
    await expectVisible(answer.locator('.code-output', { hasText: 'begun' }))
    await answer.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => answer.getByText('Running code…').count()).toBe(0)

    await page.reload()
    await answer.getByText('Code, 3 cells').click()
    await expectVisible(answer.getByText('Mean: 3.0'))

    const { db } = stage.current.app.platform.database
    await sql`update usage_counter set code_ms = 86400000 where scope = 'code'`.execute(db)
    await answer.getByRole('button', { name: 'Edit' }).first().click()
    await editor.fill('lost = 1')
    await answer.getByRole('button', { name: 'Run', exact: true }).click()
    await expectVisible(
      answer.getByRole('alert').getByText('You’ve reached your limit for running code today.'),
    )
    expect(await editor.inputValue()).toBe('lost = 1')
    await sql`update usage_counter set code_ms = 0 where scope = 'code'`.execute(db)
    await answer.getByRole('button', { name: 'Run', exact: true }).click()
    await expectVisible(answer.getByText('Code, 4 cells'))
  })
})
