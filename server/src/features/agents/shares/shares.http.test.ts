import { randomUUID } from 'node:crypto'
import type { accessExplanations } from '@parlance/contract/accessExplanations'
import type { Answer } from '@parlance/contract/endpoint'
import type { personalAgents } from '@parlance/contract/personalAgents'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explanationsPath } from '../../../testing/access.ts'
import { ifMatchOfState } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call, ifMatch } from '../../../testing/client.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../../testing/people.ts'

type Shares = Answer<typeof personalAgents.getShares>
interface Card {
  gptSystemId: string
  madeBy: string | null
}
const group = randomUUID()
const otherGroup = randomUUID()

let app: TestApplication
let owner: TestPerson
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

const as = <T>({ token }: TestPerson, path: string, options: CallOptions = {}) =>
  call<T>(app, `/api/internal/${path}`, { token, ...options })
const sharesOf = (gptSystemId: string) => `gptSystems/user/management/${gptSystemId}/shares`

/** Creates a published agent of a user who is in `group`. */
async function ownedAgent(): Promise<{ gptSystemId: string; configStateId: string }> {
  owner = await person(app, { groups: [group] })
  const { body } = await as<{ configuration: { gptSystemId: string; configStateId: string } }>(
    owner,
    'configStates',
    { body: { gptSystemType: 'User' } },
  )
  const { configStateId } = body.configuration
  await as(owner, `configStates/${configStateId}`, {
    method: 'PUT',
    body: { gptSystemName: 'Shared helper' },
    headers: ifMatch(),
  })
  return body.configuration
}
const publish = (configStateId: string) =>
  as(owner, `gptSystems/user/management/fromConfigState/${configStateId}`, { method: 'POST', body: {} })

async function share(gptSystemId: string, items: object[], by: TestPerson = owner) {
  const { body } = await as<Shares>(by, sharesOf(gptSystemId))
  return as<Shares & { code: string; errors: { field: string; message: string }[] }>(
    by,
    sharesOf(gptSystemId),
    {
      method: 'PUT',
      body: { items },
      headers: { 'if-match': `"${body.version}"` },
    },
  )
}

const cardOf = async (who: TestPerson, gptSystemId: string) =>
  (await as<{ items: Card[] }>(who, 'currentUser/gptSystems?pageSize=200')).body.items.find(
    (one) => one.gptSystemId === gptSystemId,
  )
const mayUse = async (who: TestPerson, gptSystemId: string) =>
  (await as(who, `gptSystems/${gptSystemId}/detailsForConversation`)).status === 200
const explain = async (who: TestPerson, gptSystemId: string) => {
  const query = new URLSearchParams({ userId: who.userId, kind: 'GptSystem', id: gptSystemId })
  return (
    await call<Answer<typeof accessExplanations.explain>>(app, `${explanationsPath}?${query}`, {
      token: await app.token('admin'),
    })
  ).body
}

test('a shared agent is available from the next request until the share ends, and shows its owner', async () => {
  const { gptSystemId, configStateId } = await ownedAgent()
  await publish(configStateId)
  const friend = await person(app, { groups: [group] })
  expect(await mayUse(friend, gptSystemId)).toBe(false)
  expect(await explain(friend, gptSystemId)).toMatchObject({ allowed: false, decidedBy: null })

  expect((await share(gptSystemId, [{ userId: friend.userId, right: 'Use' }])).status).toBe(200)
  expect(await mayUse(friend, gptSystemId)).toBe(true)
  const maker = (await as<{ name: string }>(owner, 'currentUser')).body.name
  expect((await cardOf(friend, gptSystemId))?.madeBy).toBe(maker)
  expect((await cardOf(owner, gptSystemId))?.madeBy).toBeNull()
  expect(await explain(friend, gptSystemId)).toMatchObject({
    allowed: true,
    decidedBy: { kind: 'Share', reason: 'sharedWithPerson' },
  })

  expect((await share(gptSystemId, [])).body.items).toEqual([])
  expect([await mayUse(friend, gptSystemId), await cardOf(friend, gptSystemId)]).toEqual([false, undefined])
})

test('a group share applies to its members, but not while group memberships are unknown', async () => {
  const { gptSystemId, configStateId } = await ownedAgent()
  await publish(configStateId)
  expect((await share(gptSystemId, [{ groupId: group, right: 'Use' }])).status).toBe(200)
  const [member, other, unknown, old] = [
    await person(app, { groups: [group] }),
    await person(app, { groups: [otherGroup] }),
    await person(app, { groups: null }),
    await person(app, { groups: [group], groupsHoursAgo: 25 }),
  ]
  const seen = [member, other, unknown, old].map(async (who) => {
    const { allowed, decidedBy } = await explain(who, gptSystemId)
    expect(await mayUse(who, gptSystemId)).toBe(allowed)
    return [allowed, decidedBy?.reason, decidedBy?.groupId]
  })
  expect(await Promise.all(seen)).toEqual([
    [true, 'sharedWithGroup', group],
    [false, undefined, undefined],
    [false, 'groupsUnknown', null],
    [false, 'groupsOld', null],
  ])
})

