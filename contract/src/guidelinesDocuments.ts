import { z } from 'zod'
import { BrandKey } from './brandKey.ts'
import { endpoint, id, listOf, nothing, page, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

/** What a document is linked to. A document without links applies to no one. */
export const GuidelinesLink = z.union([
  z.strictObject({ gptSystemId: id }),
  z.strictObject({ brandKey: BrandKey }),
])

/** The fields of a section. Its text is Markdown. */
export const sectionFields = {
  heading: text(1, limits.guidelinesHeading),
  text: text(0, limits.guidelinesText).default(''),
  /** Instructions are also given to the agent’s model, after its own. */
  isInstruction: z.boolean().default(false),
}

/** The fields of a document. Fields with a default are optional. */
export const documentFields = {
  title: text(1, limits.guidelinesTitle),
  links: z.array(GuidelinesLink).max(limits.guidelinesLinks).default([]),
  /** Whether people must accept it before their first question. Otherwise they can only read it. */
  requireConsent: z.boolean().default(true),
}

const Section = z.object({
  heading: z.string(),
  text: z.string(),
  isInstruction: z.boolean(),
})
export const GuidelinesSection = Section.extend({
  documentSectionId: id,
  version: z.number().int(),
})

/** A published version without its sections. Versions never change. */
export const GuidelinesVersionRow = z.object({
  version: z.number().int(),
  effectiveAt: timestamp,
  note: z.string(),
  sections: z.number().int(),
  /** SHA-256 of the title and the sections, in hexadecimal. */
  contentHash: z.string(),
  publishedAt: timestamp,
  /** Null if this user was erased. */
  publishedBy: z.string().nullable(),
  /** `Upcoming` before `effectiveAt`, then `Current` until a later one takes effect. */
  state: z.enum(['Upcoming', 'Current', 'Replaced']),
})
export const GuidelinesVersion = GuidelinesVersionRow.omit({ sections: true }).extend({
  title: z.string(),
  sections: z.array(Section),
})

const Summary = z.object({
  guidelinesDocumentId: id,
  title: z.string(),
  requireConsent: z.boolean(),
  currentVersion: GuidelinesVersionRow.pick({ version: true, effectiveAt: true }).nullable(),
  /** The next version that will take effect. */
  upcomingVersion: GuidelinesVersionRow.pick({ version: true, effectiveAt: true }).nullable(),
  /** Whether the title or the sections differ from the latest version. */
  hasUnpublishedChanges: z.boolean(),
  updatedAt: timestamp,
})

/** Names are null for an agent or a brand that doesn’t exist anymore. */
export const NamedGuidelinesLink = z.union([
  z.object({ gptSystemId: id, name: z.string().nullable() }),
  z.object({ brandKey: z.string(), name: z.string().nullable() }),
])

export const GuidelinesDocument = Summary.extend({
  links: z.array(NamedGuidelinesLink),
  sections: z.array(GuidelinesSection),
  /** Like the `contentHash` of a version. */
  draftHash: z.string(),
  /** Counts changes of the title, the links, and whether consent is required. Sections have their own. */
  version: z.number().int(),
  createdAt: timestamp,
})
export const GuidelinesDocumentRow = Summary.extend({
  links: z.number().int(),
  sections: z.number().int(),
  /** People and visitors who accepted the current version. */
  accepted: z.number().int(),
})

/** What publishing the draft would do. */
export const GuidelinesEffect = z.object({
  /** The version that would be published, and the draft that was looked at. */
  version: z.number().int(),
  draftHash: z.string(),
  /** Enabled people whom the document applies to, and those of them who accepted the current version. */
  people: z.number().int(),
  acceptedBefore: z.number().int(),
  /** How many people will be asked, among them those who accepted before. 0 if no consent is required. */
  asked: z.number().int(),
  /** Public pages of the linked agents, whose visitors are asked, too. */
  publicPages: z.number().int(),
})

export const GuidelinesConsent = z.object({
  /** `Missing`: this person can use a linked agent and hasn’t accepted the current version. */
  state: z.enum(['Accepted', 'Missing']),
  /** Null for visitors and for erased users. */
  person: z.object({ userId: id, name: z.string(), email: z.string().nullable() }).nullable(),
  kind: z.enum(['User', 'Visitor', 'Erased']),
  version: z.number().int(),
  at: timestamp.nullable(),
  contentHash: z.string(),
})

export const templateFields = {
  title: text(1, limits.guidelinesTitle),
  description: text(0, limits.guidelinesDescription).default(''),
  language: z.enum(['en', 'ar']),
  sections: z.array(z.strictObject(sectionFields)).min(1).max(limits.guidelinesSections),
}
export const GuidelinesTemplate = z.object({
  guidelinesTemplateId: id,
  title: z.string(),
  description: z.string(),
  language: z.enum(['en', 'ar']),
  sections: z.array(Section),
  version: z.number().int(),
  updatedAt: timestamp,
})

/** A document that applies to the caller, as it is read before accepting it. */
export const ApplicableGuidelines = z.object({
  guidelinesDocumentId: id,
  title: z.string(),
  version: z.number().int(),
  effectiveAt: timestamp,
  contentHash: z.string(),
  /** Instructions for the model are left out. */
  sections: z.array(Section.omit({ isInstruction: true })),
  requireConsent: z.boolean(),
  /** When the caller accepted this version, or null. */
  acceptedAt: timestamp.nullable(),
})

/** The same without its text, so that a chat knows at once whether there is something to accept. */
export const GuidelinesOfChat = ApplicableGuidelines.pick({
  guidelinesDocumentId: true,
  title: true,
  version: true,
  requireConsent: true,
}).extend({ accepted: z.boolean() })

/** The contents are those that the caller read, by their hash. Repeating it changes nothing. */
export const AcceptGuidelines = z.strictObject({
  guidelinesDocumentId: id,
  version: z.number().int().min(1),
  contentHash: z.string().max(64),
})

const base = '/api/internal/guidelinesDocuments' as const
const templates = '/api/internal/guidelinesTemplates' as const
const one = z.strictObject({ guidelinesDocumentId: id })
const section = one.extend({ documentSectionId: id })
const version = one.extend({ version: z.coerce.number().int().min(1).max(1_000_000) })
const template = z.strictObject({ guidelinesTemplateId: id })
const readers = ['GuidelinesDocumentsRead', 'GuidelinesDocumentsCreate', 'GuidelinesDocumentsWrite'] as const
/** A new document’s first sections are written by those who could create it. */
const writersOfNew = ['GuidelinesDocumentsCreate', 'GuidelinesDocumentsWrite'] as const

export const guidelinesDocuments = {
  listGuidelinesDocuments: endpoint({
    method: 'GET',
    path: base,
    access: readers,
    rate: 'read',
    audit: 'none',
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      /** Documents linked to this agent. */
      gptSystemId: id.optional(),
      brandKey: BrandKey.optional(),
      sort: z.enum(['title', '-title', 'updatedAt', '-updatedAt']).optional(),
    }),
    response: listOf(GuidelinesDocumentRow),
    purpose: 'Lists guidelines documents by title.',
  }),
  createGuidelinesDocument: endpoint({
    method: 'POST',
    path: base,
    access: ['GuidelinesDocumentsCreate'],
    rate: 'write',
    audit: 'guidelinesDocument.create',
    idempotency: 'optional',
    input: z.strictObject({ ...documentFields, guidelinesTemplateId: id.optional() }),
    response: GuidelinesDocument,
    etag: 'answers',
    purpose: 'Creates a document as a draft, with the sections of a template if you name one.',
  }),
  getGuidelinesDocument: endpoint({
    method: 'GET',
    path: `${base}/{guidelinesDocumentId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: GuidelinesDocument,
    etag: 'answers',
    purpose: 'Returns a document with its draft.',
  }),
  updateGuidelinesDocument: endpoint({
    method: 'PUT',
    path: `${base}/{guidelinesDocumentId}`,
    access: ['GuidelinesDocumentsWrite'],
    rate: 'write',
    audit: 'guidelinesDocument.update',
    params: one,
    input: z.strictObject(documentFields),
    response: GuidelinesDocument,
    etag: 'required',
    purpose: 'Changes a document. The links and whether consent is required take effect with the next call.',
  }),
  removeGuidelinesDocument: endpoint({
    method: 'DELETE',
    path: `${base}/{guidelinesDocumentId}`,
    access: ['GuidelinesDocumentsWrite'],
    rate: 'write',
    audit: 'guidelinesDocument.remove',
    params: one,
    response: nothing,
    purpose: 'Deletes a document, so that no one is asked to accept it. Its versions and consents are kept.',
  }),
  createGuidelinesSection: endpoint({
    method: 'POST',
    path: `${base}/{guidelinesDocumentId}/sections`,
    access: writersOfNew,
    rate: 'write',
    audit: 'guidelinesSection.create',
    idempotency: 'optional',
    params: one,
    input: z.strictObject(sectionFields),
    response: GuidelinesSection,
    etag: 'answers',
    purpose: 'Adds a section at the end of the draft.',
  }),
  listGuidelinesSections: endpoint({
    method: 'GET',
    path: `${base}/{guidelinesDocumentId}/sections`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    response: z.object({ items: z.array(GuidelinesSection) }),
    purpose: 'Lists the sections of the draft in order.',
  }),
  orderSections: endpoint({
    method: 'PUT',
    path: `${base}/{guidelinesDocumentId}/sections`,
    access: ['GuidelinesDocumentsWrite'],
    rate: 'write',
    audit: 'guidelinesSection.order',
    params: one,
    input: z.strictObject({ documentSectionIds: z.array(id).max(limits.guidelinesSections) }),
    response: z.object({ items: z.array(GuidelinesSection) }),
    purpose: 'Orders the sections of the draft. Lists each of them once.',
  }),
  getGuidelinesSection: endpoint({
    method: 'GET',
    path: `${base}/{guidelinesDocumentId}/sections/{documentSectionId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: section,
    response: GuidelinesSection,
    etag: 'answers',
    purpose: 'Returns a section of the draft.',
  }),
  updateGuidelinesSection: endpoint({
    method: 'PUT',
    path: `${base}/{guidelinesDocumentId}/sections/{documentSectionId}`,
    access: ['GuidelinesDocumentsWrite'],
    rate: 'write',
    audit: 'guidelinesSection.update',
    params: section,
    input: z.strictObject(sectionFields),
    response: GuidelinesSection,
    etag: 'required',
    purpose: 'Changes a section of the draft.',
  }),
  removeGuidelinesSection: endpoint({
    method: 'DELETE',
    path: `${base}/{guidelinesDocumentId}/sections/{documentSectionId}`,
    access: ['GuidelinesDocumentsWrite'],
    rate: 'write',
    audit: 'guidelinesSection.remove',
    params: section,
    response: nothing,
    purpose: 'Removes a section from the draft.',
  }),
  previewPublishing: endpoint({
    method: 'GET',
    path: `${base}/{guidelinesDocumentId}/publishingEffect`,
    access: ['GuidelinesDocumentsWrite'],
    rate: 'read',
    audit: 'none',
    params: one,
    response: GuidelinesEffect,
    purpose: 'Returns how many people will be asked to accept the draft once it is published.',
  }),
  publishVersion: endpoint({
    method: 'POST',
    path: `${base}/{guidelinesDocumentId}/versions`,
    access: ['GuidelinesDocumentsWrite'],
    rate: 'write',
    audit: 'guidelinesDocument.publish',
    idempotency: 'required',
    params: one,
    input: z.strictObject({
      /** Null for now. */
      effectiveAt: timestamp.nullable().default(null),
      note: text(0, limits.guidelinesNote).default(''),
      /** The hash of the draft that you saw. If it has changed since, nothing is published. */
      draftHash: z.string().max(64),
    }),
    response: GuidelinesVersion,
    purpose: 'Publishes the draft as an immutable version. It must have a section.',
  }),
  listVersions: endpoint({
    method: 'GET',
    path: `${base}/{guidelinesDocumentId}/versions`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject(page),
    response: listOf(GuidelinesVersionRow),
    purpose: 'Lists the published versions, newest first.',
  }),
  getVersion: endpoint({
    method: 'GET',
    path: `${base}/{guidelinesDocumentId}/versions/{version}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: version,
    response: GuidelinesVersion,
    purpose: 'Returns a published version with its sections.',
  }),
  listConsents: endpoint({
    method: 'GET',
    path: `${base}/{guidelinesDocumentId}/consents`,
    access: ['GuidelinesConsentsRead'],
    rate: 'read',
    audit: 'none',
    params: one,
    input: z.strictObject({
      ...page,
      search: text(0, 200).optional(),
      state: z.enum(['Accepted', 'Missing']).optional(),
      version: z.coerce.number().int().min(1).max(1_000_000).optional(),
    }),
    response: listOf(GuidelinesConsent),
    purpose: 'Lists who accepted which version, and who hasn’t accepted the current one.',
  }),
  exportConsents: endpoint({
    kind: 'file',
    method: 'GET',
    path: `${base}/{guidelinesDocumentId}/consents/export`,
    access: ['GuidelinesConsentsRead'],
    rate: 'read',
    audit: 'guidelinesConsent.export',
    params: one,
    response: nothing,
    purpose: 'Exports the register of consents as CSV, without formulas.',
  }),
  remindConsents: endpoint({
    method: 'POST',
    path: `${base}/{guidelinesDocumentId}/consents/reminders`,
    access: ['GuidelinesDocumentsWrite'],
    rate: 'write',
    audit: 'guidelinesConsent.remind',
    idempotency: 'required',
    params: one,
    response: z.object({ reminded: z.number().int() }),
    purpose: 'Notifies everyone who hasn’t accepted the current version, at most once a day.',
  }),
  listGuidelinesTemplates: endpoint({
    method: 'GET',
    path: templates,
    access: readers,
    rate: 'read',
    audit: 'none',
    input: z.strictObject({ ...page, search: text(0, 200).optional() }),
    response: listOf(GuidelinesTemplate),
    purpose: 'Lists templates by title.',
  }),
  createGuidelinesTemplate: endpoint({
    method: 'POST',
    path: templates,
    access: ['GuidelinesDocumentsCreate'],
    rate: 'write',
    audit: 'guidelinesTemplate.create',
    idempotency: 'optional',
    input: z.strictObject(templateFields),
    response: GuidelinesTemplate,
    etag: 'answers',
    purpose: 'Creates a template.',
  }),
  getGuidelinesTemplate: endpoint({
    method: 'GET',
    path: `${templates}/{guidelinesTemplateId}`,
    access: readers,
    rate: 'read',
    audit: 'none',
    params: template,
    response: GuidelinesTemplate,
    etag: 'answers',
    purpose: 'Returns a template.',
  }),
  updateGuidelinesTemplate: endpoint({
    method: 'PUT',
    path: `${templates}/{guidelinesTemplateId}`,
    access: ['GuidelinesDocumentsWrite'],
    rate: 'write',
    audit: 'guidelinesTemplate.update',
    params: template,
    input: z.strictObject(templateFields),
    response: GuidelinesTemplate,
    etag: 'required',
    purpose: 'Changes a template. Documents made from it stay as they are.',
  }),
  removeGuidelinesTemplate: endpoint({
    method: 'DELETE',
    path: `${templates}/{guidelinesTemplateId}`,
    access: ['GuidelinesDocumentsWrite'],
    rate: 'write',
    audit: 'guidelinesTemplate.remove',
    params: template,
    response: nothing,
    purpose: 'Deletes a template. Documents made from it stay.',
  }),
}
