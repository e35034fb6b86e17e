import { randomUUID } from 'node:crypto'
import type { Action } from '@parlance/contract/actions'
import type { Answer } from '@parlance/contract/endpoint'
import type { guidelinesDocuments } from '@parlance/contract/guidelinesDocuments'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAgent } from '../../testing/agents.ts'
import { startTestApplication, type TestApplication } from '../../testing/application.ts'
import { auditPath } from '../../testing/auditLog.ts'
import { createBrand } from '../../testing/brands.ts'
import { type CallOptions, call, ifMatch } from '../../testing/client.ts'
import {
  type CreatedGuidelines,
  createGuidelines,
  guidelinesPath,
  publishGuidelines,
  readGuidelines,
  templatesPath,
  tryPublishing,
} from '../../testing/guidelines.ts'
import { person } from '../../testing/people.ts'

type Template = Answer<typeof guidelinesDocuments.getGuidelinesTemplate>
type Version = Answer<typeof guidelinesDocuments.listVersions>['items'][number]
interface Failure {
  code: string
  errors?: { field: string; message: string }[]
  current?: { version: number }
}

let app: TestApplication
let admin: string
beforeAll(async () => {
  app = await startTestApplication()
  admin = await app.token('admin')
})
afterAll(() => app?.remove())

const db = () => app.platform.database.db
const as = <T>(token: string, path: string, options: CallOptions = {}) =>
  call<T>(app, path, { token, ...options })
const put = <T = CreatedGuidelines & Failure>(path: string, body: unknown, version?: number) =>
  as<T>(admin, path, { method: 'PUT', body, ...(version ? { headers: ifMatch(version) } : {}) })
const pathOf = ({ guidelinesDocumentId }: Pick<CreatedGuidelines, 'guidelinesDocumentId'>) =>
  `${guidelinesPath}/${guidelinesDocumentId}`
const headingsOf = async (document: CreatedGuidelines) =>
  (await readGuidelines(app, document.guidelinesDocumentId)).sections.map(({ heading }) => heading)
async function versionsOf(document: CreatedGuidelines) {
  const { body } = await as<{ items: Version[] }>(admin, `${pathOf(document)}/versions`)
  return body.items
}

