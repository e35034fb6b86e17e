import type { dataSources } from '@parlance/contract/dataSources'
import type { Answer } from '@parlance/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, ifMatch } from '../../../testing/client.ts'
import { person } from '../../../testing/people.ts'
import { graphReady } from '../../../testing/retrieval/library.ts'
import { ask, detailsOf } from '../../conversations/testing/asking.ts'
import { createSearchIn } from '../retrieval/retrieve.ts'
import { createLibrary, type Found, type Library, listFiles, settled, upload } from '../testing/library.ts'

type Graph = Answer<typeof dataSources.getGraph>
type Passages = Answer<typeof dataSources.listEntityPassages>
type View = Answer<typeof dataSources.viewPassage>

const bridges: Record<string, string> = {
  'Vela Bridge.txt':
    'The Vela Bridge (VB) was designed by Otto Lind. Permit KA-12 allows carts on it. It crosses the river near Torvik.',
  'Otto Lind.txt':
    'He grew up in Harsted and learned “dry masonry” from an uncle. Permit KA-12 bears his seal.',
  ...Object.fromEntries(
    Array.from({ length: 24 }, (_, at) => [
      `note ${at}.txt`,
      `A bridge by a designer of whom no record is left, raised in town number ${at}.`,
    ]),
  ),
}
const QUESTION = 'In which town was the designer of the Vela Bridge raised?'

let app: TestApplication
let token: string
let library: string

beforeAll(async () => {
  app = await startTestApplication()
  token = await app.token('admin')
  library = await filled('Bridges', bridges)
})
afterAll(() => app?.remove())

const pathOf = (id: string) => `/api/internal/dataSources/${id}`
const get = <T>(path: string, as = token, of = app) => call<T>(of, path, { token: as })
const graphOf = async (id: string, query = '', of = app) =>
  (await get<Graph>(`${pathOf(id)}/graph?${query}`, await of.token('admin'), of)).body
const named = async (name: string, id = library) => {
  const { entities } = await graphOf(id, `q=${encodeURIComponent(name)}`)
  return entities.find((one) => one.name === name)!
}

async function ready(id: string, of = app): Promise<void> {
  await graphReady({ origin: of.origin, token: await of.token('admin') }, id)
}

async function filled(name: string, files: Record<string, string>, of = app): Promise<string> {
  const id = await createLibrary(of, name)
  for (const [file, text] of Object.entries(files)) await upload(of, id, file, text)
  await settled(of, id)
  await ready(id, of)
  return id
}

async function search(ids: string[], useGraph?: boolean, of = app): Promise<Found> {
  const body = { question: QUESTION, dataSourceIds: ids, limit: 10, useGraph }
  return (await call<Found>(of, '/api/internal/retrievalDebugger', { token: await of.token('admin'), body }))
    .body
}
const comparable = ({ passages, ...others }: Found) => ({
  ...others,
  passages: passages.map(({ passageId: _, fileId: __, dataSourceId: ___, ...passage }) => passage),
})
const namesIn = (found: { passages: { fileName: string }[] }) =>
  found.passages.map(({ fileName }) => fileName)

