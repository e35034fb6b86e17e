import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { call, send } from '../../../testing/client.ts'
import {
  createLibrary,
  type File,
  find,
  type Library,
  listFiles,
  settled,
  upload,
} from '../testing/library.ts'

let app: TestApplication
let token: string

beforeAll(async () => {
  app = await startTestApplication()
  token = await app.token('admin')
})
afterAll(() => app?.remove())

const at = (dataSourceId: string, rest = '') => `/api/internal/dataSources/${dataSourceId}${rest}`
const change = (dataSourceId: string, body: object) =>
  call<{ changed: number; failed: { fileId: string; code: string }[] }>(
    app,
    at(dataSourceId, '/files/bulk'),
    {
      token,
      body,
    },
  )
const pause = (dataSourceId: string, paused: boolean) =>
  call<Library>(app, at(dataSourceId, '/indexing'), { token, method: 'PUT', body: { paused } })
const added = async (dataSourceId: string, name: string, content: string | Uint8Array<ArrayBuffer>) =>
  (await upload(app, dataSourceId, name, content)).body

describe('a file', () => {
  test('[R-3-092] is shown with its passages and downloaded as it was uploaded', async () => {
    const id = await createLibrary(app, 'Shown files')
    const words = Array.from({ length: 600 }, (_, n) => `word${n}`).join(' ')
    const { fileId } = await added(id, 'long.txt', words)
    await settled(app, id)
    const { body } = await call<File>(app, at(id, `/files/${fileId}`), { token })
    expect(body).toMatchObject({ name: 'long.txt', state: 'Ready', fileVersion: 1 })
    const texts: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const {
        body: page,
      }: { body: { items: { text: string; ordinal: number }[]; continuationToken: string | null } } =
        await call(
          app,
          at(id, `/files/${fileId}/passages?pageSize=2${next && `&continuationToken=${next}`}`),
          {
            token,
          },
        )
      expect(page.items.map(({ ordinal }) => ordinal)).toEqual(page.items.map((_, n) => texts.length + n))
      texts.push(...page.items.map(({ text }) => text))
      next = page.continuationToken
    }
    expect(texts).toHaveLength(body.passages)
    expect(texts.join(' ')).toContain('word599')
    const content = await send(app, at(id, `/files/${fileId}/content`), { token })
    expect(await content.text()).toBe(words)
    expect(content.headers.get('content-disposition')).toMatch(/^attachment/)
  })

  test('with the content of an older one names it, until that one is deleted', async () => {
    const id = await createLibrary(app, 'Copies')
    const first = await added(id, 'first.txt', 'Boats pay in the harbor.')
    const copy = await added(id, 'copy.txt', 'Boats pay in the harbor.')
    expect([first.duplicateOf, copy.duplicateOf]).toEqual([null, 'first.txt'])
    await change(id, { fileIds: [first.fileId], action: 'Remove' })
    expect((await listFiles(app, id)).map(({ name, duplicateOf }) => [name, duplicateOf])).toEqual([
      ['copy.txt', null],
    ])
  })

  test('that failed is read again; any other stays as it is', async () => {
    const id = await createLibrary(app, 'Retried files')
    const good = await added(id, 'good.txt', 'Boats pay in the harbor.')
    const bad = await added(id, 'bad.pdf', new TextEncoder().encode('%PDF-1.7 but nothing else'))
    const states = async () =>
      Object.fromEntries((await settled(app, id)).map(({ name, state }) => [name, state]))
    expect(await states()).toEqual({ 'good.txt': 'Ready', 'bad.pdf': 'Failed' })
    const again = await call<File>(app, at(id, `/files/${bad.fileId}/retry`), { token, body: {} })
    expect(again.body).toMatchObject({ state: 'Queued', reason: null })
    expect(await states()).toEqual({ 'good.txt': 'Ready', 'bad.pdf': 'Failed' })
    const same = await call<File>(app, at(id, `/files/${good.fileId}/retry`), { token, body: {} })
    expect(same.body.state).toBe('Ready')
  })

  test('[R-3-119] can be moved to a folder with others, unless one there has its name', async () => {
    const id = await createLibrary(app, 'Moved files')
    const one = await added(id, 'one.txt', 'One boat.')
    const two = await added(id, 'two.txt', 'Two boats.')
    const gone = '00000000-0000-4000-8000-000000000000'
    const moved = await change(id, {
      fileIds: [one.fileId, two.fileId, gone],
      action: 'Move',
      folder: 'Boats',
    })
    expect(moved.body).toEqual({ changed: 2, failed: [{ fileId: gone, code: 'file.notFound' }] })
    const other = await added(id, 'one.txt', 'Another boat.')
    const refused = await change(id, { fileIds: [other.fileId], action: 'Move', folder: 'Boats' })
    expect(refused.body).toEqual({ changed: 0, failed: [{ fileId: other.fileId, code: 'file.nameTaken' }] })
    const inFolder = async (folder: string) => {
      const { body } = await call<{ items: File[] }>(app, at(id, `/files?folder=${folder}`), { token })
      return body.items.map(({ name }) => name).toSorted()
    }
    expect(await inFolder('Boats')).toEqual(['one.txt', 'two.txt'])
    expect(await inFolder('')).toEqual(['one.txt'])
    const removed = await change(id, { fileIds: [one.fileId, two.fileId], action: 'Remove' })
    expect(removed.body).toEqual({ changed: 2, failed: [] })
    expect((await listFiles(app, id)).map(({ fileId }) => fileId)).toEqual([other.fileId])
  })
})

