import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { newestEntry, restore } from '../../../testing/auditLog.ts'
import { createBrand } from '../../../testing/brands.ts'
import { type CallOptions, call, ifMatch, openStream } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'

interface Managed {
  code: string
  gptSystemId: string
  name: string
  version: number
  mayChange: boolean
  mayPublish: boolean
}
interface Listed {
  items: { gptSystemId: string; name: string; published: boolean; draft: boolean; mayOpen: boolean }[]
  continuationToken: string | null
}
let app: TestApplication
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApplication()
  admin = await person(app, { actions: ['GptSystemsCreate', 'GptSystemsWrite', 'GptSystemsPublish'] })
})
afterAll(() => app?.remove())

const management = '/api/internal/gptSystems/system/management'
const as = <T = Managed>(path: string, options: CallOptions = {}, { token }: TestPerson = admin) =>
  call<T>(app, path, { token, ...options })
const make = async (name: string) =>
  (await as<{ gptSystem: { gptSystemId: string } }>(management, { body: { name } })).body.gptSystem
    .gptSystemId

describe('a system agent', () => {
  test('[R-7-089] is created, read, given a brand, and deleted for everyone, while its conversations stay', async () => {
    const gptSystemId = await publishAgent(app, 'To be removed')
    const path = `${management}/${gptSystemId}`
    const anna = await app.token('anna')
    const stream = await openStream(app, `/api/internal/userConversations/byGptSystemId/${gptSystemId}`, {
      token: anna,
      body: { question: 'Are you there?' },
    })
    await stream.ended
    const { body, headers } = await as(path)
    expect(headers.get('etag')).toBe(`"${body.version}"`)
    expect(body).toMatchObject({
      gptSystemId,
      name: 'To be removed',
      gptSystemType: 'System',
      draftStateId: null,
      publishedStateId: expect.any(String),
      mayChange: true,
      mayPublish: true,
    })
    const brand = await createBrand(app)
    const { brandKey } = brand.body
    const put = (input: object, version: number) =>
      as(path, { method: 'PUT', body: input, headers: ifMatch(version) })
    expect((await put({ brandKey }, body.version)).body).toMatchObject({
      brandKey,
      version: body.version + 1,
    })
    const entry = await newestEntry(app, gptSystemId)
    expect((await put({ brandKey: null }, body.version)).status).toBe(412)
    const limited = [{ kind: 'Money', per: 'Month', amount: 20.5, counted: 'Pool' }]
    const limit = (limits: object[], version: number) =>
      as<{ current: object; errors: object[] }>(`${path}/limits`, {
        method: 'PUT',
        body: { limits },
        headers: ifMatch(version),
      })
    expect((await limit(limited, body.version)).body.current).toMatchObject({ brandKey, limits: [] })
    expect((await limit([...limited, ...limited], body.version + 1)).body.errors).toMatchObject([
      { field: 'limits.1' },
    ])
    expect((await limit([{ ...limited[0], amount: 0 }], body.version + 1)).body.errors).toMatchObject([
      { field: 'limits.0.amount' },
    ])
    expect((await limit(limited, body.version + 1)).body).toMatchObject({
      limits: limited,
      version: body.version + 2,
    })
    expect((await as(path)).body).toMatchObject({ limits: limited })
    expect((await put({ brandKey: 'none-such' }, body.version + 2)).body).toMatchObject({
      code: 'request.invalid',
      errors: [{ field: 'brandKey' }],
    })
    expect((await restore(app, entry)).status).toBe(200)
    expect((await as<{ brandKey: string | null }>(path)).body.brandKey).toBe(null)

    expect((await as(path, { method: 'DELETE' })).status).toBe(204)
    expect((await as(path)).body.code).toBe('agent.notFound')
    expect((await as(path, { method: 'DELETE' })).status).toBe(404)
    const gone = await call(app, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`, {
      token: anna,
    })
    expect(gone.status).toBe(404)
    const first = stream.events[0]
    const conversationId = first?.event === 'conversation-and-segment-id' ? first.data.conversationId : ''
    const kept = await call<{ items: object[] }>(
      app,
      `/api/internal/userConversations/${conversationId}/segments`,
      { token: anna },
    )
    expect(kept).toMatchObject({ status: 200, body: { items: [{ question: 'Are you there?' }] } })
    const asked = await openStream(app, `/api/internal/userConversations/${conversationId}/segments`, {
      token: anna,
      body: { question: 'Still?' },
    })
    expect(asked.status).toBe(404)
  })

  test('can be restored for 30 days by those who could delete it, with the access that it had', async () => {
    const gptSystemId = await publishAgent(app, 'Deleted by mistake')
    const path = `${management}/${gptSystemId}`
    const [colleague, other] = [await person(app), await person(app)]
    const { db } = app.platform.database
    await sql`update chat_access_policy set enabled = false`.execute(db)
    const admitted = await as(`${path}/publishing`, {
      method: 'PUT',
      body: { whoMayUse: { subjects: [{ kind: 'User', id: colleague.userId }] } },
      token: await app.token('admin'),
    })
    expect(admitted.status).toBe(200)
    const usedBy = async ({ token }: TestPerson) =>
      (await call(app, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`, { token })).status
    const policies = async () =>
      (
        await call<{ items: { name: string }[] }>(
          app,
          `/api/internal/chatAccessPolicies?search=${encodeURIComponent('Deleted by mistake')}`,
          { token: await app.token('admin') },
        )
      ).body.items.length
    expect([await usedBy(colleague), await usedBy(other), await policies()]).toEqual([200, 404, 1])
    const deleted = async (who = admin) =>
      (
        await as<{ items: { gptSystemId: string; restorableUntil: string | null }[] }>(
          `${management}?deleted=true&pageSize=200`,
          {},
          who,
        )
      ).body.items.find((row) => row.gptSystemId === gptSystemId)

    expect((await as(path, { method: 'DELETE' })).status).toBe(204)
    expect([await usedBy(colleague), await policies()]).toEqual([404, 0])
    const until = new Date((await deleted())?.restorableUntil ?? 0).getTime()
    expect(Math.round((until - Date.now()) / 86_400_000)).toBe(30)
    const manager = await person(app, {
      specific: [{ action: 'GptSystemsWriteSpecific', entityId: gptSystemId }],
    })
    expect(await deleted(manager)).toBeDefined()
    const bringBack = (who: TestPerson) => as(`${path}/restore`, { method: 'PUT' }, who)
    for (const actions of [
      ['GptSystemConfigurationsRead'],
      ['GptSystemsRead', 'GptSystemsCreate'],
    ] as const) {
      const reader = await person(app, { actions: [...actions] })
      expect(await deleted(reader)).toBeUndefined()
      expect((await bringBack(reader)).status).toBe(403)
    }
    const unrelated = await person(app, {
      specific: [{ action: 'GptSystemsWriteSpecific', entityId: await make('Unrelated') }],
    })
    expect((await bringBack(unrelated)).status).toBe(403)

    expect(await bringBack(manager)).toMatchObject({ status: 200, body: { name: 'Deleted by mistake' } })
    expect([await usedBy(colleague), await usedBy(other), await policies()]).toEqual([200, 404, 1])
    expect(await newestEntry(app, gptSystemId)).toMatchObject({ verb: 'restore', effect: 'Made' })
    expect((await bringBack(manager)).body.code).toBe('agent.notFound')
    expect(await deleted()).toBeUndefined()

    await as(path, { method: 'DELETE' })
    await sql`update gpt_system set deleted_at = now() - interval '30 days 1 second' where id = ${gptSystemId}`.execute(
      db,
    )
    expect(await deleted()).toBeUndefined()
    expect((await bringBack(admin)).body.code).toBe('agent.notFound')
    await app.platform.jobs.send('agents.removeForgotten', {})
    await vi.waitFor(async () => {
      const own =
        await sql`select from chat_access_policy where made_for_gpt_system_id = ${gptSystemId}`.execute(db)
      expect(own.rows).toEqual([])
    }, 60_000)
    await sql`update chat_access_policy set enabled = true`.execute(db)
  })

  test('shows each reader what they can do with it', async () => {
    const gptSystemId = await make('Looked at')
    const reader = await person(app, {
      specific: [{ action: 'GptSystemsReadSpecific', entityId: gptSystemId }],
    })
    const path = `${management}/${gptSystemId}`
    expect((await as(path, {}, reader)).body).toMatchObject({ mayChange: false, mayPublish: false })
    const stranger = await person(app, { actions: ['GptSystemConfigurationsRead', 'GptSystemsPublish'] })
    expect((await as(path, {}, stranger)).body).toMatchObject({ mayChange: false, mayPublish: true })
    expect((await as(path, {}, await person(app))).status).toBe(403)
  })
})

