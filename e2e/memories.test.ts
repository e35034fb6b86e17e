import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { libraryOf } from '../server/src/features/conversations/testing/asking.ts'
import {
  addMemory,
  listMemories,
  memoriesPath,
  turnMemory,
} from '../server/src/features/memories/testing/remembering.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { changeSettings } from '../server/src/testing/instanceSettings.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { expectToFit } from './fit.ts'
import { ask, CLOSE_SIDEBAR, composer, OPEN_SIDEBAR, openSettings } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const tea = 'Drinks only green tea'
const names = {
  use: /^(Use memory in my chats|استخدام الذاكرة في محادثاتي)/,
  manage: /^(Manage|إدارة)/,
  memories: /^(Memories|الذكريات)$/,
  edit: /^(Edit|تعديل) [“«]/,
  remove: /^(Delete|حذف) [“«]/,
  confirm: /^(Delete memory|حذف الذكرى)$/,
  save: /^(Save memory|حفظ الذكرى)$/,
  text: /^(Memory|الذكرى)$/,
  undo: /^(Undo|تراجع)/,
  close: /^(Close|إغلاق)$/,
  deleted: /^(Memory deleted|حُذفت الذكرى)$/,
}
let agent: string

beforeAll(async () => {
  agent = await stage.current.publish('Remembers')
})
beforeEach(async () => {
  const { app } = stage.current
  const token = await app.token('anna')
  await changeSettings(app, { memoryAllowed: true })
  await turnMemory(app, token, false)
  await call(app, memoriesPath, { token, method: 'DELETE' })
})

/** Scripts a model that remembers a text with each question, and then answers. */
function remembers(text: string): void {
  let turn = 0
  stage.current.engine.play(async (writer) => {
    turn += 1
    if (turn % 2 === 0) return writer.text('Noted.')
    return {
      finish: 'ToolCalls',
      toolCalls: [{ id: randomUUID(), name: 'remember', input: JSON.stringify({ text }) }],
    }
  })
}

