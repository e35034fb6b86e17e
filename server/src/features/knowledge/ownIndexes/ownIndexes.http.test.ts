import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call } from '../../../testing/client.ts'
import { type EmbeddingProvider, startEmbeddingProvider } from '../../../testing/embeddingProvider.ts'
import { type ObjectStore, startObjectStore } from '../../../testing/objectStore.ts'
import { type PostgresServer, startPostgresServer } from '../../../testing/postgresServer.ts'
import { startTcpProxy, type TcpProxy } from '../../../testing/tcpProxy.ts'
import { createCredentials } from '../endpoints/credentials.ts'
import { createSearchIn } from '../retrieval/retrieve.ts'
import { createLibrary, find, listFiles, settled, upload } from '../testing/library.ts'
import { createOwnIndexes } from './ownIndexes.ts'

const base = '/api/internal/dataSources/uploadedFiles'
const PASSWORD = 'The password of the index.'
/** Files that couldn't be indexed are tried again after half a minute. */
const AFTER_OUTAGE = { timeout: 90_000, interval: 500 }

interface Source {
  dataSourceId: string
  version: number
  endpoints: { isConfirmed: boolean; indexCredential: { lastFour: string } | null; probes: object[] }
  code?: string
  errors?: { field: string; message: string }[]
}

let app: TestApplication
let files: ObjectStore
let server: PostgresServer
let proxy: TcpProxy
let provider: EmbeddingProvider

beforeAll(async () => {
  files = await startObjectStore('S3')
  server = await startPostgresServer()
  proxy = await startTcpProxy(server.port)
  provider = await startEmbeddingProvider([['car', 'automobile']])
  await server.query(`create role writer login password '${PASSWORD}'`)
  await server.query('create database indexes owner writer')
  app = await startTestApplication({ environment: { EGRESS_ALLOW: '127.0.0.1' } })
})
afterAll(async () => {
  await app?.remove()
  await proxy?.close()
  await server?.stop()
  await files?.close()
  await provider?.close()
})

const url = (database = 'indexes', user = 'writer', { port } = proxy) =>
  `postgres://${user}@127.0.0.1:${port}/${database}?sslmode=disable`
const container = () => ({ blobContainerUrl: files.url, blobContainerCredential: files.key })
const index = (name: string, through = proxy) => ({
  indexEndpoint: url('indexes', 'writer', through),
  indexName: name,
  indexCredential: PASSWORD,
})
const newName = () => `i_${randomUUID().replaceAll('-', '')}`

async function create(endpoints: object, name = `Library ${randomUUID()}`) {
  const token = await app.token('admin')
  return call<Source>(app, `${base}/explicit`, {
    token,
    body: { name, endpoints: { ...container(), ...endpoints } },
  })
}
async function read(dataSourceId: string) {
  return (await call<Source>(app, `${base}/explicit/${dataSourceId}`, { token: await app.token('admin') }))
    .body
}
async function put(dataSourceId: string, endpoints: object) {
  const { version } = await read(dataSourceId)
  return call<Source>(app, `${base}/explicit/${dataSourceId}`, {
    method: 'PUT',
    token: await app.token('admin'),
    headers: { 'if-match': `"${version}"` },
    body: { endpoints: { ...container(), ...endpoints } },
  })
}
async function probe(endpoints: object, dataSourceId?: string) {
  const { status, body } = await call<{ probes: { endpoint: string; reason: string | null }[] } & Source>(
    app,
    `${base}/explicit/probe`,
    {
      token: await app.token('admin'),
      body: { endpoints: { ...container(), ...endpoints }, ...(dataSourceId ? { dataSourceId } : {}) },
    },
  )
  return { status, errors: body.errors, index: body.probes?.find(({ endpoint }) => endpoint === 'Index') }
}
async function libraryWith(name: string, texts: Record<string, string>, through = proxy): Promise<string> {
  const { body } = await create(index(name, through))
  for (const [file, text] of Object.entries(texts)) await upload(app, body.dataSourceId, file, text)
  await settled(app, body.dataSourceId)
  return body.dataSourceId
}
async function removeFile(dataSourceId: string, fileId: string) {
  const path = `/api/internal/dataSources/${dataSourceId}/files/${fileId}`
  await call(app, path, { method: 'DELETE', token: await app.token('admin') })
}
const counted = async (name: string, table: string) =>
  (await server.query<{ n: number }>(`select count(*)::int as n from ${name}.${table}`, 'indexes'))[0]!.n
