import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, WIDE_LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { askAndRead, composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const list = (page: Page, name: 'Recent' | 'Pinned') => page.getByRole('navigation', { name })
const line = (page: Page, name: 'Recent' | 'Pinned', agent: string) =>
  list(page, name).getByRole('listitem').filter({ hasText: agent })
const names = (page: Page, name: 'Recent' | 'Pinned') =>
  list(page, name)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.querySelector('bdi')?.textContent))
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

/** On the card in the main area, because the sidebar may show the agent too. */
const pinOf = (page: Page, agent: string) =>
  page.getByRole('main').getByRole('button', { name: `Pin ${agent}`, exact: true })
const unpinOf = (page: Page, agent: string) =>
  page.getByRole('main').getByRole('button', { name: `Unpin ${agent}`, exact: true })

/** Signs in and chats with these agents in order. The Agents tab isn't open yet. */
async function chatted(userName: string, agents: readonly string[], context = {}): Promise<Page> {
  stage.current.engine.play(async (writer) => writer.text('Of course.'))
  const { page } = await stage.current.openAs(userName, context)
  for (const agent of agents) {
    await page.goto(`${stage.current.origin}/chat/${await published(agent)}`)
    await askAndRead(page, 'Will you help me?')
  }
  if (agents.length === 0) {
    await page.goto(`${stage.current.origin}/chat`)
    await expectVisible(composer(page))
  }
  return page
}
const created = new Map<string, Promise<string>>()
function published(name: string): Promise<string> {
  const agent = created.get(name) ?? stage.current.publish(name, { gptSystemName: name })
  created.set(name, agent)
  return agent
}

/** Pins exactly these agents for a user, in this order, whatever was pinned before. */
async function pinnedExactly(userName: string, agents: readonly string[]): Promise<void> {
  const { app } = stage.current
  const token = await app.token(userName)
  for (const gptSystemId of await storedPins(userName))
    await call(app, `${PINS}/${gptSystemId}`, { token, method: 'DELETE' })
  for (const agent of agents) await call(app, `${PINS}/${await published(agent)}`, { token, method: 'POST' })
}

const PINS = '/api/internal/currentUser/gptSystems/pinned'
async function storedPins(userName: string): Promise<string[]> {
  const { app } = stage.current
  const { body } = await call<{ pinnedGptSystems: { gptSystemId: string }[] }>(app, PINS, {
    token: await app.token(userName),
  })
  return body.pinnedGptSystems.map(({ gptSystemId }) => gptSystemId)
}

