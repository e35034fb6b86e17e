import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepBlobs } from '../../../platform/blobs/sweepBlobs.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { newestEntry } from '../../../testing/auditLog.ts'
import { call } from '../../../testing/client.ts'
import { type EmbeddingProvider, startEmbeddingProvider } from '../../../testing/embeddingProvider.ts'
import { changeSettings, setDeployment } from '../../../testing/instanceSettings.ts'
import { type ObjectStore, startObjectStore } from '../../../testing/objectStore.ts'
import { createLibrary, find, settled, upload } from '../testing/library.ts'

interface Source {
  dataSourceId: string
  name: string
  version: number
  endpointsType: string
  endpoints: {
    blobContainerUrl: string
    blobContainerCredential: { lastFour: string }
    embeddingEndpoint: string | null
    embeddingDeployment: string | null
    embeddingCredential: { lastFour: string } | null
    probes: { endpoint: string; reachable: boolean; reason: string | null; dimensions: number | null }[]
  } | null
  code?: string
  errors?: { field: string; message: string }[]
}

const base = '/api/internal/dataSources/uploadedFiles'
let app: TestApplication
let store: ObjectStore
let own: EmbeddingProvider
let shared: EmbeddingProvider

beforeAll(async () => {
  store = await startObjectStore('S3')
  own = await startEmbeddingProvider([['car', 'automobile']])
  shared = await startEmbeddingProvider()
  app = await startTestApplication({
    environment: {
      EGRESS_ALLOW: '127.0.0.1',
      COMPATIBLE_BASE_URL: shared.baseUrl,
      COMPATIBLE_DEPLOYMENTS: 'shared',
    },
  })
  await setDeployment(app, 'shared', { purposes: ['Embedding'], price: null })
  await changeSettings(app, {
    embeddingDeployment: { languageEngine: 'OpenAICompatible', deploymentName: 'shared' },
  })
})
afterAll(async () => {
  await app?.remove()
  await store?.close()
  await own?.close()
  await shared?.close()
})

const container = () => ({ blobContainerUrl: store.url, blobContainerCredential: store.key })
const embedding = () => ({ embeddingEndpoint: own.baseUrl, embeddingDeployment: 'ours' })

async function create(endpoints: object | undefined, type = 'explicit', name = `Library ${randomUUID()}`) {
  return call<Source>(app, `${base}/${type}`, {
    token: await app.token('admin'),
    body: { name, ...(endpoints ? { endpoints } : {}) },
  })
}
async function put({ dataSourceId, version }: Source, body: object) {
  return call<Source>(app, `${base}/explicit/${dataSourceId}`, {
    method: 'PUT',
    token: await app.token('admin'),
    headers: { 'if-match': `"${version}"` },
    body,
  })
}
async function read({ dataSourceId }: Source) {
  const token = await app.token('admin')
  return (await call<Source>(app, `${base}/explicit/${dataSourceId}`, { token })).body
}
async function probe(endpoints: object, dataSourceId?: string) {
  const { body, status } = await call<{ probes: NonNullable<Source['endpoints']>['probes'] } & Source>(
    app,
    `${base}/explicit/probe`,
    { token: await app.token('admin'), body: { endpoints, ...(dataSourceId ? { dataSourceId } : {}) } },
  )
  return { ...body, status }
}
const stored = (text: string) => [...store.objects].filter(([, bytes]) => String(bytes) === text)

