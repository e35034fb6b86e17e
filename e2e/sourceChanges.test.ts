import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { libraryOf } from '../server/src/features/conversations/testing/asking.ts'
import { listFiles, settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { ask, askAndRead, composer } from './screens.ts'
import { useStage } from './stage.ts'

const QUOTE = 'The lighthouse of Vela stands 41 metres tall.'
const stage = useStage()
let library: string
let agent: string
beforeAll(async () => {
  library = await libraryOf(stage.current.app, 'Towers', { 'vela.txt': `${QUOTE} It was built in 1903.` })
  agent = await publishAgent(stage.current.app, 'Quotes', {}, [library])
})

const source = (page: Page, name = /^Open source 1: vela.txt/) => page.getByRole('button', { name }).first()
async function replace(text: string) {
  await upload(stage.current.app, library, 'vela.txt', text)
  await settled(stage.current.app, library)
}
async function open(options: object = {}, script = '') {
  const { page } = await stage.current.openAs('anna', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  await composer(page).waitFor()
  return page
}

test('a source says if its file was replaced or deleted after the answer, and the quote stays', async () => {
  const page = await open()
  await askAndRead(page, 'How tall is the lighthouse of Vela?')
  await expectVisible(source(page))
  const replaced = /This file was replaced on .+, after this answer\./
  expect(await source(page, replaced).count()).toBe(0)
  await replace(`${QUOTE} It was built in 1904.`)
  // A user who never left the answer sees this when they open the source.
  await source(page).click()
  const panel = page.locator('.source-panel')
  await expectVisible(panel.getByText(replaced))
  await expectVisible(panel.getByText(QUOTE))
  await page.keyboard.press('Escape')
  await page.reload()
  await expectVisible(source(page, replaced))
  await expectVisible(page.locator('.source-changed').first())

  const { app } = stage.current
  const [file] = await listFiles(app, library)
  await call(app, `/api/internal/dataSources/${library}/files/${file?.fileId}`, {
    token: await app.token('admin'),
    method: 'DELETE',
    body: {},
  })
  await page.reload()
  await expectVisible(source(page, /This file was deleted after this answer\./))
  await source(page).click()
  await expectVisible(panel.getByText('This file was deleted after this answer.'))
  await expectVisible(panel.getByText(QUOTE))
  await replace(`${QUOTE} It was built in 1905.`)
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  await composer(page).waitFor()
  await askAndRead(page, 'How tall is the lighthouse of Vela?')
  await expectVisible(source(page))
  await expectGone(page.locator('.source-changed'))
})

test.each(LOOKS)('a changed source is accessible: %s', async (_name, options, script) => {
  await replace(`${QUOTE} It was built in 1906.`)
  const page = await open(options, script)
  await ask(page, 'How tall is the lighthouse of Vela?')
  await page.locator('.answer-actions').first().waitFor()
  await replace(`${QUOTE} It was built in 1907.`)
  await page.reload()
  await expectVisible(page.locator('.source-changed').first())
  await expectAccessible(page, 'a changed source')
  await page.locator('[id^=source-] button').first().click()
  await expectVisible(page.locator('.source-changed-note'))
  await expectAccessible(page, 'the changed source’s text')
})