describe('the Agents tab', () => {
  test('[R-2-093] [R-2-094] [R-8-036] [R-8-037] has Recent and Pinned, which say what will appear there', async () => {
    const page = await chatted('chloe', [])
    await tab(page, 'Agents').click()
    await expectVisible(page.getByText('Your most recently used agents will appear here'))
    await expect.poll(() => tab(page, 'Recent').getAttribute('aria-selected')).toBe('true')
    await tab(page, 'Recent').press('ArrowRight')
    await expectFocused(tab(page, 'Pinned'))
    await expectVisible(page.getByText('Pin an agent to display it here'))
  })

  test('[R-1-006] [R-3-124] shows recently used agents, latest first, and starts a chat with one', async () => {
    await pinnedExactly('anna', [])
    const page = await chatted('anna', ['Contract Analyst', 'Spend Explorer'])
    await tab(page, 'Agents').click()
    await expect.poll(() => names(page, 'Recent')).toEqual(['Spend Explorer', 'Contract Analyst'])
    await expectVisible(line(page, 'Recent', 'Spend Explorer').getByText(/^now$|min/))
    await line(page, 'Recent', 'Contract Analyst').getByRole('link').click()
    await expectPath(page, `/chat/${await published('Contract Analyst')}`)
    await expectVisible(composer(page))
    // An answer elsewhere moves it to the top without a reload.
    await askAndRead(page, 'And you?')
    // The list of chats shows the new one.
    await tab(page, 'Agents').click()
    await expect.poll(() => names(page, 'Recent')).toEqual(['Contract Analyst', 'Spend Explorer'])
  })

  test('[R-1-005] [R-4-095] [R-4-096] [R-4-097] pinning moves an agent from Recent to Pinned with a toast, and unpinning moves it back', async () => {
    await pinnedExactly('ben', [])
    const page = await chatted('ben', ['Tender Reader', 'Shift Planner'])
    await tab(page, 'Agents').click()
    const recent = line(page, 'Recent', 'Tender Reader')
    await recent.hover()
    await recent.getByRole('button', { name: 'Pin Tender Reader', exact: true }).click()
    await expectVisible(toast(page, 'Tender Reader pinned'))
    await expect.poll(() => names(page, 'Recent')).toEqual(['Shift Planner'])
    await expectGone(toast(page, 'pinned'))
    await tab(page, 'Pinned').click()
    await expect.poll(() => names(page, 'Pinned')).toEqual(['Tender Reader'])
    await page.reload()
    await tab(page, 'Agents').click()
    await tab(page, 'Pinned').click()
    const pinned = line(page, 'Pinned', 'Tender Reader')
    await pinned.hover()
    await pinned.getByRole('button', { name: 'Unpin Tender Reader' }).click()
    await expectVisible(page.getByText('Pin an agent to display it here'))
    expect(await page.locator('.toast').count()).toBe(0)
    await tab(page, 'Recent').click()
    await expect.poll(() => names(page, 'Recent')).toEqual(['Shift Planner', 'Tender Reader'])
  })

  test('pinned agents can be reordered by keyboard and by dragging', async () => {
    for (const agent of ['Contract Analyst', 'Spend Explorer', 'Welcome Desk']) await published(agent)
    await pinnedExactly('anna', [])
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat/agents`)
    for (const agent of ['Contract Analyst', 'Spend Explorer', 'Welcome Desk']) {
      await pinOf(page, agent).click()
      await expectVisible(unpinOf(page, agent))
    }
    await tab(page, 'Pinned').click()
    await expect
      .poll(() => names(page, 'Pinned'))
      .toEqual(['Contract Analyst', 'Spend Explorer', 'Welcome Desk'])
    const link = line(page, 'Pinned', 'Welcome Desk').getByRole('link')
    await link.focus()
    await link.press('Alt+ArrowUp')
    await expect
      .poll(() => names(page, 'Pinned'))
      .toEqual(['Contract Analyst', 'Welcome Desk', 'Spend Explorer'])
    await expectVisible(page.getByText('Welcome Desk moved to position 2 of 3'))
    await expectFocused(link)
    // Two moves in quick succession both take effect.
    await link.press('Alt+ArrowUp')
    await link.press('Alt+ArrowDown')
    await page.getByRole('button', { name: 'Move Welcome Desk up' }).click()
    await page.getByRole('button', { name: 'Move Contract Analyst up' }).click()
    await expect
      .poll(() => names(page, 'Pinned'))
      .toEqual(['Contract Analyst', 'Welcome Desk', 'Spend Explorer'])
    await line(page, 'Pinned', 'Contract Analyst').dragTo(line(page, 'Pinned', 'Spend Explorer'))
    const dropped = ['Welcome Desk', 'Spend Explorer', 'Contract Analyst']
    await expect.poll(() => names(page, 'Pinned')).toEqual(dropped)
    // The order is shown at once and sent after the changes before it.
    const ids = await Promise.all(dropped.map(published))
    await expect.poll(() => storedPins('anna')).toEqual(ids)
    await page.reload()
    await tab(page, 'Pinned').click()
    await expect.poll(() => names(page, 'Pinned')).toEqual(dropped)
  })

  test('the focus stays in the list when its row disappears, and the result is announced', async () => {
    await pinnedExactly('anna', ['Welcome Desk', 'Spend Explorer', 'Contract Analyst'])
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}/chat/agents`)
    await tab(page, 'Pinned').click()
    await line(page, 'Pinned', 'Spend Explorer').getByRole('link').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectVisible(page.getByText('Spend Explorer unpinned'))
    await expectFocused(line(page, 'Pinned', 'Contract Analyst').getByRole('link'))
    for (const agent of ['Contract Analyst', 'Welcome Desk']) {
      await page
        .getByRole('navigation')
        .getByRole('button', { name: `Unpin ${agent}` })
        .focus()
      await page.keyboard.press('Enter')
    }
    await expectFocused(tab(page, 'Pinned'))
    await pinOf(page, 'Contract Analyst').click()
    await expect.poll(() => names(page, 'Pinned')).toEqual(['Contract Analyst'])
  })

  test('[R-2-095] View all Agents opens all of them, and the search icon next to the tabs opens their search', async () => {
    const page = await chatted('anna', [])
    await tab(page, 'Agents').click()
    await page.getByRole('link', { name: 'View all Agents' }).click()
    await expectPath(page, '/chat/agents')
    await page.getByRole('link', { name: 'Search agents' }).click()
    await expectFocused(page.getByRole('searchbox', { name: 'Search agents' }))
  })

  test.each(WIDE_LOOKS)('can be used by everyone in %s', async (name, look, before) => {
    await pinnedExactly('anna', ['Contract Analyst'])
    const { page } = await stage.current.openAs('anna', look)
    await page.addInitScript(before)
    await page.goto(`${stage.current.origin}/chat/agents`)
    const tabs = page.locator('.agents-tabs').getByRole('tab')
    await expectVisible(tabs.last())
    await expectAccessible(page, `recent agents in ${name}`)
    await tabs.last().click()
    await expectVisible(page.locator('.agent-row').first())
    await expectAccessible(page, `pinned agents in ${name}`)
  })
})
