import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { call, type OpenStream, openStream, textOf } from '../../testing/client.ts'
import { createScriptedEngine } from '../../testing/scriptedEngine.ts'
import { clusterFolder } from '../database/embedded/dataFolder.ts'
import { listForeignKeys, listTables } from './catalog.ts'
import { blobColumns, placeOf } from './contents.ts'
import { readInstallation } from './settings.ts'
import {
  backUpTo,
  blobsOf,
  createPlaces,
  installationOf,
  type Kind,
  kinds,
  type Place,
  restoredAt,
  restoreFrom,
  rowsOf,
  settled,
} from './testing/installations.ts'

const base = '/api/internal/userConversations'
const environment = { COMPATIBLE_DEPLOYMENTS: 'scripted' }
const words = Array.from({ length: 300 }, (_, index) => `w${index} `)
const engine = createScriptedEngine()
const places = createPlaces()
const { fresh, place, startOn } = places
let source: TestApplication
/** A backup of `source`. */
let file: string
/** A conversation between anna and the guide. */
let asked: { conversationId: string; conversationSegmentId: string }

beforeAll(async () => {
  source = await startTestApplication({ engines: { OpenAICompatible: engine }, environment })
  await settled(source)
  asked = await askGuide(source, 'How do I add a document?')
  await publishAgent(source, 'One with "quotes", \\ and\nlines', { systemPrompt: 'Ø\t漢字 \\N {"a":[1]}' })
  file = fresh('source.tgz')
  await backUpTo(installationOf(source), file)
})
afterAll(async () => {
  await source?.remove()
  await places.clean()
})

interface Segment {
  answer: string
  status: string
  citations: { title: string; path: string; quote: string }[]
}

async function segmentsOf(app: TestApplication, conversationId: string): Promise<Segment[]> {
  const { body } = await call<{ items: Segment[] }>(app, `${base}/${conversationId}/segments`, {
    token: await app.token('anna'),
  })
  return body.items
}

async function askGuide(app: TestApplication, question: string) {
  const token = await app.token('anna')
  const { body } = await call<{ items: { gptSystemId: string; name: string }[] }>(
    app,
    '/api/internal/currentUser/gptSystems',
    { token },
  )
  const guide = body.items.find((one) => one.name === 'Product guide')
  const stream = await openStream(app, `${base}/byGptSystemId/${guide?.gptSystemId}`, {
    token,
    body: { question },
  })
  await stream.ended
  return idsOf(stream)
}

function idsOf(stream: OpenStream) {
  const first = stream.events[0]
  if (first?.event !== 'conversation-and-segment-id') throw new Error(stream.raw())
  return first.data
}

