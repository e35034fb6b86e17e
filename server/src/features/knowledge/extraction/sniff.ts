import { AppError } from '../../../platform/errors.ts'
import { isMail, type StructuredType, structuredKind } from './textKinds.ts'

export const PDF = 'application/pdf'
const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'
export const DOCX = `${openXml}.wordprocessingml.document` as const
export const XLSX = `${openXml}.spreadsheetml.sheet` as const
export const PPTX = `${openXml}.presentationml.presentation` as const
export const XLS = 'application/vnd.ms-excel'
export const ODT = `${openDocument}.text` as const
export const ODS = `${openDocument}.spreadsheet` as const
export const ODP = `${openDocument}.presentation` as const
export const EPUB = 'application/epub+zip'
export const EMAIL = 'message/rfc822'
export const RTF = 'application/rtf'

export type TextType = 'text/plain' | 'text/markdown' | 'text/html'
/** Tables whose values are separated by commas, tabs, or other characters. */
type TableType = 'text/csv' | 'text/tab-separated-values'
/** Archives that contain a document. */
export type ArchiveType =
  | typeof DOCX
  | typeof XLSX
  | typeof PPTX
  | typeof ODT
  | typeof ODS
  | typeof ODP
  | typeof EPUB
/** Kinds that state their own encoding. */
type EncodedType = typeof EMAIL | typeof RTF
/** Pictures, whose text is what is recognized on them. Only file libraries can have it recognized. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/tiff'] as const
export type ImageType = (typeof imageTypes)[number]
/** The kinds of files that can be read. */
export type MimeType =
  | TextType
  | TableType
  | StructuredType
  | EncodedType
  | ArchiveType
  | typeof PDF
  | typeof XLS
  | ImageType
/** Kinds whose first bytes reveal only the container: archives, and the older container of office documents. */
export type Container = 'zip' | 'compound'

/** Formats that can look like text at the beginning, or that start with letters. */
const foreignBeginnings = ['%!PS', 'GIF8', 'SQLite format 3', 'ID3', 'OggS', 'fLaC']
const htmlBeginning = /^<(?:!doctype\s+html|html|head|body)\b/i
/**
 * What can come before the HTML. Removed step by step, because a combined pattern would backtrack endlessly.
 */
const beforeHtml = /^(?:\s+|<!--[\s\S]*?-->|<\?xml[^>]*\?>)/
const anyTag =
  /<(?:p|div|span|table|h[1-6]|a|br|ul|ol|li|section|article|main|title|meta|pre|b|i|em|strong)\b[^>]{0,500}>/i

/** Other programs can write up to this much before a PDF's header. */
const PDF_HEAD = 1024
const RTF_HEAD = 100
const compoundBeginning = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * Detects the kind of a file by its first bytes. The name's extension only distinguishes kinds of text. Throws
 * `file.kind` for anything that can't be read.
 */
export function sniff(
  head: Buffer,
  name: string,
): Exclude<MimeType, ArchiveType | typeof XLS | ImageType> | Container {
  if (beginsAsPdf(head)) return PDF
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'zip'
  if (head.subarray(0, 8).equals(compoundBeginning)) return 'compound'
  if (head.subarray(0, RTF_HEAD).toString('latin1').trimStart().startsWith('{\\rtf')) return RTF
  if (isMail(head, name)) return EMAIL
  const text = decodeText(head, true)
  if (text === null || foreignBeginnings.some((beginning) => text.startsWith(beginning))) {
    throw new AppError('file.kind')
  }
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (beginsAsHtml(text)) return 'text/html'
  if (['html', 'htm', 'xhtml'].includes(ending) && anyTag.test(text)) return 'text/html'
  const structured = structuredKind(text, name)
  if (structured) return structured
  if (['md', 'markdown', 'mdown'].includes(ending)) return 'text/markdown'
  if (ending === 'csv') return 'text/csv'
  if (ending === 'tsv' || ending === 'tab') return 'text/tab-separated-values'
  return 'text/plain'
}

const imageBeginnings: readonly [ImageType, string][] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/tiff', 'II*\x00'],
  ['image/tiff', 'MM\x00*'],
]

/** Returns the kind of a picture by its first bytes, or null for anything else. */
export function imageTypeOf(head: Buffer): ImageType | null {
  const beginning = head.toString('latin1', 0, 8)
  return imageBeginnings.find(([, starts]) => beginning.startsWith(starts))?.[0] ?? null
}

/** Only white space or binary data can precede the header, because a text can mention PDF. */
function beginsAsPdf(head: Buffer): boolean {
  const at = head.subarray(0, PDF_HEAD).indexOf('%PDF-')
  if (at < 0) return false
  return head.subarray(0, at).toString('utf8').trim() === '' || decodeText(head, true) === null
}

function beginsAsHtml(text: string): boolean {
  let rest = text
  for (let taken = beforeHtml.exec(rest); taken; taken = beforeHtml.exec(rest))
    rest = rest.slice(taken[0].length)
  return htmlBeginning.test(rest)
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Returns null for anything else. `beginning`: the bytes can
 * end inside a character.
 */
export function decodeText(bytes: Buffer, beginning = false): string | null {
  const encoding = encodingOf(bytes)
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: beginning })
    return looksBinary(text) ? null : text
  } catch {
    // The decoder throws for bytes that are not text in this encoding, which is an expected result.
    return null
  }
}

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** NUL never occurs in text. Other control characters are rare. */
function looksBinary(text: string): boolean {
  if (text.includes('\u0000')) return true
  const sample = text.slice(0, 4096)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
  const controls = sample.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\u007f]/g)?.length ?? 0
  return controls > sample.length / 100 + 1
}
