import { randomUUID } from 'node:crypto'
import type { Configuration, StateAnswer, StateRow } from '@parlance/contract/agentConfiguration'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ifMatchOfState } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { newestEntry } from '../../../testing/auditLog.ts'
import { type CallOptions, call, ifMatch } from '../../../testing/client.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../../testing/people.ts'

type State = z.output<typeof Configuration>
type Answer = z.output<typeof StateAnswer> & { code: string }
interface Own {
  code: string
  gptSystemId: string
  name: string
  draftStateId: string
  publishedStateId: string | null
  shares: number
  version: number
}

let app: TestApplication
const group = randomUUID()
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

const management = 'gptSystems/user/management'
const as = <T = Answer>({ token }: TestPerson, path: string, options: CallOptions = {}) =>
  call<T>(app, `/api/internal/${path}`, { token, ...options })
const somebody = () => person(app, { groups: [group] })
const make = async (who: TestPerson, name = 'Mine') =>
  (await as<Own>(who, management, { body: { name, description: 'Helps me.' } })).body
const get = async (who: TestPerson, gptSystemId: string) =>
  (await as<Own>(who, `${management}/${gptSystemId}`)).body
const change = async (who: TestPerson, stateId: string, body: object) =>
  as(who, `configStates/${stateId}`, { method: 'PUT', body, headers: await ifMatchOfState(app, stateId) })
const use = (who: TestPerson, gptSystemId: string, stateId: string) =>
  as(who, `${management}/${gptSystemId}/fromConfigState/${stateId}`, { method: 'PUT', body: {} })
const nextDraft = (who: TestPerson, gptSystemId: string, input: object = {}) =>
  as<Answer & { configuration: State }>(who, 'configStates', {
    body: { gptSystemType: 'User', gptSystemId, ...input },
  })
const statesOf = (who: TestPerson, gptSystemId: string) =>
  as<{ items: z.output<typeof StateRow>[] }>(who, `configStates?gptSystemId=${gptSystemId}`)
const introductionOf = async (who: TestPerson, gptSystemId: string) =>
  (await as<{ introduction: string }>(who, `gptSystems/${gptSystemId}/detailsForConversation`)).body
    .introduction
const share = async (owner: TestPerson, gptSystemId: string, items: object[]) => {
  const path = `${management}/${gptSystemId}/shares`
  const { version } = (await as<Own>(owner, path)).body
  return as(owner, path, { method: 'PUT', body: { items }, headers: ifMatch(version) })
}

