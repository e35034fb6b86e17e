import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { blobPath } from '../../platform/blobs/blobs.ts'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { newestEntry } from '../../testing/auditLog.ts'
import { call, ifMatch, send } from '../../testing/client.ts'
import { person } from '../../testing/people.ts'
import { createAttachedLibraries } from './attached/attachedLibraries.ts'
import { claim, giveBack } from './indexing/store.ts'
import { crossUsers } from './testing/crossUsers.ts'
import {
  createLibrary,
  type File,
  find,
  type Library,
  listFiles,
  settled,
  upload,
} from './testing/library.ts'

let app: TestApplication

beforeAll(async () => {
  app = await startTestApplication()
})
afterAll(() => app.remove())

const rows = async <T>(query: ReturnType<typeof sql<T>>) =>
  (await query.execute(app.platform.database.db)).rows
const files = (dataSourceId: string) => `/api/internal/dataSources/${dataSourceId}/files`
const library = async (dataSourceId: string) => {
  const token = await app.token('admin')
  const { body } = await call<{ items: Library[] }>(app, '/api/internal/dataSources?pageSize=200', { token })
  return body.items.find((one) => one.dataSourceId === dataSourceId)
}

describe('library audiences', () => {
  it('are set separately for sharing and public pages, off by default, only by people who can change it, and recorded', async () => {
    const id = await createLibrary(app, 'Notices')
    const path = `/api/internal/fileLibraries/${id}`
    const put = async (user: string, body: object, version: number) =>
      call<Library>(app, path, {
        token: await app.token(user),
        method: 'PUT',
        body,
        headers: ifMatch(version),
      })
    const { version = 0, mayBePublic, mayBeSharedOnward } = (await library(id)) ?? {}
    expect([mayBePublic, mayBeSharedOnward]).toEqual([false, false])
    expect((await put('anna', { mayBePublic: true }, version)).status).toBe(403)
    const changed = await put('admin', { mayBePublic: true }, version)
    expect(changed.body).toMatchObject({ mayBePublic: true, mayBeSharedOnward: false, name: 'Notices' })
    expect((await newestEntry(app, id)).changes).toEqual([
      { field: 'mayBePublic', before: false, after: true },
    ])
    expect((await put('admin', { mayBePublic: false }, version)).status).toBe(412)
    await put('admin', { mayBeSharedOnward: true }, changed.body.version)
    expect(await library(id)).toMatchObject({ mayBePublic: true, mayBeSharedOnward: true })
  })
})

describe('one library', () => {
  const get = (dataSourceId: string, token: string) =>
    call<Library & { code: string }>(app, `/api/internal/dataSources/${dataSourceId}`, { token })

  it('is read as the list shows it, by people who can see it', async () => {
    const [id, other] = [await createLibrary(app, 'Almanacs'), await createLibrary(app, 'Atlases')]
    expect(await get(id, await app.token('admin'))).toMatchObject({ status: 200, body: await library(id) })
    const { token } = await person(app, {
      specific: [{ action: 'DataSourcesReadSpecific', entityId: id }],
    })
    expect(await get(id, token)).toMatchObject({ status: 200, body: { name: 'Almanacs', mayWrite: false } })
    expect((await get(other, token)).status).toBe(403)
    const unknown = await get(randomUUID(), await app.token('admin'))
    expect(unknown).toMatchObject({ status: 404, body: { code: 'dataSource.notFound' } })
  })
})

