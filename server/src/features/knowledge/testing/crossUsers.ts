import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { ifMatchOfState } from '../../../testing/agents.ts'
import type { TestApplication } from '../../../testing/application.ts'
import { call, openStream } from '../../../testing/client.ts'
import { person, type TestPerson } from '../../../testing/people.ts'
import { createLibrary, settled, upload } from './library.ts'

const states = '/api/internal/configStates'

interface Reader extends TestPerson {
  dataSourceId: string
  /** A word that occurs only in their own library. */
  canary: string
  gptSystemId: string
}

/** The result of questions to the user's own library about what others' contain. */
export interface Crossed {
  questions: number
  /** Answers with content of a library that the user can't read. */
  leaked: string[]
  /** Answers about the user's own library without its content, which would make the test meaningless. */
  missed: string[]
}

/** Creates a user with a library that no one else can read, and their own agent that answers from it. */
async function createReader(app: TestApplication, index: number): Promise<Reader> {
  const canary = `canary${String(index).padStart(4, '0')}`
  const dataSourceId = await createLibrary(app, `Library ${canary}`)
  await upload(
    app,
    dataSourceId,
    'rule.txt',
    `The harbour of the old town opens at seven and its password is ${canary}.`,
  )
  await settled(app, dataSourceId)
  const who = await person(app, { specific: [{ action: 'DataSourcesReadSpecific', entityId: dataSourceId }] })
  const { body } = await call<{ configuration: { gptSystemId: string; configStateId: string } }>(
    app,
    states,
    {
      token: who.token,
      body: { gptSystemType: 'User' },
    },
  )
  const { gptSystemId, configStateId } = body.configuration
  await call(app, `${states}/${configStateId}`, {
    token: who.token,
    method: 'PUT',
    body: { gptSystemName: canary, dataSources: [{ dataSourceId }] },
    headers: await ifMatchOfState(app, configStateId),
  })
  const created = await call(
    app,
    `/api/internal/gptSystems/user/management/fromConfigState/${configStateId}`,
    {
      token: who.token,
      body: {},
    },
  )
  if (created.status !== 200) throw new Error(`The agent of ${canary} wasn't published: ${created.status}`)
  return { ...who, dataSourceId, canary, gptSystemId }
}

async function answerTo(app: TestApplication, reader: Reader, question: string): Promise<string> {
  const stream = await openStream(
    app,
    `/api/internal/userConversations/byGptSystemId/${reader.gptSystemId}`,
    {
      token: reader.token,
      body: { question },
    },
  )
  await stream.ended
  return stream.raw()
}

/**
 * Users ask their own agents at random, about their own libraries and others'. All libraries contain the same
 * text except for one word. After every tenth question, a user's permission for their library is revoked or
 * granted again. From then on, their agent must stop or resume answering from it.
 */
export async function crossUsers(app: TestApplication, people: number, questions: number): Promise<Crossed> {
  const { db } = app.platform.database
  const readers: Reader[] = []
  for (let index = 0; index < people; index += 1) readers.push(await createReader(app, index))
  const without = new Set<Reader>()
  const pick = () => readers[randomInt(readers.length)] as Reader
  const crossed: Crossed = { questions: 0, leaked: [], missed: [] }
  while (crossed.questions < questions) {
    const batch = Array.from({ length: 10 }, () => [pick(), pick()] as const)
    for (const [reader, other] of batch) {
      crossed.questions += 1
      // The words of the question are in every library, but the other user's canary is in only one.
      const raw = await answerTo(
        app,
        reader,
        `What is the password of the harbour in the old town, ${other.canary}?`,
      )
      const said = raw.replaceAll(/event: conversation-and-segment-id[\s\S]*?\n\n/g, '')
      const leaked = readers.filter(
        (one) => (one !== reader || without.has(one)) && said.includes(`password is ${one.canary}`),
      )
      if (leaked.length > 0)
        crossed.leaked.push(`${reader.canary} read ${leaked.map(({ canary }) => canary)}`)
      if (!without.has(reader) && !said.includes(`password is ${reader.canary}`))
        crossed.missed.push(reader.canary)
    }
    const changed = pick()
    if (without.delete(changed))
      await sql`insert into role_entity_configuration (id, user_id, action, data_source_id)
        values (gen_random_uuid(), ${changed.userId}, 'DataSourcesReadSpecific', ${changed.dataSourceId})`.execute(
        db,
      )
    else {
      without.add(changed)
      await sql`delete from role_entity_configuration where user_id = ${changed.userId}`.execute(db)
    }
  }
  return crossed
}
