import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, type JsonAnswer, openStream, textOf } from '../../../testing/client.ts'
import {
  changeSettings,
  engineKeyPath,
  searchKeyPath,
  settingsPath,
} from '../../../testing/instanceSettings.ts'
import { answering, type ScriptedProvider, startScriptedProvider } from '../../../testing/scriptedProvider.ts'

interface ShownKey {
  lastFour: string
  hasKey: boolean
  endpoint: string | null
  source: string
  lastTest: { outcome: string } | null
}
interface Refusal {
  code: string
  errors: { field: string }[]
}
interface Shown {
  languageEngine: string
  deploymentName: string
  purposes: string[]
  gone: boolean
  version: number
}

let app: TestApplication
let admin: string
let provider: ScriptedProvider
const answers: string[] = []

beforeAll(async () => {
  app = await startTestApplication({
    environment: {
      EGRESS_ALLOW: '127.0.0.1',
      ANTHROPIC_API_KEY: 'sk-of-the-environment-7788',
      ANTHROPIC_DEPLOYMENTS: 'claude-opus-4-1',
    },
  })
  admin = await app.token('admin')
})
afterAll(() => app?.remove())
beforeEach(async () => {
  provider = await startScriptedProvider()
})
afterEach(async () => {
  for (const languageEngine of ['OpenAI', 'OpenAICompatible', 'AzureOpenAI'])
    await send('DELETE', engineKeyPath, { languageEngine })
  await send('DELETE', searchKeyPath, {})
  await provider.close()
})

