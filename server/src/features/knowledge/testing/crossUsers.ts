import { randomInt, randomUUID } from 'node:crypto'
import type { StreamedCitation } from '@parlance/contract/events'
import { sql } from 'kysely'
import { ifMatchOfState } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import { call, openStream, send } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createLibrary, settled, upload } from './library.ts'

const states = '/api/internal/configStates'
const conversations = '/api/internal/userConversations'
const sources = '/api/internal/dataSources'

/** The ways by which content of a library reaches people. */
const paths = ['answer', 'graph', 'table', 'viewer'] as const
type Path = (typeof paths)[number]

interface Library {
  dataSourceId: string
  /** A word in its files by which questions find it. */
  name: string
  /** Texts that occur only in this library, and in no question: in a file, in one found by the graph, and a sum. */
  secrets: Record<'answer' | 'graph' | 'table', string>
}

/** A directory group whose role grants reading some libraries. */
interface Group {
  groupId: string
  userRoleId: string
  libraries: Set<Library>
}

interface Reader extends TestPerson {
  groups: Set<Group>
  /** Their own agent, and the libraries that it is linked to. */
  gptSystemId: string
  linked: Set<Library>
}

/** A citation as someone has seen it. */
interface Seen {
  owner: Reader
  library: Library
  segment: string
  citation: StreamedCitation
}

/** The result of questions and calls of users who can read different libraries. */
export interface Crossed {
  questions: number
  byPath: Record<Path, number>
  /** Answers with content of a library that the user can’t read. */
  leaked: string[]
  /** Answers without the content that the user can read, which would make the test meaningless. */
  missed: string[]
}

const numbered = (at: number) => String(at).padStart(4, '0')

/** All libraries have the same files, except for a few words. Each rule and its logbook name the same rare person. */
async function addLibrary(app: TestApplication, at: number): Promise<Library> {
  const name = `canary${numbered(at)}`
  const secrets = { answer: `open${numbered(at)}`, graph: `key${numbered(at)}`, table: `7310${numbered(at)}` }
  const dataSourceId = await createLibrary(app, `Library ${name}`)
  const keeper = `Orla Vennstrom`
  const files = {
    'rule.txt': `The ${name} harbour of the old town opens at seven and its password is ${secrets.answer}. ${keeper} signs.`,
    'logbook.txt': `${keeper} carries ${secrets.graph} on Sundays.`,
    // The sum is in none of the rows.
    [`berths ${name}.csv`]: `berth,${name} fee\n1,73000000\n2,${100_000 + at - 5}\n3,5\n`,
  }
  for (const [file, content] of Object.entries(files)) await upload(app, dataSourceId, file, content)
  await settled(app, dataSourceId)
  return { dataSourceId, name, secrets }
}

async function addGroup(app: TestApplication, libraries: readonly Library[]): Promise<Group> {
  const { db } = app.platform.database
  const [groupId, userRoleId] = [randomUUID(), randomUUID()]
  await sql`insert into user_role (id, name, name_key, actions)
    values (${userRoleId}, ${userRoleId}, ${userRoleId}, '{}')`.execute(db)
  await sql`insert into user_role_assignment (id, user_role_id, group_id)
    values (gen_random_uuid(), ${userRoleId}, ${groupId})`.execute(db)
  const group: Group = { groupId, userRoleId, libraries: new Set() }
  for (const library of libraries) await grant(app, group, library)
  return group
}

async function grant(app: TestApplication, group: Group, library: Library): Promise<void> {
  group.libraries.add(library)
  await sql`insert into role_entity_configuration (id, user_role_id, action, data_source_id)
    values (gen_random_uuid(), ${group.userRoleId}, 'DataSourcesReadSpecific', ${library.dataSourceId})`.execute(
    app.platform.database.db,
  )
}

async function revoke(app: TestApplication, group: Group, library: Library): Promise<void> {
  group.libraries.delete(library)
  await sql`delete from role_entity_configuration
    where user_role_id = ${group.userRoleId} and data_source_id = ${library.dataSourceId}`.execute(
    app.platform.database.db,
  )
}

/** The libraries that someone can read now. */
const readableBy = ({ groups }: Pick<Reader, 'groups'>): Set<Library> =>
  new Set([...groups].flatMap(({ libraries }) => [...libraries]))

/** The libraries from which someone's own agent can answer now. */
const answeringFor = (reader: Reader): Set<Library> => readableBy(reader).intersection(reader.linked)

