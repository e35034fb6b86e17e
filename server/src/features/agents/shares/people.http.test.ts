import { randomUUID } from 'node:crypto'
import type { currentUser } from '@parlance/contract/currentUser'
import type { Answer } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { changeSettings } from '../../../testing/instanceSettings.ts'
import { person, type TestPerson } from '../../../testing/people.ts'

type Found = Answer<typeof currentUser.findPeople>
const [group, otherGroup] = [randomUUID(), randomUUID()]

let app: TestApplication
beforeAll(async () => {
  app = await startTestApplication()
  await sql`insert into directory_group (object_id, display_name)
    values (${group}, 'Tunnel builders'), (${otherGroup}, 'Tunnel inspectors')`.execute(
    app.platform.database.db,
  )
})
afterAll(() => app?.remove())

const search = ({ token }: Pick<TestPerson, 'token'>, text: string) =>
  call<Found>(app, `/api/internal/currentUser/people?search=${encodeURIComponent(text)}`, { token })
const namesFor = async (who: TestPerson, text: string) =>
  (await search(who, text)).body.items.map(({ displayName }) => displayName)

/** Creates a user with this name. */
async function named(name: string, given: Parameters<typeof person>[1] = {}): Promise<TestPerson> {
  const created = await person(app, given)
  await sql`update app_user set name = ${name} where id = ${created.userId}`.execute(app.platform.database.db)
  return created
}

test('people search finds members of the user’s directory groups, and those groups, by part of the name in any case', async () => {
  const me = await named('Searcher of tunnels', { groups: [group] })
  const near = await named('Nadia Tunnelman', { groups: [group, otherGroup] })
  await named('Omar Tunnelman', { groups: [otherGroup] })
  const { body } = await search(me, ' TUNNEL ')
  expect(body.items).toEqual([
    { id: group, displayName: 'Tunnel builders', kind: 'Group' },
    { id: near.userId, displayName: 'Nadia Tunnelman', kind: 'User' },
  ])
})

test('[B3] people search excludes people who cannot sign in or have unknown or outdated groups, and finds no one for a user without groups', async () => {
  const me = await named('Quentin', { groups: [group] })
  await named('Zelda Disabled', { groups: [group], disabled: true })
  await named('Zelda Unknown', { groups: null })
  await named('Zelda Old', { groups: [group], groupsHoursAgo: 25 })
  await named('Zelda Here', { groups: [group] })
  expect(await namesFor(me, 'zelda')).toEqual(['Zelda Here'])
  for (const groups of [[], null]) expect(await namesFor(await person(app, { groups }), 'zelda')).toEqual([])
})

test('people search includes everyone while the instance setting allows it', async () => {
  const me = await named('Walter', { groups: [group] })
  await named('Yvonne Farther', { groups: [otherGroup] })
  await named('Yvonne Gone', { groups: [otherGroup], disabled: true })
  expect(await namesFor(me, 'yvonne')).toEqual([])
  expect((await changeSettings(app, { peopleSearch: 'All' })).status).toBe(200)
  expect(await namesFor(me, 'yvonne')).toEqual(['Yvonne Farther'])
  expect(await namesFor(me, 'tunnel ins')).toEqual(['Tunnel inspectors'])
  expect((await changeSettings(app, { peopleSearch: 'SharedGroups' })).status).toBe(200)
  expect(await namesFor(me, 'yvonne')).toEqual([])
})

test('[A71] [B3] people search takes the text literally, requires two letters, and limits the results', async () => {
  const me = await named('Viola', { groups: [group] })
  await named('Per%cent Sign', { groups: [group] })
  await named('Percent Plain', { groups: [group] })
  await named('Under_score', { groups: [group] })
  expect(await namesFor(me, 'r%c')).toEqual(['Per%cent Sign'])
  expect(await namesFor(me, 'r_s')).toEqual(['Under_score'])
  expect(await namesFor(me, '%%')).toEqual([])
  for (const text of ['', 'p', ' p ', 'p'.repeat(201)]) expect((await search(me, text)).status).toBe(400)
  for (let number = 0; number <= limits.foundPeople; number++)
    await named(`Crowd ${number}`, { groups: [group] })
  expect(await namesFor(me, 'crowd')).toHaveLength(limits.foundPeople)
})
