import { randomUUID } from 'node:crypto'
import type { Action } from '@parlance/contract/actions'
import type { Answer } from '@parlance/contract/endpoint'
import type { exposure } from '@parlance/contract/exposure'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CreatedPolicy, createPolicy, policiesPath } from '../../testing/access.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, ifMatch } from '../../testing/client.ts'
import { changeSettings } from '../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { createLibrary, settled, upload } from '../knowledge/testing/library.ts'

type Exposure = Answer<typeof exposure.previewPolicy> & { code?: string }
const management = '/api/internal/gptSystems/system/management'
const publishing = (gptSystemId: string) => `${management}/${gptSystemId}/publishing`
const own = '/api/internal/gptSystems/user/management'

let app: TestApplication
let admin: { token: string }
let dataSourceId: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = { token: await app.token('admin') }
  dataSourceId = await createLibrary(app, 'Handbooks')
  for (const name of ['one.txt', 'two.txt']) await upload(app, dataSourceId, name, `The book ${name}.`)
  await settled(app, dataSourceId)
})
afterAll(() => app?.remove())
// Each test starts with only the administrator and without policies.
beforeEach(async () => {
  const { db } = app.platform.database
  await sql`delete from chat_access_policy`.execute(db)
  await sql`update app_user set disabled = true where user_name <> 'admin'`.execute(db)
})

const as = <T = Exposure>({ token }: { token: string }, path: string, options: CallOptions = {}) =>
  call<T>(app, path, { token, ...options })
const preview = async (path: string, body: object, who: { token: string } = admin) =>
  (await as(who, `${path}/preview`, { body })).body
const mayUse = async ({ token }: { token: string }, gptSystemId: string) =>
  (await as({ token }, `/api/internal/gptSystems/${gptSystemId}/detailsForConversation`)).status === 200
const everyone = [{ kind: 'EveryoneSignedIn' }]
const toPeople = (...people: TestPerson[]) => people.map(({ userId }) => ({ kind: 'User', id: userId }))
const idsOf = (people: { userId: string }[]) => people.map(({ userId }) => userId).sort()

