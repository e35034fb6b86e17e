import { randomUUID } from 'node:crypto'
import type { announcements } from '@parlance/contract/announcements'
import type { Answer } from '@parlance/contract/endpoint'
import type { UpdateEvent } from '@parlance/contract/updates'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { getEntry, listEntries, newestEntry, restore } from '../../testing/auditLog.ts'
import { brandsPath, createBrand } from '../../testing/brands.ts'
import { type CallOptions, call, ifMatch, openStream, send } from '../../testing/client.ts'
import { person, type TestPerson } from '../../testing/people.ts'
import { removeOld } from './store.ts'

type Announcement = Answer<typeof announcements.createAnnouncement>
type Shown = Answer<typeof announcements.listShown>
type Readers = Answer<typeof announcements.listReaders>

const path = '/api/internal/announcements'
const own = '/api/internal/currentUser/announcements'
const MINUTE = 60_000
let app: TestApplication
let admin: string
let ahead = 0
/** The time of the application, which tests can move. */
const now = () => Date.now() + ahead

beforeAll(async () => {
  app = await startTestApplication({
    clock: { now: () => new Date(now()), monotonicMs: () => performance.now() },
  })
  admin = await app.token('admin')
})
afterAll(() => app?.remove())
afterEach(async () => {
  ahead = 0
  for (const { announcementId } of await list())
    await call(app, `${path}/${announcementId}`, { token: admin, method: 'DELETE' })
})

const db = () => app.platform.database.db
const at = (minutes: number) => new Date(now() + minutes * MINUTE).toISOString()

const input = (given: object = {}) => ({
  text: { en: 'Read this' },
  importance: 'Info',
  from: at(-10),
  to: at(10),
  ...given,
})
const maintenance = (given: object = {}) =>
  input({ importance: 'Maintenance', text: { en: 'An update' }, startsAt: at(5), ...given })

const tryTo = <T = Announcement>(of: string, options: CallOptions = {}) =>
  call<T & { code?: string; errors?: { field: string }[]; current?: T }>(app, of, {
    token: admin,
    ...options,
  })
async function as<T>(token: string, of: string, options: CallOptions = {}): Promise<T> {
  const answered = await call<T>(app, of, { token, ...options })
  expect(answered.status, `${of} ${JSON.stringify(answered.body)}`).toBeLessThan(300)
  return answered.body
}
const list = async () => (await as<{ items: Announcement[] }>(admin, `${path}?pageSize=200`)).items
const create = (given: object) => as<Announcement>(admin, path, { body: given })
const update = ({ announcementId, version }: Announcement, given: object) =>
  as<Announcement>(admin, `${path}/${announcementId}`, {
    method: 'PUT',
    body: given,
    headers: ifMatch(version),
  })
const shownTo = async ({ token }: Pick<TestPerson, 'token'>, brandKey = 'default') =>
  (await as<Shown>(token, `${own}?brandKey=${brandKey}`)).items
const idsFor = async (someone: Pick<TestPerson, 'token'>, brandKey?: string) =>
  (await shownTo(someone, brandKey)).map(({ announcementId }) => announcementId)
const forVisitors = async (page: string, brandKey = 'default') =>
  (await call<Shown>(app, `${path}/visitors?brandKey=${brandKey}&page=${page}`)).body.items.map(
    ({ announcementId }) => announcementId,
  )
const read = ({ token }: Pick<TestPerson, 'token'>, { announcementId, edition }: Announcement) =>
  tryTo<{ readAt: string }>(`${own}/${announcementId}/read`, { token, body: { edition } })
const readers = (one: Announcement, query = '', token = admin) =>
  as<Readers>(token, `${path}/${one.announcementId}/readers${query}`)
async function brand(): Promise<string> {
  const { status, body } = await createBrand(app)
  expect(status).toBe(200)
  return body.brandKey
}