/** Creates a user in these groups, and their own agent that answers from all libraries that they can read. */
async function addReader(app: TestApplication, groups: Set<Group>): Promise<Reader> {
  const who = await person(app, { groups: [...groups].map(({ groupId }) => groupId) })
  const { token } = who
  const linked = readableBy({ groups })
  const { body } = await call<{ configuration: { gptSystemId: string; configStateId: string } }>(
    app,
    states,
    { token, body: { gptSystemType: 'User' } },
  )
  const { gptSystemId, configStateId } = body.configuration
  const dataSources = [...linked].map(({ dataSourceId }) => ({ dataSourceId }))
  await call(app, `${states}/${configStateId}`, {
    token,
    method: 'PUT',
    body: { gptSystemName: who.userId, dataSources },
    headers: await ifMatchOfState(app, configStateId),
  })
  const path = `/api/internal/gptSystems/user/management/fromConfigState/${configStateId}`
  const created = await call(app, path, { token, body: {} })
  if (created.status !== 200) throw new Error(`An agent wasn’t published: ${created.status}`)
  return { ...who, groups, gptSystemId, linked }
}

/**
 * Users ask and look at random for what any library contains: through their own agents, through the graph, through
 * tables, and by IDs that they or others have seen. After every tenth query, someone leaves or joins a group, or a group
 * loses or gets back a library. That takes effect with the next query.
 */
