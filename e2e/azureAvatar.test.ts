import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../server/src/features/conversations/testing/asking.ts'
import { startTestApplication, type TestApplication } from '../server/src/testing/application.ts'
import { type AzureSpeech, startAzureSpeech } from '../server/src/testing/azureSpeech.ts'
import { call } from '../server/src/testing/client.ts'
import { person } from '../server/src/testing/people.ts'
import { expectAccessible, LOOKS, type Look } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

let azure: AzureSpeech
/** Draws what Azure’s avatar shows here. */
let drawing: TestApplication
const options = { environment: {} as Record<string, string> }

beforeAll(async () => {
  drawing = await startTestApplication()
  azure = await startAzureSpeech(async (localSdp) => {
    const { token } = await person(drawing)
    const path = '/api/internal/speech/connectTextToSpeechVideo'
    const { body } = await call<{ remoteSdp: string }>(drawing, path, { token, body: { localSdp } })
    return body.remoteSdp
  })
  Object.assign(options.environment, azure.environment)
}, 120_000)
afterAll(async () => {
  await drawing?.remove()
  await azure?.close()
})
const stage = useStage(options)
let agent: string
beforeAll(async () => {
  agent = await stage.current.publish('Keeper')
})
beforeEach(() => {
  azure.play({})
  azure.connections.length = 0
})

const FIRST = 'The lighthouse is tall.'
const SECOND = 'It has 41 metres, and it stands at the end of a long pier.'

/** Lets the test say what Azure says to browsers. */
const EVENTS = `(() => {
  const create = RTCPeerConnection.prototype.createDataChannel
  RTCPeerConnection.prototype.createDataChannel = function (label) {
    const channel = create.call(this, label)
    window.azureSays = (eventType) =>
      channel.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ event: { eventType } }) }))
    return channel
  }
})()`
const says = (page: Page, event: string) => page.evaluate(`window.azureSays('EVENT_TYPE_${event}')`)

/** Opens a conversation with one answer, and its avatar. */
async function open(more?: object, before = '', error?: RegExp): Promise<Page> {
  const { app, engine, openAs, origin } = stage.current
  engine.play(async (writer) => writer.text(`${FIRST} ${SECOND}`))
  const { conversationId } = await ask(app, await app.token('anna'), { gptSystemId: agent }, 'How tall?')
  const { page, watch } = await openAs('anna', more)
  if (error) watch.expectError(error)
  await page.addInitScript(`${EVENTS};${before}`)
  await page.goto(`${origin}/chat/${agent}?conversationId=${conversationId}`)
  await page.locator('.composer button[aria-expanded=false]:has(.lucide-speech)').click()
  return page
}
const panelOf = (page: Page) => page.getByRole('region', { name: 'Talking avatar' })
const expectPicture = (page: Page) =>
  expect.poll(() => page.evaluate('document.querySelector("video")?.videoWidth')).toBe(320)

describe('[R-1-012] the talking avatar of Azure', () => {
  test('shows its video, says where answers go, speaks them with subtitles, and stops', async () => {
    const page = await open()
    const panel = panelOf(page)
    await expectVisible(panel.getByText('sent to Microsoft Azure'))
    await expectPicture(page)
    azure.play({ speaking: 'held' })
    const [connection] = azure.connections
    await panel.getByRole('button', { name: 'Speak the last answer' }).click()
    await expect.poll(() => connection?.said().length).toBe(2)
    await says(page, 'TURN_START')
    await expectVisible(panel.getByText(FIRST))
    await says(page, 'TURN_END')
    connection?.finish()
    await expect.poll(() => connection?.said().length).toBe(3)
    await says(page, 'TURN_START')
    await expectVisible(panel.getByText(SECOND))
    await panel.getByRole('button', { name: 'Stop speaking' }).click()
    await expectVisible(panel.getByText('sent to Microsoft Azure'))
    await expect.poll(() => connection?.messages.at(-1)?.path).toBe('synthesis.control')
    await panel.getByRole('button', { name: 'Close avatar' }).click()
    await expect.poll(() => connection?.isOpen).toBe(false)
  })

  test('says when Azure has ended it, and connects again', async () => {
    const page = await open()
    const panel = panelOf(page)
    await expectPicture(page)
    await says(page, 'SESSION_END')
    await expectVisible(panel.getByText('The connection to the avatar was lost.'))
    await panel.getByRole('button', { name: 'Connect again' }).click()
    await expectVisible(panel.getByText('sent to Microsoft Azure'))
    expect(azure.connections.map(({ isOpen }) => isOpen)).toEqual([false, true])
  })

  test('says what to do if Azure refuses it', async () => {
    azure.play({ connect: { code: 4429, reason: 'Quota exceeded.' } })
    const page = await open({}, '', /(status of|answered) 502/)
    await expectVisible(panelOf(page).getByText('its quota is used up. Try again in a minute.'))
  })

  test('administrators see whose avatar it is', async () => {
    const { openAs, origin } = stage.current
    const { page } = await openAs('admin')
    await page.goto(`${origin}/admin/instanceSettings?tab=tools`)
    await expectVisible(page.getByText('By Azure Speech. What it says is sent there.'))
    if (process.env.SHOTS)
      await page
        .locator('.settings-card')
        .last()
        .screenshot({ path: `${process.env.SHOTS}/azure-tools.png` })
  })

  test.each<Look>(LOOKS)('is accessible in %s', async (name, more, before) => {
    const page = await open(more, before)
    await expectPicture(page)
    const shoot = async (what: string) => {
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/azure-${what}-${name.replaceAll(' ', '-')}.png` })
    }
    await shoot('ready')
    azure.play({ speaking: 'held' })
    await page.locator('.avatar-actions button').first().click()
    await expect.poll(() => azure.connections[0]?.said().length).toBe(2)
    await says(page, 'TURN_START')
    await expectVisible(page.locator('.avatar-words mark'))
    await expectAccessible(page, 'an avatar of Azure that speaks')
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    await shoot('speaking')
  })
})
