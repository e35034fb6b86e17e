import { existsSync, utimesSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listForeignKeys, listTables } from '../../platform/backup/catalog.ts'
import { blobPath } from '../../platform/blobs/blobs.ts'
import { sweepBlobs } from '../../platform/blobs/sweepBlobs.ts'
import { createPerson, userIdOf, usersPath } from '../../testing/access.ts'
import { personalAvatar, publishAgent, uploadAvatar } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { type CallOptions, call, ifMatch } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { allowSnapshots } from '../../testing/snapshots.ts'
import { uploadVisionImage } from '../../testing/visionImages.ts'
import { ask, attach, base } from '../conversations/testing/asking.ts'
import { addMemory, allowMemory, turnMemory } from '../memories/testing/remembering.ts'

/** In everything that ben writes, and nowhere else. */
const needle = 'xylocarp'
const engine = createScriptedEngine()
const scripted = { languageEngine: 'OpenAICompatible', deploymentName: 'gpt-4o', capabilityTypes: ['Vision'] }
let app: TestApplication
let admin: string

beforeAll(async () => {
  app = await startTestApplication({
    engines: { OpenAICompatible: engine },
    environment: { COMPATIBLE_DEPLOYMENTS: 'gpt-4o' },
  })
  admin = await app.token('admin')
  engine.play(async (writer) => void writer.text(`Indeed. ${needle}`))
})
afterAll(() => app?.remove())

