import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let agent: string

/** A browser with a microphone that hums, and with a recognition of speech that the test speaks for. */
const listens = `
  navigator.mediaDevices.getUserMedia = async () => {
    if (window.refuses) throw new DOMException('refused', window.refuses)
    const context = new AudioContext()
    const source = context.createOscillator()
    const place = context.createMediaStreamDestination()
    source.connect(place)
    source.start()
    window.microphone = place.stream
    return place.stream
  }
  window.SpeechRecognition = undefined
  window.webkitSpeechRecognition = class extends EventTarget {
    start() { window.listening = this }
    stop() {}
    abort() { this.isAborted = true }
  }
  window.say = (text, isFinal) => window.listening.dispatchEvent(Object.assign(new Event('result'), {
    results: [Object.assign([{ transcript: text }], { isFinal })], resultIndex: 0,
  }))
`

beforeAll(async () => {
  agent = await stage.current.publish('Listener')
})

async function open(script: string, options?: object): Promise<Page> {
  const { page } = await stage.current.openAs('anna', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  await composer(page).waitFor()
  return page
}
const say = (page: Page, text: string, isFinal = true) =>
  page.evaluate(`window.say(${JSON.stringify(text)}, ${isFinal})`)
const isListening = (page: Page) => page.evaluate<boolean>('window.listening !== undefined')

describe('[R-1-011] dictating a message', () => {
  test('says first where the recording goes, and puts the text into the field to review', async () => {
    const page = await open(listens)
    await composer(page).fill('Hello.')
    await page.getByRole('button', { name: 'Dictate' }).click()
    await expectVisible(page.getByText(/it may leave your organization/))
    await page.getByRole('button', { name: 'Start dictation' }).click()
    await expectVisible(page.getByText('Listening. Speak now.'))
    await expect.poll(() => isListening(page)).toBe(true)
    await say(page, 'How tall', false)
    await say(page, 'How tall is it?')
    await expect.poll(() => page.evaluate<number>('document.querySelector("meter").value')).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Insert text' }).click()
    await expect.poll(() => composer(page).inputValue()).toBe('Hello. How tall is it?')
    expect(await page.evaluate<boolean>('window.listening.isAborted')).toBe(true)
    expect(await page.evaluate<string>('window.microphone.getTracks()[0].readyState')).toBe('ended')
  })

  test('says what to do if the microphone is denied, missing, or unplugged, and keeps what was heard', async () => {
    const page = await open(`${listens}; window.refuses = 'NotAllowedError'`)
    await page.getByRole('button', { name: 'Dictate' }).click()
    await page.getByRole('button', { name: 'Start dictation' }).click()
    await expectVisible(page.getByRole('alert').getByText('The microphone isn’t allowed for this page.'))
    await page.evaluate('window.refuses = "NotFoundError"')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(page.getByRole('alert').getByText('No microphone was found.'))
    await page.evaluate('window.refuses = undefined')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => isListening(page)).toBe(true)
    await say(page, 'First.')
    await page.evaluate('window.microphone.getTracks()[0].dispatchEvent(new Event("ended"))')
    await expectVisible(page.getByRole('alert').getByText('The microphone was disconnected.'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(page.getByText('Listening. Speak now.'))
    await say(page, 'Second.')
    await page.getByRole('button', { name: 'Insert text' }).click()
    await expect.poll(() => composer(page).inputValue()).toBe('First. Second.')
  })

  test('says which browsers can, in one that can’t', async () => {
    const page = await open('delete window.webkitSpeechRecognition; delete window.SpeechRecognition')
    await page.getByRole('button', { name: 'Dictate' }).click()
    await expectVisible(page.getByRole('alert').getByText(/doesn’t turn speech into text/))
  })

  test.each(LOOKS)('is accessible: %s', async (name, options, script) => {
    const page = await open(`${listens};${script ?? ''}`, options)
    await page.getByRole('button', { name: /^(Dictate|إملاء)$/ }).click()
    await page.locator('.dictation').waitFor()
    await expectAccessible(page, 'the notice about dictation')
    await page.locator('.dictation .pri').click()
    await expect.poll(() => isListening(page)).toBe(true)
    await say(page, 'How tall is the lighthouse of Vela, and when was it built? '.repeat(6))
    await expectAccessible(page, 'dictation')
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/dict-${name.replaceAll(' ', '-')}.png` })
  })
})
