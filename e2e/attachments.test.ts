import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makePdf, paragraph } from '../server/src/features/knowledge/testing/pdfs.ts'
import { makeDocx, words } from '../server/src/features/knowledge/testing/wordDocuments.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { showComponent } from './component.ts'
import { expectFocused, expectGone, expectVisible } from './expectations.ts'
import { chosen, drop, type TestFile } from './files.ts'
import {
  answered,
  ask,
  askAndRead,
  composer,
  conversationIdOf,
  questions,
  readText,
  sendButton,
} from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let extracts: string
beforeAll(async () => {
  extracts = await publishAgent(stage.current.app, 'Extracts', { languageEngine: 'BuiltIn' })
})

const QUOTE = 'The lighthouse keeper winds the clockwork every four hours.'
const KEEPER: TestFile = {
  name: 'keeper.pdf',
  type: 'application/pdf',
  content: makePdf([
    { texts: paragraph(['The harbour is dredged in spring, when the herring have left.'], 700) },
    {
      texts: paragraph(
        [
          'Duties of the night. The lighthouse keeper winds the clock-',
          'work every four hours. The lamp turns once in twelve seconds.',
        ],
        700,
      ),
    },
    { texts: paragraph(['Gulls nest on the northern cliff, and nobody disturbs them.'], 700) },
  ]),
}
const chips = (page: Page) => page.getByRole('list', { name: 'Attached files' }).last().getByRole('listitem')
const chip = (page: Page, name: string) => chips(page).filter({ hasText: name })
const chooser = (page: Page) => page.locator('input[data-attach]')

const expectReady = (page: Page, name: string) =>
  expect.poll(() => chip(page, name).getAttribute('data-state')).toBe('Ready')

async function openChat(options = {}) {
  const opened = await stage.current.openAs('anna', options)
  await opened.page.goto(`${stage.current.origin}/chat/${extracts}`)
  await composer(opened.page).waitFor()
  return opened
}

