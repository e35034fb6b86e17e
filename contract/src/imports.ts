import { z } from 'zod'
import { endpoint, id, timestamp } from './endpoint.ts'
import { limits } from './limits.ts'

export const importSources = ['ChatGPT', 'LibreChat'] as const
export type ImportSource = (typeof importSources)[number]
export const importPhases = ['Waiting', 'Reading', 'Importing', 'Done', 'Failed'] as const
/** What is to be told of a conversation; from `QuestionsCut` on it was taken over all the same. */
export const importProblems = [
  'Unreadable',
  'Empty',
  'TooLong',
  'FileBroken',
  'QuestionsCut',
  'AnswersCut',
  'LeftOut',
] as const

/** Conversations that are brought from elsewhere, in the background. */
export const Import = z.object({
  importId: id,
  fileName: z.string(),
  /** The agent that they go on with. */
  gptSystemId: id,
  /** Recognised by the file's content. */
  source: z.enum(importSources).nullable(),
  phase: z.enum(importPhases),
  /** Conversations that were dealt with, and how many the file has: known once it has been looked through. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  taken: z.number().int(),
  /** They were there already. */
  known: z.number().int(),
  refused: z.number().int(),
  /** `count`: how many texts were cut or how many images and files left out. Long ones have the first entries alone. */
  report: z.array(
    z.object({
      item: z.string(),
      problem: z.enum(importProblems),
      count: z.number().int().optional(),
    }),
  ),
  /** An error's code where it failed. */
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

/** Conversations of other products become one's own. */
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