describe('documents', () => {
  test('[R-1-017] [R-7-105] [R-3-086] a document is created, listed, changed, and deleted', async () => {
    const agent = await publishAgent(app, 'Of guidelines')
    const { brandKey } = (await createBrand(app)).body
    const created = await as<CreatedGuidelines>(admin, guidelinesPath, {
      body: { title: 'Fair use', links: [{ gptSystemId: agent }, { brandKey }] },
    })
    expect(created.headers.get('etag')).toBe('"1"')
    const document = created.body
    expect(document).toMatchObject({
      guidelinesDocumentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Fair use',
      requireConsent: true,
      currentVersion: null,
      upcomingVersion: null,
      hasUnpublishedChanges: true,
      sections: [],
      version: 1,
      links: [
        { gptSystemId: agent, name: 'Of guidelines' },
        { brandKey, name: expect.any(String) },
      ],
    })
    for (const query of [`gptSystemId=${agent}`, `brandKey=${brandKey}`, 'search=fAIR'])
      expect(
        (await as<{ items: unknown[] }>(admin, `${guidelinesPath}?${query}`)).body.items,
        query,
      ).toMatchObject([{ title: 'Fair use', links: 2, sections: 0, accepted: 0 }])
    const changed = await put(pathOf(document), { title: 'Fairer use', requireConsent: false }, 1)
    expect(changed.body).toMatchObject({ title: 'Fairer use', requireConsent: false, links: [], version: 2 })
    expect(changed.body.draftHash).not.toBe(document.draftHash)
    const stale = await put<Failure>(pathOf(document), { title: 'Too late' }, 1)
    expect([stale.status, stale.body]).toMatchObject([
      412,
      { code: 'request.stale', current: { version: 2 } },
    ])
    const removed = await as(admin, pathOf(document), { method: 'DELETE', body: {} })
    expect(removed.status).toBe(204)
    for (const path of ['', '/sections', '/versions', '/publishingEffect', '/consents'])
      expect((await as(admin, `${pathOf(document)}${path}`)).status, path).toBe(404)
    // Its title is free again.
    await createGuidelines(app, { title: 'Fairer use' })
  })

  test('titles differ, and what is linked exists or was linked before', async () => {
    const first = await createGuidelines(app, { title: 'Only one' })
    const again = await as<Failure>(admin, guidelinesPath, { body: { title: 'ONLY ONE' } })
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'guidelines.titleTaken', errors: [{ field: 'title' }] },
    })
    const links = [{ gptSystemId: randomUUID() }, { brandKey: 'nowhere' }]
    const unknown = await put(pathOf(first), { title: 'Only one', links }, first.version)
    expect(unknown.body.errors?.map(({ field }) => field)).toEqual(['links.0', 'links.1'])
    const gptSystemId = await publishAgent(app, 'To be deleted')
    const linked = await put(pathOf(first), { title: 'Only one', links: [{ gptSystemId }] }, first.version)
    await as(admin, `/api/internal/gptSystems/system/management/${gptSystemId}`, {
      method: 'DELETE',
      body: {},
    })
    const kept = await put(
      pathOf(first),
      { title: 'Only one', links: [{ gptSystemId }] },
      linked.body.version,
    )
    expect(kept.body.links).toEqual([{ gptSystemId, name: null }])
  })

  test('the list is read page by page in each order', async () => {
    for (const title of ['Zebra', 'ant', 'Mole']) await createGuidelines(app, { title: `Paged ${title}` })
    const read = async (sort: string) => {
      const titles: string[] = []
      for (let token = ''; ; ) {
        const { body } = await as<{ items: { title: string }[]; continuationToken: string | null }>(
          admin,
          `${guidelinesPath}?search=paged&pageSize=1&sort=${sort}${token}`,
        )
        titles.push(...body.items.map(({ title }) => title))
        if (!body.continuationToken) return titles
        token = `&continuationToken=${body.continuationToken}`
      }
    }
    const byTitle = ['Paged ant', 'Paged Mole', 'Paged Zebra']
    const byTime = ['Paged Zebra', 'Paged ant', 'Paged Mole']
    expect(await read('title')).toEqual(byTitle)
    expect(await read('-title')).toEqual(byTitle.toReversed())
    expect(await read('updatedAt')).toEqual(byTime)
    expect(await read('-updatedAt')).toEqual(byTime.toReversed())
  })
})

