import { beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, isOnPhone, LIGHT_ENGLISH, LOOKS } from './accessibility.ts'
import { expectGone, expectPath, expectVisible } from './expectations.ts'
import { composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const starter = 'How much may a hotel cost?'
let agent: string

beforeAll(async () => {
  agent = await publishAgent(stage.current.app, 'Travel guide', {
    languageEngine: 'BuiltIn',
    introduction: 'Ask me about travel.',
    starterQuestions: [starter],
  })
})

const lookPath = () => `/admin/gptsystem/${agent}/ux`

async function open(options = LIGHT_ENGLISH) {
  const opened = await stage.current.openAs('admin', options[1])
  await opened.page.addInitScript(options[2])
  await opened.page.goto(`${stage.current.origin}${lookPath()}`)
  await opened.page.locator('.look-preview').or(opened.page.getByRole('radiogroup').first()).first().waitFor()
  return opened
}

describe("an agent's chat appearance", () => {
  test('[R-2-048] /admin/gptsystem/{id}/ux has a preview next to it, and changes apply to the chat immediately', async () => {
    const { page, watch } = await open()
    const preview = page.getByRole('region', { name: 'Preview' })
    await expectVisible(preview.getByText('Ask me about travel.'))
    await expectVisible(preview.getByText(starter))
    await page.getByText('Top', { exact: true }).click()
    await page.getByRole('switch', { name: 'Show starter questions' }).click()
    await page
      .getByRole('textbox', { name: 'Message field placeholder' })
      .fill('Ask about travel and expenses')
    const disclaimer = page.getByRole('textbox', { name: 'Disclaimer' })
    await disclaimer.fill('x'.repeat(301))
    await page.getByRole('button', { name: 'Save appearance' }).click()
    await expectVisible(page.getByText('Use 300 characters or fewer'))
    await disclaimer.fill('Rules change in January.')
    await expectGone(preview.getByText(starter))
    await expectVisible(preview.getByText('Rules change in January.'))
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('Chat appearance of Travel guide saved'))

    const chat = await stage.current.openAs('anna')
    await chat.page.goto(`${stage.current.origin}/chat/${agent}`)
    await expectVisible(chat.page.getByText('Rules change in January.'))
    expect(await composer(chat.page).getAttribute('placeholder')).toBe('Ask about travel and expenses')
    expect(await chat.page.locator('.first-run').getAttribute('data-layout')).toBe('Top')
    expect(await chat.page.getByRole('button', { name: starter }).count()).toBe(0)
    await composer(chat.page).fill('And meals?')
    await composer(chat.page).press('Enter')
    await expectVisible(chat.page.getByRole('article', { name: 'Your question' }))
    await expectVisible(chat.page.getByText('Rules change in January.'))

    // When two users change it, the second chooses, and no input is lost.
    watch.expectError(/412/)
    const token = await stage.current.app.token('admin')
    const path = `/api/internal/gptSystems/system/management/${agent}`
    const { body } = await call<{ version: number; ux: object }>(stage.current.app, path, { token })
    await call(stage.current.app, `${path}/ux`, {
      token,
      method: 'PUT',
      body: { ...body.ux, disclaimer: 'Said elsewhere.' },
      headers: { 'if-match': `"${body.version}"` },
    })
    await disclaimer.fill('Said here.')
    await page.getByRole('button', { name: 'Save appearance' }).click()
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByText('Said elsewhere.'))
    await expectVisible(dialog.getByText('Said here.'))
  })

  test('is linked from the editor, and visible only to users who can view the agent', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/gptsystem/${agent}/edit`)
    await page.getByRole('link', { name: 'Chat appearance' }).click()
    await expectPath(page, lookPath())
    const anna = await stage.current.openAs('anna')
    anna.watch.expectError(/403|404/)
    await anna.page.goto(`${stage.current.origin}${lookPath()}`)
    await expectGone(anna.page.getByRole('switch', { name: 'Show starter questions' }))
  })

  test.each(LOOKS)('its page is accessible and fits: %s', async (...look) => {
    const { page } = await open(look)
    await expectAccessible(page, 'chat appearance')
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    if (isOnPhone(look[0])) {
      await page.getByText(/^(Preview|معاينة)$/).click()
      await page.locator('.look-preview').waitFor()
      await expectAccessible(page, 'the preview')
    }
  })
})
