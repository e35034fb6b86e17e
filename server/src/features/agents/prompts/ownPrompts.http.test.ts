import type { Prompt } from '@parlance/contract/agentPrompts'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type CallOptions, call, ifMatch } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'

type Answer = z.output<typeof Prompt> & { code: string; current: z.output<typeof Prompt> }
interface Page {
  items: Answer[]
  continuationToken: string | null
}
let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app?.remove())

const base = '/api/internal/currentUser/prompts'
const as = <T = Answer>({ token }: TestPerson, path = '', options: CallOptions = {}) =>
  call<T>(app, `${base}${path}`, { token, ...options })
const keep = (who: TestPerson, title: string, text = 'Sum up {{text}}') =>
  as(who, '', { body: { title, text } })
const titles = async (who: TestPerson) => (await as<Page>(who)).body.items.map(({ title }) => title)

describe("a user's own prompts", () => {
  test('[R-1-008] [R-3-089] [R-7-078] are created, read, changed, and deleted', async () => {
    const owner = await person(app)
    const created = await keep(owner, 'Summary', 'Sum up {{text}} in {{ language }}')
    expect(created.status).toBe(200)
    expect(created.body).toMatchObject({
      title: 'Summary',
      variables: ['text', 'language'],
      order: 0,
      version: 1,
    })
    expect(created.body.promptId).toMatch(/^[0-9a-f-]{36}$/)
    await keep(owner, 'Shorten')
    const path = `/${created.body.promptId}`
    const { body, headers } = await as(owner, path)
    expect([body, headers.get('etag')]).toEqual([created.body, '"1"'])
    const put = (input: object, version: number) =>
      as(owner, path, { method: 'PUT', body: input, headers: ifMatch(version) })
    const changed = { title: 'To Arabic', text: 'Translate it.', order: 5 }
    expect((await put(changed, 1)).body).toMatchObject({ ...changed, variables: [], version: 2 })
    expect((await put(changed, 1)).body.current).toMatchObject({ title: 'To Arabic', version: 2 })
    expect(await titles(owner)).toEqual(['Shorten', 'To Arabic'])
    expect((await as(owner, path, { method: 'DELETE' })).status).toBe(204)
    expect((await as(owner, path, { method: 'DELETE' })).body.code).toBe('prompt.notFound')
    expect((await as(owner, path)).body.code).toBe('prompt.notFound')
    expect(await titles(owner)).toEqual(['Shorten'])
  })

  test('are private: no one else can list, read, change, or delete them', async () => {
    const [owner, other] = [await person(app), await person(app)]
    const { body } = await keep(owner, 'Mine')
    const path = `/${body.promptId}`
    const input = { title: 'Taken', text: 'Over' }
    const tries = [
      await as(other, path),
      await as(other, path, { method: 'PUT', body: input, headers: ifMatch(1) }),
      await as(other, path, { method: 'DELETE' }),
    ]
    for (const { status, body: problem } of tries)
      expect([status, problem.code]).toEqual([404, 'prompt.notFound'])
    expect(await titles(other)).toEqual([])
    expect((await as(owner, path)).body).toEqual(body)
    // A title must be unique only among the user's own prompts.
    expect((await keep(other, 'Mine')).status).toBe(200)
  })

  test('have unique titles, case-insensitively, and return validation errors', async () => {
    const owner = await person(app)
    await keep(owner, 'Summary')
    expect((await keep(owner, 'sUMMARY')).body.code).toBe('prompt.taken')
    const many = Array.from({ length: 11 }, (_, at) => `{{v${at}}}`).join(' ')
    for (const [title, text] of [
      [' ', 'It.'],
      ['x'.repeat(101), 'It.'],
      ['T', ' '],
      ['T', 'x'.repeat(8001)],
      ['T', many],
    ])
      expect((await keep(owner, title!, text!)).status).toBe(400)
    expect(await titles(owner)).toEqual(['Summary'])
  })

  test('are listed page by page, up to the limit', async () => {
    const owner = await person(app)
    await sql`insert into user_prompt (id, user_id, title, text, position)
      select gen_random_uuid(), ${owner.userId}, 'P' || n, 'It.', n from generate_series(1, ${limits.promptsPerOwner - 1}) n`.execute(
      app.platform.database.db,
    )
    expect((await keep(owner, 'The last')).status).toBe(200)
    expect((await keep(owner, 'Too many')).body.code).toBe('prompt.tooMany')
    const seen: string[] = []
    let token: string | null = null
    do {
      const query: string = token ? `&continuationToken=${encodeURIComponent(token)}` : ''
      const page: Page = (await as<Page>(owner, `?pageSize=200${query}`)).body
      seen.push(...page.items.map(({ title }) => title))
      token = page.continuationToken
    } while (token)
    expect(seen).toHaveLength(limits.promptsPerOwner)
    expect([seen[0], seen.at(-1)]).toEqual(['P1', 'The last'])
  })
})