describe('sources with explicit endpoints', () => {
  test('[R-3-091] [R-7-102] are created, listed, read, changed, and deleted next to those with default endpoints', async () => {
    const { body: explicit, status } = await create({ ...container(), ...embedding() })
    expect(status).toBe(200)
    expect(explicit).toMatchObject({
      endpointsType: 'explicit',
      endpoints: {
        blobContainerUrl: store.url,
        embeddingEndpoint: own.baseUrl,
        embeddingDeployment: 'ours',
        embeddingCredential: null,
        probes: [
          { endpoint: 'BlobContainer', reachable: true, reason: null },
          { endpoint: 'Embedding', reachable: true, dimensions: 256 },
        ],
      },
    })
    const { body: plain } = await create(undefined, 'default')
    expect(plain).toMatchObject({ endpointsType: 'default', endpoints: null })
    const token = await app.token('admin')
    const listed = async (type: string) =>
      (await call<{ items: Source[] }>(app, `${base}/${type}`, { token })).body.items.map(
        (one) => one.dataSourceId,
      )
    expect(await listed('explicit')).toContain(explicit.dataSourceId)
    expect(await listed('explicit')).not.toContain(plain.dataSourceId)
    expect(await listed('default')).toContain(plain.dataSourceId)
    expect(await listed('default')).not.toContain(explicit.dataSourceId)
    // Under the other type, it doesn't exist.
    const wrong = await call<Source>(app, `${base}/default/${explicit.dataSourceId}`, { token })
    expect(wrong).toMatchObject({ status: 404, body: { code: 'dataSource.notFound' } })

    const changed = await put(explicit, {
      description: 'Ours',
      endpoints: { ...container(), embeddingEndpoint: '' },
    })
    expect(changed.body.endpoints).toMatchObject({ embeddingEndpoint: null, embeddingDeployment: null })
    expect(await read(explicit)).toEqual(changed.body)
    expect(await put(explicit, { description: 'Late' })).toMatchObject({
      status: 412,
      body: { code: 'request.stale' },
    })
    const path = `${base}/explicit/${explicit.dataSourceId}`
    expect((await call(app, path, { method: 'DELETE', token })).status).toBe(204)
    expect((await call(app, path, { token })).status).toBe(404)
  })

  test('never tell their keys, in no response, log, audit entry, or database row', async () => {
    const secret = `access:${randomUUID()}`
    const { body } = await create({
      blobContainerUrl: store.url,
      blobContainerCredential: secret,
      ...embedding(),
      embeddingCredential: `embedding-${secret}`,
    })
    expect(body.endpoints).toMatchObject({
      blobContainerCredential: { lastFour: secret.slice(-4) },
      embeddingCredential: { lastFour: secret.slice(-4) },
    })
    const entry = JSON.stringify(await newestEntry(app, body.dataSourceId))
    expect(entry).toContain(store.url.split('?')[0])
    const rows =
      await sql`select * from data_source_endpoints join data_source_credential using (data_source_id)`.execute(
        app.platform.database.db,
      )
    for (const text of [JSON.stringify(body), entry, JSON.stringify(rows.rows), app.logged.join('\n')])
      expect(text).not.toContain(secret.slice('access:'.length, -4))
  })

  test('keep their files in their container, and nothing of them is stored elsewhere', async () => {
    const { body: source } = await create(container())
    const text = 'The lighthouse was built in 1890.'
    const { body: file } = await upload(app, source.dataSourceId, 'tower.txt', text)
    await settled(app, source.dataSourceId)
    expect(stored(text).map(([name]) => name)).toEqual([
      expect.stringMatching(new RegExp(`^${source.dataSourceId}/[0-9a-f]{64}$`)),
    ])
    const elsewhere: string[] = []
    for await (const { key } of app.platform.blobs.list())
      if (!key.includes('-')) elsewhere.push((await app.platform.blobs.readAll(key)).toString('latin1'))
    expect(elsewhere.filter((content) => content === text)).toEqual([])
    const found = await find(app, [source.dataSourceId], 'When was the lighthouse built?')
    expect(found.passages[0]?.fileName).toBe('tower.txt')
    const response = await fetch(
      `${app.origin}/api/internal/dataSources/${source.dataSourceId}/files/${file.fileId}/content`,
      { headers: { authorization: `Bearer ${await app.token('admin')}` } },
    )
    expect(await response.text()).toBe(text)

    const other = await startObjectStore('Azure')
    const moved = await put(await read(source), {
      endpoints: { blobContainerUrl: other.url, blobContainerCredential: other.key },
    })
    expect(moved).toMatchObject({ status: 409, body: { code: 'dataSource.hasFiles' } })
    await other.close()

    const token = await app.token('admin')
    await call(app, `${base}/explicit/${source.dataSourceId}`, { method: 'DELETE', token })
    await expect.poll(() => stored(text)).toEqual([])
  }, 60_000)

  test('sweep what an interrupted upload left in their container, and nothing of others there', async () => {
    const { body: source } = await create(container())
    const orphan = `${source.dataSourceId}/${'ab'.repeat(32)}`
    const foreign = `${randomUUID()}/${'ab'.repeat(32)}`
    for (const name of [orphan, foreign, 'notes.txt']) store.objects.set(name, Buffer.from(name))
    await sweepBlobs(app.platform)
    expect(store.objects.has(orphan)).toBe(false)
    expect(store.objects.has(foreign)).toBe(true)
    expect(store.objects.has('notes.txt')).toBe(true)
  })

  test('have vectors of their own deployment, and their texts and questions reach no other', async () => {
    const { body: source } = await create({ ...container(), ...embedding() })
    await upload(app, source.dataSourceId, 'garage.txt', 'Here is an automobile.')
    await settled(app, source.dataSourceId)
    const names = async () =>
      (await find(app, [source.dataSourceId], 'car')).passages.map(({ fileName }) => fileName)
    await expect.poll(names).toEqual(['garage.txt'])
    expect(own.texts.join('\n')).toContain('automobile')
    expect(shared.texts.join('\n')).not.toContain('automobile')
    // Another library isn't embedded by it.
    const plain = await createLibrary(app, `Plain ${randomUUID()}`)
    await upload(app, plain, 'plain.txt', 'A secret of another library.')
    await settled(app, plain)
    await find(app, [plain], 'A question about another library')
    expect(own.texts.join('\n')).not.toContain('another library')
    await expect.poll(() => shared.texts.join('\n')).toContain('A secret of another library.')

    const estimateOf = async (id: string) => {
      const path = `/api/internal/dataSources/${id}/reIndexEstimate`
      return (
        await call<{ passages: number; tokens: number }>(app, path, { token: await app.token('admin') })
      ).body
    }
    expect(await estimateOf(plain)).toMatchObject({ passages: 1, costUsd: null })
    const { tokens, ...rest } = await estimateOf(source.dataSourceId)
    expect(rest).toEqual({ passages: 1, costUsd: null })
    expect(tokens).toBeGreaterThan(10)

    await put(await read(source), {
      endpoints: { ...container(), embeddingEndpoint: '', embeddingDeployment: '' },
    })
    await expect.poll(names).toEqual([])
    const left = () =>
      sql`select from vector_space s join data_source d on d.number = s.library_id
        where d.data_source_id = ${source.dataSourceId}`.execute(app.platform.database.db)
    await expect.poll(async () => (await left()).rows).toEqual([])
  }, 90_000)
})

