import type { Endpoint, Input, Params } from '@parlance/contract/endpoint'
import type { Actor } from '../access/actor.ts'
import type { RecordChange } from '../audit/audit.ts'
import type { Sql } from '../database/database.ts'

/**
 * A file uploaded with a call. Its bytes are already in the blob store and are deleted if the handler fails.
 */
export interface Upload {
  name: string
  size: number
  sha256: string
  head: Buffer
  blobKey: string
}

/** One call of an endpoint, as passed to its handler. */
export interface Call<E extends Endpoint = Endpoint> {
  /** The signed-in user. Endpoints open to anyone have none and must not read it. */
  readonly actor: Actor
  params: Params<E>
  input: Input<E>
  requestId: string
  network: string
  host: string
  userAgent: string | null
  /** The Origin header, which browsers set and pages can't. */
  origin: string | null
  /** The Authorization header, for endpoints open to anyone that treat some users differently. */
  authorization: string | null
  /** The secret of a visitor's session, if the caller sent one. */
  visitSecret: string | null
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
  /** The Idempotency-Key, if the endpoint accepts one and the caller sent one. */
  idempotencyKey: string | null
  lastEventId: string | null
  /**
   * The version that the caller edited, if the endpoint requires it. A value we can't parse matches no object.
   */
  ifMatch: number
  readonly upload: Upload
  /**
   * Runs a change: one transaction with the change, its audit entries, and its idempotency key. A repeated call
   * is answered with what `work` returned, so the handler must return it unchanged.
   */
  change<T>(work: (tx: Sql, record: RecordChange) => Promise<T>): Promise<T>
}
