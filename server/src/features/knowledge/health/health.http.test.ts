import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, ifMatch } from '../../../testing/client.ts'
import { ask } from '../../conversations/testing/asking.ts'
import { createLibrary, type File, type Library, listFiles, settled, upload } from '../testing/library.ts'
import { makePdf } from '../testing/pdfs.ts'

interface Health {
  size: number
  files: number
  passages: number
  tokens: number
  lastIndexedAt: string | null
  neverCited: number
  outdated: number
  duplicates: number
  failed: number
  empty: number
  notCompared: number
}

const rules = (from: number) =>
  Array.from({ length: 60 }, (_, at) => `Rule ${from + at} says that quay ${from + at} opens at dawn.`).join(
    ' ',
  )

let app: TestApplication
let admin: string
let library: string

beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
  library = await createLibrary(app, 'Rules')
  await upload(app, library, 'rules.txt', rules(0))
  await settled(app, library)
  await upload(app, library, 'rules-again.txt', `${rules(0)} Approved by the harbour master.`)
  await settled(app, library)
  await upload(app, library, 'same-as-rules.txt', rules(0))
  await upload(app, library, 'others.txt', rules(500))
  await upload(app, library, 'blank.pdf', makePdf([{ texts: [] }]))
  await upload(app, library, 'vela.txt', 'The lighthouse of Vela stands 41 metres tall.')
  await settled(app, library)
})
afterAll(() => app?.remove())

const health = async (token = admin) =>
  call<Health>(app, `/api/internal/dataSources/${library}/health`, { token })
const listed = async (query: string) => {
  const path = `/api/internal/dataSources/${library}/files?${query}`
  const { body } = await call<{ items: File[] }>(app, path, { token: admin })
  return body.items.map(({ name }) => name).sort()
}
const fileNamed = async (name: string) => (await listFiles(app, library)).find((file) => file.name === name)

describe('the health of a library', { shuffle: false }, () => {
  test('[R-1-015] [R-7-101] counts files that need attention, and lists each kind', async () => {
    const { body, status } = await health()
    expect(status).toBe(200)
    const files = await listFiles(app, library)
    expect(body).toMatchObject({ files: 6, failed: 1, empty: 1, outdated: 0, neverCited: 5, notCompared: 0 })
    expect(body.size).toBe(files.reduce((sum, { size }) => sum + size, 0))
    expect(body.passages).toBe(files.reduce((sum, { passages }) => sum + passages, 0))
    expect(body.tokens).toBe(body.passages * 200)
    expect(body.lastIndexedAt).not.toBeNull()
    expect(await listed('health=Failed')).toEqual(['blank.pdf'])
    expect(await listed('health=Empty')).toEqual(['blank.pdf'])
    expect(await listed('health=NeverCited')).toHaveLength(5)
    expect(await listed('health=Outdated')).toEqual([])
    expect((await health(await app.token('anna'))).status).toBe(403)
  })

  test('finds files with the same content or almost the same text, but not others', async () => {
    expect(await listed('health=Duplicate')).toEqual(['rules-again.txt', 'same-as-rules.txt'])
    expect((await health()).body.duplicates).toBe(2)
    expect(await fileNamed('rules-again.txt')).toMatchObject({ duplicateOf: null, similarTo: 'rules.txt' })
    expect(await fileNamed('same-as-rules.txt')).toMatchObject({ duplicateOf: 'rules.txt' })
    expect(await fileNamed('others.txt')).toMatchObject({ duplicateOf: null, similarTo: null })
  })

  test('a deleted original is replaced by the oldest of its duplicates', async () => {
    const original = await fileNamed('rules.txt')
    await call(app, `/api/internal/dataSources/${library}/files/${original?.fileId}`, {
      token: admin,
      method: 'DELETE',
    })
    await expect.poll(() => listed('health=Duplicate')).toEqual(['same-as-rules.txt'])
    expect(await fileNamed('same-as-rules.txt')).toMatchObject({ similarTo: 'rules-again.txt' })
  })

  test('counts which files answers cite', async () => {
    const agent = await publishAgent(app, 'Cites', {}, [library])
    const asked = await ask(
      app,
      await app.token('anna'),
      { gptSystemId: agent },
      'How tall is the lighthouse of Vela?',
    )
    expect(asked.segment.citations.map(({ title }) => title)).toContain('vela.txt')
    await expect.poll(async () => (await fileNamed('vela.txt'))?.citations).toBe(1)
    expect((await fileNamed('vela.txt'))?.lastCitedAt).not.toBeNull()
    expect(await listed('health=NeverCited')).not.toContain('vela.txt')
  })

  test('[R-1-016] [R-7-104] lists files that are outdated after the days of their library, and those that changed', async () => {
    const path = `/api/internal/fileLibraries/${library}`
    const read = async () =>
      (await call<Library>(app, `/api/internal/dataSources/${library}`, { token: admin })).body
    const put = async (reviewAfterDays: number) =>
      call<Library>(app, path, {
        token: admin,
        method: 'PUT',
        body: { reviewAfterDays },
        headers: ifMatch((await read()).version),
      })
    await sql`update file set created_at = now() - interval '100 days' where name = 'others.txt'`.execute(
      app.platform.database.db,
    )
    expect((await read()).reviewAfterDays).toBe(365)
    expect(await listed('health=Outdated')).toEqual([])
    expect((await put(0)).status).toBe(400)
    expect((await put(90)).body).toMatchObject({ reviewAfterDays: 90 })
    expect(await listed('health=Outdated')).toEqual(['others.txt'])
    const yesterday = encodeURIComponent(new Date(Date.now() - 86_400_000).toISOString())
    expect(await listed(`changedSince=${yesterday}`)).not.toContain('others.txt')
    await upload(app, library, 'others.txt', rules(700))
    await settled(app, library)
    expect(await listed(`changedSince=${yesterday}`)).toContain('others.txt')
    expect(await listed('health=Outdated')).toEqual([])
    expect((await fileNamed('others.txt'))?.replacedAt).not.toBeNull()
  })
})
