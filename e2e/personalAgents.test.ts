import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ifMatchOfState } from '../server/src/testing/agents.ts'
import { drawing } from '../server/src/testing/brands.ts'
import { call } from '../server/src/testing/client.ts'
import { changeSettings } from '../server/src/testing/instanceSettings.ts'
import { DARK_ARABIC, expectAccessible, PHONE } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { askAndRead, composer, readText, saveDraft } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const states = '/api/internal/configStates'
const editor = /^\/chat\/agents\/configstate\/[0-9a-f-]{36}\/edit$/

beforeAll(() =>
  changeSettings(stage.current.app, {
    defaultChatDeployment: { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' },
  }),
)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Create a Personal Agent' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const picture = (page: Page) => page.locator('[data-field="avatarFileName"] .avatar')

async function allowPersonalAgents(enabled: boolean): Promise<void> {
  const { app } = stage.current
  const { status } = await call(app, '/api/internal/featureFlags/AllowUserCreatedGptSystems', {
    token: await app.token('admin'),
    method: 'PUT',
    body: { enabled },
  })
  expect(status).toBe(200)
}

async function openForm(page: Page) {
  await page.goto(`${stage.current.origin}/chat`)
  await expectVisible(composer(page))
  await page.getByRole('tab', { name: 'Agents' }).click()
  await button(page, 'Create a Personal Agent').click()
  const form = formOf(page)
  await expectVisible(form)
  return form
}

/** Creates a user's draft with a name. */
async function draftOf(userName: string, gptSystemName: string, change: object = {}) {
  const { app } = stage.current
  const token = await app.token(userName)
  const { body } = await call<{ configuration: { configStateId: string; gptSystemId: string } }>(
    app,
    states,
    {
      token,
      body: { gptSystemType: 'User' },
    },
  )
  const { configStateId, gptSystemId } = body.configuration
  const changed = await call(app, `${states}/${configStateId}`, {
    token,
    method: 'PUT',
    body: { gptSystemName, ...change },
    headers: await ifMatchOfState(app, configStateId),
  })
  expect(changed.status).toBe(200)
  return { configStateId, gptSystemId, path: `/chat/agents/configstate/${configStateId}/edit`, token }
}

async function openEditor(userName: string, path: string, options: object = {}, script = '') {
  const { page, watch } = await stage.current.openAs(userName, options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}${path}`)
  await expectVisible(page.getByRole('heading', { level: 1 }))
  return { page, watch }
}

describe('quick create', () => {
  test('[R-2-096] [R-6-002] [R-4-101] [R-1-013] creates a draft, opens its editor, and once published there, it answers immediately', async () => {
    const { engine } = stage.current
    engine.play(async (writer) => writer.text('Of course.'))
    const { page } = await stage.current.openAs('anna')
    const form = await openForm(page)
    await form.getByLabel('Name').fill('  My helper  ')
    await form.getByLabel('Description').fill('Helps me alone.')
    await form.getByRole('button', { name: 'Create agent' }).click()
    await expectPath(page, editor)
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('My helper')
    await button(page, 'Publish').click()
    await expectPath(page, /^\/chat\/[0-9a-f-]{36}$/)
    await expectVisible(page.getByRole('heading', { name: /My helper/ }).first())
    await expect.poll(() => page.locator('.main img.avatar').first().getAttribute('src')).toMatch(/^blob:/)
    const answer = await askAndRead(page, 'Will you help me?')
    await expect.poll(() => readText(answer)).toContain('Of course.')
    // Its chat leads back to the editor, with a new draft.
    await page.getByRole('banner').or(page.locator('.chat-bar')).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit agent' }).click()
    await expectPath(page, editor)
    await expectVisible(page.getByText('Draft 2').first())
    // No one else sees it.
    const other = await stage.current.openAs('ben')
    await other.page.goto(`${stage.current.origin}/chat/agents`)
    await expectVisible(other.page.getByText('Product guide').first())
    expect(await other.page.getByText('My helper').count()).toBe(0)
  })

  test('[R-4-098] [R-4-099] [R-4-100] creates a version, sets its name, description and defaults, and then a drawn picture', async () => {
    const { page } = await stage.current.openAs('chloe')
    const created: string[] = []
    let payload: Record<string, unknown> = {}
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'GET' || !pathname.startsWith(states)) return
      created.push(`${request.method()} ${pathname.replace(/[0-9a-f-]{36}/, '{id}')}`)
      if (request.method() === 'PUT') payload = request.postDataJSON() as Record<string, unknown>
    })
    const form = await openForm(page)
    await form.getByLabel('Name').fill('Drawn')
    await form.getByLabel('Description').fill('With a picture.')
    await form.getByRole('button', { name: 'Create agent' }).click()
    await expectPath(page, editor)
    expect(created).toEqual([`POST ${states}`, `PUT ${states}/{id}`, `POST ${states}/{id}/avatar`])
    expect(payload).toMatchObject({
      gptSystemName: 'Drawn',
      description: 'With a picture.',
      systemPrompt: '',
      topP: 1,
      temperature: 0.7,
      maxTokens: 4096,
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
      dataSources: [],
    })
    await expect.poll(() => picture(page).getAttribute('src')).toMatch(/^blob:/)
  })

  test('[R-5-001] [R-5-002] [R-5-004] [R-5-006] reports invalid names and descriptions', async () => {
    const { page, watch } = await stage.current.openAs('ben')
    const form = await openForm(page)
    const submit = form.getByRole('button', { name: 'Create agent' })
    await submit.click()
    await expectVisible(form.getByText('Name is required'))
    await form.getByLabel('Name').fill('   ')
    await expectVisible(form.getByText('Name is required'))
    await form.getByLabel('Name').fill('n'.repeat(151))
    await expectVisible(form.getByText('Name exceeds the maximum limit of 150 characters'))
    await form.getByLabel('Description').fill('d'.repeat(501))
    await expectVisible(form.getByText('Description exceeds the maximum limit of 500 characters'))
    await expectAccessible(page, 'the personal agent form')
    watch.expectError(/(status of|answered) 400/)
    const errors = [{ field: 'gptSystemName', message: 'Not this name' }]
    await page.route(`**${states}`, (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'request.invalid', title: 'No', requestId: 'r-77', errors },
      }),
    )
    await form.getByLabel('Name').fill('Refused')
    await form.getByLabel('Description').fill('')
    await submit.click()
    await expectVisible(form.getByRole('alert').getByText('Not this name'))
    await expectAccessible(page, 'the form of a rejected personal agent')
  })

  test('[R-5-003] [R-5-005] [R-9-021] accepts 150 and 500 characters, in a popover of 480', async () => {
    const { page } = await stage.current.openAs('ben')
    const form = await openForm(page)
    await expect.poll(async () => (await form.boundingBox())?.width).toBe(480)
    await form.getByLabel('Name').fill(` ${'n'.repeat(150)} `)
    await form.getByLabel('Description').fill(` ${'d'.repeat(500)} `)
    await form.getByRole('button', { name: 'Create agent' }).click()
    await expectPath(page, editor)
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('n'.repeat(150))
    await expect.poll(() => field(page, 'Description').inputValue()).toBe('d'.repeat(500))
  })

  test('[R-2-097] [R-6-022] is offered only if personal agents are allowed', async () => {
    const { origin } = stage.current
    await allowPersonalAgents(false)
    try {
      const { page } = await stage.current.openAs('anna')
      await page.goto(`${origin}/chat`)
      await expectVisible(composer(page))
      await page.getByRole('tab', { name: 'Agents' }).click()
      await expectVisible(page.getByRole('tabpanel', { name: 'Agents' }))
      await expectGone(button(page, 'Create a Personal Agent'))
    } finally {
      await allowPersonalAgents(true)
    }
  })
})

describe('the personal agent editor', () => {
  test('[R-2-032] [R-2-033] has its title, saves the draft, and sets another picture or none', async () => {
    const { configStateId, path, token } = await draftOf('anna', 'Edited')
    const { page } = await openEditor('anna', path)
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Edit Personal Agent' }))
    await expect.poll(() => page.title()).toMatch(/^Edit Personal Agent \|/)
    await field(page, 'Introduction').fill('Hello from me.')
    const stored = async () =>
      (
        await call<{ configuration: { introduction: string; avatarFileName: string | null } }>(
          stage.current.app,
          `${states}/${configStateId}`,
          { token },
        )
      ).body.configuration
    await expect.poll(async () => (await stored()).introduction).toBe('Hello from me.')
    // It has no picture, so the default image is drawn.
    await expect.poll(() => picture(page).evaluate((element) => element.tagName)).toBe('svg')
    await page
      .locator('[data-field="avatarFileName"] input[type=file]')
      .setInputFiles({ name: 'mine.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing('#0b7a64')) })
    await expect.poll(() => picture(page).getAttribute('src')).toMatch(/^blob:/)
    await expectVisible(button(page, 'Replace picture'))
    // The picture has changed the draft, but later input is still saved over it.
    await field(page, 'Introduction').fill('Hello again.')
    await expect.poll(async () => (await stored()).introduction).toBe('Hello again.')
    await page
      .locator('[data-field="avatarFileName"]')
      .getByRole('button', { name: 'Remove picture' })
      .click()
    await expect.poll(() => picture(page).evaluate((element) => element.tagName)).toBe('svg')
    await expect.poll(async () => (await stored()).avatarFileName).toBeNull()
    await expectAccessible(page, 'the personal agent editor')
  })

  test('[R-8-018] warns about settings without the intended effect, with the property and a message', async () => {
    const { path } = await draftOf('anna', 'Long answers', { maxTokens: 128_000 })
    const { page } = await openEditor('anna', path)
    const warning = page.getByRole('status').filter({ hasText: 'supports at most' })
    await expectVisible(warning)
    await expect.poll(() => warning.innerText()).toContain('Maximum output tokens')
  })

  test('of two users who edit a draft, the second chooses between both versions', async () => {
    const { app } = stage.current
    const { configStateId, path, token } = await draftOf('anna', 'Contested')
    const { page, watch } = await openEditor('anna', path)
    watch.expectError(/(status of|answered) 412/)
    await expectVisible(field(page, 'Introduction'))
    await call(app, `${states}/${configStateId}`, {
      token,
      method: 'PUT',
      body: { introduction: 'Theirs' },
      headers: await ifMatchOfState(app, configStateId),
    })
    await field(page, 'Introduction').fill('Mine')
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByText('Theirs', { exact: true }))
    await dialog.getByRole('radio', { name: /Mine/ }).check()
    await dialog.getByRole('button', { name: 'Save', exact: false }).last().click()
    const introduction = async () =>
      (await call<{ configuration: { introduction: string } }>(app, `${states}/${configStateId}`, { token }))
        .body.configuration.introduction
    await expect.poll(introduction).toBe('Mine')
    await expectGone(dialog)
  })

  test('a published version is viewed, and changed in a new draft based on it', async () => {
    const { configStateId, path, token } = await draftOf('anna', 'In use now')
    const publishing = `/api/internal/gptSystems/user/management/fromConfigState/${configStateId}`
    expect((await call(stage.current.app, publishing, { token, body: {} })).status).toBe(200)
    const { page } = await openEditor('anna', path)
    await expectVisible(page.getByText('Published', { exact: true }))
    await expect.poll(() => field(page, 'Name').getAttribute('readonly')).not.toBeNull()
    await button(page, 'Edit').click()
    await expectVisible(page.getByText('Draft 2').first())
    await expectPath(page, editor)
    await field(page, 'Name').fill('In use next')
    await saveDraft(page)
    await expectVisible(page.getByRole('heading', { name: '1 change since the published version' }))
    await expectVisible(page.getByText('In use next', { exact: true }).first())
  })

  test("a user it is shared with for editing changes drafts, and can't publish", async () => {
    const { app } = stage.current
    const { gptSystemId, path, token } = await draftOf('anna', 'Ours')
    const shares = `/api/internal/gptSystems/user/management/${gptSystemId}/shares`
    const ben = await call<{ userId: string }>(app, '/api/internal/currentUser', {
      token: await app.token('ben'),
    })
    await changeSettings(app, { peopleSearch: 'All' })
    const { headers } = await call(app, shares, { token })
    const shared = await call(app, shares, {
      token,
      method: 'PUT',
      body: { items: [{ userId: ben.body.userId, right: 'Edit' }] },
      headers: { 'if-match': headers.get('etag') ?? '' },
    })
    expect(shared.status).toBe(200)
    const { page, watch } = await openEditor('ben', path)
    watch.expectError(/(status of|answered) 404/)
    await field(page, 'Introduction').fill('By both of us.')
    await saveDraft(page)
    await expectGone(button(page, 'Publish'))
  })

  test('a missing agent is reported, and an agent is deleted after confirmation and restored', async () => {
    const missing = await openEditor('ben', `/chat/agents/configstate/${crypto.randomUUID()}/edit`)
    missing.watch.expectError(/(status of|answered) 404/)
    await expectVisible(missing.page.getByText('This agent doesn’t exist, or you don’t have access to it.'))
    const { path } = await draftOf('ben', 'Passing')
    const { page } = await openEditor('ben', path)
    await button(page, 'Delete').last().click()
    await button(page, 'Delete Passing').click()
    await expectPath(page, '/chat/agents')
    await expectVisible(page.getByText('Passing deleted'))
    await button(page, 'Restore Passing').click()
    await expectVisible(page.getByText('Passing restored'))
    await expectGone(page.getByRole('heading', { name: 'Recently deleted' }))
    await expectVisible(page.getByRole('link', { name: 'Passing' }))
  })

  test('the focus moves to the next deleted agent when one is restored, and to a heading after the last one', async () => {
    const { page } = await stage.current.openAs('ben')
    for (const name of ['Gone one', 'Gone two']) {
      const { gptSystemId } = await draftOf('ben', name)
      await call(stage.current.app, `/api/internal/gptSystems/user/management/${gptSystemId}`, {
        token: await stage.current.app.token('ben'),
        method: 'DELETE',
      })
    }
    await page.goto(`${stage.current.origin}/chat/agents`)
    const restore = async (name: string) => {
      await button(page, `Restore ${name}`).focus()
      await page.keyboard.press('Enter')
      await expectGone(button(page, `Restore ${name}`))
    }
    await restore('Gone two')
    await expectFocused(button(page, 'Restore Gone one'))
    await restore('Gone one')
    await expectVisible(page.locator(':is(h1, h2):focus'))
  })

  test.each([
    ['on a phone', PHONE],
    ['in dark Arabic', DARK_ARABIC],
  ])('is complete %s', async (name, [, options, script]) => {
    const { path } = await draftOf('chloe', 'Small')
    const { page } = await openEditor('chloe', path, options, script)
    await expectVisible(picture(page))
    await expect
      .poll(() => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
      .toBe(false)
    await expectAccessible(page, `the personal agent editor ${name}`)
  })
})