describe("a user's own agents", () => {
  test('[R-7-082] are created, listed, read, renamed, and deleted by type and ID', async () => {
    const owner = await somebody()
    const created = await make(owner, 'Notes')
    expect(created).toMatchObject({ name: 'Notes', gptSystemType: 'User', publishedStateId: null, shares: 0 })
    const list = async (search = '') =>
      (await as<{ items: Own[] }>(owner, `${management}?search=${search}`)).body.items.map(({ name }) => name)
    await make(owner, 'Another')
    expect(await list()).toEqual(['Another', 'Notes'])
    expect(await list('NOTES')).toEqual(['Notes'])
    const path = `${management}/${created.gptSystemId}`
    const rename = (name: string, version: number) =>
      as<Own>(owner, path, { method: 'PUT', body: { name }, headers: ifMatch(version) })
    expect((await rename('Minutes', 1)).body).toMatchObject({ name: 'Minutes', version: 2 })
    expect((await rename('Late', 1)).status).toBe(412)
    expect((await rename('  ', 2)).status).toBe(400)
    expect((await as(owner, path, { method: 'DELETE' })).status).toBe(204)
    expect((await as(owner, path)).body.code).toBe('agent.notFound')
    expect(await list()).toEqual(['Another'])
    expect((await newestEntry(app, created.gptSystemId)).effect).toBe('Removed')
  })

  test('can be restored for 30 days by their owner only, shared as before, within the limit', async () => {
    const [owner, colleague] = [await somebody(), await somebody()]
    const { gptSystemId, draftStateId } = await make(owner)
    await use(owner, gptSystemId, draftStateId)
    await share(owner, gptSystemId, [{ userId: colleague.userId, right: 'Edit' }])
    const path = `${management}/${gptSystemId}`
    const deleted = async (who: TestPerson) =>
      (await as<{ items: Own[] }>(who, `${management}?whose=Deleted`)).body.items.map(
        (one) => one.gptSystemId,
      )
    const bringBack = (who: TestPerson) => as<Own>(who, `${path}/restore`, { method: 'PUT' })
    const details = `gptSystems/${gptSystemId}/detailsForConversation`
    expect((await bringBack(owner)).status).toBe(404)
    await as(owner, path, { method: 'DELETE' })
    expect((await as(colleague, details)).status).toBe(404)
    expect(await deleted(owner)).toEqual([gptSystemId])
    for (const who of [colleague, await person(app, { actions: ['GptSystemsWrite'] })]) {
      expect(await deleted(who)).toEqual([])
      expect((await bringBack(who)).body.code).toBe('agent.notFound')
    }
    await changeSettings(app, { personalAgentLimit: 1 })
    const another = await make(owner, 'Another')
    expect((await bringBack(owner)).body.code).toBe('agent.tooMany')
    expect(await deleted(owner)).toEqual([gptSystemId])
    await as(owner, `${management}/${another.gptSystemId}`, { method: 'DELETE' })
    expect(await bringBack(owner)).toMatchObject({ status: 200, body: { name: 'Mine', shares: 1 } })
    await changeSettings(app, { personalAgentLimit: 20 })
    expect((await as(colleague, details)).status).toBe(200)
    expect(await newestEntry(app, gptSystemId)).toMatchObject({ verb: 'restore', effect: 'Made' })
    await as(owner, path, { method: 'DELETE' })
    await sql`update gpt_system set deleted_at = now() - interval '30 days 1 second' where owner_user_id = ${owner.userId}`.execute(
      app.platform.database.db,
    )
    expect(await deleted(owner)).toEqual([])
    expect((await bringBack(owner)).body.code).toBe('agent.notFound')
  })

  test('are not visible to or changeable by anyone else, not even editors they are shared with', async () => {
    const [owner, editor, other] = [await somebody(), await somebody(), await somebody()]
    const { gptSystemId } = await make(owner)
    await share(owner, gptSystemId, [{ userId: editor.userId, right: 'Edit' }])
    const path = `${management}/${gptSystemId}`
    for (const who of [editor, other]) {
      expect((await as(who, path)).status).toBe(404)
      expect((await as(who, path, { method: 'DELETE' })).status).toBe(404)
      const put = { method: 'PUT', body: { name: 'Theirs' }, headers: ifMatch(2) } as const
      expect((await as(who, path, put)).status).toBe(404)
    }
    expect(await get(owner, gptSystemId)).toMatchObject({ name: 'Mine', shares: 1 })
  })

  test('renaming a published agent waits in a draft until that is published', async () => {
    const owner = await somebody()
    const { gptSystemId, draftStateId } = await make(owner)
    await use(owner, gptSystemId, draftStateId)
    const { version } = await get(owner, gptSystemId)
    const renamed = await as<Own>(owner, `${management}/${gptSystemId}`, {
      method: 'PUT',
      body: { name: 'Later' },
      headers: ifMatch(version),
    })
    expect(renamed.body).toMatchObject({ name: 'Mine', publishedStateId: draftStateId })
    await use(owner, gptSystemId, renamed.body.draftStateId)
    expect(await get(owner, gptSystemId)).toMatchObject({ name: 'Later', draftStateId: null })
  })
})