describe('the preview before saving matches the result after saving', () => {
  test('in mixes of policies, groups, and permissions: who gains, who loses, and the totals', async () => {
    const agents = [await publishAgent(app, 'First'), await publishAgent(app, 'Second')]
    const groups = [randomUUID(), randomUUID()]
    // A fixed seed, so that every run uses the same mixes.
    let seed = 11
    const pick = <T>(from: readonly T[]): T => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return from[Math.floor((seed / 2_147_483_648) * from.length)] as T
    }
    const people: TestPerson[] = []
    for (let created = 0; created < 9; created += 1) {
      const right = { action: 'GptSystemsWriteSpecific' as Action, entityId: pick(agents) }
      people.push(
        await person(app, {
          groups: pick([null, [], [pick(groups)], groups]),
          groupsHoursAgo: pick([0, 0, 30]),
          actions: pick<Action[]>([[], [], [], ['GptSystemsWrite']]),
          specific: pick([[], [], [], [right]]),
        }),
      )
    }
    // A role that one of them has manages an agent.
    const editor = await person(app, { actions: ['BrandsRead'] })
    await sql`insert into role_entity_configuration (id, user_role_id, action, gpt_system_id)
      select gen_random_uuid(), a.user_role_id, 'GptSystemsWriteSpecific', ${agents[0]}
      from user_role_assignment a where a.user_id = ${editor.userId}`.execute(app.platform.database.db)
    const everybody = [...people, editor, admin]
    const usable = async (concerned: string[]) => {
      const answers = await Promise.all(
        everybody.flatMap((who, at) =>
          concerned.map(async (agent) => ((await mayUse(who, agent)) ? [`${at} ${agent}`] : [])),
        ),
      )
      return answers.flat()
    }
    const peopleOf = (pairs: string[]) => new Set(pairs.map((pair) => pair.split(' ')[0])).size
    const everyAgent = (
      await as<{ items: { gptSystemId: string }[] }>(admin, `${management}?pageSize=200&published=true`)
    ).body.items.map(({ gptSystemId }) => gptSystemId)
    expect(everyAgent).toEqual(expect.arrayContaining(agents))
    let policy: CreatedPolicy | undefined
    const told = new Set<string>()
    for (let change = 0; change < 12; change += 1) {
      const gptSystems = pick<'All' | string[]>(['All', [pick(agents)], agents])
      const input = {
        enabled: pick([true, true, true, false]),
        subjects: pick<object[]>([
          everyone,
          toPeople(pick(people)),
          [{ kind: 'Group', id: pick(groups) }, ...toPeople(pick(people))],
          [{ kind: 'Group', id: pick(groups) }],
        ]),
        gptSystems,
        validTo: pick([null, null, '2020-01-01T00:00:00.000Z']),
      }
      const wasFor = policy?.gptSystems
      const forAll = gptSystems === 'All' || wasFor === 'All'
      const named = gptSystems === 'All' ? [] : gptSystems
      const wasNamed = wasFor === undefined || wasFor === 'All' ? [] : wasFor
      const concerned = forAll
        ? everyAgent
        : [...new Set([...named, ...wasNamed.map(({ gptSystemId }) => gptSystemId)])]
      const before = await usable(concerned)
      const { chatAccessPolicyId } = policy ?? {}
      const asked = await preview(policiesPath, { ...input, chatAccessPolicyId })
      if (policy)
        policy = (
          await as<CreatedPolicy>(admin, `${policiesPath}/${chatAccessPolicyId}`, {
            method: 'PUT',
            body: { name: policy.name, ...input },
            headers: ifMatch(policy.version),
          })
        ).body
      else policy = (await createPolicy(app, input)).body
      const after = await usable(concerned)
      expect(asked.people).toEqual({
        after: peopleOf(after),
        new: peopleOf(after.filter((pair) => !before.includes(pair))),
        lost: peopleOf(before.filter((pair) => !after.includes(pair))),
      })
      expect(asked.names.new).toHaveLength(asked.people.new)
      told.add(`${asked.people.new > 0} ${asked.people.lost > 0}`)
    }
    expect(told.size).toBeGreaterThan(2)
  })

  test('outdated or unknown groups are counted as such, never as not being a member', async () => {
    const agent = await publishAgent(app, 'For a group')
    const group = randomUUID()
    const [member] = [
      await person(app, { groups: [group] }),
      await person(app, { groups: [] }),
      await person(app, { groups: null }),
      await person(app, { groups: [group], groupsHoursAgo: 25 }),
    ]
    const byGroup = { subjects: [{ kind: 'Group', id: group }], gptSystems: [agent] }
    const asked = await preview(policiesPath, byGroup)
    expect(asked).toMatchObject({ people: { after: 2, new: 1, lost: 0 }, everybody: false, groupsUnknown: 2 })
    expect(idsOf(asked.names.new)).toEqual([member?.userId])
    const toAll = await preview(policiesPath, { subjects: everyone, gptSystems: [agent] })
    expect(toAll).toMatchObject({ people: { after: 5, new: 4 }, everybody: true, groupsUnknown: 0 })
    const toNone = await preview(policiesPath, { ...byGroup, enabled: false })
    expect(toNone).toMatchObject({ people: { after: 1, new: 0 }, groupsUnknown: 0 })
  })
})