describe('sections', () => {
  test('[R-7-106] [R-3-087] sections are added, read, changed, ordered, and removed', async () => {
    const document = await createGuidelines(app, {}, [{ heading: 'A' }, { heading: 'B' }, { heading: 'C' }])
    const path = `${pathOf(document)}/sections`
    const [a, b, c] = document.sections.map(({ documentSectionId }) => documentSectionId)
    expect(a).toMatch(/^[0-9a-f-]{36}$/)
    expect((await as(admin, `${path}/${b}`)).body).toMatchObject({ documentSectionId: b, heading: 'B' })
    const changed = await put(`${path}/${b}`, { heading: 'B2', text: 'New', isInstruction: true }, 1)
    expect(changed.body).toMatchObject({ heading: 'B2', text: 'New', isInstruction: true, version: 2 })
    expect((await put(`${path}/${b}`, { heading: 'B3' }, 1)).status).toBe(412)
    expect((await put(path, { documentSectionIds: [c, a, b] })).status).toBe(200)
    expect(await headingsOf(document)).toEqual(['C', 'A', 'B2'])
    for (const wrong of [
      [c, a],
      [c, a, a],
      [c, a, b, b],
      [c, a, randomUUID()],
    ]) {
      const { status, body } = await put(path, { documentSectionIds: wrong })
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'documentSectionIds'])
    }
    expect((await as(admin, `${path}/${c}`, { method: 'DELETE', body: {} })).status).toBe(204)
    expect((await as(admin, path, { body: { heading: 'D' } })).status).toBe(200)
    expect(await headingsOf(document)).toEqual(['A', 'B2', 'D'])
    // A section of another document isn't found here.
    const other = await createGuidelines(app)
    for (const one of [`${pathOf(other)}/sections/${a}`, `${path}/${randomUUID()}`])
      expect((await as(admin, one)).status).toBe(404)
  })

  test('a document has 100 sections at most, also if two people add the last one', async () => {
    const { guidelinesDocumentId } = await createGuidelines(app, {}, [])
    await sql`insert into guidelines_section (id, document_id, position, heading, text, is_instruction)
      select gen_random_uuid(), ${guidelinesDocumentId}, n, 'Rule', '', false from generate_series(1, 99) n`.execute(
      db(),
    )
    const add = () => as(admin, `${pathOf({ guidelinesDocumentId })}/sections`, { body: { heading: 'Last' } })
    const added = await Promise.all([add(), add(), add()])
    expect(added.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('concurrent changes of the order leave each section once', async () => {
    const document = await createGuidelines(
      app,
      {},
      ['A', 'B', 'C', 'D', 'E'].map((heading) => ({ heading })),
    )
    const ids = document.sections.map(({ documentSectionId }) => documentSectionId)
    const orders = Array.from({ length: 6 }, (_, turn) => [...ids.slice(turn % 5), ...ids.slice(0, turn % 5)])
    await Promise.all(
      orders.map((documentSectionIds) => put(`${pathOf(document)}/sections`, { documentSectionIds })),
    )
    expect((await headingsOf(document)).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E'])
  })
})

describe('versions', () => {
  test('a published version stays as it is, whatever becomes of the draft', async () => {
    const document = await createGuidelines(app, { title: 'Frozen' }, [{ heading: 'A' }, { heading: 'B' }])
    const published = await publishGuidelines(app, document.guidelinesDocumentId)
    expect(published).toMatchObject({
      version: 1,
      state: 'Current',
      title: 'Frozen',
      publishedBy: 'Ada Moreau',
    })
    expect(published.contentHash).toBe(document.draftHash)
    const unchanged = await tryPublishing(app, document.guidelinesDocumentId)
    expect([unchanged.status, unchanged.body.code]).toEqual([409, 'guidelines.unchanged'])
    await put(pathOf(document), { title: 'Thawed' }, document.version)
    for (const { documentSectionId } of document.sections)
      await as(admin, `${pathOf(document)}/sections/${documentSectionId}`, { method: 'DELETE', body: {} })
    const empty = await tryPublishing(app, document.guidelinesDocumentId)
    expect([empty.status, empty.body.code]).toEqual([400, 'guidelines.noSections'])
    expect((await as(admin, `${pathOf(document)}/versions/1`)).body).toEqual(published)
    for (const change of [
      sql`update guidelines_version set note = 'changed'`,
      sql`update guidelines_version set effective_at = now()`,
      sql`delete from guidelines_version`,
    ])
      await expect(change.execute(db())).rejects.toThrow(/never changed or removed/)
  })

  test('a date in the past is refused at its field', async () => {
    const document = await createGuidelines(app)
    const past = await tryPublishing<Failure>(app, document.guidelinesDocumentId, {
      effectiveAt: new Date(Date.now() - 60_000).toISOString(),
    })
    expect(past).toMatchObject({
      status: 400,
      body: { code: 'guidelines.effectiveInPast', errors: [{ field: 'effectiveAt' }] },
    })
    expect(await versionsOf(document)).toEqual([])
    const effectiveAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await tryPublishing(app, document.guidelinesDocumentId, { effectiveAt, note: 'For June' })
    expect(later.body).toMatchObject({ state: 'Upcoming', effectiveAt, note: 'For June' })
    expect(await readGuidelines(app, document.guidelinesDocumentId)).toMatchObject({
      currentVersion: null,
      upcomingVersion: { version: 1, effectiveAt },
    })
  })

  test('of administrators who publish at once, one succeeds, and no draft is lost', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const document = await createGuidelines(app)
      const publish = () =>
        tryPublishing(app, document.guidelinesDocumentId, { draftHash: document.draftHash })
      const change = as(admin, `${pathOf(document)}/sections`, { body: { heading: 'Meanwhile' } })
      const answers = await Promise.all([publish(), publish(), publish()])
      expect((await change).status).toBe(200)
      for (const { status, body } of answers)
        expect([200, 'guidelines.unchanged', 'request.stale']).toContain(status === 200 ? 200 : body.code)
      const versions = await versionsOf(document)
      expect(versions).toHaveLength(answers.filter(({ status }) => status === 200).length)
      expect(versions.length).toBeLessThanOrEqual(1)
      for (const { contentHash } of versions) expect(contentHash).toBe(document.draftHash)
      const draft = await readGuidelines(app, document.guidelinesDocumentId)
      expect(draft.sections.map(({ heading }) => heading)).toEqual(['Rule', 'Meanwhile'])
      expect(draft.hasUnpublishedChanges).toBe(true)
    }
  })

  test('the states follow from the times, whatever order versions were published in', async () => {
    // A fixed seed, so that every run uses the same times.
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const seen = new Set<string>()
    const now = new Date().toISOString()
    for (let turn = 0; turn < 20; turn += 1) {
      const document = await createGuidelines(app)
      // In hours from now. Several versions can have the same time.
      const hours = Array.from({ length: 1 + random(6) }, () => random(12) - 6 + 0.5)
      for (const [index, hour] of hours.entries())
        await sql`insert into guidelines_version (document_id, version, effective_at, note, title, sections, content_hash)
          values (${document.guidelinesDocumentId}, ${index + 1}, ${now}::timestamptz + ${hour} * interval '1 hour',
            '', 'Title', '[{"heading": "Rule", "text": "", "isInstruction": false}]', ${document.draftHash})`.execute(
          db(),
        )
      /** The newest of the versions that have taken effect by then. */
      const currentAt = (then: number) => hours.findLastIndex((hour) => hour <= then) + 1 || undefined
      const listed = await versionsOf(document)
      for (const { version, state } of listed) {
        seen.add(state)
        const hour = hours[version - 1] ?? 0
        const isUpcoming = hour > 0 && currentAt(hour) === version
        expect(state).toBe(isUpcoming ? 'Upcoming' : currentAt(0) === version ? 'Current' : 'Replaced')
      }
      const shown = await readGuidelines(app, document.guidelinesDocumentId)
      expect(shown.currentVersion?.version).toBe(currentAt(0))
      const next = hours.filter((hour, index) => hour > 0 && currentAt(hour) === index + 1)
      const upcoming = shown.upcomingVersion?.version
      expect(upcoming && hours[upcoming - 1]).toBe(next.length > 0 ? Math.min(...next) : undefined)
    }
    expect([...seen].sort()).toEqual(['Current', 'Replaced', 'Upcoming'])
  })

  test('instructions have the limit of an agent’s own', async () => {
    const long = { text: 'x'.repeat(20_000), isInstruction: true }
    const { guidelinesDocumentId } = await createGuidelines(app, {}, [{ text: 'Read this.' }, long, long])
    const refused = await tryPublishing<Failure>(app, guidelinesDocumentId)
    expect(refused.body.errors?.map(({ field }) => field)).toEqual(['sections'])
  })

  test('that are to take effect can be published for another date, and later ones replace them', async () => {
    const document = await createGuidelines(app, {}, [{ text: 'Be kind.' }])
    const { guidelinesDocumentId } = document
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await tryPublishing(app, guidelinesDocumentId, { effectiveAt: inDays(3) })
    const { status } = await tryPublishing(app, guidelinesDocumentId)
    expect(status).toBe(200)
    const states = (await versionsOf(document)).map(({ version, state }) => [version, state])
    expect(states).toEqual([
      [2, 'Current'],
      [1, 'Replaced'],
    ])
    const again = await tryPublishing<Failure>(app, guidelinesDocumentId)
    expect(again.body.code).toBe('guidelines.unchanged')
  })

  test('need something to read if they have to be accepted, and a date that isn’t a mistake', async () => {
    const onlyForModels = await createGuidelines(app, {}, [{ text: 'Be kind.', isInstruction: true }])
    const refused = await tryPublishing<Failure>(app, onlyForModels.guidelinesDocumentId)
    expect(refused.body.code).toBe('guidelines.nothingToRead')
    const { guidelinesDocumentId } = await createGuidelines(app, {}, [{ text: 'Be kind.' }])
    const late = await tryPublishing<Failure>(app, guidelinesDocumentId, {
      effectiveAt: '2206-01-01T00:00:00Z',
    })
    expect(late.body.errors?.map(({ field }) => field)).toEqual(['effectiveAt'])
  })

  test('are short enough to be read at once', async () => {
    const half = { text: 'x'.repeat(30_000) }
    const { guidelinesDocumentId } = await createGuidelines(app, {}, [half])
    const { status, body } = await call<Failure>(app, `${guidelinesPath}/${guidelinesDocumentId}/sections`, {
      token: await app.token('admin'),
      body: { heading: 'More', ...half },
    })
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([400, ['text']])
  })

  test('are listed page by page, newest first', async () => {
    const document = await createGuidelines(app)
    for (let turn = 0; turn < 3; turn += 1) {
      await publishGuidelines(app, document.guidelinesDocumentId)
      await as(admin, `${pathOf(document)}/sections`, { body: { heading: 'More' } })
    }
    const first = await as<{ items: Version[]; continuationToken: string }>(
      admin,
      `${pathOf(document)}/versions?pageSize=2`,
    )
    const second = await as<{ items: Version[]; continuationToken: null }>(
      admin,
      `${pathOf(document)}/versions?pageSize=2&continuationToken=${first.body.continuationToken}`,
    )
    const items = [...first.body.items, ...second.body.items]
    expect(items.map(({ version, state, sections }) => [version, state, sections])).toEqual([
      [3, 'Current', 3],
      [2, 'Replaced', 2],
      [1, 'Replaced', 1],
    ])
    expect(second.body.continuationToken).toBeNull()
  })
})

