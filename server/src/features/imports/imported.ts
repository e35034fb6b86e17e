import { createHash } from 'node:crypto'
import type { ImportSource } from '@parlance/contract/imports'
import { titleOfQuestion } from '../../platform/language/titleOfQuestion.ts'
import { readChatGpt } from './chatGpt.ts'
import { type Fields, fieldsOf, type Refusal } from './exported.ts'
import { readLibreChat } from './libreChat.ts'
import { type ImportedSegment, segmentsOf } from './segments.ts'

/** A conversation as it will be stored, with what is to be told of it. */
export interface ImportedConversation {
  source: ImportSource
  /** What it is known again by, when it comes a second time. */
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

/** Whose export an object is from, by its own form; null for anything else. */
export function sourceOf(value: unknown): ImportSource | null {
  const raw = fieldsOf(value)
  if (!raw) return null
  if (fieldsOf(raw.mapping)) return 'ChatGPT'
  const hasMessages = Array.isArray(raw.messages) || Array.isArray(raw.messagesTree)
  return typeof raw.conversationId === 'string' && hasMessages ? 'LibreChat' : null
}

/** Reads one conversation of an export; `bytes` are what it stands in the file as. */
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
    // That it is no JSON is the answer.
    return null
  }
}

/** Its own id, or the mark of its content where that is none which can be kept. */
function keyOf(id: string | null, bytes: Buffer): string {
  if (id && id.length <= SOURCE_ID && /^[\x20-\x7e]+$/.test(id)) return id
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

const titleField = /"title"\s{0,10}:\s{0,10}("(?:[^"\\]|\\.){0,300}")/

/** The title that stands at the beginning of what could not be read; empty where none does. */
export function titleIn(head: Buffer): string {
  const found = titleField.exec(head.toString('utf8'))?.[1]
  try {
    return found ? titleOfQuestion(String(JSON.parse(found)).replaceAll('\u0000', '').toWellFormed()) : ''
  } catch {
    // Half of a title is none.
    return ''
  }
}