describe('announcements', () => {
  test('are created, changed over the version that was read, deleted, audited, and restored', async () => {
    const created = await create(input({ text: { en: ' Read this ', ar: 'اقرأ هذا' } }))
    expect(created).toMatchObject({
      text: { en: 'Read this', ar: 'اقرأ هذا' },
      brandKey: null,
      groupIds: [],
      startsAt: null,
      visitors: true,
      state: 'Shown',
      edition: 1,
      version: 1,
    })
    const changed = await update(created, input({ text: { en: 'Read that' }, importance: 'Important' }))
    expect(changed).toMatchObject({ text: { en: 'Read that', ar: '' }, edition: 1, version: 2 })
    const change = await newestEntry(app, created.announcementId)
    expect(change).toMatchObject({ area: 'announcement', verb: 'update', entityName: 'Read that' })
    const stale = await tryTo(`${path}/${created.announcementId}`, {
      method: 'PUT',
      body: input(),
      headers: ifMatch(1),
    })
    expect(stale).toMatchObject({
      status: 412,
      body: { code: 'request.stale', current: { version: 2, text: { en: 'Read that' } } },
    })
    expect(await tryTo(`${path}/${created.announcementId}`, { method: 'PUT', body: input() })).toMatchObject({
      status: 428,
    })
    expect((await restore(app, await getEntry(app, change.auditEntryId))).status).toBe(200)
    expect(await list()).toMatchObject([
      { text: { en: 'Read this', ar: 'اقرأ هذا' }, importance: 'Info', version: 3 },
    ])
    await as(admin, `${path}/${created.announcementId}`, { method: 'DELETE' })
    expect(await list()).toEqual([])
    expect(await tryTo(`${path}/${created.announcementId}/reach`)).toMatchObject({ status: 404 })
    const removal = await newestEntry(app, created.announcementId)
    expect((await restore(app, await getEntry(app, removal.auditEntryId))).status).toBe(200)
    expect(await list()).toMatchObject([
      { announcementId: created.announcementId, text: { en: 'Read this' } },
    ])
  })

  test.each([
    ['no text', { text: { en: '', ar: ' ' } }, 'text'],
    ['a text that is too long', { text: { en: 'a'.repeat(2001) } }, 'text.en'],
    ['an end before the start', { from: '2026-05-02T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' }, 'to'],
    [
      'an end after more than a year',
      { from: '2026-05-02T00:00:00.000Z', to: '2027-05-04T00:00:00.000Z' },
      'to',
    ],
    ['too many groups', { groupIds: Array.from({ length: 51 }, (_, n) => `g${n}`) }, 'groupIds'],
    ['a brand that doesn’t exist', { brandKey: 'no-such-brand' }, 'brandKey'],
    ['a maintenance without its start', { importance: 'Maintenance' }, 'startsAt'],
    ['the start of a maintenance for others', { startsAt: '2026-05-02T00:00:00.000Z' }, 'startsAt'],
    [
      'a maintenance that begins before it is announced',
      {
        importance: 'Maintenance',
        from: '2026-05-02T00:00:00.000Z',
        startsAt: '2026-05-01T00:00:00.000Z',
        to: '2026-05-03T00:00:00.000Z',
      },
      'startsAt',
    ],
  ])('are refused with %s', async (_, given, field) => {
    const { status, body } = await tryTo(path, { body: input(given) })
    expect([status, body.errors?.map((one) => one.field)]).toEqual([400, [field]])
  })

  test('are limited to 100 that are shown or scheduled', async () => {
    await sql`insert into announcement (id, text_en, text_ar, group_ids, importance, for_visitors, shown_from, shown_to)
      select gen_random_uuid(), 'Filler', '', '{}', 'Info', true, ${at(60)}, ${at(120)} from generate_series(1, 99)`.execute(
      db(),
    )
    onTestFinished(
      async () => void (await sql`delete from announcement where text_en = 'Filler'`.execute(db())),
    )
    const over = await create(input({ from: at(-20), to: at(-10) }))
    const last = await create(input())
    expect(await tryTo(path, { body: input() })).toMatchObject({
      status: 409,
      body: { code: 'announcement.limit' },
    })
    await create(input({ from: at(-20), to: at(-10) }))
    expect(
      await tryTo(`${path}/${over.announcementId}`, { method: 'PUT', body: input(), headers: ifMatch(1) }),
    ).toMatchObject({ status: 409, body: { code: 'announcement.limit' } })
    await update(last, input({ text: { en: 'Changed' } }))
  })

  test('are listed in pages, those that end last first', async () => {
    const ids: string[] = []
    for (const minutes of [30, 20, 10]) ids.push((await create(input({ to: at(minutes) }))).announcementId)
    const first = await as<{ items: Announcement[]; continuationToken: string | null }>(
      admin,
      `${path}?pageSize=2`,
    )
    const rest = await as<typeof first>(
      admin,
      `${path}?pageSize=2&continuationToken=${first.continuationToken}`,
    )
    expect([...first.items, ...rest.items].map(({ announcementId }) => announcementId)).toEqual(ids)
    expect(rest.continuationToken).toBeNull()
  })
})