describe('the list of agents', () => {
  test('shows only cards of usable agents to users without more permissions', async () => {
    const word = `Eta${Date.now()}`
    const open = await publishAgent(app, `${word} open`)
    await make(`${word} draft`)
    const list = async (who: TestPerson) =>
      (await as<Listed>(`${management}?search=${word}`, {}, who)).body.items.map(
        ({ name, draft, mayOpen }) => ({ name, draft, mayOpen }),
      )
    const reader = await person(app, { actions: ['GptSystemsRead'] })
    expect(await list(reader)).toEqual([{ name: `${word} open`, draft: false, mayOpen: false }])
    expect(await list(admin)).toMatchObject([
      { name: `${word} draft`, draft: true, mayOpen: true },
      { name: `${word} open`, mayOpen: true },
    ])
    expect((await as(`${management}/${open}`, {}, reader)).status).toBe(403)
    await sql`update chat_access_policy set enabled = false`.execute(app.platform.database.db)
    expect(await list(reader)).toEqual([])
    await sql`update chat_access_policy set enabled = true`.execute(app.platform.database.db)
  })

  test('can be searched, sorted, and filtered, in pages that continue where the last one ended', async () => {
    const word = `Zeta${Date.now()}`
    const names = [`${word} c`, `${word} a`, `${word} b`]
    for (const name of names) await publishAgent(app, name)
    const draft = await make(`${word} d`)
    const list = async (query: Record<string, string>) =>
      (await as<Listed>(`${management}?${new URLSearchParams({ search: word, ...query })}`)).body
    const shown = ({ items }: Listed) => items.map(({ name }) => name.slice(-1)).join('')
    expect(shown(await list({}))).toBe('abcd')
    expect(shown(await list({ sort: '-name' }))).toBe('dcba')
    expect(shown(await list({ sort: '-updatedAt' }))).toBe('dbac')
    expect(shown(await list({ published: 'false' }))).toBe('d')
    expect((await list({ published: 'false' })).items).toMatchObject([
      { gptSystemId: draft, published: false, draft: true },
    ])
    expect(shown(await list({ published: 'true' }))).toBe('abc')
    for (const [sort, all] of [
      ['name', 'abcd'],
      ['-updatedAt', 'dbac'],
    ] as const) {
      const first = await list({ sort, pageSize: '3' })
      const second = await list({ sort, pageSize: '3', continuationToken: first.continuationToken ?? '' })
      expect(shown(first) + shown(second)).toBe(all)
      expect(second.continuationToken).toBe(null)
    }
  })
})