/** The graph of a library as it is stored, without IDs. */
async function stored(id: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select e.key || ' ' || e.kind || ' ' || e.name || ' ' || e.df as line from entity e
      join data_source d on d.number = e.library_id where d.data_source_id = ${id}
    union all select e.key || ' in ' || p.text || ' ' || m.kind || m.name || m.is_title from mention m
      join entity e on e.entity_id = m.entity_id join passage p on p.passage_id = m.passage_id
      join data_source d on d.number = m.library_id where d.data_source_id = ${id}
    union all select a.key || ' ' || r.kind || ' ' || b.key || ' ' || p.text from relation r
      join entity a on a.entity_id = r.from_id join entity b on b.entity_id = r.to_id
      join passage p on p.passage_id = r.passage_id join data_source d on d.number = r.library_id
      where d.data_source_id = ${id}`.execute(app.platform.database.db)
  return rows.map(({ line }) => line).sort()
}

async function setGraph(id: string, graphIndex: boolean): Promise<Library & { graphIndex: boolean }> {
  const { body } = await get<Library>(pathOf(id))
  const path = `/api/internal/fileLibraries/${id}`
  const options = { token, method: 'PUT' as const, body: { graphIndex }, headers: ifMatch(body.version) }
  return (await call<Library & { graphIndex: boolean }>(app, path, options)).body
}

describe('the graph of a library', () => {
  test('[R-3-121] has what passages name, by kind, and can be searched and paged through', async () => {
    const graph = await graphOf(library, 'pageSize=200')
    const kinds = Object.fromEntries(graph.entities.map(({ name, kind }) => [name, kind]))
    expect(kinds).toMatchObject({
      'Vela Bridge': 'Name',
      'Otto Lind': 'Name',
      VB: 'Acronym',
      'KA-12': 'Code',
      'dry masonry': 'Term',
      'note 7': 'Title',
    })
    expect(await named('KA-12')).toMatchObject({ passages: 2 })
    const codes = await graphOf(library, 'kind=Code')
    expect(codes.entities.map(({ name }) => name)).toEqual(['KA-12'])
    expect((await graphOf(library, 'q=MASONRY')).entities.map(({ name }) => name)).toEqual(['dry masonry'])
    const paged: string[] = []
    for (let next = ''; ; ) {
      const page = await graphOf(library, `pageSize=7${next}`)
      paged.push(...page.entities.map(({ name }) => name))
      if (page.continuationToken === null) break
      next = `&continuationToken=${page.continuationToken}`
    }
    expect(paged.toSorted()).toEqual(Object.keys(kinds).sort())
    const changed = await get(`${pathOf(library)}/graph?continuationToken=e30.AAAAAAAAAAAAAAAAAAAAAA`)
    expect(changed.status).toBe(400)
  })

  test('[R-3-121] shows what an entity is connected with, in one step or two', async () => {
    const bridge = await named('Vela Bridge')
    const near = await graphOf(library, `entityId=${bridge.entityId}`)
    expect(near.entities[0]).toEqual(bridge)
    expect(near.entities.map(({ name }) => name).toSorted()).toEqual([
      'KA-12',
      'Otto Lind',
      'Torvik',
      'VB',
      'Vela Bridge',
    ])
    const nameOf = new Map(near.entities.map(({ entityId, name }) => [entityId, name]))
    const said = near.relations.filter(({ kinds }) => !kinds.includes('Together'))
    expect(
      said.map(({ from, to, kinds }) => `${nameOf.get(from)} ${kinds} ${nameOf.get(to)}`).toSorted(),
    ).toEqual(['Vela Bridge Abbreviation VB', 'Vela Bridge MadeBy Otto Lind'])
    expect(near.relations).toHaveLength(10)
    const far = await graphOf(library, `entityId=${bridge.entityId}&depth=2`)
    expect(far.entities.map(({ name }) => name)).toContain('dry masonry')
    const codes = await graphOf(library, `entityId=${bridge.entityId}&kind=Code`)
    expect(codes.entities.map(({ name }) => name)).toEqual(['Vela Bridge', 'KA-12'])
    const first = await graphOf(library, `entityId=${bridge.entityId}&pageSize=3`)
    const rest = await graphOf(
      library,
      `entityId=${bridge.entityId}&pageSize=3&continuationToken=${first.continuationToken}`,
    )
    const both = [...first.entities.slice(1), ...rest.entities.slice(1)].map(({ name }) => name)
    expect(both.toSorted()).toEqual(['KA-12', 'Otto Lind', 'Torvik', 'VB'])
    expect(rest.continuationToken).toBeNull()
  })

  test('[R-3-121] shows no connection that only a deleted or replaced file says', async () => {
    const id = await filled('Connections', {
      'one.txt': 'The Vela Bridge (VB) was built by hand.',
      'two.txt': 'Here they call the Vela Bridge simply VB.',
    })
    const { db } = app.platform.database
    const one = sql`data_source_id = ${id} and name = 'one.txt'`
    const between = async () => {
      const { entities, relations } = await graphOf(id)
      const ids = ['Vela Bridge', 'VB'].map(
        (name) => entities.find((entity) => entity.name === name)!.entityId,
      )
      return relations
        .filter(({ from, to }) => ids.includes(from) && ids.includes(to))
        .map(({ kinds, passages }) => `${kinds} ${passages}`)
    }
    const before = await between()
    expect(before).toEqual([expect.stringContaining('Abbreviation')])
    // Until the passages of the version before are deleted.
    await sql`update file set file_version = 2, ready_version = 2 where ${one}`.execute(db)
    expect(await between()).toEqual(['Together 1'])
    await sql`update file set file_version = 1, ready_version = 1 where ${one}`.execute(db)
    expect(await between()).toEqual(before)
    await sql`update file set removed_at = now() where ${one}`.execute(db)
    expect(await between()).toEqual(['Together 1'])
  })

  test('[R-3-121] leads to the passages that name an entity, and to their place in the file', async () => {
    const permit = await named('KA-12')
    const path = `${pathOf(library)}/graph/${permit.entityId}/passages`
    const { body } = await get<Passages>(path)
    expect(namesIn({ passages: body.items }).toSorted()).toEqual(['Otto Lind.txt', 'Vela Bridge.txt'])
    expect(body.items.every(({ name, text }) => name === 'KA-12' && text.includes(name))).toBe(true)
    const first = await get<Passages>(`${path}?pageSize=1`)
    const rest = await get<Passages>(`${path}?pageSize=1&continuationToken=${first.body.continuationToken}`)
    expect([...first.body.items, ...rest.body.items]).toEqual(body.items)
    const { passageId, fileName } = body.items[0]!
    const view = await get<View>(`${pathOf(library)}/passages/${passageId}/view?mark=KA-12`)
    expect(view.body).toMatchObject({ title: fileName, gone: false, isOpen: true })
    const [piece] = view.body.pieces
    expect(piece!.marks.map(({ start, end }) => piece!.text.slice(start, end))).toEqual(['KA-12'])
  })

  test('[R-3-121] is seen only by people who can read the library', async () => {
    const other = await filled('Other bridges', { 'other.txt': 'Here is the Aldra Bridge.' })
    const reader = await person(app, { specific: [{ action: 'DataSourcesReadSpecific', entityId: library }] })
    const foreign = await named('Aldra Bridge', other)
    const own = await named('KA-12')
    const [passage] = (await get<Passages>(`${pathOf(other)}/graph/${foreign.entityId}/passages`)).body.items
    const status = async (path: string) => (await get(path, reader.token)).status
    expect(await status(`${pathOf(library)}/graph`)).toBe(200)
    expect(await status(`${pathOf(library)}/graph/${own.entityId}/passages`)).toBe(200)
    expect(await status(`${pathOf(other)}/graph`)).toBe(403)
    expect(await status(`${pathOf(other)}/passages/${passage!.passageId}/view`)).toBe(403)
    // IDs of another library by way of one’s own.
    expect(await status(`${pathOf(library)}/graph?entityId=${foreign.entityId}`)).toBe(404)
    expect(await status(`${pathOf(library)}/graph/${foreign.entityId}/passages`)).toBe(404)
    expect(await status(`${pathOf(library)}/passages/${passage!.passageId}/view`)).toBe(404)
  })
})

describe('a search with the graph', () => {
  test('[R-3-121] finds a document that shares only a name with the first passages, which stay where they are', async () => {
    const [without, widened] = [await search([library], false), await search([library])]
    expect(namesIn(without)).not.toContain('Otto Lind.txt')
    expect(namesIn(widened).indexOf('Otto Lind.txt')).toBe(3)
    expect(widened.passages.slice(0, 3)).toEqual(without.passages.slice(0, 3))
    expect(widened.coverage).toBe(without.coverage)
    const scores = widened.passages.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  test('[R-3-121] is what the link of an agent decides', async () => {
    const agent = await publishAgent(app, 'Bridges', {}, [library])
    const anna = await app.token('anna')
    const found = async () =>
      namesIn(await detailsOf(app, anna, await ask(app, anna, { gptSystemId: agent }, QUESTION)))
    expect(await found()).toContain('Otto Lind.txt')
    await sql`update gpt_system_rag_data_source set use_graph = false where data_source_id = ${library}`.execute(
      app.platform.database.db,
    )
    expect(await found()).not.toContain('Otto Lind.txt')
  })

  test('[R-3-121] gives exactly what a database without the other libraries gives, scores too', async () => {
    const alone = await startTestApplication()
    try {
      const permitted = await filled('Alone', bridges, alone)
      // Names that the permitted library has too, often enough to count as common there.
      const shared = Array.from({ length: 70 }, (_, at) => `Otto Lind, permit KA-12, case ${at}.`)
      const secret = await filled('Secret', {
        'secret.txt': `${shared.join('\f')}\f`,
        'KA-12.txt': 'The vault of Otto Lind.',
      })
      expect(namesIn(await search([library, secret]))).not.toEqual(namesIn(await search([library])))
      expect(comparable(await search([library]))).toEqual(comparable(await search([permitted], true, alone)))
      // Where only one of the libraries may be used with its graph, the other’s graph adds nothing.
      const searchIn = createSearchIn(
        app.platform.database,
        { vectorsOf: async () => [] },
        { among: async () => [] },
      )
      const both = { dataSourceIds: [library, secret], folders: new Map(), attachedIds: [] }
      const names = async (graphIds: string[]) =>
        namesIn(await searchIn({ ...both, graphIds }).retrieve('linked', QUESTION, 10))
      expect(await names([library])).toContain('Otto Lind.txt')
      expect(await names([library])).not.toContain('KA-12.txt')
    } finally {
      await alone.remove()
    }
  })

  test('uses neither files nor counts of folders that a link leaves out', async () => {
    const id = await createLibrary(app, 'Folders')
    const add = async (name: string, text: string, folder: string) => {
      const form = new FormData()
      form.append('file', new Blob([text]), name)
      await call(app, `${pathOf(id)}/files?folder=${folder}`, { token, body: form })
    }
    for (const [name, text] of Object.entries(bridges)) await add(name, text, 'Open')
    await add('KA-12.txt', 'The vault of Otto Lind.', 'Closed')
    await add(
      'many.txt',
      `${Array.from({ length: 70 }, (_, at) => `Otto Lind and KA-12, ${at}.`).join('\f')}\f`,
      'Closed',
    )
    await settled(app, id)
    await ready(id)
    const searchIn = createSearchIn(
      app.platform.database,
      { vectorsOf: async () => [] },
      { among: async () => [] },
    )
    const found = await searchIn({
      dataSourceIds: [id],
      graphIds: [id],
      folders: new Map([[id, ['Open']]]),
      attachedIds: [],
    }).retrieve('linked', QUESTION, 60)
    expect(namesIn(found).slice(0, 5)).toContain('Otto Lind.txt')
    expect(namesIn(found)).not.toContain('KA-12.txt')
    expect(namesIn(found)).not.toContain('many.txt')
  })
})

describe('building a graph', () => {
  test('[R-3-121] deleting or replacing a file removes exactly what it contributed', async () => {
    const id = await filled('Removals', bridges)
    const before = await stored(id)
    await upload(
      app,
      id,
      'added.txt',
      'The VELA BRIDGE and “Otto Lind” and the Torvik Office are part of the New Union.',
    )
    await settled(app, id)
    await ready(id)
    const during = await stored(id)
    expect(during).not.toEqual(before)
    expect(during.join()).toContain('new union')
    await upload(app, id, 'added.txt', 'Nothing to name here.')
    await settled(app, id)
    await expect.poll(async () => (await stored(id)).join()).not.toContain('new union')
    const added = (await listFiles(app, id)).find(({ name }) => name === 'added.txt')
    await call(app, `${pathOf(id)}/files/${added!.fileId}`, { token, method: 'DELETE' })
    await expect.poll(() => stored(id)).toEqual(before)
  })

  test('[R-3-121] a library can do without one, and gets the same one again', async () => {
    const id = await filled('Switched', bridges)
    const before = await stored(id)
    expect(await setGraph(id, false)).toMatchObject({ graphIndex: false })
    expect(await graphOf(id)).toMatchObject({ state: 'Off', entities: [] })
    expect(namesIn(await search([id]))).not.toContain('Otto Lind.txt')
    await expect.poll(() => stored(id)).toEqual([])
    await upload(app, id, 'later.txt', 'The Late Bridge is here.')
    await settled(app, id)
    expect(await stored(id)).toEqual([])
    await setGraph(id, true)
    await ready(id)
    expect(await stored(id)).toEqual(expect.arrayContaining(before))
    expect((await stored(id)).join()).toContain('late bridge')
    const { rows } = await sql<{ changes: object }>`select changes from audit_entry
      where entity_id = ${id} and verb = 'update' order by seq`.execute(app.platform.database.db)
    expect(rows.map(({ changes }) => JSON.stringify(changes))).toEqual([
      expect.stringContaining('graphIndex'),
      expect.stringContaining('graphIndex'),
    ])
    const body = { name: 'Without', graphIndex: false }
    const created = await call(app, '/api/internal/fileLibraries', { token, body })
    expect(created.body).toMatchObject({ graphIndex: false })
  })

  test('[R-3-121] a library from before there were graphs gets one, going on where it was interrupted', async () => {
    const { db } = app.platform.database
    const id = await createLibrary(app, 'Early')
    const pages = Array.from({ length: 6 }, (_, at) => `Here stands the Early Tower ${'IVXLCD'[at]}x of old.`)
    await upload(app, id, 'towers.txt', `${pages.join('\f')}\f`)
    await settled(app, id)
    await ready(id)
    const whole = await stored(id)
    const number = sql`(select number from data_source where data_source_id = ${id})`
    const forget = () =>
      app.platform.database.transaction(async (tx) => {
        for (const table of ['mention', 'entity', 'relation'])
          await sql`delete from ${sql.table(table)} where library_id = ${number}`.execute(tx)
      })
    await forget()
    await sql`update data_source set graph_rules = 0 where data_source_id = ${id}`.execute(db)
    expect((await graphOf(id)).state).toBe('Building')
    await expect.poll(() => stored(id)).toEqual(whole)
    // As a killed process leaves it: half of the file is done, and the lease has run out.
    await forget()
    await sql`insert into graph_task (file_id, file_version, next_ordinal, lease_holder, lease_until)
      select file_id, ready_version, 3, gen_random_uuid(), now() - interval '1 second' from file
      where data_source_id = ${id}`.execute(db)
    await ready(id)
    const { rows } = await sql<{ ordinal: number }>`select distinct p.ordinal from mention m
      join passage p on p.passage_id = m.passage_id where m.library_id = ${number} order by 1`.execute(db)
    expect(rows.map(({ ordinal }) => ordinal)).toEqual([3, 4, 5])
  })
})
