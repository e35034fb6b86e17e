import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectGone, expectVisible } from './expectations.ts'
import {
  answered,
  answers,
  ask,
  askAndRead,
  chooseInAccountMenu,
  composer,
  conversationIdOf,
  history,
  questions,
  readText,
  sendButton,
  stopButton,
  wordsOf,
} from './screens.ts'
import { gate, text, words } from './scripts.ts'
import { type OpenPage, useStage } from './stage.ts'

const COUNT = 150
const EVERY_MS = 20
const LOSS_MS = 3000

const stage = useStage()
let scripted: string
beforeAll(async () => {
  scripted = await stage.current.publish('Scripted')
})

async function openChat(): Promise<OpenPage> {
  const opened = await stage.current.openAs('anna')
  await opened.page.goto(`${stage.current.origin}/chat/${scripted}`)
  await composer(opened.page).waitFor()
  return opened
}

describe('stream events', () => {
  test('[R-4-034] the conversation has its URL and its list row while its first answer is still arriving', async () => {
    const { page } = await openChat()
    const { opened, open } = gate()
    stage.current.engine.play(async (writer) => {
      writer.text('begun ')
      await opened
      writer.text('ended')
    })
    await ask(page, 'What is your number?')
    await expectVisible(answers(page).getByText('begun'))
    const conversationId = conversationIdOf(page)
    await expectVisible(history(page).getByRole('link', { name: 'What is your number?' }))
    await expect
      .poll(() => history(page).locator('[aria-current=page]').getAttribute('href'))
      .toContain(conversationId)
    const [segment] = await stage.current.segments('anna', conversationId)
    expect(segment?.status).toBe('Pending')
    open()
    await answered(page)
    expect(conversationIdOf(page)).toBe(conversationId)
  })

  test('[R-4-036] response-updated appends its text to the displayed answer', async () => {
    const { page } = await openChat()
    const [second, third] = [gate(), gate()]
    stage.current.engine.play(async (writer) => {
      writer.text('One **bold')
      await second.opened
      writer.text(' and more** two')
      await third.opened
      writer.text(' three.')
    })
    await ask(page, 'Count')
    const answer = answers(page).last()
    await expectVisible(answer.getByText('One bold'))
    await expect.poll(() => answer.getAttribute('aria-busy')).toBe('true')
    second.open()
    await expectVisible(answer.getByText('One bold and more two'))
    expect(await readText(answer)).not.toContain('three')
    third.open()
    await expectVisible(answer.getByText('One bold and more two three.'))
    await answered(page)
    await expect.poll(() => answer.getAttribute('aria-busy')).toBe('false')
  })

  test("[R-4-038] [R-8-020] an error's text follows the partial answer, also after a reload, and the user can try again", async () => {
    const { page, watch } = await openChat()
    watch.expectError(/stream\.error/)
    stage.current.engine.play(async (writer) => {
      writer.text('The beginning')
      writer.event('error', {
        text: 'The provider is unavailable.',
        code: 'provider.failed',
        requestId: 'r-1',
      })
    })
    const answer = await askAndRead(page, 'Tell me')
    await expectError(answer, 'The beginning', 'The provider is unavailable.')
    await page.reload()
    await expectError(await answered(page), 'The beginning', 'The provider is unavailable.')
    stage.current.engine.play(text('All of it.'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectVisible(answers(page).getByText('All of it.'))
    await expectGone(answers(page).getByText('The provider is unavailable.'))
  })

  test('[R-4-042] [R-8-020] the text of an internal-server-error follows the partial answer, also after a reload', async () => {
    const { page, watch } = await openChat()
    watch.expectError(/stream\.internal-server-error/)
    stage.current.engine.play(async (writer) => {
      writer.text('Half of it')
      throw new Error('an internal error')
    })
    const answer = await askAndRead(page, 'Tell me')
    const told = await readText(answer.getByRole('alert').locator('p').first())
    expect(told.length).toBeGreaterThan(10)
    expect(told).not.toContain('an internal error')
    await expectError(answer, 'Half of it', told)
    await expectVisible(answer.getByText(/^Request ID: /))
    await page.reload()
    await expectError(await answered(page), 'Half of it', told)
  })

  test('[R-4-046] response-model adds the citations to the streamed answer', async () => {
    const { page } = await openChat()
    const { opened, open } = gate()
    const citation = {
      citationId: '1',
      title: 'lighthouse.txt',
      path: 'x/y',
      page: 2,
      quote: 'The lamp turns at dusk.',
      score: 1,
      passageId: null,
    }
    stage.current.engine.play(async (writer) => {
      writer.text('The lamp turns at dusk. [1]')
      await opened
      return { citations: [citation] }
    })
    await ask(page, 'When?')
    await expectVisible(answers(page).getByText('The lamp turns at dusk.'))
    const sources = page.getByRole('complementary', { name: 'Sources' })
    expect(await sources.count()).toBe(0)
    open()
    await expectVisible(sources.getByRole('button', { name: /^Open source 1: lighthouse.txt, p. 2/ }))
    await expect.poll(() => readText(sources)).toContain('The lamp turns at dusk.')
    await expectVisible(
      answers(page)
        .last()
        .getByRole('link', { name: /source 1: lighthouse/ })
        .or(
          answers(page)
            .last()
            .getByRole('button', { name: /source 1: lighthouse/ }),
        ),
    )
    await page.reload()
    await expectVisible(sources.getByRole('button', { name: /^Open source 1: lighthouse.txt, p. 2/ }))
  })

  test('[R-4-049] errors of response-model appear with the answer, which is complete, also after a reload', async () => {
    const { page } = await openChat()
    stage.current.engine.play(async (writer) => {
      writer.text('As far as I got.')
      writer.event('response-model', {
        conversationSegmentId: idOf(writer),
        Citations: [],
        errors: [{ field: 'attachments', message: 'The second file could not be read.' }],
        usage: null,
      })
    })
    const answer = await askAndRead(page, 'Read my files')
    await expectError(answer, 'As far as I got.', 'The second file could not be read.')
    await expectGone(stopButton(page))
    const [segment] = await stage.current.segments('anna', conversationIdOf(page))
    expect(segment?.status).toBe('Completed')
    await page.reload()
    await expectError(await answered(page), 'As far as I got.', 'The second file could not be read.')
  })

  test('[R-4-052] step-update shows the current step, and the completed ones afterwards', async () => {
    const { page } = await openChat()
    const { opened, open } = gate()
    stage.current.engine.play(async (writer) => {
      const read = { id: 'read', title: 'Reading the tables', state: 'Done' as const }
      const plot = { id: 'plot', title: 'Drawing the chart' }
      writer.event('step-update', { text: 'Drawing', steps: [read, { ...plot, state: 'Running' }] })
      writer.event('code-interpreter-updated', { text: 'rows: 12\n' })
      await opened
      writer.event('step-update', { text: 'Drawn', steps: [read, { ...plot, state: 'Done' }] })
      writer.text('Here it is.')
    })
    await ask(page, 'Draw')
    const answer = answers(page).last()
    await expectVisible(answer.getByText('Drawing', { exact: true }))
    await answer.getByText('Drawing', { exact: true }).click()
    await expectVisible(
      answer.getByRole('listitem').filter({ hasText: 'Reading the tables' }).getByText('Done'),
    )
    await expectVisible(
      answer.getByRole('listitem').filter({ hasText: 'Drawing the chart' }).getByText('Running'),
    )
    await expectVisible(answer.getByText('rows: 12'))
    open()
    await answered(page)
    await expectVisible(answer.getByText(/^Worked for \d+ s, 2 steps$/))
    await page.reload()
    await answered(page)
    await answer.getByText(/^Worked for \d+ s, 2 steps$/).click()
    await expectVisible(
      answer.getByRole('listitem').filter({ hasText: 'Drawing the chart' }).getByText('Done'),
    )
    await answer.getByRole('button', { name: 'Show output' }).click()
    await expectVisible(answer.getByText('rows: 12'))
  })

  test('[R-4-053] generated-image-link puts a picture with its title into the answer', async () => {
    const { page } = await openChat()
    const uri = '/api/internal/generatedImages/chart.png'
    const asked: (string | undefined)[] = []
    // No image was made, so the test provides it itself.
    await page.route(`**${uri}`, (route) => {
      asked.push(route.request().headers().authorization)
      return route.fulfill({ contentType: 'image/png', body: Buffer.from(PICTURE, 'base64') })
    })
    stage.current.engine.play(async (writer) => {
      writer.text('Before.')
      writer.event('generated-image-link', { Title: 'Sales [2026]', Uri: uri })
      writer.text('After.')
    })
    const answer = await askAndRead(page, 'Draw')
    const picture = answer.getByRole('img', { name: 'Sales [2026]' })
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1)
    await expect.poll(() => readText(answer)).toMatch(/Before\.\s+After\./)
    // The user's token opens the image, like everything else.
    expect(asked[0]).toMatch(/^Bearer /)
    const [segment] = await stage.current.segments('anna', conversationIdOf(page))
    expect(segment?.answer).toBe(`Before.\n\n![Sales \\[2026\\]](${uri})\n\nAfter.`)
  })

  test("[R-3-118] streamed text isn't stored in the browser: a reload gets it from the server", async () => {
    const { page } = await openChat()
    const { opened, open: letGo } = gate()
    stage.current.engine.play(async (writer) => {
      writer.text('Transient words. ')
      await opened
      writer.text('And the end.')
    })
    await ask(page, 'Count')
    await expectVisible(answers(page).getByText('Transient words.'))
    const kept = () => page.evaluate<string>('JSON.stringify([{...sessionStorage},{...localStorage}])')
    expect(await kept()).not.toContain('Transient')
    await page.reload()
    await expectVisible(answers(page).getByText('Transient words.'))
    expect(await kept()).not.toContain('Transient')
    letGo()
    await expect.poll(() => readText(answers(page).last())).toContain('And the end.')
  })

  test('[R-4-077] Stop also ends the answer on the server, and the partial text stays', async () => {
    const { page } = await openChat()
    let stopped = false
    stage.current.engine.play(async (writer, signal) => {
      signal.addEventListener('abort', () => {
        stopped = true
      })
      await words(2000, 10)(writer, signal)
    })
    await ask(page, 'Count')
    await expectVisible(answers(page).getByText('w5 '))
    await stopButton(page).click()
    const answer = await answered(page)
    await expectVisible(answer.getByText('Stopped'))
    expect(stopped).toBe(true)
    const [segment] = await stage.current.segments('anna', conversationIdOf(page))
    expect(segment?.status).toBe('Aborted')
    await expect.poll(() => wordsOf(answer)).toBe(segment?.answer.trim())
    await page.reload()
    expect(await wordsOf(await answered(page))).toBe(segment?.answer.trim())
  })
})

describe('an answer interrupted while streaming', () => {
  test.for([1, 2, 3])(
    '[F4] a reload at a random moment (%i) loses nothing and duplicates nothing',
    async () => {
      const { page } = await openChat()
      stage.current.engine.play(words(COUNT, EVERY_MS))
      await ask(page, 'Count')
      await answers(page).last().waitFor()
      await page.waitForURL(/conversationId=/)
      await wait(Math.random() * COUNT * EVERY_MS * 0.8)
      await page.reload()
      await expectWhole(page)
    },
  )

  test.for([1, 2])(
    '[F4] three seconds without a connection (%i) lose nothing and duplicate nothing',
    async () => {
      const { page, watch } = await openChat()
      watch.expectError(/net::ERR_/)
      stage.current.engine.play(words(COUNT, EVERY_MS))
      await ask(page, 'Count')
      await expectVisible(answers(page).getByText('w1 '))
      await wait(Math.random() * COUNT * EVERY_MS * 0.5)
      stage.current.proxy.cut()
      stage.current.proxy.hold()
      await wait(LOSS_MS)
      stage.current.proxy.open()
      await expectWhole(page)
    },
  )

  test('requests to a server that refuses for three seconds are retried, and the page says so', async () => {
    const { page, watch } = await openChat()
    watch.expectError(/net::ERR_/)
    stage.current.engine.play(words(COUNT, EVERY_MS))
    await ask(page, 'Count')
    await expectVisible(answers(page).getByText('w9 '))
    stage.current.proxy.refuse()
    await expectVisible(page.getByRole('status').getByText('Reconnecting…'))
    await wait(LOSS_MS)
    stage.current.proxy.open()
    await expectWhole(page)
    await expectGone(page.getByText('Reconnecting…'))
  })
})

describe('an answer that ends', () => {
  test("keeps the reader's scroll position", async () => {
    const { page } = await openChat()
    const { opened, open } = gate()
    const paragraphs = (from: number) =>
      Array.from({ length: 60 }, (_, index) => `Paragraph ${from + index}.\n\n`).join('')
    stage.current.engine.play(async (writer) => {
      writer.text(paragraphs(1))
      await opened
      writer.text(paragraphs(61))
    })
    await ask(page, 'Tell me all')
    await expectVisible(answers(page).getByText('Paragraph 60.'))
    const thread = page.getByRole('region', { name: 'Conversation' })
    const top = () => thread.evaluate((element) => Math.round(element.scrollTop))
    await expect.poll(top).toBeGreaterThan(500)
    await thread.evaluate((element) => element.scrollTo({ top: 300 }))
    await expectVisible(page.getByRole('button', { name: 'Jump to latest' }))
    const stored = page.waitForResponse((response) => response.url().endsWith('/segments'))
    open()
    await stored
    await answered(page)
    await wait(300)
    expect(await top()).toBe(300)
  })

  /** Asks a second question, and goes to another page during the answer. `open` lets the answer end. */
  async function askAndLeave() {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/chat/${scripted}`)
    stage.current.engine.play(text('first'))
    await askAndRead(page, 'Begin')
    const { opened, open } = gate()
    stage.current.engine.play(async (writer) => {
      writer.text('begun ')
      await opened
      writer.text('and ended')
    })
    await ask(page, 'Go on')
    await expectVisible(answers(page).getByText('begun'))
    const conversationId = conversationIdOf(page)
    await chooseInAccountMenu(page, 'Management')
    await expectVisible(page.getByRole('heading', { name: 'Dashboard', level: 1 }))
    return { page, open, conversationId }
  }

  test('while the user is on another page is complete on return', async () => {
    const { page, open, conversationId } = await askAndLeave()
    open()
    await expect
      .poll(async () => (await stage.current.segments('admin', conversationId))[1]?.status)
      .toBe('Completed')
    await page.goBack()
    await expectVisible(answers(page).getByText('begun and ended'))
    await expectGone(stopButton(page))
    await expectVisible(sendButton(page))
  })

  test('after the user has returned from another page is followed to the end', async () => {
    const { page, open } = await askAndLeave()
    await page.goBack()
    await expectVisible(answers(page).getByText('begun'))
    await expectVisible(stopButton(page))
    open()
    await expectVisible(answers(page).getByText('begun and ended'))
    await expectVisible(sendButton(page))
  })
})

/** Checks that the page shows one question and one answer with all the words, as in the database. */
async function expectWhole(page: Page): Promise<void> {
  const answer = await answered(page)
  const [segment, ...more] = await stage.current.segments('anna', conversationIdOf(page))
  expect(more).toEqual([])
  expect(segment?.status).toBe('Completed')
  expect(segment?.answer.trim()).toBe(Array.from({ length: COUNT }, (_, index) => `w${index + 1}`).join(' '))
  await expect.poll(() => wordsOf(answer)).toBe(segment?.answer.trim())
  await expect.poll(() => questions(page).count()).toBe(1)
  await expect.poll(() => answers(page).count()).toBe(1)
}

async function expectError(answer: Locator, came: string, told: string): Promise<void> {
  await expectVisible(answer.getByText(told))
  const shown = await readText(answer)
  expect(shown.indexOf(came)).toBeGreaterThanOrEqual(0)
  expect(shown.indexOf(told)).toBeGreaterThan(shown.indexOf(came))
  expect(shown.split(told)).toHaveLength(2)
}

/** The segment that a script writes for, which identifies a run. */
const idOf = (writer: unknown): string => (writer as { subjectId?: string }).subjectId ?? ''

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
