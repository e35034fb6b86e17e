import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLibrary } from '../server/src/features/knowledge/testing/library.ts'
import { encrypted, packArchive } from '../server/src/testing/packedArchives.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { chosen, drop } from './files.ts'
import { readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const rows = (page: Page) => page.getByRole('list', { name: 'Archives' }).getByRole('listitem')
const refusing = () => ({
  name: 'harbor.zip',
  content: packArchive([
    { name: 'Rules/quay.txt', content: 'Boats pay at the quay.' },
    { name: 'Rules/2026/tide.txt', content: 'The tide tables hang in the hall.' },
    { name: '../outside.txt', content: 'Elsewhere.' },
    encrypted('Rules/locked.txt', 'Secret.'),
  ]),
})

async function open(library: string, options: object = {}, script = ''): Promise<Page> {
  const { page } = await stage.current.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/admin/datasource/${library}/edit`)
  return page
}

describe('an archive', { shuffle: false }, () => {
  let library: string
  beforeAll(async () => {
    library = await createLibrary(stage.current.app, 'Archived rules')
  })

  test('[R-3-119] that is dropped on a library is unpacked into folders, and files that weren’t added say why', async () => {
    const page = await open(library)
    await drop(page, page.locator('.dropzone'), refusing())
    await expectVisible(rows(page).getByText('2 files added, 2 files not added'))
    await expectVisible(rows(page).getByText('Unpacked', { exact: true }))
    const files = page.getByRole('list', { name: 'Files in Archived rules' })
    await expect.poll(() => files.getByRole('listitem').filter({ hasText: '.txt' }).count()).toBe(2)
    await expectVisible(files.getByRole('button', { name: 'Rules/2026' }))
    await expectVisible(page.getByText('2 of 2 files ready'))
    await rows(page).getByRole('button', { name: 'Show files not added' }).click()
    const dialog = page.getByRole('dialog', { name: 'Files of harbor.zip that weren’t added' })
    await expect
      .poll(() => readText(dialog))
      .toMatch(/outside\.txt[\s\S]*unsafe[\s\S]*Rules\/locked\.txt[\s\S]*password-protected/)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(dialog)
  })

  test.each(LOOKS)(
    'and the files that weren’t added can be read by everyone: %s',
    async (_name, options, script) => {
      const page = await open(library, options, script)
      await expectVisible(page.locator('.upload-rows .file'))
      await expectAccessible(page, 'an unpacked archive')
      await page.locator('.archive-refused').click()
      await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count()).toBe(2)
      await expectAccessible(page, 'the files of an archive that were not added')
    },
  )

  test('shows its progress, can be stopped, and is removed from the list', async () => {
    const page = await open(library)
    const many = Array.from({ length: 3000 }, (_, at) => ({ name: `many/${at}.txt`, content: `Note ${at}.` }))
    await page
      .locator('input[type=file]')
      .setInputFiles(chosen({ name: 'many.zip', content: packArchive(many) }))
    const row = rows(page).filter({ hasText: 'many.zip' })
    await expect.poll(() => readText(row)).toMatch(/Unpacking[\s\S]*\d+ of 3,000 files/)
    await row.getByRole('button', { name: 'Stop unpacking many.zip' }).click()
    await expectGone(row)
    await rows(page).getByRole('button', { name: 'Remove harbor.zip from the list' }).click()
    await expectGone(page.getByRole('list', { name: 'Archives' }))
    await page.reload()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Archived rules' }))
    await expectGone(page.getByRole('list', { name: 'Archives' }))
  })
})

test('an archive that is none fails with what to do, and one dropped in the list of libraries shows its result there', async () => {
  await createLibrary(stage.current.app, 'Another library')
  const { page, watch } = await stage.current.openAs('admin')
  watch.expectError(/4\d\d/)
  await page.goto(`${stage.current.origin}/admin/datasource`)
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Another library', exact: true }) })
  await drop(page, row, { name: 'not.zip', content: 'Plain text.' }, refusing())
  await expectVisible(row.getByText('This isn’t a ZIP archive.'))
  await expectVisible(row.getByText('2 files added, 2 files not added'))
  await expect.poll(() => readText(row)).toMatch(/2 files ·/)
})