export async function crossUsers(
  app: TestApplication,
  options: { people: number; libraries: number; questions: number },
): Promise<Crossed> {
  const libraries: Library[] = []
  for (let at = 0; at < options.libraries; at += 1) libraries.push(await addLibrary(app, at))
  const groups: Group[] = []
  // Each library is in two groups or three.
  for (let at = 0; at < libraries.length; at += 2) {
    const places = [at, at + 1, at + 2, at * 3 + 1].map((place) => place % libraries.length)
    groups.push(
      await addGroup(
        app,
        [...new Set(places)].map((place) => libraries[place]!),
      ),
    )
  }
  const readers: Reader[] = []
  for (let at = 0; at < options.people; at += 1)
    readers.push(await addReader(app, new Set([groups[at % groups.length]!, pick(groups)])))
  const crossed: Crossed = {
    questions: 0,
    byPath: { answer: 0, graph: 0, table: 0, viewer: 0 },
    leaked: [],
    missed: [],
  }
  const seen: Seen[] = []
  const left: { reader: Reader; group: Group }[] = []
  const revoked: { group: Group; library: Library }[] = []

  /** Notes the secrets of libraries that the user can’t read. */
  const check = (path: Path, reader: Reader, permitted: ReadonlySet<Library>, text: string) => {
    const plain = text.replaceAll(',', '')
    for (const library of libraries) {
      const found = Object.values(library.secrets).filter((secret) => plain.includes(secret))
      if (found.length > 0 && !permitted.has(library))
        crossed.leaked.push(`${path}: ${reader.userId} read ${found.join(' and ')}`)
    }
    return plain
  }
  const miss = (path: Path, library: Library, why: string) =>
    crossed.missed.push(`${path}: ${library.name}: ${why}`)

  async function ask(path: 'answer' | 'table', reader: Reader, about: Library): Promise<void> {
    const question =
      path === 'answer'
        ? `What is the password of the ${about.name} harbour in the old town?`
        : `What is the total ${about.name} fee?`
    const permitted = answeringFor(reader)
    const stream = await openStream(app, `${conversations}/byGptSystemId/${reader.gptSystemId}`, {
      token: reader.token,
      body: { question },
    })
    await stream.ended
    const text = check(path, reader, permitted, stream.raw())
    if (permitted.has(about) && !text.includes(about.secrets[path]))
      miss(path, about, 'was linked, but not answered from')
    let segment = ''
    for (const { event, data } of stream.events) {
      if (event === 'conversation-and-segment-id')
        segment = `${conversations}/${data.conversationId}/segments/${data.conversationSegmentId}`
      if (event !== 'response-model') continue
      for (const citation of data.Citations) {
        const library = libraries.find(({ dataSourceId }) => citation.path.includes(dataSourceId))
        if (library && citation.passageId) seen.push({ owner: reader, library, segment, citation })
      }
    }
  }

  async function searchGraph(reader: Reader, about: Library): Promise<void> {
    const permitted = readableBy(reader)
    const { token } = reader
    const search = (ids: string[]) =>
      send(app, '/api/internal/retrievalDebugger', {
        token,
        body: { question: 'What is the password of the old town?', dataSourceIds: ids, limit: 50 },
      })
    const own = [...permitted].map(({ dataSourceId }) => dataSourceId)
    if (own.length > 0) {
      const text = check('graph', reader, permitted, await (await search(own)).text())
      if (![...permitted].some(({ secrets }) => text.includes(secrets.graph)))
        miss('graph', [...permitted][0]!, 'nothing was found that only the graph leads to')
    }
    const both = await search([...own, about.dataSourceId])
    check('graph', reader, permitted, await both.text())
    if (both.ok !== permitted.has(about)) miss('graph', about, `a search answered ${both.status}`)
    const graph = await send(app, `${sources}/${about.dataSourceId}/graph`, { token })
    check('graph', reader, permitted, await graph.text())
    if (graph.ok !== permitted.has(about)) miss('graph', about, `its graph answered ${graph.status}`)
  }

  async function look(reader: Reader): Promise<void> {
    const of = seen.filter(({ owner }) => owner === reader)
    const { owner, library, segment, citation } = pick(randomInt(2) === 0 && of.length > 0 ? of : seen)
    const { citationId, passageId, title } = citation
    const permitted = readableBy(reader)
    const told = new Set(of.map((one) => one.library))
    /** Whether a call shows something. Of a document that can’t be read anymore, the quote in one’s own answer stays. */
    const shows = async (path: string) => {
      const answer = await send(app, path, { token: reader.token })
      const text = await answer.text()
      const isGone = text.includes('"gone":true')
      check('viewer', reader, isGone ? permitted.union(told) : permitted, text)
      return answer.ok && !isGone
    }
    const file = `uploadedFiles/${Buffer.from(title).toString('base64url')}`
    const query = `citationId=${citationId}`
    const calls = [
      `citedDocuments/${citationId}`,
      `${file}?${query}`,
      `${file}/view?${query}&at=0`,
      `${file}/matches?${query}&search=harbour`,
    ]
    const isOpen = owner === reader && answeringFor(reader).has(library)
    for (const one of calls)
      if ((await shows(`${segment}/${one}`)) !== isOpen)
        miss('viewer', library, `${one} is ${isOpen ? 'not ' : ''}shown`)
    // What someone else has seen, by way of an answer and a library of one’s own.
    const [mine] = of
    if (mine) await shows(`${mine.segment}/citedDocuments/${citationId}`)
    const [other] = permitted
    if (other && other !== library)
      if (await shows(`${sources}/${other.dataSourceId}/passages/${passageId}/view`))
        miss('viewer', library, 'its passage is shown for another library')
    for (const one of [`passages/${passageId}/view`, 'files'])
      if ((await shows(`${sources}/${library.dataSourceId}/${one}`)) !== permitted.has(library))
        miss('viewer', library, `${one} is ${permitted.has(library) ? 'not ' : ''}shown`)
  }

  async function changeRights(): Promise<void> {
    const { db } = app.platform.database
    const [leaving, losing] = [randomInt(2) === 0, randomInt(2) === 0]
    if (leaving) {
      const back = left.length > options.people / 4 ? left.shift() : undefined
      const reader = back?.reader ?? pick(readers)
      if (back) reader.groups.add(back.group)
      else if (reader.groups.size > 0) {
        const group = pick([...reader.groups])
        reader.groups.delete(group)
        left.push({ reader, group })
      }
      const groupIds = [...reader.groups].map(({ groupId }) => groupId)
      await sql`update app_user set group_ids = ${groupIds}::text[] where id = ${reader.userId}`.execute(db)
    }
    if (losing) {
      const back = revoked.length > groups.length / 4 ? revoked.shift() : undefined
      if (back) return grant(app, back.group, back.library)
      const group = pick(groups)
      const library = [...group.libraries][0]
      if (!library) return
      await revoke(app, group, library)
      revoked.push({ group, library })
    }
  }

  while (crossed.questions < options.questions) {
    const [reader, about] = [pick(readers), pick(libraries)]
    const wanted = pick(paths)
    const path = wanted === 'viewer' && seen.length === 0 ? 'answer' : wanted
    if (path === 'graph') await searchGraph(reader, about)
    else if (path === 'viewer') await look(reader)
    else await ask(path, reader, randomInt(2) === 0 ? about : pick([...reader.linked]))
    crossed.questions += 1
    crossed.byPath[path] += 1
    if (crossed.questions % 10 === 0) await changeRights()
  }
  return crossed
}

const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)]!
