import type { Action } from '@parlance/contract/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import {
  auditPath,
  type Entry,
  getEntry,
  listEntries,
  newestEntry,
  restore,
  updateBrand,
} from '../../testing/auditLog.ts'
import {
  brandsPath,
  type CreatedBrand,
  createBrand,
  defaultsPath,
  uploadBrandFile,
} from '../../testing/brands.ts'
import { call, ifMatch } from '../../testing/client.ts'

let app: TestApplication
let number = 0

beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())
afterEach(() => vi.restoreAllMocks())

const admin = () => app.token('admin')
const stored = async (brandKey: string) =>
  (
    await call<CreatedBrand & { theme: Record<string, unknown> }>(app, `${brandsPath}/${brandKey}`, {
      token: await admin(),
    })
  ).body

/** Reduces the administrator to these permissions. */
function only(...actions: Action[]): void {
  const authenticate = app.platform.authenticate
  vi.spyOn(app.platform, 'authenticate').mockImplementation(async (authorization) => {
    const actor = await authenticate(authorization)
    return actor && { ...actor, actions: new Set(actions) }
  })
}

async function created(input: Record<string, unknown> = {}): Promise<CreatedBrand> {
  number += 1
  return (await createBrand(app, { brandKey: `back-${number}`, name: `Back ${number}`, ...input })).body
}

