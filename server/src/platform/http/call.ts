import type { Endpoint, Input, Params } from '@parlance/contract/endpoint'
import type { Actor } from '../access/actor.ts'
import type { RecordChange } from '../audit/audit.ts'
import type { Sql } from '../database/database.ts'

/** A file that came with a call: its bytes are in the blob store already and go again when the handler fails. */
export interface Upload {
  name: string
  size: number
  sha256: string
  head: Buffer
  blobKey: string
}

/** One call of an endpoint: what a handler is given. */
export interface Call<E extends Endpoint = Endpoint> {
  /** Who is signed in. Endpoints that are open to anyone have nobody here and must not ask. */
  readonly actor: Actor
  params: Params<E>
  input: Input<E>
  requestId: string
  network: string
  /** The Host that was asked. */
  host: string
  userAgent: string | null
  /** Aborted when the caller has gone. */
  signal: AbortSignal
  /** The Idempotency-Key, where the endpoint takes one and the caller sent one. */
  idempotencyKey: string | null
  lastEventId: string | null
  /** The version that the caller has changed, where the endpoint demands it; of no object where it cannot be read. */
  ifMatch: number
  readonly upload: Upload
  /**
   * Changes something: one transaction with the change, its audit entries and its idempotency key. What `work`
   * returns is what a repetition of the same call is answered with, so the handler returns it as it is.
   */
  change<T>(work: (tx: Sql, record: RecordChange) => Promise<T>): Promise<T>
}