describe('a library after a restore', () => {
  test('keeps its container as it is until its endpoints are saved again', async () => {
    const { body: source } = await create(container())
    const text = `Kept ${randomUUID()}.`
    const { body: file } = await upload(app, source.dataSourceId, 'kept.txt', text)
    await settled(app, source.dataSourceId)
    const orphan = `${source.dataSourceId}/${'cd'.repeat(32)}`
    store.objects.set(orphan, Buffer.from('A file that is newer than the backup.'))
    await sql`update data_source_endpoints set is_confirmed = false
      where data_source_id = ${source.dataSourceId}`.execute(app.platform.database.db)
    const refused = await upload(app, source.dataSourceId, 'more.txt', 'More text.')
    expect(refused).toMatchObject({ status: 409, body: { code: 'dataSource.notConfirmed' } })
    await sweepBlobs(app.platform)
    expect(store.objects.has(orphan)).toBe(true)
    const token = await app.token('admin')
    const path = `/api/internal/dataSources/${source.dataSourceId}/files/${file.fileId}`
    await call(app, path, { method: 'DELETE', token })
    const left = () => sql`select from file where file_id = ${file.fileId}`.execute(app.platform.database.db)
    await expect.poll(async () => (await left()).rows).toEqual([])
    expect(stored(text).length).toBe(1)
    const saved = await put(await read(source), { endpoints: container() })
    expect(saved.body.endpoints).toMatchObject({ isConfirmed: true })
    expect((await upload(app, source.dataSourceId, 'more.txt', 'More text.')).status).toBe(200)
  })
})

test('a container that can’t be reached delays its files without failing them, and nothing else', async () => {
  const { body: source } = await create(container())
  const plain = await createLibrary(app, `Plain ${randomUUID()}`)
  store.status = 500
  const refused = await upload(app, source.dataSourceId, 'later.txt', 'Some text.')
  expect(refused).toMatchObject({ status: 503, body: { code: 'storage.unreachable' } })
  store.status = 200
  await upload(app, plain, 'now.txt', 'Other text.')
  expect((await settled(app, plain)).map(({ state }) => state)).toEqual(['Ready'])
  await expect
    .poll(async () => (await upload(app, source.dataSourceId, 'later.txt', 'Some text.')).status, {
      interval: 2000,
    })
    .toBe(200)
  expect((await settled(app, source.dataSourceId)).map(({ state }) => state)).toEqual(['Ready'])
}, 120_000)