async function send<T = Refusal>(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<JsonAnswer<T>> {
  const answered = await call<T>(app, path, { token: admin, method, headers, ...(body ? { body } : {}) })
  answers.push(JSON.stringify(answered.body))
  return answered
}

const setKey = (input: object) =>
  send<Refusal & { apiKey: ShownKey }>('PUT', engineKeyPath, { languageEngine: 'OpenAI', ...input })
const testKey = (input: object = {}) =>
  send<Refusal & { lastTest: { outcome: string }; deployments: number | null }>(
    'POST',
    `${engineKeyPath}/test`,
    { languageEngine: 'OpenAI', ...input },
  )
const keyOf = async (languageEngine: string) =>
  (await send<{ items: ShownKey[] }>('GET', `${engineKeyPath}?languageEngine=${languageEngine}`)).body
    .items[0]
const deployments = async () =>
  (await send<{ items: Shown[] }>('GET', `${settingsPath}/deployments`)).body.items.filter(
    ({ languageEngine }) => languageEngine === 'OpenAI',
  )
const setDeployment = (name: string, version: number, input: object) =>
  send<Refusal & Shown>(
    'PUT',
    `${settingsPath}/deployments/${encodeURIComponent(name)}`,
    { languageEngine: 'OpenAI', approved: false, ...input },
    { 'if-match': `"${version}"` },
  )
const secretOf = () => `sk-planted-${randomUUID()}`

describe('a language model provider’s API key', () => {
  test('[R-1-025] [R-3-093] [R-7-114] is set, shown by its last four characters, and deleted', async () => {
    const apiKey = secretOf()
    expect(await keyOf('OpenAI')).toBeUndefined()
    const set = await setKey({ apiKey, endpoint: provider.baseUrl })
    expect(set.body.apiKey).toEqual({
      languageEngine: 'OpenAI',
      lastFour: apiKey.slice(-4),
      hasKey: true,
      endpoint: provider.baseUrl,
      source: 'Screen',
      lastTest: null,
    })
    expect(await keyOf('OpenAI')).toEqual(set.body.apiKey)
    expect((await send('DELETE', engineKeyPath, { languageEngine: 'OpenAI' })).status).toBe(204)
    expect(await keyOf('OpenAI')).toBeUndefined()
    const gone = await send('DELETE', engineKeyPath, { languageEngine: 'OpenAI' })
    expect([gone.status, gone.body.code]).toEqual([409, 'apiKey.none'])
  })

  test('is used for answers immediately, and no longer once it is deleted', async () => {
    const apiKey = secretOf()
    await setKey({ apiKey, endpoint: provider.baseUrl })
    await setDeployment('house-model', 0, { purposes: ['Chat'] })
    provider.play(answering('From the new key.'))
    const gptSystemId = await publishAgent(app, 'Asked', {
      languageEngine: 'OpenAI',
      deploymentName: 'house-model',
    })
    const ask = async () => {
      const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
        token: admin,
        body: { question: 'What is new?' },
      })
      await stream.ended
      return { text: textOf(stream.events), raw: stream.raw() }
    }
    expect((await ask()).text).toBe('From the new key.')
    expect(provider.calls.at(-1)?.headers.authorization).toBe(`Bearer ${apiKey}`)
    const next = secretOf()
    await setKey({ apiKey: next, endpoint: provider.baseUrl })
    await ask()
    expect(provider.calls.at(-1)?.headers.authorization).toBe(`Bearer ${next}`)
    await send('DELETE', engineKeyPath, { languageEngine: 'OpenAI' })
    const before = provider.calls.length
    expect((await ask()).raw).toContain('engine.notConfigured')
    expect(provider.calls.length).toBe(before)
  })

  test('[A64] is never sent to a host other than the one it was entered for', async () => {
    const apiKey = secretOf()
    const elsewhere = await startScriptedProvider()
    try {
      await setKey({ apiKey, endpoint: provider.baseUrl })
      for (const endpoint of [elsewhere.baseUrl, 'https://api.example.com/v1', null]) {
        const refused = await setKey({ endpoint })
        expect([refused.status, refused.body.code, refused.body.errors[0]?.field]).toEqual([
          400,
          'apiKey.needed',
          'apiKey',
        ])
      }
      // A different path on the same host is still the same host.
      expect((await setKey({ endpoint: `${provider.origin}/v2` })).status).toBe(200)
      // Someone with write access to the database changes the URL: the key is not sent there.
      await sql`update api_key set endpoint = ${elsewhere.baseUrl}`.execute(app.platform.database.db)
      const moved = await testKey()
      expect([moved.status, moved.body.code]).toEqual([409, 'apiKey.none'])
      expect([...elsewhere.gets, ...elsewhere.calls]).toEqual([])
    } finally {
      await elsewhere.close()
    }
  })

  test('needs a host, and https unless the operator has named the host', async () => {
    const apiKey = secretOf()
    const azure = await setKey({ languageEngine: 'AzureOpenAI', apiKey })
    expect([azure.body.code, azure.body.errors[0]?.field]).toEqual(['apiKey.endpointNeeded', 'endpoint'])
    const open = await setKey({ apiKey, endpoint: 'http://api.example.com/v1' })
    expect([open.body.code, open.body.errors[0]?.field]).toEqual(['apiKey.endpointInsecure', 'endpoint'])
    for (const endpoint of ['https://u:p@example.com', 'https://example.com?k=v', 'file:///etc/passwd', 'x'])
      expect((await setKey({ apiKey, endpoint })).body.code).toBe('request.invalid')
    for (const odd of ['with space', 'line\nbreak', 'schlüssel', ''])
      expect((await setKey({ apiKey: odd })).body.code).toBe('request.invalid')
  })

  test('from the environment takes precedence, is shown as such, and can’t be changed on the page', async () => {
    expect(await keyOf('Anthropic')).toMatchObject({ source: 'Environment', lastFour: '7788', hasKey: true })
    const input = { languageEngine: 'Anthropic', apiKey: secretOf() }
    for (const refused of [
      await setKey(input),
      await send('DELETE', engineKeyPath, { languageEngine: 'Anthropic' }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'apiKey.fixed'])
  })

  test('is stored intact if two administrators set it at once: one of the two', async () => {
    const keys = [secretOf(), secretOf(), secretOf(), secretOf()]
    const set = await Promise.all(keys.map((apiKey) => setKey({ apiKey, endpoint: provider.baseUrl })))
    expect(set.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    provider.list(['gpt-4o'])
    expect((await testKey()).body.lastTest.outcome).toBe('Ok')
    const used = keys.find((apiKey) => provider.gets.at(-1)?.headers.authorization === `Bearer ${apiKey}`)
    expect((await keyOf('OpenAI'))?.lastFour).toBe(used?.slice(-4))
  })

  test('a test result does not apply to a key that replaced the tested one in the meantime', async () => {
    await setKey({ apiKey: secretOf(), endpoint: provider.baseUrl })
    provider.play({ silent: true, actions: [] })
    const tested = testKey({ deploymentName: 'slow' })
    await expect.poll(() => provider.calls.length).toBeGreaterThan(0)
    await setKey({ apiKey: secretOf(), endpoint: provider.baseUrl })
    expect((await tested).status).toBe(412)
    expect((await keyOf('OpenAI'))?.lastTest).toBe(null)
  })
})

describe('testing an API key', () => {
  beforeEach(async () => {
    await setKey({ apiKey: secretOf(), endpoint: provider.baseUrl })
  })

  test.each([
    [401, 'KeyRefused'],
    [403, 'KeyRefused'],
    [402, 'NoCredit'],
    [429, 'Busy'],
    [500, 'Failed'],
  ])('[S42] maps the provider’s response %i to %s, without the provider’s words', async (status, outcome) => {
    provider.list(status)
    const { status: answered, body } = await testKey()
    expect([answered, body.lastTest.outcome]).toEqual([200, outcome])
    expect(JSON.stringify(body)).not.toContain('words of the provider')
    expect((await keyOf('OpenAI'))?.lastTest?.outcome).toBe(outcome)
  })

  test('without a list asks a known deployment, and reports if one is needed', async () => {
    const languageEngine = 'OpenAICompatible'
    await setKey({ languageEngine, endpoint: provider.baseUrl })
    expect((await testKey({ languageEngine })).body).toMatchObject({
      lastTest: { outcome: 'DeploymentNeeded' },
      deployments: null,
    })
    provider.play(answering('ready'))
    expect((await testKey({ languageEngine, deploymentName: 'local' })).body.lastTest.outcome).toBe('Ok')
    expect(provider.calls.at(-1)?.headers.authorization).toBeUndefined()
  })

  test('with a named deployment asks it for a word, and reports if it does not exist', async () => {
    provider.list(['gpt-4o'])
    provider.play(answering('ready'))
    expect((await testKey({ deploymentName: 'gpt-4o' })).body.lastTest.outcome).toBe('Ok')
    expect(provider.calls.at(-1)?.body).toMatchObject({ model: 'gpt-4o' })
    provider.play({ status: 404, headers: { 'content-type': 'application/json' }, actions: [] })
    expect((await testKey({ deploymentName: 'not-there' })).body.lastTest.outcome).toBe('NoDeployment')
  })

  test('[A62] reports that nothing listens, or that the host is not allowed', async () => {
    await setKey({ apiKey: secretOf(), endpoint: 'http://127.0.0.1:1/v1' })
    expect((await testKey()).body.lastTest.outcome).toBe('Unreachable')
    await setKey({ apiKey: secretOf(), endpoint: 'https://10.0.0.1/v1' })
    expect((await testKey()).body.lastTest.outcome).toBe('HostRefused')
  })

  test('without a key is refused', async () => {
    const { status, body } = await testKey({ languageEngine: 'AzureOpenAI' })
    expect([status, body.code]).toEqual([409, 'apiKey.none'])
  })

  test('[R-1-026] [R-3-095] [R-7-115] adds the deployments in the provider’s list, and marks those that are gone', async () => {
    provider.list(['gpt-4o', 'text-embedding-3-small', 'tts-1'])
    expect((await testKey()).body.deployments).toBe(3)
    const named = async () =>
      (await deployments()).map(({ deploymentName, purposes, gone }) => [deploymentName, purposes, gone])
    expect(await named()).toEqual(
      expect.arrayContaining([
        ['gpt-4o', ['Chat'], false],
        ['text-embedding-3-small', ['Embedding'], false],
        ['tts-1', ['Speech'], false],
      ]),
    )
    const chosen = { languageEngine: 'OpenAI', deploymentName: 'gpt-4o' }
    expect((await changeSettings(app, { defaultChatDeployment: chosen })).status).toBe(200)
    // A deployment in use stays and is marked as gone; an unused one is deleted.
    provider.list(['gpt-5'])
    await testKey()
    expect(await named()).toEqual(
      expect.arrayContaining([
        ['gpt-4o', ['Chat'], true],
        ['gpt-5', ['Chat'], false],
      ]),
    )
    expect((await deployments()).map(({ deploymentName }) => deploymentName)).not.toContain('tts-1')
    await changeSettings(app, { defaultChatDeployment: null })
  })
})

test('a new agent uses the best deployment of a provider that passed its test, and the built-in engine without one', async () => {
  const created = async () =>
    (
      await call<{ configuration: { languageEngine: string; deploymentName: string | null } }>(
        app,
        '/api/internal/gptSystems/system/management',
        { token: admin, body: { name: 'Assistant' } },
      )
    ).body.configuration
  provider.list(['gpt-3.5-turbo', 'gpt-4.1-mini', 'gpt-4.1', 'gpt-4o'])
  await setKey({ apiKey: secretOf(), endpoint: provider.baseUrl })
  expect(await created()).toMatchObject({ languageEngine: 'BuiltIn', deploymentName: null })
  await testKey()
  expect(await created()).toMatchObject({ languageEngine: 'OpenAI', deploymentName: 'gpt-4.1' })
  const chosen = { languageEngine: 'OpenAI', deploymentName: 'gpt-4o' }
  await changeSettings(app, { defaultChatDeployment: chosen })
  expect(await created()).toMatchObject(chosen)
  await changeSettings(app, { defaultChatDeployment: null })
  await setKey({ apiKey: secretOf(), endpoint: 'https://10.0.0.1/v1' })
  await testKey()
  expect(await created()).toMatchObject({ languageEngine: 'BuiltIn', deploymentName: null })
})

describe('deployments', () => {
  beforeEach(async () => {
    await setKey({ apiKey: secretOf(), endpoint: provider.baseUrl })
  })

  test('are added by hand, under any allowed name, if the provider has no list, and removed again', async () => {
    const name = `openai/model:${randomUUID().slice(0, 8)}`
    const added = await setDeployment(name, 0, { purposes: ['Chat'] })
    expect(added.body).toMatchObject({
      deploymentName: name,
      purposes: ['Chat'],
      source: 'Screen',
      version: 1,
    })
    const approved = await setDeployment(name, 1, { purposes: ['Chat', 'Judge'], approved: true })
    expect(approved.body).toMatchObject({ purposes: ['Chat', 'Judge'], approved: true, version: 2 })
    const stale = await setDeployment(name, 1, { purposes: [] })
    expect([stale.status, stale.body.code]).toEqual([412, 'request.stale'])
    await setDeployment(name, 2, { purposes: [] })
    expect((await deployments()).map(({ deploymentName }) => deploymentName)).not.toContain(name)
    const odd = await setDeployment('a b', 0, { purposes: ['Chat'] })
    expect(odd.status).toBe(400)
    const unknown = await send<Refusal>(
      'PUT',
      `${settingsPath}/deployments/x`,
      { languageEngine: 'AzureOpenAI', approved: false, purposes: ['Chat'] },
      { 'if-match': '"0"' },
    )
    expect([unknown.status, unknown.body.code]).toEqual([404, 'deployment.notFound'])
  })

  test('the default for chats is used for new agents as long as it exists', async () => {
    const name = `default-${randomUUID().slice(0, 8)}`
    await setDeployment(name, 0, { purposes: ['Chat'] })
    const chosen = { languageEngine: 'OpenAI', deploymentName: name }
    await changeSettings(app, { defaultChatDeployment: chosen })
    const created = async () => {
      const system = await send<{ configuration: object }>(
        'POST',
        '/api/internal/gptSystems/system/management',
        {
          name: 'New',
        },
      )
      await sql`update gpt_system set deleted_at = now() where gpt_system_type = 'User'`.execute(
        app.platform.database.db,
      )
      const own = await send<{ configuration: object }>('POST', '/api/internal/configStates', {
        gptSystemType: 'User',
      })
      return [system.body.configuration, own.body.configuration]
    }
    for (const configuration of await created()) expect(configuration).toMatchObject(chosen)
    await send('DELETE', engineKeyPath, { languageEngine: 'OpenAI' })
    for (const configuration of await created())
      expect(configuration).toMatchObject({ languageEngine: 'BuiltIn', deploymentName: null })
    await changeSettings(app, { defaultChatDeployment: null })
  })

  test('one without chats as a use is not offered to agents', async () => {
    const name = `images-${randomUUID().slice(0, 8)}`
    await setDeployment(name, 0, { purposes: ['Image'] })
    const refused = await changeSettings(app, {
      defaultChatDeployment: { languageEngine: 'OpenAI', deploymentName: name },
    })
    expect(refused.status).toBe(400)
  })
})

describe('the search API key', () => {
  test('[R-1-024] [R-3-094] [R-7-113] is set, shown by its last four characters, tested, and deleted', async () => {
    const apiKey = secretOf()
    const set = await send<{ apiKey: ShownKey }>('PUT', searchKeyPath, {
      provider: 'Brave',
      apiKey,
      endpoint: `${provider.origin}/search`,
    })
    expect(set.body.apiKey).toMatchObject({ provider: 'Brave', lastFour: apiKey.slice(-4), hasKey: true })
    expect((await send('GET', searchKeyPath)).body).toEqual(set.body)
    provider.list([])
    const tried = await send<{ lastTest: { outcome: string } }>('POST', `${searchKeyPath}/test`, {})
    expect(tried.body.lastTest.outcome).toBe('Ok')
    expect(provider.gets.at(-1)).toMatchObject({
      url: '/search?q=test&count=1',
      headers: { 'x-subscription-token': apiKey },
    })
    provider.list(401)
    const refused = await send<{ lastTest: { outcome: string } }>('POST', `${searchKeyPath}/test`, {})
    expect(refused.body.lastTest.outcome).toBe('KeyRefused')
    expect((await send('DELETE', searchKeyPath, {})).status).toBe(204)
    expect((await send('GET', searchKeyPath)).body).toEqual({ apiKey: null })
  })

  test('exists only once: another provider replaces it, but never reuses its key', async () => {
    await send('PUT', searchKeyPath, { provider: 'Tavily', apiKey: secretOf() })
    const kept = await send('PUT', searchKeyPath, { provider: 'Brave' })
    expect([kept.status, kept.body.code]).toEqual([400, 'apiKey.needed'])
    await send('PUT', searchKeyPath, { provider: 'Brave', apiKey: secretOf() })
    expect((await send('GET', searchKeyPath)).body).toMatchObject({ apiKey: { provider: 'Brave' } })
    const { rows } = await sql`select from api_key where kind = 'SearchApiKey'`.execute(
      app.platform.database.db,
    )
    expect(rows).toHaveLength(1)
  })
})

test('[R-1-024] [R-1-025] [A36] [A37] [A40] [S3] a planted key appears in no response, audit entry, log line, or byte of the database', async () => {
  const planted = `sk-planted-${randomUUID()}`
  await setKey({ apiKey: planted, endpoint: provider.baseUrl })
  await send('PUT', searchKeyPath, { provider: 'Brave', apiKey: planted })
  provider.list(401)
  await testKey()
  provider.play({ status: 500, actions: [{ write: JSON.stringify({ error: { message: planted } }) }] })
  provider.list(['gpt-4o'])
  await testKey({ deploymentName: 'gpt-4o' })
  // Refusals don't include the refused value.
  await setKey({ apiKey: planted, endpoint: 'http://api.example.com' })
  await setKey({ apiKey: `${planted} and more` })
  await send('PUT', engineKeyPath, {
    languageEngine: 'OpenAI',
    [planted.replaceAll('-', '')]: planted,
    apiKey: planted,
  })
  await send('GET', settingsPath)
  await keyOf('OpenAI')
  const { db } = app.platform.database
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db)
  const stored: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
    stored.push(...rows.map(({ row }) => row))
  }
  expect(stored.filter((row) => row.includes(planted))).toEqual([])
  const told = await sql<{ changes: string }>`select changes::text as changes from audit_entry
    where entity_id = 'LanguageModelProviderApiKey/OpenAI'`.execute(db)
  expect(told.rows.some(({ changes }) => changes.includes(`"${planted.slice(-4)}"`))).toBe(true)
  expect(answers.filter((text) => text.includes(planted))).toEqual([])
  expect(app.logged.filter((line) => line.includes(planted))).toEqual([])
  const [entry] = await app.platform.audit.entriesOf('ApiKey', 'LanguageModelProviderApiKey/OpenAI', {
    before: null,
    limit: 1,
  })
  expect(entry?.verb).toBe('test')
})