describe('a backup of a running installation', () => {
  test('[F28] restores the same instance between any two databases, and work continues there', async () => {
    const before = await segmentsOf(source, asked.conversationId)
    expect(before[0]?.citations.length).toBeGreaterThan(0)
    let installation = installationOf(source)
    const expected = await rowsOf(installation)
    const blobs = blobsOf(source.dataDir)
    let target = await place('embedded')
    const chain: Kind[] = process.env.TEST_DATABASE_URL
      ? ['embedded', 'postgresql', 'embedded']
      : ['embedded']
    for (const [index, kind] of chain.entries()) {
      const archive = index === 0 ? file : fresh('chain.tgz')
      if (index > 0) await backUpTo(installation, archive)
      target = await place(kind)
      const restored = await restoreFrom(archive, target)
      expect(restored.archive.manifest.blobs).toMatchObject({
        stored: blobs.length,
        missing: [],
        damaged: [],
      })
      expect(restored).toMatchObject({ key: 'restored', audit: { firstBroken: null }, replaced: null })
      expect(restored.audit?.checked).toBeGreaterThan(0)
      installation = restoredAt(target)
      expect(await rowsOf(installation)).toEqual(expected)
      expect(blobsOf(target.DATA_DIR)).toEqual(blobs)
      const { DATABASE_URL } = target
      // The processes that start on the restored database find its files where they are now.
      if (DATABASE_URL) expect(await queried(DATABASE_URL, sharedFolder(target))).toBe(1)
    }
    await goOn(await startOn(target), before)
  })

  /** Signs in, reads citations, asks a question, and adds a library, whose number comes from a sequence. */
  async function goOn(app: TestApplication, before: Segment[]): Promise<void> {
    expect(await segmentsOf(app, asked.conversationId)).toEqual(before)
    const { title = '', path: at = '', quote } = before[0]?.citations[0] ?? {}
    const cited = await call<{ text: string; quote: string }>(
      app,
      `${base}/${asked.conversationId}/segments/${asked.conversationSegmentId}/citations?${new URLSearchParams({ title, path: at })}`,
      { token: await app.token('anna') },
    )
    expect(cited).toMatchObject({ status: 200, body: { quote, text: expect.stringContaining(quote ?? '-') } })
    const again = await askGuide(app, 'Which file types are supported?')
    expect((await segmentsOf(app, again.conversationId))[0]).toMatchObject({ status: 'Completed' })
    const token = await app.token('admin')
    const { body } = await call<{ dataSourceId: string }>(app, '/api/internal/fileLibraries', {
      token,
      body: { name: 'After the restore' },
    })
    const form = new FormData()
    form.append('file', new Blob(['The zeppelin lands at noon in Friedrichshafen.']), 'zeppelin.txt')
    const added = await call(app, `/api/internal/dataSources/${body.dataSourceId}/files`, {
      token,
      body: form,
    })
    expect(added.status).toBeLessThan(300)
    await settled(app)
    expect(await app.platform.audit.verify()).toMatchObject({ firstBroken: null })
  }

  test('taken while answers stream contains the start of each, which is ended at the next startup', async () => {
    const finished = Promise.withResolvers<void>()
    engine.play(async (writer) => {
      for (const word of words) {
        writer.text(word)
        await wait(5)
      }
      await finished.promise
    })
    const gptSystemId = await publishAgent(source, 'Scripted', {
      languageEngine: 'OpenAICompatible',
      deploymentName: 'scripted',
    })
    const token = await source.token('anna')
    const ask = (question: string) =>
      openStream(source, `${base}/byGptSystemId/${gptSystemId}`, { token, body: { question } })
    const streams = await Promise.all(['one', 'two', 'three'].map(ask))
    const { db } = source.platform.database
    // Displayed text is stored a moment later, and the backup contains only what is stored.
    const stored = async () =>
      (
        await sql`select run_id from run_event join run on run.id = run_id where run.phase <> 'Ended'
          group by run_id having max(seq) > 20`.execute(db)
      ).rows.length
    await expect.poll(stored).toBe(streams.length)
    await sql`update file set lease_holder = gen_random_uuid(), lease_until = now() + interval '1 hour'`.execute(
      db,
    )
    const streaming = fresh('streaming.tgz')
    await backUpTo(installationOf(source), streaming)
    await sql`update file set lease_holder = null, lease_until = null`.execute(db)
    finished.resolve()
    for (const stream of streams) {
      await stream.ended
      expect(textOf(stream.events)).toBe(words.join(''))
    }
    const target = await place('embedded')
    await restoreFrom(streaming, target)
    const app = await startOn(target, { engines: { OpenAICompatible: engine }, environment })
    for (const stream of streams) {
      const [segment] = await segmentsOf(app, idsOf(stream).conversationId)
      expect(segment?.status).toBe('Interrupted')
      expect(segment?.answer.startsWith('w0 w1 ')).toBe(true)
      expect(words.join('').startsWith(segment?.answer ?? '-')).toBe(true)
    }
    const { rows } = await sql<{ leased: number }>`select count(*) as leased from file
      where lease_until > now() + interval '30 minutes'`.execute(app.platform.database.db)
    expect(rows).toEqual([{ leased: 0 }])
    expect(await app.platform.audit.verify()).toMatchObject({ firstBroken: null })
  })

  test('[A40] contains no secret or session in plain text, and no secrets at all without a passphrase', async () => {
    const { db } = source.platform.database
    await sql`insert into api_key (kind, provider, ciphertext, last_four)
      values ('SearchApiKey', 'Brave', 'c2VhbGVkLWtleS1vZi1hLXNlYXJjaA==', 'last') on conflict do nothing`.execute(
      db,
    )
    const { rows } = await sql<{ text: string }>`select ciphertext as text from directory_secret
      union all select ciphertext from api_key union all select id::text from session union all select id from directory_state`.execute(
      db,
    )
    expect(rows.length).toBeGreaterThan(3)
    const key = source.config.secretKey
    const secrets = [...rows.map((row) => row.text), key.toString('base64'), key.toString('utf8')]
    for (const given of ['another passphrase', null]) {
      const sealed = fresh('sealed.tgz')
      await backUpTo(installationOf(source), sealed, given)
      const written = readFileSync(sealed)
      const bytes = gunzipSync(written)
      expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([])
      expect(bytes.includes('secrets.json')).toBe(given !== null)
      // Nothing is left next to the data, and an existing file is never overwritten.
      expect(readdirSync(source.dataDir).filter((name) => name.startsWith('backup'))).toEqual([])
      expect(existsSync(`${sealed}.part`)).toBe(false)
      await expect(backUpTo(installationOf(source), sealed)).rejects.toThrow(/exists/)
      expect(readFileSync(sealed).equals(written)).toBe(true)
    }
  })

  test("doesn't refer to anything it leaves out, and knows the columns that name files", async () => {
    const { db } = source.platform.database
    const tables = await listTables(db)
    const plain = new Set(tables.filter((table) => placeOf(table) === 'plain').map((table) => table.name))
    const outward = (await listForeignKeys(db)).filter(
      (key) => plain.has(key.table) && !plain.has(key.target),
    )
    expect(outward).toEqual([])
    expect(blobColumns(tables)).toContainEqual({ table: 'file', key: 'blob_key', sha256: 'sha256' })
    expect(blobColumns(tables)).toContainEqual({ table: 'file', key: 'ready_blob_key', sha256: null })
  })
})

