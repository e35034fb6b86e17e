import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ToolCall } from '../server/src/engines/engine.ts'
import { pictureOf } from '../server/src/testing/generatedImages.ts'
import { startImageProvider } from '../server/src/testing/imageProvider.ts'
import { changeSettings, setDeployment } from '../server/src/testing/instanceSettings.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { answered, answers, ask, composer } from './screens.ts'
import { useStage } from './stage.ts'

const provider = await startImageProvider()
afterAll(() => provider.close())
const stage = useStage({
  environment: {
    EGRESS_ALLOW: '127.0.0.1',
    COMPATIBLE_BASE_URL: provider.baseUrl,
    COMPATIBLE_DEPLOYMENTS: 'scripted,gpt-image-1',
  },
})
let painter: string

beforeAll(async () => {
  const { app, publish } = stage.current
  await setDeployment(app, 'gpt-image-1', { purposes: ['Image'], price: null, imagePrice: 0.04 })
  await changeSettings(app, {
    imageDeployment: { languageEngine: 'OpenAICompatible', deploymentName: 'gpt-image-1' },
  })
  painter = await publish('Painter', { capabilityTypes: ['ImageGeneration'] })
})
beforeEach(async () => {
  provider.play({ images: [await pictureOf('#2f6f8f', { width: 600, height: 400 })] })
})

const fox = { prompt: 'A fox in the snow, watercolor', alt: 'A fox in the snow', size: 'Landscape' }

/** Opens a chat in which a model has made an image. */
async function openImage() {
  let isFirst = true
  stage.current.engine.play(async (writer, _signal, request) => {
    if (request.tools.length === 0) return writer.text('A fox')
    if (!isFirst) return writer.text('Here is the fox.')
    isFirst = false
    const input = JSON.stringify(fox)
    const toolCalls: ToolCall[] = [{ id: randomUUID(), name: 'generate_image', input }]
    return { finish: 'ToolCalls', toolCalls }
  })
  const opened = await stage.current.openAs('anna')
  const { page } = opened
  await page.goto(`${stage.current.origin}/chat/${painter}`)
  await composer(page).waitFor()
  await ask(page, 'Draw a fox.')
  await answered(page)
  await expectLoaded(page, '.generated-image img', 1)
  return opened
}

/** Waits until this many images have loaded and none is broken. */
const expectLoaded = (page: Page, selector: string, count: number) =>
  expect
    .poll(() =>
      page.evaluate<number[]>(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].map((image) => image.naturalWidth)`,
      ),
    )
    .toEqual(new Array(count).fill(expect.toSatisfy((width: number) => width > 0)))

/** Draws a line over the image. */
async function select(page: Page) {
  await page.locator('.image-mask-area canvas').waitFor()
  const box = await page.locator('.image-mask-area canvas').boundingBox()
  if (!box) throw new Error('There is nothing to draw on.')
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.5, { steps: 6 })
  await page.mouse.up()
}

test('[R-4-053] an image that a model makes is marked, edited where it is selected, and in the gallery', async () => {
  const { page } = await openImage()
  const answer = answers(page).last()
  await expectVisible(answer.getByRole('img', { name: fox.alt }))
  await expectVisible(answer.getByText('AI-generated'))
  await expectVisible(answer.getByText('Here is the fox.'))

  await answer.getByRole('button', { name: 'Edit image' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit image' })
  await dialog.locator('canvas').waitFor()
  await select(page)
  await expectVisible(dialog.getByText('A part of the image is selected.'))
  await dialog.getByRole('button', { name: 'Clear selection' }).click()
  await select(page)
  await expectAccessible(page, 'the edit')
  await dialog.getByLabel('What to change').fill('Add a moon')
  await dialog.getByRole('button', { name: 'Create image' }).click()
  await expectGone(dialog)
  await expectLoaded(page, '.generated-image img', 2)

  const order = provider.orders.at(-1)!
  expect(order).toMatchObject({ operation: 'edits', fields: { prompt: 'Add a moon', size: '1536x1024' } })
  const { data, info } = await sharp(order.files.mask).raw().toBuffer({ resolveWithObject: true })
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3]
  expect([info.width, info.height, info.channels]).toEqual([600, 400, 4])
  // What was drawn over can change, and the corner can’t.
  expect([alphaAt(300, 200), alphaAt(5, 5)]).toEqual([0, 255])

  await answer.getByRole('button', { name: 'Create variant' }).first().click()
  await expectLoaded(page, '.generated-image img', 3)
  expect(provider.orders.at(-1)).toMatchObject({ operation: 'generations', fields: { prompt: fox.prompt } })

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Images' }).click()
  const gallery = page.getByRole('dialog', { name: 'Images of this conversation' })
  await expectLoaded(page, '.image-gallery img', 3)
  await expectAccessible(page, 'the gallery')
  await gallery.getByRole('button', { name: 'Open image: A fox in the snow (Add a moon)' }).press('Enter')
  await expectVisible(gallery.getByText('Add a moon', { exact: true }))
  await page.keyboard.press('ArrowRight')
  await expectVisible(gallery.getByText(fox.prompt))
  await expectAccessible(page, 'the large image')
  const download = page.waitForEvent('download')
  await gallery.getByRole('button', { name: 'Download image' }).click()
  expect((await download).suggestedFilename()).toBe('image-1.webp')
  await page.keyboard.press('Escape')
  await expectGone(gallery)

  await page.reload()
  await expectLoaded(page, '.generated-image img', 3)
})

test('[R-4-053] a refusal of the content filter is explained, and can be tried again', async () => {
  const { page, watch } = await openImage()
  watch.expectError(/422/)
  provider.play({ status: 400, body: '{"error":{"code":"content_policy_violation","message":"No."}}' })
  await page.getByRole('button', { name: 'Create variant' }).click()
  await expectVisible(
    page.getByRole('alert').getByText('The provider’s content filter refused this image.', { exact: false }),
  )
  provider.play({ images: [await pictureOf('#884400')] })
  await page.getByRole('button', { name: 'Create variant' }).click()
  await expectLoaded(page, '.generated-image img', 2)
  await expectGone(page.getByRole('alert'))
})

test.each(LOOKS)(
  '%s, an image, its edit, and the gallery fit and are accessible',
  async (_name, options, script) => {
    const address = (await openImage()).page.url()
    const { page } = await stage.current.openAs('anna', options)
    await page.addInitScript(script)
    await page.goto(address)
    await expectLoaded(page, '.generated-image img', 1)
    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
    await expectAccessible(page, 'the answer')
    expect(await fits()).toBe(true)
    await page.locator('.generated-image-bar button').nth(1).click()
    await select(page)
    await expectAccessible(page, 'the edit')
    expect(await fits()).toBe(true)
    await page.locator('.dialog .image-mask-tools button').click()
    await page.keyboard.press('Escape')
    await expectGone(page.getByRole('dialog'))
    await page.locator('.chat-bar button[aria-haspopup=menu]').last().click()
    await page.getByRole('menuitem', { name: /^(Images|الصور)$/ }).click()
    await page.locator('.image-gallery button').click()
    await expectLoaded(page, '.image-large img', 1)
    await expectAccessible(page, 'the gallery')
    expect(await fits()).toBe(true)
  },
)
