import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest, Message, ToolCall } from '../../../engines/engine.ts'
import { ifMatchOfState, publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, openStream } from '../../../testing/client.ts'
import { pictureOf } from '../../../testing/generatedImages.ts'
import { type ImageProvider, startImageProvider } from '../../../testing/imageProvider.ts'
import { changeSettings, setDeployment, settingsPath } from '../../../testing/instanceSettings.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { allowSnapshots } from '../../../testing/snapshots.ts'
import { type Asked, ask, base, detailsOf, idsOf, opened, segmentOf } from '../testing/asking.ts'

const deployment = { languageEngine: 'OpenAICompatible', deploymentName: 'gpt-image-1' }
const engine = createScriptedEngine()
let app: TestApplication
let provider: ImageProvider
/** A busy machine needs long to read the largest image. */
const PATIENT_MS = 600_000
const limits = { firstTokenMs: PATIENT_MS, silenceMs: PATIENT_MS, imageMs: PATIENT_MS }
let token: string
let agent: string
let requests: AnswerRequest[] = []

beforeAll(async () => {
  provider = await startImageProvider()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    providerLimits: limits,
    environment: {
      EGRESS_ALLOW: '127.0.0.1',
      COMPATIBLE_BASE_URL: provider.baseUrl,
      COMPATIBLE_DEPLOYMENTS: 'scripted,gpt-image-1',
    },
  })
  await setDeployment(app, 'gpt-image-1', { purposes: ['Image'], price: null, imagePrice: 0.04 })
  await changeSettings(app, { imageDeployment: deployment })
  token = await app.token('anna')
  agent = await publishAgent(app, 'Painter', {
    languageEngine: 'OpenAICompatible',
    deploymentName: 'scripted',
    capabilityTypes: ['ImageGeneration'],
  })
})
afterAll(async () => {
  await app?.remove()
  await provider?.close()
})
beforeEach(() => {
  requests = []
  provider.orders.length = 0
  provider.play()
})

interface ToolInput {
  tool?: 'generate_image' | 'edit_image'
  [name: string]: unknown
}

/** Scripts a model that makes these calls, one after another, and then answers. */
function calls(...inputs: ToolInput[]): void {
  const waiting = [...inputs]
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    const next = waiting.shift()
    if (next === undefined) return writer.text('Here it is.')
    const { tool = 'generate_image', ...input } = next
    const toolCalls: ToolCall[] = [{ id: randomUUID(), name: tool, input: JSON.stringify(input) }]
    return { finish: 'ToolCalls', toolCalls }
  })
}
const fox = { prompt: 'A fox in the snow, watercolor', alt: 'A fox in the snow' }
/** The requests for answers, without those for titles. */
const answered = () => requests.filter(({ tools }) => tools.length > 0)
const told = () =>
  (requests.at(-1)?.messages ?? []).flatMap((message: Message) =>
    message.role === 'tool' ? [message.content] : [],
  )
const draw = (question = 'Draw a fox.', input: ToolInput = fox) => {
  calls(input)
  return ask(app, token, { gptSystemId: agent }, question)
}
const linksIn = ({ events }: Pick<Asked, 'events'>) =>
  events.flatMap((one) => (one.event === 'generated-image-link' ? [one.data] : []))

const fetched = (path: string, by = token) =>
  fetch(new URL(path, app.origin), { headers: { authorization: `Bearer ${by}` } })

interface Image {
  key: string
  fileName: string
  conversationSegmentId: string
  alt: string
  prompt: string
  size: string
  parentKey: string | null
}

const gallery = async (conversationId: string, query = '', by = token) =>
  call<{ items: Image[]; continuationToken: string | null }>(
    app,
    `${base}/${conversationId}/generatedImages${query}`,
    { token: by },
  )

const edit = (
  {
    conversationId,
    conversationSegmentId,
    key,
  }: { conversationId: string; conversationSegmentId: string; key: string },
  body: Record<string, unknown>,
  { by = token, idempotencyKey = randomUUID() as string } = {},
) =>
  call<Image & { code?: string }>(
    app,
    `${base}/${conversationId}/segments/${conversationSegmentId}/generatedImages/${key}/edits`,
    { token: by, method: 'POST', body, headers: { 'idempotency-key': idempotencyKey } },
  )