describe('losing access', () => {
  const usersOf = async (people: readonly { token: string }[], agents: string[]) => {
    const may = await Promise.all(
      people.map(async (who) => (await Promise.all(agents.map((agent) => mayUse(who, agent)))).some(Boolean)),
    )
    return people.filter((_, at) => may[at])
  }

  test('an agent that is unpublished or deleted: everyone who had it loses it', async () => {
    const [anna, ben, carl] = [await person(app), await person(app), await person(app)]
    const manager = await person(app, { actions: ['GptSystemsWrite', 'UserRead'] })
    const all = [anna, ben, carl, manager, admin]
    for (const way of ['off', 'removed'] as const) {
      const agent = await publishAgent(app, `To be ${way}`)
      await createPolicy(app, { subjects: toPeople(anna, ben), gptSystems: [agent] })
      const before = await usersOf(all, [agent])
      expect(before).toEqual([anna, ben, manager, admin])
      const asked =
        way === 'off'
          ? await preview(publishing(agent), { gptSystemConfigurationStateId: null })
          : await preview(`${management}/${agent}/removal`, {}, manager)
      expect(await usersOf(all, [agent])).toEqual(before)
      const done =
        way === 'off'
          ? await as(admin, publishing(agent), {
              method: 'PUT',
              body: { gptSystemConfigurationStateId: null },
            })
          : await as(manager, `${management}/${agent}`, { method: 'DELETE', body: {} })
      expect(done.status).toBeLessThan(300)
      const after = await usersOf(all, [agent])
      expect(asked.people).toEqual({ after: after.length, new: 0, lost: before.length - after.length })
      expect(idsOf(asked.names.lost)).toEqual(
        expect.arrayContaining([anna.userId, ben.userId, manager.userId]),
      )
      expect(asked).toMatchObject({ everybody: false, libraries: { count: 0 } })
    }
  })

  test('a policy that is disabled or deleted: people who have the agent through another policy keep it', async () => {
    const [anna, ben, carl] = [await person(app), await person(app), await person(app)]
    const all = [anna, ben, carl, admin]
    for (const way of ['off', 'removed'] as const) {
      const agents = [await publishAgent(app, `First of ${way}`), await publishAgent(app, `Second of ${way}`)]
      const input = { subjects: toPeople(anna, ben), gptSystems: agents, enabled: true }
      const { chatAccessPolicyId, name, version } = (await createPolicy(app, input)).body
      await createPolicy(app, { subjects: toPeople(ben, carl), gptSystems: agents })
      const before = await usersOf(all, agents)
      const asked = await preview(policiesPath, { ...input, enabled: false, chatAccessPolicyId })
      const path = `${policiesPath}/${chatAccessPolicyId}`
      const done =
        way === 'off'
          ? await as(admin, path, {
              method: 'PUT',
              body: { name, ...input, enabled: false },
              headers: ifMatch(version),
            })
          : await as(admin, path, { method: 'DELETE', body: {} })
      expect(done.status).toBeLessThan(300)
      const after = await usersOf(all, agents)
      expect(after).toEqual([ben, carl, admin])
      expect(asked.people).toEqual({ after: after.length, new: 0, lost: before.length - after.length })
      expect(idsOf(asked.names.lost)).toEqual([anna.userId])
    }
  })

  test('the preview of deleting an agent is shown to users who can delete it, with names only if they can read users', async () => {
    const agent = await publishAgent(app, 'Guarded removal')
    const other = await publishAgent(app, 'Another')
    const path = `${management}/${agent}/removal`
    const writer = await person(app, {
      specific: [{ action: 'GptSystemsWriteSpecific', entityId: agent }],
    })
    const elsewhere = await person(app, {
      specific: [{ action: 'GptSystemsWriteSpecific', entityId: other }],
    })
    expect(await preview(path, {}, writer)).toMatchObject({
      people: { after: 0, lost: 2 },
      names: { new: [], lost: [] },
    })
    expect(await preview(path, {}, elsewhere)).toMatchObject({ code: 'access.denied' })
    const publisher = await person(app, { actions: ['GptSystemsPublish', 'GptSystemConfigurationsRead'] })
    expect(await preview(path, {}, publisher)).toMatchObject({ code: 'access.denied' })
    await as(admin, `${management}/${agent}`, { method: 'DELETE', body: {} })
    expect(await preview(path, {})).toMatchObject({ code: 'agent.notFound' })
  })
})

