import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { freshDatabase } from '../../testing/databases.ts'
import { engineKeyPath, readSettings, searchKeyPath, settingsPath } from '../../testing/instanceSettings.ts'

const flagsPath = '/api/internal/featureFlags'
const WITHIN_MS = 5_000

const setFlag = async (app: TestApplication, name: string, enabled: boolean) =>
  call(app, `${flagsPath}/${name}`, { token: await app.token('admin'), method: 'PUT', body: { enabled } })

async function flagsOf(app: TestApplication): Promise<Record<string, boolean>> {
  const { body } = await call<{ items: { name: string; enabled: boolean }[] }>(app, flagsPath)
  return Object.fromEntries(body.items.map(({ name, enabled }) => [name, enabled]))
}

const begin = async (app: TestApplication) =>
  call<{ code: string }>(app, '/api/internal/configStates', {
    token: await app.token('anna'),
    body: { gptSystemType: 'User' },
  })

describe('a feature flag', () => {
  let app: TestApplication
  beforeAll(async () => {
    app = await startTestApplication({
      environment: { FEATURE_FLAGS: 'ShowFooter=false,AllowPublicEndpoints' },
    })
  })
  afterAll(() => app?.remove())

  test('[R-3-101] AllowUserCreatedGptSystems takes effect with the next request, on and off', async () => {
    for (const enabled of [false, true, false, true]) {
      expect((await setFlag(app, 'AllowUserCreatedGptSystems', enabled)).status).toBe(200)
      const { status, body } = await begin(app)
      expect([status, body.code]).toEqual(enabled ? [200, undefined] : [403, 'agent.personalOff'])
      expect((await flagsOf(app)).AllowUserCreatedGptSystems).toBe(enabled)
    }
  })

  test('[R-3-099] ShowFooter set on the page overrides the configuration', async () => {
    expect((await flagsOf(app)).ShowFooter).toBe(false)
    await setFlag(app, 'ShowFooter', true)
    expect((await flagsOf(app)).ShowFooter).toBe(true)
  })

  test('is one of a fixed set and shows where its value comes from; some are hidden from users', async () => {
    const { status } = await setFlag(app, 'AllowEverything', true)
    expect(status).toBe(400)
    const { body } = await call<{ featureFlags: { name: string; client: boolean; source: string }[] }>(
      app,
      settingsPath,
      { token: await app.token('admin') },
    )
    expect(body.featureFlags).toHaveLength(7)
    expect(body.featureFlags).toContainEqual({
      name: 'AllowPublicEndpoints',
      enabled: true,
      client: false,
      source: 'Environment',
    })
    expect(body.featureFlags).toContainEqual({
      name: 'ShowFooter',
      enabled: true,
      client: true,
      source: 'Screen',
    })
    const told = body.featureFlags.filter(({ client }) => client).map(({ name }) => name)
    expect(Object.keys(await flagsOf(app))).toEqual(told)
  })

  test('[R-3-098] is recorded with its previous value', async () => {
    await setFlag(app, 'ShowFooter', true)
    await setFlag(app, 'ShowFooter', false)
    const [entry] = await app.platform.audit.entriesOf('FeatureFlag', 'ShowFooter', {
      before: null,
      limit: 1,
    })
    expect(entry).toMatchObject({
      verb: 'set',
      changes: [{ field: 'enabled', before: true, after: false }],
    })
  })

  test('[R-3-100] with ShowInstanceSettingsPage off, every call of the page returns 403 until it is turned on again', async () => {
    const token = await app.token('admin')
    const ifMatch = { 'if-match': '"1"' }
    const settings = {
      ...{ name: 'x', organizationName: 'x', releaseNotesUrl: null, errorReportingDsn: null },
      ...{
        personalAgentLimit: 1,
        peopleSearch: 'All',
        memoryAllowed: false,
        readsNeedApproval: false,
        dataExportsAllowed: true,
        selfErasureAllowed: false,
        defaultChatDeployment: null,
        helperDeployment: null,
        embeddingDeployment: null,
        imageDeployment: null,
        transcriptionDeployment: null,
        speechDeployment: null,
        speechVoice: 'alloy',
        limits: [],
      },
    }
    const engine = { languageEngine: 'OpenAI' }
    const calls: [path: string, method: 'GET' | 'PUT' | 'POST' | 'DELETE', body?: object][] = [
      [settingsPath, 'GET'],
      [settingsPath, 'PUT', settings],
      [searchKeyPath, 'GET'],
      [searchKeyPath, 'PUT', { provider: 'Brave', apiKey: 'k' }],
      [searchKeyPath, 'DELETE', {}],
      [`${searchKeyPath}/test`, 'POST', {}],
      [engineKeyPath, 'GET'],
      [engineKeyPath, 'PUT', { ...engine, apiKey: 'k' }],
      [engineKeyPath, 'DELETE', engine],
      [`${engineKeyPath}/test`, 'POST', engine],
      [`${settingsPath}/deployments`, 'GET'],
      [`${settingsPath}/deployments/x`, 'PUT', { ...engine, approved: true, purposes: [] }],
      [`${settingsPath}/tools`, 'GET'],
      [`${settingsPath}/tools/Vision`, 'PUT', { enabled: true, approved: true }],
    ]
    await setFlag(app, 'ShowInstanceSettingsPage', false)
    for (const [path, method, body] of calls) {
      const refused = await call<{ code: string }>(app, path, {
        token,
        method,
        headers: ifMatch,
        ...(body ? { body } : {}),
      })
      expect([method, path, refused.status, refused.body.code]).toEqual([
        method,
        path,
        403,
        'instanceSettings.off',
      ])
    }
    expect((await setFlag(app, 'ShowInstanceSettingsPage', true)).status).toBe(200)
    expect((await call(app, settingsPath, { token })).status).toBe(200)
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('two processes on one database', () => {
  let one: TestApplication
  let other: TestApplication
  beforeAll(async () => {
    const databaseUrl = await freshDatabase()
    one = await startTestApplication({ databaseUrl })
    other = await startTestApplication({ databaseUrl })
  })
  afterAll(async () => {
    await other?.remove()
    await one?.remove()
  })

  test('[S33] the other process sees a flag, a name, and a key within five seconds', async () => {
    const [ours, theirs] = await Promise.all([one.token('admin'), other.token('admin')])
    const { input, version } = await readSettings(other)
    // Accepted only by a process whose engines know the new key and its deployment.
    const chosen = () =>
      call(other, settingsPath, {
        token: theirs,
        method: 'PUT',
        body: {
          ...input,
          defaultChatDeployment: { languageEngine: 'OpenAI', deploymentName: 'gpt-4o' },
        },
        headers: { 'if-match': `"${version}"` },
      })
    // It has cached everything before, so only a notification can update it.
    expect([(await flagsOf(other)).ShowFooter, (await chosen()).status]).toEqual([true, 400])
    await setFlag(one, 'ShowFooter', false)
    const set = await call(one, engineKeyPath, {
      token: ours,
      method: 'PUT',
      body: { languageEngine: 'OpenAI', apiKey: 'a-key-of-this-test' },
    })
    expect(set.status).toBe(200)
    await call(one, `${settingsPath}/deployments/gpt-4o`, {
      token: ours,
      method: 'PUT',
      body: { languageEngine: 'OpenAI', approved: false, purposes: ['Chat'] },
      headers: { 'if-match': '"0"' },
    })
    const begun = performance.now()
    await expect.poll(async () => (await chosen()).status, { timeout: WITHIN_MS }).toBe(200)
    await expect.poll(async () => (await flagsOf(other)).ShowFooter, { timeout: WITHIN_MS }).toBe(false)
    expect(performance.now() - begun).toBeLessThan(WITHIN_MS)
  })
})
