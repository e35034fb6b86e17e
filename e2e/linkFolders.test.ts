import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLibrary, settled } from '../server/src/features/knowledge/testing/library.ts'
import { call } from '../server/src/testing/client.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const management = '/api/internal/gptSystems/system/management'
let agent: string
let library: string

async function add(folder: string, name: string): Promise<void> {
  const { app } = stage.current
  const form = new FormData()
  form.append('file', new Blob([`About ${name}.`]), name)
  await call(app, `/api/internal/dataSources/${library}/files?folder=${encodeURIComponent(folder)}`, {
    token: await app.token('admin'),
    body: form,
  })
}

beforeAll(async () => {
  const { app } = stage.current
  const token = await app.token('admin')
  library = await createLibrary(app, 'Contracts and policies')
  await add('Contracts/2026', 'lease.txt')
  await add('Policies', 'travel.txt')
  await add('Policies', 'leave.txt')
  await add('', 'readme.txt')
  await settled(app, library)
  const created = await call<{ gptSystem: { gptSystemId: string } }>(app, management, {
    token,
    body: { name: 'Folder agent' },
  })
  agent = created.body.gptSystem.gptSystemId
  await call(app, `${management}/${agent}/ragDataSources`, { token, body: { dataSourceId: library } })
})

async function open(options: object = {}, script = ''): Promise<Page> {
  const { page } = await stage.current.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/admin/gptsystem/${agent}/edit`)
  return page
}

describe('an agent’s link to a library', { shuffle: false }, () => {
  test('[R-3-121] uses the graph of the library unless that is turned off', async () => {
    const page = await open()
    const box = page.getByRole('checkbox', { name: 'Use graph: Contracts and policies' })
    await expect.poll(() => box.isChecked()).toBe(true)
    await box.click()
    await expect.poll(() => box.isChecked()).toBe(false)
    await page.reload()
    await expect.poll(() => box.isChecked()).toBe(false)
    await box.click()
    await expect.poll(() => box.isChecked()).toBe(true)
  })

  test('is limited to folders, and shows a folder that no longer exists', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'All folders, Contracts and policies' }).click()
    const dialog = page.getByRole('dialog', { name: 'Folders of Contracts and policies' })
    await expectVisible(dialog.getByText('Files outside of folders'))
    await dialog.getByRole('checkbox', { name: /^Policies/ }).check()
    await dialog.getByRole('checkbox', { name: /^Contracts\/2026/ }).check()
    await dialog.getByRole('button', { name: 'Use 2 folders' }).click()
    await expectGone(dialog)
    await expectVisible(page.getByRole('button', { name: /^Only Policies, Contracts\/2026, / }))
    const { app } = stage.current
    const token = await app.token('admin')
    const files = await call<{ items: { fileId: string }[] }>(
      app,
      `/api/internal/dataSources/${library}/files?folder=Contracts%2F2026`,
      { token },
    )
    await call(app, `/api/internal/dataSources/${library}/files/bulk`, {
      token,
      body: { fileIds: files.body.items.map(({ fileId }) => fileId), action: 'Move', folder: 'Archive' },
    })
    await page.reload()
    await expectVisible(page.getByText('Contracts/2026 no longer exists. The agent finds nothing there.'))
    await page.getByRole('button', { name: /^Only Policies/ }).click()
    await expectVisible(dialog.getByText('No longer exists'))
  })

  test.each(LOOKS)('its folders can be chosen by everyone: %s', async (_name, options, script) => {
    const page = await open(options, script)
    const folders = page.locator('.agent-link-folders')
    await expectVisible(folders.locator('.agent-missing-folders'))
    await folders.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(4)
    await expectAccessible(page, 'the folders of a link')
  })
})