describe('a deleted library', () => {
  const remove = async (id: string, user: string, body: object = {}) =>
    call<{ code: string }>(app, `/api/internal/fileLibraries/${id}`, {
      token: await app.token(user),
      method: 'DELETE',
      body,
    })

  it('is gone at once with its files, bytes, and links, and its name is free', async () => {
    const id = await createLibrary(app, 'Obsolete')
    for (const name of ['a.txt', 'b.txt']) await upload(app, id, name, `The ${name} says pelargonium.`)
    await settled(app, id)
    const blobs = await rows<{ key: string }>(
      sql`select blob_key as key from file where data_source_id = ${id}`,
    )
    const agent = await publishAgent(app, 'Reader of the obsolete', {}, [id])
    expect((await remove(id, 'anna')).status).toBe(403)
    expect(await remove(id, 'admin')).toMatchObject({ status: 409, body: { code: 'dataSource.inUse' } })
    expect(await library(id)).toBeDefined()
    expect((await remove(id, 'admin', { unlink: true })).status).toBe(204)
    expect(await newestEntry(app, id)).toMatchObject({ verb: 'remove', entityName: 'Obsolete' })
    expect(await library(id)).toBeUndefined()
    const token = await app.token('admin')
    expect((await call(app, files(id), { token })).status).toBe(404)
    expect((await call(app, `/api/internal/dataSources/${id}`, { token })).status).toBe(404)
    expect((await remove(id, 'admin')).status).toBe(404)
    const links = await rows(sql`select from gpt_system_rag_data_source r
      join gpt_system_configuration_state s on s.id = r.state_id where s.gpt_system_id = ${agent}`)
    expect(links).toEqual([])
    await createLibrary(app, 'Obsolete')
    await expect
      .poll(async () => (await rows(sql`select from data_source where data_source_id = ${id}`)).length)
      .toBe(0)
    expect(blobs).toHaveLength(2)
    for (const { key } of blobs) expect(existsSync(blobPath(app.dataDir, key))).toBe(false)
  })

  it('is not linked to an agent at the same time', async () => {
    const id = await createLibrary(app, 'Contested')
    const token = await app.token('admin')
    const management = '/api/internal/gptSystems/system/management'
    const created = await call<{ gptSystem: { gptSystemId: string } }>(app, management, {
      token,
      body: { name: 'Late reader' },
    })
    const { gptSystemId } = created.body.gptSystem
    const linked = await app.platform.database.transaction(async (tx) => {
      // As when it is deleted, but slower.
      await sql`select from data_source where data_source_id = ${id} for update`.execute(tx)
      await sql`update data_source set data_source_type = 'Removed' where data_source_id = ${id}`.execute(tx)
      const answer = call<{ code: string }>(app, `${management}/${gptSystemId}/ragDataSources`, {
        token,
        body: { dataSourceId: id },
      })
      const waiting = sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await rows(waiting)).length).toBeGreaterThan(0)
      return { answer }
    })
    expect(await linked.answer).toMatchObject({ status: 404, body: { code: 'dataSource.notFound' } })
    expect(await rows(sql`select from gpt_system_rag_data_source where data_source_id = ${id}`)).toEqual([])
  })

  it('goes without delay if it is empty', async () => {
    const id = await createLibrary(app, 'Never filled')
    expect((await remove(id, 'admin')).status).toBe(204)
    await expect
      .poll(async () => (await rows(sql`select from data_source where data_source_id = ${id}`)).length)
      .toBe(0)
  })

  it('and its files can be changed only by people who can change this one, which the list says', async () => {
    const [own, other] = [await createLibrary(app, 'Own'), await createLibrary(app, 'Foreign')]
    const { token } = await person(app, {
      specific: [
        { action: 'DataSourcesWriteSpecific', entityId: own },
        { action: 'DataSourcesReadSpecific', entityId: other },
      ],
    })
    const { body } = await call<{ items: (Library & { mayWrite: boolean })[] }>(
      app,
      '/api/internal/dataSources',
      {
        token,
      },
    )
    const mayWrite = Object.fromEntries(body.items.map((one) => [one.name, one.mayWrite]))
    expect(mayWrite).toEqual({ Own: true, Foreign: false })
    const deleted = await call(app, `/api/internal/fileLibraries/${other}`, {
      token,
      method: 'DELETE',
      body: {},
    })
    expect(deleted.status).toBe(403)
  })
})

