import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLibrary, settled, upload } from '../server/src/features/knowledge/testing/library.ts'
import { changeSettings, setDeployment } from '../server/src/testing/instanceSettings.ts'
import { graphReady } from '../server/src/testing/retrieval/library.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' } })
let library: string

const files: Record<string, string> = {
  'Vela Bridge.txt':
    'The Vela Bridge (VB) was designed by Otto Lind. Permit KA-12 allows carts on it. It crosses the river near Torvik.',
  'Otto Lind.txt':
    'He grew up in Harsted and learned “dry masonry” from an uncle. Permit KA-12 bears his seal.',
  'Torvik.txt':
    'Boats leave Torvik at dawn for Harsted. The Harbour Office of Torvik keeps form HF-7 and ISO 9001 records.',
  'Harbour rules.txt':
    'The Harbour Office is part of the Ministry of Transport (MT). Form HF-7 replaces HF-6.',
}

beforeAll(async () => {
  const { app } = stage.current
  library = await createLibrary(app, 'Bridges')
  for (const [name, text] of Object.entries(files)) await upload(app, library, name, text)
  await settled(app, library)
  await graphReady({ origin: app.origin, token: await app.token('admin') }, library)
})

async function open(query = '', options: object = {}, script = ''): Promise<Page> {
  const { page } = await stage.current.openAs('admin', options)
  if (script) await page.addInitScript(script)
  await page.goto(`${stage.current.origin}/admin/datasource/${library}/graph${query}`)
  await expectVisible(page.locator('.graph-grid'))
  return page
}