describe("the configuration states of a user's own agents", () => {
  test('[R-7-083] [R-7-084] are created, read, changed, published, deleted, and restored', async () => {
    const owner = await somebody()
    const { gptSystemId, draftStateId: first } = await make(owner)
    expect((await as(owner, `configStates/${first}`)).body).toMatchObject({
      version: 1,
      configuration: { gptSystemType: 'User', status: 'Draft', number: 1 },
    })
    await change(owner, first, { introduction: 'One' })
    expect((await use(owner, gptSystemId, first)).status).toBe(200)
    const second = (await nextDraft(owner, gptSystemId)).body.configuration
    expect(second).toMatchObject({ number: 2, introduction: 'One' })
    expect((await nextDraft(owner, gptSystemId)).body.code).toBe('agent.hasDraft')
    await change(owner, second.configStateId, { introduction: 'Two' })
    expect(await introductionOf(owner, gptSystemId)).toBe('One')
    await use(owner, gptSystemId, second.configStateId)
    expect(await introductionOf(owner, gptSystemId)).toBe('Two')
    await use(owner, gptSystemId, first)
    expect(await introductionOf(owner, gptSystemId)).toBe('One')
    const third = (await nextDraft(owner, gptSystemId, { fromStateId: second.configStateId })).body
      .configuration
    expect(third.introduction).toBe('Two')
    expect((await as(owner, `configStates/${first}`, { method: 'DELETE' })).body.code).toBe(
      'agent.stateNotDraft',
    )
    expect((await as(owner, `configStates/${third.configStateId}`, { method: 'DELETE' })).status).toBe(204)
    expect((await statesOf(owner, gptSystemId)).body.items.map(({ status }) => status)).toEqual([
      'Past',
      'Published',
    ])
  })

  test('can be read and changed by editors, but not published, and never for another agent', async () => {
    const [owner, editor, user] = [await somebody(), await somebody(), await somebody()]
    const { gptSystemId, draftStateId } = await make(owner)
    await use(owner, gptSystemId, draftStateId)
    await share(owner, gptSystemId, [
      { userId: editor.userId, right: 'Edit' },
      { userId: user.userId, right: 'Use' },
    ])
    expect((await statesOf(user, gptSystemId)).status).toBe(404)
    expect((await as(user, `configStates/${draftStateId}`)).status).toBe(404)
    expect((await nextDraft(user, gptSystemId)).status).toBe(404)
    const draft = (await nextDraft(editor, gptSystemId)).body.configuration
    expect((await change(editor, draft.configStateId, { introduction: 'By the editor' })).status).toBe(200)
    expect((await use(editor, gptSystemId, draft.configStateId)).status).toBe(404)
    expect((await as(editor, `configStates/${draft.configStateId}`, { method: 'DELETE' })).status).toBe(404)
    const foreign = await make(editor)
    // A state of another agent can be neither copied nor published.
    expect((await nextDraft(editor, foreign.gptSystemId, { fromStateId: draftStateId })).status).toBe(404)
    expect((await use(editor, foreign.gptSystemId, draft.configStateId)).status).toBe(404)
    expect((await use(owner, gptSystemId, foreign.draftStateId)).status).toBe(404)
  })
  test('can be compared by anyone who can see both', async () => {
    const [owner, other] = [await somebody(), await somebody()]
    const { gptSystemId, draftStateId: first } = await make(owner)
    await use(owner, gptSystemId, first)
    const second = (await nextDraft(owner, gptSystemId)).body.configuration.configStateId
    await change(owner, second, { introduction: 'Two', temperature: 0.5 })
    const between = (who: TestPerson, left: string, right: string) =>
      as<{ items: object[]; code: string }>(who, `configStates/${left}/differences/${right}`)
    const { items } = (await between(owner, first, second)).body
    expect(items).toHaveLength(2)
    expect(items).toContainEqual({ field: 'introduction', before: '', after: 'Two' })
    const foreign = await make(other)
    expect((await between(owner, first, foreign.draftStateId)).body.code).toBe('agent.stateNotFound')
    expect((await between(other, first, second)).body.code).toBe('agent.stateNotFound')
    await share(owner, gptSystemId, [{ userId: other.userId, right: 'Edit' }])
    expect((await between(other, first, second)).status).toBe(200)
    expect((await between(other, first, foreign.draftStateId)).body.code).toBe('agent.stateNotFound')
  })
})
