import { z } from 'zod'
import { endpoint, id, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

export const importSources = ['ChatGPT', 'LibreChat'] as const
export type ImportSource = (typeof importSources)[number]
export const importPhases = ['Waiting', 'Reading', 'Importing', 'Done', 'Failed'] as const
/** Problems reported per conversation. From `QuestionsCut` on, the conversation was imported anyway. */
export const importProblems = [
  'Unreadable',
  'Empty',
  'TooLong',
  'FileBroken',
  'QuestionsCut',
  'AnswersCut',
  'LeftOut',
] as const

/** An import of conversations from another product, running in the background. */
export const Import = z.object({
  importId: id,
  fileName: z.string(),
  /** The agent that continues the conversations. */
  gptSystemId: id,
  /** Detected from the file's content. */
  source: z.enum(importSources).nullable(),
  phase: z.enum(importPhases),
  /** Conversations processed, and the total in the file, which is known once the file has been scanned. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  taken: z.number().int(),
  /** Conversations that had already been imported. */
  known: z.number().int(),
  refused: z.number().int(),
  /**
   * `count`: the number of texts truncated, or of images and files left out. Long reports contain only the
   * first entries.
   */
  report: z.array(
    z.object({
      item: z.string(),
      problem: z.enum(importProblems),
      count: z.number().int().optional(),
    }),
  ),
  /** The error code if the import failed. */
  failure: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
})

const base = '/api/internal/userConversations/imports' as const
const reading = {
  method: 'GET',
  access: 'signedIn',
  rate: 'read',
  audit: 'none',
} as const

/** Imports conversations from other products. */
export const conversationImports = {
  import: endpoint({
    kind: 'upload',
    method: 'POST',
    path: base,
    access: 'signedIn',
    rate: 'upload',
    audit: 'none',
    idempotency: 'optional',
    largest: { bytes: limits.importBytes, error: 'import.tooLarge' },
    input: z.strictObject({ gptSystemId: id }),
    response: Import,
    purpose:
      'Starts importing conversations from a ChatGPT or LibreChat export, to continue with one agent. Each person can run one import at a time.',
  }),
  listImports: endpoint({
    ...reading,
    path: base,
    response: z.object({ items: z.array(Import) }),
    purpose: 'Lists your recent imports, newest first. Kept for 30 days.',
  }),
  getImport: endpoint({
    ...reading,
    path: `${base}/{importId}`,
    params: z.strictObject({ importId: id }),
    response: Import,
    purpose: 'Returns the progress of an import and its report.',
  }),
}
