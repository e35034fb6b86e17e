import { type DocumentKind, documentKinds } from '@parlance/contract/canvas'
import { limits } from '@parlance/contract/limits'
import type { Tool } from '../../../../engines/engine.ts'
import { storable } from '../../../../platform/database/storable.ts'
import { cutTo } from '../../../../platform/language/cutTo.ts'
import type { Replacement } from './replacing.ts'

/** The most replacements of one call. */
const MOST_EDITS = 50

/** The name by which a model refers to a document. */
export const documentName = (number: number): string => `document-${number}`

/** Returns the number in a name; null if it is none. */
function numberIn(name: unknown): number | null {
  const [, digits] = /^\s*(?:document-)?(\d{1,6})\s*$/i.exec(String(name)) ?? []
  return digits === undefined ? null : Number(digits)
}

export const writeTool: Tool = {
  name: 'write_document',
  description:
    'Writes a document that opens beside the chat, where the person reads and edits it: a long text, a table, a program, or a web page. Use it if the person asks for something to keep or to work on, not for answers. Don’t repeat the content in your answer. To change a part of a document, use edit_document.',
  parameters: {
    type: 'object',
    properties: {
      title: { type: 'string', description: 'A short title in the person’s language.' },
      kind: {
        type: 'string',
        enum: documentKinds,
        description:
          'Text is Markdown. Table is CSV with a header and commas. Code is source code. Html is one page with its styles, without scripts and without anything from the network.',
      },
      content: { type: 'string', description: 'The whole content, without numbers of sources.' },
      language: { type: 'string', description: 'For code, its language, such as python.' },
      document: {
        type: 'string',
        description: 'To rewrite an existing document, its name, such as document-1.',
      },
    },
    required: ['title', 'kind', 'content'],
    additionalProperties: false,
  },
}

export const editTool: Tool = {
  name: 'edit_document',
  description:
    'Changes parts of a document. Each text to find has to be in the document exactly once. The earlier version stays.',
  parameters: {
    type: 'object',
    properties: {
      document: { type: 'string', description: 'The name of the document, such as document-1.' },
      edits: {
        type: 'array',
        maxItems: MOST_EDITS,
        items: {
          type: 'object',
          properties: {
            find: { type: 'string', description: 'The text to replace, copied exactly.' },
            replace: { type: 'string', description: 'The new text. Empty to delete it.' },
          },
          required: ['find', 'replace'],
          additionalProperties: false,
        },
      },
      title: { type: 'string', description: 'A new title, if it changes.' },
    },
    required: ['document', 'edits'],
    additionalProperties: false,
  },
}

export const readTool: Tool = {
  name: 'read_document',
  description: 'Reads a document on, if you were given only a part of it.',
  parameters: {
    type: 'object',
    properties: {
      document: { type: 'string', description: 'The name of the document, such as document-1.' },
      from: { type: 'integer', minimum: 0, description: 'The character to begin at.' },
    },
    required: ['document'],
    additionalProperties: false,
  },
}

export interface AskedDocument {
  title: string
  kind: DocumentKind
  content: string
  language: string
  /** The number of the document to rewrite; null for a new one. */
  number: number | null
}

/** As the content of a document is stored, with one character for a line break. */
const contentOf = (text: string): string => storable(text).toWellFormed().replaceAll(/\r\n?/g, '\n')

const tooLarge = `A document can have up to ${limits.documentBytes / 1000} kB. Write less, or several documents.`

/** Understands the input of a model, which can be anything. A refusal tells it how to call the tool right. */
export function askedDocument(input: Record<string, unknown>): AskedDocument | { refusal: string } {
  const { content } = input
  if (typeof content !== 'string' || content.trim() === '')
    return {
      refusal:
        'The input has no text in "content". Call the tool again with an object like {"title": "…", "kind": "Text", "content": "…"}.',
    }
  const text = contentOf(content)
  if (Buffer.byteLength(text) > limits.documentBytes) return { refusal: tooLarge }
  const number = input.document === undefined ? null : numberIn(input.document)
  if (input.document !== undefined && number === null) return { refusal: noName }
  return {
    title: titleIn(input.title) ?? 'Document',
    // A model that writes something else gets the default instead of an error.
    kind:
      documentKinds.find((kind) => kind.toLowerCase() === String(input.kind).toLowerCase()) ??
      documentKinds[0],
    content: text,
    language:
      typeof input.language === 'string'
        ? cutTo(input.language.replaceAll(/[^\w+#.-]/g, ''), limits.documentLanguage)
        : '',
    number,
  }
}

const noName = 'The input has no name of a document in "document", such as "document-1".'

/** Returns a title as one line; null if there is none. */
function titleIn(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const title = cutTo(
    storable(value).toWellFormed().replaceAll(/\s+/g, ' ').trim(),
    limits.documentTitle,
  ).trim()
  return title === '' ? null : title
}

export interface AskedEdits {
  number: number
  edits: Replacement[]
  title: string | null
}

export function askedEdits(input: Record<string, unknown>): AskedEdits | { refusal: string } {
  const number = numberIn(input.document)
  if (number === null) return { refusal: noName }
  const title = titleIn(input.title)
  const given = Array.isArray(input.edits) ? (input.edits as unknown[]) : []
  if (given.length > MOST_EDITS) return { refusal: `A call can have up to ${MOST_EDITS} edits.` }
  const edits = given.flatMap((one) => {
    const { find, replace } = (one ?? {}) as Record<string, unknown>
    return typeof find === 'string' && typeof replace === 'string'
      ? [{ find: contentOf(find), replace: contentOf(replace) }]
      : []
  })
  if (edits.length < given.length || (edits.length === 0 && title === null))
    return {
      refusal:
        'Each edit needs texts in "find" and "replace". Call the tool again with an object like {"document": "document-1", "edits": [{"find": "…", "replace": "…"}]}.',
    }
  return { number, edits, title }
}

export function askedReading(
  input: Record<string, unknown>,
): { number: number; from: number } | { refusal: string } {
  const number = numberIn(input.document)
  const from = Number(input.from ?? 0)
  if (number === null) return { refusal: noName }
  return { number, from: Number.isInteger(from) && from > 0 ? from : 0 }
}
