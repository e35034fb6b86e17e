import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { AppError } from '../server/src/platform/errors.ts'
import { publishAgent } from '../server/src/testing/agents.ts'
import { expectAccessible, LOOKS } from './accessibility.ts'
import { expectGone, expectVisible } from './expectations.ts'
import { chosen } from './files.ts'
import { answered, ask, composer, conversationIdOf, questions } from './screens.ts'
import { useStage } from './stage.ts'

const stage = useStage({ environment: { COMPATIBLE_DEPLOYMENTS: 'scripted,gpt-4o' } })
let sees: string
let reads: string
let photo: Buffer

beforeAll(async () => {
  const { app } = stage.current
  const state = { languageEngine: 'OpenAICompatible', capabilityTypes: ['Vision'] }
  sees = await publishAgent(app, 'Looks', { ...state, deploymentName: 'gpt-4o' })
  reads = await publishAgent(app, 'Reads', { ...state, deploymentName: 'scripted' })
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c4520c' } })
    .jpeg()
    .toBuffer()
})

const PHOTO = 'harbour.jpg'
const choose = (page: Page, name = PHOTO) =>
  page.locator('input[data-attach]').setInputFiles([chosen({ name, content: photo, type: 'image/jpeg' })])
const chip = (page: Page, name = PHOTO) =>
  page.getByRole('list', { name: 'Attached files' }).getByRole('listitem').filter({ hasText: name })
const images = (page: Page) =>
  questions(page).last().locator('xpath=..').getByRole('list', { name: 'Images' })
/** Waits for an image that has loaded and isn't broken. */
const expectShown = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page.evaluate<number>(`document.querySelector(${JSON.stringify(selector)})?.naturalWidth ?? 0`),
    )
    .toBeGreaterThan(0)

async function openChat(gptSystemId: string, options = {}) {
  const opened = await stage.current.openAs('anna', options)
  await opened.page.goto(`${stage.current.origin}/chat/${gptSystemId}`)
  await composer(opened.page).waitFor()
  return opened
}

test('[R-1-010] [R-4-082] [R-4-083] an image is sent to the model with its question, fetched once, enlarged, and present after a reload', async () => {
  let shown = 0
  stage.current.engine.play(async (writer, _signal, request) => {
    shown = request.messages.reduce(
      (sum, message) => sum + ('pictures' in message ? (message.pictures?.length ?? 0) : 0),
      0,
    )
    writer.text('A harbour.')
  })
  const { page } = await openChat(sees)
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/VisionImages/') && request.method() === 'GET') fetched.push(request.url())
  })
  await choose(page)
  await expect.poll(() => chip(page).getAttribute('data-state')).toBe('Ready')
  await expectShown(page, '.attachments .thumbnail img')
  await ask(page, 'What is this?')
  await answered(page)
  expect(shown).toBe(1)
  await expectShown(page, '.question-images .thumbnail img')
  expect(fetched).toHaveLength(1)
  // The sent image is no longer in the message.
  await expectGone(page.locator('.composer .attachments'))

  await images(page).getByRole('button', { name: 'Show image 1 of 1' }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Image 1 of 1' }))
  await expectShown(page, '.image-viewer img')
  await expectAccessible(page, 'the image')
  await page.keyboard.press('Escape')
  await expectGone(page.getByRole('dialog'))
  expect(fetched).toHaveLength(2)
  await images(page).getByRole('button', { name: 'Show image 1 of 1' }).click()
  await expectShown(page, '.image-viewer img')
  await page.keyboard.press('Escape')
  await expectGone(page.getByRole('dialog'))
  expect(fetched).toHaveLength(2)

  await ask(page, 'And its color?')
  await expect.poll(() => questions(page).count()).toBe(2)
  await answered(page)
  await expect.poll(() => shown).toBe(1)
  const id = conversationIdOf(page)
  await page.reload()
  await expectShown(page, '.question-images .thumbnail img')
  expect(conversationIdOf(page)).toBe(id)
})

test("[R-4-081] a removed image isn't sent, and the other one is", async () => {
  const sent: string[][] = []
  stage.current.engine.play(async (writer) => writer.text('One.'))
  const { page } = await openChat(sees)
  page.on('request', (request) => {
    const body = request.url().includes('VisionImages') ? null : request.postData()
    if (body?.includes('visionImageIds')) sent.push(JSON.parse(body).visionImageIds)
  })
  await choose(page, 'first.jpg')
  await expect.poll(() => chip(page, 'first.jpg').getAttribute('data-state')).toBe('Ready')
  await choose(page, 'second.jpg')
  await expect.poll(() => chip(page, 'second.jpg').getAttribute('data-state')).toBe('Ready')
  await page.getByRole('button', { name: 'Remove first.jpg' }).click()
  await expectGone(chip(page, 'first.jpg'))
  await ask(page, 'How many?')
  await answered(page)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toHaveLength(1)
  await expectVisible(images(page).getByRole('button', { name: 'Show image 1 of 1' }))
})

