import { createHash } from 'node:crypto'
import type { ImportSource } from '@parlance/contract/imports'
import { titleOfQuestion } from '../../platform/language/titleOfQuestion.ts'
import { readChatGpt } from './chatGpt.ts'
import { type Fields, fieldsOf, type Refusal } from './exported.ts'
import { readLibreChat } from './libreChat.ts'
import { type ImportedSegment, segmentsOf } from './segments.ts'

/** A conversation as it will be stored, with what the report says about it. */
export interface ImportedConversation {
  source: ImportSource
  /** Identifies the conversation if it is imported again. */
  sourceId: string
  title: string
  createdAt: number
  lastActivityAt: number
  segments: ImportedSegment[]
  leaf: number
  questionsCut: number
  answersCut: number
  leftOut: number
}

const SOURCE_ID = 200

/** Detects the source of an export from the form of an object. Returns null for anything else. */
export function sourceOf(value: unknown): ImportSource | null {
  const raw = fieldsOf(value)
  if (!raw) return null
  if (fieldsOf(raw.mapping)) return 'ChatGPT'
  const hasMessages = Array.isArray(raw.messages) || Array.isArray(raw.messagesTree)
  return typeof raw.conversationId === 'string' && hasMessages ? 'LibreChat' : null
}

/** Reads one conversation of an export from its `bytes` in the file. */
export function readConversation(bytes: Buffer, importedAt: number): ImportedConversation | Refusal {
  const raw = parse(bytes)
  const source = sourceOf(raw)
  if (!source) return 'Unreadable'
  const read = source === 'ChatGPT' ? readChatGpt : readLibreChat
  const exported = read(raw as Fields)
  if (typeof exported === 'string') return exported
  const tree = segmentsOf(exported, importedAt)
  if (tree === 'TooLong') return tree
  const { segments, leaf, questionsCut, answersCut } = tree
  const [first] = segments
  if (!first || leaf === null) return 'Empty'
  const times = segments.flatMap(({ askedAt, answeredAt }) => [askedAt, answeredAt])
  const createdAt = exported.createdAt ?? first.askedAt
  const latest = times.reduce((a, b) => Math.max(a, b), createdAt)
  let leftOut = 0
  for (const message of exported.messages.values()) leftOut += message.leftOut
  return {
    source,
    sourceId: keyOf(exported.id, bytes),
    title: titleOfQuestion(exported.title) || titleOfQuestion(first.question),
    createdAt,
    lastActivityAt: Math.max(exported.updatedAt ?? latest, createdAt),
    segments,
    leaf,
    questionsCut,
    answersCut,
    leftOut,
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    // Invalid JSON simply returns null.
    return null
  }
}

/** Returns the conversation's own ID, or a hash of its content if the ID can't be stored. */
function keyOf(id: string | null, bytes: Buffer): string {
  if (id && id.length <= SOURCE_ID && /^[\x20-\x7e]+$/.test(id)) return id
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

const titleField = /"title"\s{0,10}:\s{0,10}("(?:[^"\\]|\\.){0,300}")/

/** Returns the title at the beginning of an unreadable conversation, or an empty string. */
export function titleIn(head: Buffer): string {
  const found = titleField.exec(head.toString('utf8'))?.[1]
  try {
    return found ? titleOfQuestion(String(JSON.parse(found)).replaceAll('\u0000', '').toWellFormed()) : ''
  } catch {
    // An incomplete title doesn't count.
    return ''
  }
}