describe('what people see', () => {
  test('is for their groups, and on pages of the brand', async () => {
    const group = randomUUID()
    const brandKey = await brand()
    const member = await person(app, { groups: [group] })
    const other = await person(app, { groups: [randomUUID()] })
    const stale = await person(app, { groups: [group], groupsHoursAgo: 25 })
    const forAll = await create(input())
    const forGroup = await create(input({ groupIds: [randomUUID(), group] }))
    const forBrand = await create(input({ brandKey }))
    expect((await idsFor(member)).sort()).toEqual([forAll, forGroup].map((one) => one.announcementId).sort())
    expect(await idsFor(other)).toEqual([forAll.announcementId])
    // Groups that were read more than a day ago don't apply, as in policies.
    expect(await idsFor(stale)).toEqual([forAll.announcementId])
    expect((await idsFor(other, brandKey)).sort()).toEqual(
      [forAll, forBrand].map((one) => one.announcementId).sort(),
    )
    expect(await read(other, forGroup)).toMatchObject({
      status: 404,
      body: { code: 'announcement.notFound' },
    })
    expect((await read(member, forGroup)).status).toBe(200)
    await as(admin, `${brandsPath}/${brandKey}`, { method: 'DELETE', headers: ifMatch(1) })
    expect(await update(forBrand, input({ brandKey, text: { en: 'Still there' } }))).toMatchObject({
      brandKey,
    })
  })

  test('starts and ends at the given times, to the millisecond', async () => {
    const someone = await person(app)
    const from = new Date(now() + 20 * MINUTE)
    const to = new Date(from.getTime() + MINUTE)
    const created = await create(input({ from: from.toISOString(), to: to.toISOString() }))
    expect(created.state).toBe('Scheduled')
    /** Stops the clock of the application at a time. */
    const shownAt = async (time: number) => {
      const { now: running } = app.platform.clock
      app.platform.clock.now = () => new Date(time)
      try {
        const [row] = await list()
        return [
          (await idsFor(someone)).length,
          (await read(someone, { ...created, edition: 9 })).status,
          row?.state,
        ]
      } finally {
        app.platform.clock.now = running
      }
    }
    expect(await shownAt(from.getTime() - 1)).toEqual([0, 404, 'Scheduled'])
    expect(await shownAt(from.getTime())).toEqual([1, 409, 'Shown'])
    expect(await shownAt(to.getTime() - 1)).toEqual([1, 409, 'Shown'])
    expect(await shownAt(to.getTime())).toEqual([0, 404, 'Over'])
  })

  test('begins with the next maintenance, and has the time of the server', async () => {
    const someone = await person(app)
    const info = await create(input())
    const important = await create(input({ importance: 'Important' }))
    const later = await create(maintenance({ startsAt: at(9) }))
    const sooner = await create(maintenance({ startsAt: at(3) }))
    ahead = -5 * MINUTE
    const before = now()
    const answer = await as<Shown>(someone.token, `${own}?brandKey=default`)
    expect(answer.items.map(({ announcementId }) => announcementId)).toEqual(
      [sooner, later, important, info].map((one) => one.announcementId),
    )
    expect(Date.parse(answer.now)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(answer.now)).toBeLessThanOrEqual(now())
    expect(answer.items[0]).toMatchObject({ startsAt: sooner.startsAt, to: sooner.to, readAt: null })
  })

  test('is read once, also by two calls at once, and then left out', async () => {
    const someone = await person(app)
    const created = await create(input({ importance: 'Important' }))
    const answers = await Promise.all([read(someone, created), read(someone, created)])
    const [first, second] = answers.map(({ status, body }) => [status, body.readAt])
    expect(first).toEqual([200, expect.any(String)])
    expect(second).toEqual(first)
    ahead = MINUTE
    expect((await read(someone, created)).body.readAt).toBe(first?.[1])
    expect(await idsFor(someone)).toEqual([])
    const stored =
      await sql`select from announcement_receipt where user_id = ${someone.userId}::uuid`.execute(db())
    expect(stored.rows).toHaveLength(1)
  })

  test('is asked for again only if the one who changes it wants that', async () => {
    const someone = await person(app)
    const first = await create(input({ importance: 'Important' }))
    await read(someone, first)
    const second = await update(first, input({ importance: 'Important', text: { en: 'Fixed a typo' } }))
    expect([second.edition, await idsFor(someone)]).toEqual([1, []])
    const third = await update(second, input({ importance: 'Important', readAgain: true }))
    expect([third.edition, await idsFor(someone)]).toEqual([2, [first.announcementId]])
    // What was read before the change isn't what has to be read now.
    expect(await read(someone, second)).toMatchObject({
      status: 409,
      body: { code: 'announcement.otherEdition' },
    })
    expect((await read(someone, third)).status).toBe(200)
    expect(await idsFor(someone)).toEqual([])
  })

  test('still includes a maintenance that was read, which is folded then', async () => {
    const someone = await person(app)
    const created = await create(maintenance())
    const { body } = await read(someone, created)
    expect(await shownTo(someone)).toMatchObject([
      { announcementId: created.announcementId, readAt: body.readAt },
    ])
  })

  test('without sign-in is what is meant for visitors, and before sign-in only maintenance', async () => {
    const brandKey = await brand()
    const important = await create(input({ importance: 'Important' }))
    const notice = await create(maintenance())
    const ofBrand = await create(maintenance({ brandKey, startsAt: at(1) }))
    await create(input())
    await create(maintenance({ groupIds: [randomUUID()] }))
    await create(maintenance({ visitors: false }))
    await create(maintenance({ from: at(1), startsAt: at(2) }))
    expect(await forVisitors('PublicChat')).toEqual([notice.announcementId, important.announcementId])
    expect(await forVisitors('SignIn')).toEqual([notice.announcementId])
    expect(await forVisitors('SignIn', brandKey)).toEqual([ofBrand.announcementId, notice.announcementId])
    const { body } = await call<Shown>(app, `${path}/visitors?brandKey=default&page=SignIn`)
    expect(Object.keys(body.items[0] ?? {}).sort()).toEqual(
      ['announcementId', 'edition', 'importance', 'startsAt', 'text', 'to'].sort(),
    )
  })
})

