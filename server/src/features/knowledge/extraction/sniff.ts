import { AppError } from '../../../platform/errors.ts'

export const PDF = 'application/pdf'
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export type TextType = 'text/plain' | 'text/markdown' | 'text/html'
/** The kinds of files that can be read. */
export type MimeType = TextType | typeof PDF | typeof DOCX
/** Kinds whose first bytes tell only what holds them: archives, and the older container of office documents. */
export type Container = 'zip' | 'compound'

/** Formats that can look like text at their beginning, or that open with letters. */
const foreignBeginnings = ['%!PS', '{\\rtf', 'GIF8', 'SQLite format 3', 'ID3', 'OggS', 'fLaC']
const htmlBeginning = /^<(?:!doctype\s+html|html|head|body)\b/i
/** What may stand before it. Taken off one by one: as one pattern it could be read in more ways than anyone can try. */
const beforeHtml = /^(?:\s+|<!--[\s\S]*?-->|<\?xml[^>]*\?>)/
const anyTag =
  /<(?:p|div|span|table|h[1-6]|a|br|ul|ol|li|section|article|main|title|meta|pre|b|i|em|strong)\b[^>]{0,500}>/i

/** Other programs may write up to so much before a PDF's first line. */
const PDF_HEAD = 1024
const compoundBeginning = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * The kind of a file by its first bytes; the name's ending only tells apart what is text. Throws `file.kind` for
 * everything that is neither text nor one of the other kinds that can be read.
 */
export function sniff(head: Buffer, name: string): TextType | typeof PDF | Container {
  if (beginsAsPdf(head)) return PDF
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'zip'
  if (head.subarray(0, 8).equals(compoundBeginning)) return 'compound'
  const text = decodeText(head, true)
  if (text === null || foreignBeginnings.some((beginning) => text.startsWith(beginning))) {
    throw new AppError('file.kind')
  }
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (beginsAsHtml(text)) return 'text/html'
  if (['html', 'htm', 'xhtml'].includes(ending) && anyTag.test(text)) return 'text/html'
  if (['md', 'markdown', 'mdown'].includes(ending)) return 'text/markdown'
  return 'text/plain'
}

/** What stands before the mark is white space, or bytes that are no text: a text may speak of PDF. */
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
 * Text of bytes in UTF-8, or in UTF-16 with its byte order mark; null where they are neither. `beginning`: the
 * bytes may end inside a character.
 */
export function decodeText(bytes: Buffer, beginning = false): string | null {
  const encoding = encodingOf(bytes)
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: beginning })
    return looksBinary(text) ? null : text
  } catch {
    // The decoder throws for bytes that are no text in this encoding; that is the answer, not a fault.
    return null
  }
}

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** NUL never stands in text; other control characters do so rarely. */
function looksBinary(text: string): boolean {
  if (text.includes('\u0000')) return true
  const sample = text.slice(0, 4096)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const controls = sample.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\u007f]/g)?.length ?? 0
  return controls > sample.length / 100 + 1
}