describe('a test of endpoints', () => {
  test('says what can’t be reached and why, and saving is refused with the same field', async () => {
    store.status = 403
    const refused = { ...container(), embeddingEndpoint: 'http://127.0.0.1:1/v1', embeddingDeployment: 'x' }
    expect((await probe(refused)).probes).toMatchObject([
      { endpoint: 'BlobContainer', reachable: false, reason: 'storage.refused' },
      { endpoint: 'Embedding', reachable: false, reason: 'engine.unreachable' },
    ])
    const saved = await create(refused)
    expect(saved).toMatchObject({ status: 502, body: { code: 'storage.refused' } })
    expect(saved.body.errors?.[0]?.field).toBe('endpoints.blobContainerUrl')
    store.status = 200
    const missing = { ...container(), blobContainerUrl: store.url.replace('parlance-files', 'missing-files') }
    expect((await probe(missing)).probes[0]).toMatchObject({
      reachable: false,
      reason: 'storage.noContainer',
    })
    expect([...store.objects.keys()].filter((name) => name.includes('probe-'))).toEqual([])
  })

  test('uses stored keys only for their host', async () => {
    const { body: source } = await create({
      ...container(),
      ...embedding(),
      embeddingCredential: 'k'.repeat(20),
    })
    const { dataSourceId } = source
    const stays = { blobContainerUrl: store.url, ...embedding() }
    expect((await probe(stays, dataSourceId)).probes.map(({ reachable }) => reachable)).toEqual([true, true])
    const thief = await startObjectStore('S3')
    const asked = await probe({ blobContainerUrl: thief.url }, dataSourceId)
    expect(asked).toMatchObject({ status: 400, errors: [{ field: 'endpoints.blobContainerCredential' }] })
    await thief.close()
    const someone = await probe({ blobContainerUrl: store.url })
    expect(someone).toMatchObject({ status: 400, errors: [{ field: 'endpoints.blobContainerCredential' }] })
  })

  test.each([
    [
      'a private host that the operator hasn’t named',
      's3://files?endpoint=https://10.0.0.1',
      'egress.refused',
    ],
    ['the metadata service', 's3://files?endpoint=https://169.254.169.254', 'egress.refused'],
  ])('never contacts %s', async (_what, blobContainerUrl, reason) => {
    const { probes } = await probe({ blobContainerUrl, blobContainerCredential: 'id:secret' })
    expect(probes).toMatchObject([{ reachable: false, reason }])
  })

  test.each([
    ['http to a host that isn’t named', 'http://files.example.com/account/files', 'blobContainerUrl'],
    ['a signature in the URL', 'https://a.blob.core.windows.net/files?sig=x', 'blobContainerUrl'],
    ['a password in the URL', 'https://a:b@c.blob.core.windows.net/files', 'blobContainerUrl'],
    ['a bucket without its region', 's3://files', 'blobContainerUrl'],
    ['a container without a name', 'https://a.blob.core.windows.net/', 'blobContainerUrl'],
    ['something else', 'ftp://files', 'blobContainerUrl'],
    ['something else', 'files', 'blobContainerUrl'],
    ['a name that is no host', 'https://<account>.blob.core.windows.net/files', 'blobContainerUrl'],
    ['a port that is none', 'https://minio.example.com:99999/files', 'blobContainerUrl'],
  ])('refuses %s', async (_what, blobContainerUrl, field) => {
    const answer = await probe({ blobContainerUrl, blobContainerCredential: 'AAAA' })
    expect(answer).toMatchObject({ status: 400, errors: [{ field: `endpoints.${field}` }] })
  })

  test('needs permission to change the library whose keys it uses', async () => {
    const { body: source } = await create(container())
    const answer = await call(app, `${base}/explicit/probe`, {
      token: await app.token('anna'),
      body: { dataSourceId: source.dataSourceId, endpoints: { blobContainerUrl: store.url } },
    })
    expect([403, 404]).toContain(answer.status)
  })
})
