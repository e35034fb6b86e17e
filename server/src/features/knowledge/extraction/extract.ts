import { languageOf } from '../../../platform/language/languageOf.ts'
import type { DocumentText } from '../passages/documentText.ts'
import type { RecognizedPages } from './extractionMessages.ts'
import { extractHtml } from './html.ts'
import { extractMarkdown } from './markdown.ts'
import { type OpenedDocument, Unreadable } from './openedDocument.ts'
import { extractPlainText } from './plainText.ts'
import { openRecognized } from './recognizedPages.ts'
import {
  DOCX,
  decodeText,
  EMAIL,
  EPUB,
  type MimeType,
  ODP,
  ODS,
  ODT,
  PDF,
  PPTX,
  RTF,
  type TextType,
  XLS,
  XLSX,
} from './sniff.ts'
import { JSON_KIND, JSON_LINES, NOTEBOOK, SOURCE_CODE, SUBRIP, WEBVTT, XML, YAML } from './textKinds.ts'

/** The text of a file, or why it has none. */
export type Extraction =
  | { document: DocumentText; failure: null }
  | { document: null; failure: 'file.kind' | 'file.noText' }

type Open = (bytes: Buffer, recognized?: RecognizedPages) => OpenedDocument | Promise<OpenedDocument>

const openWorkbook =
  (isArchive: boolean): Open =>
  async (bytes) =>
    (await import('./tables/workbook.ts')).openWorkbook(bytes, isArchive)
const openDelimited: Open = async (bytes) => (await import('./tables/delimited.ts')).openDelimited(bytes)
const openPicture: Open = (_, recognized = new Map()) => openRecognized(recognized)
const openSubtitles = openText(async () => (await import('./subtitles.ts')).extractSubtitles)
const openJson = openText(async () => (await import('./data/values.ts')).extractJson)

/** One reader for each kind, loaded on first use, because loading their code is most of their cost. */
const readers: Record<Exclude<MimeType, TextType>, Open> = {
  [PDF]: async (bytes, recognized) =>
    (await import('./pdf/openPdf.ts')).openPdf(new Uint8Array(bytes), recognized),
  'image/png': openPicture,
  'image/jpeg': openPicture,
  'image/tiff': openPicture,
  [DOCX]: async (bytes) => whole(await (await import('./docx.ts')).extractDocx(bytes)),
  [PPTX]: async (bytes) => (await import('./markup/pptx.ts')).openPptx(bytes),
  [XLSX]: openWorkbook(true),
  [XLS]: openWorkbook(false),
  [ODS]: openWorkbook(true),
  [ODT]: async (bytes) => (await import('./markup/openDocument.ts')).openOdt(bytes),
  [ODP]: async (bytes) => (await import('./markup/openDocument.ts')).openOdp(bytes),
  [EPUB]: async (bytes) => (await import('./markup/epub.ts')).openEpub(bytes),
  'text/csv': openDelimited,
  'text/tab-separated-values': openDelimited,
  [EMAIL]: async (bytes) => (await import('./mail/email.ts')).openEmail(bytes, openDocument),
  [RTF]: async (bytes) => (await import('./rtf.ts')).openRtf(bytes),
  [JSON_KIND]: openJson,
  [NOTEBOOK]: openJson,
  [JSON_LINES]: openText(async () => (await import('./data/values.ts')).extractJsonLines),
  [YAML]: openText(async () => (await import('./data/yaml.ts')).extractYaml),
  [XML]: openText(async () => (await import('./data/xmlData.ts')).extractXml),
  [SOURCE_CODE]: openText(async () => (await import('./code/sourceCode.ts')).extractCode),
  [WEBVTT]: openSubtitles,
  [SUBRIP]: openSubtitles,
}

/** Reads text with an extractor that is loaded on first use. */
function openText(load: () => Promise<(text: string) => DocumentText>): Open {
  return async (bytes) => {
    const text = decodeText(bytes)
    if (text === null) throw new Unreadable('file.kind')
    const document = (await load())(text)
    if (document.blocks.length === 0) throw new Unreadable('file.noText')
    return whole(document)
  }
}

/** Opens a file of any readable kind. Throws Unreadable, also while its parts are read. */
export async function openDocument(
  bytes: Buffer,
  mimeType: MimeType,
  recognized?: RecognizedPages,
): Promise<OpenedDocument> {
  if (!isText(mimeType)) return readers[mimeType](bytes, recognized)
  const { document, failure } = extract(bytes, mimeType)
  if (!document) throw new Unreadable(failure)
  return whole(document)
}

const isText = (mimeType: MimeType): mimeType is TextType => !(mimeType in readers)

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
