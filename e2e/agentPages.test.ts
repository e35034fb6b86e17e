import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { assignRole, createRole, userIdOf } from '../server/src/testing/access.ts'
import { limitAgent } from '../server/src/testing/agents.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LIGHT_ENGLISH, LOOKS } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const list = '/admin/gptsystem'
const pagesOf = (page: Page) => page.getByRole('navigation', { name: /^(Agent pages|صفحات الوكيل)$/ })
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page | Locator, name: string) => page.getByRole('textbox', { name, exact: true })
const wider = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

async function open(
  path: string,
  [, options, script]: readonly [string, object, string] = LIGHT_ENGLISH,
  error?: RegExp,
) {
  const { page, watch } = await stage.current.openAs('admin', options)
  if (error) watch.expectError(error)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}${path}`)
  return page
}

interface Prompts {
  items: { promptId: string; title: string; text: string; version: number }[]
}
const promptsPath = (gptSystemId: string) =>
  `/api/internal/gptSystems/system/management/${gptSystemId}/prompts`

async function addPrompt(
  gptSystemId: string,
  title: string,
  text: string,
): Promise<Prompts['items'][number]> {
  const { app } = stage.current
  const { status, body } = await call<Prompts['items'][number]>(app, promptsPath(gptSystemId), {
    token: await app.token('admin'),
    body: { title, text },
  })
  expect(status).toBe(200)
  return body
}

/** Returns the prompts as a user of the agent gets them. */
async function promptsFor(gptSystemId: string): Promise<[title: string, text: string][]> {
  const { app } = stage.current
  const path = `/api/internal/gptSystems/${gptSystemId}/promptsForConversation`
  const { body } = await call<Prompts>(app, path, { token: await app.token('anna') })
  return body.items.map(({ title, text }) => [title, text])
}

async function limitsOf(gptSystemId: string): Promise<unknown[]> {
  const { app } = stage.current
  const path = `/api/internal/gptSystems/system/management/${gptSystemId}`
  return (await call<{ limits: unknown[] }>(app, path, { token: await app.token('admin') })).body.limits
}

describe("an agent's pages", () => {
  test('show the published version in fields that plainly can’t be edited, with a way to its chat', async () => {
    const gptSystemId = await stage.current.publish('Finished agent')
    const page = await open(`${list}/${gptSystemId}/edit`)
    for (const scheme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${scheme}'`)
      const look = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((one) => {
            const styles = one.computedStyleMap()
            return [
              `${styles.get('background-color')}`,
              `${styles.get('color')}`,
              `${styles.get('box-shadow')}`,
            ]
          })
      expect(await look('textarea.in')).toEqual(await look('.in:disabled, input.in:read-only'))
    }
    await page.getByRole('link', { name: 'Open chat' }).click()
    await expectPath(page, `/chat/${gptSystemId}`)
  })

  test('link to each other, mark the open one, and have their own URLs', async () => {
    const gptSystemId = await stage.current.publish('Paged agent')
    const page = await open(`${list}/${gptSystemId}/edit`)
    const links = pagesOf(page).getByRole('link')
    await expect
      .poll(() => links.allInnerTexts())
      .toEqual([
        'Configuration',
        'Publishing',
        'Public page',
        'Chat appearance',
        'Prompts',
        'Limits',
        'Tests',
        'Retrieval',
      ])
    for (const [name, path] of [
      ['Prompts', 'prompts'],
      ['Limits', 'limits'],
      ['Publishing', 'publish'],
      ['Configuration', 'edit'],
    ] as const) {
      await pagesOf(page).getByRole('link', { name }).click()
      await expectPath(page, `${list}/${gptSystemId}/${path}`)
      await expect.poll(() => pagesOf(page).locator('[aria-current=page]').allInnerTexts()).toEqual([name])
      await page.reload()
      await expect.poll(() => pagesOf(page).locator('[aria-current=page]').allInnerTexts()).toEqual([name])
    }
  })

  test('are read-only for users who can view the configuration, and hidden from others', async () => {
    const gptSystemId = await stage.current.publish('Looked at')
    await addPrompt(gptSystemId, 'Shorten', 'Shorten {{text}}.')
    const { app } = stage.current
    expect(
      (await limitAgent(app, gptSystemId, [{ kind: 'Tokens', per: 'Day', amount: 70, counted: 'Pool' }]))
        .status,
    ).toBe(200)
    const reader = await createRole(app, ['GptSystemConfigurationsRead'], 'Reads configurations')
    await assignRole(app, await userIdOf(app, 'anna'), reader.userRoleId)
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${stage.current.origin}${list}/${gptSystemId}/prompts`)
    await expectVisible(page.getByText('Shorten {{text}}.'))
    await expectVisible(page.getByText('GptSystemsWriteSpecific'))
    await expectGone(button(page, 'New prompt'))
    await expectGone(button(page, 'Edit Shorten'))
    await expectGone(button(page, 'Delete Shorten'))
    await pagesOf(page).getByRole('link', { name: 'Limits' }).click()
    await expect.poll(() => field(page, 'Amount').inputValue()).toBe('70')
    expect(await field(page, 'Amount').isDisabled()).toBe(true)
    await expectGone(button(page, 'Add limit'))
    await expectGone(button(page, 'Save limits'))

    const cards = await createRole(app, ['GptSystemsRead'], 'Reads cards')
    await assignRole(app, await userIdOf(app, 'ben'), cards.userRoleId)
    const other = await stage.current.openAs('ben')
    other.watch.expectError(/40[34]/)
    for (const path of ['prompts', 'limits']) {
      await other.page.goto(`${stage.current.origin}${list}/${gptSystemId}/${path}`)
      await expect.poll(() => other.page.locator('main').innerText()).toMatch(/don’t have access|permission/i)
      await expectGone(pagesOf(other.page))
      await expectGone(other.page.getByText('Shorten'))
    }
  })
})

describe("an agent's prompts", () => {
  test('are added, changed, and deleted; people who chat with it get them immediately', async () => {
    const gptSystemId = await stage.current.publish('Prompted agent')
    const page = await open(`${list}/${gptSystemId}/prompts`)
    await expectVisible(page.getByText(/No prompts yet/))
    await button(page, 'New prompt').click()
    await expectFocused(field(page, 'Title'))
    await field(page, 'Title').fill(' Translate ')
    await field(page, 'Text').fill('Translate {{text}} into {{ language }}.')
    await expect
      .poll(() => page.getByRole('list', { name: 'Prompt variables' }).getByRole('listitem').allInnerTexts())
      .toEqual(['{{text}}', '{{language}}'])
    await expectAccessible(page, 'a new prompt')
    await button(page, 'Create prompt').click()
    await expectVisible(page.getByText('Prompt Translate created'))
    await expectFocused(button(page, 'New prompt'))
    expect(await promptsFor(gptSystemId)).toEqual([['Translate', 'Translate {{text}} into {{ language }}.']])

    await button(page, 'Edit Translate').click()
    await field(page, 'Text').fill('Translate {{text}} into Arabic.')
    await button(page, 'Save prompt').click()
    await expectVisible(page.getByText('Prompt Translate saved'))
    await expectVisible(page.getByText('Translate {{text}} into Arabic.'))
    expect(await promptsFor(gptSystemId)).toEqual([['Translate', 'Translate {{text}} into Arabic.']])

    await button(page, 'Delete Translate').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Translate' }).click()
    await expectVisible(page.getByText('Prompt Translate deleted'))
    await expectVisible(page.getByText(/No prompts yet/))
    expect(await promptsFor(gptSystemId)).toEqual([])
  })

  test('are moved by buttons and keys, keep the focus, and appear to people in that order', async () => {
    const gptSystemId = await stage.current.publish('Ordered agent')
    for (const title of ['One', 'Two', 'Three']) await addPrompt(gptSystemId, title, 'It.')
    const titles = async () => (await promptsFor(gptSystemId)).map(([title]) => title)
    const shown = () => page.locator('.prompt-row h3').allInnerTexts()
    const page = await open(`${list}/${gptSystemId}/prompts`)
    await button(page, 'Move Three up').click()
    await expectVisible(page.getByText('Three moved to position 2'))
    await expect.poll(shown).toEqual(['One', 'Three', 'Two'])
    expect(await titles()).toEqual(['One', 'Three', 'Two'])
    await expectFocused(button(page, 'Move Three up'))
    await page.keyboard.press('Enter')
    await expectVisible(page.getByText('Three moved to position 1'))
    await expect.poll(shown).toEqual(['Three', 'One', 'Two'])
    await expectFocused(button(page, 'Move Three up'))
    await expect.poll(() => button(page, 'Move Three up').getAttribute('aria-disabled')).toBe('true')
    await button(page, 'Move One down').click()
    await expectVisible(page.getByText('One moved to position 3'))
    expect(await titles()).toEqual(['Three', 'Two', 'One'])
    await expectAccessible(page, 'movable prompts')
  })

  test('show errors at the field, also from the server, and keep all input', async () => {
    const gptSystemId = await stage.current.publish('Strict agent')
    await addPrompt(gptSystemId, 'Shorten', 'Shorten it.')
    const page = await open(`${list}/${gptSystemId}/prompts`, LIGHT_ENGLISH, /409/)
    await button(page, 'New prompt').click()
    await button(page, 'Create prompt').click()
    await expectVisible(page.getByText('Enter a title'))
    await expectVisible(page.getByText('Enter the prompt text'))
    await field(page, 'Text').fill(Array.from({ length: 11 }, (_, n) => `{{v${n}}}`).join(' '))
    await field(page, 'Title').fill('x'.repeat(101))
    await button(page, 'Create prompt').click()
    await expectVisible(page.getByText('Use 100 characters or fewer. You have 101.'))
    await expectVisible(page.getByText('A prompt can have at most 10 variables. This one has 11.'))
    await field(page, 'Text').fill('Another one.')
    await field(page, 'Title').fill('SHORTEN')
    await button(page, 'Create prompt').click()
    await expectVisible(page.getByText('A prompt with this title already exists. Choose another title.'))
    await expectFocused(field(page, 'Title'))
    expect(await field(page, 'Text').inputValue()).toBe('Another one.')
    await field(page, 'Title').fill('Shorten more')
    await button(page, 'Create prompt').click()
    await expectVisible(page.getByText('Prompt Shorten more created'))
    expect((await promptsFor(gptSystemId)).map(([title]) => title)).toEqual(['Shorten', 'Shorten more'])
  })

  test('ask before unsaved changes are discarded, and let the second of two editors choose', async () => {
    const gptSystemId = await stage.current.publish('Guarded agent')
    const one = await addPrompt(gptSystemId, 'One', 'The first.')
    await addPrompt(gptSystemId, 'Two', 'The second.')
    const page = await open(`${list}/${gptSystemId}/prompts`, LIGHT_ENGLISH, /412/)
    await button(page, 'Edit One').click()
    await field(page, 'Text').fill('Mine.')
    await button(page, 'Edit Two').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await pagesOf(page).getByRole('link', { name: 'Limits' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await expect.poll(() => field(page, 'Text').inputValue()).toBe('Mine.')

    const { app } = stage.current
    const { status } = await call(app, `${promptsPath(gptSystemId)}/${one.promptId}`, {
      token: await app.token('admin'),
      method: 'PUT',
      body: { title: 'One', text: 'Theirs.' },
      headers: { 'if-match': `"${one.version}"` },
    })
    expect(status).toBe(200)
    await button(page, 'Save prompt').click()
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByText('Theirs.', { exact: true }))
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await expectVisible(page.getByText('Prompt One saved'))
    expect(await promptsFor(gptSystemId)).toEqual([
      ['One', 'Mine.'],
      ['Two', 'The second.'],
    ])
    await button(page, 'Edit Two').click()
    await field(page, 'Text').fill('Not kept.')
    await button(page, 'Edit One').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await expect.poll(() => field(page, 'Text').inputValue()).toBe('Mine.')
    expect(await promptsFor(gptSystemId)).toContainEqual(['Two', 'The second.'])
  })
})

describe("an agent's limits", () => {
  test('are saved, removed, and refused with an error at their row', async () => {
    const gptSystemId = await stage.current.publish('Limited agent')
    const page = await open(`${list}/${gptSystemId}/limits`)
    await button(page, 'Add limit').click()
    await field(page, 'Amount').fill('none')
    await page.keyboard.press('Control+s')
    await expectVisible(page.getByText('Enter a whole number from 1 to 1,000,000,000'))
    await expectFocused(field(page, 'Amount'))
    await field(page, 'Amount').fill('25')
    await button(page, 'Add limit').click()
    await field(page, 'Amount').last().fill('30')
    await button(page, 'Save limits').click()
    await expectVisible(page.getByText('A limit of this kind already exists'))
    expect(await limitsOf(gptSystemId)).toEqual([])
    await page.getByRole('combobox', { name: 'Period' }).last().selectOption('per month')
    await expectAccessible(page, "an agent's limits")
    await button(page, 'Save limits').click()
    await expectVisible(page.getByText('Limits of Limited agent saved'))
    expect(await limitsOf(gptSystemId)).toEqual([
      { kind: 'Messages', per: 'Day', amount: 25, counted: 'EachPerson' },
      { kind: 'Messages', per: 'Month', amount: 30, counted: 'EachPerson' },
    ])
    await button(page, 'Remove limit 1').click()
    await button(page, 'Save limits').click()
    await expect.poll(() => limitsOf(gptSystemId)).toHaveLength(1)
  })

  test('let the second of two editors choose', async () => {
    const gptSystemId = await stage.current.publish('Contested limits')
    const page = await open(`${list}/${gptSystemId}/limits`, LIGHT_ENGLISH, /412/)
    await button(page, 'Add limit').click()
    await field(page, 'Amount').fill('25')
    const theirs = { kind: 'Tokens', per: 'Day', amount: 900, counted: 'Pool' }
    expect((await limitAgent(stage.current.app, gptSystemId, [theirs])).status).toBe(200)
    await button(page, 'Save limits').click()
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByText('up to 900 tokens a day in total'))
    await expectVisible(dialog.getByText('up to 25 messages a day each'))
    await button(dialog, 'Discard my changes').click()
    await expect.poll(() => field(page, 'Amount').inputValue()).toBe('900')
    expect(await limitsOf(gptSystemId)).toEqual([theirs])
  })
})

test.each(LOOKS)("an agent's pages are accessible and fit: %s", async (...look) => {
  const gptSystemId = await stage.current.publish(`Agent seen ${look[0]}`)
  const page = await open(`${list}/${gptSystemId}/prompts`, look)
  await expectVisible(page.locator('.list-state'))
  await expectAccessible(page, 'no prompts')
  expect(await wider(page)).toBe(false)
  await addPrompt(gptSystemId, 'W'.repeat(100), `${'word'.repeat(60)} {{name of it}} and more\n`.repeat(9))
  const limit = { kind: 'Messages', per: 'Day', amount: 1_000_000_000, counted: 'Pool' }
  expect((await limitAgent(stage.current.app, gptSystemId, [limit])).status).toBe(200)
  for (const [path, shown] of [
    ['prompts', '.prompt-row'],
    ['limits', '.limit-row'],
  ] as const) {
    await page.goto(`${stage.current.origin}${list}/${gptSystemId}/${path}`)
    await expectVisible(page.locator(shown))
    await expectAccessible(page, path)
    expect(await wider(page)).toBe(false)
  }
})