describe('templates', () => {
  const sections = [{ heading: 'Rule', text: 'Check.', isInstruction: true }]
  const list = async (token = admin) =>
    (await as<{ items: Template[] }>(token, `${templatesPath}?pageSize=200`)).body.items

  test('[R-3-088] three templates exist in both languages, and a document starts from one', async () => {
    const templates = await list()
    for (const language of ['en', 'ar'])
      expect(templates.filter((one) => one.language === language)).toHaveLength(3)
    for (const { sections } of templates) {
      expect(sections.length).toBeGreaterThanOrEqual(4)
      expect(sections.length).toBeLessThanOrEqual(6)
    }
    const template = templates.find(({ title }) => title === 'Handling of personal data')
    const { body } = await as<CreatedGuidelines>(admin, guidelinesPath, {
      body: { title: 'From a template', guidelinesTemplateId: template?.guidelinesTemplateId },
    })
    expect(body.sections.map(({ documentSectionId: _, version: __, ...section }) => section)).toEqual(
      template?.sections,
    )
    await publishGuidelines(app, body.guidelinesDocumentId)
    const unknown = await as<Failure>(admin, guidelinesPath, {
      body: { title: 'From nothing', guidelinesTemplateId: randomUUID() },
    })
    expect([unknown.status, unknown.body.errors?.[0]?.field]).toEqual([400, 'guidelinesTemplateId'])
  })

  test('a template is created, changed, and deleted', async () => {
    const created = await as<Template & Failure>(admin, templatesPath, {
      body: { title: 'House rules', language: 'en', sections },
    })
    const path = `${templatesPath}/${created.body.guidelinesTemplateId}`
    const taken = await as<Failure>(admin, templatesPath, {
      body: { title: 'house RULES', language: 'en', sections },
    })
    expect([taken.status, taken.body.code]).toEqual([409, 'guidelines.templateTitleTaken'])
    const changed = await put<Template>(path, { title: 'Rules', language: 'ar', sections }, 1)
    expect(changed.body).toMatchObject({ title: 'Rules', language: 'ar', version: 2 })
    expect((await put(path, { title: 'Rules', language: 'en', sections }, 1)).status).toBe(412)
    expect((await put(path, { title: 'Rules', language: 'en', sections: [] }, 2)).status).toBe(400)
    expect((await as(admin, path, { method: 'DELETE', body: {} })).status).toBe(204)
    expect((await as(admin, path)).status).toBe(404)
  })
})

