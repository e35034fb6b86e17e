import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userIdOf, usersPath } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, type OpenStream, openStream } from '../../testing/client.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import {
  authorize,
  discover,
  follow,
  generateToken,
  requestTokens,
  type SignedIn,
  signInOverHttp,
} from '../../testing/signIn.ts'

const RIGHTS_CHECK_MS = 500
/** ID tokens state their issue time in whole seconds. */
const SECOND_MS = 1100
const engine = createScriptedEngine()
let app: TestApplication
let agentId: string
beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted' },
    rightsCheckMs: RIGHTS_CHECK_MS,
  })
  const state = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
  agentId = await publishAgent(app, 'Scripted', state)
})
afterAll(() => app?.remove())

/** Opens an answer that continues until the stream is closed. */
async function openAnswer(token: string): Promise<OpenStream> {
  engine.play(async (writer, signal) => {
    writer.text('It begins')
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  })
  const path = `/api/internal/userConversations/byGptSystemId/${agentId}`
  const stream = await openStream(app, path, { token, body: { question: 'A question without an end' } })
  await stream.until((event) => event.event === 'response-updated')
  return stream
}

const statusOf = async (token: string) => (await call(app, '/api/internal/currentUser', { token })).status

/** Checks what still works for someone who was signed in; empty if each part is refused. */
async function whatIsLeft({ token, idToken, accessToken, refreshToken, cookies }: SignedIn) {
  const silent = await authorize(app, cookies, { prompt: 'none' })
  const { authority } = await discover(app)
  const graph = await fetch(`${authority}/v1.0/me`, { headers: { authorization: `Bearer ${accessToken}` } })
  const refresh = await requestTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken }).then(
    () => 'renewed',
    (error: Error) => /invalid_grant/.exec(error.message)?.[0],
  )
  return {
    product: await statusOf(token),
    exchange: (await generateToken(app, idToken)).status,
    silent: new URLSearchParams(new URL(silent.url).hash.slice(1)).get('error'),
    refresh,
    graph: graph.status,
  }
}
const nothing = {
  product: 401,
  exchange: 401,
  silent: 'login_required',
  refresh: 'invalid_grant',
  graph: 401,
}

describe('ending sessions', () => {
  test('[S29] an administrator ends someone’s sessions: tokens, renewals, and open streams end, and the password signs in again', async () => {
    const signedIn = await signInOverHttp(app, 'anna')
    const other = await signInOverHttp(app, 'anna')
    const bystander = await signInOverHttp(app, 'ben')
    const stream = await openAnswer(signedIn.token)
    const kept = await openAnswer(bystander.token)
    await wait(SECOND_MS)
    const ended = await call(app, `${usersPath}/${await userIdOf(app, 'anna')}/sessions`, {
      token: await app.token('admin'),
      method: 'DELETE',
    })
    expect(ended.status).toBe(204)
    expect(await statusOf(signedIn.token)).toBe(401)
    const begun = performance.now()
    await stream.ended.catch(() => undefined)
    expect(performance.now() - begun).toBeLessThan(RIGHTS_CHECK_MS * 10)
    expect(await whatIsLeft(signedIn)).toEqual(nothing)
    expect(await whatIsLeft(other)).toEqual(nothing)
    expect(await statusOf(bystander.token)).toBe(200)
    expect(await Promise.race([kept.ended, wait(RIGHTS_CHECK_MS * 2, 'goes on')])).toBe('goes on')
    kept.close()
    expect(await statusOf((await signInOverHttp(app, 'anna')).token)).toBe(200)
  })

  test('[A27] [S29] someone is disabled: the same, and no password works until they are enabled', async () => {
    const signedIn = await signInOverHttp(app, 'chloe')
    const stream = await openAnswer(signedIn.token)
    const userId = await userIdOf(app, 'chloe')
    const token = await app.token('admin')
    const disable = (disabled: boolean) =>
      call(app, `${usersPath}/${userId}/disabled`, { token, method: 'PUT', body: { disabled } })
    await wait(SECOND_MS)
    expect((await disable(true)).status).toBe(200)
    expect([401, 403]).toContain(await statusOf(signedIn.token))
    await stream.ended.catch(() => undefined)
    const left = await whatIsLeft(signedIn)
    expect([401, 403]).toContain(left.exchange)
    // The product's endpoints report the reason: the person is disabled.
    expect({ ...left, exchange: 401 }).toEqual({ ...nothing, product: 403 })
    await expect(signInOverHttp(app, 'chloe')).rejects.toThrow('401')
    await disable(false)
    expect(await whatIsLeft(signedIn)).toEqual(nothing)
    expect(await statusOf((await signInOverHttp(app, 'chloe')).token)).toBe(200)
  })

  test('someone signs out: this browser’s session ends, here and at the directory, and no other', async () => {
    const here = await signInOverHttp(app, 'ben')
    const there = await signInOverHttp(app, 'ben')
    const stream = await openAnswer(here.token)
    await wait(SECOND_MS)
    const path = '/api/internal/currentUser/sessions/current'
    expect((await call(app, path, { token: here.token, method: 'DELETE' })).status).toBe(204)
    expect(await statusOf(here.token)).toBe(401)
    expect((await generateToken(app, here.idToken)).status).toBe(401)
    const { end_session_endpoint: address } = await discover(app)
    const query = new URLSearchParams({
      id_token_hint: here.idToken,
      post_logout_redirect_uri: `${app.origin}/redirect.html`,
    })
    await follow(app, here.cookies, `${address}?${query}`)
    await stream.ended.catch(() => undefined)
    expect(await whatIsLeft(here)).toEqual(nothing)
    expect(await statusOf(there.token)).toBe(200)
    expect((await generateToken(app, there.idToken)).status).toBe(200)
  })
})

test('[A27] open streams within the application are checked twice a minute: they end within 60 s', async () => {
  const { RIGHTS_CHECK_MS: ownMs } = await import('../../platform/streaming/sinks.ts')
  expect(ownMs).toBeLessThanOrEqual(30_000)
})
