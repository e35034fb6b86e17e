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
  test('[R-3-061] [R-7-044] [R-7-093] are made, listed in their order, changed and removed; whoever chats with it has them', async () => {
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

  test.each([
    [{ title: 'x'.repeat(100), text: 'It.' }, 200],
    [{ title: 'x'.repeat(101), text: 'It.' }, 400],
    [{ title: ' ', text: 'It.' }, 400],
    [{ title: 'Long', text: 'x'.repeat(8000) }, 200],
    [{ title: 'Longer', text: 'x'.repeat(8001) }, 400],
    [{ title: 'Ten', text: Array.from({ length: 10 }, (_, n) => `{{v${n}}}`).join(' ') }, 200],
    [{ title: 'Eleven', text: Array.from({ length: 11 }, (_, n) => `{{v${n}}}`).join(' ') }, 400],
  ])('keep their limits: %.40j is %i', async (input, status) => {
    expect((await add(await publishAgent(app, 'Limited'), input)).status).toBe(status)
  })

  test('have one title each, and there is room for so many, also when they are made at once', async () => {
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

  test('are seen and changed by those alone who may; a prompt of another agent is not there', async () => {
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