async function openChat(gptSystemId: string, options: object, script: string): Promise<Page> {
  const { page } = await stage.current.openAs('anna', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/chat/${gptSystemId}`)
  await composer(page).waitFor()
  return page
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600

/** Opens the settings, from the sidebar that a phone hides. */
async function openOwnSettings(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.getByRole('button', { name: OPEN_SIDEBAR }).click()
  return openSettings(page)
}

async function closeSettings(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expectGone(page.locator('.panel'))
  if (!isPhone(page)) return
  await page.keyboard.press('Escape')
  await expectGone(page.getByRole('button', { name: CLOSE_SIDEBAR }))
}

async function openMemories(page: Page): Promise<Locator> {
  const drawer = await openOwnSettings(page)
  await drawer.getByRole('button', { name: names.manage }).click()
  const dialog = page.getByRole('dialog', { name: names.memories })
  await dialog.waitFor()
  return dialog
}

async function closeMemories(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: names.close }).click()
  await expectGone(dialog)
  await closeSettings(page)
}

test.each(LOOKS)(
  'a person turns memory on, and sees, edits, and deletes what a model remembers: %s',
  async (_name, options, script) => {
    remembers(tea)
    const page = await openChat(agent, options, script)
    const drawer = await openOwnSettings(page)
    const use = drawer.getByRole('switch', { name: names.use })
    await use.check()
    await expectAccessible(page, 'the settings with memory')
    await closeSettings(page)

    await ask(page, 'Which tea should I buy?')
    await page.locator('.answer-actions').first().waitFor()
    const note = page.locator('.remembered')
    await expectVisible(note.getByText(tea))
    await expectAccessible(page, 'an answer that has remembered something')
    const widths = [page.viewportSize()?.width ?? 0]
    await expectToFit(page, 'an answer that has remembered something', widths)

    const dialog = await openMemories(page)
    await expectVisible(dialog.getByText(tea))
    await expectAccessible(page, 'the memories')
    await expectToFit(page, 'the memories', widths)
    await dialog.getByRole('button', { name: names.edit }).click()
    await dialog.getByRole('textbox', { name: names.text }).fill('Drinks only black tea')
    await dialog.getByRole('button', { name: names.save }).click()
    await expectVisible(dialog.getByText('Drinks only black tea'))
    await closeMemories(page, dialog)
    await expectVisible(note.getByText('Drinks only black tea'))

    await page.reload()
    await expectVisible(note.getByText('Drinks only black tea'))
    const again = await openMemories(page)
    await again.getByRole('button', { name: names.remove }).click()
    await page.getByRole('button', { name: names.confirm }).click()
    await expectGone(again.getByText('Drinks only black tea'))
    await closeMemories(page, again)
    await expectVisible(note.getByText(names.deleted))

    // It doesn't come back with a reload.
    await page.reload()
    await expectVisible(note.getByText(names.deleted))
    expect(await page.getByText('black tea').count()).toBe(0)
    expect(await listMemories(stage.current.app, await stage.current.app.token('anna'))).toEqual([])
    const empty = await openMemories(page)
    expect(await empty.locator('.memory').count()).toBe(0)
  },
)

test('Undo deletes what was just remembered, and the conversation of a memory opens at its question', async () => {
  const { app } = stage.current
  const token = await app.token('anna')
  await turnMemory(app, token, true)
  remembers(tea)
  const page = await openChat(agent, {}, '')
  await ask(page, 'Which tea should I buy?')
  const note = page.locator('.remembered')
  await note.getByRole('button', { name: names.undo }).click()
  await expectVisible(note.getByText(names.deleted))
  expect(await listMemories(app, token)).toEqual([])
  await page.reload()
  await expectVisible(note.getByText(names.deleted))

  await ask(page, 'And which coffee?')
  await expectVisible(note.nth(1).getByText(tea))
  await page.goto(`${stage.current.origin}/chat/${agent}`)
  await composer(page).waitFor()
  const dialog = await openMemories(page)
  await dialog.getByRole('link', { name: /Which tea should I buy\?/ }).click()
  await expectGone(dialog)
  await expectVisible(page.getByText('And which coffee?').first())
  await expectGone(page.locator('.panel'))
})

test.each(LOOKS)(
  'an answer that has read files asks before it remembers something, also after a reload: %s',
  async (_name, options, script) => {
    const { app } = stage.current
    const token = await app.token('anna')
    await turnMemory(app, token, true)
    const library = await libraryOf(app, `Teas ${randomUUID()}`, { 'teas.txt': 'Green tea is a tea.' })
    const linked = await publishAgent(
      app,
      'Reads files',
      { languageEngine: 'OpenAICompatible', deploymentName: 'scripted', capabilityTypes: ['FileSearch'] },
      [library],
    )
    remembers(tea)
    const page = await openChat(linked, options, script)
    await ask(page, 'What is green tea?')
    const card = page.getByRole('region', { name: /Remember this\?|هل يُحفظ هذا في الذاكرة؟/ })
    await expectVisible(card.getByText(tea))
    await expectAccessible(page, 'an answer that asks whether to remember something')
    await page.reload()
    await card.getByRole('button', { name: /^(Remember|حفظ في الذاكرة)$/ }).click()
    await expectVisible(page.locator('.remembered').getByText(tea))
    expect(await card.count()).toBe(0)
    await ask(page, 'And black tea?')
    // It is already remembered, so there is nothing to ask.
    await page.locator('.answer-actions').nth(1).waitFor()
    expect(await card.count()).toBe(0)
    expect((await listMemories(app, token)).map(({ text }) => text)).toEqual([tea])
  },
)

test('an administrator allows memory, and memories stay deletable once it isn’t allowed anymore', async () => {
  const { app, origin } = stage.current
  await changeSettings(app, { memoryAllowed: false })
  const mine = await openChat(agent, {}, '')
  const before = await openSettings(mine)
  await expectVisible(before.getByRole('heading', { name: 'Notifications' }))
  expect(await before.getByText('Use memory in my chats').count()).toBe(0)

  const { page } = await stage.current.openAs('admin')
  await page.goto(`${origin}/admin/instanceSettings`)
  const field = page.locator('[data-field="memoryAllowed"] select')
  await field.selectOption('yes')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expectVisible(page.getByText('Settings saved').first())
  await mine.reload()
  await composer(mine).waitFor()
  await expectVisible((await openSettings(mine)).getByText('Use memory in my chats'))

  await addMemory(app, await app.token('anna'), tea)
  await changeSettings(app, { memoryAllowed: false })
  await mine.reload()
  await composer(mine).waitFor()
  const drawer = await openSettings(mine)
  await drawer.getByRole('button', { name: 'Delete all memories' }).click()
  await mine
    .getByRole('dialog', { name: 'Delete all memories?' })
    .getByRole('button', { name: 'Delete all memories' })
    .click()
  await expectVisible(mine.getByText('All memories deleted'))
  await expectGone(drawer.getByRole('button', { name: 'Delete all memories' }))
})