const numberOf = async (dataSourceId: string) =>
  (
    await sql<{ number: number }>`select number from data_source
      where data_source_id = ${dataSourceId}`.execute(app.platform.database.db)
  ).rows[0]!.number
async function countedHere(table: string, dataSourceId: string): Promise<number> {
  const number = await numberOf(dataSourceId)
  const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
    where library_id = ${number}`.execute(app.platform.database.db)
  return found.rows[0]!.n
}
const namesOf = async (ids: string[], question: string) =>
  (await find(app, ids, question)).passages.map(({ fileName }) => fileName)
const scored = async (ids: string[], question: string) =>
  (await find(app, ids, question)).passages.map(({ fileName, text, score }) => ({ fileName, text, score }))

const texts = {
  'bridges.txt': 'The stone bridge of Harsted was built in 1764 by the brothers Olm.',
  'markets.txt': 'Lace and bells are sold at the market of Brenning on every second Friday.',
  'boats.txt': 'Boats to the island leave at noon. The harbor of Harsted opens at six.',
}
const questions = ['Who built the stone bridge?', 'Where are bells sold?', 'When do boats leave Harsted?']

describe('a library with an index of its own', () => {
  test('[R-3-091] is searched there, with the results that it would have here, also beside other libraries', async () => {
    const name = newName()
    const own = await libraryWith(name, texts)
    const here = await createLibrary(app, `Same ${randomUUID()}`)
    for (const [file, text] of Object.entries(texts)) await upload(app, here, file, text)
    await settled(app, here)
    const other = await createLibrary(app, `Other ${randomUUID()}`)
    await upload(
      app,
      other,
      'trains.txt',
      'Trains to Harsted leave at noon, and bells ring. A bridge follows.',
    )
    await settled(app, other)
    for (const question of questions) {
      expect(await scored([own], question)).toEqual(await scored([here], question))
      expect(await scored([own, other], question)).toEqual(await scored([here, other], question))
    }
    expect(await counted(name, 'posting')).toBe(await countedHere('posting', here))
    expect(await countedHere('posting', own)).toBe(0)
    expect(await countedHere('term_stat', own)).toBe(0)
    expect(await countedHere('gram_change', own)).toBe(0)
    expect((await read(own)).endpoints).toMatchObject({
      indexEndpoint: url(),
      indexName: name,
      indexCredential: { lastFour: 'dex.' },
    })
  })

  test('has only what the same statements read, under the same names and types', async () => {
    const name = newName()
    await libraryWith(name, texts)
    const columnsIn = (schema: string) => `select table_name || '.' || column_name || ' ' || data_type as line
      from information_schema.columns where table_schema = '${schema}' order by 1`
    const there = await server.query<{ line: string }>(columnsIn(name), 'indexes')
    const here = await sql
      .raw<{ line: string }>(columnsIn('public').replace("'public'", 'current_schema()'))
      .execute(app.platform.database.db)
    const known = new Set(here.rows.map(({ line }) => line))
    const lines = there.map(({ line }) => line).filter((line) => !line.startsWith('parlance_index.'))
    expect(lines.length).toBeGreaterThan(40)
    expect(lines.filter((line) => !known.has(line))).toEqual([])
  })

  test('loses what is replaced, deleted, or moved', async () => {
    const name = newName()
    const own = await libraryWith(name, texts)
    await upload(app, own, 'bridges.txt', 'The wooden bridge of Harsted was built in 1802.')
    await settled(app, own)
    await expect.poll(() => counted(name, 'passage')).toBe(3)
    const found = async (question: string) =>
      (await scored([own], question)).map(({ text }) => text).join('\n')
    expect(await found('Who built the stone bridge?')).not.toContain('stone')
    expect((await scored([own], 'wooden bridge'))[0]?.text).toContain('wooden')

    const boats = (await listFiles(app, own)).find((file) => file.name === 'boats.txt')!
    await removeFile(own, boats.fileId)
    expect(await found('When do boats leave?')).not.toContain('Boats')
    await expect.poll(() => counted(name, 'file')).toBe(2)
    expect(await counted(name, 'passage')).toBe(2)

    const token = await app.token('admin')
    const markets = (await listFiles(app, own)).find((file) => file.name === 'markets.txt')!
    await call(app, `/api/internal/dataSources/${own}/files/bulk`, {
      token,
      body: { fileIds: [markets.fileId], action: 'Move', folder: 'trade/north' },
    })
    const { database } = app.platform
    const indexes = createOwnIndexes(app.platform, createCredentials(app.config.secretKey))
    const searchIn = createSearchIn(database, { vectorsOf: async () => [] }, indexes)
    const inFolder = async (folder: string, question: string) => {
      const folders = new Map([[own, [folder]]])
      const search = searchIn({ dataSourceIds: [own], graphIds: [], attachedIds: [], folders })
      return (await search.retrieve('linked', question, 5)).passages.map(({ fileName }) => fileName)
    }
    await expect.poll(() => inFolder('trade', 'Where are bells sold?')).toEqual(['markets.txt'])
    expect(await inFolder('trade', 'wooden bridge')).toEqual([])
    await indexes.close()

    await call(app, `${base}/explicit/${own}`, { method: 'DELETE', token })
    await expect.poll(() => counted(name, 'data_source')).toBe(0)
    expect(await counted(name, 'posting')).toBe(0)
    expect(await counted(name, 'lib_stat')).toBe(0)

    // One that had no files anymore goes, too.
    const emptied = await libraryWith(name, { 'only.txt': 'The only file.' })
    await removeFile(emptied, (await listFiles(app, emptied))[0]!.fileId)
    await expect.poll(() => counted(name, 'file')).toBe(0)
    expect(await counted(name, 'data_source')).toBe(1)
    await call(app, `${base}/explicit/${emptied}`, { method: 'DELETE', token })
    await expect.poll(() => counted(name, 'data_source')).toBe(0)
  }, 180_000)

  test('has its vectors there', async () => {
    const name = newName()
    const { body } = await create({
      ...index(name),
      embeddingEndpoint: provider.baseUrl,
      embeddingDeployment: 'ours',
    })
    const own = body.dataSourceId
    await upload(app, own, 'fleet.txt', 'Every automobile of the town is washed on Mondays.')
    await settled(app, own)
    await expect.poll(() => namesOf([own], 'car')).toEqual(['fleet.txt'])
    expect(await counted(name, 'passage_vector')).toBe(1)
    expect(await countedHere('passage_signs', own)).toBe(0)
    await put(own, { ...index(name), embeddingEndpoint: '', embeddingDeployment: '' })
    await expect.poll(() => counted(name, 'passage_signs')).toBe(0)
    expect(await counted(name, 'passage_vector')).toBe(0)
  }, 90_000)

  test('answers only with passages of its own that the instance knows, whatever its database says', async () => {
    const secret = await createLibrary(app, `Secret ${randomUUID()}`)
    await upload(app, secret, 'salaries.txt', 'The stone bridge guard earns nine thousand.')
    await settled(app, secret)
    const { rows } = await sql<{ id: string }>`select passage_id::text as id from passage
      where library_id = ${await numberOf(secret)}`.execute(app.platform.database.db)
    const name = newName()
    const own = await libraryWith(name, texts)
    await server.query(
      `insert into ${name}.passage (passage_id, library_id, file_id, file_version, tokenizer_version, ordinal,
          off_start, off_end, heading, text, length)
        select ${rows[0]!.id}, library_id, file_id, file_version, tokenizer_version, 99, off_start, off_end,
          heading, 'Invented text.', length from ${name}.passage where text like '%stone%';
      insert into ${name}.posting (library_id, passage_id, tf, len, term)
        select library_id, ${rows[0]!.id}, 99, 1, term from ${name}.posting where passage_id =
          (select passage_id from ${name}.passage where text like '%stone%');
      update ${name}.passage set text = 'Another invented text.' where text like '%stone%'`,
      'indexes',
    )
    const found = await scored([own], 'Who built the stone bridge?')
    expect(found.map(({ text }) => text).filter((text) => !Object.values(texts).includes(text))).toEqual([])
    expect(found[0]).toMatchObject({ fileName: 'bridges.txt', text: texts['bridges.txt'] })
  })
})

/** Through a proxy of its own for each test, because they wait for long. */
describe.concurrent('an index that can’t be reached', () => {
  const proxies: TcpProxy[] = []
  async function ownProxy(): Promise<TcpProxy> {
    const proxy = await startTcpProxy(server.port)
    proxies.push(proxy)
    return proxy
  }
  afterAll(async () => {
    for (const proxy of proxies) await proxy.close()
  })

  test('delays its files without failing them, while questions find what other libraries have', async ({
    expect,
  }) => {
    const proxy = await ownProxy()
    const name = newName()
    const own = await libraryWith(name, texts, proxy)
    const here = await createLibrary(app, `Here ${randomUUID()}`)
    await upload(app, here, 'towers.txt', 'The stone tower was built in 1500.')
    await settled(app, here)
    proxy.refuse()
    expect(await namesOf([own, here], 'stone')).toEqual(['towers.txt'])
    await upload(app, own, 'later.txt', 'Kites are flown from the stone wall.')
    const boats = (await listFiles(app, own)).find((file) => file.name === 'boats.txt')!
    await removeFile(own, boats.fileId)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect((await listFiles(app, own)).find((file) => file.name === 'later.txt')).toMatchObject({
      state: 'Extracting',
      reason: null,
    })
    // Deleted passages don't stay here until it can be reached.
    await expect.poll(() => countedHere('passage', own)).toBe(2)
    proxy.open()
    await expect.poll(async () => (await namesOf([own], 'kites flown'))[0], AFTER_OUTAGE).toBe('later.txt')
    await expect.poll(() => counted(name, 'file'), AFTER_OUTAGE).toBe(3)
    expect((await listFiles(app, own)).map(({ state }) => state)).toEqual(['Ready', 'Ready', 'Ready'])
  }, 180_000)

  test('holds up no other library, however many of its files wait', async ({ expect }) => {
    const many = Object.fromEntries(
      Array.from({ length: 25 }, (_, n) => [`${n}.txt`, `Text ${n} of the archive.`]),
    )
    const proxy = await ownProxy()
    const { body } = await create(index(newName(), proxy))
    proxy.hold()
    for (const [file, text] of Object.entries(many)) await upload(app, body.dataSourceId, file, text)
    const here = await createLibrary(app, `Free ${randomUUID()}`)
    await upload(app, here, 'free.txt', 'Nothing holds this up.')
    await expect.poll(async () => (await listFiles(app, here))[0]?.state, AFTER_OUTAGE).toBe('Ready')
    expect((await listFiles(app, body.dataSourceId)).filter(({ state }) => state === 'Failed')).toEqual([])
    proxy.open()
    await expect
      .poll(
        async () => (await listFiles(app, body.dataSourceId)).filter(({ state }) => state === 'Ready').length,
        AFTER_OUTAGE,
      )
      .toBe(25)
  }, 240_000)

  test.for([true, false])(
    'while a file is written leaves no trace of the lost attempt (its statement arrived: %s)',
    async (arrived, { expect }) => {
      const proxy = await ownProxy()
      const name = newName()
      const own = await libraryWith(name, texts, proxy)
      proxy.cutOn('insert into posting', arrived)
      await upload(app, own, 'cut.txt', 'Kites are flown from the old wall.')
      await expect.poll(async () => (await namesOf([own], 'kites flown'))[0], AFTER_OUTAGE).toBe('cut.txt')
      const compared = await createLibrary(app, `Compared ${randomUUID()}`)
      for (const [file, text] of Object.entries({
        ...texts,
        'cut.txt': 'Kites are flown from the old wall.',
      }))
        await upload(app, compared, file, text)
      await settled(app, compared)
      expect(await counted(name, 'posting')).toBe(await countedHere('posting', compared))
      expect(await scored([own], 'kites flown from walls')).toEqual(
        await scored([compared], 'kites flown from walls'),
      )
    },
  )
})

describe('the endpoint of an index', () => {
  test('is refused with what to do, and next to its field', async () => {
    const name = newName()
    const good = index(name)
    expect((await probe(good)).index).toMatchObject({ reason: null })
    // A test leaves nothing.
    expect(await server.query(`select from pg_namespace where nspname = '${name}'`, 'indexes')).toEqual([])
    for (const indexCredential of ['wrong', ''])
      expect((await probe({ ...good, indexCredential })).index).toMatchObject({
        reason: 'index.refused',
      })
    expect((await probe({ ...good, indexEndpoint: url('none') })).index).toMatchObject({
      reason: 'index.refused',
    })
    // The server doesn't encrypt.
    expect((await probe({ ...good, indexEndpoint: url().split('?')[0] })).index).toMatchObject({
      reason: 'index.unreachable',
    })
    await server.query('create database closed')
    expect((await probe({ ...good, indexEndpoint: url('closed') })).index).toMatchObject({
      reason: 'index.noRights',
    })
    await server.query(
      `create schema taken authorization writer; create table taken.their_table (id int)`,
      'indexes',
    )
    const taken = await create({ ...good, indexName: 'taken' })
    expect(taken).toMatchObject({ status: 409, body: { code: 'index.notOurs' } })
    expect(taken.body.errors?.[0]?.field).toBe('endpoints.indexName')
    // A schema that was made for it needs no right to create one.
    await server.query(
      `create role guest login password '${PASSWORD}'; create schema made authorization guest`,
      'indexes',
    )
    const made = { ...good, indexName: 'made', indexEndpoint: url('indexes', 'guest') }
    expect((await probe(made)).index).toMatchObject({ reason: null })
  })

  test.each([
    ['indexEndpoint', { indexEndpoint: 'https://example.com/x' }],
    ['indexEndpoint', { indexEndpoint: 'postgres://writer:secret@db.example.com/indexes' }],
    ['indexEndpoint', { indexEndpoint: 'postgres://db.example.com/indexes' }],
    ['indexEndpoint', { indexEndpoint: 'postgres://writer@db.example.com' }],
    ['indexEndpoint', { indexEndpoint: 'postgres://writer@db.example.com/indexes?host=10.0.0.1' }],
    ['indexEndpoint', { indexEndpoint: 'postgres://writer@db.example.com/indexes?sslmode=disable' }],
    ['indexEndpoint', { indexEndpoint: '' }],
    ['indexName', { indexName: '' }],
    ['indexName', { indexName: 'pg_catalog' }],
    ['indexName', { indexName: 'a"; drop schema public' }],
    ['indexName', { indexName: '$user,public' }],
  ])('is refused at %s for %j', async (field, change) => {
    const { status, errors } = await probe({ ...index(newName()), ...change })
    expect(status).toBe(400)
    expect(errors?.[0]?.field).toBe(`endpoints.${field}`)
  })

  test.each(['10.0.0.1', '169.254.169.254', '[::1]', 'localhost'])(
    '[S7] never leads to a host that the operator hasn’t named: %s',
    async (host) => {
      const { index: result } = await probe({
        ...index(newName()),
        indexEndpoint: `postgres://writer@${host}:${server.port}/indexes`,
      })
      expect(result).toMatchObject({ reachable: false, reason: 'egress.refused' })
    },
  )

  test('gets its stored password only at the host that it was entered for', async () => {
    const name = newName()
    const { body } = await create(index(name))
    const { indexCredential: _left, ...stays } = index(name)
    expect((await probe(stays, body.dataSourceId)).index).toMatchObject({ reason: null })
    const elsewhere = await startTcpProxy(server.port)
    const moved = { ...stays, indexEndpoint: url().replace(`:${proxy.port}`, `:${elsewhere.port}`) }
    expect((await probe(moved, body.dataSourceId)).index).toMatchObject({ reason: 'index.refused' })
    await elsewhere.close()
  })

  test('stays the same while the library has files', async () => {
    const own = await libraryWith(newName(), texts)
    const moved = await put(own, index(newName()))
    expect(moved).toMatchObject({ status: 409, body: { code: 'dataSource.hasPassages' } })
  })
})

