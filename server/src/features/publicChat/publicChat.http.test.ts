import { createHash, randomUUID } from 'node:crypto'
import { leadingZeroBits } from '@parlance/contract/challenge'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { asVisitor, call, openStream, send } from '../../testing/client.ts'
import { newLibrary, publicLibrary, setPublic } from '../../testing/libraries.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine, type ScriptedEngine } from '../../testing/scriptedEngine.ts'
import {
  allowPublicPages,
  askAsVisitor,
  enablePage,
  publishPage,
  setPage,
  type Visitor,
  visit,
} from '../../testing/visitors.ts'
import { removeForgotten } from '../conversations/erasure/store.ts'
import { removeEnded, rotate } from './store.ts'

const db = () => app.platform.database.db
const base = '/api/internal/publicConversations'
const management = '/api/internal/gptSystems/system/management'

let app: TestApplication
let engine: ScriptedEngine

beforeAll(async () => {
  engine = createScriptedEngine()
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
  })
  await allowPublicPages(app)
})
afterAll(() => app?.remove())
beforeEach(() => engine.play(async (writer) => writer.text('An answer.')))

const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
const agent = (name = `Agent ${randomUUID()}`) => publishAgent(app, name, scripted)

async function newPage(settings: Record<string, unknown> = {}) {
  const gptSystemId = await agent()
  return { gptSystemId, page: await publishPage(app, gptSystemId, settings) }
}

interface Problem {
  code: string
  requestId: string
  errors?: { field: string; message: string }[]
}

const as = <T = Problem>({ token }: Pick<Visitor, 'token'>, path: string, options: object = {}) =>
  call<T>(app, `${base}${path}`, { token, ...options })

/** Asks a question, waits for the end, and returns the error if there is one. */
async function ask({ page, token }: Visitor, question = 'When?') {
  const response = await send(app, `${base}/byGptPublicEndpoint/${page}`, {
    token,
    body: { question },
    headers: { 'idempotency-key': randomUUID() },
  })
  const text = await response.text()
  const body = (response.ok ? { code: 'answered' } : JSON.parse(text)) as Problem
  return { status: response.status, headers: response.headers, body }
}

interface State {
  publicEndpoint: { gptPublicEndpoint: string; enabled: boolean; allowedOrigins: string[] } | null
  obstacles: { kind: string; names: string[] }[]
  usageToday: Record<string, number>
  version: number
}

const stateOf = async (gptSystemId: string, token?: string) =>
  call<State>(app, `${management}/${gptSystemId}/publicEndpoint`, {
    token: token ?? (await app.token('admin')),
  })

