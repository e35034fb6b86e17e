import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import mammoth from 'mammoth'
import type { Download, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ToolCall } from '../server/src/engines/engine.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { answered, answers, ask, composer } from './screens.ts'
import { text } from './scripts.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let writer: string
beforeAll(async () => {
  writer = await stage.current.publish('Writer', { capabilityTypes: ['Documents'] })
})

const policy = '# Travel policy\n\nPlease always book trains early, if that is possible.\n\nKeep receipts.\n'
interface ToolInput {
  tool: string
  [name: string]: unknown
}
const write: ToolInput = { tool: 'write_document', title: 'Travel policy', kind: 'Text', content: policy }

/** Scripts a model that makes these calls, one after another, and then answers. */
function calls(...inputs: ToolInput[]): void {
  const waiting = [...inputs]
  stage.current.engine.play(async (writer, _signal, request) => {
    const next = request.tools.length > 0 ? waiting.shift() : undefined
    if (next === undefined) return writer.text('Here it is.')
    const { tool, ...input } = next
    const toolCalls: ToolCall[] = [{ id: randomUUID(), name: tool, input: JSON.stringify(input) }]
    return { finish: 'ToolCalls', toolCalls }
  })
}

const panelOf = (page: Page) => page.locator('.canvas-panel')
const editorOf = (page: Page) => panelOf(page).locator('.cm-content')
const saved = (page: Page, n: number) =>
  expectVisible(panelOf(page).getByText(`Version ${n} · Saved`, { exact: true }))

