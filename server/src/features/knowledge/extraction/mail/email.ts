import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { languageOf } from '../../../../platform/language/languageOf.ts'
import {
  createDocumentBuilder,
  type DocumentBuilder,
  type DocumentText,
  SEPARATOR,
} from '../../passages/documentText.ts'
import { addHtml } from '../html.ts'
import { detectKind } from '../kindOf.ts'
import { type OpenedDocument, Unreadable } from '../openedDocument.ts'
import { addParagraphs } from '../plainText.ts'
import { EMAIL, type MimeType } from '../sniff.ts'

/** What is attached to attachments of attachments is only named. */
const MAX_DEPTH = 3
const MAX_ATTACHMENTS = 50
const MAX_ATTACHED_BYTES = 100 * 1024 * 1024
/** An email to more people is to a list. */
const MAX_ADDRESSES = 30
const MAX_HEADER = 1000
const MAX_MIME_DEPTH = 50
const HEAD_BYTES = 4096
/** Between a document's title, which isn't part of its text, and the headings of its body. */
const SUBJECT_LEVEL = 0.5
/** A text with that much less than the HTML only says that there is HTML. */
const LEAST_TEXT_SHARE = 1 / 3

/** What all emails within one file can still attach. */
interface Room {
  openDocument: OpenDocument
  attachments: number
  bytes: number
}

type OpenDocument = (bytes: Buffer, mimeType: MimeType) => Promise<OpenedDocument>

/** Opens an email with what is attached to it, each attachment below its name, read with `openDocument`. */
export function openEmail(bytes: Buffer, openDocument: OpenDocument): Promise<OpenedDocument> {
  return opened(bytes, 1, { openDocument, attachments: MAX_ATTACHMENTS, bytes: MAX_ATTACHED_BYTES })
}

async function opened(bytes: Buffer, depth: number, room: Room): Promise<OpenedDocument> {
  const email = await parse(bytes)
  const builder = createDocumentBuilder()
  const subject = shortened(email.subject ?? '')
  builder.heading(SUBJECT_LEVEL, subject)
  addMessage(builder, email)
  const message: DocumentText = { ...builder.finish(), pages: null, pageIsPassage: false }
  const attached = email.attachments.reduce((sum, { content }) => sum + bytesOf(content).length, 0)
  return {
    pages: null,
    language: languageOf(message.text),
    // A guess, because attachments are opened one by one.
    characters: message.text.length + attached,
    parts: partsOf(message, subject, email.attachments, depth, room),
  }
}

async function parse(bytes: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: MAX_MIME_DEPTH })
  } catch (cause) {
    throw new Unreadable('file.broken', { cause })
  }
}

async function* partsOf(
  message: DocumentText,
  subject: string,
  attachments: readonly Attachment[],
  depth: number,
  room: Room,
): AsyncGenerator<DocumentText> {
  yield message
  for (const attachment of attachments) {
    const name = nameOf(attachment)
    const content = bytesOf(attachment.content)
    // Pictures of the layout have no text either.
    if (attachment.related || depth > MAX_DEPTH || room.attachments === 0 || content.length > room.bytes)
      continue
    room.attachments -= 1
    room.bytes -= content.length
    try {
      let isFirst = true
      for await (const part of (await openAttached(attachment, content, name, depth, room)).parts) {
        yield below(subject, name, part, isFirst)
        isFirst = false
      }
    } catch {
      // The message names it, and everything else can still be read.
    }
  }
}

async function openAttached(
  { mimeType }: Attachment,
  content: Buffer,
  name: string,
  depth: number,
  room: Room,
): Promise<OpenedDocument> {
  if (mimeType === EMAIL) return opened(content, depth + 1, room)
  const file = { name, size: content.length, head: content.subarray(0, HEAD_BYTES) }
  const kind = await detectKind(file, async (start, end) => content.subarray(start, end))
  return kind === EMAIL ? opened(content, depth + 1, room) : room.openDocument(content, kind)
}

/** Returns a part of an attachment below the subject and its name, which is written once. */
function below(subject: string, name: string, part: DocumentText, isFirst: boolean): DocumentText {
  const path = subject === '' ? name : `${subject}${SEPARATOR}${name}`
  const shift = isFirst ? name.length + 2 : 0
  const blocks = part.blocks.map((block) => ({
    ...block,
    heading: block.heading === '' ? path : `${path}${SEPARATOR}${block.heading}`,
    start: block.start + shift,
    end: block.end + shift,
  }))
  if (!isFirst) return { ...part, blocks }
  const page = part.blocks[0]?.page ?? null
  const title = { kind: 'heading' as const, heading: subject, page, start: 0, end: name.length }
  return { ...part, text: `${name}\n\n${part.text}`, blocks: [title, ...blocks] }
}

function addMessage(builder: DocumentBuilder, email: Email): void {
  const date = email.headers.find(({ key }) => key === 'date')?.value ?? ''
  const lines: [string, string][] = [
    ['From', addressesOf(email.from ? [email.from] : [])],
    ['To', addressesOf(email.to ?? [])],
    ['Cc', addressesOf(email.cc ?? [])],
    ['Date', date],
    [
      'Attachments',
      email.attachments
        .filter(({ related }) => !related)
        .slice(0, MAX_ATTACHMENTS)
        .map(nameOf)
        .join(', '),
    ],
  ]
  for (const [name, value] of lines) {
    const shown = shortened(value)
    if (shown !== '') builder.block('list', `${name}: ${shown}`)
  }
  const text = withoutQuotes(email.text ?? '')
  const html = (email.html ?? '').replaceAll(/<title[\s>][^<]{0,1000}<\/title>/gi, '')
  if (text.trim().length >= htmlLength(html) * LEAST_TEXT_SHARE) addParagraphs(builder, text)
  else addHtml(builder, html)
}

function htmlLength(html: string): number {
  if (html === '') return 0
  const builder = createDocumentBuilder()
  addHtml(builder, html)
  return builder.finish().text.length
}

const quoteMark = /^(?:> ?)+/

/** Returns text without the marks of quoted lines. Where their level changes, another paragraph begins. */
function withoutQuotes(text: string): string {
  let before = ''
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const mark = (quoteMark.exec(line)?.[0] ?? '').replaceAll(' ', '')
    const isNext = mark === before
    before = mark
    const own = line.replace(quoteMark, '')
    return isNext ? [own] : ['', own]
  })
  return lines.join('\n').replaceAll('\f', '\n')
}

function addressesOf(addresses: readonly Address[]): string {
  return addresses
    .slice(0, MAX_ADDRESSES)
    .map((one) => {
      if (one.group) return `${one.name}: ${addressesOf(one.group)}`
      const { name, address = '' } = one
      if (name === '' || address === '' || name === address) return name || address
      return `${name} <${address}>`
    })
    .join(', ')
}

function nameOf({ filename, mimeType }: Attachment): string {
  return shortened(filename ?? '') || (mimeType === EMAIL ? 'Email' : mimeType)
}

const shortened = (value: string) => value.slice(0, MAX_HEADER).replaceAll(/\s+/g, ' ').trim()

const bytesOf = (content: Attachment['content']) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