describe('the audit log', () => {
  const entriesOf = async (entityId: string) =>
    (
      await as<{ items: { auditEntryId: string; area: string; verb: string }[] }>(
        admin,
        `${auditPath}?entityId=${entityId}`,
      )
    ).body.items
  const changesOf = async (auditEntryId = '') =>
    (
      await as<{ changes: { field: string; before: unknown; after: unknown }[]; version: number }>(
        admin,
        `${auditPath}/${auditEntryId}`,
      )
    ).body

  test('records each change with before and after, and restores a deleted document with its sections', async () => {
    const document = await createGuidelines(app, { title: 'Recorded' }, [{ heading: 'A' }])
    await put(pathOf(document), { title: 'Renamed' }, document.version)
    await publishGuidelines(app, document.guidelinesDocumentId)
    await as(admin, pathOf(document), { method: 'DELETE', body: {} })
    const entries = await entriesOf(document.guidelinesDocumentId)
    expect(entries.map(({ area, verb }) => `${area}.${verb}`)).toEqual([
      'guidelinesDocument.remove',
      'guidelinesDocument.publish',
      'guidelinesDocument.update',
      'guidelinesDocument.create',
    ])
    expect((await changesOf(entries[2]?.auditEntryId)).changes).toMatchObject([
      { field: 'title', before: 'Recorded', after: 'Renamed' },
    ])
    const [section] = await entriesOf(document.sections[0]?.documentSectionId ?? '')
    expect(section).toMatchObject({ area: 'guidelinesSection', verb: 'create' })
    const removed = await changesOf(entries[0]?.auditEntryId)
    const restored = await as(admin, `${auditPath}/${entries[0]?.auditEntryId}/restore`, {
      body: { reason: 'Still needed' },
      headers: ifMatch(removed.version),
    })
    expect(restored.status, JSON.stringify(restored.body)).toBe(200)
    expect(await readGuidelines(app, document.guidelinesDocumentId)).toMatchObject({
      title: 'Renamed',
      sections: [{ heading: 'A' }],
      currentVersion: { version: 1 },
    })
  })
})