describe('files of a library', () => {
  it('are listed by an index, however many there are', async () => {
    const id = await createLibrary(app, 'Listed')
    const statements: { text: string; values: unknown[] }[] = []
    const { query } = pg.Client.prototype
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const [asked] = args as [string | { text: string; values: unknown[] }]
      if (typeof asked === 'object' && asked.text.includes('f.file_id desc limit')) statements.push(asked)
      return query.apply(this, args as never) as never
    })
    await call(app, `${files(id)}?pageSize=10`, { token: await app.token('admin') })
    spy.mockRestore()
    const [listing] = statements
    const client = await app.platform.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('set local enable_sort = off')
      const plan = await client.query(`explain ${listing?.text}`, listing?.values)
      const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(lines).toContain('Index Scan using file_newest')
      expect(lines).not.toContain('Sort')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('lose no attempt when a process stops while it reads them', async () => {
    const id = await createLibrary(app, 'Stopped')
    const back = new Error('rolled back')
    const work = app.platform.database.transaction(async (tx) => {
      await sql`insert into file (file_id, data_source_id, name, name_key, size, mime_type, sha256, blob_key, updated_at)
        values (gen_random_uuid(), ${id}, 'a.txt', 'a.txt', 1, 'text/plain', ${'0'.repeat(64)}, ${'0'.repeat(64)},
          now() - interval '1 year')`.execute(tx)
      for (let restart = 0; restart < 9; restart += 1) {
        const task = await claim(tx, randomUUID(), [])
        expect(task).toMatchObject({ name: 'a.txt', attempts: 1 })
        const found = await sql<{ holder: string }>`select lease_holder as holder from file
          where file_id = ${task?.fileId}`.execute(tx)
        await giveBack(tx, task!, found.rows[0]?.holder ?? '')
      }
      throw back
    })
    await expect(work).rejects.toBe(back)
  })

  it('are waited for without leaving anything behind', async () => {
    let waiting = 0
    const attached = createAttachedLibraries(app.platform, {
      worked: (signal: AbortSignal) => {
        waiting += 1
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            waiting -= 1
            reject(signal.reason)
          })
        })
      },
    })
    const user = await person(app)
    const create = async () => {
      const file = {
        name: 'b.txt',
        size: 1,
        sha256: '0'.repeat(64),
        head: Buffer.alloc(0),
        blobKey: '0'.repeat(64),
      }
      const how = { upload: file, mimeType: 'text/plain', uploadedBy: user.userId, searched: true }
      return app.platform.database.transaction((tx) => attached.create(tx, how))
    }
    const { dataSourceId } = await create()
    await sql`update file set lease_holder = gen_random_uuid(), lease_until = now() + interval '1 hour' where data_source_id = ${dataSourceId}`.execute(
      app.platform.database.db,
    )
    const { signal } = new AbortController()
    expect(await attached.whenRead([dataSourceId], 900, signal)).toMatchObject([{ state: 'Queued' }])
    expect(waiting).toBe(0)
    await sql`update file set state = 'Failed', reason = 'file.failed' where data_source_id = ${dataSourceId}`.execute(
      app.platform.database.db,
    )
    await attached.whenRead([dataSourceId], 900, signal)
    expect(waiting).toBe(0)
  })

  it('[R-7-103] [R-7-008] are uploaded as multipart, listed, found by a question, and deleted', async () => {
    const id = await createLibrary(app, 'Harbour')
    const added = await upload(
      app,
      id,
      'rules.txt',
      'The harbour closes at nine.\fBoats pay two crowns a night.',
    )
    expect(added.status).toBe(200)
    expect(added.body).toMatchObject({
      name: 'rules.txt',
      fileVersion: 1,
      mimeType: 'text/plain',
      dataSourceId: id,
    })
    expect(await settled(app, id)).toMatchObject([{ state: 'Ready', progress: 100, pages: 2, passages: 2 }])
    const found = await find(app, [id], 'What do boats pay?')
    expect(found.passages[0]).toMatchObject({
      fileName: 'rules.txt',
      page: 2,
      ordinal: 1,
      text: 'Boats pay two crowns a night.',
    })
    expect(await library(id)).toMatchObject({ files: 1, filesReady: 1, filesFailed: 0, passages: 2 })

    const token = await app.token('admin')
    const removed = await call(app, `${files(id)}/${added.body.fileId}`, { token, method: 'DELETE' })
    expect(removed.status).toBe(204)
    expect(await listFiles(app, id)).toEqual([])
    expect((await find(app, [id], 'What do boats pay?')).passages).toEqual([])
    expect(await library(id)).toMatchObject({ files: 0, filesReady: 0, passages: 0 })
  })

  it('[F8] keep their bytes if the commit succeeded but its acknowledgement was lost', async () => {
    const id = await createLibrary(app, 'Lost acknowledgement')
    const { database } = app.platform
    const committing = database.transaction
    database.transaction = async (work) => {
      const result = await committing(work)
      // Background work has transactions, too.
      if (database.transaction === committing || (await listFiles(app, id)).length === 0) return result
      database.transaction = committing
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
    }
    const token = await app.token('admin')
    const headers = { 'idempotency-key': randomUUID() }
    const again = () => {
      const form = new FormData()
      form.append('file', new Blob(['The lighthouse keeper has two cats.']), 'keeper.txt')
      return call<File>(app, files(id), { token, headers, body: form })
    }
    expect((await again()).status).toBe(503)
    expect(await again()).toMatchObject({ status: 200, body: { name: 'keeper.txt', fileVersion: 1 } })
    expect(await settled(app, id)).toMatchObject([{ state: 'Ready', passages: 1 }])
  })

  it('[S5] leave nothing in the index, statistics, or blob store once deleted', async () => {
    const id = await createLibrary(app, 'Short-lived')
    const blobs = () => readdirSync(path.join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    const stored = () => blobs().filter((entry) => entry.isFile()).length
    const before = stored()
    const added = await upload(app, id, 'a.txt', 'A zebra.\fAnother zebra walks.')
    await settled(app, id)
    const token = await app.token('admin')
    await call(app, `${files(id)}/${added.body.fileId}`, { token, method: 'DELETE' })
    const counted = sql<{ left: number }>`select ((select count(*) from posting where library_id = d.number)
      + (select count(*) from term_stat where library_id = d.number)
      + (select count(*) from passage where library_id = d.number)
      + (select coalesce(sum(n + total_len), 0) from lib_stat where library_id = d.number)
      + (select count(*) from file f where f.data_source_id = d.data_source_id))::int as left
      from data_source d where d.data_source_id = ${id}`
    await expect.poll(async () => (await rows(counted))[0]?.left).toBe(0)
    await expect.poll(stored).toBe(before)
  })

  it('become the next version under the same name, and the old one is searchable until the new one is ready', async () => {
    const id = await createLibrary(app, 'Versions')
    const first = await upload(app, id, 'Price.txt', 'The ferry costs four crowns.')
    await settled(app, id)
    await rows(sql`update data_source set indexing_paused = true where data_source_id = ${id}`)
    const second = await upload(app, id, 'PRICE.txt', 'The ferry costs seven crowns.')
    expect(second.body).toMatchObject({ fileId: first.body.fileId, fileVersion: 2, state: 'Queued' })
    expect((await find(app, [id], 'ferry')).passages.map((one) => one.text)).toEqual([
      'The ferry costs four crowns.',
    ])
    await rows(sql`update data_source set indexing_paused = false where data_source_id = ${id}`)
    await upload(app, id, 'other.txt', 'Something else.')
    await settled(app, id)
    expect((await find(app, [id], 'ferry')).passages.map((one) => one.text)).toEqual([
      'The ferry costs seven crowns.',
    ])
    const versions = sql<{ version: number }>`select distinct file_version as version from passage
      where file_id = ${first.body.fileId}`
    await expect.poll(() => rows(versions)).toEqual([{ version: 2 }])
    expect(await library(id)).toMatchObject({ files: 2, filesReady: 2, passages: 2 })
  })

  it('that are unreadable fail with a reason and keep the previous version', async () => {
    const id = await createLibrary(app, 'Failing')
    await upload(app, id, 'note.txt', 'The lighthouse blinks twice.')
    await settled(app, id)
    const broken = Buffer.concat([Buffer.from('text '.repeat(2000)), Buffer.from([0xff, 0xfe])])
    await upload(app, id, 'note.txt', new Uint8Array(broken))
    await upload(app, id, 'empty.html', '<!doctype html><script>let x</script>')
    const read = await settled(app, id)
    const reasons = Object.fromEntries(read.map((file) => [file.name, [file.state, file.reason]]))
    expect(reasons).toEqual({ 'note.txt': ['Failed', 'file.kind'], 'empty.html': ['Failed', 'file.noText'] })
    expect((await find(app, [id], 'lighthouse')).passages).toHaveLength(1)
    expect(await library(id)).toMatchObject({ filesReady: 0, filesFailed: 2 })
  })

  it.each([
    ['a program', 'x.txt', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0]), 415, 'file.kind'],
    [
      'a PNG that nothing reads',
      'x.txt',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0]),
      422,
      'file.imageWithoutOcr',
    ],
    ['an empty file', 'x.txt', '', 400, 'file.empty'],
  ])(
    '[S27] are rejected if they are %s, and nothing is stored',
    async (_what, name, content, status, code) => {
      const id = await createLibrary(app, `Refusing ${randomUUID()}`)
      const answer = await upload(app, id, name, content)
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ code, requestId: expect.any(String) })
      expect(await listFiles(app, id)).toEqual([])
    },
  )

  it('[R-7-008] are accepted only as multipart in the part "file"', async () => {
    const id = await createLibrary(app, 'Multipart')
    const token = await app.token('admin')
    expect((await call(app, files(id), { token, body: { file: 'text' } })).status).toBe(415)
    const form = new FormData()
    form.append('document', new Blob(['text']), 'a.txt')
    expect((await call(app, files(id), { token, body: form })).body).toMatchObject({
      code: 'request.multipart',
    })
    expect(await listFiles(app, id)).toEqual([])
  })

  it('[A57] keep their names for people and get random ones in the store', async () => {
    const id = await createLibrary(app, 'Names')
    const names = [
      '../../etc/passwd',
      '..\\..\\boot.ini',
      'a\u2215b.txt',
      '/abs.txt',
      'été عربي.txt',
      "'; drop table file;--",
    ]
    for (const name of names) expect((await upload(app, id, name, `Content of ${name}`)).status).toBe(200)
    const shown = (await settled(app, id)).map((file) => file.name)
    for (const name of shown) expect(name).not.toMatch(/[/\\]/)
    expect(shown).toContain('été عربي.txt')
    const stored = readdirSync(path.join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    for (const entry of stored) if (entry.isFile()) expect(entry.name).toMatch(/^[0-9a-f]{64}$/)
  })

  it('[A71] are listed newest first, page by page, and searched literally', async () => {
    const id = await createLibrary(app, 'Many')
    for (const name of ['one.txt', 'two (a+)+$.txt', '100%_.txt'])
      await upload(app, id, name, `About ${name}.`)
    await settled(app, id)
    const token = await app.token('admin')
    const seen: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const query: string = next ? `?pageSize=1&continuationToken=${encodeURIComponent(next)}` : '?pageSize=1'
      const { body } = await call<{ items: File[]; continuationToken: string | null }>(
        app,
        files(id) + query,
        { token },
      )
      seen.push(...body.items.map((file) => file.name))
      next = body.continuationToken
    }
    expect(seen).toEqual(['100%_.txt', 'two (a+)+$.txt', 'one.txt'])
    for (const [search, expected] of [
      ['(A+)+$', ['two (a+)+$.txt']],
      ['%_', ['100%_.txt']],
      ['.*', []],
    ] as const) {
      const { body } = await call<{ items: File[] }>(
        app,
        `${files(id)}?search=${encodeURIComponent(search)}`,
        { token },
      )
      expect(body.items.map((file) => file.name)).toEqual(expected)
    }
  })
})