describe('a restore', () => {
  test('of a running instance is refused', async () => {
    const settings = { DATA_DIR: source.dataDir, DATABASE_URL: source.databaseUrl ?? '' }
    const replace = installationOf(source).name
    await expect(restoreFrom(file, settings, { replace })).rejects.toThrow(/[Ss]top/)
    expect(await source.platform.audit.verify()).toMatchObject({ firstBroken: null })
  })

  test.each(kinds)("into an instance that isn't empty requires naming it (%s)", async (kind) => {
    const target = await place(kind)
    await restoreFrom(file, target)
    const { name } = readInstallation(target)
    await mark(target)
    await expect(restoreFrom(file, target)).rejects.toThrow(`--replace ${name}`)
    await expect(restoreFrom(file, target, { replace: 'elsewhere' })).rejects.toThrow(/a different place/)
    expect(await isMarked(target)).toBe(true)
    const { replaced } = await restoreFrom(file, target, { replace: name })
    expect(await isMarked(target)).toBe(false)
    // The replaced embedded database is kept; an external database can't be.
    expect(replaced !== null && (await isMarked({ DATA_DIR: replaced }))).toBe(kind === 'embedded')
  })

  /** Leaves a mark in an instance to recognize it later. */
  async function mark({ DATA_DIR, DATABASE_URL }: Place): Promise<void> {
    if (DATABASE_URL) await queried(DATABASE_URL, "insert into seed (name) values ('mark')")
    else writeFileSync(path.join(clusterFolder(DATA_DIR), 'mark'), '')
  }

  async function isMarked({ DATA_DIR, DATABASE_URL }: Place): Promise<boolean> {
    if (!DATABASE_URL) return existsSync(path.join(clusterFolder(DATA_DIR), 'mark'))
    return (await queried(DATABASE_URL, "select from seed where name = 'mark'")) === 1
  }

  test('with another key set is refused; without secrets it reports that the key differs', async () => {
    const target = await place('embedded')
    const SECRET_KEY = 'another key that is long enough to be taken'
    await expect(restoreFrom(file, { ...target, SECRET_KEY })).rejects.toThrow(/SECRET_KEY isn't the key/)
    expect(existsSync(clusterFolder(target.DATA_DIR))).toBe(false)
    const restored = await restoreFrom(file, { ...target, SECRET_KEY }, { given: null })
    expect(restored).toMatchObject({ key: 'other', audit: null })
    const app = await startOn(target, { environment: { SECRET_KEY } })
    expect((await call(app, base, { token: await app.token('anna') })).status).toBe(200)
  })
})

test('a backup reports missing and damaged files, and contains the rest', async () => {
  const { rows } = await sql<{ key: string }>`
    select blob_key as key from file order by blob_key limit 2`.execute(source.platform.database.db)
  const [gone = '', changed = ''] = rows.map((row) => row.key)
  await source.platform.blobs.remove(gone)
  const blob = path.join(source.dataDir, 'blobs', changed.slice(0, 2), changed)
  const bytes = readFileSync(blob)
  rmSync(blob)
  writeFileSync(blob, Buffer.concat([bytes, Buffer.from('!')]))
  const { manifest } = await backUpTo(installationOf(source), fresh('missing.tgz'))
  expect(manifest.blobs).toMatchObject({ missing: [gone], damaged: [changed] })
  expect(manifest.blobs.stored).toBeGreaterThan(5)
})

/** A query that finds the data folder if it is the one of its database. */
function sharedFolder({ DATA_DIR }: Place): string {
  return `select from seed where name = 'dataFolder:${readFileSync(path.join(DATA_DIR, 'folder-id'), 'utf8')}'`
}

/** Returns how many rows a query finds. */
async function queried(connectionString: string, text: string): Promise<number | null> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rowCount } = await client.query(text)
  await client.end()
  return rowCount
}
