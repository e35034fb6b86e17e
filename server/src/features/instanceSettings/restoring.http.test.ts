import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { auditPath, type Entry, getEntry, newestEntry, restore } from '../../testing/auditLog.ts'
import { call } from '../../testing/client.ts'
import { changeSettings, readSettings, setDeployment, settingsPath } from '../../testing/instanceSettings.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'

let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: createScriptedEngine() },
    environment: { COMPATIBLE_DEPLOYMENTS: 'scripted,vendor/other' },
  })
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'scripted' }
const put = (path: string, body: object, version?: number) =>
  call<{ version: number }>(app, path, {
    token: admin,
    method: 'PUT',
    body,
    ...(version === undefined ? {} : { headers: { 'if-match': `"${version}"` } }),
  })
const setFlag = (name: string, enabled: boolean) => put(`/api/internal/featureFlags/${name}`, { enabled })
const settings = async () => (await readSettings(app)).input

describe('restoring', () => {
  test('works for the settings, back to no organization name, including limits and the default', async () => {
    const first = await settings()
    const limits = [{ kind: 'Messages', per: 'Day', amount: 5, counted: 'Pool' }]
    const changed = { name: 'Bad name', organizationName: 'Bad', limits, defaultChatDeployment: scripted }
    expect((await changeSettings(app, { ...changed, personalAgentLimit: 3 })).status).toBe(200)
    const bad = await newestEntry(app, 'instance')
    await changeSettings(app, { peopleSearch: 'All' })
    const seen = await getEntry(app, bad.auditEntryId)
    expect(seen.restore).toMatchObject({ refusal: null, leftOut: [], laterChanges: 1 })
    expect((await restore(app, seen)).status).toBe(200)
    expect(await settings()).toEqual(first)
    const change = await newestEntry(app, 'instance')
    expect(change).toMatchObject({ area: 'instanceSettings', verb: 'restore', reason: 'A mistake' })
    expect(change.changes).toContainEqual({ field: 'organizationName', before: 'Bad', after: null })
    // The restore is a change itself and takes effect immediately for everyone.
    expect((await restore(app, change)).status).toBe(200)
    expect(await settings()).toMatchObject({ ...changed, peopleSearch: 'All' })
    const shown = await call<{ name: string }>(app, '/api/internal/InstanceSettings', {})
    expect(shown.body.name).toBe('Bad name')
  })

  test('works for a flag, from the next request', async () => {
    const footer = async () =>
      (
        await call<{ items: { name: string; enabled: boolean }[] }>(app, '/api/internal/featureFlags', {})
      ).body.items.find(({ name }) => name === 'ShowFooter')?.enabled
    const before = await footer()
    await setFlag('ShowFooter', !before)
    expect(await footer()).toBe(!before)
    expect((await restore(app, await newestEntry(app, 'ShowFooter'))).status).toBe(200)
    expect(await footer()).toBe(before)
  })

  test('works for a tool', async () => {
    const path = `${settingsPath}/tools`
    const tool = async () =>
      (
        await call<{ items: { tool: string; enabled: boolean; version: number }[] }>(app, path, {
          token: admin,
        })
      ).body.items.find((one) => one.tool === 'FileSearch')
    await put(`${path}/FileSearch`, { enabled: true, approved: true }, 0)
    await put(`${path}/FileSearch`, { enabled: false, approved: false }, (await tool())?.version)
    expect((await restore(app, await newestEntry(app, 'FileSearch'))).status).toBe(200)
    expect(await tool()).toMatchObject({ enabled: true, approved: true, state: 'Available' })
  })

  test('works for a deployment: its uses and prices', async () => {
    const path = `${settingsPath}/deployments/scripted`
    const price = { inputPerMillion: 1.5, outputPerMillion: 6 }
    const said = { languageEngine: 'OpenAICompatible', approved: true, purposes: ['Chat'] }
    const { body } = await put(path, { ...said, price }, 0)
    await put(path, { ...said, approved: false, purposes: ['Chat', 'Judge'], price: null }, body.version)
    const deployment = async () =>
      (
        await call<{ items: Record<string, unknown>[] }>(app, `${settingsPath}/deployments`, { token: admin })
      ).body.items.find((one) => one.deploymentName === 'scripted')
    expect(await deployment()).toMatchObject({ price: null })
    const restored = await restore(app, await newestEntry(app, 'OpenAICompatible/scripted'))
    expect(restored.status).toBe(200)
    expect(await deployment()).toMatchObject({ approved: true, purposes: ['Chat'], price })
  })
})

