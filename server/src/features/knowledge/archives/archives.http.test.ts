import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { startTestApplication, type TestApplication } from '../../../testing/application.ts'
import { listEntries } from '../../../testing/auditLog.ts'
import { call } from '../../../testing/client.ts'
import { encrypted, link, type PackedEntry, packArchive } from '../../../testing/packedArchives.ts'
import { person } from '../../../testing/people.ts'
import { rawRequest } from '../../../testing/rawRequest.ts'
import { createLibrary, find, listFiles, settled } from '../testing/library.ts'
import { makePdf, paragraph } from '../testing/pdfs.ts'
import { type Archive, listArchives, listRefusals, unpacked, uploadArchive } from '../testing/unpacking.ts'
import { makeDocx, words } from '../testing/wordDocuments.ts'
import { removeEnded } from './store.ts'

let app: TestApplication
let token: string
beforeAll(async () => {
  app = await startTestApplication()
  token = await app.token('admin')
})
afterAll(() => app?.remove())

const db = () => app.platform.database.db
const text = (name: string, content = `What ${name} says.`): PackedEntry => ({ name, content })
const texts = (count: number) =>
  Array.from({ length: count }, (_, at) => text(`note ${String(at).padStart(4, '0')}.txt`))

/** Returns which of these contents are stored, each as often as it is. Other files can come and go meanwhile. */
async function storedOf<T extends string>(contents: Record<T, Buffer | string>): Promise<T[]> {
  const named = Object.entries<Buffer | string>(contents).map(
    ([name, content]) => [name as T, Buffer.from(content)] as const,
  )
  const found: T[] = []
  for await (const { key } of app.platform.blobs.list()) {
    const bytes = await app.platform.blobs.readAll(key).catch(() => null)
    for (const [name, content] of named) if (bytes?.equals(content)) found.push(name)
  }
  return found.toSorted()
}