test('people who can edit change the draft without publishing it; people who can use change nothing', async () => {
  const { gptSystemId, configStateId } = await ownedAgent()
  const [editor, user] = [await person(app, { groups: [group] }), await person(app, { groups: [group] })]
  await share(gptSystemId, [
    { userId: editor.userId, right: 'Edit' },
    { userId: user.userId, right: 'Use' },
  ])
  const change = async (who: TestPerson) =>
    (
      await as(who, `configStates/${configStateId}`, {
        method: 'PUT',
        body: { description: `By ${who.userId}` },
        headers: await ifMatchOfState(app, configStateId),
      })
    ).status
  expect([await change(editor), await change(user)]).toEqual([200, 404])
  const created = await as(editor, `gptSystems/user/management/fromConfigState/${configStateId}`, {
    method: 'POST',
    body: {},
  })
  expect(created.status).toBe(404)
  expect((await as(editor, sharesOf(gptSystemId))).status).toBe(404)
})

test('users share with people and groups they can find; unknown and hidden ones are rejected alike', async () => {
  const { gptSystemId } = await ownedAgent()
  const [near, far, gone] = [
    await person(app, { groups: [group] }),
    await person(app, { groups: [otherGroup] }),
    await person(app, { groups: [group], disabled: true }),
  ]
  const refused = await share(gptSystemId, [
    { userId: far.userId, right: 'Use' },
    { userId: randomUUID(), right: 'Use' },
    { userId: gone.userId, right: 'Use' },
    { groupId: otherGroup, right: 'Use' },
    { userId: near.userId, right: 'Use' },
    { userId: near.userId, right: 'Edit' },
    { userId: owner.userId, right: 'Use' },
  ])
  expect(refused.body).toMatchObject({ code: 'request.invalid' })
  expect(refused.body.errors.map(({ field }) => field)).toEqual([0, 1, 2, 3, 5, 6].map((n) => `items.${n}`))
  expect(new Set(refused.body.errors.slice(0, 4).map(({ message }) => message)).size).toBe(1)

  await changeSettings(app, { peopleSearch: 'All' })
  const all = await share(gptSystemId, [
    { userId: far.userId, right: 'Use' },
    { groupId: otherGroup, right: 'Use' },
  ])
  expect(all.status).toBe(200)
  await changeSettings(app, { peopleSearch: 'SharedGroups' })
  // Existing shares can stay.
  const more = await share(gptSystemId, [...all.body.items, { userId: near.userId, right: 'Use' }].map(given))
  expect(more.body.items).toHaveLength(3)
})

const given = ({
  userId,
  groupId,
  right,
}: {
  userId: string | null
  groupId?: string | null
  right: string
}) => ({
  ...(userId ? { userId } : { groupId }),
  right,
})

test('the owner changes shares based on the version they read, and each change is recorded in the audit log', async () => {
  const { gptSystemId } = await ownedAgent()
  const friend = await person(app, { groups: [group] })
  const items = [{ userId: friend.userId, right: 'Use' }]
  const stale = await as<{ code: string }>(owner, sharesOf(gptSystemId), {
    method: 'PUT',
    body: { items },
    headers: { 'if-match': '"99"' },
  })
  expect([stale.status, stale.body.code]).toEqual([412, 'request.stale'])
  for (const who of [friend, await person(app, { actions: ['GptSystemsWrite'] })])
    expect(
      (
        await as(who, sharesOf(gptSystemId), {
          method: 'PUT',
          body: { items },
          headers: { 'if-match': '"1"' },
        })
      ).status,
    ).toBe(404)
  expect((await share(gptSystemId, items)).status).toBe(200)
  const entries = await sql<{ area: string; verb: string }>`select area, verb from audit_entry
    where entity_type = 'AgentShares' and entity_id = ${gptSystemId} and outcome = 'Done'`.execute(
    app.platform.database.db,
  )
  expect(entries.rows).toEqual([{ area: 'personalAgent', verb: 'share' }])
})

test('a share is inactive while its owner, who alone could end it, is disabled', async () => {
  const { gptSystemId, configStateId } = await ownedAgent()
  await publish(configStateId)
  const friend = await person(app, { groups: [group] })
  await share(gptSystemId, [{ userId: friend.userId, right: 'Use' }])
  const setOwner = (disabled: boolean) =>
    sql`update app_user set disabled = ${disabled} where id = ${owner.userId}`.execute(
      app.platform.database.db,
    )
  await setOwner(true)
  expect(await mayUse(friend, gptSystemId)).toBe(false)
  const { allowed, chain } = await explain(friend, gptSystemId)
  expect(allowed).toBe(false)
  expect(chain).toContainEqual(expect.objectContaining({ kind: 'Share', reason: 'ownerDisabled' }))
  await setOwner(false)
  expect(await mayUse(friend, gptSystemId)).toBe(true)
})

test('the name of a personal agent is not revealed to others who ask about its users', async () => {
  const { gptSystemId, configStateId } = await ownedAgent()
  await publish(configStateId)
  expect((await explain(owner, gptSystemId)).thing).toEqual({ id: gptSystemId, name: null })
  const { body } = await call<{ gptSystems: { gptSystemId: string }[]; gptSystemCount: number }>(
    app,
    `/api/internal/users/${owner.userId}/profile`,
    { token: await app.token('admin') },
  )
  expect(body.gptSystems.map((one) => one.gptSystemId)).not.toContain(gptSystemId)
  expect(body.gptSystemCount).toBeGreaterThan(body.gptSystems.length)
  expect(JSON.stringify(body)).not.toContain('Shared helper')
})
