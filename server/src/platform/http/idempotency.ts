import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Sql } from '../database/database.ts'
import { removeAllRows } from '../database/slices.ts'
import { AppError } from '../errors.ts'

/** One intent of a caller: a request with the same key and content runs only once. */
export interface Intent {
  owner: string
  key: string
  operation: string
  bodyHash: string
}

const KEY = /^[\x21-\x7e]{8,200}$/

export function checkIdempotencyKey(header: string | string[] | undefined, required: boolean): string | null {
  if (header === undefined && !required) return null
  if (typeof header !== 'string' || !KEY.test(header)) throw new AppError('request.idempotencyKey')
  return header
}

/**
 * Returns a hash of a call's content, to distinguish a repeated call from another request with the same key.
 */
export function bodyHashOf(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Runs a change once per intent, inside its transaction. The key's row is written first, so a second call with
 * the same key waits for it. It then gets the first call's result, except for fields that are returned only
 * once.
 */
export async function once<T>(
  tx: Sql,
  intent: Intent,
  work: () => Promise<T>,
  toldOnce: readonly string[] = [],
): Promise<{ answer: T; repeated: boolean }> {
  const claimed = await sql`insert into idempotency_key (owner, key, operation, body_hash)
    values (${intent.owner}, ${intent.key}, ${intent.operation}, ${intent.bodyHash})
    on conflict (owner, key) do nothing returning key`.execute(tx)
  if (claimed.rows.length === 0) {
    const found = await sql<{ operation: string; bodyHash: string; answer: T }>`
      select operation, body_hash as "bodyHash", answer from idempotency_key
      where owner = ${intent.owner} and key = ${intent.key}`.execute(tx)
    const first = found.rows[0]
    if (!first || first.operation !== intent.operation || first.bodyHash !== intent.bodyHash) {
      throw new AppError('request.reusedKey')
    }
    return { answer: first.answer, repeated: true }
  }
  const answer = await work()
  const stored = JSON.stringify(answer ?? null, (field, value) => (toldOnce.includes(field) ? null : value))
  await sql`update idempotency_key set answer = ${stored}::jsonb
    where owner = ${intent.owner} and key = ${intent.key}`.execute(tx)
  return { answer, repeated: false }
}

export const removeOldIdempotencyKeys = (database: Database): Promise<void> =>
  removeAllRows(database, {
    table: 'idempotency_key',
    key: 'ctid',
    where: sql`r.created_at < now() - interval '48 hours'`,
  })
