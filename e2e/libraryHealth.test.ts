import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLibrary, settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { makePdf } from '../server/src/features/knowledge/testing/pdfs.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let library: string

beforeAll(async () => {
  const { app } = stage.current
  library = await createLibrary(app, 'Quay rules')
  const rules = Array.from({ length: 60 }, (_, at) => `Rule ${at} says that quay ${at} opens at dawn.`).join(
    ' ',
  )
  await upload(app, library, 'rules.txt', rules)
  await settled(app, library)
  await upload(app, library, 'rules-final.txt', `${rules} Approved.`)
  await upload(app, library, 'blank.pdf', makePdf([{ texts: [] }]))
  await settled(app, library)
})

async function open(options: object = {}, script = ''): Promise<Page> {
  const { page } = await stage.current.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/admin/datasource/${library}/edit`)
  await expectVisible(page.locator('.health-kinds'))
  return page
}

describe('the health of a library', { shuffle: false }, () => {
  test.each(LOOKS)('is shown next to its files: %s', async (_name, options, script) => {
    const page = await open(options, script)
    await expect.poll(() => page.locator('.health-kinds button').count()).toBe(5)
    await page.locator('.health-kinds').scrollIntoViewIfNeeded()
    await expectAccessible(page, 'the health of a library')
  })

  test('[R-3-119] shows duplicates and failed files, which can then be deleted together', async () => {
    const page = await open()
    const files = page.getByRole('list', { name: 'Files in Quay rules' })
    await page.getByRole('button', { name: 'Duplicates 1' }).click()
    await expect.poll(() => files.getByRole('listitem').count()).toBe(2)
    await expectVisible(files.getByText('Almost the same text as rules.txt'))
    await page.getByRole('button', { name: 'Show files in any condition' }).click()
    await expect.poll(() => files.getByRole('listitem').count()).toBe(4)
    await page.getByRole('combobox', { name: 'Added or replaced' }).selectOption('In the last 7 days')
    await page.getByRole('button', { name: 'Without text 1' }).click()
    await files.getByRole('checkbox', { name: 'Select blank.pdf' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 file' }).click()
    await expectVisible(page.getByRole('button', { name: 'Without text 0' }))
    await expectGone(page.getByText('blank.pdf'))
    await page.getByRole('combobox', { name: 'Outdated after' }).selectOption('30 days')
    await page.reload()
    await expect.poll(() => page.getByRole('combobox', { name: 'Outdated after' }).inputValue()).toBe('30')
  })
})