describe('a library', () => {
  test('is paused: files wait, and what is searchable stays so, until it goes on', async () => {
    const id = await createLibrary(app, 'Paused')
    await added(id, 'before.txt', 'The lighthouse was built in 1903.')
    await settled(app, id)
    expect((await pause(id, true)).body).toMatchObject({ indexingPaused: true, files: 1 })
    await added(id, 'while.txt', 'The bridge was built in 1950.')
    await wait(1000)
    expect((await listFiles(app, id)).find(({ name }) => name === 'while.txt')?.state).toBe('Queued')
    const found = await find(app, [id], 'When was the lighthouse built?')
    expect(found.passages.map(({ fileName }) => fileName)).toEqual(['before.txt'])
    expect((await pause(id, false)).body.indexingPaused).toBe(false)
    expect((await settled(app, id)).map(({ state }) => state)).toEqual(['Ready', 'Ready'])
  })

  test('a file that is being read is stopped by a pause and read completely afterwards', async () => {
    const id = await createLibrary(app, 'Paused in between')
    const words = Array.from({ length: 140 }, (_, n) => `word${n}`).join(' ')
    // So many that a fast machine still reads when the pause begins.
    const pages = 1500
    const { fileId } = await added(
      id,
      'big.txt',
      Array.from({ length: pages }, (_, n) => `Page ${n}. ${words}`).join('\f'),
    )
    const progress = async () => (await call<File>(app, at(id, `/files/${fileId}`), { token })).body.progress
    await expect.poll(progress, { interval: 20 }).toBeGreaterThan(0)
    await pause(id, true)
    // What was being stored when the pause began is still finished.
    await wait(1000)
    const stopped = await progress()
    await wait(1000)
    expect(await progress()).toBe(stopped)
    expect(stopped).toBeLessThan(100)
    await pause(id, false)
    const [file] = await settled(app, id)
    expect(file).toMatchObject({ state: 'Ready', passages: pages, pages })
  })

  test('is indexed again: each file stays searchable, keeps its version, and has new passages', async () => {
    const id = await createLibrary(app, 'Indexed again')
    for (const [name, text] of [
      ['one.txt', 'The lighthouse was built in 1903.'],
      ['two.txt', 'The bridge was built in 1950.'],
    ] as const)
      await added(id, name, text)
    await settled(app, id)
    const passageIds = async () => {
      const { passages } = await find(app, [id], 'When were the lighthouse and the bridge built?')
      return passages.map(({ passageId }) => passageId).toSorted()
    }
    const before = await passageIds()
    expect(before).toHaveLength(2)
    const { status } = await call(app, at(id, '/reIndex'), { token, body: {} })
    expect(status).toBe(204)
    await expect
      .poll(async () => {
        const now = await passageIds()
        expect(now).toHaveLength(2)
        return now.filter((passageId) => before.includes(passageId))
      })
      .toEqual([])
    const files = await settled(app, id)
    expect(files.map(({ state, fileVersion }) => [state, fileVersion])).toEqual([
      ['Ready', 1],
      ['Ready', 1],
    ])
    await expect
      .poll(async () => {
        const left = await sql<{ n: number }>`select count(*)::int as n from passage p
          join data_source d on d.number = p.library_id where d.data_source_id = ${id}`.execute(
          app.platform.database.db,
        )
        return left.rows[0]?.n
      })
      .toBe(2)
  })
})