describe('publishing', () => {
  async function draft(name: string, dataSourceIds: string[] = []) {
    const { body } = await as<{
      gptSystem: { gptSystemId: string }
      configuration: { configStateId: string }
    }>(admin, management, { body: { name } })
    const { gptSystemId } = body.gptSystem
    for (const id of dataSourceIds)
      await as(admin, `${management}/${gptSystemId}/ragDataSources`, { body: { dataSourceId: id } })
    return { gptSystemId, input: { gptSystemConfigurationStateId: body.configuration.configStateId } }
  }
  interface Published {
    access: null | {
      own: null | {
        chatAccessPolicyId: string
        name: string
        version: number
        subjects: { kind: string; id?: string }[]
      }
      others: { name: string; everyone: boolean }[]
    }
    code?: string
    errors?: { field: string; message: string }[]
  }
  const publish = (gptSystemId: string, body: object, who: { token: string } = admin) =>
    as<Published>(who, publishing(gptSystemId), { method: 'PUT', body })
  const audited = async (area: string) =>
    (
      await as<{ items: { entityType: string; entityId: string }[] }>(
        admin,
        `/api/internal/configurationAuditLogs?entityId=${area}`,
      )
    ).body.items

  test('previews people, libraries, and files, and writes the policy with it', async () => {
    const { gptSystemId, input } = await draft('With books', [dataSourceId])
    const [anna, ben] = [await person(app), await person(app)]
    const body = { ...input, whoMayUse: { subjects: toPeople(anna), version: 0 } }
    const asked = await preview(publishing(gptSystemId), body)
    // The administrator manages every agent and can use this one once it is published.
    expect(asked).toEqual({
      people: { after: 2, new: 2, lost: 0 },
      everybody: false,
      groupsUnknown: 0,
      libraries: { count: 1, files: 2, shown: [{ dataSourceId, name: 'Handbooks', files: 2 }] },
      names: { new: expect.arrayContaining([expect.objectContaining({ userId: anna.userId })]), lost: [] },
    })
    // The preview changed nothing.
    expect((await as<Published>(admin, publishing(gptSystemId))).body).toMatchObject({
      publishedStateId: null,
      access: { own: null, others: [] },
    })
    const { body: done } = await publish(gptSystemId, body)
    expect(done.access).toMatchObject({
      own: { name: 'With books', subjects: [{ kind: 'User', id: anna.userId }] },
      others: [],
    })
    expect([await mayUse(anna, gptSystemId), await mayUse(ben, gptSystemId)]).toEqual([true, false])
    expect(await audited(done.access?.own?.chatAccessPolicyId ?? '')).toMatchObject([
      { entityType: 'ChatAccessPolicy' },
    ])
    const off = await preview(publishing(gptSystemId), { gptSystemConfigurationStateId: null })
    expect(off).toMatchObject({ people: { after: 0, new: 0, lost: 2 }, libraries: { count: 0, files: 0 } })
  })

  test('changes the same policy on the next publish, keeps its other values, and deletes it with the agent once that can’t be restored', async () => {
    const { gptSystemId, input } = await draft('Kept')
    const [anna, ben] = [await person(app), await person(app)]
    const first = await publish(gptSystemId, { ...input, whoMayUse: { subjects: toPeople(anna) } })
    const { chatAccessPolicyId = '', version } = first.body.access?.own ?? {}
    const path = `${policiesPath}/${chatAccessPolicyId}`
    const limits = [{ kind: 'Messages', per: 'Day', amount: 5, counted: 'EachPerson' }]
    // A policy that names a brand applies to the brand's agents.
    const branded = await as(admin, `${management}/${gptSystemId}`, {
      method: 'PUT',
      body: { brandKey: 'default' },
      headers: ifMatch((await as<{ version: number }>(admin, `${management}/${gptSystemId}`)).body.version),
    })
    expect(branded.status).toBe(200)
    const kept = {
      limits,
      brandKey: 'default',
      validFrom: '2020-01-01T00:00:00.000Z',
      validTo: '2999-12-31T00:00:00.000Z',
    }
    const { status } = await as(admin, path, {
      method: 'PUT',
      body: { name: 'Kept for anna', subjects: toPeople(anna), gptSystems: [gptSystemId], ...kept },
      headers: ifMatch(version),
    })
    expect(status).toBe(200)
    const { limits: _, ...told } = kept
    expect((await as<Published>(admin, publishing(gptSystemId))).body.access?.own).toMatchObject(told)
    const asked = await preview(publishing(gptSystemId), { whoMayUse: { subjects: toPeople(ben) } })
    expect(asked.people).toMatchObject({ new: 1, lost: 1 })
    expect([idsOf(asked.names.new), idsOf(asked.names.lost)]).toEqual([[ben.userId], [anna.userId]])
    const stale = await publish(gptSystemId, { whoMayUse: { subjects: toPeople(ben), version } })
    expect([stale.status, await mayUse(ben, gptSystemId)]).toEqual([412, false])
    const next = await publish(gptSystemId, {
      whoMayUse: { subjects: toPeople(ben), version: (version ?? 0) + 1 },
    })
    expect(next.body.access?.own).toMatchObject({ chatAccessPolicyId, name: 'Kept for anna' })
    expect((await as<CreatedPolicy>(admin, path)).body).toMatchObject(kept)
    expect([await mayUse(anna, gptSystemId), await mayUse(ben, gptSystemId)]).toEqual([false, true])
    // Publishing the same again records nothing new.
    const entries = (await audited(chatAccessPolicyId)).length
    await publish(gptSystemId, { whoMayUse: { subjects: toPeople(ben) } })
    expect(await audited(chatAccessPolicyId)).toHaveLength(entries)
    await as(admin, `${management}/${gptSystemId}`, { method: 'DELETE', body: {} })
    const listed = await as<{ items: { chatAccessPolicyId: string }[] }>(
      admin,
      `${policiesPath}?pageSize=200`,
    )
    expect(listed.body.items.map((one) => one.chatAccessPolicyId)).not.toContain(chatAccessPolicyId)
    expect(await audited(chatAccessPolicyId)).toHaveLength(entries)
    await sql`update gpt_system set deleted_at = now() - interval '31 days' where id = ${gptSystemId}`.execute(
      app.platform.database.db,
    )
    await app.platform.jobs.send('agents.removeForgotten', {})
    await vi.waitFor(async () => expect((await as(admin, path)).status).toBe(404), 60_000)
    expect(await audited(chatAccessPolicyId)).toHaveLength(entries + 1)
  })

  test('an empty list removes everyone’s access; a policy that was widened by hand is no longer the agent’s own', async () => {
    const { gptSystemId, input } = await draft('Emptied')
    const other = await publishAgent(app, 'Other')
    const anna = await person(app)
    await publish(gptSystemId, { ...input, whoMayUse: { subjects: toPeople(anna) } })
    const none = await publish(gptSystemId, { whoMayUse: { subjects: [] } })
    expect([none.body.access?.own, await mayUse(anna, gptSystemId)]).toEqual([null, false])
    const again = await publish(gptSystemId, { whoMayUse: { subjects: toPeople(anna) } })
    const { chatAccessPolicyId = '', version, name } = again.body.access?.own ?? {}
    await as(admin, `${policiesPath}/${chatAccessPolicyId}`, {
      method: 'PUT',
      body: { name, subjects: everyone, gptSystems: [gptSystemId, other] },
      headers: ifMatch(version),
    })
    const { body } = await as<Published>(admin, publishing(gptSystemId))
    expect(body.access).toEqual({ own: null, others: [{ chatAccessPolicyId, name, everyone: true }] })
    await publish(gptSystemId, { whoMayUse: { subjects: [] } })
    expect(await mayUse(anna, other)).toBe(true)
  })

  test('requires the permission for the policy and an existing person; otherwise nothing is saved', async () => {
    const { gptSystemId, input } = await draft('Guarded')
    const publisher = await person(app, { actions: ['GptSystemsPublish', 'GptSystemsWrite'] })
    const body = { ...input, whoMayUse: { subjects: everyone } }
    for (const answer of [
      await publish(gptSystemId, body, publisher),
      await as<Published>(publisher, `${publishing(gptSystemId)}/preview`, { body }),
    ])
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'access.denied', errors: [{ message: 'ChatAccessPoliciesCreate' }] },
      })
    const missing = { ...input, whoMayUse: { subjects: [{ kind: 'User', id: randomUUID() }] } }
    expect(await publish(gptSystemId, missing)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ field: 'whoMayUse.subjects.0' }] },
    })
    expect((await as<Published>(admin, publishing(gptSystemId))).body).toMatchObject({
      publishedStateId: null,
    })
    // Without `whoMayUse`, publishing works, and the policies are not shown.
    expect((await publish(gptSystemId, input, publisher)).body).toMatchObject({ access: null })
  })

  test('users who can’t read people and libraries get the counts, but no names', async () => {
    const { gptSystemId, input } = await draft('Counted', [dataSourceId])
    const publisher = await person(app, { actions: ['GptSystemsPublish', 'GptSystemConfigurationsRead'] })
    await person(app)
    await createPolicy(app, { gptSystems: [gptSystemId] })
    const asked = await preview(publishing(gptSystemId), input, publisher)
    expect(asked).toMatchObject({
      people: { after: 3, new: 3 },
      libraries: { count: 1, files: 2, shown: [] },
      names: { new: [], lost: [] },
    })
    expect(JSON.stringify(asked)).not.toMatch(/Handbooks|Person/)
  })

  test('a version of another agent and an agent that the user can’t publish are not found', async () => {
    const [one, two] = [await draft('One'), await draft('Two')]
    expect(await preview(publishing(one.gptSystemId), two.input)).toMatchObject({
      code: 'agent.stateNotFound',
    })
    const blind = await person(app, { actions: ['GptSystemsPublish'] })
    expect(await preview(publishing(one.gptSystemId), one.input, blind)).toMatchObject({
      code: 'agent.notFound',
    })
  })

  test('a library grants nothing if the person who linked it can no longer read it', async () => {
    const linker = await person(app, {
      actions: ['GptSystemsWrite'],
      specific: [{ action: 'DataSourcesReadSpecific', entityId: dataSourceId }],
    })
    const { gptSystemId, input } = await draft('Lost link')
    await as(linker, `${management}/${gptSystemId}/ragDataSources`, { body: { dataSourceId } })
    expect((await preview(publishing(gptSystemId), input)).libraries.count).toBe(1)
    await sql`delete from role_entity_configuration where user_id = ${linker.userId}`.execute(
      app.platform.database.db,
    )
    expect((await preview(publishing(gptSystemId), input)).libraries.count).toBe(0)
  })
})

