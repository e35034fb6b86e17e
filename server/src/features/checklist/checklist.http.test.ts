import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteBackup } from '../../platform/backup/lastBackup.ts'
import { backUpTo, installationOf } from '../../platform/backup/testing/installations.ts'
import { createPolicy, policiesPath, userIdOf } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { createBrand } from '../../testing/brands.ts'
import { call } from '../../testing/client.ts'
import { changeSettings, engineKeyPath, settingsPath } from '../../testing/instanceSettings.ts'
import { type ScriptedProvider, startScriptedProvider } from '../../testing/scriptedProvider.ts'
import { signInOverHttp } from '../../testing/signIn.ts'
import type { Entry, Item } from './probe.ts'
import { reachOf } from './publicOrigin.ts'

const checklistPath = `${settingsPath}/checklist`
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-checklist-'))
let app: TestApplication
let provider: ScriptedProvider

beforeAll(async () => {
  app = await startTestApplication({ environment: { EGRESS_ALLOW: '127.0.0.1' } })
  provider = await startScriptedProvider()
})
afterAll(async () => {
  await app?.remove()
  await provider?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', at: string, body?: object) {
  const token = await app.token('admin')
  return call<Record<string, unknown>>(app, at, { token, method, ...(body ? { body } : {}) })
}

async function entries(): Promise<Entry[]> {
  const { status, body } = await send('GET', checklistPath)
  expect(status).toBe(200)
  return body.items as Entry[]
}

/** Returns the entry of an item; undefined if the item does not apply. */
async function entry<I extends Item>(item: I): Promise<Extract<Entry, { item: I }> | undefined> {
  return (await entries()).find((one) => one.item === item) as Extract<Entry, { item: I }> | undefined
}

describe('the checklist', () => {
  test('is available to anyone who can read the settings, while their page is enabled', async () => {
    const refused = await call(app, checklistPath, { token: await app.token('anna') })
    expect(refused.status).toBe(403)
    const flag = '/api/internal/featureFlags/ShowInstanceSettingsPage'
    await send('PUT', flag, { enabled: false })
    const off = await send('GET', checklistPath)
    expect([off.status, off.body.code]).toEqual([403, 'instanceSettings.off'])
    await send('PUT', flag, { enabled: true })
    expect((await entries()).map(({ item }) => item)).toEqual([
      'Name',
      'Brand',
      'ProviderKey',
      'DefaultDeployment',
      'FirstAgent',
      'WhoMayUse',
      'PublicOrigin',
      'Durability',
      'LastBackup',
    ])
  })

  test('shows the name as open until it is changed', async () => {
    expect(await entry('Name')).toEqual({ item: 'Name', state: 'Open', facts: { name: 'Parlance' } })
    await changeSettings(app, { name: 'Halden Chat' })
    expect(await entry('Name')).toMatchObject({ state: 'Done', facts: { name: 'Halden Chat' } })
  })

  test('shows the brand as open until someone creates or changes one: the demo’s brands don’t count', async () => {
    expect(await entry('Brand')).toMatchObject({ state: 'Open', facts: { changed: false } })
    await createBrand(app)
    expect(await entry('Brand')).toMatchObject({ state: 'Done', facts: { changed: true } })
  })

  test('shows that no one else can reach a localhost origin', async () => {
    expect(await entry('PublicOrigin')).toEqual({
      item: 'PublicOrigin',
      state: 'Optional',
      facts: { origin: app.origin, reach: 'ThisComputer' },
    })
  })

  test('shows what a power loss would cost', async () => {
    const found = await entry('Durability')
    // The server of the tests runs without fsync, and the check detects that.
    expect(found).toMatchObject({
      state: 'Wrong',
      facts: { database: 'PostgreSQL', off: expect.arrayContaining(['fsync']) },
    })
  })
})

describe('/health/instance', () => {
  test('proves to holders of the key that it is this instance, and to no one else', async () => {
    expect(await reachOf(app.origin, app.config.secretKey)).toBe('Answers')
    expect(await reachOf(app.origin, Buffer.alloc(32, 9))).toBe('OtherAnswers')
    for (const query of ['', '?nonce=1', `?nonce=${'g'.repeat(32)}`, `?nonce=${'a'.repeat(32)}&nonce=b`])
      expect((await fetch(`${app.origin}/health/instance${query}`)).status).toBe(400)
  })
})

describe('the language model', () => {
  const languageEngine = 'OpenAI'
  const testKey = () => send('POST', `${engineKeyPath}/test`, { languageEngine })

  test('is optional; a key is open until its test succeeds, and wrong if the test fails', async () => {
    expect(await entry('ProviderKey')).toMatchObject({ state: 'Optional', facts: { keys: [] } })
    await send('PUT', engineKeyPath, {
      languageEngine,
      apiKey: 'sk-checklist-1234',
      endpoint: provider.baseUrl,
    })
    expect(await entry('ProviderKey')).toMatchObject({
      state: 'Open',
      facts: { keys: [{ languageEngine, lastTest: null }] },
    })
    provider.list(401)
    await testKey()
    expect(await entry('ProviderKey')).toMatchObject({
      state: 'Wrong',
      facts: { keys: [{ lastTest: { outcome: 'KeyRefused' } }] },
    })
    provider.list(['gpt-4o'])
    await testKey()
    expect((await entry('ProviderKey'))?.state).toBe('Done')
  })

  test('shows the default deployment as open until one is chosen, and wrong if it is gone or has no key', async () => {
    expect(await entry('DefaultDeployment')).toMatchObject({
      state: 'Open',
      facts: { hasProvider: true, chosen: null },
    })
    const chosen = { languageEngine, deploymentName: 'gpt-4o' }
    expect((await changeSettings(app, { defaultChatDeployment: chosen })).status).toBe(200)
    expect(await entry('DefaultDeployment')).toMatchObject({
      state: 'Done',
      facts: { chosen: { ...chosen, state: 'There' } },
    })
    provider.list(['gpt-5'])
    await testKey()
    expect(await entry('DefaultDeployment')).toMatchObject({
      state: 'Wrong',
      facts: { chosen: { state: 'Gone' } },
    })
    provider.list(['gpt-4o'])
    await testKey()
    expect((await entry('DefaultDeployment'))?.state).toBe('Done')
    await send('DELETE', engineKeyPath, { languageEngine })
    expect(await entry('DefaultDeployment')).toMatchObject({
      state: 'Wrong',
      facts: { hasProvider: false, chosen: { state: 'NotKnown' } },
    })
    await changeSettings(app, { defaultChatDeployment: null })
    expect((await entry('DefaultDeployment'))?.state).toBe('Optional')
  })
})

describe('agents', () => {
  async function policies(): Promise<{ chatAccessPolicyId: string }[]> {
    return (await send('GET', policiesPath)).body.items as { chatAccessPolicyId: string }[]
  }

  test('are open until one is published, and until an active policy grants one to someone', async () => {
    const management = '/api/internal/gptSystems/system/management'
    const { items } = (await send('GET', management)).body as { items: { gptSystemId: string }[] }
    for (const { gptSystemId } of items)
      await send('PUT', `${management}/${gptSystemId}/publishing`, { gptSystemConfigurationStateId: null })
    for (const { chatAccessPolicyId } of await policies())
      await send('DELETE', `${policiesPath}/${chatAccessPolicyId}`)
    expect(await entry('FirstAgent')).toMatchObject({ state: 'Open', facts: { published: 0 } })
    expect(await entry('WhoMayUse')).toMatchObject({ state: 'Open', facts: { published: 0, unused: null } })

    const gptSystemId = await publishAgent(app, 'First')
    expect(await entry('FirstAgent')).toMatchObject({ state: 'Done', facts: { published: 1 } })
    expect(await entry('WhoMayUse')).toMatchObject({
      state: 'Open',
      facts: { published: 1, usable: 0, unused: { gptSystemId, name: 'First' } },
    })

    const stateWith = async (input: Record<string, unknown>) => {
      const { status, body } = await createPolicy(app, {
        name: 'For the checklist',
        subjects: [{ kind: 'EveryoneSignedIn' }],
        gptSystems: [gptSystemId],
        ...input,
      })
      expect(status).toBe(200)
      const state = (await entry('WhoMayUse'))?.state
      await send('DELETE', `${policiesPath}/${body.chatAccessPolicyId}`)
      return state
    }
    const ben = await userIdOf(app, 'ben')
    expect(await stateWith({ enabled: false })).toBe('Open')
    expect(await stateWith({ validTo: '2020-01-01T00:00:00.000Z' })).toBe('Open')
    expect(await stateWith({})).toBe('Done')
    expect(await stateWith({ subjects: [{ kind: 'User', id: ben }] })).toBe('Done')
    await sql`update app_user set disabled = true where id = ${ben}::uuid`.execute(app.platform.database.db)
    expect(await stateWith({ subjects: [{ kind: 'User', id: ben }] })).toBe('Open')
  })
})

describe('groups', () => {
  test('appear once a policy names one; unknown groups are reported until the next sign-in', async () => {
    expect(await entry('DirectoryGroups')).toBeUndefined()
    const group = { kind: 'Group', id: '5c1b9f02-6a3d-4b77-8d10-0a1f6c2e9d01' }
    const created = await createPolicy(app, { name: 'Of a group', subjects: [group], gptSystems: 'All' })
    expect(created.status).toBe(200)
    const anna = await userIdOf(app, 'anna')
    const { db } = app.platform.database
    expect(await entry('DirectoryGroups')).toMatchObject({ state: 'Done', facts: { unknown: 0 } })
    await sql`update app_user set group_ids = null, groups_read_at = null where id = ${anna}::uuid`.execute(
      db,
    )
    expect(await entry('DirectoryGroups')).toMatchObject({ state: 'Warning', facts: { unknown: 1 } })
    await signInOverHttp(app, 'anna', 'parlance')
    expect(await entry('DirectoryGroups')).toMatchObject({ state: 'Done', facts: { unknown: 0 } })
    const readBefore = (interval: string) =>
      sql`update app_user set groups_read_at = last_seen_at - ${interval}::interval where id = ${anna}::uuid`.execute(
        db,
      )
    await readBefore('25 hours')
    expect((await entry('DirectoryGroups'))?.state).toBe('Warning')
    await readBefore('23 hours')
    expect((await entry('DirectoryGroups'))?.state).toBe('Done')
  })
})

describe('the last backup', () => {
  test('is open until there is one, and outdated after a week', async () => {
    expect(await entry('LastBackup')).toMatchObject({ state: 'Open', facts: { at: null, days: null } })
    const { noted } = await backUpTo(installationOf(app), path.join(folder, 'backup.tgz'))
    expect(noted).toBe(true)
    expect(await entry('LastBackup')).toMatchObject({ state: 'Done', facts: { days: 0, unsound: 0 } })
    const at = new Date(Date.now() - 8.5 * 86_400_000).toISOString()
    await noteBackup(app.dataDir, { at, unsound: 0 })
    expect(await entry('LastBackup')).toMatchObject({ state: 'Warning', facts: { at, days: 8 } })
    await noteBackup(app.dataDir, { at: new Date().toISOString(), unsound: 2 })
    expect(await entry('LastBackup')).toMatchObject({ state: 'Warning', facts: { unsound: 2 } })
  })

  test('is not checked, and not done, if its record can’t be read', async () => {
    writeFileSync(path.join(app.dataDir, 'last-backup.json'), '{"at":')
    expect(await entry('LastBackup')).toEqual({ item: 'LastBackup', state: 'Unknown', facts: null })
    expect(app.logged.some((line) => line.includes('checklist.unknown'))).toBe(true)
  })
})
