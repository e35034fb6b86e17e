import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { publishAgent } from '../server/src/testing/agents.ts'
import { publicLibrary } from '../server/src/testing/libraries.ts'
import { allowPublicPages } from '../server/src/testing/visitors.ts'
import { expectVisible } from './expectations.ts'
import { composer, fillDirectory, history } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A site on another host name. Its page contains what was pasted last. */
async function startSite(): Promise<{ origin: string; paste(snippet: string): void }> {
  let pasted = ''
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html lang="en"><title>Harbour Books</title><h1>Harbour Books</h1>${pasted}</html>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    origin: `http://books.localhost:${(server.address() as AddressInfo).port}`,
    paste(snippet) {
      pasted = snippet
    },
  }
}

test('[R-1-001] an agent is published, embedded in another site, asked, found again, and its chat taken along', async () => {
  const { app, origin } = stage.current
  await allowPublicPages(app)
  const library = await publicLibrary(
    app,
    'hours.txt',
    'Harbour Books is open from nine to six, Monday to Saturday.',
  )
  const agent = await publishAgent(app, 'Harbour assistant', {}, [library])
  const site = await startSite()

  // The owner publishes the agent and copies the snippet.
  const { page: editor } = await stage.current.openAs('admin')
  await editor.goto(`${origin}/admin/gptsystem/${agent}/publicPage`)
  await button(editor, 'Add origin').click()
  await editor.getByRole('textbox', { name: 'Origin 1' }).fill(site.origin)
  await button(editor, 'Save public page').click()
  await expectVisible(editor.getByText('Public page of Harbour assistant saved'))
  await editor.getByRole('switch', { name: 'Public page', exact: true }).click()
  await button(editor, 'Turn on').click()
  await expectVisible(editor.getByText('Public page of Harbour assistant turned on'))
  const snippet = editor.getByRole('textbox', { name: 'Embed code' })
  await expect.poll(() => snippet.inputValue()).toContain(`${origin}/embed/widget.js`)
  site.paste(await snippet.inputValue())

  // A visitor of the site asks and gets an answer with its source.
  const { page, watch } = await stage.current.open()
  watch.expectError(new RegExp(`^request to another host: ${site.origin}/`))
  await page.goto(site.origin)
  await page.getByRole('button', { name: 'Harbour assistant' }).click()
  const chat = page.frameLocator('iframe')
  const message = chat.getByRole('textbox', { name: /^Message/ })
  await message.fill('When is Harbour Books open?')
  await message.press('Enter')
  const answer = chat.getByText('from nine to six', { exact: false }).first()
  await expectVisible(answer)
  await expectVisible(chat.getByText('hours.txt').first())

  // It is still there after a reload, and when the visitor comes back later.
  await page.reload()
  await expectVisible(answer)
  const later = await page.context().newPage()
  await page.close()
  await later.goto(site.origin)
  await later.getByRole('button', { name: 'Harbour assistant' }).click()
  const again = later.frameLocator('iframe')
  await again.getByRole('button', { name: 'More options', exact: true }).click()
  await again.getByRole('menuitem', { name: 'Your chats' }).click()
  await again.getByRole('link', { name: 'Harbour Books open' }).first().click()
  await expectVisible(again.getByText('from nine to six', { exact: false }).first())

  // Signed in, the visitor takes the chat along.
  await again.getByRole('button', { name: 'More options', exact: true }).click()
  await again.getByRole('menuitem', { name: 'Take my chats to my account' }).click()
  const [tab] = await Promise.all([
    later.context().waitForEvent('page'),
    again.getByRole('dialog').getByRole('link', { name: 'Open in a new tab' }).click(),
  ])
  await button(tab, 'Continue with company account').click()
  await fillDirectory(tab, 'anna')
  await button(tab, 'Take along').click()
  await expectVisible(tab.getByRole('main').getByText('from nine to six', { exact: false }).first())
  await expectVisible(history(tab).getByRole('link').first())
  await expectVisible(composer(tab))
})
