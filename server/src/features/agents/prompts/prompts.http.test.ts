import type { Prompt } from '@parlance/contract/agentPrompts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { newestEntry } from '../../../testing/auditLog.ts'
import { type CallOptions, call, ifMatch } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'

type Answer = z.output<typeof Prompt> & { code: string; current: z.output<typeof Prompt> }
interface Page {
  items: Answer[]
  continuationToken: string | null
}
let app: TestApplication
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApplication()
  admin = await person(app, { actions: ['GptSystemsWrite'] })
})
afterAll(() => app?.remove())

const as = <T = Answer>(path: string, options: CallOptions = {}, { token }: TestPerson = admin) =>
  call<T>(app, `/api/internal/gptSystems/${path}`, { token, ...options })
const promptsOf = (gptSystemId: string) => `system/management/${gptSystemId}/prompts`
const add = (gptSystemId: string, body: object) => as(promptsOf(gptSystemId), { body })
const titles = async (gptSystemId: string, who?: TestPerson) =>
  (
    await as<Page>(who ? `${gptSystemId}/promptsForConversation` : promptsOf(gptSystemId), {}, who)
  ).body.items.map(({ title }) => title)

describe("an agent's prompts", () => {
  test('[R-3-061] [R-7-044] [R-7-093] are created, listed in order, changed, and deleted, and everyone who chats with the agent has them', async () => {
    const gptSystemId = await publishAgent(app, 'Prompter')
    const { body } = await add(gptSystemId, {
      title: 'Translate',
      text: 'Translate {{text}} into {{ language }}, all of {{text}}',
    })
    expect(body).toMatchObject({ variables: ['text', 'language'], order: 0, version: 1 })
    await add(gptSystemId, { title: 'Shorten', text: 'Shorten it.' })
    expect(await titles(gptSystemId)).toEqual(['Translate', 'Shorten'])
    const path = `${promptsOf(gptSystemId)}/${body.promptId}`
    const put = (input: object, version: number) =>
      as(path, { method: 'PUT', body: input, headers: ifMatch(version) })
    const changed = { title: 'To Arabic', text: 'Translate into Arabic.', order: 5 }
    expect((await put(changed, 1)).body).toMatchObject({ ...changed, variables: [], version: 2 })
    expect((await put(changed, 1)).body.current).toMatchObject({ title: 'To Arabic' })
    const user = await person(app)
    expect(await titles(gptSystemId, user)).toEqual(['Shorten', 'To Arabic'])
    expect((await newestEntry(app, body.promptId)).area).toBe('agentPrompt')
    expect((await as(path, { method: 'DELETE' })).status).toBe(204)
    expect((await as(path, { method: 'DELETE' })).body.code).toBe('prompt.notFound')
    expect(await titles(gptSystemId)).toEqual(['Shorten'])
  })

  test('move up and down but not past the ends, even from equal positions, and moves are recorded', async () => {
    const gptSystemId = await publishAgent(app, 'Ordered')
    for (const title of ['One', 'Two', 'Three']) await add(gptSystemId, { title, text: 'It.', order: 4 })
    const listed = async () => (await as<Page>(promptsOf(gptSystemId))).body.items
    const before = await listed()
    const move = async (title: string, direction: string, version?: number, who = admin) => {
      const prompt = (await listed()).find((one) => one.title === title)
      return as(
        `${promptsOf(gptSystemId)}/${prompt?.promptId}/move`,
        { body: { direction }, headers: ifMatch(version ?? prompt?.version) },
        who,
      )
    }
    expect(before.map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
    expect((await move('Three', 'Up')).body).toMatchObject({ title: 'Three', order: 1, version: 2 })
    expect(await titles(gptSystemId)).toEqual(['One', 'Three', 'Two'])
    const entry = await newestEntry(app, before[2]?.promptId ?? '')
    expect(entry.area).toBe('agentPrompt')
    expect(entry.changes).toEqual([{ field: 'order', before: 4, after: 1 }])
    expect((await move('One', 'Down')).status).toBe(200)
    expect(await titles(gptSystemId)).toEqual(['Three', 'One', 'Two'])
    // At the end nothing moves, and no version becomes stale.
    for (const [title, direction] of [
      ['Three', 'Up'],
      ['Two', 'Down'],
    ] as const)
      expect((await move(title, direction)).status).toBe(200)
    expect(await titles(gptSystemId)).toEqual(['Three', 'One', 'Two'])
    expect((await listed()).map(({ version }) => version)).toEqual([2, 2, 1])
    expect((await move('One', 'Up', 1)).body.code).toBe('request.stale')
    expect((await move('One', 'Sideways')).status).toBe(400)
    const reader = await person(app, { actions: ['GptSystemConfigurationsRead'] })
    expect((await move('One', 'Up', undefined, reader)).status).toBe(403)
    expect(await titles(gptSystemId)).toEqual(['Three', 'One', 'Two'])
  })

  test.each([
    [{ title: 'x'.repeat(100), text: 'It.' }, 200],
    [{ title: 'x'.repeat(101), text: 'It.' }, 400],
    [{ title: ' ', text: 'It.' }, 400],
    [{ title: 'Long', text: 'x'.repeat(8000) }, 200],
    [{ title: 'Longer', text: 'x'.repeat(8001) }, 400],
    [{ title: 'Ten', text: Array.from({ length: 10 }, (_, n) => `{{v${n}}}`).join(' ') }, 200],
    [{ title: 'Eleven', text: Array.from({ length: 11 }, (_, n) => `{{v${n}}}`).join(' ') }, 400],
  ])('[S17] enforce their limits: %.40j is %i', async (input, status) => {
    expect((await add(await publishAgent(app, 'Limited'), input)).status).toBe(status)
  })

  test('have unique titles and a maximum number, even when created at once', async () => {
    const gptSystemId = await publishAgent(app, 'Full')
    await add(gptSystemId, { title: 'One', text: 'It.' })
    expect((await add(gptSystemId, { title: 'oNE', text: 'It.' })).body).toMatchObject({
      code: 'prompt.taken',
      errors: [{ field: 'title' }],
    })
    await sql`insert into agent_prompt (id, gpt_system_id, title, text, position)
      select gen_random_uuid(), ${gptSystemId}, 'Prompt ' || n, 'It.', n from generate_series(1, 497) n`.execute(
      app.platform.database.db,
    )
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, n) => add(gptSystemId, { title: `Last ${n}`, text: 'It.' })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409])
    const seen: string[] = []
    let query = '?pageSize=200'
    for (;;) {
      const { items, continuationToken } = (await as<Page>(`${promptsOf(gptSystemId)}${query}`)).body
      seen.push(...items.map(({ promptId }) => promptId))
      if (!continuationToken) break
      query = `?pageSize=200&continuationToken=${continuationToken}`
    }
    expect(new Set(seen).size).toBe(500)
  })

  test('are visible and changeable only with permission, and not through another agent', async () => {
    const [mine, other] = [await publishAgent(app, 'Mine'), await publishAgent(app, 'Other')]
    const { promptId } = (await add(other, { title: 'Secret', text: 'It.' })).body
    const writer = await person(app, { specific: [{ action: 'GptSystemsWriteSpecific', entityId: mine }] })
    const take = async (gptSystemId: string) =>
      (await as(`${promptsOf(gptSystemId)}/${promptId}`, { method: 'DELETE' }, writer)).status
    expect((await as(promptsOf(other), {}, writer)).status).toBe(403)
    expect([await take(mine), await take(other)]).toEqual([404, 403])
    await sql`update chat_access_policy set enabled = false`.execute(app.platform.database.db)
    const stranger = await person(app)
    expect((await as(`${other}/promptsForConversation`, {}, stranger)).status).toBe(404)
    await sql`update chat_access_policy set enabled = true`.execute(app.platform.database.db)
  })
})
