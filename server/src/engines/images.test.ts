import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createEgress, type Egress } from '../platform/egress/egress.ts'
import { pictureOf } from '../testing/generatedImages.ts'
import { type ImageProvider, startImageProvider } from '../testing/imageProvider.ts'
import { azureOpenAiImages } from './azureOpenai.ts'
import { type ImageOrder, makeImages } from './images.ts'
import { openAiImages } from './openai.ts'
import { openAiCompatibleImages } from './openaiCompatible.ts'

let provider: ImageProvider
let egress: Egress
let picture: Buffer

beforeAll(async () => {
  provider = await startImageProvider()
  egress = createEgress(['127.0.0.1'])
  picture = await pictureOf('#336699')
})
afterAll(async () => {
  await egress.close()
  await provider.close()
})
afterEach(() => {
  provider.orders.length = 0
  provider.play()
})

const order: ImageOrder = {
  prompt: 'A harbor',
  count: 1,
  size: 'Portrait',
  quality: 'High',
  background: 'Transparent',
  edited: null,
}
const make = (deploymentName: string, change: Partial<ImageOrder> = {}, limitMs = 5000) =>
  makeImages(
    { egress, redactor: null, limitMs },
    openAiCompatibleImages({ baseUrl: provider.baseUrl, apiKey: null }),
    deploymentName,
    { ...order, ...change },
    new AbortController().signal,
  )
const fields = () => provider.orders.map((one) => one.fields)

describe('[R-4-053] parameters of images', () => {
  test.each([
    ['gpt-image-1', { n: '1', size: '1024x1536', quality: 'high', background: 'transparent' }],
    ['dall-e-3', { response_format: 'b64_json', size: '1024x1792', quality: 'hd' }],
    ['dall-e-2', { n: '1', response_format: 'b64_json', size: '1024x1024' }],
    [
      'flux',
      { n: '1', response_format: 'b64_json', size: '1024x1536', quality: 'high', background: 'transparent' },
    ],
  ])('of %s', async (name, expected) => {
    expect(await make(name)).toMatchObject({ kind: 'Made', usage: null })
    expect(fields()).toEqual([{ model: name, prompt: 'A harbor', ...expected }])
  })

  test('are left out if the provider doesn’t know them, or if nothing is asked for', async () => {
    const unknown = (param: string) => ({
      status: 400,
      body: JSON.stringify({ error: { message: `Unknown parameter: '${param}'.`, param } }),
    })
    provider.play(unknown('response_format'), unknown('background'), { images: [picture] })
    await make('images-prod')
    expect(fields().at(-1)).toEqual({
      model: 'images-prod',
      prompt: 'A harbor',
      n: '1',
      size: '1024x1536',
      quality: 'high',
    })
    provider.play()
    await make('gpt-image-1', { size: null, quality: null, background: null })
    expect(fields().at(-1)).toEqual({ model: 'gpt-image-1', prompt: 'A harbor', n: '1' })
  })

  test('of an edit are parts of a form with the image and its mask', async () => {
    await make('gpt-image-1', { prompt: 'Größer\r\n--x', edited: { image: picture, mask: picture } })
    expect(provider.orders[0]).toMatchObject({
      operation: 'edits',
      fields: { prompt: 'Größer\r\n--x', size: '1024x1536' },
      files: { image: picture, mask: picture },
    })
  })
})

describe('[R-4-053] the result of an order for images', () => {
  test('is complete if the provider makes one at a time, and adds up the tokens', async () => {
    provider.play({ images: [picture], usage: { input_tokens: 10, output_tokens: 200 } })
    expect(await make('dall-e-3', { count: 3 })).toEqual({
      kind: 'Made',
      images: [picture, picture, picture],
      usage: { inputTokens: 30, outputTokens: 600 },
    })
  })

  test('has no more images than were asked for, and what was made before an error', async () => {
    provider.play({ images: [picture, picture, picture] })
    expect(await make('gpt-image-1', { count: 2 })).toMatchObject({ images: [picture, picture] })
    provider.play({ images: [picture] }, { status: 500, body: '{}' })
    expect(await make('dall-e-3', { count: 2 })).toMatchObject({ kind: 'Made', images: [picture] })
  })

  test.each([
    '{"error":{"code":"moderation_blocked","message":"Blocked"}}',
    '{"error":{"code":"content_policy_violation","message":"Blocked"}}',
    '{"error":{"code":"contentFilter","message":"Blocked"}}',
    '{"error":{"code":"x","innererror":{"code":"ResponsibleAIPolicyViolation"}}}',
  ])('is a refusal: %s', async (body) => {
    provider.play({ status: 400, body })
    expect(await make('gpt-image-1')).toEqual({ kind: 'Refused' })
  })

  test.each([
    [{ status: 500, body: '{}' }, 'generatedImage.failed'],
    [{ status: 429, body: '{}' }, 'generatedImage.failed'],
    [{ status: 401, body: '{}' }, 'engine.key'],
    [{ status: 404, body: '{"error":{"code":"model_not_found"}}' }, 'engine.deployment'],
    [{ status: 422, body: '{"error":{"message":"No"}}' }, 'generatedImage.rejected'],
    [{ body: '{}' }, 'generatedImage.unreadable'],
    [{ body: '{"data":[{"b64_json":5}]}' }, 'generatedImage.unreadable'],
    [{ body: 'null' }, 'generatedImage.unreadable'],
  ])('is an error: %j %s', async (reply, code) => {
    provider.play(reply)
    await expect(make('gpt-image-1')).rejects.toMatchObject({ code })
  })

  test('is an error if it takes too long', async () => {
    provider.play('silent')
    await expect(make('gpt-image-1', {}, 100)).rejects.toMatchObject({ code: 'generatedImage.timeout' })
  })

  test('ends with the request', async () => {
    const stop = new AbortController()
    provider.play('silent')
    const before = provider.givenUp()
    const address = openAiCompatibleImages({ baseUrl: provider.baseUrl, apiKey: null })
    const made = makeImages({ egress, redactor: null, limitMs: 5000 }, address, 'x', order, stop.signal)
    made.catch(() => undefined)
    await expect.poll(() => provider.orders.length).toBe(1)
    stop.abort(new Error('Stopped.'))
    await expect(made).rejects.toThrow('Stopped.')
    await expect.poll(() => provider.givenUp()).toBe(before + 1)
  })
})

test('images have an address at each provider', () => {
  const azure = { baseUrl: 'https://r.openai.azure.com/openai/v1', apiKey: 'k' }
  expect([
    openAiImages({ apiKey: 'k', baseUrl: null }).url('m', 'edits'),
    azureOpenAiImages({ ...azure, apiVersion: 'v1' }).url('m', 'generations'),
    azureOpenAiImages({ ...azure, apiVersion: '2025-04-01-preview' }).url('my images', 'edits'),
  ]).toEqual([
    'https://api.openai.com/v1/images/edits',
    'https://r.openai.azure.com/openai/v1/images/generations',
    'https://r.openai.azure.com/openai/deployments/my%20images/images/edits?api-version=2025-04-01-preview',
  ])
})
