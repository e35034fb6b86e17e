import { describe, expect, test } from 'vitest'
import { systemAvatar, uploadAvatar } from '../server/src/testing/agents.ts'
import { drawing } from '../server/src/testing/brands.ts'
import { call } from '../server/src/testing/client.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { composer } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const management = '/api/internal/gptSystems/system/management'

/** Creates a published agent with a picture. */
async function pictured(name: string): Promise<string> {
  const { app } = stage.current
  const token = await app.token('admin')
  const { body } = await call<{
    gptSystem: { gptSystemId: string }
    configuration: { configStateId: string }
  }>(app, management, { token, body: { name } })
  const { gptSystemId } = body.gptSystem
  const { configStateId } = body.configuration
  await uploadAvatar(app, systemAvatar(configStateId), token)
  await call(app, `${management}/${gptSystemId}/publishing`, {
    token,
    method: 'PUT',
    body: { gptSystemConfigurationStateId: configStateId },
  })
  return gptSystemId
}

describe("an agent's picture", () => {
  test('is chosen in the editor, shown with the draft, and visible to everyone once published', async () => {
    const { app, origin } = stage.current
    const gptSystemId = await stage.current.publish('Pictured agent')
    await call(app, `${management}/${gptSystemId}/configurationStates`, {
      token: await app.token('admin'),
      body: {},
    })
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/(status of|answered) 415/)
    await page.goto(`${origin}/admin/gptsystem/${gptSystemId}/edit`)
    const field = page.locator('[data-field="avatarFileName"]')
    await expectVisible(field.locator('svg.avatar'))
    const choose = (name: string, mimeType: string, text: string) =>
      field.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
    await choose('note.svg', 'image/svg+xml', 'no picture')
    await expectVisible(
      field.getByRole('alert').getByText('This image type isn’t supported', { exact: false }),
    )
    await choose('mark.svg', 'image/svg+xml', drawing('#0b7a64'))
    await expect.poll(() => field.locator('img.avatar').getAttribute('src')).toMatch(/^blob:/)
    await expectGone(field.getByRole('alert'))
    await page.getByRole('button', { name: /^Publish draft \d/ }).click()
    const dialog = page.getByRole('dialog')
    await expectVisible(dialog.getByText('Picture', { exact: true }))
    await dialog.getByRole('button', { name: /^Publish draft \d/ }).click()
    await expectVisible(page.getByText('Pictured agent published'))

    const anna = (await stage.current.openAs('anna')).page
    await anna.goto(`${origin}/chat/${gptSystemId}`)
    await expect.poll(() => anna.locator('.chat-bar img.avatar').getAttribute('src')).toMatch(/^blob:/)
    await expect.poll(() => anna.locator('.first-run img.avatar').getAttribute('width')).toBe('64')
  })

  test('is fetched once for all places that show it, and then comes from the browser cache', async () => {
    const gptSystemId = await pictured('Cached agent')
    const { page } = await stage.current.openAs('anna')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(`/${gptSystemId}/avatar`)) asked.push(request.url())
    })
    await page.goto(`${stage.current.origin}/chat/${gptSystemId}`)
    await expectVisible(page.locator('.chat-bar img.avatar'))
    await expectVisible(page.locator('.first-run img.avatar'))
    expect(new Set(asked).size).toBe(1)
    expect(asked).toHaveLength(1)
  })

  test('[R-9-020] is a 24-pixel identicon in the sidebar rows if there is none', async () => {
    const gptSystemId = await stage.current.publish('Plain agent')
    const { app, origin } = stage.current
    await call(app, `/api/internal/currentUser/gptSystems/pinned/${gptSystemId}`, {
      token: await app.token('anna'),
      body: {},
    })
    const { page } = await stage.current.openAs('anna')
    await page.goto(`${origin}/chat`)
    await expectVisible(composer(page))
    await page.getByRole('tab', { name: 'Agents' }).click()
    await page.getByRole('tab', { name: 'Pinned' }).click()
    const drawn = page.getByRole('link', { name: 'Plain agent' }).locator('svg.avatar')
    await expectVisible(drawn)
    const { width, height } = (await drawn.boundingBox()) ?? {}
    expect([width, height]).toEqual([24, 24])
  })
})