describe('sharing a personal agent', () => {
  const group = randomUUID()
  async function ownedAgent() {
    const owner = await person(app, {
      groups: [group],
      specific: [{ action: 'DataSourcesReadSpecific', entityId: dataSourceId }],
    })
    const { body } = await as<{ configuration: { gptSystemId: string; configStateId: string } }>(
      owner,
      '/api/internal/configStates',
      { body: { gptSystemType: 'User' } },
    )
    const { gptSystemId, configStateId } = body.configuration
    await as(owner, `/api/internal/configStates/${configStateId}`, {
      method: 'PUT',
      body: { gptSystemName: 'Mine', dataSources: [{ dataSourceId }] },
      headers: ifMatch(),
    })
    await as(owner, `${own}/fromConfigState/${configStateId}`, { method: 'POST', body: {} })
    return { owner, path: `${own}/${gptSystemId}/shares` }
  }

  test('shows who else gets answers, and only from libraries that are available to them', async () => {
    const { owner, path } = await ownedAgent()
    const [member, reader] = [
      await person(app, { groups: [group] }),
      await person(app, {
        groups: [group],
        specific: [{ action: 'DataSourcesReadSpecific', entityId: dataSourceId }],
      }),
    ]
    const one = (who: TestPerson) => ({ items: [{ userId: who.userId, right: 'Use' }] })
    expect(await preview(path, { items: [] }, owner)).toMatchObject({
      people: { after: 0, new: 0, lost: 0 },
      libraries: { count: 0 },
    })
    expect(await preview(path, one(member), owner)).toMatchObject({
      people: { after: 1, new: 1, lost: 0 },
      libraries: { count: 0 },
      names: { new: [{ userId: member.userId }] },
    })
    // Policies don't apply to a personal agent, even if they name its ID.
    const [gptSystemId = ''] = /[0-9a-f-]{36}/.exec(path) ?? []
    const policy = { subjects: everyone, gptSystems: [gptSystemId], enabled: true }
    expect((await preview(policiesPath, policy)).people).toEqual({ after: 0, new: 0, lost: 0 })
    // For someone who can read the library, the agent answers from it.
    expect((await preview(path, one(reader), owner)).libraries).toMatchObject({ count: 1, files: 2 })
    const all = { items: [{ groupId: group, right: 'Use' }] }
    const byGroup = await preview(path, all, owner)
    expect(byGroup.people).toEqual({ after: 2, new: 2, lost: 0 })
    expect(idsOf(byGroup.names.new)).toEqual(idsOf([member, reader]))
    const { version } = (await as<{ version: number }>(owner, path)).body
    await as(owner, path, { method: 'PUT', body: all, headers: ifMatch(version) })
    expect((await preview(path, one(reader), owner)).people).toEqual({ after: 1, new: 0, lost: 1 })
  })

  test('not for people and groups that the owner can’t find, nor for anyone but the owner', async () => {
    const { owner, path } = await ownedAgent()
    const stranger = await person(app, { groups: [randomUUID()] })
    await changeSettings(app, { peopleSearch: 'SharedGroups' })
    for (const given of [{ userId: stranger.userId }, { groupId: randomUUID() }])
      expect(await preview(path, { items: [{ ...given, right: 'Use' }] }, owner)).toMatchObject({
        code: 'request.invalid',
      })
    expect(await preview(path, { items: [] }, stranger)).toMatchObject({ code: 'agent.notFound' })
  })
})
