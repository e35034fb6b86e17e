import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chooseAudio } from '../server/src/features/speech/testing/calls.ts'
import { startAudioProvider } from '../server/src/testing/audioProvider.ts'
import { wavOf } from '../server/src/testing/wav.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { microphone } from './microphone.ts'
import { answers, composer } from './screens.ts'
import { useStage } from './stage.ts'

const provider = await startAudioProvider()
afterAll(() => provider.close())
const stage = useStage({
  environment: {
    EGRESS_ALLOW: '127.0.0.1',
    COMPATIBLE_BASE_URL: provider.baseUrl,
    COMPATIBLE_DEPLOYMENTS: 'scripted,whisper,tts',
  },
})
let agent: string

beforeAll(async () => {
  await chooseAudio(stage.current.app)
  agent = await stage.current.publish('Keeper')
})
beforeEach(() => {
  provider.requests.length = 0
  provider.play()
})

async function open(options?: object, script = ''): Promise<Page> {
  const { page, watch } = await stage.current.openAs('anna', options)
  // Some tests let the provider fail.
  watch.expectError(/(answered|status of) 502/)
  await page.addInitScript(`${microphone};${script}`)
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  await composer(page).waitFor()
  return page
}
const voice = (page: Page, isOn: boolean) => page.evaluate(`window.voice(${isOn})`)
const status = (page: Page) => page.locator('.hands-free, .dictation').getByRole('status').first()
const sounds = (page: Page, name: string) =>
  page.evaluate<number>(`window.sounds.filter((one) => one.name === '${name}').length`)

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start a voice conversation' }).click()
  await expectVisible(page.getByText('Listening. Speak now.'))
}
async function say(page: Page, text: string): Promise<void> {
  provider.play({ transcript: text }, { sound: wavOf({ seconds: 20, hertz: 0 }) })
  await voice(page, true)
  await expectVisible(page.getByText('Go on. Your question is sent when you pause.'))
  await voice(page, false)
}
const spoken = () =>
  provider.requests.flatMap(({ operation, fields }) => (operation === 'speech' ? fields.input : []))

describe('[R-1-011] a conversation by voice', () => {
  test('asks what was said, reads the answer, stops when someone speaks, and asks the next question', async () => {
    const { engine } = stage.current
    const asked: string[] = []
    engine.play(async (writer, _signal, request) => {
      if (request.messages.length > 0) asked.push(JSON.stringify(request.messages.at(-1)))
      writer.text('The lighthouse is tall. It has 41 metres.')
    })
    const page = await open()
    await start(page)
    await say(page, 'How tall is it?')
    await expectVisible(answers(page).last().getByText('The lighthouse is tall.'))
    await expectVisible(page.getByText('Reading the answer. Speak to interrupt.'))
    await expect.poll(() => sounds(page, 'play')).toBe(1)
    expect(provider.requests[0]).toMatchObject({ operation: 'transcriptions', fields: { language: 'en' } })
    expect(provider.requests[0]?.recording?.toString('latin1', 0, 4)).toBe('RIFF')
    expect(spoken()).toContain('The lighthouse is tall.')

    await say(page, 'And how old?')
    await expect.poll(() => asked.some((one) => one.includes('And how old?'))).toBe(true)
    expect(await sounds(page, 'pause')).toBeGreaterThan(0)
    await expect.poll(() => answers(page).count()).toBe(2)
    await expectVisible(page.getByText('Reading the answer. Speak to interrupt.'))
    await page.getByRole('button', { name: 'End the conversation' }).first().click()
    await expect.poll(() => page.locator('.hands-free').count()).toBe(0)
    expect(await page.evaluate<string>('window.microphone.getTracks()[0].readyState')).toBe('ended')
  })

  test('goes on with the answer if the sound wasn’t speech', async () => {
    stage.current.engine.play(async (writer) => writer.text('One. Two. Three.'))
    const page = await open()
    await start(page)
    await say(page, 'Count.')
    await expect.poll(() => sounds(page, 'play')).toBe(1)
    await say(page, '')
    await expect.poll(() => sounds(page, 'play')).toBe(2)
    await expectVisible(page.getByText('Reading the answer. Speak to interrupt.'))
    expect(await answers(page).count()).toBe(1)
  })

  test('says what to do if the microphone is denied or unplugged, or the provider fails', async () => {
    const page = await open(undefined, `window.refuses = 'NotAllowedError'`)
    await page.getByRole('button', { name: 'Start a voice conversation' }).click()
    await expectVisible(page.getByRole('alert').getByText('The microphone isn’t allowed for this page.'))
    await page.evaluate('window.refuses = undefined')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(page.getByText('Listening. Speak now.'))
    await voice(page, true)
    await expectVisible(page.getByText('Go on.', { exact: false }))
    provider.play({ status: 500, body: '{}' })
    await voice(page, false)
    await expectVisible(page.getByRole('alert').getByText('couldn’t transcribe the recording'))
    await expectVisible(page.getByText('Listening. Speak now.'))
    await page.evaluate('window.microphone.getTracks()[0].dispatchEvent(new Event("ended"))')
    await expectVisible(page.getByRole('alert').getByText('The microphone was disconnected.'))
    await expectVisible(page.getByText('The conversation is paused.'))
  })

  test.each(LOOKS)('is accessible: %s', async (name, options, script) => {
    const page = await open(options, script ?? '')
    await page.locator('.hands-free-start').click()
    await page.locator('.hands-free .pri').waitFor()
    await expect.poll(() => page.locator('.hands-free meter').count()).toBe(1)
    await expectAccessible(page, 'a conversation by voice')
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/talk-${name.replaceAll(' ', '-')}.png` })
  })
})

describe('[R-1-011] dictation by the transcription deployment', () => {
  test('records, says where the recording goes, and puts the text into the field', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Dictate' }).click()
    await expectVisible(page.getByText('Recording. Speak now.'))
    await expectVisible(page.getByText(/transcription service of your organization/))
    await voice(page, true)
    await expect.poll(() => page.evaluate<number>('document.querySelector("meter").value')).toBeGreaterThan(0)
    provider.play({ status: 500, body: '{}' }, { transcript: 'How tall is it?' })
    await page.getByRole('button', { name: 'Insert text' }).click()
    await expectVisible(page.getByRole('alert').getByText(/couldn’t transcribe the recording.*Request ID/))
    // What was recorded is kept and sent again.
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => composer(page).inputValue()).toBe('How tall is it?')
    const [first, second] = provider.requests
    expect(first?.recording?.length).toBeGreaterThan(1000)
    expect(second?.recording?.equals(first!.recording!)).toBe(true)
    expect(await page.evaluate<string>('window.microphone.getTracks()[0].readyState')).toBe('ended')
  })

  test.each(LOOKS)('is accessible: %s', async (name, options, script) => {
    const page = await open(options, script ?? '')
    await page.getByRole('button', { name: /^(Dictate|إملاء)$/ }).click()
    await expect.poll(() => page.locator('.dictation meter').count()).toBe(1)
    await expectVisible(status(page))
    await expectAccessible(page, 'dictation by a recording')
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/record-${name.replaceAll(' ', '-')}.png` })
  })
})