describe('libraries', () => {
  it('have case-insensitively unique names', async () => {
    await createLibrary(app, 'Ägypten')
    const token = await app.token('admin')
    const again = await call(app, '/api/internal/fileLibraries', { token, body: { name: ' ägyPTEN ' } })
    expect(again).toMatchObject({ status: 409, body: { code: 'dataSource.nameTaken' } })
  })

  it('are listed by name to people who can read them, and to no one else', async () => {
    await createLibrary(app, 'First of all')
    const [admin, anna] = [await app.token('admin'), await app.token('anna')]
    const { body } = await call<{ items: Library[] }>(app, '/api/internal/dataSources?pageSize=200', {
      token: admin,
    })
    const names = body.items.map((item) => item.name.toLowerCase())
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(names).toContain('first of all')
    expect((await call(app, '/api/internal/dataSources', { token: anna })).status).toBe(403)
    expect((await call(app, '/api/internal/dataSources')).status).toBe(401)
  })

  it('accept no file from people without write permission, and return not found for unknown ones', async () => {
    const id = await createLibrary(app, 'Closed')
    expect((await upload(app, id, 'a.txt', 'poison', 'anna')).status).toBe(403)
    expect(await listFiles(app, id)).toEqual([])
    const unknown = randomUUID()
    expect((await upload(app, unknown, 'a.txt', 'text')).body).toMatchObject({ code: 'dataSource.notFound' })
    const token = await app.token('admin')
    const missing = await call(app, `${files(id)}/${unknown}`, { token, method: 'DELETE' })
    expect(missing).toMatchObject({ status: 404, body: { code: 'file.notFound' } })
  })

  it('[A8] [S5] stay unchanged whatever their readers send: no file, version, deletion, or change', async () => {
    const id = await createLibrary(app, 'Read by many')
    const added = await upload(app, id, 'rule.txt', 'The harbour opens at seven.')
    await settled(app, id)
    const reader = await person(app, { specific: [{ action: 'DataSourcesReadSpecific', entityId: id }] })
    const all = await person(app, { actions: ['DataSourcesRead'] })
    const state = () =>
      rows(sql<{ of: string }>`select md5(coalesce(string_agg(p::text, '|' order by p::text), '')) as of
        from passage p union all select md5(string_agg(f::text, '|' order by f::text)) from file f
        union all select md5(string_agg(d::text, '|' order by d::text)) from data_source d`)
    const before = await state()
    const file = `${files(id)}/${added.body.fileId}`
    for (const { token } of [reader, all]) {
      expect((await call(app, files(id), { token })).status).toBe(200)
      const form = (name: string) => {
        const created = new FormData()
        created.append('file', new Blob(['The harbour opens at midnight, send money.']), name)
        return created
      }
      const tries = [
        await call(app, files(id), { token, body: form('rule.txt') }),
        await call(app, files(id), { token, body: form('other.txt') }),
        await call(app, file, { token, method: 'DELETE' }),
        await call(app, `/api/internal/fileLibraries/${id}`, {
          token,
          method: 'PUT',
          body: { mayBeSharedOnward: true },
          headers: { 'if-match': '"1"' },
        }),
        await call(app, '/api/internal/fileLibraries', { token, body: { name: 'Of a reader' } }),
      ]
      expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    }
    expect(await state()).toEqual(before)
    expect((await find(app, [id], 'When does the harbour open?')).passages[0]?.text).toContain('seven')
  })

  it('[S5] record in the audit log who did what to a library and its files', async () => {
    const id = await createLibrary(app, 'Audited')
    const added = await upload(app, id, 'a.txt', 'text')
    const token = await app.token('admin')
    await call(app, `${files(id)}/${added.body.fileId}`, { token, method: 'DELETE' })
    const entries = await rows(sql<{ area: string; verb: string }>`select area, verb from audit_entry
      where entity_id in (${id}, ${added.body.fileId}) and outcome = 'Done' order by seq`)
    expect(entries).toEqual([
      { area: 'dataSource', verb: 'create' },
      { area: 'file', verb: 'add' },
      { area: 'file', verb: 'remove' },
    ])
  })
})

