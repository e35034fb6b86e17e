import type { TestApplication } from './application.ts'

/** A call of an operation: its path parameters, and its body or query. */
export interface Case {
  params?: Record<string, string>
  input?: Record<string, unknown>
  /** For uploads: the `file` part. */
  file?: { name: string; text: string }
  headers?: Record<string, string>
  /** Replaces the usual caller's token. */
  token?: string
}

/** The objects that the cases refer to. */
export interface World {
  app: TestApplication
  gptSystemId: string
  stateId: string
  conversationId: string
  segmentId: string
  dataSourceId: string
  citation: { title: string; path: string }
}