describe('an agent’s chat appearance', () => {
  test('applies to everyone at once, is recorded, can be reverted, and is rejected if stale or too long', async () => {
    const gptSystemId = await publishAgent(app, 'Looks')
    const path = `${management}/${gptSystemId}`
    const details = async () =>
      (
        await call<{ ux: object }>(app, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`, {
          token: await app.token('anna'),
        })
      ).body.ux
    const own = { layout: 'Centered', showStarters: true, placeholder: '', disclaimer: '' }
    expect(await details()).toEqual(own)
    const { body } = await as(path)
    const ux = {
      layout: 'Top',
      showStarters: false,
      placeholder: 'Ask about travel',
      disclaimer: 'Check it.',
    }
    const put = (input: object, version = body.version, who = admin) =>
      as(`${path}/ux`, { method: 'PUT', body: input, headers: ifMatch(version) }, who)
    expect((await put({ ...ux, placeholder: 'x'.repeat(101) })).status).toBe(400)
    expect((await put({ ...ux, disclaimer: 'x'.repeat(301) })).status).toBe(400)
    expect((await put({ ...ux, layout: 'Left' })).status).toBe(400)
    expect(await put({ ...ux, placeholder: ' Ask about travel ' })).toMatchObject({
      status: 200,
      body: { ux },
    })
    expect(await details()).toEqual(ux)
    const entry = await newestEntry(app, gptSystemId)
    expect(await put(own)).toMatchObject({ status: 412, body: { code: 'request.stale' } })
    const reader = await person(app, { actions: ['GptSystemConfigurationsRead'] })
    expect((await put(own, body.version + 1, reader)).status).toBe(403)
    expect((await restore(app, entry)).status).toBe(200)
    expect(await details()).toEqual(own)
  })
})
