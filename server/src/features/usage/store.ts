import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../platform/database/database.ts'

export type Per = 'Day' | 'Month'

export interface CounterKey {
  scope: string
  per: Per
  subject: string
}

export interface Counter extends CounterKey {
  messages: number
  tokens: number
  reservedMessages: number
  reservedTokens: number
}

/** The first day of a counter's period, by the database's clock: one for all processes. */
const periodStart = sql`date_trunc(case given.per when 'Day' then 'day' else 'month' end, now() at time zone 'UTC')::date`

const givenKeys = (keys: readonly CounterKey[]) => sql`unnest(${keys.map(({ scope }) => scope)}::text[],
  ${keys.map(({ per }) => per)}::text[], ${keys.map(({ subject }) => subject)}::text[]) as given (scope, per, subject)`

const counterColumns = sql`c.scope, c.per, c.subject, c.messages, c.tokens,
  c.reserved_messages as "reservedMessages", c.reserved_tokens as "reservedTokens"`

/** This period's counters, which are made where they are not there, locked in one order until the transaction's end. */
export async function lockCounters(tx: Sql, keys: readonly CounterKey[]): Promise<Counter[]> {
  await sql`insert into usage_counter (scope, per, period_start, subject)
    select given.scope, given.per, ${periodStart}, given.subject from ${givenKeys(keys)}
    order by 1, 2, 4 on conflict do nothing`.execute(tx)
  const found = await sql<Counter>`select ${counterColumns} from usage_counter c join ${givenKeys(keys)}
      on (c.scope, c.per, c.subject, c.period_start) = (given.scope, given.per, given.subject, ${periodStart})
    order by c.scope, c.per, c.subject for update of c`.execute(tx)
  return found.rows
}

/** This period's counters as they are; those that nothing was counted in are not among them. */
export async function readCounters(db: Sql, keys: readonly CounterKey[]): Promise<Counter[]> {
  const found = await sql<Counter>`select ${counterColumns} from usage_counter c join ${givenKeys(keys)}
    on (c.scope, c.per, c.subject, c.period_start) = (given.scope, given.per, given.subject, ${periodStart})`.execute(
    db,
  )
  return found.rows
}

export interface Share {
  tokens: number
  /** Null where no model is asked. */
  sentTokens: number | null
}

/** Sets an answer's share aside in counters that are locked. */
export async function reserve(
  tx: Sql,
  segmentId: string,
  keys: readonly CounterKey[],
  { tokens, sentTokens }: Share,
): Promise<void> {
  await sql`with raised as (
      update usage_counter c set reserved_messages = reserved_messages + 1, reserved_tokens = reserved_tokens + ${tokens}
      from ${givenKeys(keys)}
      where (c.scope, c.per, c.subject, c.period_start) = (given.scope, given.per, given.subject, ${periodStart})
      returning c.scope, c.per, c.subject, c.period_start)
    insert into usage_reservation (segment_id, scope, per, period_start, subject, tokens, sent_tokens)
    select ${segmentId}::uuid, scope, per, period_start, subject, ${tokens}, ${sentTokens}::bigint from raised`.execute(
    tx,
  )
}

export interface Used {
  messages: 0 | 1
  /** What the provider counted. */
  tokens: number
  /** What was shown, by our own estimate: an answer that was stopped costs at least what was sent and shown. */
  shownTokens: number
}

/** Parts of the statement that ends an answer: its share is settled and goes, where `condition` holds. */
export const settling = (
  segmentId: string,
  { messages, tokens, shownTokens }: Used,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`settled as (
    update usage_counter c set messages = c.messages + ${messages}::bigint,
      tokens = c.tokens + case when r.sent_tokens is null or ${messages} = 0 then 0
        else greatest(${tokens}::bigint, r.sent_tokens + ${shownTokens}::bigint) end,
      reserved_messages = c.reserved_messages - 1, reserved_tokens = c.reserved_tokens - r.tokens
    from usage_reservation r
    where r.segment_id = ${segmentId}::uuid and ${condition}
      and (c.scope, c.per, c.period_start, c.subject) = (r.scope, r.per, r.period_start, r.subject) returning c.scope),
  unreserved as (delete from usage_reservation r where r.segment_id = ${segmentId}::uuid and ${condition})`

/** Counters are kept for 13 months. */
export async function removeOld(db: Sql): Promise<void> {
  await sql`delete from usage_counter c where c.period_start < now() - interval '13 months'
    and not exists (select from usage_reservation r where (r.scope, r.per, r.period_start, r.subject)
      = (c.scope, c.per, c.period_start, c.subject))`.execute(db)
}