describe('the preview of publishing', () => {
  test('counts enabled people who can use a linked agent, and who accepted before', async () => {
    const agent = await publishAgent(app, 'Counted')
    const { brandKey } = (await createBrand(app)).body
    const document = await createGuidelines(app, { links: [{ gptSystemId: agent }, { brandKey }] })
    const preview = async () =>
      (
        await as<Answer<typeof guidelinesDocuments.previewPublishing>>(
          admin,
          `${pathOf(document)}/publishingEffect`,
        )
      ).body
    const before = await preview()
    const [anna, gone] = [await person(app), await person(app, { disabled: true })]
    expect(await preview()).toEqual({ ...before, people: before.people + 1, asked: before.people + 1 })
    expect(before).toMatchObject({
      version: 1,
      draftHash: document.draftHash,
      acceptedBefore: 0,
      publicPages: 0,
    })
    const { version, contentHash } = await publishGuidelines(app, document.guidelinesDocumentId)
    const { guidelinesDocumentId } = document
    const accepted = await as(anna.token, '/api/internal/currentUser/guidelinesConsents', {
      body: { guidelinesDocumentId, version, contentHash },
    })
    expect(accepted.status).toBe(200)
    await sql`insert into guidelines_consent (id, document_id, version, user_id, content_hash)
      values (${uuid()}, ${guidelinesDocumentId}, 1, ${gone.userId}, ${contentHash})`.execute(db())
    expect(await preview()).toMatchObject({ version: 2, people: before.people + 1, acceptedBefore: 1 })
    await put(
      pathOf(document),
      { title: document.title, links: [{ gptSystemId: agent }], requireConsent: false },
      document.version,
    )
    expect(await preview()).toMatchObject({ people: before.people + 1, asked: 0 })
    await put(pathOf(document), { title: document.title }, document.version + 1)
    expect(await preview()).toMatchObject({ people: 0, asked: 0 })
  })
})

test('people who can only create write the first sections, and people who can only read change nothing', async () => {
  const [creator, reader] = await Promise.all(
    (['GuidelinesDocumentsCreate', 'GuidelinesDocumentsRead'] satisfies Action[]).map((action) =>
      person(app, { actions: [action] }),
    ),
  )
  const { body } = await as<CreatedGuidelines>(creator?.token ?? '', guidelinesPath, {
    body: { title: `By ${randomUUID()}` },
  })
  const section = { body: { heading: 'First' } }
  expect((await as(creator?.token ?? '', `${pathOf(body)}/sections`, section)).status).toBe(200)
  expect((await as(reader?.token ?? '', pathOf(body))).status).toBe(200)
  expect((await as(reader?.token ?? '', `${pathOf(body)}/sections`, section)).status).toBe(403)
})