describe('what is not restored', () => {
  test('values that the environment has set since, and the entry says so', async () => {
    await changeSettings(app, { errorReportingDsn: 'https://key@reports.example/1' })
    await changeSettings(app, { errorReportingDsn: null, memoryAllowed: true })
    const alone = await newestEntry(app, 'instance')
    const { config } = app
    try {
      config.errorReportingDsn = 'https://other@reports.example/2'
      const entry = await getEntry(app, alone.auditEntryId)
      expect(entry.restore).toMatchObject({
        refusal: null,
        changes: [{ field: 'memoryAllowed', before: true, after: false }],
        leftOut: ['errorReportingDsn'],
      })
      expect((await restore(app, entry)).status).toBe(200)
      const { body } = await call<Record<string, unknown>>(app, settingsPath, { token: admin })
      expect(body).toMatchObject({
        errorReportingDsn: 'https://other@reports.example/2',
        memoryAllowed: false,
      })
      // Nothing is left to restore.
      expect((await getEntry(app, entry.auditEntryId)).restore.refusal).toBe('audit.sameState')
    } finally {
      config.errorReportingDsn = null
    }
    expect((await settings()).errorReportingDsn).toBeNull()
  })

  test('a helper deployment that isn’t one anymore; everything else is restored', async () => {
    await setDeployment(app, scripted.deploymentName, { purposes: ['Chat', 'Helper'] })
    await changeSettings(app, { helperDeployment: scripted, personalAgentLimit: 5 })
    await changeSettings(app, { helperDeployment: null, personalAgentLimit: 6 })
    const entry = await newestEntry(app, 'instance')
    const restorable = (await getEntry(app, entry.auditEntryId)).restore
    expect(restorable.changes).toContainEqual({
      field: 'helperDeploymentName',
      before: null,
      after: 'scripted',
    })
    await setDeployment(app, scripted.deploymentName, { purposes: ['Chat'] })
    const seen = await getEntry(app, entry.auditEntryId)
    expect(seen.restore).toMatchObject({
      changes: [{ field: 'personalAgentLimit', before: 6, after: 5 }],
      leftOut: ['helperDeploymentName', 'helperLanguageEngine'],
    })
    expect((await restore(app, seen)).status).toBe(200)
    expect(await settings()).toMatchObject({ helperDeployment: null, personalAgentLimit: 5 })
  })

  test('a default deployment that is gone; everything else is restored', async () => {
    const typed = { languageEngine: 'OpenAICompatible', deploymentName: 'vendor/other' }
    const path = `${settingsPath}/deployments/${encodeURIComponent(typed.deploymentName)}`
    const purposes = (list: string[], version: number) =>
      put(path, { languageEngine: typed.languageEngine, approved: true, purposes: list }, version)
    const { body } = await purposes(['Chat'], 0)
    await changeSettings(app, { defaultChatDeployment: typed, personalAgentLimit: 7 })
    await changeSettings(app, { defaultChatDeployment: scripted, personalAgentLimit: 8 })
    const entry = await newestEntry(app, 'instance')
    const judge = await purposes(['Judge'], body.version)
    expect(judge.status).toBe(200)
    const seen = await getEntry(app, entry.auditEntryId)
    expect(seen.restore).toMatchObject({
      refusal: null,
      changes: [{ field: 'personalAgentLimit', before: 8, after: 7 }],
      leftOut: ['defaultDeploymentName'],
    })
    expect((await restore(app, seen)).status).toBe(200)
    expect(await settings()).toMatchObject({ defaultChatDeployment: scripted, personalAgentLimit: 7 })
    // The values of a deployment whose name contains a slash are restored.
    expect((await restore(app, await newestEntry(app, 'OpenAICompatible/vendor/other'))).status).toBe(200)
    expect((await restore(app, await newestEntry(app, 'instance'))).status).toBe(200)
  })

  test('anything, by someone who can’t change settings', async () => {
    const reader = await person(app, { actions: ['ConfigurationAuditLogRead', 'InstanceSettingsRead'] })
    for (const entityId of ['instance', 'ShowFooter', 'FileSearch', 'OpenAICompatible/scripted']) {
      const { auditEntryId, version } = await newestEntry(app, entityId)
      const read = await call<Entry>(app, `${auditPath}/${auditEntryId}`, { token: reader.token })
      expect([entityId, read.body.restore.refusal]).toEqual([entityId, 'access.denied'])
      const refused = await call<{ code: string }>(app, `${auditPath}/${auditEntryId}/restore`, {
        token: reader.token,
        body: { reason: 'A mistake' },
        headers: { 'if-match': `"${version}"` },
      })
      expect([entityId, refused.status, refused.body.code]).toEqual([entityId, 403, 'access.denied'])
    }
  })

  test('anything, while the settings page is turned off, except its own flag', async () => {
    await changeSettings(app, { name: 'One name' })
    await changeSettings(app, { name: 'Another name' })
    const entry = await newestEntry(app, 'instance')
    await setFlag('ShowInstanceSettingsPage', false)
    try {
      expect((await getEntry(app, entry.auditEntryId)).restore.refusal).toBe('instanceSettings.off')
      const refused = await restore(app, entry)
      expect([refused.status, refused.body.code]).toEqual([403, 'instanceSettings.off'])
      // Otherwise no one could turn it on again.
      expect((await restore(app, await newestEntry(app, 'ShowInstanceSettingsPage'))).status).toBe(200)
    } finally {
      await setFlag('ShowInstanceSettingsPage', true)
    }
    expect((await settings()).name).toBe('Another name')
  })
})
