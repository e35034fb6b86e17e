import type { ImportSource } from '@parlance/contract/imports'
import { cutTo } from '../../platform/language/cutTo.ts'

/** A visible message of a person or an assistant. */
export interface Message {
  id: string
  role: 'User' | 'Assistant'
  text: string
  thinking: string
  /** In milliseconds. Null if missing or not a plausible time. */
  at: number | null
  model: string | null
  /** Images and files that the export stores outside the text or not at all. */
  leftOut: number
}

/** A conversation as exported by a source: its tree and its visible messages. */
export interface Exported {
  source: ImportSource
  /** Null: the conversation is identified by its content. */
  id: string | null
  title: string
  createdAt: number | null
  updatedAt: number | null
  /** The node viewed last. */
  currentId: string | null
  /** The parent of every node in order, including nodes that are not shown. */
  parents: Map<string, string | null>
  messages: Map<string, Message>
}

/** Why a conversation was not imported. */
export type Refusal = 'Unreadable' | 'Empty' | 'TooLong'

/** A conversation with more nodes is an attack: the longest real ones have a few thousand. */
export const MOST_NODES = 50_000

export type Fields = Record<string, unknown>
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** Returns text that can be stored, without NUL and halves of surrogate pairs. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : ''
export const idOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
/** Returns a name on one line, short enough to list with others. */
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
/** Larger values are milliseconds, not seconds. */
const MOST_SECONDS = 100_000_000_000

/**
 * Converts seconds, milliseconds, or ISO 8601 to milliseconds. Returns null for anything else, and for times at
 * which no one can have chatted.
 */
export function timeOf(value: unknown): number | null {
  const given = typeof value === 'string' ? Date.parse(value.slice(0, 40)) : value
  if (typeof given !== 'number' || !Number.isFinite(given)) return null
  const ms = Math.round(typeof value === 'number' && given < MOST_SECONDS ? given * 1000 : given)
  return ms >= EARLIEST && ms <= Date.now() + DAY_MS ? Math.min(ms, Date.now()) : null
}