describe('open pages', () => {
  test('learn from their feed what starts, changes, and ends, and pages that open later, too', async () => {
    const someone = await person(app)
    const listen = async () => {
      const stream = await openStream<UpdateEvent>(app, '/api/internal/userConversations/events', {
        token: someone.token,
      })
      onTestFinished(() => stream.close())
      await stream.until(({ event }) => event === 'answers-running')
      return stream
    }
    type Stream = Awaited<ReturnType<typeof listen>>
    const marks = ({ events }: Stream) =>
      events.flatMap((one) => (one.event === 'announced' ? [one.data.mark] : []))
    const next = (stream: Stream, count: number) =>
      expect.poll(() => marks(stream).length).toBeGreaterThanOrEqual(count)
    const stream = await listen()
    // Of what other tests left, it learns when it opens.
    if ((await idsFor(someone)).length > 0) await next(stream, 1)
    const before = marks(stream).length
    const created = await create(input({ from: at(5), to: at(20) }))
    await create(input({ from: at(10), to: at(15) }))
    expect(marks(stream)).toHaveLength(before)
    ahead = 6 * MINUTE
    await next(stream, before + 1)
    const [mark] = marks(stream).slice(-1)
    expect(mark).toMatch(/^[\w-]{16}$/)
    expect(await idsFor(someone)).toEqual([created.announcementId])
    const later = await listen()
    await next(later, 1)
    expect(marks(later)).toEqual([mark])
    await update(created, input({ from: at(-1), to: at(14), text: { en: 'Changed' } }))
    await next(stream, before + 2)
    expect(new Set(marks(stream).slice(before)).size).toBe(2)
    ahead = 30 * MINUTE
    await next(stream, before + 3)
    expect(marks(stream).at(-1)).toBe('')
  })
})

describe('with two processes', () => {
  test('what is announced in one is shown by the other, and without announcements their table isn’t read', async () => {
    const someone = await person(app)
    const other = await startTestApplication({ databaseUrl: app.databaseUrl, dataDir: app.dataDir })
    onTestFinished(() => other.stop())
    const shownByOther = async () => {
      const { body } = await call<Shown>(other, `${own}?brandKey=default`, { token: someone.token })
      return body.items.map(({ announcementId }) => announcementId)
    }
    const stream = await openStream<UpdateEvent>(other, '/api/internal/userConversations/events', {
      token: someone.token,
    })
    onTestFinished(() => stream.close())
    await stream.until(({ event }) => event === 'answers-running')
    expect(await shownByOther()).toEqual([])
    expect(stream.events.some(({ event }) => event === 'announced')).toBe(false)
    await sql`alter table announcement rename to hidden_announcement`.execute(db())
    try {
      expect([await shownByOther(), await forVisitors('PublicChat')]).toEqual([[], []])
    } finally {
      await sql`alter table hidden_announcement rename to announcement`.execute(db())
    }
    const created = await create(input())
    await stream.until(({ event }) => event === 'announced')
    expect(await shownByOther()).toEqual([created.announcementId])
    await as(admin, `${path}/${created.announcementId}`, { method: 'DELETE' })
    await expect.poll(() => shownByOther()).toEqual([])
  })
})