const blobs = (of: TestApplication) =>
  readdirSync(path.join(of.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length
const placesOf = async (dataSourceId: string, of = app) =>
  (await listFiles(of, dataSourceId)).map(({ folder, name }) => `${folder}/${name}`).toSorted()

/** Uploads an archive and waits until it is unpacked. */
async function unpack(dataSourceId: string, entries: readonly PackedEntry[], folder = ''): Promise<Archive> {
  const { status, body } = await uploadArchive(app, dataSourceId, packArchive(entries), { folder })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return unpacked(app, body)
}

describe('an archive', () => {
  test('[R-3-119] [R-7-103] becomes files in its folders, which are indexed, recorded, and no longer stored as an archive', async () => {
    const id = await createLibrary(app, 'Unpacked')
    const docx = makeDocx([words.heading(1, 'Berths'), words.text('Berth nine is for the ferry.')])
    const pdf = makePdf([{ texts: paragraph(['The pilot sleeps on the quay.'], 700) }])
    const entries = [
      text('top.txt'),
      { name: 'Harbor/' },
      { name: 'Harbor/berths.docx', content: docx },
      { name: 'Harbor/People/pilot.pdf', content: Buffer.from(pdf), hasDescriptor: true },
      text('__MACOSX/._top.txt'),
      text('Harbor/.DS_Store'),
    ]
    const archive = await unpack(id, entries, 'Coast')
    expect(archive).toMatchObject({
      name: 'archive.zip',
      folder: 'Coast',
      total: 3,
      done: 3,
      added: 3,
      unchanged: 0,
      refused: 0,
      failure: null,
    })
    expect(await placesOf(id)).toEqual([
      'Coast/Harbor/People/pilot.pdf',
      'Coast/Harbor/berths.docx',
      'Coast/top.txt',
    ])
    expect((await settled(app, id)).map(({ state }) => state)).toEqual(['Ready', 'Ready', 'Ready'])
    const { passages } = await find(app, [id], 'Who sleeps on the quay?')
    expect(passages[0]?.text).toContain('pilot')
    const contents = {
      archive: packArchive(entries),
      docx,
      hidden: 'What __MACOSX/._top.txt says.',
      pdf: Buffer.from(pdf),
      text: 'What top.txt says.',
    }
    await expect.poll(() => storedOf(contents)).toEqual(['docx', 'pdf', 'text'])
    const recorded = (await listEntries(app, { pageSize: '10' })).map(
      ({ area, verb, entityName }) => `${area}.${verb} ${entityName}`,
    )
    for (const entry of ['archive.add archive.zip', 'file.add top.txt', 'file.add pilot.pdf'])
      expect(recorded).toContain(entry)
  })

  test('[A60] says of each file that can’t be added why, and adds the others', async () => {
    const id = await createLibrary(app, 'Refusals')
    const inner = packArchive([text('inside.txt')])
    const entries: [PackedEntry, string | null][] = [
      [text('good.txt'), null],
      [text('../up.txt'), 'archive.name'],
      [text('nul\u0000.txt'), 'archive.name'],
      [text('GOOD.txt'), 'archive.sameName'],
      [link('passwd.txt', '/etc/passwd'), 'archive.link'],
      [text(`${'n'.repeat(300)}.txt`), 'archive.longName'],
      [text('empty.txt', ''), 'file.empty'],
      [encrypted('locked.txt', 'Boats'), 'file.encrypted'],
      [{ ...text('large.txt'), unpackedSize: limits.fileBytes + 1 }, 'file.tooLarge'],
      [{ ...text('lies.txt'), unpackedSize: 3 }, 'file.broken'],
      [{ ...text('changed.txt'), crc: 7 }, 'file.broken'],
      [{ ...text('method.txt'), method: 9 }, 'archive.method'],
      [{ name: 'inner.zip', content: inner }, 'archive.nested'],
      [{ name: 'inner.txt', content: Buffer.from('1f8b080000000000', 'hex') }, 'archive.nested'],
      [{ name: 'many.zip', content: packArchive(texts(2001)) }, 'archive.nested'],
      [{ name: 'program.exe', content: 'MZ\u0000\u0001\u0002\u0000\u0000' }, 'file.kind'],
      [text('last.txt'), null],
    ]
    const archive = await unpack(
      id,
      entries.map(([entry]) => entry),
    )
    expect(archive).toMatchObject({ total: 17, done: 17, added: 2, refused: 15, failure: null })
    const refused = await listRefusals(app, archive)
    expect(refused.map(({ ordinal, reason }) => [ordinal, reason])).toEqual(
      entries.flatMap(([, reason], at) => (reason ? [[at, reason]] : [])),
    )
    expect(refused.map(({ path: shown }) => shown).slice(0, 2)).toEqual(['../up.txt', 'nul\ufffd.txt'])
    expect(await placesOf(id)).toEqual(['/good.txt', '/last.txt'])
    const paged = await call<{ items: unknown[]; continuationToken: string }>(
      app,
      `/api/internal/dataSources/${id}/archives/${archive.archiveId}/refusals?pageSize=5`,
      { token },
    )
    expect([paged.body.items.length, typeof paged.body.continuationToken]).toEqual([5, 'string'])
  })

  test('uploaded again leaves what didn’t change, and replaces what did', async () => {
    const id = await createLibrary(app, 'Twice')
    const [same, before, after] = [
      `Same ${randomUUID()}.`,
      `Before ${randomUUID()}.`,
      `After ${randomUUID()}.`,
    ]
    await unpack(id, [text('same.txt', same), text('other.txt', before)])
    const again = await unpack(id, [text('same.txt', same), text('other.txt', after)])
    expect(again).toMatchObject({ added: 1, unchanged: 1 })
    const files = await settled(app, id)
    expect(files.map(({ name, fileVersion }) => `${name} ${fileVersion}`).toSorted()).toEqual([
      'other.txt 2',
      'same.txt 1',
    ])
    await expect.poll(() => storedOf({ after, before, same })).toEqual(['after', 'same'])
  })

  test.each<[string, Buffer<ArrayBuffer>, number, string]>([
    ['something else', Buffer.from('not an archive'), 415, 'archive.kind'],
    ['nothing', Buffer.alloc(0), 400, 'file.empty'],
    ['half of one', packArchive([text('a.txt')]).subarray(0, 60), 422, 'archive.broken'],
    ['one without files', packArchive([]), 422, 'archive.empty'],
    ['one with system files only', packArchive([text('.DS_Store')]), 422, 'archive.empty'],
    [
      'one with too many files',
      packArchive(Array.from({ length: limits.archiveEntries + 1 }, (_, at) => ({ name: `${at}` }))),
      422,
      'archive.tooMuch',
    ],
    [
      'one that unpacks to too much',
      packArchive(Array.from({ length: 50 }, (_, at) => ({ name: `${at}`, unpackedSize: 100_000_000 }))),
      422,
      'archive.tooMuch',
    ],
    [
      'one whose files overlap',
      packArchive([
        text('a.txt'),
        ...Array.from({ length: 9 }, (_, at) => ({ ...text(`${at}`), sharesWith: 0 })),
      ]),
      422,
      'archive.broken',
    ],
  ])('that is %s is refused, and nothing of it is stored', async (what, bytes, status, code) => {
    const id = await createLibrary(app, `Refused: ${what}`)
    const answer = await uploadArchive(app, id, bytes)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await storedOf({ bytes })).toEqual([])
    expect(await listArchives(app, id)).toEqual([])
  })

  test('sent twice with one key is unpacked once', async () => {
    const id = await createLibrary(app, 'One key')
    const headers = { 'idempotency-key': 'archive-sent-twice' }
    const bytes = packArchive(texts(3))
    const [first, second] = [
      await uploadArchive(app, id, bytes, { headers }),
      await uploadArchive(app, id, bytes, { headers }),
    ]
    expect(second.body.archiveId).toBe(first.body.archiveId)
    await unpacked(app, first.body)
    expect(await listArchives(app, id)).toHaveLength(1)
    expect(await placesOf(id)).toHaveLength(3)
  })

  test('counts against a limit of those that are still being unpacked', async () => {
    const id = await createLibrary(app, 'Waiting')
    const owner = await person(app, { actions: ['DataSourcesWrite'] })
    const { body } = await uploadArchive(app, id, packArchive(texts(1)), { token: owner.token })
    await unpacked(app, body)
    await sql`insert into library_archive (archive_id, data_source_id, uploaded_by, name, size, total, lease_until)
      select gen_random_uuid(), ${id}, ${owner.userId}, 'waiting.zip', 1, 1, 'infinity'
      from generate_series(1, ${limits.unfinishedArchives})`.execute(db())
    const refused = await uploadArchive(app, id, packArchive(texts(1)), { token: owner.token })
    expect([refused.status, refused.body.code]).toEqual([409, 'archive.tooMany'])
    await sql`delete from library_archive where name = 'waiting.zip'`.execute(db())
  })
})

describe('people', () => {
  test('who can change one library unpack there, and nowhere else', async () => {
    const [own, other] = [await createLibrary(app, 'Own'), await createLibrary(app, 'Other')]
    const writer = await person(app, {
      actions: ['DataSourcesWriteSpecific'],
      specific: [{ action: 'DataSourcesWriteSpecific', entityId: own }],
    })
    const reader = await person(app, { actions: ['DataSourcesRead'] })
    const bytes = packArchive(texts(1))
    const added = await uploadArchive(app, own, bytes, { token: writer.token })
    expect(added.status).toBe(200)
    expect(await unpacked(app, added.body)).toMatchObject({ added: 1 })
    const statuses = [
      await uploadArchive(app, other, bytes, { token: writer.token }),
      await uploadArchive(app, own, bytes, { token: reader.token }),
      await call(app, `/api/internal/dataSources/${own}/archives`, { token: reader.token }),
      await call(app, `/api/internal/dataSources/${other}/archives`, { token: writer.token }),
      await call(app, `/api/internal/dataSources/${other}/archives/${added.body.archiveId}`, {
        token,
        method: 'DELETE',
      }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([403, 403, 403, 403, 404])
  })

  test('who are disabled while an archive waits add nothing more', async () => {
    const id = await createLibrary(app, 'Disabled')
    const owner = await person(app, { actions: ['DataSourcesWrite'] })
    const { body } = await uploadArchive(app, id, packArchive(texts(2000)), { token: owner.token })
    await sql`update app_user set disabled = true where id = ${owner.userId}`.execute(db())
    expect(await unpacked(app, body)).toMatchObject({ failure: 'archive.permission', refused: 0 })
  })

  test('who lose the permission while an archive is unpacked add nothing more', async () => {
    const id = await createLibrary(app, 'Withdrawn')
    const owner = await person(app, { actions: ['DataSourcesWrite'] })
    const { body } = await uploadArchive(app, id, packArchive(texts(2000)), { token: owner.token })
    await sql`delete from user_role_assignment where user_id = ${owner.userId}`.execute(db())
    const ended = await unpacked(app, body)
    expect(ended).toMatchObject({ failure: 'archive.permission', refused: 0 })
    expect(ended.added).toBeLessThan(2000)
    expect(await placesOf(id)).toHaveLength(Math.min(ended.added, 50))
  })
})

describe('unpacking', () => {
  const half = async (of: TestApplication, id: string) =>
    expect.poll(async () => (await listArchives(of, id))[0]?.done ?? 0, { interval: 10 }).toBeGreaterThan(5)

  test('goes on where a restart interrupted it, and adds each file once', async () => {
    const own = await startTestApplication()
    let again: TestApplication | null = null
    try {
      const id = await createLibrary(own, 'Interrupted')
      const { body } = await uploadArchive(own, id, packArchive(texts(400)))
      await half(own, id)
      await own.stop()
      again = await startTestApplication({ dataDir: own.dataDir, databaseUrl: own.databaseUrl })
      const [resumed] = await listArchives(again, id)
      expect(resumed?.done).toBeGreaterThan(5)
      expect(await unpacked(again, body)).toMatchObject({
        added: 400,
        unchanged: 0,
        refused: 0,
        failure: null,
      })
      const { rows } = await sql<{ files: number; versions: number }>`select count(*)::int as files,
        max(file_version)::int as versions from file where data_source_id = ${id}`.execute(
        again.platform.database.db,
      )
      expect(rows).toEqual([{ files: 400, versions: 1 }])
    } finally {
      await (again ?? own).remove()
    }
  })

  test('that another process took over leaves no file twice', async () => {
    const id = await createLibrary(app, 'Taken over')
    const { body } = await uploadArchive(app, id, packArchive(texts(300)))
    await half(app, id)
    // As after the kill of another process: its lease has ended, and it doesn't renew it.
    await sql`update library_archive set lease_holder = gen_random_uuid(), lease_until = now() - interval '1 second'
      where archive_id = ${body.archiveId}`.execute(db())
    expect(await unpacked(app, body)).toMatchObject({ added: 300, failure: null })
    const { rows } = await sql<{ versions: number }>`select max(file_version)::int as versions from file
      where data_source_id = ${id}`.execute(db())
    expect(rows).toEqual([{ versions: 1 }])
  })

  test('whose process ends at the same file each time is given up', async () => {
    const id = await createLibrary(app, 'Given up')
    const { body } = await uploadArchive(app, id, packArchive(texts(300)))
    await half(app, id)
    await sql`update library_archive set attempts = 6, lease_holder = null, lease_until = now() - interval '1 second'
      where archive_id = ${body.archiveId}`.execute(db())
    expect(await unpacked(app, body)).toMatchObject({ failure: 'archive.failed' })
  })

  test('waits while the storage for files can’t be reached, as long as it takes', async () => {
    const id = await createLibrary(app, 'No storage')
    // Files of the tests before would take the call that is meant for the upload.
    const inWork = async () =>
      (
        await sql`select from file where removed_at is not null or clearing
          or state in ('Queued', 'Extracting', 'Indexing') limit 1`.execute(db())
      ).rows.length
    await expect.poll(inWork).toBe(0)
    const { sizeOf } = app.platform.blobs
    const unreachable = vi
      .spyOn(app.platform.blobs, 'sizeOf')
      // Once for the upload.
      .mockImplementationOnce(sizeOf)
      .mockImplementation(() => Promise.reject(new AppError('storage.unreachable')))
    try {
      const { body } = await uploadArchive(app, id, packArchive(texts(2)))
      const waiting = async () => {
        const { rows } = await sql<{ attempts: number; isLater: boolean; failure: string | null }>`
          select attempts, failure, lease_until > now() + interval '40 seconds' as "isLater" from library_archive
          where archive_id = ${body.archiveId} and lease_holder is null`.execute(db())
        return rows[0]
      }
      const postponed = { attempts: 0, failure: null, isLater: true }
      const goOn = () =>
        sql`update library_archive set lease_until = null where archive_id = ${body.archiveId}`.execute(db())
      await expect.poll(waiting).toEqual(postponed)
      await goOn()
      await expect.poll(waiting).toEqual(postponed)
      unreachable.mockRestore()
      await goOn()
      expect(await unpacked(app, body)).toMatchObject({ added: 2, failure: null })
    } finally {
      unreachable.mockRestore()
    }
  })

  test('ends with its library, and nothing of either stays', async () => {
    const id = await createLibrary(app, 'Deleted meanwhile')
    const own = texts(1000).map(({ name }) => ({ name, content: `What ${name} says in ${id}.` }))
    const bytes = packArchive(own)
    const { body } = await uploadArchive(app, id, bytes)
    await half(app, id)
    const removed = await call(app, `/api/internal/fileLibraries/${id}`, {
      token,
      method: 'DELETE',
      body: {},
    })
    expect(removed.status).toBe(204)
    const rowOf = async () => {
      const { rows } = await sql<{ failure: string | null; blobKey: string | null }>`
        select failure, blob_key as "blobKey" from library_archive where archive_id = ${body.archiveId}`.execute(
        db(),
      )
      return rows[0]
    }
    await expect.poll(rowOf).toEqual({ failure: 'dataSource.notFound', blobKey: null })
    await app.platform.jobs.send('dataSources.removeFiles', {})
    const contents = {
      archive: bytes,
      ...Object.fromEntries(own.map(({ content }, at) => [at, content])),
    }
    await expect.poll(() => storedOf(contents), { interval: 500 }).toEqual([])
    expect(
      app.logged.filter((line) => line.includes('archives.failed') && line.includes(body.archiveId)),
    ).toEqual([])
  })

  test('stops when the archive is removed, and what was added stays', async () => {
    const id = await createLibrary(app, 'Stopped')
    const { body } = await uploadArchive(app, id, packArchive(texts(2000)))
    await half(app, id)
    const at = `/api/internal/dataSources/${id}/archives/${body.archiveId}`
    expect((await call(app, at, { token, method: 'DELETE' })).status).toBe(204)
    expect(await listArchives(app, id)).toEqual([])
    await app.platform.jobs.send('archives.remove', {})
    const count = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from file
        where data_source_id = ${id}`.execute(db())
      return rows[0]?.n ?? 0
    }
    const added = await count()
    expect(added).toBeGreaterThan(5)
    expect(added).toBeLessThan(2000)
    expect((await call(app, at, { token, method: 'DELETE' })).status).toBe(404)
    expect(await count()).toBeLessThanOrEqual(added + 1)
    expect(
      app.logged.filter((line) => line.includes('archives.failed') && line.includes(body.archiveId)),
    ).toEqual([])
  })

  test('of which everything was added is listed for a day, otherwise for a month', async () => {
    const id = await createLibrary(app, 'Old archives')
    const clean = await unpack(id, texts(1))
    const refusing = await unpack(id, [text('../up.txt')])
    const age = (days: number) =>
      sql`update library_archive set finished_at = now() - make_interval(days => ${days}) where data_source_id = ${id}`.execute(
        db(),
      )
    const listed = async () => {
      await removeEnded(app.platform.database)
      return (await listArchives(app, id)).map(({ archiveId }) => archiveId)
    }
    expect(await listed()).toEqual([refusing.archiveId, clean.archiveId])
    await age(2)
    expect(await listed()).toEqual([refusing.archiveId])
    await age(31)
    expect(await listed()).toEqual([])
  })
})
test('[A72] the bytes of an archive count before they arrive, together with those of other uploads', async () => {
  const limited = await startTestApplication({ environment: { RATE_LIMITS: 'on' } })
  try {
    const id = await createLibrary(limited, 'Limited')
    const announce = async (what: string, bytes: number) =>
      rawRequest(`${limited.origin}/api/internal/dataSources/${id}/${what}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await limited.token('admin')}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': `${bytes}`,
          // Its body stays incomplete.
          connection: 'close',
        },
        body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK',
      })
    const before = blobs(limited)
    // Waits for the rest of the body.
    const waiting = announce('archives', 1_950_000_000).catch(() => null)
    await expect.poll(() => blobs(limited)).toBe(before + 1)
    expect((await announce('archives', 100_000_000)).status).toBe(429)
    expect((await announce('files', 100_000_000)).status).toBe(429)
    limited.platform.web.server.closeAllConnections()
    await waiting
  } finally {
    await limited.remove()
  }
})
