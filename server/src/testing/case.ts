import type { Access } from '@parlance/contract/endpoint'
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

/** A call that succeeds repeatedly: by anna, or by the administrator if it needs a permission. */
export type Make = (world: World) => Promise<Case>

/**
 * The calls of a feature, by operation: the default export of its `testing/calls.ts`. `access` is who can call it,
 * written a second time by hand. The contract is compared with it, so no permission changes by accident.
 */
export type Calls = Record<string, { access: Access; make: Make }>
