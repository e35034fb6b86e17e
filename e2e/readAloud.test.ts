import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../server/src/features/conversations/testing/asking.ts'
import { expectAccessible, LOOKS, PHONE } from './accessibility.ts'
import { expectVisible } from './expectations.ts'
import { microphone } from './microphone.ts'
import { answers } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let agent: string
let conversationId: string

/** A browser with voices that speak each sentence until the test ends it. */
const speaks = `
  const spoken = []
  class Utterance extends EventTarget { constructor(text) { super(); this.text = text } }
  window.SpeechSynthesisUtterance = Utterance
  const voices = ['en-GB', 'ar-EG'].map((lang) => ({ lang, name: lang, localService: true, default: false }))
  Object.defineProperty(window, 'speechSynthesis', { value: {
    getVoices: () => voices, addEventListener() {}, cancel() {}, speak: (one) => spoken.push(one),
  } })
  window.spokenTexts = () => spoken.map(({ text }) => text)
  window.endSentence = () => spoken.at(-1).dispatchEvent(new Event('end'))
`

beforeAll(async () => {
  const { app, engine, publish } = stage.current
  engine.play(async (writer) =>
    writer.text(
      'The **lighthouse** is tall. It has 41 metres.\n\n```python\nprint(1)\n```\n\nIt was built in 1887.',
    ),
  )
  agent = await publish('Keeper')
  const asked = await ask(app, await app.token('anna'), { gptSystemId: agent }, 'How tall?')
  conversationId = asked.conversationId
})

async function open(script: string, options?: object, id = conversationId): Promise<Page> {
  const { page } = await stage.current.openAs('anna', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/chat/${agent}?conversationId=${id}`)
  return page
}
const spoken = (page: Page) => page.evaluate<string[]>('window.spokenTexts()')
const marked = (page: Page) =>
  page.evaluate<string>(
    '[...(CSS.highlights.get("read-aloud") ?? [])].map((range) => range.toString()).join()',
  )

describe('[R-1-011] reading an answer aloud', () => {
  test('reads and marks sentence after sentence, without code, and pauses, goes on, and stops', async () => {
    const page = await open(speaks)
    const answer = answers(page).last()
    await answer.getByRole('button', { name: 'Read aloud' }).click()
    await expect.poll(() => spoken(page)).toEqual(['The lighthouse is tall.'])
    expect(await marked(page)).toBe('The lighthouse is tall.')
    await expectVisible(answer.getByText('Sentence 1 of 3'))
    await page.evaluate('window.endSentence()')
    await expect.poll(() => marked(page)).toBe('It has 41 metres.')
    await answer.getByRole('button', { name: 'Pause reading' }).click()
    await answer.getByRole('button', { name: 'Continue reading' }).click()
    await answer.getByRole('button', { name: 'Next sentence' }).click()
    await expect.poll(() => marked(page)).toBe('It was built in 1887.')
    await answer.getByLabel('Speed').selectOption('1.5')
    await page.keyboard.press('Escape')
    await expect.poll(() => answer.getByText(/Sentence \d of/).count()).toBe(0)
    expect(await marked(page)).toBe('')
    expect(await page.evaluate('document.activeElement?.ariaLabel')).toBe('Read aloud')
    await page.reload()
    await answer.getByRole('button', { name: 'Read aloud' }).click()
    expect(await answer.getByLabel('Speed').inputValue()).toBe('1.5')
  })

  test('brings the sentence into view, also in a paragraph that is taller than the window', async () => {
    const { app, engine } = stage.current
    engine.play(async (writer) => writer.text('And this goes on and on in one paragraph. '.repeat(150)))
    const { conversationId: long } = await ask(app, await app.token('anna'), { gptSystemId: agent }, 'Long?')
    const page = await open(speaks, PHONE[1], long)
    const answer = answers(page).last()
    const place = () =>
      page.evaluate<number>(
        '[...(CSS.highlights.get("read-aloud") ?? [])].map((range) => range.getBoundingClientRect().top)[0] ?? -1',
      )
    const isSeen = expect.toSatisfy((top: number) => top > 50 && top < 600)
    await answer.getByRole('button', { name: 'Read aloud' }).click()
    await expect.poll(place).toEqual(isSeen)
    for (let at = 0; at < 20; at += 1) await answer.getByRole('button', { name: 'Next sentence' }).click()
    await expect.poll(place).toEqual(isSeen)
  })

  test('says what to do if the browser has no voice', async () => {
    const page = await open('')
    const none = { state: 'NotConfigured', missing: ['deployment'] }
    await page.route('**/speech/capabilities', (route) =>
      route.fulfill({ json: { transcription: none, audio: none } }),
    )
    const answer = answers(page).last()
    await answer.getByRole('button', { name: 'Read aloud' }).click()
    await expectVisible(answer.getByRole('alert').getByText('This browser has no voice'))
  })

  test('uses the server’s own voice if the browser has none', async () => {
    const page = await open(microphone)
    const answer = answers(page).last()
    await answer.getByRole('button', { name: 'Read aloud' }).click()
    const plays = () => page.evaluate<number>(`window.sounds.filter(({ name }) => name === 'play').length`)
    await expect.poll(plays).toBeGreaterThan(1)
    await expect.poll(() => answer.getByText(/Sentence \d of/).count()).toBe(0)
    expect(await plays()).toBe(3)
  })

  test.each(LOOKS)('is accessible: %s', async (_name, options, script) => {
    const page = await open(`${speaks};${script ?? ''}`, options)
    await page.getByRole('button', { name: /^(Read aloud|قراءة بصوت عالٍ)$/ }).click()
    await page.locator('.read-aloud').waitFor()
    await expectAccessible(page, 'an answer that is read aloud')
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${_name.replaceAll(' ', '-')}.png` })
  })
})
