import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../server/src/features/conversations/testing/asking.ts'
import { expectAccessible, LOOKS, type Look } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { ask as askInPage } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let agent: string

const ANSWER =
  'The **lighthouse** is tall. It has 41 metres, and it stands at the end of a long pier.\n\n```python\nprint(1)\n```\n\nIt was built in 1887, and it has been repaired twice since then.'

beforeAll(async () => {
  agent = await stage.current.publish('Keeper')
})

/** Opens a conversation of its own with one answer. */
async function open(options?: object, before = '', error?: RegExp): Promise<Page> {
  const { app, engine, openAs, origin } = stage.current
  engine.play(async (writer) => writer.text(ANSWER))
  const { conversationId } = await ask(app, await app.token('anna'), { gptSystemId: agent }, 'How tall?')
  const { page, watch } = await openAs('anna', options)
  if (error) watch.expectError(error)
  if (before) await page.addInitScript(before)
  await page.goto(`${origin}/chat/${agent}?conversationId=${conversationId}`)
  return page
}
const panelOf = (page: Page) => page.getByRole('region', { name: 'Talking avatar' })

/** Waits for the first picture. */
const expectPicture = (page: Page) =>
  expect.poll(() => page.evaluate('document.querySelector("video")?.videoWidth')).toBe(320)

/** Opens the avatar, and waits for its first picture. */
async function connect(page: Page) {
  await page.getByRole('button', { name: 'Talking avatar' }).click()
  const panel = panelOf(page)
  await expectVisible(panel.getByText('reads each new answer'))
  await expectPicture(page)
  return panel
}

/** Measures what the page plays: the loudest moment of the last fifth of a second. */
const listen = (page: Page) =>
  page.evaluate(`(() => {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 8192
    context.createMediaStreamSource(document.querySelector('video').srcObject).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    window.loudness = () => {
      analyser.getFloatTimeDomainData(samples)
      return samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
    }
  })()`)
const loudness = (page: Page) => page.evaluate<number>('window.loudness()')

describe('[R-1-012] the talking avatar', () => {
  test('shows a face, speaks the last answer with subtitles, is muted, and stops', async () => {
    const page = await open()
    const panel = await connect(page)
    await listen(page)
    expect(await loudness(page)).toBeLessThan(0.01)
    await panel.getByRole('button', { name: 'Speak the last answer' }).click()
    await expectVisible(panel.getByText('The lighthouse is tall.'))
    await expect.poll(() => loudness(page)).toBeGreaterThan(0.05)
    await expectVisible(panel.getByText('It has 41 metres'))
    await panel.getByRole('button', { name: 'Mute' }).click()
    expect(await page.evaluate('document.querySelector("video").muted')).toBe(true)
    await panel.getByRole('button', { name: 'Stop speaking' }).click()
    await expect.poll(() => loudness(page)).toBeLessThan(0.01)
    await expectVisible(panel.getByText('reads each new answer'))
    await panel.getByRole('button', { name: 'Close avatar' }).click()
    await expect.poll(() => panel.count()).toBe(0)
    expect(await page.evaluate('document.activeElement?.matches("[data-composer]")')).toBe(true)
  })

  test('speaks a new answer, and is silent when the next question is asked', async () => {
    const page = await open({}, '', /(status of|answered) 422/)
    const panel = await connect(page)
    const { engine } = stage.current
    engine.play(async (writer) => writer.text('This answer is new. '.repeat(20)))
    await askInPage(page, 'And now?')
    await expectVisible(panel.getByText('This answer is new.'))
    engine.play(async (writer) => writer.text('```js\n1\n```'))
    await askInPage(page, 'Only code?')
    await expectVisible(panel.getByText('reads each new answer'))
    expect(await panel.getByRole('alert').count()).toBe(0)
    await panel.getByRole('button', { name: 'Speak the last answer' }).click()
    await expectVisible(page.getByText('nothing to speak'))
  })

  test('stays when a new chat becomes a conversation, and makes way for a conversation by voice', async () => {
    const page = await open()
    const connected: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('connectTextToSpeechVideo')) connected.push(request.url())
    })
    await page.goto(`${stage.current.origin}/chat/${agent}`)
    const panel = await connect(page)
    stage.current.engine.play(async (writer) => writer.text('The first answer of a chat. '.repeat(20)))
    await askInPage(page, 'Hello?')
    await expectVisible(panel.getByText('The first answer of a chat.'))
    expect(connected.filter((url) => !url.includes('disconnect'))).toHaveLength(1)
    await page.getByRole('button', { name: 'Start a voice conversation' }).click()
    await expect.poll(() => panel.count()).toBe(0)
    await expect.poll(() => connected.length).toBe(2)
  })

  test('says what to do when another window takes it over, and connects again', async () => {
    const [page, other] = [await open(), await open()]
    const panel = await connect(page)
    await connect(other)
    await expectVisible(panel.getByText('opened in another window'))
    await panel.getByRole('button', { name: 'Connect again' }).click()
    await expectVisible(panel.getByText('reads each new answer'))
    await expectVisible(panelOf(other).getByText('opened in another window'))
  })

  test('stays still for people who don’t want motion', async () => {
    const page = await open({ reducedMotion: 'reduce' })
    const panel = await connect(page)
    const still = panel.locator('canvas')
    await expectVisible(still)
    expect(await page.evaluate("getComputedStyle(document.querySelector('video')).opacity")).toBe('0')
    const picture = () => page.evaluate<string>("document.querySelector('.avatar-video canvas').toDataURL()")
    const before = await picture()
    await panel.getByRole('button', { name: 'Speak the last answer' }).click()
    await expectVisible(panel.getByText('It has 41 metres'))
    expect(await picture()).toBe(before)
    expect(before.length).toBeGreaterThan(5000)
  })

  test.each<Look>(LOOKS)('is accessible in %s', async (name, options, before) => {
    const page = await open(options, before)
    await page.locator('.composer button[aria-expanded=false]:has(.lucide-speech)').click()
    await expectPicture(page)
    await page.locator('.avatar-actions button').first().click()
    await expectVisible(page.locator('.avatar-words mark'))
    await expectAccessible(page, 'an avatar that speaks')
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/avatar-${name.replaceAll(' ', '-')}.png` })
  })
})