/** Opens a chat in which a model has written a document. */
async function openPolicy(input: ToolInput = write, options: object = {}, script = '') {
  calls(input)
  const opened = await stage.current.openAs('anna', options)
  const { page } = opened
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/chat/${writer}`)
  await composer(page).waitFor()
  await ask(page, 'Write a two-page policy on travel')
  await page.locator('.canvas-card').waitFor()
  return opened
}

/** Selects a text of a line by keys. */
async function selectLine(page: Page, line: string): Promise<void> {
  const found = editorOf(page).locator('.cm-line', { hasText: line })
  await found.click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
}

async function stored(page: Page) {
  const { app } = stage.current
  const conversationId = new URL(page.url()).searchParams.get('conversationId') ?? ''
  const token = await app.token('anna')
  const base = `/api/internal/userConversations/${conversationId}/documents`
  const { body } = await call<{ items: { documentId: string }[] }>(app, base, { token })
  const { documentId } = body.items[0]!
  const path = `${base}/${documentId}`
  const document = await call<{ content: string; version: number; n: number; versions: { by: string }[] }>(
    app,
    path,
    { token },
  )
  return { path, token, ...document.body }
}

async function downloaded(page: Page, name: string): Promise<{ file: Download; bytes: Buffer }> {
  await panelOf(page).getByRole('button', { name: 'More' }).click()
  const started = page.waitForEvent('download')
  await page.getByRole('menuitem', { name }).click()
  const file = await started
  return { file, bytes: await readFile(await file.path()) }
}

test('a document that a model writes opens beside the chat, is edited by both, compared, and restored', async () => {
  const { page } = await openPolicy()
  await expectVisible(editorOf(page).getByText('Keep receipts.'))
  await expectVisible(
    answers(page)
      .last()
      .getByRole('button', { name: /^Travel policy/ }),
  )
  await expectAccessible(page, 'a document')

  await editorOf(page).getByText('Keep receipts.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Tell your manager.')
  await saved(page, 2)
  expect((await stored(page)).content).toBe(policy.replace('receipts.', 'receipts. Tell your manager.'))

  calls({
    tool: 'edit_document',
    document: 'document-1',
    edits: [{ find: '# Travel policy', replace: '# Our friendly travel policy' }],
  })
  await ask(page, 'Make it friendlier')
  await answered(page)
  await expectVisible(editorOf(page).getByText('Our friendly travel policy'))
  await saved(page, 3)
  await expectVisible(editorOf(page).getByText('Tell your manager.'))

  await panelOf(page).getByRole('button', { name: 'Versions' }).click()
  await panelOf(page)
    .getByRole('button', { name: /^Version 1/ })
    .click()
  await expectVisible(panelOf(page).locator('.diff-line.removed').first())
  await expectAccessible(page, 'versions')
  await panelOf(page).getByRole('tab', { name: 'Side by side' }).click()
  await expectVisible(panelOf(page).locator('.diff-sides'))
  await panelOf(page).getByRole('button', { name: 'Restore' }).click()
  await saved(page, 4)
  expect((await stored(page)).content).toBe(policy)
})

test('a selected passage is rewritten as a proposal, which is accepted or discarded', async () => {
  const { page } = await openPolicy()
  await selectLine(page, 'Please always book')
  stage.current.engine.play(text('Book trains early.'))
  await panelOf(page).getByRole('button', { name: 'Shorten' }).click()
  const proposal = panelOf(page).getByRole('region', { name: 'Proposal' })
  await expectVisible(proposal.locator('ins', { hasText: 'Book trains early.' }))
  await expectAccessible(page, 'a proposal')
  await proposal.getByRole('button', { name: 'Discard' }).click()
  expect((await stored(page)).content).toBe(policy)

  await selectLine(page, 'Please always book')
  await panelOf(page).getByLabel('What to change').fill('Make it an order')
  await panelOf(page).getByRole('button', { name: 'Propose change' }).click()
  await proposal.getByRole('button', { name: 'Accept' }).click()
  await saved(page, 2)
  const { content, versions } = await stored(page)
  expect(content).toBe('# Travel policy\n\nBook trains early.\n\nKeep receipts.\n')
  expect(versions.map(({ by }) => by)).toEqual(['Model', 'Model'])
})

describe('two windows', () => {
  async function openTwo() {
    const { page, watch } = await openPolicy()
    const { page: other, watch: otherWatch } = await stage.current.openAs('anna')
    // What is expected when two write at once.
    for (const one of [watch, otherWatch]) one.expectError(/ (412|404)\b/)
    await other.goto(page.url())
    await answers(other)
      .last()
      .getByRole('button', { name: /^Travel policy/ })
      .click()
    await editorOf(other).getByText('Keep receipts.').waitFor()
    return { page, other }
  }
  async function typeAfter(page: Page, line: string, typed: string) {
    await editorOf(page).getByText(line).click()
    await page.keyboard.press('End')
    await page.keyboard.type(typed)
  }

  test('that edit different places lose nothing', async () => {
    const { page, other } = await openTwo()
    await typeAfter(page, 'Travel policy', ' of 2027')
    await typeAfter(other, 'Keep receipts.', ' All of them.')
    const whole = policy
      .replace('# Travel policy', '# Travel policy of 2027')
      .replace('receipts.', 'receipts. All of them.')
    await expect.poll(async () => (await stored(page)).content).toBe(whole)
    await typeAfter(page, 'Please always', ' Or buses.')
    await expect
      .poll(async () => (await stored(page)).content)
      .toBe(whole.replace('possible.', 'possible. Or buses.'))
    await expectVisible(editorOf(page).getByText('All of them.'))
  })

  test('that change the same words are shown both texts', async () => {
    const { page, other } = await openTwo()
    await selectLine(page, 'Keep receipts.')
    await page.keyboard.type('Throw receipts away.')
    await saved(page, 2)
    await selectLine(other, 'Keep receipts.')
    await other.keyboard.type('Send receipts to us.')
    await expectVisible(
      panelOf(other).getByRole('heading', { name: 'This text was changed in two places at once' }),
    )
    await expectAccessible(other, 'a conflict')
    expect((await stored(page)).content).toContain('Throw receipts away.')
    await panelOf(other).getByRole('button', { name: 'Keep my text' }).click()
    await expect.poll(async () => (await stored(page)).content).toContain('Send receipts to us.')
    const { path, token } = await stored(page)
    const before = await call<{ content: string }>(stage.current.app, `${path}/versions/2`, { token })
    expect(before.body.content).toContain('Throw receipts away.')
  })

  test('of which one deletes the document leave the other its text', async () => {
    const { page, other } = await openTwo()
    await panelOf(other).getByRole('button', { name: 'More' }).click()
    await other.getByRole('menuitem', { name: 'Delete' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectVisible(panelOf(other).getByText('No documents yet.'))
    await typeAfter(page, 'Keep receipts.', ' Too late?')
    await expectVisible(panelOf(page).getByText('This document was deleted. Your text is still here.'))
    await panelOf(page).getByRole('button', { name: 'Save as a new document' }).click()
    await saved(page, 1)
    expect((await stored(page)).content).toContain('Too late?')
  })
})

test('an answer, its table, and its code open as documents without any model, and are downloaded', async () => {
  const builtIn = await publishAgent(stage.current.app, 'Tables', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
  })
  stage.current.engine.play(
    text(
      '# Prices\n\n- One\n- **Two**\n\n| Item | Price |\n|-|-|\n| Train, first | 20 |\n\n```python\nprint("hi")\n```\n',
    ),
  )
  const { page } = await stage.current.openAs('anna')
  await page.goto(`${stage.current.origin}/chat/${builtIn}`)
  await composer(page).waitFor()
  await ask(page, 'Prices?')
  await answered(page)
  const openAs = async (name: string) => {
    await answers(page).last().getByRole('button', { name: 'Open as document' }).click()
    await page.getByRole('menuitem', { name }).click()
    await editorOf(page).waitFor()
  }
  await openAs('Whole answer')
  await saved(page, 1)
  await panelOf(page).getByRole('tab', { name: 'Preview' }).click()
  await expectVisible(panelOf(page).getByRole('heading', { name: 'Prices' }))
  const word = await downloaded(page, 'Word (.docx)')
  expect(word.file.suggestedFilename()).toBe('Prices.docx')
  const html = (await mammoth.convertToHtml({ buffer: word.bytes })).value
  expect(html).toContain('<h1>Prices</h1>')
  expect(html).toContain('<strong>Two</strong>')
  expect(html).toContain('Train, first')
  const markdown = await downloaded(page, 'Markdown (.md)')
  expect(markdown.file.suggestedFilename()).toBe('Prices.md')
  expect(markdown.bytes.toString()).toContain('| Train, first | 20 |')

  await panelOf(page).getByRole('button', { name: 'Close document' }).click()
  await openAs('Table 1')
  await panelOf(page).getByRole('tab', { name: 'Preview' }).click()
  await expectVisible(panelOf(page).getByRole('cell', { name: 'Train, first' }))
  expect((await downloaded(page, 'Table (.csv)')).bytes.toString()).toBe(
    '\uFEFFItem,Price\r\n"Train, first",20\r\n',
  )
  await panelOf(page).getByRole('button', { name: 'Close document' }).click()
  await openAs('Code 2 (python)')
  const code = await downloaded(page, 'Code (.py)')
  expect(code.bytes.toString()).toBe('print("hi")')
  await panelOf(page).getByRole('button', { name: 'All documents' }).click()
  await expect.poll(() => panelOf(page).locator('.canvas-list li').count()).toBe(3)
  await expectAccessible(page, 'the list')
})

test('a web page is shown without its scripts, without the network, and without ways out', async () => {
  let requests = 0
  const outside = createServer((_, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const away = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  outside.on('connection', () => {
    requests += 1
  })
  const content = `<html><head><meta http-equiv="refresh" content="0;url=${away}/refresh"><link rel="preconnect" href="${away}">
    <link rel="stylesheet" href="${away}/a.css"><style>@import url(${away}/b.css); h1 { color: rgb(1, 2, 3); background: url(${away}/c.png) }</style></head>
    <body onload="fetch('${away}/load')"><h1>Hello</h1><a href="${away}/link">Away</a><img src="${away}/d.png" onerror="document.body.textContent='ran'">
    <iframe src="${away}/e"></iframe><form action="${away}/f"><button>Send</button></form>
    <script>document.body.textContent = 'ran'; parent.postMessage('ready', '*')</script></body></html>`
  const { page, watch } = await openPolicy({ ...write, kind: 'Html', title: 'Page', content })
  // The browser refuses all of them, and says so.
  watch.expectError(/^(request to another host|failed|console error)/)
  // The tests’ own script reads the storage, which the frame doesn’t have.
  watch.expectError(
    /Failed to read the '(local|session)Storage' property from 'Window': The document is sandboxed/,
  )
  await panelOf(page).getByRole('tab', { name: 'Preview' }).click()
  const frame = page.frameLocator('.canvas-frame')
  await expectVisible(frame.getByRole('heading', { name: 'Hello' }) as Locator)
  await frame.getByText('Away').click()
  await frame.getByRole('button', { name: 'Send' }).click()
  const inside = page.frames().find((one) => one.url().endsWith('/frames/preview.html'))!
  expect(await inside.evaluate('getComputedStyle(document.querySelector("h1")).color')).toBe('rgb(1, 2, 3)')
  expect(await inside.evaluate('origin')).toBe('null')
  expect(await inside.evaluate(`fetch('${away}/fetch').then(() => 'sent', () => 'refused')`)).toBe('refused')
  await expectVisible(frame.getByRole('heading', { name: 'Hello' }) as Locator)
  expect(requests).toBe(0)
  await new Promise((resolve) => outside.close(resolve))
})

test.each(LOOKS)('is accessible: %s', async (name, options, script) => {
  const { page } = await openPolicy(
    { ...write, content: '# سياسة السفر\n\nاحجز القطار مبكرًا.\n\nBook trains early.\n' },
    options,
    script,
  )
  if (options.viewport) await page.locator('.canvas-card').click()
  await editorOf(page).waitFor()
  const directions = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.canvas-editor .cm-line')].map((line) => getComputedStyle(line).direction)",
  )
  expect(directions.slice(0, 3)).toEqual(['rtl', expect.anything(), 'rtl'])
  expect(directions[4]).toBe('ltr')
  await expectAccessible(page, `a document: ${name}`)
  await page.keyboard.press('Escape')
  if (name.includes('phone')) await expectGone(panelOf(page))
})