describe('readers', () => {
  test('are counted, listed, searched, and exported, with those who haven’t read it', async () => {
    const group = randomUUID()
    const [early, late, missing] = await Promise.all([1, 2, 3].map(() => person(app, { groups: [group] })))
    await person(app, { groups: [group], disabled: true })
    const created = await create(input({ importance: 'Important', groupIds: [group] }))
    await read(early!, created)
    ahead = MINUTE
    await read(late!, created)
    expect(await as(admin, `${path}/${created.announcementId}/reach`)).toEqual({ people: 3, read: 2 })
    const who = async (query: string) =>
      (await readers(created, query)).items.map(({ state, person: { userId } }) => [state, userId])
    expect(await who('')).toEqual([
      ['Read', late!.userId],
      ['Read', early!.userId],
    ])
    expect(await who('?state=Missing')).toEqual([['Missing', missing!.userId]])
    expect(await who(`?search=${early!.userId.slice(-12).toUpperCase()}`)).toEqual([['Read', early!.userId]])
    const first = await readers(created, '?pageSize=1')
    const second = await readers(created, `?pageSize=1&continuationToken=${first.continuationToken}`)
    expect([...first.items, ...second.items].map((one) => one.person.userId)).toEqual([
      late!.userId,
      early!.userId,
    ])
    expect(second.continuationToken).toBeNull()
    const response = await send(app, `${path}/${created.announcementId}/readers/export`, { token: admin })
    const lines = (await response.text()).trim().split(/\r?\n/)
    expect(response.headers.get('content-disposition')).toMatch(/attachment; .*readers-[\d-]+\.csv/)
    expect(lines[0]).toContain('state,userId,name,email,readAt')
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
      ['Missing', missing!.userId],
      ['Read', late!.userId],
      ['Read', early!.userId],
    ])
    const [entry] = await listEntries(app, { entityId: created.announcementId })
    expect(entry).toMatchObject({ area: 'announcement', verb: 'export', entityType: 'AnnouncementReaders' })
  })

  test('are named only to those who can change the settings and see users', async () => {
    const created = await create(input())
    const one = `${path}/${created.announcementId}/readers`
    const writer = await person(app, { actions: ['InstanceSettingsWrite'] })
    const both = await person(app, { actions: ['InstanceSettingsWrite', 'UserRead'] })
    const viewer = await person(app, { actions: ['InstanceSettingsRead', 'UserRead'] })
    for (const of of [one, `${one}/export`]) {
      expect(await tryTo(of, { token: writer.token })).toMatchObject({
        status: 403,
        body: { code: 'access.denied', errors: [{ field: 'action', message: 'UserRead' }] },
      })
      expect((await tryTo(of, { token: viewer.token })).status).toBe(403)
      expect((await send(app, of, { token: both.token })).status).toBe(200)
    }
    expect((await tryTo(path, { token: viewer.token })).status).toBe(200)
    expect((await tryTo(path, { token: viewer.token, body: input() })).status).toBe(403)
    expect((await tryTo(path, { token: (await person(app)).token })).status).toBe(403)
  })

  test('are deleted 13 months after the end, and 30 days after an announcement was deleted', async () => {
    const someone = await person(app)
    const over = await create(input())
    const deleted = await create(input())
    const recent = await create(input())
    for (const one of [over, deleted, recent]) await read(someone, one)
    await as(admin, `${path}/${deleted.announcementId}`, { method: 'DELETE' })
    const tables = async () => {
      const found = await sql<{ id: string }>`select id from announcement
        where id in (select announcement_id from announcement_receipt where user_id = ${someone.userId}::uuid)`.execute(
        db(),
      )
      return found.rows.map(({ id }) => id).sort()
    }
    const clean = async () => {
      while ((await app.platform.database.transaction(removeOld)) > 0);
    }
    await clean()
    expect(await tables()).toEqual([over, deleted, recent].map((one) => one.announcementId).sort())
    await sql`update announcement set shown_from = shown_from - interval '14 months',
      shown_to = shown_to - interval '13 months 1 day' where id = ${over.announcementId}::uuid`.execute(db())
    await sql`update announcement set deleted_at = now() - interval '31 days'
      where id = ${deleted.announcementId}::uuid`.execute(db())
    await clean()
    expect(await tables()).toEqual([recent.announcementId])
    const left = await sql`select from announcement
      where id in (${over.announcementId}::uuid, ${deleted.announcementId}::uuid)`.execute(db())
    expect(left.rows).toEqual([])
  })
})