describe('a visitor', () => {
  test('[R-1-001] [R-7-061] [R-7-062] asks on a public page without an account and finds the conversation again', async () => {
    const { page } = await newPage()
    const visitor = await visit(app, page)
    const { conversationId } = await askAsVisitor(app, visitor, 'When is the last train?')
    const list = await as<{ items: { conversationId: string; title: string }[] }>(visitor, '')
    expect(list.body.items).toMatchObject([{ conversationId, title: 'When is the last train?' }])
    const segments = await as<{ items: { question: string; answer: string }[] }>(
      visitor,
      `/${conversationId}/segments`,
    )
    expect(segments.body.items).toMatchObject([
      { question: 'When is the last train?', answer: 'An answer.', status: 'Completed' },
    ])
  })

  test('[R-7-067] continues, stops, resumes, rates, renames, exports and deletes, with the events of any chat', async () => {
    const { page } = await newPage()
    const visitor = await visit(app, page)
    const { conversationId } = await askAsVisitor(app, visitor, 'One?')
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    engine.play(async (writer) => {
      writer.text('Half of ')
      await held
      writer.text('it.')
    })
    const path = `${base}/${conversationId}/segments`
    const stream = await openStream(app, path, { token: visitor.token, body: { question: 'Two?' } })
    const first = await stream.until(({ event }) => event === 'conversation-and-segment-id')
    const { conversationSegmentId } = first.data as { conversationSegmentId: string }
    await stream.until(({ event }) => event === 'response-updated')
    stream.close()
    const resumed = await openStream(app, `${path}/${conversationSegmentId}/stream`, {
      token: visitor.token,
    })
    await resumed.until(({ event }) => event === 'response-updated')
    expect(
      (await as(visitor, `/${conversationId}/segments/${conversationSegmentId}/abort`, { body: {} })).status,
    ).toBe(204)
    release()
    await resumed.ended
    expect(resumed.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Aborted' } })
    const rated = await as(visitor, `/${conversationId}/segments/${conversationSegmentId}/feedback`, {
      body: { rating: 'Bad', reason: 'Incomplete', text: 'Half.' },
    })
    expect(rated.body).toMatchObject({ rating: 'Bad', text: 'Half.' })
    const renamed = await as(visitor, `/${conversationId}/updateTitle`, {
      method: 'PUT',
      body: { conversationId, title: 'Mine' },
    })
    expect(renamed.body).toMatchObject({ title: 'Mine' })
    const exported = await fetch(`${app.origin}${base}/${conversationId}/export?format=md`, {
      headers: { 'x-public-session': visitor.secret },
    })
    expect(await exported.text()).toContain('Half of')
    expect((await as(visitor, `/${conversationId}`, { method: 'DELETE' })).status).toBe(204)
    expect((await as(visitor, `/${conversationId}`)).status).toBe(404)
  })

  test('[R-7-063] [R-7-064] [R-3-096] gets what the chat shows, with the questions left, by the session’s identifier', async () => {
    const { gptSystemId, page } = await newPage({ visitorMessagesPerDay: 3 })
    await call(app, `${management}/${gptSystemId}/prompts`, {
      token: await app.token('admin'),
      body: { title: 'Times', text: 'When does the train to {{town}} leave?' },
    })
    const visitor = await visit(app, page)
    await askAsVisitor(app, visitor, 'One?')
    const { sessionIdentifier } = visitor
    const details = await as(visitor, `/gptSystemDetailsForConversation/${sessionIdentifier}`)
    expect(details.body).toMatchObject({
      page: { gptPublicEndpoint: page, allowVision: false, contact: null },
      isTest: false,
      quota: { messagesLeft: 2 },
    })
    expect(JSON.stringify(details.body)).not.toContain('systemPrompt')
    const prompts = await as(visitor, `/promptsForConversation?sessionIdentifier=${sessionIdentifier}`)
    expect(prompts.body).toMatchObject({ items: [{ title: 'Times', variables: ['town'] }] })
    for (const path of [
      `/gptSystemDetailsForConversation/${randomUUID()}`,
      `/promptsForConversation?sessionIdentifier=${randomUUID()}`,
    ])
      expect((await as(visitor, path)).status).toBe(404)
  })

  test('[R-7-050] shows images only where the page accepts them, and only their own', async () => {
    const { gptSystemId, page } = await newPage()
    const [owner, other] = [await visit(app, page), await visit(app, page)]
    const upload = async () => {
      const form = new FormData()
      const drawn =
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#c4520c"/></svg>'
      form.set('file', new File([drawn], 'photo.svg'))
      return as<Record<string, string>>(owner, '/VisionImages/Files', { body: form })
    }
    const { body } = await upload()
    const image = `/VisionImages/${body.visionImageId}/Files/${body.blobFileName}/base64`
    expect((await as(owner, image)).status).toBe(200)
    expect((await as(other, image)).body.code).toBe('visionImage.notFound')
    await setPage(app, gptSystemId, { gptPublicEndpoint: page, allowVision: false })
    expect((await upload()).body.code).toBe('publicChat.noImages')
    const refused = await as(owner, `/byGptPublicEndpoint/${page}`, {
      body: { question: 'What is this?', visionImageIds: [body.visionImageId] },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(refused.body.code).toBe('publicChat.noImages')
  })

  test('deletes everything they left, and the session with it', async () => {
    const { page } = await newPage()
    const visitor = await visit(app, page)
    const { conversationId } = await askAsVisitor(app, visitor, 'Mine?')
    expect(
      (await as(visitor, `/sessions/${visitor.sessionIdentifier}/data`, { method: 'DELETE' })).status,
    ).toBe(204)
    expect((await as(visitor, '')).body.code).toBe('publicChat.session')
    const { database, erasure } = app.platform
    await sql`update public_session set created_at = created_at - interval '1 hour'`.execute(db())
    while ((await database.transaction((tx) => removeForgotten(tx, erasure))) > 0);
    await removeEnded(database)
    const left = await sql<{
      count: number
    }>`select (select count(*) from conversation where id = ${conversationId})
      + (select count(*) from public_session where id = ${visitor.sessionIdentifier}) as count`.execute(db())
    expect(left.rows[0]?.count).toBe(0)
  })
})

describe('a thief', () => {
  test('[R-2-040] [R-6-001] [A30] gets for a stolen conversation exactly what a random one gets', async () => {
    const { page } = await newPage()
    const [owner, thief] = [await visit(app, page), await visit(app, page)]
    const { conversationId, conversationSegmentId } = await askAsVisitor(app, owner, 'A secret?')
    const get = async (path: string) => {
      const { status, body } = await as(thief, path)
      return { status, body: { ...body, requestId: '' } }
    }
    for (const path of ['', '/segments', `/segments/${conversationSegmentId}/stream`, '/export']) {
      const stolen = await get(`/${conversationId}${path}`)
      const random = await get(`/${randomUUID()}${path}`)
      expect(stolen.status).toBe(404)
      expect(stolen).toEqual(random)
    }
    // A user isn't the visitor either, not even an administrator.
    const admin = { token: await app.token('admin') }
    expect((await as(admin, `/${conversationId}`)).status).toBe(403)
    const own = await call(app, `/api/internal/userConversations/${conversationId}`, admin)
    expect(own.status).toBe(404)
  })

  test('[R-6-001] is refused with a request without the secret, or with a replaced, ended or invented one', async () => {
    const { page } = await newPage()
    const visitor = await visit(app, page)
    const refusedWith = async (secret: string | null) => {
      const { status, body } = await call<Problem>(app, base, secret ? { token: asVisitor(secret) } : {})
      return [status, body.code]
    }
    const refused = [401, 'publicChat.session']
    expect(await refusedWith(null)).toEqual(refused)
    expect(await refusedWith(visitor.secret.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')))).toEqual(
      refused,
    )
    for (const odd of [visitor.sessionIdentifier, 'x', `${visitor.secret}A`, ' ', 'A'.repeat(10_000)])
      expect(await refusedWith(odd)).toEqual(refused)
    const rotated = await as<{ secret: string }>(visitor, `/sessions/${visitor.sessionIdentifier}/rotate`, {
      body: {},
    })
    // Calls that were under way still arrive, and a page that never received the new secret gets it again.
    expect((await as(visitor, '')).status).toBe(200)
    const again = await as(visitor, `/sessions/${visitor.sessionIdentifier}/rotate`, { body: {} })
    expect(again).toMatchObject({ status: 200, body: { secret: rotated.body.secret } })
    expect((await as(visitor, '')).status).toBe(200)
    await sql`update public_session set previous_until = previous_until - interval '61 seconds'`.execute(db())
    expect(await refusedWith(visitor.secret)).toEqual(refused)
    const { secret } = rotated.body
    // Nor does a rotation that was admitted before go back to it.
    const late = rotate(db(), visitor.sessionIdentifier, { from: visitor.secret, to: secret })
    await expect(late).rejects.toMatchObject({ code: 'publicChat.session' })
    expect((await as({ token: asVisitor(secret) }, '')).status).toBe(200)
    await call(app, `${base}/sessions/${visitor.sessionIdentifier}`, {
      token: asVisitor(secret),
      method: 'DELETE',
    })
    expect(await refusedWith(secret)).toEqual(refused)
  })
})

describe('a user', () => {
  const anna = async () => ({ token: await app.token('anna') })

  test('[B4] takes a visitor’s conversations along, which end the session, its secrets, and its streams', async () => {
    const { gptSystemId, page } = await newPage()
    const visitor = await visit(app, page)
    const { conversationId } = await askAsVisitor(app, visitor, 'The first?')
    const second = await askAsVisitor(app, visitor, 'The second?')
    const session = { sessionIdentifier: visitor.sessionIdentifier, secret: visitor.secret }
    const preview = await as(await anna(), '/claim/preview', { body: { session } })
    expect(preview.body).toMatchObject({ conversations: 2, titles: ['The second?', 'The first?'] })
    expect((await as(visitor, '')).status).toBe(200)
    const claimed = await as(await anna(), '/claim', { body: { session } })
    expect(claimed.body).toEqual({ conversations: 2, lastConversationId: second.conversationId })
    expect((await as(visitor, '')).body.code).toBe('publicChat.session')
    const own = await call<{ title: string }>(
      app,
      `/api/internal/userConversations/${conversationId}`,
      await anna(),
    )
    expect(own.body.title).toBe('The first?')
    const again = await as({ token: await app.token('ben') }, '/claim', { body: { session } })
    expect(again.body.code).toBe('publicChat.claim')
    expect((await stateOf(gptSystemId)).body.usageToday).toMatchObject({ claimed: 1 })
  })

  test('claims from a frame with a code, once and within a minute', async () => {
    const { page } = await newPage()
    const visitor = await visit(app, page)
    await askAsVisitor(app, visitor, 'Mine?')
    const code = async () =>
      (await as<{ code: string }>(visitor, `/sessions/${visitor.sessionIdentifier}/claimCode`, { body: {} }))
        .body.code
    const claim = async (input: object) => {
      const { status, body } = await as(await anna(), '/claim', { body: input })
      return [status, body.code]
    }
    const late = await code()
    await sql`update public_session set claim_until = claim_until - interval '61 seconds'
      where id = ${visitor.sessionIdentifier}`.execute(db())
    const refused = [404, 'publicChat.claim']
    expect(await claim({ code: late })).toEqual(refused)
    const [replaced, last] = [await code(), await code()]
    expect(await claim({ code: replaced })).toEqual(refused)
    expect(await claim({ code: visitor.secret })).toEqual(refused)
    const { sessionIdentifier } = visitor
    expect(await claim({ session: { sessionIdentifier, secret: last } })).toEqual(refused)
    expect(await claim({})).toEqual([400, 'request.invalid'])
    expect(await claim({ code: last })).toEqual([200, undefined])
    expect(await claim({ code: last })).toEqual(refused)
  })
})

describe('a page', () => {
  test('that is unknown, turned off, removed or behind the flag answers alike, and shows nothing', async () => {
    const { gptSystemId, page } = await newPage()
    const get = async (name: string) => {
      const { status, body } = await call<Problem>(app, `${base}/endpoints/${name}`)
      const started = await call<Problem>(app, `${base}/sessions/byGptPublicEndpoint/${name}`, {
        method: 'POST',
        body: {},
        headers: { origin: app.origin },
      })
      return [status, body.code, started.status, started.body.code]
    }
    expect(await get(page)).toEqual([200, undefined, 200, undefined])
    const unknown = await get('no-such-page')
    expect(unknown).toEqual([404, 'publicChat.unavailable', 404, 'publicChat.unavailable'])
    const visitor = await visit(app, page)
    await enablePage(app, gptSystemId, false)
    expect(await get(page)).toEqual(unknown)
    expect((await ask(visitor)).body.code).toBe('publicChat.unavailable')
    await enablePage(app, gptSystemId)
    await allowPublicPages(app, false)
    expect(await get(page)).toEqual(unknown)
    expect((await ask(visitor)).body.code).toBe('publicChat.unavailable')
    expect((await as(visitor, '')).body.code).toBe('publicChat.unavailable')
    await allowPublicPages(app)
    expect((await as(visitor, '')).status).toBe(200)
    await call(app, `${management}/${gptSystemId}/publicEndpoint`, {
      token: await app.token('admin'),
      method: 'DELETE',
    })
    expect(await get(page)).toEqual(unknown)
    expect((await as(visitor, '')).body.code).toBe('publicChat.session')
  })

  test('[B6] starts sessions only for our own pages', async () => {
    const { page } = await newPage()
    const from = async (origin: string | null) =>
      (
        await call<Problem>(app, `${base}/sessions/byGptPublicEndpoint/${page}`, {
          method: 'POST',
          body: {},
          headers: origin === null ? {} : { origin },
        })
      ).body.code
    for (const origin of [null, 'null', 'https://evil.example', `${app.origin}.evil.example`])
      expect(await from(origin)).toBe('publicChat.origin')
    expect(await from(app.origin)).toBeUndefined()
  })

  test('ends its running answers within 5 s when it is turned off, and says so', async () => {
    const { gptSystemId, page } = await newPage()
    const visitor = await visit(app, page)
    engine.play(async (writer, signal) => {
      writer.text('It begins')
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    const stream = await openStream(app, `${base}/byGptPublicEndpoint/${page}`, {
      token: visitor.token,
      body: { question: 'A long one?' },
    })
    await stream.until(({ event }) => event === 'response-updated')
    const before = Date.now()
    await enablePage(app, gptSystemId, false)
    await stream.ended
    expect(Date.now() - before).toBeLessThan(5000)
    expect(stream.events).toContainEqual(
      expect.objectContaining({
        event: 'error',
        data: expect.objectContaining({
          code: 'publicChat.off',
          text: 'This chat was turned off while it was answering. Try again later.',
        }),
      }),
    )
    expect(stream.events.at(-1)).toMatchObject({ event: 'no-more-data', data: { status: 'Failed' } })
  })

  test('is refused with the name of another page or one that is reserved, and with what isn’t an origin', async () => {
    const [one, other] = [await newPage(), await newPage()]
    const refused = async (settings: object) => {
      const { status, body } = await setPage<Problem>(app, other.gptSystemId, {
        gptPublicEndpoint: other.page,
        ...settings,
      })
      return [status, body.code, ...(body.errors ?? []).map(({ field }) => field)]
    }
    expect(await refused({ gptPublicEndpoint: one.page })).toEqual([
      409,
      'publicEndpoint.slugTaken',
      'gptPublicEndpoint',
    ])
    await call(app, `${management}/${one.gptSystemId}/publicEndpoint`, {
      token: await app.token('admin'),
      method: 'DELETE',
    })
    expect(await refused({ gptPublicEndpoint: one.page })).toEqual([
      409,
      'publicEndpoint.slugReserved',
      'gptPublicEndpoint',
    ])
    // The agent itself can have its name back.
    expect((await setPage(app, one.gptSystemId, { gptPublicEndpoint: one.page })).status).toBe(200)
    for (const origin of [
      'https://example.com/path',
      'http://example.com',
      'https://example.com?x',
      'https://*.example.com',
      'https://example.com;script-src',
      'https://user@example.com',
      'javascript:alert(1)',
      'example.com',
      'null',
    ])
      expect([origin, ...(await refused({ allowedOrigins: [origin] }))]).toEqual([
        origin,
        400,
        'request.invalid',
        'allowedOrigins.0',
      ])
    const many = Array.from({ length: 51 }, (_, index) => `https://${index}.example.com`)
    expect(await refused({ allowedOrigins: many })).toEqual([400, 'request.invalid', 'allowedOrigins'])
    for (const name of ['ab', '-ab', 'ab-', 'Ab-c', 'a b', 'ä-b-c', 'x'.repeat(64)])
      expect((await refused({ gptPublicEndpoint: name }))[1]).toBe('request.invalid')
    const kept = await setPage(app, other.gptSystemId, {
      gptPublicEndpoint: other.page,
      allowedOrigins: ['HTTPS://Shop.Example.com/', 'http://localhost:3000', 'https://shop.example.com'],
    })
    expect(kept.body).toMatchObject({
      publicEndpoint: { allowedOrigins: ['https://shop.example.com', 'http://localhost:3000'] },
    })
  })

  test('[B2] answers only from libraries that can be used on public pages, and these stay so while it is on', async () => {
    const [closed, open] = [
      await newLibrary(app, 'closed.txt', 'The vault code is 4711.'),
      await publicLibrary(app, 'open.txt', 'The lighthouse of Vela is 41 metres tall.'),
    ]
    const gptSystemId = await publishAgent(app, 'Librarian', {}, [open, closed])
    const gptPublicEndpoint = `librarian-${randomUUID().slice(0, 8)}`
    await setPage(app, gptSystemId, { gptPublicEndpoint })
    expect((await stateOf(gptSystemId)).body.obstacles).toMatchObject([{ kind: 'LibraryNotPublic' }])
    const refused = await enablePage(app, gptSystemId)
    expect([refused.status, refused.body.code]).toEqual([409, 'publicEndpoint.library'])
    await setPublic(app, closed, true)
    expect((await enablePage(app, gptSystemId)).status).toBe(200)
    expect((await setPublic(app, closed, false)).body.code).toBe('dataSource.public')
    const visitor = await visit(app, gptPublicEndpoint)
    const { conversationId } = await askAsVisitor(app, visitor, 'What is the vault code?')
    const segments = await as<{ items: { answer: string }[] }>(visitor, `/${conversationId}/segments`)
    expect(segments.body.items[0]?.answer).toContain('4711')
    // A library that is withdrawn in another way stops answers with the next question.
    await sql`update data_source set may_be_public = false where data_source_id = ${closed}`.execute(db())
    const again = await askAsVisitor(app, visitor, 'What is the vault code?')
    const { body } = await as<{ items: { answer: string }[] }>(visitor, `/${again.conversationId}/segments`)
    expect(body.items[0]?.answer).not.toContain('4711')
    // Visitors aren’t told to add documents.
    expect(body.items[0]?.answer).not.toMatch(/library|Management/)
  })

  test('refuses a publication that would add a library that isn’t public', async () => {
    const closed = await newLibrary(app, 'private.txt', 'Private.')
    const { gptSystemId } = await newPage()
    const token = await app.token('admin')
    const draft = await call<{ configuration: { configStateId: string } }>(
      app,
      `${management}/${gptSystemId}/configurationStates`,
      { token, body: {} },
    )
    await call(app, `${management}/${gptSystemId}/ragDataSources`, { token, body: { dataSourceId: closed } })
    const publish = () =>
      call<Problem>(app, `${management}/${gptSystemId}/publishing`, {
        token,
        method: 'PUT',
        body: { gptSystemConfigurationStateId: draft.body.configuration.configStateId },
      })
    expect((await publish()).body.code).toBe('publicEndpoint.library')
    await enablePage(app, gptSystemId, false)
    expect((await publish()).status).toBe(200)
  })

  test('names itself in the agent’s own policy, and answers only as long as an active policy names it', async () => {
    const { gptSystemId, page } = await newPage()
    const subjects = async () =>
      (
        await sql<{ id: string }>`select s.subject_id as id from chat_access_policy_subject s
          join chat_access_policy p on p.id = s.policy_id
          where p.made_for_gpt_system_id = ${gptSystemId} and s.kind = 'PublicEndpoint'`.execute(db())
      ).rows.map(({ id }) => id)
    expect(await subjects()).toEqual([page])
    const visitor = await visit(app, page)
    const renamed = `${page}-new`
    await setPage(app, gptSystemId, { gptPublicEndpoint: renamed })
    expect(await subjects()).toEqual([renamed])
    expect((await ask({ ...visitor, page: renamed })).status).toBe(200)
    await sql`insert into chat_access_policy_subject (policy_id, kind) select id, 'EveryoneSignedIn'
      from chat_access_policy where made_for_gpt_system_id = ${gptSystemId}`.execute(db())
    await sql`update chat_access_policy set enabled = false where made_for_gpt_system_id = ${gptSystemId}`.execute(
      db(),
    )
    expect((await ask({ ...visitor, page: renamed })).body.code).toBe('publicChat.unavailable')
    expect((await call(app, `${base}/endpoints/${renamed}`)).status).toBe(404)
    expect((await stateOf(gptSystemId)).body.obstacles).toMatchObject([{ kind: 'PolicyInactive' }])
    await enablePage(app, gptSystemId, false)
    expect((await enablePage(app, gptSystemId)).body.code).toBe('publicEndpoint.policy')
  })

  test('is set up only by people who can publish the agent and see its configuration', async () => {
    const { gptSystemId } = await newPage()
    const publisher = await person(app, { actions: ['GptSystemsPublish'] })
    const both = await person(app, { actions: ['GptSystemsPublish', 'GptSystemConfigurationsRead'] })
    expect((await stateOf(gptSystemId, publisher.token)).status).toBe(404)
    expect((await stateOf(gptSystemId, both.token)).status).toBe(200)
  })
})

describe('budgets', () => {
  /** All of a day's budget is released in its last hour only, so tests make the parts large enough. */
  const perHour = (messages: number) => messages * 24

  test('[R-6-001] limit each visitor, however often the secret is replaced, and say when to come back', async () => {
    const { gptSystemId, page } = await newPage({ visitorMessagesPerDay: 2 })
    const visitor = await visit(app, page)
    await askAsVisitor(app, visitor, 'One?')
    const { body } = await as<{ secret: string }>(visitor, `/sessions/${visitor.sessionIdentifier}/rotate`, {
      body: {},
    })
    const rotated = { ...visitor, token: asVisitor(body.secret) }
    await askAsVisitor(app, rotated, 'Two?')
    const refused = await ask(rotated, 'Three?')
    expect([refused.status, refused.body.code]).toEqual([429, 'publicChat.visitorLimit'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // No one else is refused for it.
    await askAsVisitor(app, await visit(app, page), 'Mine?')
    expect((await stateOf(gptSystemId)).body.usageToday).toMatchObject({
      messages: 3,
      visitors: 2,
      refusedByBudget: 1,
    })
  })

  test('[S11] [B5] are never exceeded by simultaneous visitors, in messages, tokens, or money', async () => {
    const hour = new Date().getUTCHours() + 1
    const { gptSystemId, page } = await newPage({ messagesPerDay: perHour(5) })
    const released = 5 * hour
    await sql`insert into usage_counter (scope, per, period_start, subject, messages)
      values (${`page:${gptSystemId}`}, 'Day', (now() at time zone 'UTC')::date, 'Pool', ${released - 5})`.execute(
      db(),
    )
    const visitors = await Promise.all(Array.from({ length: 12 }, () => visit(app, page)))
    const answers = await Promise.all(visitors.map((visitor) => ask(visitor)))
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'answered')).toHaveLength(5)
    expect(new Set(codes)).toEqual(new Set(['answered', 'publicChat.budget']))
    expect((await stateOf(gptSystemId)).body.usageToday.refusedByBudget).toBe(7)
  })

  test('[S11] reserve input and the longest answer, so that tokens are not exceeded', async () => {
    const gptSystemId = await publishAgent(app, 'Measured', { ...scripted, maxTokens: 1000 })
    const page = await publishPage(app, gptSystemId, { tokensPerDay: perHour(2500) })
    const hour = new Date().getUTCHours() + 1
    await sql`insert into usage_counter (scope, per, period_start, subject, tokens)
      values (${`page:${gptSystemId}`}, 'Day', (now() at time zone 'UTC')::date, 'Pool',
        ${perHour(2500) - 2500})`.execute(db())
    // Beyond what is released by now, unless the day is almost over.
    const visitors = await Promise.all(Array.from({ length: 6 }, () => visit(app, page)))
    // No answer ends before all are asked, because what one has used less than reserved leaves room for others.
    const decided = Promise.withResolvers<void>()
    let open = visitors.length
    const decide = () => {
      open -= 1
      if (open === 0) decided.resolve()
    }
    engine.play(async (writer) => {
      decide()
      await decided.promise
      writer.text('An answer.')
    })
    const answers = await Promise.all(
      visitors.map(async (visitor) => {
        const answer = await ask(visitor)
        if (answer.status !== 200) decide()
        return answer
      }),
    )
    const answered = answers.filter(({ status }) => status === 200).length
    expect(answered).toBe(hour === 24 ? 2 : 0)
    const { tokens = 0 } = (await stateOf(gptSystemId)).body.usageToday
    expect(tokens).toBeLessThanOrEqual(perHour(2500))
  })

  test('leave the owner’s tests out, which count for nothing', async () => {
    const { gptSystemId, page } = await newPage({ visitorMessagesPerDay: 1 })
    const tester = await visit(app, page, await app.token('admin'))
    for (const question of ['One?', 'Two?', 'Three?']) await askAsVisitor(app, tester, question)
    const details = await as(tester, `/gptSystemDetailsForConversation/${tester.sessionIdentifier}`)
    expect(details.body).toMatchObject({ isTest: true, quota: { messagesLeft: null } })
    expect((await stateOf(gptSystemId)).body.usageToday).toMatchObject({ messages: 0, visitors: 0 })
    // Someone who can't publish the agent is a visitor like any other.
    const anna = await visit(app, page, await app.token('anna'))
    await askAsVisitor(app, anna, 'One?')
    expect((await ask(anna)).body.code).toBe('publicChat.visitorLimit')
  })

  test('[R-1-001] are shown with the questions for which nothing was found, also to the visitor', async () => {
    const library = await publicLibrary(app, 'lights.txt', 'The lighthouse of Vela is 41 metres tall.')
    const gptSystemId = await publishAgent(app, `Agent ${randomUUID()}`, {}, [library])
    const page = await publishPage(app, gptSystemId, {})
    const visitor = await visit(app, page)
    const tester = await visit(app, page, await app.token('admin'))
    const unanswered = async (who: Visitor, question: string) => {
      const { conversationId } = await askAsVisitor(app, who, question)
      const { body } = await as<{ items: { isUnanswered?: boolean }[] }>(who, `/${conversationId}/segments`)
      return body.items.map(({ isUnanswered = false }) => isUnanswered)
    }
    expect(await unanswered(visitor, 'How tall is the lighthouse of Vela?')).toEqual([false])
    expect(await unanswered(visitor, 'Which biscuits do badgers prefer?')).toEqual([true])
    expect(await unanswered(tester, 'Which biscuits do badgers prefer?')).toEqual([true])
    expect((await stateOf(gptSystemId)).body.usageToday).toMatchObject({ messages: 2, unanswered: 1 })
  })

  test('need prices for money, and known networks for networks', async () => {
    const { gptSystemId, page } = await newPage()
    const refused = async (settings: object) =>
      (await setPage<Problem>(app, gptSystemId, { gptPublicEndpoint: page, ...settings })).body.code
    expect(await refused({ costPerDayUsd: 5 })).toBe('publicEndpoint.unpriced')
    expect(await refused({ networkMessagesPerDay: 100 })).toBe('publicEndpoint.networks')
  })
})

test('[S36] secrets and codes are random, and none opens a user’s calls', async () => {
  const { page } = await newPage()
  const visitors = await Promise.all(Array.from({ length: 50 }, () => visit(app, page)))
  const secrets = new Set(visitors.map(({ secret }) => secret))
  expect(secrets.size).toBe(50)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  const [first] = visitors
  expect((await call(app, '/api/internal/currentUser', { token: first?.secret ?? '' })).status).toBe(401)
  const stored = await sql<{ row: string }>`select s::text as row from public_session s`.execute(db())
  for (const { row } of stored.rows) for (const secret of secrets) expect(row).not.toContain(secret)
})

describe('a challenge', () => {
  const solve = ({ token, bits }: { token: string; bits: number }) => {
    for (let counter = 0; ; counter += 1) {
      const hash = createHash('sha256').update(`${token}:${counter}`).digest()
      if (leadingZeroBits(hash) >= bits) return { token, counter }
    }
  }
  const start = async (page: string, challengeAnswer?: object, token?: string) => {
    const { status, body } = await call<Problem>(app, `${base}/sessions/byGptPublicEndpoint/${page}`, {
      method: 'POST',
      body: challengeAnswer ? { challengeAnswer } : {},
      headers: { origin: app.origin },
      ...(token ? { token } : {}),
    })
    return [status, body.code]
  }
  const challengeOf = async (page: string) =>
    (await call<{ challenge: { token: string; bits: number } }>(app, `${base}/endpoints/${page}`)).body
      .challenge
  const refused = [400, 'publicChat.challenge']
  const started = [200, undefined]

  test('is solved before a session starts where a page demands it, each for one session of this page', async () => {
    const [{ page }, { page: other }] = [
      await newPage({ proofOfWorkBits: 8 }),
      await newPage({ proofOfWorkBits: 8 }),
    ]
    const challenge = await challengeOf(page)
    expect(challenge.bits).toBe(8)
    const answer = solve(challenge)
    const wrong = { token: challenge.token, counter: answer.counter + 1 }
    const isWrong =
      leadingZeroBits(createHash('sha256').update(`${wrong.token}:${wrong.counter}`).digest()) < 8
    expect(await start(page)).toEqual(refused)
    if (isWrong) expect(await start(page, wrong)).toEqual(refused)
    expect(await start(other, answer)).toEqual(refused)
    for (const token of ['', 'x', 'x.y', `${challenge.token}x`, challenge.token.replace('.', 'A.')])
      expect(await start(page, { token, counter: 0 })).toEqual(refused)
    expect(await start(page, answer)).toEqual(started)
    expect(await start(page, answer)).toEqual(refused)
    // Who tests the page needn't.
    expect(await start(page, undefined, await app.token('admin'))).toEqual(started)
  })
})