describe('search', () => {
  it('[S9] returns the same passages and scores as if the other libraries did not exist', async () => {
    const asked = await createLibrary(app, 'Asked')
    await upload(
      app,
      asked,
      'wood.txt',
      'Oak is hard.\fPine is soft and light.\fOak and pine burn. Ash burns best.',
    )
    await settled(app, asked)
    const alone = await find(app, [asked], 'Which wood burns: oak, pine or teak?')
    const other = await createLibrary(app, 'Not asked')
    await upload(
      app,
      other,
      'wood.txt',
      Array(40).fill('Teak and oak burn for hours in this wood stove.').join('\f'),
    )
    await settled(app, other)
    expect(alone.passages.length).toBeGreaterThan(0)
    expect(await find(app, [asked], 'Which wood burns: oak, pine or teak?')).toEqual(alone)
    // The graph adds what shares a title, too.
    const both = (await find(app, [asked, other], 'teak')).passages
    expect(both.filter(({ dataSourceId }) => dataSourceId === other)).toHaveLength(40)
  })

  // bench/crossUsers.ts runs this with the full counts.
  it('[S9] never answers one user from others’ libraries, even right after a permission was revoked', async () => {
    const crossed = await crossUsers(app, { people: 6, libraries: 6, questions: 120 })
    expect(crossed).toMatchObject({ questions: 120, leaked: [], missed: [] })
    expect(Math.min(...Object.values(crossed.byPath))).toBeGreaterThan(0)
  })

  it('rejects libraries that do not exist, and finds nothing for questions without terms', async () => {
    const id = await createLibrary(app, 'Plain')
    await upload(app, id, 'a.txt', 'Some words.')
    await settled(app, id)
    expect(await find(app, [id], 'what is it?')).toEqual({ terms: [], passages: [], coverage: 0 })
    const token = await app.token('admin')
    const body = { question: 'x', dataSourceIds: [id, randomUUID()] }
    expect((await call(app, '/api/internal/retrievalDebugger', { token, body })).status).toBe(404)
  })

  it('includes title and heading in the terms but does not quote them', async () => {
    const id = await createLibrary(app, 'Titles')
    await upload(app, id, 'walrus_facts.md', '# Diet\n\nThey eat clams.\n\n# Size\n\nUp to two tonnes.')
    await settled(app, id)
    const found = await find(app, [id], 'walrus diet')
    expect(found.passages.map((one) => one.text)).toEqual(['They eat clams.', 'Up to two tonnes.'])
    expect(found.passages[0]).toMatchObject({ heading: 'Diet' })
  })
})

