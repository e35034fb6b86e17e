import type { Input } from '@parlance/contract/endpoint'
import type { guidelinesDocuments } from '@parlance/contract/guidelinesDocuments'
import { limits } from '@parlance/contract/limits'
import { v7 as uuid } from 'uuid'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import { isUniqueViolation, type Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { withdrawReminders } from '../consents/reminders.ts'
import { contentHashOf, type Section } from '../contentHash.ts'
import { demandShort } from '../demandShort.ts'
import { readTemplate } from '../templates/store.ts'
import * as store from './store.ts'

type Group = typeof guidelinesDocuments

export function createDocuments({
  clock,
  config,
  database,
}: Pick<Platform, 'clock' | 'config' | 'database'>) {
  const { db } = database
  const pages = createContinuation<{ value: string; id: string; sort: string }>(
    config.secretKey,
    'guidelinesDocuments',
  )
  const versionPages = createContinuation<{ version: number }>(config.secretKey, 'guidelinesVersions')

  async function listGuidelinesDocuments({ input }: { input: Input<Group['listGuidelinesDocuments']> }) {
    const { pageSize = limits.pageSize, search = '', sort = 'title' } = input
    const order: store.DocumentList['sort'] = {
      by: sort.replace('-', '') as 'title' | 'updatedAt',
      descending: sort.startsWith('-'),
    }
    const position = pages.read(input.continuationToken)
    const rows = await store.readPage(db, {
      search,
      gptSystemId: input.gptSystemId ?? null,
      brandKey: input.brandKey ?? null,
      sort: order,
      after: position?.sort === sort ? position : null,
      limit: pageSize + 1,
    })
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return {
      items,
      continuationToken: more
        ? pages.write({ value: store.sortValue(last, order), id: last.guidelinesDocumentId, sort })
        : null,
    }
  }

  async function createGuidelinesDocument(call: Call<Group['createGuidelinesDocument']>) {
    const { guidelinesTemplateId, ...document } = call.input
    return naming(() =>
      call.change(async (tx, record) => {
        const sections = guidelinesTemplateId ? await sectionsOf(tx, guidelinesTemplateId) : []
        await demandPresent(tx, document.links, [])
        const id = uuid()
        await store.insertDocument(tx, id, document, contentHashOf(document.title, sections))
        await store.insertSections(tx, id, sections)
        const row = await mustRead(tx, id)
        record({ ...named(row), before: null, after: recorded(row) })
        return row
      }),
    )
  }

  async function updateGuidelinesDocument(call: Call<Group['updateGuidelinesDocument']>) {
    return naming(() =>
      call.change(async (tx, record) => {
        const before = await lock(tx, call.params.guidelinesDocumentId)
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
        return write(tx, before, call.input, record)
      }),
    )
  }

  async function removeGuidelinesDocument(call: Call<Group['removeGuidelinesDocument']>) {
    await call.change(async (tx, record) => {
      const before = await lock(tx, call.params.guidelinesDocumentId)
      await store.deleteDocument(tx, before.guidelinesDocumentId)
      await withdrawReminders(tx, before.guidelinesDocumentId)
      record({ ...named(before), before: recorded(before), after: null })
    })
    return {}
  }

  async function createGuidelinesSection(call: Call<Group['createGuidelinesSection']>) {
    return call.change(async (tx, record) => {
      const document = await lock(tx, call.params.guidelinesDocumentId)
      if (document.sections.length >= limits.guidelinesSections)
        throw new AppError('guidelines.tooManySections')
      demandShort('text', [...document.sections, call.input])
      const [id = ''] = await store.insertSections(tx, document.guidelinesDocumentId, [call.input])
      const after = await sectionOf(tx, document.guidelinesDocumentId, id)
      await noteDraft(tx, document)
      record({ ...namedSection(after), before: null, after: recordedSection(after) })
      return after
    })
  }

  async function updateGuidelinesSection(call: Call<Group['updateGuidelinesSection']>) {
    return call.change(async (tx, record) => {
      const document = await lock(tx, call.params.guidelinesDocumentId)
      const before = find(document, call.params.documentSectionId)
      if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
      demandShort('text', [...document.sections.filter((one) => one !== before), call.input])
      return writeSection(tx, document, before, call.input, record)
    })
  }

  async function removeGuidelinesSection(call: Call<Group['removeGuidelinesSection']>) {
    await call.change(async (tx, record) => {
      const document = await lock(tx, call.params.guidelinesDocumentId)
      const before = find(document, call.params.documentSectionId)
      await store.removeSection(tx, document.guidelinesDocumentId, before.documentSectionId)
      await noteDraft(tx, document)
      record({ ...namedSection(before), before: recordedSection(before), after: null })
    })
    return {}
  }

  async function orderSections(call: Call<Group['orderSections']>) {
    const { documentSectionIds } = call.input
    return call.change(async (tx, record) => {
      const document = await lock(tx, call.params.guidelinesDocumentId)
      const before = document.sections.map((one) => one.documentSectionId)
      const isComplete =
        documentSectionIds.length === before.length &&
        before.every((id) => documentSectionIds.filter((one) => one === id).length === 1)
      if (!isComplete)
        throw invalid(
          'documentSectionIds',
          'List each section of the draft once. Load the document again to see its sections.',
        )
      await store.orderSections(tx, document.guidelinesDocumentId, documentSectionIds)
      await noteDraft(tx, document)
      if (before.every((id, place) => id === documentSectionIds[place])) record('nothing')
      else
        record({
          ...named(document),
          before: { documentSectionIds: before },
          after: { documentSectionIds },
        })
      return { items: await store.readSections(tx, document.guidelinesDocumentId) }
    })
  }

  async function publishVersion(call: Call<Group['publishVersion']>) {
    const { effectiveAt, note, draftHash } = call.input
    return call.change(async (tx, record) => {
      const document = await lock(tx, call.params.guidelinesDocumentId)
      const { guidelinesDocumentId, title, sections } = document
      // Without the current object: the answer of this call is a version, not a draft.
      if (document.draftHash !== draftHash) throw new AppError('request.stale')
      if (sections.length === 0) throw new AppError('guidelines.noSections')
      const [latest] = await store.readVersions(tx, guidelinesDocumentId, { before: null, limit: 1 })
      // What is to take effect later can be published again with another date.
      if (!document.hasUnpublishedChanges && latest?.state === 'Current')
        throw new AppError('guidelines.unchanged')
      if (document.requireConsent && sections.every(({ isInstruction }) => isInstruction))
        throw new AppError('guidelines.nothingToRead')
      demandShortInstructions(sections)
      demandNear(effectiveAt, clock.now())
      const version = (latest?.version ?? 0) + 1
      const isStored = await store.insertVersion(tx, guidelinesDocumentId, {
        version,
        effectiveAt,
        note,
        title,
        sections,
        contentHash: draftHash,
        publishedBy: call.actor.userId,
      })
      if (!isStored) {
        const { message } = new AppError('guidelines.effectiveInPast')
        throw new AppError('guidelines.effectiveInPast', { fields: [{ field: 'effectiveAt', message }] })
      }
      const published = await versionOf(tx, guidelinesDocumentId, version)
      record({
        ...named(document),
        before: latest ? recordedVersion(latest) : {},
        after: recordedVersion(published),
      })
      return published
    })
  }

  async function listVersions(call: {
    params: { guidelinesDocumentId: string }
    input: Input<Group['listVersions']>
  }) {
    const { pageSize = limits.pageSize, continuationToken } = call.input
    const before = versionPages.read(continuationToken)?.version ?? null
    const { guidelinesDocumentId } = call.params
    if ((await store.readTitle(db, guidelinesDocumentId)) === null) throw notFound()
    const rows = await store.readVersions(db, guidelinesDocumentId, { before, limit: pageSize + 1 })
    const items = rows.slice(0, pageSize)
    const last = items.at(-1)
    const more = rows.length > pageSize && last
    return { items, continuationToken: more ? versionPages.write({ version: last.version }) : null }
  }

  async function previewPublishing({ guidelinesDocumentId }: { guidelinesDocumentId: string }) {
    const document = await store.readDocument(db, guidelinesDocumentId)
    if (!document) throw notFound()
    const [[latest], reach] = await Promise.all([
      store.readVersions(db, guidelinesDocumentId, { before: null, limit: 1 }),
      store.readReach(db, guidelinesDocumentId),
    ])
    return {
      version: (latest?.version ?? 0) + 1,
      draftHash: document.draftHash,
      ...reach,
      asked: document.requireConsent ? reach.people : 0,
    }
  }

  return {
    listGuidelinesDocuments,
    createGuidelinesDocument,
    getGuidelinesDocument: async ({ params }: { params: { guidelinesDocumentId: string } }) => {
      const row = await store.readDocument(db, params.guidelinesDocumentId)
      if (!row) throw notFound()
      return row
    },
    updateGuidelinesDocument,
    removeGuidelinesDocument,
    createGuidelinesSection,
    async listGuidelinesSections({ params }: { params: { guidelinesDocumentId: string } }) {
      if ((await store.readTitle(db, params.guidelinesDocumentId)) === null) throw notFound()
      return { items: await store.readSections(db, params.guidelinesDocumentId) }
    },
    orderSections,
    getGuidelinesSection: ({
      params,
    }: {
      params: { guidelinesDocumentId: string; documentSectionId: string }
    }) => sectionOf(db, params.guidelinesDocumentId, params.documentSectionId),
    updateGuidelinesSection,
    removeGuidelinesSection,
    previewPublishing: ({ params }: { params: { guidelinesDocumentId: string } }) =>
      previewPublishing(params),
    publishVersion,
    listVersions,
    getVersion: ({ params }: { params: { guidelinesDocumentId: string; version: number } }) =>
      versionOf(db, params.guidelinesDocumentId, params.version),
  }
}

/** Changes the title, the links, and whether consent is required. */
export async function write(
  tx: Sql,
  before: store.DocumentRow,
  document: store.NewDocument,
  record: RecordChange,
): Promise<store.DocumentRow> {
  await demandPresent(tx, document.links, before.links)
  const { guidelinesDocumentId } = before
  await store.updateDocument(
    tx,
    guidelinesDocumentId,
    document,
    contentHashOf(document.title, before.sections),
  )
  const after = await mustRead(tx, guidelinesDocumentId)
  record({ ...named(after), before: recorded(before), after: recorded(after) })
  return after
}

/** Restores a deleted document with the sections that its draft had, and the links whose agents and brands still exist. */
export async function undelete(
  tx: Sql,
  id: string,
  document: store.NewDocument,
  record: RecordChange,
): Promise<void> {
  if (!(await store.lockDeleted(tx, id))) throw notFound()
  const links = await presentOf(tx, document.links)
  const sections = await store.readSections(tx, id)
  await store.updateDocument(tx, id, { ...document, links }, contentHashOf(document.title, sections))
  const after = await mustRead(tx, id)
  record({ ...named(after), before: null, after: recorded(after) })
}

async function writeSection(
  tx: Sql,
  document: store.DocumentRow,
  before: store.SectionRow,
  section: Section,
  record: RecordChange,
): Promise<store.SectionRow> {
  await store.updateSection(tx, before.documentSectionId, section)
  const after = await sectionOf(tx, document.guidelinesDocumentId, before.documentSectionId)
  await noteDraft(tx, document)
  record({ ...namedSection(after), before: recordedSection(before), after: recordedSection(after) })
  return after
}

async function lock(tx: Sql, id: string): Promise<store.DocumentRow> {
  const row = await store.lockDocument(tx, id)
  if (!row) throw notFound()
  return row
}

async function mustRead(tx: Sql, id: string): Promise<store.DocumentRow> {
  const row = await store.readDocument(tx, id)
  if (!row) throw new Error('The updated document is missing.')
  return row
}

async function sectionOf(db: Sql, guidelinesDocumentId: string, documentSectionId: string) {
  const row = await store.readSection(db, guidelinesDocumentId, documentSectionId)
  if (!row) throw notFound()
  return row
}

async function versionOf(db: Sql, guidelinesDocumentId: string, version: number) {
  const row = await store.readVersion(db, guidelinesDocumentId, version)
  if (!row) throw notFound()
  return row
}

function find({ sections }: store.DocumentRow, documentSectionId: string): store.SectionRow {
  const found = sections.find((one) => one.documentSectionId === documentSectionId)
  if (!found) throw notFound()
  return found
}

/** Notes that the sections of the draft have changed. */
async function noteDraft(tx: Sql, { guidelinesDocumentId, title }: store.DocumentRow): Promise<void> {
  const sections = await store.readSections(tx, guidelinesDocumentId)
  await store.updateDraftHash(tx, guidelinesDocumentId, contentHashOf(title, sections))
}

async function sectionsOf(tx: Sql, guidelinesTemplateId: string): Promise<readonly Section[]> {
  const template = await readTemplate(tx, guidelinesTemplateId)
  if (!template)
    throw invalid('guidelinesTemplateId', 'This template doesn’t exist anymore. Choose another one.')
  return template.sections
}

const MOST_AHEAD_MS = 10 * 366 * 86_400_000

/** A date in a distant future is a mistake, and a version can’t be changed. */
function demandNear(effectiveAt: string | null, now: Date): void {
  if (effectiveAt !== null && Date.parse(effectiveAt) > now.getTime() + MOST_AHEAD_MS)
    throw invalid('effectiveAt', 'This is more than ten years ahead. Choose an earlier date.')
}

/** Instructions are part of every prompt, so they have the limit that an agent’s own have. */
function demandShortInstructions(sections: readonly Section[]): void {
  const characters = sections
    .filter(({ isInstruction }) => isInstruction)
    .reduce((sum, { heading, text }) => sum + heading.length + text.length, 0)
  if (characters > limits.systemPrompt)
    throw invalid(
      'sections',
      `The instructions have ${characters} characters in total. Use ${limits.systemPrompt} or fewer.`,
    )
}

/** Newly linked agents and brands must exist; those linked before may have been deleted. */
async function demandPresent(
  tx: Sql,
  links: readonly store.Link[],
  before: readonly store.Link[],
): Promise<void> {
  const kept = new Set(before.map(idOf))
  const present = await readPresent(tx, links)
  const fields = links.flatMap((link, place) => {
    const id = idOf(link)
    if (present.has(id) || kept.has(id)) return []
    return [{ field: `links.${place}`, message: `Nothing with the ID ${id} exists. Choose another one.` }]
  })
  if (fields.length > 0) throw new AppError('request.invalid', { fields })
}

const idOf = (link: store.Link) => ('gptSystemId' in link ? link.gptSystemId : link.brandKey)

const readPresent = (tx: Sql, links: readonly store.Link[]) =>
  store.readPresent(tx, {
    gptSystemIds: links.flatMap((link) => ('gptSystemId' in link ? [link.gptSystemId] : [])),
    brandKeys: links.flatMap((link) => ('brandKey' in link ? [link.brandKey] : [])),
  })

/** Returns the links to agents and brands that exist. */
async function presentOf(tx: Sql, links: readonly store.Link[]): Promise<store.Link[]> {
  const present = await readPresent(tx, links)
  return links.filter((link) => present.has(idOf(link)))
}

/** Turns a title that is taken into an error at the field. */
export async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!isUniqueViolation(cause, 'guidelines_document_title')) throw cause
    const { message } = new AppError('guidelines.titleTaken')
    throw new AppError('guidelines.titleTaken', { cause, fields: [{ field: 'title', message }] })
  }
}

export const notFound = () => new AppError('request.notFound')
const invalid = (field: string, message: string) =>
  new AppError('request.invalid', { fields: [{ field, message }] })

const named = ({ guidelinesDocumentId, title }: store.DocumentRow) => ({
  entityType: 'GuidelinesDocument',
  entityId: guidelinesDocumentId,
  entityName: title,
})

/** The document as its endpoint accepts it. */
export const recorded = ({ title, requireConsent, links }: store.DocumentRow) => ({
  title,
  requireConsent,
  links: links.map(({ name: _, ...link }) => link),
})

const namedSection = ({ documentSectionId, heading }: store.SectionRow) => ({
  entityType: 'GuidelinesSection',
  entityId: documentSectionId,
  entityName: heading,
})
const recordedSection = ({ heading, text, isInstruction }: store.SectionRow) => ({
  heading,
  text,
  isInstruction,
})

const recordedVersion = ({ version, effectiveAt, note, contentHash }: store.VersionFields) => ({
  version,
  effectiveAt,
  note,
  contentHash,
})
