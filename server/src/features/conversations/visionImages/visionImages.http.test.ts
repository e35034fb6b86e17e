import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerRequest, Picture } from '../../../engines/engine.ts'
import { ifMatchOfState, publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call, ifMatch, type OpenStream, openStream } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createScriptedEngine } from '../../../testing/scriptedEngine.ts'
import { bytesPath, imagesOf, type UploadedImage, uploadVisionImage } from '../../../testing/visionImages.ts'
import { removeForgotten } from '../columns/visionImagesStore.ts'
import { ask, base, idsOf, opened, segmentOf } from '../testing/asking.ts'

const engine = createScriptedEngine()
const seeing = {
  languageEngine: 'OpenAICompatible',
  deploymentName: 'gpt-4o',
  capabilityTypes: ['Vision'],
}
const blind = { ...seeing, deploymentName: 'scripted' }
const settingsPath = '/api/internal/instanceSettings'
let app: TestApplication
let anna: TestPerson
let sees: string
let reads: string
let requests: AnswerRequest[] = []
let photo: Buffer

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted,gpt-4o,llava' },
  })
  anna = await person(app)
  sees = await publishAgent(app, 'Sees', seeing)
  reads = await publishAgent(app, 'Reads', blind)
  photo = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#0b7a64' } })
    .withExif({ IFD0: { Copyright: 'planted-secret' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => app?.remove())
beforeEach(() => {
  requests = []
  engine.play(async (writer, _signal, request) => {
    requests.push(request)
    writer.text('I see.')
  })
})

const as = <T = { code?: string; base64Content: string; mimeType: string }>(
  { token }: Pick<TestPerson, 'token'>,
  path: string,
  options: CallOptions = {},
) => call<T>(app, path, { token, ...options })

const bring = async (who = anna, path = base): Promise<UploadedImage> => {
  const { status, body } = await uploadVisionImage(app, who.token, path, photo, 'photo.jpg')
  expect(status).toBe(200)
  return body
}
/** For the whole instance. */
async function switchVision(enabled: boolean): Promise<void> {
  const token = await app.token('admin')
  const tools = await call<{ items: { tool: string; version: number }[] }>(app, `${settingsPath}/tools`, {
    token,
  })
  const version = tools.body.items.find(({ tool }) => tool === 'Vision')?.version
  const changed = await call(app, `${settingsPath}/tools/Vision`, {
    token,
    method: 'PUT',
    body: { enabled, approved: false },
    headers: ifMatch(version),
  })
  expect(changed.status).toBe(200)
}
const picturesSent = () =>
  requests
    .at(-1)
    ?.messages.map((message) => ('pictures' in message ? (message.pictures ?? []).length : 0))
    .filter((_, at, all) => at % 2 === 0 || all.length === 1)
const refused = (gptSystemId: string, body: object, who = anna) =>
  call<{ code: string; errors?: { field: string }[] }>(app, `${base}/byGptSystemId/${gptSystemId}`, {
    token: who.token,
    body,
    headers: { 'idempotency-key': randomUUID() },
  })

test('an agent that answers from its tools alone rejects an image immediately, and says so in its details', async () => {
  const restricted = await publishAgent(app, 'Restricted', {
    ...seeing,
    restrictAnswerToInformationReturnedByTools: true,
  })
  const { visionImageId } = await bring()
  const { status, body } = await as(anna, `${base}/byGptSystemId/${restricted}`, {
    body: { question: 'What is this?', visionImageIds: [visionImageId] },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'conversation.cannotSee' })
  expect(requests).toEqual([])
  const details = await as<{ tools: { tool: string; state: string }[] }>(
    anna,
    `/api/internal/gptSystems/${restricted}/detailsForConversation`,
  )
  expect(details.body.tools).toEqual([{ tool: 'Vision', state: 'NotConfigured' }])
})

describe('an image for a model', () => {
  test('[R-3-083] [R-3-084] [R-7-048] [R-7-049] is re-encoded at most 2,048 wide, with a thumbnail, and readable only by its owner', async () => {
    const image = await bring()
    expect(image).toMatchObject({ width: 2048, height: 1024, mimeType: 'image/jpeg' })
    for (const [name, width, mimeType] of [
      [image.blobFileName, 2048, 'image/jpeg'],
      [image.thumbnailBlobFileName, 256, 'image/webp'],
    ] as const) {
      const path = bytesPath(base, image.visionImageId, name)
      const { body } = await as(anna, path)
      expect(body.mimeType).toBe(mimeType)
      const bytes = Buffer.from(body.base64Content, 'base64')
      expect(bytes.includes('planted-secret')).toBe(false)
      expect((await sharp(bytes).metadata()).width).toBe(width)
      for (const other of [await person(app), { token: await app.token('admin') }])
        expect(await as(other, path)).toMatchObject({ status: 404, body: { code: 'visionImage.notFound' } })
    }
    const elsewhere = bytesPath(base, image.visionImageId, (await bring()).blobFileName)
    expect((await as(anna, elsewhere)).status).toBe(404)
  })

  test.each([
    ['a text file', 'hello', 415, 'image.kind'],
    ['an HTML page', '<html><svg></svg></html>', 415, 'image.kind'],
    ['a damaged image', '\x89PNG\r\n\x1a\n', 415, 'image.kind'],
    ['a file larger than 20 MB', Buffer.alloc(20 * 1024 * 1024 + 1), 413, 'visionImage.tooLarge'],
  ])('[A43] [S27] %s is rejected with what to do', async (_name, file, status, code) => {
    const answer = await uploadVisionImage(app, anna.token, base, file, 'file.png')
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('with too many pixels is rejected by the pixel limit', async () => {
    const large = await sharp({ create: { width: 8001, height: 5000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const answer = await uploadVisionImage(app, anna.token, base, large)
    expect([answer.status, answer.body.code]).toEqual([413, 'visionImage.tooLarge'])
  })

  test('is rejected after many unsent ones, which are deleted after a day', async () => {
    const owner = await person(app)
    const { db } = app.platform.database
    const image = await bring(owner)
    await sql`insert into vision_image (vision_image_id, owner_user_id, blob_file_name, blob_key,
        thumbnail_blob_file_name, thumbnail_blob_key, width, height, created_at)
      select gen_random_uuid(), owner_user_id, blob_file_name, blob_key, thumbnail_blob_file_name,
        thumbnail_blob_key, 1, 1, now() - interval '25 hours'
      from vision_image, generate_series(1, 199) where vision_image_id = ${image.visionImageId}`.execute(db)
    const more = await uploadVisionImage(app, owner.token, base)
    expect([more.status, more.body.code]).toEqual([409, 'visionImage.quota'])
    await removeForgotten(app.platform.database)
    const left = await sql<{ images: number }>`select count(*)::int as images from vision_image
      where owner_user_id = ${owner.userId}`.execute(db)
    expect(left.rows[0]?.images).toBe(1)
    await bring(owner)
    expect((await as(owner, bytesPath(base, image.visionImageId, image.blobFileName))).status).toBe(200)
  })
})

describe('a question with images', () => {
  test('[R-1-010] [R-3-057] [R-3-079] shows them to the model, and so do the next questions of the branch', async () => {
    const [first, second] = [await bring(), await bring()]
    const visionImageIds = [second.visionImageId, first.visionImageId]
    const asked = await ask(app, anna.token, { gptSystemId: sees }, 'What is this?', { visionImageIds })
    expect(asked.segment.answer).toBe('I see.')
    expect(asked.segment.visionImages.map((image) => image.visionImageId)).toEqual(visionImageIds)
    expect(asked.segment.visionImages[1]).toEqual({
      visionImageId: first.visionImageId,
      blobFileName: first.blobFileName,
      thumbnailBlobFileName: first.thumbnailBlobFileName,
      width: 2048,
      height: 1024,
    })
    const shown = requests.at(-1)?.messages.at(-1) as { role: 'user'; content: string; pictures: Picture[] }
    expect((await sharp(Buffer.from(shown.pictures[0]?.base64 ?? '', 'base64')).metadata()).format).toBe(
      'jpeg',
    )
    const { conversationId } = asked
    await ask(app, anna.token, { conversationId }, 'And its color?')
    expect(picturesSent()).toEqual([2, 0])
    // Another branch of the conversation shows its own images.
    await ask(app, anna.token, { conversationId }, 'Something else?', { parentSegmentId: null })
    expect(picturesSent()).toEqual([0])
  })

  test('shows the same images when regenerated, and the named ones when edited', async () => {
    const image = await bring()
    const visionImageIds = [image.visionImageId]
    const asked = await ask(app, anna.token, { gptSystemId: sees }, 'What is this?', { visionImageIds })
    const { conversationId } = asked
    const top = { parentSegmentId: null }
    const again = await ask(app, anna.token, { conversationId }, 'What is this?', top)
    expect(again.segment.visionImages).toEqual(asked.segment.visionImages)
    expect(picturesSent()).toEqual([1])
    const edited = await ask(app, anna.token, { conversationId }, 'What was it?', { ...top, visionImageIds })
    expect(edited.segment.visionImages).toHaveLength(1)
    const without = await ask(app, anna.token, { conversationId }, 'What is this?', {
      ...top,
      visionImageIds: [],
    })
    expect(without.segment.visionImages).toEqual([])
    expect(picturesSent()).toEqual([0])
  })

  test('can name only the user’s own images that were not sent elsewhere, or else nothing is stored', async () => {
    const mine = await bring()
    const others = await bring(await person(app))
    const asked = await ask(app, anna.token, { gptSystemId: sees }, 'What?', {
      visionImageIds: [mine.visionImageId],
    })
    const before = await as<{ items: object[] }>(anna, base)
    for (const visionImageId of [others.visionImageId, mine.visionImageId, randomUUID()]) {
      const { status, body } = await refused(sees, { question: 'This?', visionImageIds: [visionImageId] })
      expect([status, body.code, body.errors?.[0]?.field]).toEqual([
        409,
        'visionImage.notSendable',
        'visionImageIds',
      ])
    }
    expect((await as<{ items: object[] }>(anna, base)).body.items).toHaveLength(before.body.items.length)
    // The image is deleted with its conversation.
    const path = bytesPath(base, mine.visionImageId, mine.blobFileName)
    expect((await as(anna, path)).status).toBe(200)
    await sql`update conversation set deleted_at = now() where id = ${asked.conversationId}`.execute(
      app.platform.database.db,
    )
    expect((await as(anna, path)).status).toBe(404)
  })

  test('is rejected by an agent that cannot read images, with what to do; a conversation that has some says they were not read', async () => {
    const image = await bring()
    const visionImageIds = [image.visionImageId]
    expect((await refused(reads, { question: 'This?', visionImageIds })).body.code).toBe(
      'conversation.cannotSee',
    )
    const untold = await publishAgent(app, 'Untold', { ...seeing, capabilityTypes: [] })
    expect((await refused(untold, { question: 'This?', visionImageIds })).status).toBe(422)
    const asked = await ask(app, anna.token, { gptSystemId: sees }, 'What?', { visionImageIds })
    await switchVision(false)
    const next = await ask(app, anna.token, { conversationId: asked.conversationId }, 'And now?')
    expect(picturesSent()).toEqual([0, 0])
    expect(next.segment.steps).toContainEqual(
      expect.objectContaining({
        id: 'images',
        state: 'Failed',
        title: expect.stringContaining('only text'),
      }),
    )
    const unsent = [(await bring()).visionImageId]
    expect((await refused(sees, { question: 'This?', visionImageIds: unsent })).body.code).toBe(
      'conversation.cannotSee',
    )
    // An edited question keeps images that were shown here before, even if they are not read.
    const edited = await ask(app, anna.token, { conversationId: asked.conversationId }, 'Edited?', {
      parentSegmentId: null,
      visionImageIds,
    })
    expect(edited.segment.visionImages).toHaveLength(1)
    await switchVision(true)
  })

  test('sends them once when the same call is repeated', async () => {
    const { visionImageId } = await bring()
    const headers = { 'idempotency-key': randomUUID() }
    const body = { question: 'Twice?', visionImageIds: [visionImageId] }
    const path = `${base}/byGptSystemId/${sees}`
    const first = await openStream(app, path, { token: anna.token, body, headers })
    await first.ended
    const second = await openStream(app, path, { token: anna.token, body, headers })
    await second.ended
    expect(idsOf(second)).toEqual(idsOf(first))
    expect((await segmentOf(app, anna.token, idsOf(first))).visionImages).toHaveLength(1)
  })

  test('sends them once when the same call is made twice at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { visionImageId } = await bring()
      const headers = { 'idempotency-key': randomUUID() }
      const body = { question: 'At once?', visionImageIds: [visionImageId] }
      const path = `${base}/byGptSystemId/${sees}`
      const streams = await Promise.all(
        [0, 1].map(() => openStream(app, path, { token: anna.token, body, headers })),
      )
      for (const stream of streams) await stream.ended
      expect(idsOf(streams[1] as OpenStream)).toEqual(idsOf(streams[0] as OpenStream))
    }
  })

  test('is answered without an image whose bytes are lost, and a step says so', async () => {
    const { visionImageId } = await bring()
    const { db } = app.platform.database
    const asked = await ask(app, anna.token, { gptSystemId: sees }, 'What?', {
      visionImageIds: [visionImageId],
    })
    const stored = await sql<{ blobKey: string }>`select blob_key as "blobKey" from vision_image
      where vision_image_id = ${visionImageId}`.execute(db)
    await app.platform.blobs.remove(stored.rows[0]?.blobKey ?? '')
    const next = await ask(app, anna.token, { conversationId: asked.conversationId }, 'And now?')
    expect(next.segment).toMatchObject({ status: 'Completed', answer: 'I see.' })
    expect(next.segment.steps).toContainEqual(
      expect.objectContaining({ title: 'Images not sent to the model: 1' }),
    )
  })

  test('shows the newest image to a model with little room, and says how many it left out', async () => {
    const small = await publishAgent(app, 'Small', { ...seeing, deploymentName: 'llava' })
    const visionImageIds = [(await bring()).visionImageId, (await bring()).visionImageId]
    const asked = await ask(app, anna.token, { gptSystemId: small }, 'Which?', { visionImageIds })
    expect(picturesSent()).toEqual([1])
    expect(asked.segment.steps).toContainEqual(
      expect.objectContaining({ title: 'Images not sent to the model: 1' }),
    )
    await ask(app, anna.token, { conversationId: asked.conversationId }, 'And?')
    expect(picturesSent()).toEqual([1, 0])
  })

  test('shows no more than the newest ten of a branch', async () => {
    const first = await ask(app, anna.token, { gptSystemId: sees }, 'Six', {
      visionImageIds: await Promise.all(Array.from({ length: 6 }, async () => (await bring()).visionImageId)),
    })
    await ask(app, anna.token, { conversationId: first.conversationId }, 'Six more', {
      visionImageIds: await Promise.all(Array.from({ length: 6 }, async () => (await bring()).visionImageId)),
    })
    expect(picturesSent()).toEqual([4, 6])
    const stream = await opened(app, anna.token, { gptSystemId: sees }, { question: 'None' })
    await stream.ended
    expect(picturesSent()).toEqual([0])
  })
})

describe('an image in a test chat', () => {
  async function draftOf(kind: 'system' | 'own') {
    const admin = { ...anna, token: await app.token('admin') }
    const owner = kind === 'system' ? admin : await person(app)
    const created = await as<{ configuration: { configStateId: string } }>(
      owner,
      kind === 'system' ? '/api/internal/gptSystems/system/management' : '/api/internal/configStates',
      { body: kind === 'system' ? { name: 'Tested' } : { gptSystemType: 'User' } },
    )
    const { configStateId } = created.body.configuration
    const states =
      kind === 'system' ? '/api/internal/gptSystems/configurationStates' : '/api/internal/configStates'
    const changed = await as(owner, `${states}/${configStateId}`, {
      method: 'PUT',
      body: seeing,
      headers: await ifMatchOfState(app, configStateId),
    })
    expect(changed.status).toBe(200)
    return { owner, chats: `${states}/${configStateId}/conversations` }
  }

  async function expectItsOwn(kind: 'own' | 'system') {
    const { owner, chats } = await draftOf(kind)
    const image = await bring(owner, chats)
    const { visionImageId, blobFileName } = image
    expect((await as(owner, bytesPath(chats, visionImageId, blobFileName))).status).toBe(200)
    expect((await as(owner, bytesPath(base, visionImageId, blobFileName))).status).toBe(404)
    const stream = await openStream(app, chats, {
      token: owner.token,
      body: { question: 'What is this?', visionImageIds: [visionImageId] },
    })
    await stream.ended
    expect(picturesSent()).toEqual([1])
    const own = await bring(owner)
    for (const [path, id] of [
      [chats, own.visionImageId],
      [`${base}/byGptSystemId/${sees}`, visionImageId],
    ] as const) {
      const answer = await as(owner, path, {
        body: { question: 'This?', visionImageIds: [id] },
        headers: { 'idempotency-key': randomUUID() },
      })
      expect([answer.status, answer.body.code]).toEqual([409, 'visionImage.notSendable'])
    }
    // Users who can't test can't upload images here, and the server doesn't read theirs.
    const stranger = await person(app)
    const form = new FormData()
    form.set('file', new File(['no image'], 'no.txt'))
    expect((await as(stranger, imagesOf(chats), { body: form })).status).not.toBe(415)
    expect((await as(stranger, bytesPath(chats, visionImageId, blobFileName))).status).toBeGreaterThan(400)
  }

  test('[R-7-051] with a personal agent is shown to the draft, and is not available elsewhere', () =>
    expectItsOwn('own'))
  test('[R-7-052] with a system agent is shown to the draft, and is not available elsewhere', () =>
    expectItsOwn('system'))
})
