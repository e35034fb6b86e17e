import { z } from 'zod'
import { id, text, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

export const documentKinds = ['Text', 'Table', 'Code', 'Html'] as const
export type DocumentKind = (typeof documentKinds)[number]
export const documentAuthors = ['Person', 'Model'] as const

/** What is limited in bytes is checked by the service, which says so. */
const Content = z
  .string()
  .max(limits.documentBytes * 2)
  .refine((value) => !value.includes('\u0000'), 'NUL characters aren’t allowed')
  // Editors count characters with one for a line break.
  .overwrite((value) => value.toWellFormed().replaceAll(/\r\n?/g, '\n'))
const Title = text(1, limits.documentTitle)
/** The language of code, such as `python`. Empty if unknown. */
const Language = text(0, limits.documentLanguage)

/** A document that a person and models edit beside a chat. `n` is the number of its newest version. */
export const DocumentSummary = z.object({
  documentId: id,
  conversationId: id,
  kind: z.enum(documentKinds),
  title: z.string(),
  language: z.string(),
  n: z.number().int(),
  changedAt: timestamp,
})

/** A stored version, without its content. `segmentId` is the question whose answer wrote it. */
export const DocumentVersion = z.object({
  n: z.number().int(),
  by: z.enum(documentAuthors),
  segmentId: id.nullable(),
  savedAt: timestamp,
  bytes: z.number().int(),
})

export const DocumentVersionContent = DocumentVersion.extend({ content: z.string() })

/** A document with the content of its newest version. `versions` are the newest first. */
export const CanvasDocument = DocumentSummary.extend({
  version: z.number().int(),
  content: z.string(),
  versions: z.array(DocumentVersion),
})

export const NewDocument = z.strictObject({
  kind: z.enum(documentKinds),
  title: Title,
  language: Language.default(''),
  content: Content,
})

export const DocumentChange = z.strictObject({
  title: Title.optional(),
  content: Content.optional(),
  /** Changes with the same ID that follow each other are one version. Without, each is its own. */
  editingId: id.optional(),
  /** Who wrote the content. A model’s proposal that a person accepts is the model’s. */
  by: z.enum(documentAuthors).optional(),
})

/** The passage from `from` to `to`, in UTF-16 units of the content at `version`. */
export const DocumentEdit = z.strictObject({
  version: z.number().int().min(1),
  from: z.number().int().min(0),
  to: z.number().int().min(0),
  instruction: text(1, limits.documentInstruction),
})
