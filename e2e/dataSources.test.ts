import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makePdf, paragraph } from '../server/src/features/knowledge/testing/pdfs.ts'
import { expectAccessible, PHONE } from './accessibility.ts'
import { expectFocused, expectGone, expectPath, expectVisible } from './expectations.ts'
import { chosen, drop } from './files.ts'
import {
  answered,
  askAndRead,
  chooseInAccountMenu,
  composer,
  conversationIdOf,
  readText,
  signIn,
} from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage()

const QUOTE = 'The lighthouse keeper winds the clockwork every four hours.'
const DOCUMENT = `Notes of the coast\n\nThe harbour is dredged in spring.\n\f${QUOTE} The lamp turns once in twelve seconds.\n\fGulls nest on the northern cliff.\n`

const library = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })

// These tests count the contents of one library.
describe('file libraries', { shuffle: false }, () => {
  test('[R-2-050] /admin/datasource lists the libraries with their files, for users who can see them', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/chat`)
    await chooseInAccountMenu(page, 'Management')
    await expectPath(page, '/admin')
    await page.getByRole('link', { name: 'File Libraries', exact: true }).click()
    await expectPath(page, '/admin/datasource')
    await expectVisible(page.getByRole('heading', { name: 'File Libraries', level: 1 }))
    await expect.poll(() => readText(library(page, 'Guide'))).toMatch(/\d\d files · \d+ passages/)
    await expect.poll(() => readText(library(page, 'Documents'))).toMatch(/0 files/)
    await expect.poll(() => page.title()).toBe('File Libraries | Parlance')
  })

  test('on a phone, the buttons beside the name of a library don’t break it', async () => {
    const { page } = await stage.current.openAs('admin', PHONE[1])
    await page.goto(`${stage.current.origin}/admin/datasource`)
    await library(page, 'Documents').getByRole('link', { name: 'Documents', exact: true }).click()
    const name = page.getByRole('heading', { name: 'Documents', level: 1 })
    await expectVisible(page.getByRole('button', { name: 'Delete library' }))
    expect((await name.boundingBox())?.height).toBeLessThan(40)
  })

  test('[R-1-015] [R-1-016] [R-2-051] [R-2-052] an administrator creates a library at its own address, renames it, and deletes it', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/datasource`)
    await page.getByRole('button', { name: 'New library' }).click()
    await expectPath(page, '/admin/datasource/new')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expectPath(page, '/admin/datasource')
    await expectGone(page.getByRole('dialog'))
    await expectFocused(page.getByRole('button', { name: 'New library' }))
    await page.goto(`${stage.current.origin}/admin/datasource/new`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Harbours')
    await page.getByRole('button', { name: 'Create library' }).click()
    await expectPath(page, /^\/admin\/datasource\/[\w-]{36}\/edit$/)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Harbours and ports')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Harbours and ports' }))
    await page.reload()
    await page.getByRole('button', { name: 'Delete library' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete library' }).click()
    await expectPath(page, '/admin/datasource')
    await expectVisible(library(page, 'Documents'))
    await expectGone(library(page, 'Harbours and ports'))
  })

  test('whether a library can be shared further is set on its page, and is saved', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/datasource`)
    await library(page, 'Documents').getByRole('link', { name: 'Documents', exact: true }).click()
    const onward = page.getByRole('switch', { name: 'Allow further sharing' })
    await expect.poll(() => onward.getAttribute('aria-checked')).toBe('false')
    await onward.click()
    await expect.poll(() => onward.getAttribute('aria-checked')).toBe('true')
    await page.reload()
    await expect.poll(() => onward.getAttribute('aria-checked')).toBe('true')
    await onward.click()
    await expect.poll(() => onward.getAttribute('aria-checked')).toBe('false')
    await expectAccessible(page, 'a library page')
  })

  test('whether a library can be used on public pages is set next to it, without changing the other setting', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/datasource`)
    await library(page, 'Documents').getByRole('link', { name: 'Documents', exact: true }).click()
    const stateOf = (name: string) => page.getByRole('switch', { name }).getAttribute('aria-checked')
    const isPublic = page.getByRole('switch', { name: 'Allow use on public pages' })
    await expect.poll(() => isPublic.getAttribute('aria-checked')).toBe('false')
    await isPublic.click()
    await expect.poll(() => isPublic.getAttribute('aria-checked')).toBe('true')
    await page.reload()
    await expect.poll(() => isPublic.getAttribute('aria-checked')).toBe('true')
    expect(await stateOf('Allow further sharing')).toBe('false')
    await isPublic.click()
    await expect.poll(() => isPublic.getAttribute('aria-checked')).toBe('false')
  })

  test('a file of an unsupported type is refused with a solution', async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/4\d\d/)
    await page.goto(`${stage.current.origin}/admin/datasource`)
    await drop(page, library(page, 'Documents'), {
      name: 'program.txt',
      content: 'MZ\u0000\u0001\u0002\u0000\u0000binary\u0000',
    })
    await expectVisible(library(page, 'Documents').getByText('program.txt'))
    const row = library(page, 'Documents').getByRole('listitem').filter({ hasText: 'program.txt' })
    await expectVisible(row.getByText(/Failed|cannot|only|kind|not/i).first())
    await expect.poll(() => readText(library(page, 'Documents'))).toMatch(/0 files/)
  })

  test('from sign-in to the cited passage: a dropped file is asked about, and the answer is kept', async () => {
    const { page } = await stage.current.open()
    await signIn(page, stage.current.origin, 'admin', '/admin/datasource')
    await drop(page, library(page, 'Documents'), { name: 'coast.txt', content: DOCUMENT })
    await library(page, 'Documents').getByRole('link', { name: 'Documents' }).click()
    const file = page.getByRole('listitem').filter({ hasText: 'coast.txt' })
    await expectVisible(file.getByText('Ready', { exact: true }))
    await expect.poll(() => readText(file)).toMatch(/3 pages[\s\S]*3 passages/)

    await chooseInAccountMenu(page, 'Chat')
    await composer(page).waitFor()
    await page
      .locator('header')
      .getByRole('button', { name: /Product guide|My documents/ })
      .click()
    await page.getByRole('menuitem', { name: 'My documents' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'My documents' }))
    const answer = await askAndRead(page, 'How often does the lighthouse keeper wind the clockwork?')
    const told = await readText(answer)
    expect(told).toContain(QUOTE)

    const source = page.getByRole('complementary', { name: 'Sources' }).getByRole('button').first()
    await expect.poll(() => source.getAttribute('aria-label')).toContain('Open source 1: coast.txt, p. 2')
    await source.click()
    const panel = page.getByRole('complementary', { name: 'coast.txt, p. 2' })
    await expectFocused(panel)
    await expectVisible(panel.getByRole('heading', { name: 'coast.txt, p. 2' }))
    await expectVisible(panel.getByText('The lamp turns once in twelve seconds.'))
    const marked = await readText(panel.locator('mark'))
    expect(QUOTE).toContain(marked.trim())
    await page.keyboard.press('Escape')
    await expectGone(panel)
    await expectFocused(source)

    const [segment] = await stage.current.segments('admin', conversationIdOf(page))
    expect(segment).toMatchObject({ status: 'Completed', answer: expect.stringContaining(QUOTE) })
    await page.reload()
    expect(words(await readText(await answered(page)))).toBe(words(told))
    await expectVisible(page.getByRole('button', { name: /^Open source 1: coast.txt, p. 2/ }).first())
  })

  test('a hundred files at once: each with its state, failures say why, and the rest continues', async () => {
    const { page, watch } = await stage.current.openAs('admin')
    watch.expectError(/415/)
    await page.goto(`${stage.current.origin}/admin/datasource`)
    await page.getByRole('button', { name: 'New library' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Hundred')
    await page.getByRole('button', { name: 'Create library' }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Hundred' }))
    const files = Array.from({ length: 96 }, (_, index) =>
      chosen({ name: `note-${index}.md`, content: `# Note ${index}\n\nWhat is written in note ${index}.` }),
    )
    await page.locator('input[type=file]').setInputFiles([
      ...files,
      chosen({
        name: 'locked.pdf',
        content: makePdf([{ texts: paragraph(['Secret.'], 700) }], { password: 'x' }),
      }),
      chosen({ name: 'broken.pdf', content: '%PDF-1.4 nothing of the kind' }),
      chosen({ name: 'program.txt', content: 'MZ\u0000\u0001\u0002\u0000\u0000binary\u0000' }),
      chosen({ name: 'empty.md', content: '' }),
    ])
    await expectVisible(page.getByText(/^\d+ of 100 files uploaded/))
    // Two weren't uploaded; two were uploaded but couldn't be read.
    const waited = { timeout: 120_000 }
    await expect
      .poll(() => page.locator('.library-progress').innerText(), waited)
      .toMatch(/96 of 98 files ready, 2 failed/)
    await expectVisible(page.getByText('98 of 100 files uploaded, 2 failed'))
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect.poll(() => readText(row('empty.md'))).toContain('The file is empty')
    await expect.poll(() => readText(row('program.txt'))).toContain('isn’t supported')
    await page.getByRole('button', { name: /^Failed(?! files)/ }).click()
    await expectVisible(row('locked.pdf').getByText('password-protected'))
    await expectVisible(row('broken.pdf').getByText('damaged'))
    await page.getByRole('button', { name: 'Dismiss all' }).click()
    await expectGone(row('empty.md'))
  })

  test('[R-3-119] files are moved to a folder together, shown by folder, and shown with their passages', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/datasource`)
    await drop(page, library(page, 'Documents'), {
      name: 'first-notice.md',
      content: '# First\n\nThe quay is closed.',
    })
    await drop(page, library(page, 'Documents'), {
      name: 'second-notice.md',
      content: '# Second\n\nIt opens again.',
    })
    await library(page, 'Documents').getByRole('link', { name: 'Documents' }).click()
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    for (const name of ['first-notice.md', 'second-notice.md']) {
      await expectVisible(row(name).getByText('Ready', { exact: true }))
      await row(name)
        .getByRole('checkbox', { name: `Select ${name}` })
        .check()
    }
    await expectVisible(page.getByText('2 files selected'))
    await page.getByRole('button', { name: 'Move to folder' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Folder' }).fill(' Notices / 2026 ')
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await expectGone(page.getByText('2 files selected'))
    await row('first-notice.md').getByRole('button', { name: 'Notices/2026' }).click()
    await expect
      .poll(() => page.getByRole('list', { name: 'Files in Documents' }).getByRole('checkbox').count())
      .toBe(3)
    await row('first-notice.md').getByRole('button', { name: 'Actions for first-notice.md' }).click()
    await page.getByRole('menuitem', { name: 'Show passages' }).click()
    await expectVisible(page.getByRole('dialog').getByText('The quay is closed.'))
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Show files of all folders' }).click()
    await page.getByRole('button', { name: 'Index again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Index again' }).click()
    await expectVisible(page.getByText('Indexing has started again'))
    await expectVisible(row('second-notice.md').getByText('Ready', { exact: true }))
  })

  test('a file is deleted only after confirmation, and disappears from the list', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/datasource`)
    await drop(page, library(page, 'Documents'), {
      name: 'short-lived.md',
      content: '# Short\n\nNothing to keep.\n',
    })
    await library(page, 'Documents').getByRole('link', { name: 'Documents' }).click()
    const file = page.getByRole('listitem').filter({ hasText: 'short-lived.md' })
    await expectVisible(file.getByText('Ready', { exact: true }))
    const remove = async () => {
      await file.getByRole('button', { name: 'Actions for short-lived.md' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    await remove()
    await expectVisible(page.getByRole('dialog', { name: 'Delete short-lived.md?' }))
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expectVisible(file)
    await remove()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete short-lived.md' }).click()
    await expectGone(file)
  })
})

/** Removes the duration, which the page measures itself until the stored answer replaces the streamed one. */
const words = (text: string) => text.replaceAll(/\s+/g, ' ').replace(/Worked for [^,]+/, 'Worked')
