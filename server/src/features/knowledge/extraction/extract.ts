import { languageOf } from '../../../platform/language/languageOf.ts'
import type { DocumentText } from '../passages/documentText.ts'
import { extractHtml } from './html.ts'
import { extractMarkdown } from './markdown.ts'
import { type OpenedDocument, Unreadable } from './openedDocument.ts'
import { extractPlainText } from './plainText.ts'
import { DOCX, decodeText, type MimeType, PDF, type TextType } from './sniff.ts'

/** The text of a file, or why it has none. */
export type Extraction =
  | { document: DocumentText; failure: null }
  | { document: null; failure: 'file.kind' | 'file.noText' }

/** Opens a file of any readable kind. Throws Unreadable, also while its parts are read. */
export async function openDocument(bytes: Buffer, mimeType: MimeType): Promise<OpenedDocument> {
  // These two are loaded on first use, because loading their code is most of their cost.
  if (mimeType === PDF) return (await import('./pdf/openPdf.ts')).openPdf(new Uint8Array(bytes))
  if (mimeType === DOCX) return whole(await (await import('./docx.ts')).extractDocx(bytes))
  const { document, failure } = extract(bytes, mimeType)
  if (!document) throw new Unreadable(failure)
  return whole(document)
}

function whole(document: DocumentText): OpenedDocument {
  const { text, pages } = document
  return { pages, language: languageOf(text), characters: text.length, parts: [document] }
}

export function extract(bytes: Buffer, mimeType: TextType): Extraction {
  const text = decodeText(bytes)
  if (text === null) return { document: null, failure: 'file.kind' }
  const document = extractAs(mimeType, text)
  if (document.blocks.length === 0) return { document: null, failure: 'file.noText' }
  return { document, failure: null }
}

function extractAs(mimeType: TextType, text: string): DocumentText {
  if (mimeType === 'text/html') return extractHtml(text)
  if (mimeType === 'text/markdown') return extractMarkdown(text)
  return extractPlainText(text)
}
