import type { ImportSource } from '@parlance/contract/imports'
import type { ImportedConversation } from './imported.ts'

/** The reading process's task: survey the files, or read the conversations from `skip` on. */
export type ReadingTask = { kind: 'survey' } | { kind: 'read'; skip: number; importedAt: number }

/**
 * The output of the reading process, one per line. A `read` task writes one line per conversation, in order.
 */
export type ReadingLine =
  /**
   * The end of a file, with its source and number of conversations. A null source means it is not an export.
   */
  | { kind: 'file'; file: number; source: ImportSource | null; conversations: number; whole: boolean }
  | { kind: 'conversation'; conversation: ImportedConversation }
  | { kind: 'refused'; title: string; problem: 'Unreadable' | 'Empty' | 'TooLong' }