describe('restoring', () => {
  test('includes all later changes of the object and is recorded as a change with its reason', async () => {
    const brand = await created({ theme: { textPrimary: '#111111' }, loginAlignment: 'Left' })
    const once = await updateBrand(app, brand, { name: `${brand.name} bad`, theme: {} })
    const bad = await newestEntry(app, brand.brandKey)
    await updateBrand(app, once, { theme: { textSecondary: '#333333' }, loginAlignment: 'Right' })
    const seen = await getEntry(app, bad.auditEntryId)
    expect(seen.restore).toEqual({
      refusal: null,
      changes: [
        { field: 'loginAlignment', before: 'Right', after: 'Left' },
        { field: 'name', before: `${brand.name} bad`, after: brand.name },
        { field: 'theme.textPrimary', before: null, after: '#111111' },
        { field: 'theme.textSecondary', before: '#333333', after: null },
      ],
      leftOut: [],
      laterChanges: 1,
    })
    const answer = await restore(app, seen, { reason: 'The colors were wrong.' })
    expect([answer.status, answer.body.restore.refusal]).toEqual([200, 'audit.sameState'])
    expect(await stored(brand.brandKey)).toMatchObject({
      name: brand.name,
      loginAlignment: 'Left',
      theme: { textPrimary: '#111111' },
    })
    const change = await newestEntry(app, brand.brandKey)
    expect(change).toMatchObject({
      area: 'brand',
      verb: 'restore',
      entityType: 'Brand',
      outcome: 'Done',
      reason: 'The colors were wrong.',
      changes: seen.restore.changes,
      actor: { name: 'Ada Moreau' },
    })
    // A restore is a change like any other and can itself be reverted.
    expect((await restore(app, change)).status).toBe(200)
    expect(await stored(brand.brandKey)).toMatchObject({ name: `${brand.name} bad`, loginAlignment: 'Right' })
    expect((await app.platform.audit.verify()).firstBroken).toBeNull()
  })

  test('works for the defaults that brands inherit', async () => {
    const before = await call<{ version: number }>(app, defaultsPath, { token: await admin() })
    await call(app, defaultsPath, {
      method: 'PUT',
      token: await admin(),
      body: { defaultBrandKey: 'default', theme: { textPrimary: '#123456' } },
      headers: { 'if-match': `"${before.body.version}"` },
    })
    const [entry] = await listEntries(app, { search: 'default brand settings' })
    expect((await restore(app, await getEntry(app, entry?.auditEntryId ?? ''))).status).toBe(200)
    const after = await call<{ inherits: string[] }>(app, defaultsPath, { token: await admin() })
    expect(after.body.inherits).toContain('textPrimary')
  })

  test("works for an agent's draft and its publishing; published versions stay unchanged", async () => {
    const management = '/api/internal/gptSystems/system/management'
    const { body } = await call<{
      gptSystem: { gptSystemId: string }
      configuration: { configStateId: string }
    }>(app, management, { token: await admin(), body: { name: 'Taken back' } })
    const { configStateId } = body.configuration
    const { gptSystemId } = body.gptSystem
    let version = 0
    const put = async (input: Record<string, unknown>) =>
      call(app, `/api/internal/gptSystems/configurationStates/${configStateId}`, {
        method: 'PUT',
        token: await admin(),
        body: input,
        headers: ifMatch(++version),
      })
    await put({ systemPrompt: 'Quote the clause.', temperature: 0.2, starterQuestions: ['One?'] })
    await put({ systemPrompt: '', temperature: 2, starterQuestions: [] })
    const bad = await newestEntry(app, configStateId)
    expect(bad.changes.map(({ field }) => field)).toEqual(['starterQuestions', 'systemPrompt', 'temperature'])
    const restored = await restore(app, bad)
    expect(restored.status).toBe(200)
    const change = await newestEntry(app, configStateId)
    expect(change.changes).toContainEqual({ field: 'systemPrompt', before: '', after: 'Quote the clause.' })

    const publish = async (stateId: string | null) =>
      call(app, `${management}/${gptSystemId}/publishing`, {
        method: 'PUT',
        token: await admin(),
        body: { gptSystemConfigurationStateId: stateId },
      })
    expect((await publish(configStateId)).status).toBe(200)
    expect((await getEntry(app, bad.auditEntryId)).restore.refusal).toBe('agent.stateNotDraft')
    const refused = await restore(app, await getEntry(app, bad.auditEntryId))
    expect([refused.status, refused.body.code]).toEqual([409, 'agent.stateNotDraft'])
    expect((await restore(app, await newestEntry(app, gptSystemId))).status).toBe(200)
    expect((await newestEntry(app, gptSystemId)).changes).toEqual([
      { field: 'publishedStateId', before: configStateId, after: null },
    ])
  })

  test('creates a deleted brand again from its last entry, without its images', async () => {
    const brand = await created({ theme: { textPrimary: '#111111' } })
    const withHost = await updateBrand(app, brand, {
      hostNames: [`${brand.brandKey}.localhost`],
      theme: { textPrimary: '#111111' },
    })
    expect(withHost.hostNames).toHaveLength(1)
    await uploadBrandFile(app, `${brandsPath}/${brand.brandKey}/logo`)
    await call(app, `${brandsPath}/${brand.brandKey}`, { method: 'DELETE', token: await admin() })
    const removal = await newestEntry(app, brand.brandKey)
    expect(removal).toMatchObject({
      effect: 'Removed',
      restore: { refusal: null, leftOut: ['logoFileName'] },
    })
    expect((await restore(app, removal)).status).toBe(200)
    expect(await stored(brand.brandKey)).toMatchObject({
      name: brand.name,
      hostNames: [`${brand.brandKey}.localhost`],
      logoFileName: null,
      theme: { textPrimary: '#111111' },
    })
    expect(await newestEntry(app, brand.brandKey)).toMatchObject({ effect: 'Made', verb: 'restore' })
  })
})