describe('after a restore', () => {
  test('an index is left alone, and another one takes the files when the endpoints are saved', async () => {
    const name = newName()
    const own = await libraryWith(name, texts)
    const { db } = app.platform.database
    await sql`update data_source_endpoints set is_confirmed = false where data_source_id = ${own}`.execute(db)
    await sql`delete from seed where name like 'indexOwner:%'`.execute(db)
    const boats = (await listFiles(app, own)).find((file) => file.name === 'boats.txt')!
    await removeFile(own, boats.fileId)
    await expect.poll(async () => countedHere('passage', own)).toBe(2)
    expect(await counted(name, 'file')).toBe(3)
    const same = await put(own, index(name))
    expect(same).toMatchObject({ status: 409, body: { code: 'index.notOurs' } })
    // The passages here have never been in an index of this database.
    const here = await put(own, { indexEndpoint: '', indexName: '' })
    expect(here).toMatchObject({ status: 409, body: { code: 'dataSource.hasPassages' } })
    expect(await namesOf([own], 'Who built the stone bridge?')).toEqual([])
    const other = newName()
    const saved = await put(own, index(other))
    expect(saved.body.endpoints).toMatchObject({ isConfirmed: true })
    await expect
      .poll(() => namesOf([own], 'Who built the stone bridge?'), AFTER_OUTAGE)
      .toEqual(['bridges.txt'])
    await expect.poll(() => namesOf([own], 'Where are bells sold?'), AFTER_OUTAGE).toEqual(['markets.txt'])
    expect(await counted(other, 'file')).toBe(2)
    expect(await counted(name, 'file')).toBe(3)
  }, 120_000)
})
