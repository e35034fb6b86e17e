import type { ImportSource } from '@parlance/contract/imports'
import { cutTo } from '../../platform/language/cutTo.ts'

/** What somebody wrote, or an assistant, that one sees in the conversation. */
export interface Message {
  id: string
  role: 'User' | 'Assistant'
  text: string
  thinking: string
  /** Milliseconds; null where it is not told, or no time that can be. */
  at: number | null
  model: string | null
  /** Images and files that the export has beside the text or not at all. */
  leftOut: number
}

/** A conversation as a source has it: its tree with what one sees of it. */
export interface Exported {
  source: ImportSource
  /** Null: it is known by its content. */
  id: string | null
  title: string
  createdAt: number | null
  updatedAt: number | null
  /** The node that was looked at last. */
  currentId: string | null
  /** The parent of every node, also of those that are not shown, in their order. */
  parents: Map<string, string | null>
  messages: Map<string, Message>
}

/** Why a conversation was not taken over. */
export type Refusal = 'Unreadable' | 'Empty' | 'TooLong'

/** A conversation with more nodes was made to be slow: the longest ones of people have some thousands. */
export const MOST_NODES = 50_000

export type Fields = Record<string, unknown>
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** Text that can be stored: without NUL and halves of characters. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : ''
export const idOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
/** A name in one line, short enough to stand beside others. */
export const nameOf = (value: unknown): string =>
  cutTo(
    textOf(value)
      .slice(0, 2000)
      .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
      .trim(),
    100,
  )

const EARLIEST = Date.UTC(2000, 0, 1)
const DAY_MS = 86_400_000
/** More seconds than these are milliseconds. */
const MOST_SECONDS = 100_000_000_000

/** Seconds, milliseconds or ISO 8601 as milliseconds; null for what is none, or no time at which one could have chatted. */
export function timeOf(value: unknown): number | null {
  const given = typeof value === 'string' ? Date.parse(value.slice(0, 40)) : value
  if (typeof given !== 'number' || !Number.isFinite(given)) return null
  const ms = Math.round(typeof value === 'number' && given < MOST_SECONDS ? given * 1000 : given)
  return ms >= EARLIEST && ms <= Date.now() + DAY_MS ? Math.min(ms, Date.now()) : null
}
