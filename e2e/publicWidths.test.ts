import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishPage } from '../server/src/testing/visitors.ts'
import { startDemo } from '../tools/embedDemo.ts'
import { expectAccessible } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { expectToFit } from './fit.ts'
import { ask, composer } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const WIDTHS = [320, 390, 768, 1440]
/** A word that can be broken nowhere. */
const LONG = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaf'
const looks = ['light', 'dark'].flatMap((themeMode) =>
  ['en', 'ar'].map((language): [string, string] => [themeMode, language]),
)
const settingsOf = (themeMode: string, language: string) =>
  `localStorage.setItem('i18nextLng', '${language}'); localStorage.setItem('settings', '{"themeMode":"${themeMode}"}')`

let slug: string
let site: string
let server: Server

beforeAll(async () => {
  const agent = await stage.current.publish(`Help with ${LONG}`, {
    description: LONG,
    introduction: `Ask me about **departures** and ${LONG}.`,
    starterQuestions: ['Where is my train?', LONG],
  })
  slug = `widths-${Date.now()}`
  server = await startDemo({ chat: stage.current.origin, page: slug, attributes: { 'data-label': 'Ask us' } })
  site = `http://demo.localhost:${(server.address() as AddressInfo).port}`
  await publishPage(stage.current.app, agent, {
    gptPublicEndpoint: slug,
    allowedOrigins: [site],
    contact: { label: `Customer service of ${LONG}`, url: 'https://halden.example/help' },
    privacyUrl: 'https://halden.example/privacy',
    escalation: {
      kind: 'Webhook',
      url: 'https://hooks.halden.example/in',
      secret: 'the-secret-of-this-page',
    },
  })
})
afterAll(() => server?.close())

const ANSWER = `${LONG}\n\n| ${LONG} | b |\n|---|---|\n| 1 | ${LONG} |\n\n\`\`\`ts\nconst long = '${LONG}${LONG}'\n\`\`\`\n`

async function asked(page: Page): Promise<void> {
  stage.current.engine.play(text(ANSWER))
  await composer(page).waitFor()
  await ask(page, `Where is ${LONG}?`)
  await page.locator('.answer table').last().waitFor()
  await page.locator('.answer[aria-busy=false] .answer-actions').first().waitFor()
}

test.each(looks)('a public page fits and is accessible at all widths: %s %s', async (themeMode, language) => {
  for (const isPopup of [false, true]) {
    const address = `/public-chat/${slug}${isPopup ? '/true' : ''}`
    const { page } = await stage.current.open()
    await page.addInitScript(settingsOf(themeMode, language))
    await page.goto(`${stage.current.origin}${address}`)
    await composer(page).waitFor()
    const check = async (what: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width === 320 ? 560 : 900 })
        await expectToFit(page, `${address}, ${what}`, [width])
        await expectAccessible(page, `${address}, ${what}, ${themeMode} ${language} ${width}`)
      }
    }
    await check('empty')
    await asked(page)
    await check('answered')
    expect(await page.evaluate('document.documentElement.dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
  }
})

test.each(looks)('the widget is accessible in a frame of 360 by 560: %s %s', async (themeMode, language) => {
  const { page, watch } = await stage.current.open({ viewport: { width: 360, height: 560 }, hasTouch: true })
  watch.expectError(/request to another host: http:\/\/demo\.localhost/)
  await page.addInitScript(settingsOf(themeMode, language))
  await page.goto(site)
  const opener = page.getByRole('button', { name: 'Ask us' })
  await expectVisible(opener)
  await expectAccessible(page, `a site with the widget, ${themeMode} ${language}`)
  await opener.click()
  const frame = page.frameLocator('iframe')
  stage.current.engine.play(text(ANSWER))
  await expectVisible(frame.getByRole('textbox').first())
  const chat = page.frames().find((one) => one.parentFrame() !== null)
  if (!chat) throw new Error('The widget has no frame.')
  const check = async (what: string) => {
    await expectAccessible(page, `the site around ${what}, ${themeMode} ${language}`)
    await expectAccessible(chat, `${what}, ${themeMode} ${language}`)
  }
  await check('the open widget')
  await frame.getByRole('textbox').first().fill('Where is my train?')
  await frame.getByRole('textbox').first().press('Enter')
  await expectVisible(frame.locator('.answer[aria-busy=false] table'))
  await check('an answer in the widget')
})