describe('refusals', () => {
  async function bad(): Promise<Entry> {
    const brand = await created()
    await updateBrand(app, brand, { name: `${brand.name} bad` })
    return newestEntry(app, brand.brandKey)
  }

  test('[B7] reading the log is not enough: the permission on the object is also required', async () => {
    const entry = await bad()
    only('ConfigurationAuditLogRead', 'BrandsRead', 'BrandsCreate')
    expect((await getEntry(app, entry.auditEntryId)).restore).toMatchObject({
      refusal: 'access.denied',
      changes: [],
    })
    const refused = await restore(app, entry)
    expect([refused.status, refused.body.code]).toEqual([403, 'access.denied'])
    vi.restoreAllMocks()
    expect((await stored(entry.entityId)).name).toMatch(/ bad$/)
    const [attempt] = await listEntries(app, { area: 'auditLog', outcome: 'Failed' })
    expect(await getEntry(app, attempt?.auditEntryId ?? '')).toMatchObject({
      verb: 'restore',
      reason: 'access.denied',
    })
    only('BrandsWrite')
    expect((await restore(app, entry)).status).toBe(403)
    vi.restoreAllMocks()
    only('ConfigurationAuditLogRead', 'BrandsWrite')
    expect((await restore(app, entry)).status).toBe(200)
  })

  test('creating a deleted object again requires the permission to create one', async () => {
    const brand = await created()
    await call(app, `${brandsPath}/${brand.brandKey}`, { method: 'DELETE', token: await admin() })
    const removal = await newestEntry(app, brand.brandKey)
    only('ConfigurationAuditLogRead', 'BrandsWrite')
    expect((await restore(app, removal)).status).toBe(403)
    vi.restoreAllMocks()
    expect((await call(app, `${brandsPath}/${brand.brandKey}`, { token: await admin() })).status).toBe(404)
  })

  test('a value that another object uses now is rejected as on its page, and nothing is changed', async () => {
    const entry = await bad()
    const name = String(entry.changes[0]?.before)
    await created({ name })
    const refused = await restore(app, entry)
    expect([refused.status, refused.body.code]).toEqual([409, 'brand.nameTaken'])
    expect((await newestEntry(app, entry.entityId)).seq).toBe(entry.seq)
  })

  test('entries that created the object and kinds without a restorer report it', async () => {
    const brand = await created()
    const creation = await newestEntry(app, brand.brandKey)
    expect(creation.restore.refusal).toBe('audit.nothingBefore')
    expect((await restore(app, creation)).body.code).toBe('audit.nothingBefore')
    const library = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
      token: await admin(),
      body: { name: 'Not restored' },
    })
    expect((await newestEntry(app, library.body.dataSourceId)).restore.refusal).toBe('audit.kind')
  })

  test('someone who saw an older version gets the current one', async () => {
    const entry = await bad()
    await updateBrand(app, await stored(entry.entityId), { name: `${entry.entityName} newer` })
    const stale = await restore(app, entry)
    expect([stale.status, stale.body.code]).toEqual([412, 'request.stale'])
    expect(stale.body.current).toMatchObject({
      auditEntryId: entry.auditEntryId,
      restore: { laterChanges: 1 },
    })
    expect((await stored(entry.entityId)).name).toMatch(/newer$/)
  })

  test('only one of ten parallel restores succeeds, also for a deleted object', async () => {
    const brand = await created()
    await call(app, `${brandsPath}/${brand.brandKey}`, { method: 'DELETE', token: await admin() })
    for (const entry of [await bad(), await newestEntry(app, brand.brandKey)]) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => restore(app, entry)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
      const restores = (await listEntries(app, { entityId: entry.entityId })).filter(
        ({ verb }) => verb === 'restore',
      )
      expect(restores).toHaveLength(1)
    }
  })

  test('of a restore and a parallel change of the object, one detects the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const entry = await bad()
      const brand = await stored(entry.entityId)
      const [back, change] = await Promise.all([
        restore(app, entry),
        call(app, `${brandsPath}/${entry.entityId}`, {
          method: 'PUT',
          token: await admin(),
          body: { name: `${brand.name} changed`, hostNames: [], theme: {} },
          headers: { 'if-match': `"${brand.version}"` },
        }),
      ])
      expect([back.status, change.status].sort()).toEqual([200, 412])
    }
  })

  test('a reason is required', async () => {
    const entry = await bad()
    for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }]) {
      const answer = await call(app, `${auditPath}/${entry.auditEntryId}/restore`, {
        token: await admin(),
        body,
        headers: { 'if-match': `"${entry.version}"` },
      })
      expect(answer.status).toBe(400)
    }
  })
})
