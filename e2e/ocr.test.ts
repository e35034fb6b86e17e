import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLibrary } from '../server/src/features/knowledge/testing/library.ts'
import { drawPage, makeScan } from '../server/src/features/knowledge/testing/scans.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { chosen } from './files.ts'
import { readText } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({
  environment: { TEXT_RECOGNITION: 'auto', COMPATIBLE_DEPLOYMENTS: 'scripted,gpt-4o' },
})

async function open(library: string, options: object = {}, script = ''): Promise<Page> {
  const { page } = await stage.current.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/admin/datasource/${library}/edit`)
  return page
}

const add = async (page: Page, name: string, content: Buffer) =>
  page.locator('input[type=file]').setInputFiles(chosen({ name, content }))
const row = (page: Page, name: string) => page.locator('.files .file').filter({ hasText: name })

async function openPages(page: Page, name: string) {
  await row(page, name).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Show scanned pages' }).click()
  return page.getByRole('dialog', { name: `Scanned pages of ${name}` })
}

describe('scanned pages', { shuffle: false }, () => {
  let library: string
  beforeAll(async () => {
    library = await createLibrary(stage.current.app, 'Harbor archive')
  })

  test('are read on the server once that is chosen, and show their text and confidence', async () => {
    const page = await open(library)
    const picture = await drawPage([
      'The quay is closed to boats from midnight to six.',
      'The warden keeps the key of the crane.',
    ])
    await add(page, 'quay.pdf', await makeScan([{ picture }]))
    await expectVisible(row(page, 'quay.pdf').getByText('Failed'))

    const recognize = page.getByLabel('Read text on scanned pages')
    await recognize.selectOption({ label: 'On this server, with Tesseract' })
    await expect.poll(() => page.getByRole('checkbox', { name: 'English' }).isChecked()).toBe(true)
    const arabic = page.getByRole('checkbox', { name: 'Arabic' })
    await arabic.click()
    await expect.poll(() => arabic.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Read scanned pages of earlier files' }).click()
    await expectVisible(row(page, 'quay.pdf').getByText('Ready'))
    await add(page, 'crane.png', await drawPage(['The crane lifts eight tons.']))
    await expectVisible(row(page, 'crane.png').getByText('Ready'))

    const dialog = await openPages(page, 'quay.pdf')
    await expect
      .poll(() => readText(dialog))
      .toMatch(/Page 1: (8|9|10)\d?% confidence[\s\S]*The quay is closed to boats/)
    await dialog.getByRole('switch', { name: 'Only pages to check' }).click()
    await expectVisible(dialog.getByText('No scanned pages to show.'))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(dialog)
  })

  test.each(LOOKS)('and how they are read can be seen by everyone: %s', async (_name, options, script) => {
    const page = await open(library, options, script)
    await row(page, 'quay.pdf').waitFor()
    await page.locator('.scans-languages').waitFor()
    await expectAccessible(page, 'a library that has scanned pages read')
    await row(page, 'quay.pdf').getByRole('button').last().click()
    await page.getByRole('menuitem').nth(1).click()
    await expectVisible(page.getByRole('dialog').getByText('The quay is closed to boats'))
    await expectAccessible(page, 'the scanned pages of a file')
  })

  test('can be read by a model, which gets each page as an image', async () => {
    const pictures: number[] = []
    stage.current.engine.play(async (writer, _signal, { messages }) => {
      const asked = messages.at(-1)
      pictures.push(asked && 'pictures' in asked ? (asked.pictures?.length ?? 0) : 0)
      writer.text('Pilots board at the outer buoy.')
    })
    const page = await open(library)
    const recognize = page.getByLabel('Read text on scanned pages')
    await recognize.selectOption({ label: 'By the model gpt-4o' })
    await expectVisible(page.getByText(/are sent to the provider of this model/))
    await add(page, 'pilots.png', await drawPage(['Pilots board at the outer buoy.']))
    await expectVisible(row(page, 'pilots.png').getByText('Ready'))
    const dialog = await openPages(page, 'pilots.png')
    await expect
      .poll(() => readText(dialog))
      .toMatch(/read by a model, confidence not measured[\s\S]*outer buoy/)
    expect(pictures).toEqual([1])
  })
})