/** Asks for an image, and returns where it is. */
async function drawn() {
  const asked = await draw()
  const [image] = (await gallery(asked.conversationId)).body.items
  if (!image) throw new Error('The conversation has no image.')
  return { ...asked, ...image }
}

const refusal = JSON.stringify({
  error: {
    code: 'moderation_blocked',
    type: 'image_generation_user_error',
    message: 'Rejected by the safety system.',
  },
})

describe('[R-7-060] images that a model makes', () => {
  test('are shown with their description, stored, and named to the model', async () => {
    const asked = await draw('Draw a fox.', {
      ...fox,
      size: 'Landscape',
      quality: 'High',
      background: 'Opaque',
    })
    expect(provider.orders).toEqual([
      {
        operation: 'generations',
        fields: {
          model: 'gpt-image-1',
          prompt: fox.prompt,
          n: '1',
          size: '1536x1024',
          quality: 'high',
          background: 'opaque',
        },
        files: {},
      },
    ])
    const [link] = linksIn(asked)
    const { conversationId, conversationSegmentId: segmentId } = asked
    expect(link?.Title).toBe(fox.alt)
    expect(link?.Uri).toMatch(
      new RegExp(
        `^${base}/${conversationId}/segments/${segmentId}/generatedImages/[0-9a-f-]{36}/image-1\\.webp$`,
      ),
    )
    expect(asked.segment.answer).toBe(`\n\n![${fox.alt}](${link?.Uri})\n\nHere it is.`)
    expect(asked.segment.steps).toMatchObject([{ title: 'Created an image', state: 'Done' }])
    expect(told()[0]).toContain('The person sees image-1.')
    calls()
    await ask(app, token, { conversationId }, 'Thanks.')
    const history = JSON.stringify(answered().at(-1)?.messages)
    expect(history).toContain(`![${fox.alt}](image-1)`)
    expect(history).not.toContain(link!.Uri)
    expect(answered().at(-1)?.tools[1]?.description).toContain('image-1 ("A fox in the snow")')
  })

  test('several at once, from a provider that makes one at a time', async () => {
    const one = { images: [await pictureOf('#00aa00')] }
    const unknown = { status: 400, body: '{"error":{"message":"Unknown parameter: n","param":"n"}}' }
    provider.play(unknown, one)
    const asked = await draw('Draw three.', { ...fox, count: 3 })
    expect(linksIn(asked)).toHaveLength(3)
    expect(provider.orders.map(({ fields }) => fields.n)).toEqual(['3', undefined, undefined, undefined])
    expect(told()[0]).toContain('image-1, image-2, image-3')
  })

  test('are edited by the name that the model knows', async () => {
    const { conversationId, key } = await drawn()
    calls({ tool: 'edit_image', image: 'image-1', prompt: 'Make it night', alt: 'A fox at night' })
    const asked = await ask(app, token, { conversationId }, 'Make it night.')
    const order = provider.orders.at(-1)!
    expect(order).toMatchObject({ operation: 'edits', fields: { prompt: 'Make it night', n: '1' } })
    expect(await sharp(order.files.image).metadata()).toMatchObject({ format: 'png', width: 96, height: 64 })
    expect(linksIn(asked)[0]?.Uri).toContain('/image-2.webp')
    expect((await gallery(conversationId)).body.items[0]).toMatchObject({
      alt: 'A fox at night',
      parentKey: key,
    })
    calls({ tool: 'edit_image', image: 'image-9', prompt: 'Make it night', alt: 'x' })
    await ask(app, token, { conversationId }, 'And the ninth.')
    expect(told()[0]).toBe('There is no image-9 in this conversation.')
  })

  test('are explained to the model and the person if the content filter refuses them', async () => {
    provider.play({ status: 400, body: refusal })
    const asked = await draw()
    expect(told()[0]).toContain('The content filter of the image provider refused this.')
    expect(asked.segment).toMatchObject({ status: 'Completed', answer: 'Here it is.', errors: [] })
    expect(asked.segment.steps).toMatchObject([
      { title: 'The provider’s content filter refused the image', state: 'Failed' },
    ])
  })

  test.each([
    [
      'SVG',
      async () => ({ images: [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')] }),
    ],
    ['no picture', async () => ({ images: [Buffer.from('%PDF-1.7 nothing to see')] })],
    [
      'a truncated picture',
      async () => ({ images: [(await pictureOf('#123456', { width: 900 })).subarray(0, 90)] }),
    ],
    ['no JSON', async () => ({ body: '<html>Bad gateway</html>' })],
    [
      'an address instead of a picture',
      async () => ({ body: '{"data":[{"url":"https://i.example/1.png"}]}' }),
    ],
    ['more than is read', async () => ({ images: ['A'.repeat(33 * 1024 * 1024)] })],
  ])('[A43] are none if the provider sends %s', async (_, reply) => {
    provider.play(await reply())
    const asked = await draw()
    expect(told()[0]).toContain('The image provider’s response isn’t an image that can be used.')
    expect(asked.segment.answer).toBe('Here it is.')
    expect((await gallery(asked.conversationId)).body.items).toEqual([])
  })

  test('are none if the provider takes too long or fails', async () => {
    provider.play('silent')
    limits.imageMs = 1_000
    await draw()
    limits.imageMs = PATIENT_MS
    expect(told()[0]).toContain('The image provider took too long.')
    provider.play({ status: 500, body: '{}' })
    await draw()
    expect(told()[0]).toContain('The image provider couldn’t create the image.')
  })

  test('end when the person stops the answer', async () => {
    provider.play('silent')
    const before = provider.givenUp()
    calls(fox)
    const stream = await opened(app, token, { gptSystemId: agent }, { question: 'Draw.' })
    await expect.poll(() => provider.orders.length).toBe(1)
    const ids = idsOf(stream)
    const path = `${base}/${ids.conversationId}/segments/${ids.conversationSegmentId}/abort`
    await call(app, path, { token, method: 'POST', body: {} })
    await stream.ended
    await expect.poll(() => provider.givenUp()).toBe(before + 1)
    expect((await segmentOf(app, token, ids)).status).toBe('Aborted')
  })

  test('are few at once for one person, so that others get some', async () => {
    const image = await drawn()
    provider.play('silent')
    const held = provider.held()
    calls(fox, fox, fox, fox)
    const waiting = [edit(image, { prompt: 'A' }), edit(image, { prompt: 'B' }), edit(image, { prompt: 'C' })]
    await expect.poll(() => provider.held() - held).toBe(3)
    expect((await edit(image, { prompt: 'D' })).body.code).toBe('conversation.tooManyRuns')
    const asked = [
      ask(app, token, { gptSystemId: agent }, 'Draw.'),
      ask(app, token, { gptSystemId: agent }, 'Draw.'),
    ]
    // One of the answers creates an image, and the other is refused.
    await expect
      .poll(() => JSON.stringify(requests.map(({ messages }) => messages)))
      .toContain('Too many images are being created.')
    provider.play()
    provider.release()
    await Promise.all(asked)
    expect((await Promise.all(waiting)).map(({ body }) => body.code)).toEqual(
      new Array(3).fill('generatedImage.failed'),
    )
  })

  test('are bounded for an answer and for a conversation', async () => {
    const four = { ...fox, count: 4 }
    calls(four, four, fox)
    const asked = await ask(app, token, { gptSystemId: agent }, 'Draw many.')
    expect(linksIn(asked)).toHaveLength(8)
    expect(told()[2]).toContain('An answer can have 8 images. Make no more.')
    const { conversationId } = asked
    await sql`update generated_image set bytes = 30 * 1024 * 1024 where conversation_id = ${conversationId}::uuid`.execute(
      app.platform.database.db,
    )
    calls(fox)
    await ask(app, token, { conversationId }, 'One more.')
    expect(told()[0]).toContain('The conversation has no room for more images')
    const [image] = (await gallery(conversationId)).body.items
    const refused = await edit({ conversationId, ...image! }, { prompt: 'Bluer' })
    expect([refused.status, refused.body.code]).toEqual([409, 'generatedImage.full'])
  })

  test('aren’t offered without a deployment, if the tool is off, or to agents without it', async () => {
    const tools = () => JSON.stringify(requests.at(-1)?.tools)
    const other = await publishAgent(app, 'Reader', {
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
    })
    calls()
    await ask(app, token, { gptSystemId: other }, 'Hello?')
    expect(tools()).not.toContain('generate_image')
    await changeSettings(app, { imageDeployment: null })
    calls()
    await ask(app, token, { gptSystemId: agent }, 'Hello?')
    expect(tools()).not.toContain('generate_image')
    const admin = await app.token('admin')
    const { body } = await call<{ items: { tool: string; state: string }[] }>(app, `${settingsPath}/tools`, {
      token: admin,
    })
    expect(body.items.find(({ tool }) => tool === 'ImageGeneration')?.state).toBe('NotConfigured')
    expect(
      (await changeSettings(app, { imageDeployment: { ...deployment, deploymentName: 'scripted' } })).status,
    ).toBe(400)
    await changeSettings(app, { imageDeployment: deployment })
    calls()
    await ask(app, token, { gptSystemId: agent }, 'Hello?')
    expect(tools()).toContain('generate_image')
  })
})

describe('[R-7-060] a generated image', () => {
  test('is fetched by conversation, segment, key, and file name, as a picture that runs nothing', async () => {
    const asked = await draw()
    const response = await fetched(linksIn(asked)[0]!.Uri)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 96, height: 64 })
  })

  test('is no one else’s, and has no other name', async () => {
    const asked = await draw()
    const { Uri } = linksIn(asked)[0]!
    expect((await fetched(Uri, await app.token('ben'))).status).toBe(404)
    expect((await gallery(asked.conversationId, '', await app.token('ben'))).status).toBe(404)
    for (const name of ['image-2.webp', '..%2Fimage-1.webp', '%2e%2e', 'image-1.webp%00.svg', 'image-1.svg'])
      expect([name, (await fetched(Uri.replace('image-1.webp', name))).status]).toEqual([
        name,
        name === '%2e%2e' ? 404 : expect.toBeOneOf([400, 404]),
      ])
    const other = await draw()
    const [mine, theirs] = [asked, other].map((one) => linksIn(one)[0]!.Uri)
    expect(
      (await fetched(theirs!.replace(other.conversationSegmentId, asked.conversationSegmentId))).status,
    ).toBe(404)
    await call(app, `${base}/${asked.conversationId}`, { token, method: 'DELETE', body: {} })
    expect((await fetched(mine!)).status).toBe(404)
  })

  test('is listed with the others of its conversation, page by page', async () => {
    calls({ ...fox, count: 3 })
    const { conversationId } = await ask(app, token, { gptSystemId: agent }, 'Draw three.')
    const first = await gallery(conversationId, '?pageSize=2')
    expect(first.body.items.map(({ fileName }) => fileName)).toEqual(['image-3.webp', 'image-2.webp'])
    const rest = await gallery(
      conversationId,
      `?pageSize=2&continuationToken=${first.body.continuationToken}`,
    )
    expect(rest.body.items.map(({ fileName }) => fileName)).toEqual(['image-1.webp'])
    expect(rest.body.continuationToken).toBeNull()
    expect((await gallery(randomUUID())).status).toBe(404)
  })

  test('of a test chat is below its path, and nowhere else', async () => {
    const admin = await app.token('admin')
    const management = '/api/internal/gptSystems/system/management'
    const draft = await call<{ configuration: { configStateId: string } }>(app, management, {
      token: admin,
      body: { name: 'Painter in a test' },
    })
    const { configStateId } = draft.body.configuration
    const state = `/api/internal/gptSystems/configurationStates/${configStateId}`
    await call(app, state, {
      token: admin,
      method: 'PUT',
      headers: await ifMatchOfState(app, configStateId),
      body: {
        languageEngine: 'OpenAICompatible',
        deploymentName: 'scripted',
        capabilityTypes: ['ImageGeneration'],
      },
    })
    calls(fox)
    const stream = await openStream(app, `${state}/conversations`, {
      token: admin,
      body: { question: 'Draw.' },
    })
    await stream.ended
    const { conversationId } = idsOf(stream)
    const { Uri } = linksIn(stream)[0]!
    expect(Uri).toContain(`${state}/conversations/${conversationId}/segments/`)
    expect((await fetched(Uri, admin)).status).toBe(200)
    const elsewhere = Uri.replace(`${state}/conversations`, base)
    expect((await fetched(elsewhere, admin)).status).toBe(404)
    expect((await fetched(Uri, await app.token('ben'))).status).toBe(403)
    const edited = await call<Image>(app, Uri.replace(/\/[^/]+$/, '/edits'), {
      token: admin,
      method: 'POST',
      body: { prompt: 'Bluer' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(edited.body.fileName).toBe('image-2.webp')
  })

  test('has only its description in shared and exported conversations', async () => {
    const asked = await draw()
    const { conversationId } = asked
    const { Uri } = linksIn(asked)[0]!
    for (const format of ['txt', 'md', 'json']) {
      const file = await fetched(`${base}/${conversationId}/export?format=${format}`)
      const text = await file.text()
      expect(text).toContain(`![${fox.alt}](image-1)`)
      expect(text).not.toContain(Uri)
    }
    await allowSnapshots(app)
    const snapshot = await call<{ snapshotId: string }>(app, `${base}/${conversationId}/snapshots`, {
      token,
      method: 'POST',
      body: {},
      headers: { 'idempotency-key': randomUUID() },
    })
    const path = `/api/internal/conversationSnapshots/${snapshot.body.snapshotId}`
    const shared = await call<{ turns: { answer: string }[] }>(app, path, { token: await app.token('ben') })
    expect(shared.body.turns[0]?.answer).toContain(`![${fox.alt}](image-1)`)
    await allowSnapshots(app, false)
  })

  test('is removed with its conversation', async () => {
    const { conversationId } = await draw()
    const count = async () => {
      const found =
        await sql`select from generated_image where conversation_id = ${conversationId}::uuid`.execute(
          app.platform.database.db,
        )
      return found.rows.length
    }
    expect(await count()).toBe(1)
    await call(app, `${base}/${conversationId}`, { token, method: 'DELETE', body: {} })
    await call(app, `${base}/deleted/${conversationId}`, { token, method: 'DELETE', body: {} })
    await app.platform.jobs.send('conversations.removeForgotten', {})
    await expect.poll(count).toBe(0)
  })
})

describe('[R-7-060] people edit an image', () => {
  test('with a mask, which makes another one in the same answer', async () => {
    const image = await drawn()
    // Half of the size that the image has.
    const mask = await pictureOf('#00000000', { width: 48, height: 32 })
    const edited = await edit(image, { prompt: 'Add a moon', mask: mask.toString('base64') })
    expect(edited.status).toBe(200)
    expect(edited.body).toMatchObject({
      fileName: 'image-2.webp',
      prompt: 'Add a moon',
      alt: 'A fox in the snow (Add a moon)',
      parentKey: image.key,
      conversationSegmentId: image.conversationSegmentId,
    })
    const order = provider.orders.at(-1)!
    expect(order.operation).toBe('edits')
    expect(await sharp(order.files.mask).metadata()).toMatchObject({
      format: 'png',
      width: 96,
      height: 64,
      hasAlpha: true,
    })
    const { answer } = await segmentOf(app, token, image)
    expect(answer.match(/generatedImages/g)).toHaveLength(2)
    expect(answer).toContain(`/${edited.body.key}/image-2.webp)`)
  })

  test('with several lines, which stay one image in the answer', async () => {
    const image = await drawn()
    const { body } = await edit(image, { prompt: 'Add `a moon]\n\n- and a star' })
    expect(body.alt).toBe("A fox in the snow (Add 'a moon] - and a star)")
    const { answer } = await segmentOf(app, token, image)
    expect(answer).toContain(`![A fox in the snow (Add 'a moon\\] - and a star)](${base}/`)
  })

  test('again, which makes a variant with the same prompt', async () => {
    const image = await drawn()
    const variant = await edit(image, {})
    expect(variant.body).toMatchObject({ prompt: fox.prompt, alt: fox.alt, parentKey: image.key })
    expect(provider.orders.at(-1)).toMatchObject({ operation: 'generations', fields: { prompt: fox.prompt } })
    const edited = await edit(image, { prompt: 'Add a moon' })
    const again = await edit({ ...image, ...edited.body }, {})
    expect(provider.orders.at(-1)).toMatchObject({ operation: 'edits', fields: { prompt: 'Add a moon' } })
    // It is made from the same image as the edit, and not from the edit.
    expect(again.body.parentKey).toBe(image.key)
  })

  test('once, if the request is repeated', async () => {
    const image = await drawn()
    const idempotencyKey = randomUUID()
    const first = await edit(image, { prompt: 'Bluer' }, { idempotencyKey })
    const orders = provider.orders.length
    const again = await edit(image, { prompt: 'Bluer' }, { idempotencyKey })
    expect(again.body).toEqual(first.body)
    expect(provider.orders).toHaveLength(orders)
    expect((await edit(image, { prompt: 'Redder' }, { idempotencyKey })).body.code).toBe('request.reusedKey')
  })

  test('and learn why there is none', async () => {
    const image = await drawn()
    provider.play({ status: 400, body: refusal })
    const refused = await edit(image, { prompt: 'Something bad' })
    expect([refused.status, refused.body.code]).toEqual([422, 'generatedImage.refused'])
    provider.play({ images: [Buffer.from('nothing')] })
    expect((await edit(image, { prompt: 'Bluer' })).body.code).toBe('generatedImage.unreadable')
    provider.play()
    const wrong = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    expect((await edit(image, { prompt: 'Bluer', mask: wrong })).body.code).toBe('generatedImage.mask')
    expect((await edit(image, { prompt: 'Bluer', mask: 'no base64!' })).status).toBe(400)
    expect((await edit(image, { prompt: 'x'.repeat(4001) })).status).toBe(400)
    expect((await edit(image, { prompt: 'Bluer' }, { by: await app.token('ben') })).status).toBe(404)
    expect((await segmentOf(app, token, image)).answer.match(/generatedImages/g)).toHaveLength(1)
    await changeSettings(app, { imageDeployment: null })
    expect((await edit(image, { prompt: 'Bluer' })).body.code).toBe('generatedImage.notConfigured')
    await changeSettings(app, { imageDeployment: deployment })
  })

  test('only once its answer has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isFirst = true
    engine.play(async (writer, _signal, request) => {
      if (request.tools.length === 0) return writer.text('A title')
      if (!isFirst) {
        await promise
        return writer.text('Here it is.')
      }
      isFirst = false
      const toolCalls: ToolCall[] = [{ id: 'one', name: 'generate_image', input: JSON.stringify(fox) }]
      return { finish: 'ToolCalls', toolCalls }
    })
    const stream = await opened(app, token, { gptSystemId: agent }, { question: 'Draw.' })
    await expect.poll(() => linksIn(stream).length).toBe(1)
    const { conversationId } = idsOf(stream)
    const [image] = (await gallery(conversationId)).body.items
    expect((await edit({ conversationId, ...image! }, { prompt: 'Bluer' })).body.code).toBe(
      'generatedImage.answering',
    )
    resolve()
    await stream.ended
    expect((await edit({ conversationId, ...image! }, { prompt: 'Bluer' })).status).toBe(200)
  })
})

describe('what images cost', () => {
  const costOf = async (ids: Pick<Asked, 'conversationId' | 'conversationSegmentId'>) => {
    const found = await sql<{ cost: number }>`select helper_cost::float8 as cost from conversation_segment
      where id = ${ids.conversationSegmentId}::uuid`.execute(app.platform.database.db)
    return found.rows[0]!.cost
  }

  test('is the price of each, and in the reports', async () => {
    const asked = await draw('Two.', { ...fox, count: 2 })
    expect(await costOf(asked)).toBe(80_000)
    const { calls: made } = await detailsOf(app, await app.token('anna'), asked)
    expect(made).toContainEqual(expect.objectContaining({ purpose: 'Image', deploymentName: 'gpt-image-1' }))
    const [image] = (await gallery(asked.conversationId)).body.items
    await edit({ ...asked, ...image! }, { prompt: 'Bluer' })
    expect(await costOf(asked)).toBe(120_000)
    const { rows } = await sql<{ calls: number; cost: number }>`select sum(calls)::int as calls,
      sum(cost)::float8 as cost from model_usage where purpose = 'Image'`.execute(app.platform.database.db)
    expect(rows[0]!.cost).toBeGreaterThanOrEqual(120_000)
  })

  test('counts the tokens that the provider reports if there is no price per image', async () => {
    const price = { inputPerMillion: 5, outputPerMillion: 40 }
    await setDeployment(app, 'gpt-image-1', { purposes: ['Image'], price, imagePrice: null })
    const usage = { input_tokens: 20, output_tokens: 1000 }
    provider.play({ images: [await pictureOf('#fff')], usage })
    const asked = await draw()
    expect(await costOf(asked)).toBe(20 * 5 + 1000 * 40)
    await setDeployment(app, 'gpt-image-1', { purposes: ['Image'], price: null, imagePrice: 0.04 })
  })

  test('counts toward limits, which refuse more', async () => {
    await setDeployment(app, 'scripted', {
      purposes: ['Chat'],
      price: { inputPerMillion: 0, outputPerMillion: 0 },
    })
    const image = await drawn()
    const limit = { kind: 'Money', per: 'Day', counted: 'Pool' }
    await changeSettings(app, { limits: [{ ...limit, amount: 0.1 }] })
    const again = () => edit(image, { prompt: 'Bluer' })
    expect([(await again()).status, (await again()).status]).toEqual([200, 200])
    // A refusal by the provider costs nothing.
    provider.play({ status: 400, body: refusal })
    expect((await again()).status).toBe(422)
    provider.play()
    expect((await again()).status).toBe(200)
    const orders = provider.orders.length
    const full = await again()
    expect([full.status, full.body.code]).toEqual([429, 'usage.instanceLimit'])
    expect(provider.orders).toHaveLength(orders)
    await changeSettings(app, { limits: [{ ...limit, amount: 0.2 }] })
    const asked = await draw('Two more.', { ...fox, count: 2 })
    expect(linksIn(asked)).toHaveLength(2)
    calls(fox)
    const path = `${base}/byGptSystemId/${agent}`
    const refused = await call<{ code: string }>(app, path, {
      token,
      method: 'POST',
      body: { question: 'More.' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(refused.body.code).toBe('usage.instanceLimit')
    await changeSettings(app, { limits: [] })
  })

  test('is counted if the provider answers without an image that can be used', async () => {
    await setDeployment(app, 'scripted', {
      purposes: ['Chat'],
      price: { inputPerMillion: 0, outputPerMillion: 0 },
    })
    const image = await drawn()
    await changeSettings(app, { limits: [{ kind: 'Money', per: 'Month', counted: 'Pool', amount: 0.15 }] })
    provider.play({ body: JSON.stringify({ data: [{ url: 'https://images.example/1.png' }] }) })
    calls(fox)
    await ask(app, token, { gptSystemId: agent }, 'Draw.')
    const codes: unknown[] = []
    for (let at = 0; at < 6; at += 1) codes.push((await edit(image, { prompt: 'Bluer' })).body.code)
    await changeSettings(app, { limits: [] })
    expect(codes[0]).toBe('generatedImage.unreadable')
    expect(codes.at(-1)).toBe('usage.instanceLimit')
    expect(provider.orders.length).toBeLessThan(7)
  })

  test('has to be known under a limit in US dollars', async () => {
    await setDeployment(app, 'gpt-image-1', { purposes: ['Image'], price: null, imagePrice: null })
    const image = await drawn()
    await changeSettings(app, { limits: [{ kind: 'Money', per: 'Month', counted: 'Pool', amount: 100 }] })
    requests = []
    calls()
    await ask(app, token, { gptSystemId: agent }, 'Draw.')
    expect(JSON.stringify(requests.map(({ tools }) => tools))).not.toContain('generate_image')
    expect((await edit(image, { prompt: 'Bluer' })).body.code).toBe('usage.unpriced')
    await changeSettings(app, { limits: [] })
    await setDeployment(app, 'gpt-image-1', { purposes: ['Image'], price: null, imagePrice: 0.04 })
  })
})
