import { existsSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLibrary, find, listFiles, settled, upload } from '../../features/knowledge/testing/library.ts'
import { startTestApplication, TEST_KEY, type TestApplication } from '../../testing/application.ts'
import { call } from '../../testing/client.ts'
import { type ObjectStore, startObjectStore } from '../../testing/objectStore.ts'
import { readInstallation } from '../backup/settings.ts'
import { backUpTo, createPlaces, restoreFrom } from '../backup/testing/installations.ts'
import { blobPath } from './blobs.ts'
import { sweepBlobs } from './sweepBlobs.ts'

const { fresh, place, startOn, clean } = createPlaces()
const stores: ObjectStore[] = []
let app: TestApplication
let store: ObjectStore

const settingsOf = ({ url, key }: ObjectStore) => ({ BLOB_CONTAINER_URL: url, BLOB_CONTAINER_KEY: key })
async function startStore(kind: 'S3' | 'Azure'): Promise<ObjectStore> {
  const started = await startObjectStore(kind)
  stores.push(started)
  return started
}
beforeAll(async () => {
  store = await startStore('S3')
  app = await startTestApplication({ environment: settingsOf(store) })
})
afterAll(async () => {
  await app?.remove()
  await clean()
  for (const one of stores) await one.close()
})

const readiness = async (of: TestApplication) => (await call(of, '/health/ready')).body
const contentOf = async (of: TestApplication, library: string, fileId: string) => {
  const response = await fetch(`${of.origin}/api/internal/dataSources/${library}/files/${fileId}/content`, {
    headers: { authorization: `Bearer ${await of.token('admin')}` },
  })
  return response.text()
}

test('files are stored in the container, indexed, read, and deleted there', async () => {
  const library = await createLibrary(app, 'Stored elsewhere')
  const { body: file } = await upload(app, library, 'tides.txt', 'The tide comes in at noon.')
  await settled(app, library)
  expect((await find(app, [library], 'When does the tide come in?')).passages[0]?.fileName).toBe('tides.txt')
  expect(await contentOf(app, library, file.fileId)).toBe('The tide comes in at noon.')
  const stored = () => [...store.objects.values()].map(String).includes('The tide comes in at noon.')
  expect(stored()).toBe(true)
  // What an earlier version of the file system would have stored here is all in the container.
  expect(existsSync(path.join(app.dataDir, 'blobs', 'aa'))).toBe(false)
  const token = await app.token('admin')
  await call(app, `/api/internal/dataSources/${library}/files/${file.fileId}`, { method: 'DELETE', token })
  await expect.poll(stored).toBe(false)
})

test('a container that refuses is named by readiness, and uploads say what to do until it accepts again', async () => {
  const library = await createLibrary(app, 'Interrupted')
  store.status = 403
  const refused = await upload(app, library, 'a.txt', 'Some text.')
  expect(refused).toMatchObject({ status: 503, body: { code: 'storage.unreachable' } })
  await expect
    .poll(() => readiness(app))
    .toEqual({
      status: 'degraded',
      storage: 'unreachable',
    })
  store.status = 200
  expect((await upload(app, library, 'a.txt', 'Some text.')).status).toBe(200)
  await expect.poll(() => readiness(app)).toEqual({ status: 'ready' })
  expect((await settled(app, library)).map(({ state }) => state)).toEqual(['Ready'])
}, 60_000)

test('a backup contains the files of the container, and a restore puts them into another', async () => {
  const library = await createLibrary(app, 'Backed up')
  await upload(app, library, 'ports.txt', 'The port is closed in winter.')
  await settled(app, library)
  const source = readInstallation({
    DATA_DIR: app.dataDir,
    ...settingsOf(store),
    ...(app.databaseUrl ? { DATABASE_URL: app.databaseUrl, SECRET_KEY: TEST_KEY } : {}),
  })
  const archive = fresh('container.tgz')
  const { manifest } = await backUpTo(source, archive)
  expect(manifest.blobs).toMatchObject({ missing: [], damaged: [] })
  const other = await startStore('Azure')
  const target = await place(app.databaseUrl ? 'postgresql' : 'embedded')
  await restoreFrom(archive, { ...target, ...settingsOf(other) })
  const restored = await startOn(target, { environment: settingsOf(other) })
  const [file] = await listFiles(restored, library)
  expect(await contentOf(restored, library, file!.fileId)).toBe('The port is closed in winter.')
  expect(await readiness(restored)).toEqual({ status: 'ready' })
  expect(restored.said.filter((line) => line.includes('CONTAINER'))).toEqual([])
})

test.each([
  ['that has a container', true],
  ['that has none yet', false],
])(
  'a container of another database is reported to an instance %s, and nothing in it is changed',
  async (_which, own) => {
    const foreign = await startStore('S3')
    const key = 'ab'.repeat(32)
    foreign.objects.set(key, Buffer.from('A file of another instance.'))
    foreign.objects.set('folder-id', Buffer.from('the other instance'))
    const before = await startTestApplication(own ? { environment: settingsOf(await startStore('S3')) } : {})
    // A file of the data folder, where there has been no container so far.
    const { key: local } = await before.platform.blobs.put(Buffer.from('Ours.'), 100)
    await before.stop()
    if (!own) utimesSync(blobPath(before.dataDir, local), new Date(0), new Date(0))
    const mistaken = await startTestApplication({
      dataDir: before.dataDir,
      databaseUrl: before.databaseUrl,
      environment: settingsOf(foreign),
    })
    expect(mistaken.said.join('\n')).toContain("isn't the container that this database's files are in")
    expect(await readiness(mistaken)).toEqual({ status: 'degraded', storage: 'notShared' })
    expect(await sweepBlobs(mistaken.platform)).toBe(0)
    expect([...foreign.objects.keys()].sort()).toEqual([key, 'folder-id'])
    if (!own) expect(existsSync(blobPath(mistaken.dataDir, local))).toBe(true)
    await mistaken.remove()
  },
)