describe('indexing', () => {
  it.each([
    { how: 'a killed', attempts: 1 },
    // It gave its file back, and the attempt with it.
    { how: 'a stopped', attempts: 0 },
  ])('removes what $how process left unfinished and starts over', async ({ how, attempts }) => {
    const id = await createLibrary(app, `What ${how} process left`)
    const pages = Array.from({ length: 30 }, (_, n) => `Page ${n} tells of walrus number ${n}.`).join('\f')
    const added = await upload(app, id, 'w.txt', pages)
    await settled(app, id)
    // The state that a killed process leaves: some passages, a lease, and no end.
    await rows(sql`update file set state = 'Indexing', ready_version = null, attempts = ${attempts}, progress = 60,
      lease_holder = ${randomUUID()}, lease_until = now() - interval '1 second'
      where file_id = ${added.body.fileId}`)
    const failures = vi.spyOn(app.platform.log, 'error')
    await upload(app, id, 'wake.txt', 'Something else.')
    const read = await settled(app, id)
    expect(failures).not.toHaveBeenCalled()
    failures.mockRestore()
    expect(read.map((file) => [file.name, file.state, file.passages])).toEqual([
      ['wake.txt', 'Ready', 1],
      ['w.txt', 'Ready', 30],
    ])
    const found = await find(app, [id], 'walrus')
    expect(found.passages).toHaveLength(30)
    const statistics = sql<{ n: number; df: number }>`select l.n, t.df from lib_stat l join data_source d
      on d.number = l.library_id join term_stat t on t.library_id = l.library_id and t.term = 'walrus'
      where d.data_source_id = ${id}`
    expect(await rows(statistics)).toEqual([{ n: 31, df: 30 }])
  })

  it('resumes after a server restart', async () => {
    const restarted = await startTestApplication()
    let again: TestApplication | null = null
    try {
      const id = await createLibrary(restarted, 'Restarted')
      const pages = Array.from(
        { length: 150 },
        (_, n) => `Page ${n}: ${'many different words '.repeat(10)}`,
      ).join('\f')
      await upload(restarted, id, 'long.txt', pages)
      const partly = () =>
        sql<{
          n: number
        }>`select count(*)::int as n from passage p join data_source d on d.number = p.library_id
          where d.data_source_id = ${id}`.execute(restarted.platform.database.db)
      while (((await partly()).rows[0]?.n ?? 0) === 0) await wait(5)
      await restarted.stop()
      const { dataDir, databaseUrl } = restarted
      again = await startTestApplication({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) })
      expect(await settled(again, id)).toMatchObject([{ state: 'Ready', passages: 150 }])
      expect((await find(again, [id], 'page 149')).passages[0]).toMatchObject({ page: 150 })
    } finally {
      await again?.stop()
      await restarted.remove()
    }
    // Two starts of the program, each with a database to open.
  })

  it('leaves a library’s row alone while a file passes through states that count the same', async () => {
    const id = await createLibrary(app, 'Counts')
    await upload(app, id, 'a.txt', 'Some words.')
    await settled(app, id)
    const row = async () => {
      const library = sql<{
        xmin: string
        files_ready: number
        passages: number
      }>`select xmin::text, files_ready, passages from data_source where data_source_id = ${id}`
      return (await rows(library))[0]
    }
    const enter = async (state: string) => {
      // Nothing else changes a file that is being worked on.
      await rows(sql`update file set state = ${state}, lease_holder = ${randomUUID()},
        lease_until = now() + interval '1 hour' where data_source_id = ${id}`)
      return row()
    }
    const ready = await row()
    const read = await enter('Extracting')
    expect(read).toMatchObject({ files_ready: 0, passages: 1 })
    expect(await enter('Indexing')).toEqual(read)
    expect(await enter('Ready')).toEqual({ ...ready, xmin: expect.not.stringMatching(`^${read?.xmin}$`) })
  })

  it('does not block other calls while it works', async () => {
    const id = await createLibrary(app, 'Busy')
    const words = Array.from({ length: 150 }, (_, n) => `word${n}`).join(' ')
    await upload(app, id, 'big.txt', Array.from({ length: 900 }, (_, n) => `${n} ${words}`).join('\f'))
    const token = await app.token('admin')
    const begun = performance.now()
    let longest = 0
    let asked = 0
    while ((await listFiles(app, id))[0]?.state !== 'Ready') {
      const started = performance.now()
      expect((await send(app, '/api/internal/dataSources', { token })).status).toBe(200)
      longest = Math.max(longest, performance.now() - started)
      asked++
    }
    // In one transaction, the embedded database would block all calls until the end.
    expect(asked).toBeGreaterThan(5)
    expect(longest).toBeLessThan((performance.now() - begun) / 2)
  })
})
