import type { TestApplication } from './application.ts'

/** One call of an operation: its path parameters, and its body or query. */
export interface Case {
  params?: Record<string, string>
  input?: Record<string, unknown>
  /** For uploads: the part `file`. */
  file?: { name: string; text: string }
  headers?: Record<string, string>
  /** Instead of the usual caller's token. */
  token?: string
}

/** What the cases name. */
export interface World {
  app: TestApplication
  gptSystemId: string
  stateId: string
  conversationId: string
  segmentId: string
  dataSourceId: string
  citation: { title: string; path: string }
}