const db = () => app.platform.database.db
const as = async <T = Record<string, unknown>>(token: string, path: string, options: CallOptions = {}) => {
  const answer = await call<T>(app, `/api/internal/${path}`, { token, ...options })
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const erase = () => app.platform.jobs.send('users.blankRemoved', {})
const column = (place: string) => {
  const [table = '', name = ''] = place.split('.')
  return { table: sql.table(table), name: sql.ref(name) }
}

async function remove(userId: string, daysAgo: number): Promise<void> {
  const removed = await call(app, `${usersPath}/${userId}`, { token: admin, method: 'DELETE', body: {} })
  expect(removed.status).toBe(204)
  await setBack(userId, daysAgo)
}
const setBack = (userId: string, days: number) =>
  sql`update app_user set removed_at = now() - make_interval(days => ${days}) where id = ${userId}`.execute(
    db(),
  )

async function isErased(userId: string): Promise<boolean> {
  const found = await sql<{ done: boolean }>`select erased_at is not null as done from app_user
    where id = ${userId}`.execute(db())
  return found.rows[0]?.done ?? false
}

/** The tables in which a text stands anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await listTables(db())) {
    const rows = await sql`select from ${sql.table(name)} r
      where position(${text.toLowerCase()} in lower(r::text)) > 0 limit 1`.execute(db())
    if (rows.rows.length > 0) found.push(name)
  }
  return found
}

async function rowsNaming(userId: string, place: string): Promise<number> {
  const { table, name } = column(place)
  const found = await sql<{ n: number }>`select count(*)::int as n from ${table}
    where ${name}::text = ${userId}`.execute(db())
  return found.rows[0]?.n ?? 0
}

/** Columns with a foreign key to one of these tables, or the first of several. */
async function columnsReferring(...targets: string[]): Promise<string[]> {
  const keys = await listForeignKeys(db())
  return keys
    .filter(({ target }) => targets.includes(target))
    .map(({ table, definition }) => `${table}.${/\((\w+)/.exec(definition)?.[1]}`)
}

/** What names a person and deliberately stays, and why. Their row has no name any more. */
const stays: Record<string, string> = {
  'agent_share.created_by': 'who shared an agent that someone else owns now',
  'audit_entry.actor_user_id': 'the audit log never changes',
  'brand.created_by': 'the brand is the instance’s',
  'conversation_read.approved_by': 'someone else sees who approved it until their data goes; the name goes',
  'conversation_read.reader_id': 'someone else sees who read their conversations; the name goes',
  'data_export.approved_by': 'the export is another person’s; the name goes',
  'data_export.requested_by': 'the person sees who asked for the export; the name goes',
  'data_source.created_by': 'the library is the instance’s; that of an attachment goes with it',
  'directory_group.description': 'says nothing about a person',
  'directory_group.display_name': 'says nothing about a person',
  'directory_password_link.made_by': 'the link expires after 30 minutes',
  'directory_secret.ciphertext': 'a key of the directory',
  'directory_secret.name': 'a key of the directory',
  'directory_state.grant_id': 'a random id',
  'directory_state.id': 'a random id or its hash',
  'directory_state.kind': 'says nothing about a person',
  'directory_state.uid': 'a random id',
  'directory_try.subject': 'a hash that is removed within a day',
  'erasure.user_id': 'empty once the person is erased',
  'file.uploaded_by': 'the file is the library’s; that of an attachment goes with it',
  'gpt_system.created_by': 'the agent is the instance’s or another owner’s',
  'gpt_system_configuration_state.created_by': 'the version is the agent’s',
  'gpt_system_rag_data_source.linked_by': 'the link rests on this person’s permission, and ends with it',
  'guidelines_version.published_by': 'published versions never change',
  'legal_hold.released_by': 'who released a hold; the name goes',
  'legal_hold.set_by': 'who set a hold; the name goes',
  'legal_hold.user_id': 'no one is erased under a hold, and that there was one stays known',
  'performance_run.started_by': 'who started a run of a test; the name goes',
  'performance_test.created_by': 'who created a test; the name goes',
  'publish_request.decided_by': 'who approved a version; the name goes',
  'publish_request.requested_by': 'who wanted to publish a version; the name goes',
  'publication.by_user_id': 'publications never change',
  'user_role.created_by': 'the role is the instance’s',
  'user_role_assignment.created_by': 'the assignment is another person’s',
}

test('every column that holds something of a person is registered to be erased, or stays for a reason', async () => {
  const named = await sql<{ place: string }>`select table_name || '.' || column_name as place
    from information_schema.columns where table_schema = current_schema() and (
      (table_name like 'directory\\_%' and data_type in ('text', 'jsonb'))
      or (data_type = 'uuid' and column_name ~ '(user|owner|actor)_id$'))`.execute(db())
  const columns = [
    ...(await columnsReferring('app_user', 'directory_user')),
    ...named.rows.map(({ place }) => place),
  ]
  const registered = app.platform.erasure.holdings.flatMap((holding) => holding.columns)
  const known = [...registered, ...Object.keys(stays)]
  expect([...new Set(columns)].filter((place) => !known.includes(place))).toEqual([])
  // Nothing is known that is not there, and nothing is known twice.
  const all = (await listTables(db())).flatMap(({ name, columns }) =>
    columns.map((one) => `${name}.${one.name}`),
  )
  expect(known.filter((place) => !all.includes(place))).toEqual([])
  expect(known.filter((place, index) => known.indexOf(place) !== index)).toEqual([])
})

test('what belongs to a conversation is registered to be erased with it', async () => {
  const keys = await listForeignKeys(db())
  const refersTo = async (...targets: string[]) =>
    (await columnsReferring(...targets)).filter((place) => !(place in keptBeyond))
  const columns = await refersTo('conversation', 'conversation_segment', 'run')
  const registered = app.platform.erasure.conversationHoldings.flatMap((holding) => holding.columns)
  expect(registered.toSorted()).toEqual([...new Set(columns)].toSorted())
  // What goes with an attachment goes by itself.
  const ofAttachments = keys.filter(({ target }) => target === 'attachment')
  expect(ofAttachments.filter(({ definition }) => !/ON DELETE CASCADE/.test(definition))).toEqual([])
})

/** What refers to a conversation and doesn't go with it, and why. */
const keptBeyond: Record<string, string> = {
  'attachment.conversation_id': 'an attachment has an owner, by whom it is erased',
  // The definition's first column stands for both.
  'conversation.id': 'the selected leaf, which is the conversation’s own',
}

describe('30 days after a person was removed', () => {
  test('everything personal of theirs is gone, with its bytes, and nothing of anyone else', async () => {
    await allowSnapshots(app)
    const sees = await publishAgent(app, 'Sees', scripted)
    const ben = await app.token('ben')
    const userId = await userIdOf(app, 'ben')
    const blobsBefore = await namedBlobs()

    const { configuration } = await as<{ configuration: { gptSystemId: string; configStateId: string } }>(
      ben,
      'configStates',
      { body: { gptSystemType: 'User' } },
    )
    const { gptSystemId, configStateId } = configuration
    await as(ben, `configStates/${configStateId}`, {
      method: 'PUT',
      body: {
        gptSystemName: `The ${needle} helper`,
        description: needle,
        systemPrompt: `You know ${needle}.`,
        introduction: needle,
        starterQuestions: [`What is ${needle}?`],
        ...scripted,
      },
      headers: ifMatch(),
    })
    const avatar = await uploadAvatar(app, personalAvatar(configStateId), ben)
    expect(avatar.status).toBe(200)
    await as(ben, `gptSystems/user/management/fromConfigState/${configStateId}`, { method: 'POST', body: {} })
    const sharing = `gptSystems/user/management/${gptSystemId}/shares`
    const { version } = await as<{ version: number }>(ben, sharing)
    await as(ben, sharing, {
      method: 'PUT',
      body: { items: [{ userId: await userIdOf(app, 'admin'), right: 'Use' }] },
      headers: ifMatch(version),
    })
    engine.play(async (writer) => void writer.text('Herons stand on one leg.'))
    const ofAdmin = await ask(app, admin, { gptSystemId }, 'How do herons stand?')
    engine.play(async (writer) => void writer.text(`Indeed. ${needle}`))

    const attachmentIds = [await attach(app, ben, `${needle}.txt`, `A ${needle} is a hard fruit.`)]
    await attach(app, ben, `${needle} unsent.txt`, `Another ${needle}.`)
    const image = await uploadVisionImage(app, ben, base)
    const visionImageIds = [image.body.visionImageId]
    const asked = await ask(app, ben, { gptSystemId: sees }, `What is a ${needle}?`, {
      attachmentIds,
      visionImageIds,
    })
    await ask(app, ben, { conversationId: asked.conversationId }, `And another ${needle}?`)
    await ask(app, ben, { gptSystemId }, `A ${needle} of my own`)
    const conversation = `userConversations/${asked.conversationId}`
    await as(ben, `${conversation}/segments/${asked.conversationSegmentId}/feedback`, {
      body: { rating: 'Bad', text: `Not a ${needle}` },
    })
    await as(ben, `${conversation}/snapshots`, { body: {} })
    await as(ben, 'currentUser/prompts', { body: { title: needle, text: `Explain ${needle}` } })
    await allowMemory(app, ben)
    await turnMemory(app, ben, true)
    await addMemory(app, ben, `Grows ${needle}`)
    await as(ben, `currentUser/gptSystems/pinned/${sees}`, { body: {} })
    await bring(ben, sees)

    const mine = (await namedBlobs()).filter((key) => !blobsBefore.includes(key))
    // Two files, an image with its thumbnail, and a picture; an import's file goes when it has ended.
    expect(mine).toHaveLength(5)
    expect(await tablesWith(needle)).toEqual(
      expect.arrayContaining([
        ...['attachment', 'conversation', 'conversation_segment', 'data_source', 'file'],
        ...['gpt_system_configuration_state', 'passage', 'posting', 'run_event', 'segment_execution'],
        ...['memory', 'segment_feedback', 'user_prompt'],
      ]),
    )
    await remove(userId, 31)
    await sql`update idempotency_key set created_at = now() - interval '3 days'`.execute(db())
    await app.platform.jobs.send('idempotencyKeys.remove', {})
    await erase()
    await expect.poll(() => isErased(userId)).toBe(true)

    await expect.poll(() => tablesWith(needle)).toEqual(['audit_entry'])
    for (const text of ['Okafor', 'ben@parlance.example'])
      expect(await tablesWith(text)).toEqual(['audit_entry'])
    const places = (await columnsReferring('app_user')).filter((place) => !(place in stays))
    // The emptied agent stays as a row, which someone else's conversation names.
    for (const place of places)
      expect(await rowsNaming(userId, place), place).toBe(place === 'gpt_system.owner_user_id' ? 1 : 0)
    const account = await sql`select from directory_user where user_name = 'ben'`.execute(db())
    expect(account.rows).toEqual([])

    for (const key of mine.filter((one) => existsSync(blobPath(app.dataDir, one)))) {
      const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
      utimesSync(blobPath(app.dataDir, key), dayAgo, dayAgo)
    }
    await sweepBlobs(app.platform)
    expect(mine.filter((key) => existsSync(blobPath(app.dataDir, key)))).toEqual([])
    expect((await namedBlobs()).toSorted()).toEqual(blobsBefore.toSorted())

    const kept = await as<{ gptSystem: { name: string } }>(
      admin,
      `userConversations/${ofAdmin.conversationId}`,
    )
    expect(kept.gptSystem.name).toBe('')
    const segments = await as<{ items: { answer: string }[] }>(
      admin,
      `userConversations/${ofAdmin.conversationId}/segments`,
    )
    expect(segments.items.map(({ answer }) => answer)).toEqual(['Herons stand on one leg.'])
    expect(await app.platform.audit.verify()).toMatchObject({ firstBroken: null })
  })

  test('and not before, nor of someone who was taken back', async () => {
    const early = await person(app)
    await as(early.token, 'currentUser/prompts', { body: { title: 'Early', text: 'Stays' } })
    await remove(early.userId, 29)
    const back = await person(app)
    await as(back.token, 'currentUser/prompts', { body: { title: 'Back', text: 'Stays' } })
    await remove(back.userId, 31)
    await sql`update app_user set removed_at = null, disabled = false where id = ${back.userId}`.execute(db())
    const gone = await person(app)
    await remove(gone.userId, 31)
    await erase()
    await expect.poll(() => isErased(gone.userId)).toBe(true)
    expect([await isErased(early.userId), await isErased(back.userId)]).toEqual([false, false])
    for (const { userId } of [early, back]) expect(await rowsNaming(userId, 'user_prompt.user_id')).toBe(1)
  })

  test('it goes for someone whom an earlier release has only blanked, and once more for someone removed again', async () => {
    const someone = await person(app)
    const keep = () =>
      sql`insert into user_prompt (id, user_id, title, text, position)
        values (gen_random_uuid(), ${someone.userId}, gen_random_uuid()::text, 'x', 0)`.execute(db())
    await keep()
    await remove(someone.userId, 40)
    await sql`update app_user set name = '', user_name = '', blanked_at = now() - interval '10 days'
      where id = ${someone.userId}`.execute(db())
    await erase()
    await expect.poll(() => rowsNaming(someone.userId, 'user_prompt.user_id')).toBe(0)
    await expect.poll(() => isErased(someone.userId)).toBe(true)
    // As the release before leaves it, which knows nothing of `erased_at`.
    await sql`update app_user set name = 'Again', erased_at = now() - interval '50 days' where id = ${someone.userId}`.execute(
      db(),
    )
    await keep()
    await erase()
    await expect.poll(() => rowsNaming(someone.userId, 'user_prompt.user_id')).toBe(0)
  })

  test('it goes in small steps, which go on where they were cut short', async () => {
    const someone = await person(app)
    const agent = await publishAgent(app, 'Long', scripted)
    const asked = await ask(app, someone.token, { gptSystemId: agent }, 'The first')
    // A chain of 900 whose ids fall from parent to child, as no clock would have it, and 5 answers of 900 kB.
    const grown = (from: number, count: number, text: string) =>
      sql`with numbered as (
        select n, ('0f' || lpad(to_hex(2000 - n), 10, '0') || '7000800000000000' || lpad(to_hex(n), 4, '0'))::uuid as id
        from generate_series(${from}::int, ${from + count - 1}::int) n)
      insert into conversation_segment (id, conversation_id, parent_segment_id, owner_user_id, state_id, question, answer,
        status, idempotency_key, body_hash, finished_at)
      select i.id, t.conversation_id, coalesce((select p.id from numbered p where p.n = i.n - 1), t.id), t.owner_user_id,
        t.state_id, 'x', ${sql.raw(text)}, 'Completed', 'long-' || i.n, '', now()
      from numbered i, conversation_segment t where t.id = ${asked.conversationSegmentId}`.execute(db())
    await grown(1, 900, `'short'`)
    await grown(
      1000,
      5,
      `(select string_agg(md5(i::text || random()::text), '') from generate_series(1, 28000) i)`,
    )
    await sql`update conversation set selected_leaf_segment_id = (select id from conversation_segment
      where conversation_id = ${asked.conversationId} and idempotency_key = 'long-450')
      where id = ${asked.conversationId}`.execute(db())
    await remove(someone.userId, 31)
    const holding = app.platform.erasure.holdings.find(({ columns }) =>
      columns.includes('conversation_segment.owner_user_id'),
    )
    const { userId, objectId } = someone
    const left = () => rowsNaming(userId, 'conversation_segment.owner_user_id')
    const steps: number[] = []
    while (steps.length < 3)
      steps.push(await app.platform.database.transaction((tx) => holding!.erase(tx, { userId, objectId })))
    // The newest first, which here are the short ones.
    expect(steps).toEqual([200, 200, 200])
    expect(await left()).toBe(306)
    while (steps.at(-1) !== 0)
      steps.push(await app.platform.database.transaction((tx) => holding!.erase(tx, { userId, objectId })))
    expect(steps.slice(3)).toEqual([200, 102, 2, 2, 1, 0])
    await erase()
    await expect.poll(() => isErased(userId)).toBe(true)
    expect(await rowsNaming(userId, 'conversation.owner_user_id')).toBe(0)
  })
})

test('a version that is not a draft is emptied in a deleted personal agent, and nowhere else', async () => {
  const someone = await person(app)
  const system = await publishAgent(app, 'Stays as it is', scripted)
  const own = await publishAgent(app, 'Becomes a personal one', scripted)
  const empty = (gptSystemId: string, more = sql``) =>
    sql`update gpt_system_configuration_state set name = '',
      description = '', system_prompt = '', introduction = '', starter_questions = '{}',
      selectable_deployments = '[]' ${more} where gpt_system_id = ${gptSystemId}`.execute(db())
  await sql`update gpt_system set gpt_system_type = 'User', owner_user_id = ${someone.userId} where id = ${own}`.execute(
    db(),
  )
  await expect(empty(own)).rejects.toThrow('never changed')
  await sql`update gpt_system set deleted_at = now() where id in (${own}, ${system})`.execute(db())
  await expect(empty(system)).rejects.toThrow('never changed')
  await expect(empty(own, sql`, temperature = 0.1`)).rejects.toThrow('never changed')
  await empty(own)
})

test('the username of someone who was removed can be invited again at once, as another person', async () => {
  const { userId, userName } = await createPerson(app)
  const invite = () =>
    call<{ code: string; userId: string; passwordLink: string }>(app, usersPath, {
      token: admin,
      body: { name: 'Another', userName: userName.toUpperCase() },
    })
  expect((await invite()).body).toMatchObject({ code: 'user.known', errors: [{ field: 'userName' }] })
  await remove(userId, 1)
  const again = await invite()
  expect(again.status).toBe(200)
  expect(again.body.userId).not.toBe(userId)
  expect(again.body.passwordLink).toContain('/password#')
  expect((await invite()).body.code).toBe('user.known')
  await setBack(userId, 31)
  await erase()
  await expect.poll(() => isErased(userId)).toBe(true)
  const { name } = await as<{ name: string }>(admin, `users/${again.body.userId}`)
  expect(name).toBe('Another')
})

/** An export that is imported, and stays in the list of imports. */
async function bring(token: string, gptSystemId: string): Promise<void> {
  const message = (role: string, text: string) => ({
    author: { role },
    content: { content_type: 'text', parts: [text] },
  })
  const exported = [
    {
      title: `Brought ${needle}`,
      create_time: 1_710_000_000,
      mapping: {
        q: { id: 'q', parent: null, children: ['a'], message: message('user', `A ${needle}?`) },
        a: { id: 'a', parent: 'q', children: [], message: message('assistant', `A ${needle}.`) },
      },
      current_node: 'a',
      conversation_id: needle,
    },
  ]
  const form = new FormData()
  form.set('file', new File([JSON.stringify(exported)], 'conversations.json'))
  await as(token, `userConversations/imports?gptSystemId=${gptSystemId}`, { body: form })
  const taken = async () => {
    const { items } = await as<{ items: { phase: string; taken: number }[] }>(
      token,
      'userConversations/imports',
    )
    return items.map(({ phase, taken }) => `${phase} ${taken}`)
  }
  await expect.poll(taken).toEqual(['Done 1'])
}

/** The blobs that any row names. */
async function namedBlobs(): Promise<string[]> {
  const keys: string[] = []
  for (const { name, columns } of await listTables(db()))
    for (const { name: key } of columns.filter((one) => /(^|_)blob_key$/.test(one.name))) {
      const found = await sql<{ key: string }>`select distinct ${sql.ref(key)} as key from ${sql.table(name)}
        where ${sql.ref(key)} is not null`.execute(db())
      keys.push(...found.rows.map((row) => row.key))
    }
  return [...new Set(keys)]
}
