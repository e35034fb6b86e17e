import type { ImportSource } from '@parlance/contract/imports'
import type { ImportedConversation } from './imported.ts'

/** What the reading process is to do: look what a file holds, or read its conversations from `skip` on. */
export type ReadingTask = { kind: 'survey' } | { kind: 'read'; skip: number; importedAt: number }

/** What it says, one a line. Of `read`, each conversation has one line, in their order. */
export type ReadingLine =
  /** The end of a file: how many conversations it holds, and from where; null: it is no export. */
  | { kind: 'file'; file: number; source: ImportSource | null; conversations: number; whole: boolean }
  | { kind: 'conversation'; conversation: ImportedConversation }
  | { kind: 'refused'; title: string; problem: 'Unreadable' | 'Empty' | 'TooLong' }