describe('the graph of a library', { shuffle: false }, () => {
  test.each(LOOKS)('is drawn and listed: %s', async (_name, options, script) => {
    const page = await open('', options, script)
    await expectVisible(page.locator('.graph-node').first())
    await page.locator('.graph-node', { hasText: 'Vela Bridge' }).click()
    await expectVisible(page.locator('.graph-passages li').first())
    await expectAccessible(page, 'the drawing of a graph')
    await page.goto(`${page.url()}&view=list`)
    await expectVisible(page.locator('.graph-list li').first())
    await expectAccessible(page, 'the list of a graph')
  })

  test.each(LOOKS)(
    'can be added to by a language model, after a look at what that takes: %s',
    async (_name, options, script) => {
      const { app } = stage.current
      const id = await createLibrary(app, `Read by a model ${randomUUID()}`)
      await upload(app, id, 'Vela Bridge.txt', files['Vela Bridge.txt']!)
      await settled(app, id)
      const { page } = await stage.current.openAs('admin', options)
      if (script) await page.addInitScript(script)
      await page.goto(`${stage.current.origin}/admin/datasource/${id}/edit`)
      const choice = page.getByRole('switch', {
        name: /Find more with a language model|إيجاد المزيد بنموذج لغوي/,
      })
      await choice.click()
      const dialog = page.getByRole('dialog')
      await expectVisible(dialog.getByText(/No model is set for this yet|لم يُحدَّد نموذج لذلك بعد/))
      await expectAccessible(page, 'what it takes to read a library by a model')
      await dialog.getByRole('button', { name: /^(Cancel|إلغاء)$/ }).click()
      expect(await choice.getAttribute('aria-checked')).toBe('false')
      await setDeployment(app, 'scripted', {
        purposes: ['Helper'],
        price: { inputPerMillion: 1000, outputPerMillion: 1000 },
      })
      await changeSettings(app, {
        helperDeployment: { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' },
      })
      await choice.click()
      await expectVisible(dialog.getByText(/scripted/))
      await expectVisible(dialog.getByText(/380/))
      await dialog.getByRole('button', { name: /Turn on|تشغيل/ }).click()
      await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true')
      await changeSettings(app, { helperDeployment: null })
    },
  )

  test('[R-3-121] is reached from the library, searched, expanded, and leads to the place in a file', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/datasource/${library}/edit`)
    await page.getByRole('link', { name: 'Explore graph' }).click()
    await expectVisible(page.getByRole('button', { name: 'Vela Bridge, Name, in 1 passage' }))
    await page.getByRole('searchbox', { name: 'Search the graph' }).fill('ka-12')
    await expect.poll(() => page.locator('.graph-node').count()).toBe(1)
    await page.getByRole('button', { name: 'KA-12, Code, in 2 passages' }).click()
    const panel = page.getByRole('complementary', { name: 'KA-12' })
    await panel.getByRole('button', { name: 'Expand' }).click()
    await expectVisible(page.getByRole('button', { name: 'dry masonry, Term, in 1 passage' }))
    await expectVisible(
      panel.getByRole('list', { name: 'Connections' }).getByRole('button', { name: 'Otto Lind' }),
    )
    await panel
      .getByRole('list', { name: 'Connections' })
      .getByRole('button', { name: 'Vela Bridge' })
      .click()
    const bridge = page.getByRole('complementary', { name: 'Vela Bridge' })
    await expectVisible(bridge.getByText('is abbreviated as'))
    await bridge.getByRole('button', { name: 'Open in document: Vela Bridge.txt, passage 1' }).click()
    const dialog = page.getByRole('dialog', { name: 'Vela Bridge.txt' })
    await expectVisible(dialog.locator('mark', { hasText: 'Vela Bridge' }))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectGone(dialog)
    await page.getByRole('button', { name: 'Start over' }).click()
    await expectGone(page.getByRole('button', { name: 'dry masonry, Term, in 1 passage' }))
  })

  test('[R-3-121] can be filtered by kind, and its list offers what the drawing does', async () => {
    const page = await open('?view=list')
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Codes')
    const list = page.getByRole('list', { name: 'Graph entries' })
    await expect.poll(() => list.getByRole('listitem').count()).toBe(4)
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('All kinds')
    await list.getByRole('button', { name: 'Expand Harbour Office', exact: true }).click()
    await list.getByRole('button', { name: /^Harbour Office, Name/ }).click()
    const panel = page.getByRole('complementary', { name: 'Harbour Office' })
    await expectVisible(panel.getByRole('list', { name: 'Connections' }).getByText('is part of'))
    await page.getByRole('searchbox', { name: 'Search the graph' }).fill('nothing of the kind')
    await page.getByRole('button', { name: 'Clear search and kind' }).click()
    await expectVisible(list)
  })

  test('[R-3-121] can be walked through by keyboard', async () => {
    const page = await open()
    const first = page.locator('.graph-node[tabindex="0"]')
    await first.focus()
    const label = await first.getAttribute('aria-label')
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
    for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    const focused = page.locator('.graph-node:focus')
    await expect.poll(() => focused.count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused.getAttribute('aria-pressed')).toBe('true')
    expect(await page.locator('.graph-node[tabindex="0"]').count()).toBe(1)
    expect(label).toMatch(/passage/)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    const box = await page.locator('.graph-drawing > svg').getAttribute('viewBox')
    await page.getByRole('button', { name: 'Fit to view' }).click()
    await expect.poll(() => page.locator('.graph-drawing > svg').getAttribute('viewBox')).not.toBe(box)
  })

  test('[R-3-121] can be turned off and on for a library', async () => {
    const { page } = await stage.current.openAs('admin')
    await page.goto(`${stage.current.origin}/admin/datasource/${library}/edit`)
    await page.getByRole('switch', { name: 'Build a graph' }).click()
    await expectGone(page.getByRole('link', { name: 'Explore graph' }))
    await page.goto(`${stage.current.origin}/admin/datasource/${library}/graph`)
    await page.getByRole('button', { name: 'Turn on the graph' }).click()
    await expectVisible(page.getByRole('button', { name: 'Vela Bridge, Name, in 1 passage' }))
  })
})