// No page uses these types yet, so the upload component is tested on its own.
describe('attachment types', () => {
  async function openFields() {
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat`)
    await composer(page).waitFor()
    await showComponent(page, stage.current.origin, 'attachmentTypes')
    const data: TestFile = { name: 'figures.csv', type: 'text/csv', content: 'month,sum\n1,2' }
    return { page, attach: (type: string) => page.getByLabel(type).setInputFiles([chosen(data)]) }
  }

  test('[R-5-012] attachments of the type CodeInterpreter are uploaded', async () => {
    const { page, attach } = await openFields()
    const answering = page.waitForResponse((response) => response.url().includes('/attachments?'))
    await attach('CodeInterpreter')
    const answer = await answering
    expect(answer.status()).toBe(200)
    expect(await answer.json()).toMatchObject({
      originalFileName: 'figures.csv',
      attachmentType: 'CodeInterpreter',
      context: 'Conversation',
    })
  })

  test('[R-5-013] attachments of another type are ignored, with no effect', async () => {
    const { page, attach } = await openFields()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await attach('ImageGeneration')
    await page.waitForTimeout(1000)
    expect(sent).toEqual([])
    // The next one has a type that is uploaded.
    const answering = page.waitForResponse((response) => response.url().includes('/attachments?'))
    await attach('CodeInterpreter')
    expect((await answering).status()).toBe(200)
  })
})

describe('attachments', () => {
  test('[R-1-009] [R-5-011] a PDF is dropped on the chat, asked about, cited at its page, and survives a reload', async () => {
    const { page } = await openChat()
    const uploads: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (request.method() === 'POST' && pathname === '/api/internal/attachments')
        uploads.push(searchParams.get('attachmentType'))
    })
    await drop(page, page.locator('.chat'), KEEPER)
    await expectVisible(chip(page, 'keeper.pdf'))
    await expectReady(page, 'keeper.pdf')
    expect(uploads).toEqual(['FileSearch'])

    const answer = await askAndRead(page, 'How often does the lighthouse keeper wind the clockwork?')
    await expect.poll(() => readText(answer)).toContain(QUOTE)
    await expectGone(page.locator('.composer').getByRole('listitem'))
    await expectVisible(page.getByRole('button', { name: 'Download keeper.pdf' }))

    await page
      .getByRole('button', { name: /^Open source 1: keeper.pdf, p. 2/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Open document' }).click()
    const shown = page.getByRole('group', { name: 'Page 2 of 3' })
    await expect
      .poll(async () => (await shown.locator('mark').allTextContents()).join(' '))
      .toBe('The lighthouse keeper winds the clock work every four hours.')
    await expect.poll(() => isInView(page, '[data-page="2"] mark')).toBe(true)

    await page.reload()
    await expectVisible(page.getByRole('button', { name: 'Download keeper.pdf' }))
    expect(await readText(await answered(page))).toContain(QUOTE)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download keeper.pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('keeper.pdf')
  })

  test('[R-7-056] a file is saved under its name, in any script', async () => {
    const { page } = await openChat()
    const name = 'تعليمات المنارة ÿ.md'
    const content = '# Duties\n\nThe lamp of the lighthouse is trimmed at dusk.'
    await chooser(page).setInputFiles([chosen({ name, content })])
    await expectReady(page, name)
    await askAndRead(page, 'When is the lamp of the lighthouse trimmed?')
    await page
      .getByRole('button', { name: /^Open source 1:/ })
      .first()
      .click()
    const saved = page.waitForRequest((request) => request.url().includes('/uploadedFiles/'))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe(name)
    const [, encoded = ''] = /\/uploadedFiles\/([^/?]+)/.exec((await saved).url()) ?? []
    expect(Buffer.from(encoded, 'base64url').toString('utf8')).toBe(name)
  })

  test('[R-1-009] Word files are read too, and an attachment is searched only in its own conversation', async () => {
    const { page } = await openChat()
    const docx = makeDocx([
      words.heading(1, 'Boats'),
      words.text('The ferry to the island of Sark leaves at noon from the eastern quay.'),
    ])
    await chooser(page).setInputFiles([chosen({ name: 'boats.docx', content: docx })])
    await expectVisible(chip(page, 'boats.docx'))
    const answer = await askAndRead(page, 'When does the ferry to Sark leave?')
    await expect.poll(() => readText(answer)).toContain('leaves at noon')
    await page.goto(`${stage.current.origin}/chat/${extracts}`)
    const elsewhere = await askAndRead(page, 'When does the ferry to Sark leave?')
    expect(await readText(elsewhere)).not.toContain('leaves at noon')
  })

  test('[R-4-079] [R-4-080] attached files stay with their draft after a reload, and can be removed', async () => {
    const { page } = await openChat()
    await chooser(page).setInputFiles([
      chosen({ name: 'one.md', content: '# One\n\nThe first file.' }),
      chosen({ name: 'two.md', content: '# Two\n\nThe second file.' }),
    ])
    await expectReady(page, 'one.md')
    await expectReady(page, 'two.md')
    await composer(page).fill('What is in them?')
    await page.reload()
    await expectVisible(chip(page, 'one.md'))
    await expect.poll(() => composer(page).inputValue()).toBe('What is in them?')
    await page.getByRole('button', { name: 'Remove one.md' }).focus()
    const [removed] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'DELETE'),
      page.keyboard.press('Enter'),
    ])
    expect(removed.status()).toBe(204)
    await expectGone(chip(page, 'one.md'))
    await expectFocused(page.getByRole('button', { name: 'Remove two.md' }))
    await page.reload()
    await expectVisible(chip(page, 'two.md'))
    await expect.poll(() => chips(page).count()).toBe(1)
  })

  test('a refused question and its file are back in the message after a reload, and can then be sent', async () => {
    const { page, watch } = await openChat()
    watch.expectError(/500/)
    await page.route('**/byGptSystemId/**', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await chooser(page).setInputFiles([chosen(KEEPER)])
    await expectReady(page, 'keeper.pdf')
    const question = 'How often does the lighthouse keeper wind the clockwork?'
    await ask(page, question)
    await expectVisible(page.getByRole('button', { name: 'Try again' }))
    await expect.poll(() => composer(page).inputValue()).toBe('')
    await page.unroute('**/byGptSystemId/**')
    await page.reload()
    await expect.poll(() => composer(page).inputValue()).toBe(question)
    await expectReady(page, 'keeper.pdf')
    const answer = await askAndRead(page, question)
    await expect.poll(() => readText(answer)).toContain(QUOTE)
    await page.goto(`${stage.current.origin}/chat/${extracts}`)
    await expectVisible(page.getByRole('button', { name: 'Send' }))
    await expect.poll(() => composer(page).inputValue()).toBe('')
  })

  test('unreadable files each say why, and the rest is sent with the question', async () => {
    const { page, watch } = await openChat()
    watch.expectError(/415/)
    await chooser(page).setInputFiles([
      chosen({
        name: 'locked.pdf',
        content: makePdf([{ texts: paragraph(['Secret.'], 700) }], { password: 'x' }),
      }),
      chosen({ name: 'scan.pdf', content: makePdf([{ picture: true }]) }),
      chosen({ name: 'broken.pdf', content: Buffer.from('%PDF-1.4\nnothing of the kind') }),
      chosen({ name: 'program.txt', content: 'MZ\u0000\u0001\u0002\u0000\u0000binary\u0000' }),
      chosen({ name: 'empty.md', content: '' }),
      chosen({ name: 'good.md', content: 'The kettle boils at six in the morning.' }),
    ])
    const error = (name: string) => chip(page, name).locator('.attachment-failure')
    await expectVisible(error('locked.pdf').getByText('password-protected'))
    await expectVisible(error('scan.pdf').getByText('only images of pages, without text'))
    await expectVisible(error('broken.pdf').getByText('damaged'))
    await expectVisible(error('program.txt').getByText('isn’t supported'))
    await expectVisible(error('empty.md').getByText('empty'))
    await expectReady(page, 'good.md')
    const answer = await askAndRead(page, 'When does the kettle boil?')
    await expect.poll(() => readText(answer)).toContain('six in the morning')
    const [segment] = await stage.current.segments('anna', conversationIdOf(page))
    expect((segment as unknown as { attachments: { originalFileName: string }[] }).attachments).toEqual([
      expect.objectContaining({ originalFileName: 'good.md' }),
    ])
  })

  test('sending waits for a slow upload, and happens automatically once it is done', async () => {
    const { page } = await openChat()
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/internal/attachments?*', async (route) => {
      await held
      await route.continue()
    })
    await chooser(page).setInputFiles([
      chosen({ name: 'slow.md', content: 'The mill grinds slowly at night.' }),
    ])
    await composer(page).fill('How does the mill grind?')
    await page.getByRole('button', { name: 'Send when uploads finish' }).click()
    await expectVisible(page.getByText('Will send when uploads finish'))
    expect(await questions(page).count()).toBe(0)
    letGo()
    expect(await readText(await answered(page))).toContain('slowly at night')
  })

  test('an upload can be canceled; one whose answer was lost is retried and creates one attachment', async () => {
    const { page, watch } = await openChat()
    watch.expectError(/ERR_FAILED|ERR_CONNECTION/)
    let lost = 0
    const stored: string[] = []
    await page.route('**/api/internal/attachments?*', async (route) => {
      if (lost++ > 0) {
        const response = await route.fetch()
        stored.push((await response.json()).attachmentId)
        return route.fulfill({ response })
      }
      // The server received it, but the browser never gets the answer.
      stored.push((await (await route.fetch()).json()).attachmentId)
      await route.abort('failed')
    })
    await chooser(page).setInputFiles([chosen({ name: 'lost.md', content: 'Found again.' })])
    await page.getByRole('button', { name: 'Retry lost.md' }).click()
    await expectReady(page, 'lost.md')
    expect(stored).toHaveLength(2)
    expect(stored[1]).toBe(stored[0])

    await page.unroute('**/api/internal/attachments?*')
    await page.route('**/api/internal/attachments?*', () => undefined)
    await chooser(page).setInputFiles([chosen({ name: 'endless.md', content: 'Never there.' })])
    await page.getByRole('button', { name: 'Cancel upload of endless.md' }).click()
    await expectGone(chip(page, 'endless.md'))
    await composer(page).fill('Ready?')
    await expect.poll(() => sendButton(page).isEnabled()).toBe(true)
  })

  test('a pasted file is attached, and pasted text stays text', async () => {
    const { page } = await openChat()
    await composer(page).focus()
    const paste = (withText: boolean) =>
      page.evaluate(
        `(() => { const carried = new DataTransfer(); carried.items.add(new File(['The tide turns at nine.'], 'pasted.txt', { type: 'text/plain' })); ${withText ? "carried.setData('text/plain', 'words');" : ''} document.querySelector('textarea[data-composer]').dispatchEvent(new ClipboardEvent('paste', { clipboardData: carried, bubbles: true, cancelable: true })) })()`,
      )
    await paste(true)
    expect(await chips(page).count()).toBe(0)
    await paste(false)
    await expectVisible(chip(page, 'pasted.txt'))
  })
})

/** Whether the middle of an element would be hit by a touch there. */
const isInView = (page: Page, selector: string) =>
  page.evaluate<boolean>(
    `(() => { const one = document.querySelector(${JSON.stringify(selector)}); const box = one.getBoundingClientRect(); const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2); return one.contains(there) || there.contains(one) })()`,
  )

describe('a file that is too long for the model', () => {
  const rules = Array.from(
    { length: 400 },
    (_, at) => `Rule ${at + 1} of the harbour says that berth ${at * 7 + 3} closes at dusk.`,
  ).join('\n\n')
  const long: TestFile = { name: 'rules-of-the-harbour.txt', type: 'text/plain', content: Buffer.from(rules) }

  test('is read in full on request, and each answer says how much of it was read', async () => {
    const { engine, openAs, origin, publish } = stage.current
    const agent = await publish('Reads long files')
    engine.play(async (writer) => {
      await writer.text('Berths close at dusk [1].')
    })
    engine.playHelper(async (_purpose, writer) => writer.text('Berths close at dusk [1].'))
    const { page } = await openAs('anna')
    await page.goto(`${origin}/chat/${agent}`)
    await composer(page).waitFor()
    await chooser(page).setInputFiles(chosen(long))
    await expectReady(page, long.name)
    await askAndRead(page, 'When does berth 1004 close?')
    const read = page.locator('.files-read').last()
    await expect.poll(() => readText(read)).toMatch(/rules-of-the-harbour\.txt \d+ of \d+ passages read/)
    await read.getByRole('button', { name: /^Read in full \(about [\d,]+ tokens\)$/ }).click()
    await answered(page)
    await expect.poll(() => readText(read)).toBe('rules-of-the-harbour.txt read in full')
    expect(await read.getByRole('button').count()).toBe(0)
    // Both answers stay.
    await expectVisible(page.getByText('2 / 2'))
  })
})