test('an agent whose model reads only text says so immediately, and nothing is lost', async () => {
  const { page } = await openChat(reads)
  await composer(page).fill('What is this?')
  await choose(page)
  await expectVisible(chip(page).getByText('This agent can’t read images.').first())
  expect(await composer(page).inputValue()).toBe('What is this?')
  stage.current.engine.play(async (writer) => writer.text('Tell me in words.'))
  await composer(page).press('Enter')
  await answered(page)
  await expectGone(chip(page))
})

test('whether a custom model reads images is set under Deployments, and takes effect immediately', async () => {
  const { page } = await stage.current.openAs('admin')
  await page.goto(`${stage.current.origin}/admin/instanceSettings?tab=deployments`)
  const tick = page
    .getByRole('region', { name: 'scripted' })
    .getByRole('checkbox', { name: 'Supports images' })
  await expect.poll(() => tick.isChecked()).toBe(false)
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
  await tick.click()
  expect((await answered).status()).toBe(200)
  await expect.poll(() => tick.isChecked()).toBe(true)
  const chat = await openChat(reads)
  await choose(chat.page)
  await expect.poll(() => chip(chat.page).getAttribute('data-state')).toBe('Ready')
  await tick.click()
  await expect.poll(() => tick.isChecked()).toBe(false)
})

test('a question refused for its image is asked without it, after the message says so', async () => {
  const admin = await stage.current.openAs('admin')
  await admin.page.goto(`${stage.current.origin}/admin/instanceSettings?tab=deployments`)
  const tick = admin.page
    .getByRole('region', { name: 'scripted' })
    .getByRole('checkbox', { name: 'Supports images' })
  const turn = async (on: boolean) => {
    const saved = admin.page.waitForResponse((response) => response.request().method() === 'PUT')
    await tick.click()
    expect((await saved).status()).toBe(200)
    await expect.poll(() => tick.isChecked()).toBe(on)
  }
  await expect.poll(() => tick.isChecked()).toBe(false)
  await turn(true)
  const { page, watch } = await openChat(reads)
  watch.expectError(/422|question\.failed/)
  await choose(page)
  await expect.poll(() => chip(page).getAttribute('data-state')).toBe('Ready')
  await turn(false)

  stage.current.engine.play(async (writer) => writer.text('In words.'))
  await ask(page, 'What is this?')
  const without = page.getByRole('button', { name: 'Ask without the image' })
  await expectVisible(without)
  await expectVisible(images(page))
  await without.click()
  await answered(page)
  await expect.poll(() => questions(page).allInnerTexts()).toEqual(['What is this?'])
  await expectGone(page.locator('.question-images'))
  await expectGone(without)

  await page.reload()
  await answered(page)
  await turn(true)
  await page.reload()
  await choose(page)
  await expect.poll(() => chip(page).getAttribute('data-state')).toBe('Ready')
  await turn(false)
  await page.reload()
  await expectVisible(chip(page).getByText('The selected agent or model can’t read images.'))
  await page.getByRole('button', { name: `Remove ${PHOTO}` }).click()
  await expectGone(chip(page))
})

test('an answer that a provider refused is requested without the image, next to the first', async () => {
  let shown = -1
  stage.current.engine.play(async (writer, _signal, request) => {
    shown = request.messages.reduce(
      (sum, message) => sum + ('pictures' in message ? (message.pictures?.length ?? 0) : 0),
      0,
    )
    if (shown > 0) throw new AppError('engine.refused')
    writer.text('Without.')
  })
  const { page, watch } = await openChat(sees)
  watch.expectError(/engine\.refused/)
  await choose(page)
  await expect.poll(() => chip(page).getAttribute('data-state')).toBe('Ready')
  await ask(page, 'And this?')
  await page.getByRole('button', { name: 'Ask without the image' }).click()
  await expectVisible(page.getByText('Without.'))
  await expectVisible(page.getByText('Answer 2 of 2'))
  expect(shown).toBe(0)
  await page.reload()
  await expectVisible(page.getByText('Without.'))
  await expectGone(page.locator('.question-images'))
})

test.each(LOOKS)('a question with images is accessible and fits: %s', async (_name, options, before) => {
  stage.current.engine.play(async (writer) => writer.text('Two harbours.'))
  const { page } = await stage.current.openAs('anna', options)
  await page.addInitScript(before)
  await page.goto(`${stage.current.origin}/chat/${sees}`)
  await composer(page).waitFor()
  for (const name of ['first.jpg', 'second.jpg']) await choose(page, name)
  await expect.poll(() => page.locator('.attachments > li[data-state=Ready]').count()).toBe(2)
  await expectAccessible(page, 'the composer with images')
  await composer(page).fill('What are these?')
  await composer(page).press('Enter')
  await expect.poll(() => page.locator('.question-images img').count()).toBe(2)
  await expectAccessible(page, 'the question with images')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})
