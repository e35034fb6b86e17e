import { type RawBuilder, sql } from 'kysely'
import type { Price } from '../../engines/registry.ts'
import { type Database, type Sql, sqlState } from '../../platform/database/database.ts'
import { removeAllRows } from '../../platform/database/slices.ts'

export type Per = 'Day' | 'Month'

export interface CounterKey {
  scope: string
  per: Per
  subject: string
}

export interface Counter extends CounterKey {
  messages: number
  tokens: number
  /** In micro-dollars. */
  cost: number
  reservedMessages: number
  reservedTokens: number
  reservedCost: number
}

/** A counter of one period, for amounts that are added later. */
export interface ChargedCounter extends CounterKey {
  periodStart: string
}

/** The first day of a counter's period, by the database's clock, which all processes share. */
const periodStart = sql`date_trunc(case given.per when 'Day' then 'day' else 'month' end, now() at time zone 'UTC')::date`

const givenKeys = (keys: readonly CounterKey[]) => sql`unnest(${keys.map(({ scope }) => scope)}::text[],
  ${keys.map(({ per }) => per)}::text[], ${keys.map(({ subject }) => subject)}::text[]) as given (scope, per, subject)`

const counterColumns = sql`c.scope, c.per, c.subject, c.messages, c.tokens, c.cost,
  c.reserved_messages as "reservedMessages", c.reserved_tokens as "reservedTokens", c.reserved_cost as "reservedCost"`

/** A counter's primary key. Several counters are always locked in its order, to avoid deadlocks. */
const keyColumns = sql`scope, per, period_start, subject`
const isCounter = (row: string) =>
  sql.raw(
    `(c.scope, c.per, c.period_start, c.subject) = (${row}.scope, ${row}.per, ${row}.period_start, ${row}.subject)`,
  )
const inOrder = sql`order by c.scope, c.per, c.period_start, c.subject for update of c`

/** Returns this period's counters, creating missing ones, locked until the transaction ends. */
export async function lockCounters(tx: Sql, keys: readonly CounterKey[]): Promise<Counter[]> {
  await sql`insert into usage_counter (scope, per, period_start, subject)
    select given.scope, given.per, ${periodStart}, given.subject from ${givenKeys(keys)}
    order by 1, 2, 3, 4 on conflict do nothing`.execute(tx)
  const found = await sql<Counter>`select ${counterColumns} from usage_counter c join ${givenKeys(keys)}
      on (c.scope, c.per, c.subject, c.period_start) = (given.scope, given.per, given.subject, ${periodStart})
    ${inOrder}`.execute(tx)
  return found.rows
}

/** Returns this period's counters, without those that have never been used. */
export async function readCounters(db: Sql, keys: readonly CounterKey[]): Promise<Counter[]> {
  const found = await sql<Counter>`select ${counterColumns} from usage_counter c join ${givenKeys(keys)}
    on (c.scope, c.per, c.subject, c.period_start) = (given.scope, given.per, given.subject, ${periodStart})`.execute(
    db,
  )
  return found.rows
}

const thisMonth = sql`date_trunc('month', now() at time zone 'UTC')::date`

/**
 * Starts a month's counter for everyone with what was used before, in micro-dollars as SQL. A counter that has more
 * already keeps it.
 */
export async function startCounter(tx: Sql, scope: string, used: RawBuilder<unknown>): Promise<void> {
  await sql`insert into usage_counter as c (scope, per, period_start, subject, cost)
    values (${scope}, 'Month', ${thisMonth}, 'Pool', ${used})
    on conflict (scope, per, period_start, subject) do update set cost = greatest(c.cost, excluded.cost)`.execute(
    tx,
  )
}

const BUDGET = 'budget:'

/** The scope of a budget's counter. */
export const budgetScope = (budgetId: string): string => `${BUDGET}${budgetId}`

const ofBudget = (amount: RawBuilder<unknown>) =>
  sql<number>`coalesce((select ${amount} from usage_counter c where (c.scope, c.per, c.period_start, c.subject)
    = (${sql.lit(BUDGET)} || b.id, 'Month', ${thisMonth}, 'Pool')), 0)`

/** SQL for what was used this month of the budget in the row `b`, in micro-dollars, with what is reserved. */
export const usedOfBudget = ofBudget(sql`c.cost + c.reserved_cost`)
/** The same of answers that have ended. */
export const spentOfBudget = ofBudget(sql`c.cost`)

export interface PageUsage {
  messages: number
  tokens: number
  costUsd: number
  visitors: number
  refusedByBudget: number
  unanswered: number
  claimed: number
}

/** Returns today's usage of a public page, from its own counter, those of its visitors, and the refusals. */
export async function readPage(
  db: Sql,
  { page, visitors, gptSystemId }: { page: string; visitors: string; gptSystemId: string },
): Promise<PageUsage> {
  const today = sql`(now() at time zone 'UTC')::date`
  const found = await sql<PageUsage>`with today as (select messages + reserved_messages as messages,
      tokens + reserved_tokens as tokens, cost + reserved_cost as cost from usage_counter
      where (scope, per, period_start, subject) = (${page}, 'Day', ${today}, 'Pool'))
    select coalesce((select messages from today), 0)::float8 as messages,
      coalesce((select tokens from today), 0)::float8 as tokens,
      coalesce((select cost from today), 0)::float8 / 1000000 as "costUsd",
      (select count(*)::int from usage_counter where scope = ${visitors} and per = 'Day'
        and period_start = ${today} and messages + reserved_messages > 0) as visitors,
      coalesce((select refused from public_endpoint_day
        where gpt_system_id = ${gptSystemId} and day = ${today}), 0)::float8 as "refusedByBudget",
      coalesce((select unanswered from public_endpoint_day
        where gpt_system_id = ${gptSystemId} and day = ${today}), 0)::float8 as unanswered,
      coalesce((select claimed from public_endpoint_day
        where gpt_system_id = ${gptSystemId} and day = ${today}), 0)::float8 as claimed`.execute(db)
  const row = found.rows[0]
  if (!row) throw new Error('Today’s usage is missing.')
  return row
}

/** Counts a question that a budget of a public page refused today. */
export const storeRefusal = (db: Sql, gptSystemId: string): Promise<void> =>
  addToday(db, gptSystemId, { refused: 1, claimed: 0 })

/** Counts a session of a public page that a user claimed today. */
export const storeClaim = (db: Sql, gptSystemId: string): Promise<void> =>
  addToday(db, gptSystemId, { refused: 0, claimed: 1 })

async function addToday(
  db: Sql,
  gptSystemId: string,
  { refused, claimed }: { refused: number; claimed: number },
): Promise<void> {
  await sql`insert into public_endpoint_day as d (gpt_system_id, day, refused, claimed)
    values (${gptSystemId}, (now() at time zone 'UTC')::date, ${refused}, ${claimed})
    on conflict (gpt_system_id, day) do update set refused = d.refused + excluded.refused,
      claimed = d.claimed + excluded.claimed`.execute(db)
}

/**
 * Returns a statement that counts a question of today which nothing was found for, unless someone tests the page. The
 * rows of `finished` have its conversation.
 */
export const countUnanswered = (finished: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into public_endpoint_day as d (gpt_system_id, day, unanswered)
    select s.gpt_system_id, (now() at time zone 'UTC')::date, 1 from ${finished} f
      join conversation c on c.id = f.conversation_id join public_session s on s.id = c.owner_session_id
    where s.tested_by is null
    on conflict (gpt_system_id, day) do update set unanswered = d.unanswered + 1`

/** The maximum that an answer can use. */
export interface Share {
  sentTokens: number
  writtenTokens: number
  /** In micro-dollars, not rounded. Zero for a deployment without a price. */
  cost: number
}

export const nothingSpent: Share = { sentTokens: 0, writtenTokens: 0, cost: 0 }

/** Rounds a cost up to whole micro-dollars. Products of prices have an error far below a millionth. */
const wholeMicros = (cost: number) => Math.ceil(Number(cost.toFixed(6)))

/**
 * The cost of tokens, rounded up to whole micro-dollars. A dollar per million tokens is one micro-dollar per
 * token.
 */
const costOf = (input: RawBuilder<unknown>, output: RawBuilder<unknown>, row: string) =>
  sql`ceil((${input}) * ${sql.ref(`${row}.input_price`)} + (${output}) * ${sql.ref(`${row}.output_price`)})::bigint`

/**
 * Reserves an answer's share in locked counters, at the current price. A null share means that no model is
 * asked.
 */
export async function reserve(
  tx: Sql,
  segmentId: string,
  keys: readonly CounterKey[],
  share: Share | null,
  price: Price | null,
): Promise<ChargedCounter[]> {
  const from = sql`${givenKeys(keys)}
    where (c.scope, c.per, c.subject, c.period_start) = (given.scope, given.per, given.subject, ${periodStart})`
  const reserved = await sql<ChargedCounter>`with ${reservedFrom(segmentId, from, share, price)}
    select * from reserved`.execute(tx)
  return reserved.rows
}

/** The parts of a statement that raise these counters, and remember by how much. */
function reservedFrom(
  segmentId: string,
  from: RawBuilder<unknown>,
  share: Share | null,
  price: Price | null,
): RawBuilder<unknown> {
  const { sentTokens, writtenTokens, cost } = share ?? nothingSpent
  const tokens = sentTokens + writtenTokens
  const { inputPerMillion = 0, outputPerMillion = 0 } = price ?? {}
  return sql`raised as (
      update usage_counter c set reserved_messages = c.reserved_messages + 1,
        reserved_tokens = c.reserved_tokens + ${tokens}::bigint,
        reserved_cost = c.reserved_cost + ${wholeMicros(cost)}::bigint
      from ${from} returning c.scope, c.per, c.subject, c.period_start),
    reserved as (
      insert into usage_reservation (segment_id, ${keyColumns}, tokens, sent_tokens, cost, input_price, output_price)
      select ${segmentId}::uuid, ${keyColumns}, ${tokens}::bigint, ${share && sentTokens}::bigint,
        ${wholeMicros(cost)}::bigint, ${inputPerMillion}::numeric, ${outputPerMillion}::numeric from raised
      returning scope, per, subject, period_start::text as "periodStart")`
}

/** How much counters can have so that there is room for an answer. */
export interface Room extends CounterKey {
  messages: number
  tokens: number
  /** In micro-dollars. */
  cost: number
}

/**
 * Returns parts of the statement that stores a question: they reserve the share of its answer, once `target` has a row.
 * `fitting` then has one too, and has to be joined, because it fails the statement if a counter has more than it can, or
 * was never used. `reserved` has the counters.
 */
export function reserving(
  segmentId: string,
  rooms: readonly Room[],
  share: Share | null,
  price: Price | null,
): RawBuilder<unknown> {
  const most = (of: 'messages' | 'tokens' | 'cost') => sql`${rooms.map((room) => room[of])}::bigint[]`
  return sql`locked as (
      select c.*, most.messages as most_messages, most.tokens as most_tokens, most.cost as most_cost
      from (select given.*, ${periodStart} as period_start from unnest(${rooms.map(({ scope }) => scope)}::text[],
        ${rooms.map(({ per }) => per)}::text[], ${rooms.map(({ subject }) => subject)}::text[], ${most('messages')},
        ${most('tokens')}, ${most('cost')}) as given (scope, per, subject, messages, tokens, cost)) most
      join usage_counter c on ${isCounter('most')} where exists (select from target) ${inOrder}),
    fitting as materialized (select demand_room(count(*) = ${rooms.length}
      and bool_and(messages + reserved_messages <= most_messages and tokens + reserved_tokens <= most_tokens
        and cost + reserved_cost <= most_cost)) from locked having exists (select from target)),
    ${reservedFrom(segmentId, sql`locked, fitting where ${isCounter('locked')}`, share, price)}`
}

/** Whether a statement failed because its counters have no room. */
export const isNoRoom = (error: unknown): boolean => sqlState(error) === 'PN001'

/** Returns the counters of an answer in progress, without its own reservation, locked in order. */
export async function lockReserved(tx: Sql, segmentId: string): Promise<Counter[]> {
  const found = await sql<Counter>`select c.scope, c.per, c.subject, c.messages, c.tokens, c.cost,
      c.reserved_messages - 1 as "reservedMessages", c.reserved_tokens - r.tokens as "reservedTokens",
      c.reserved_cost - r.cost as "reservedCost"
    from usage_counter c join usage_reservation r on ${isCounter('r')}
    where r.segment_id = ${segmentId}::uuid ${inOrder}`.execute(tx)
  return found.rows
}

/**
 * Raises the reservation of an answer whose counters are locked. Returns false if it has ended in the meantime.
 */
export async function raise(tx: Sql, segmentId: string, share: Share): Promise<boolean> {
  const tokens = sql`${share.sentTokens + share.writtenTokens}::bigint`
  const cost = sql`${wholeMicros(share.cost)}::bigint`
  const raised = await sql`with raised as (
      update usage_counter c set reserved_tokens = c.reserved_tokens + ${tokens} - r.tokens,
        reserved_cost = c.reserved_cost + ${cost} - r.cost
      from usage_reservation r where r.segment_id = ${segmentId}::uuid and ${isCounter('r')})
    update usage_reservation r set tokens = ${tokens}, sent_tokens = ${share.sentTokens}::bigint, cost = ${cost}
    where r.segment_id = ${segmentId}::uuid returning 1`.execute(tx)
  return raised.rows.length > 0
}

export interface Used {
  messages: 0 | 1
  /** As counted by the provider, without helper calls. */
  inputTokens: number
  outputTokens: number
  /**
   * Whether the provider has counted every call of an answer that completed, so nothing has to be estimated.
   */
  isCounted: boolean
  /** Estimated tokens shown: an answer that was stopped costs at least what was sent and shown. */
  shownTokens: number
  /** Estimated tokens sent; null if unknown, and then the reserved amount is used. */
  sentTokens: number | null
  /** The usage of helper calls, which have their own prices. */
  helpers: Share
}

/**
 * Returns parts of the statement that ends an answer: they settle and delete its reservation if `condition` is
 * true. Counters are locked before the reservation, as in `raise`, to avoid deadlocks.
 */
export function settling(
  segmentId: string,
  { messages, inputTokens, outputTokens, isCounted, shownTokens, sentTokens, helpers }: Used,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [input, output] = [sql`${inputTokens}::bigint`, sql`${outputTokens}::bigint`]
  const sent = sql`coalesce(${sentTokens}::bigint, r.sent_tokens)`
  const written = sql`greatest(${output}, ${shownTokens}::bigint)`
  const reserved = sql`r.segment_id = ${segmentId}::uuid and ${condition}`
  const estimated = sql`${!isCounted}::boolean`
  const counted = (told: RawBuilder<unknown>, estimate: RawBuilder<unknown>, ofHelpers: number) =>
    sql`case when r.sent_tokens is null or ${messages} = 0 then 0
      when ${estimated} then greatest(${told}, ${estimate}) else ${told} end + ${ofHelpers}::bigint`
  return sql`counters as (select c.scope, c.per, c.period_start, c.subject from usage_counter c
      join usage_reservation r on ${isCounter('r')} where ${reserved} ${inOrder}),
    settled as (
      update usage_counter c set messages = c.messages + ${messages}::bigint,
        tokens = c.tokens + ${counted(sql`${input} + ${output}`, sql`${sent} + ${written}`, helpers.sentTokens + helpers.writtenTokens)},
        cost = c.cost + ${counted(costOf(input, output, 'r'), costOf(sent, written, 'r'), wholeMicros(helpers.cost))},
        reserved_messages = c.reserved_messages - 1, reserved_tokens = c.reserved_tokens - r.tokens,
        reserved_cost = c.reserved_cost - r.cost
      from counters locked, usage_reservation r
      where ${reserved} and ${isCounter('r')} and ${isCounter('locked')} returning c.scope),
    unreserved as (delete from usage_reservation r where ${reserved} and exists (select from settled))`
}

/** Counts an answer without a reservation in locked counters. Returns those of this period. */
export async function spend(
  tx: Sql,
  keys: readonly CounterKey[],
  { sentTokens, writtenTokens, cost }: Share,
  messages = 1,
): Promise<ChargedCounter[]> {
  const spent =
    await sql<ChargedCounter>`update usage_counter c set messages = c.messages + ${messages}::bigint,
      tokens = c.tokens + ${sentTokens + writtenTokens}::bigint, cost = c.cost + ${wholeMicros(cost)}::bigint
    from ${givenKeys(keys)}
    where (c.scope, c.per, c.subject, c.period_start) = (given.scope, given.per, given.subject, ${periodStart})
    returning c.scope, c.per, c.subject, c.period_start::text as "periodStart"`.execute(tx)
  return spent.rows
}

const givenCounters = (counters: readonly ChargedCounter[]) =>
  sql`unnest(${counters.map(({ scope }) => scope)}::text[], ${counters.map(({ per }) => per)}::text[],
    ${counters.map((one) => one.periodStart)}::date[], ${counters.map(({ subject }) => subject)}::text[])
    as given (${keyColumns})`

/**
 * Counts what is spent on an answer after it was settled, replacing the amount booked before. Returns the counters as
 * they are then. `messages` is how many more answers count.
 */
export async function charge(
  db: Sql,
  counters: readonly ChargedCounter[],
  { spent, before, messages = 0 }: { spent: Share; before: Share; messages?: number },
): Promise<Counter[]> {
  const tokens = spent.sentTokens + spent.writtenTokens - before.sentTokens - before.writtenTokens
  const cost = wholeMicros(spent.cost) - wholeMicros(before.cost)
  const found = await sql<Counter>`with charged as (select * from ${givenCounters(counters)}),
    counters as (select c.scope, c.per, c.period_start, c.subject from usage_counter c
      join charged on ${isCounter('charged')} ${inOrder})
    update usage_counter c set messages = c.messages + ${messages}::bigint,
      tokens = c.tokens + ${tokens}::bigint, cost = c.cost + ${cost}::bigint
    from counters locked, charged where ${isCounter('charged')} and ${isCounter('locked')}
    returning ${counterColumns}`.execute(db)
  return found.rows
}

/** Deletes counters after 13 months, and those of visitors and networks after two days. */
export const removeOld = (database: Database): Promise<void> =>
  removeAllRows(database, {
    table: 'usage_counter',
    key: 'ctid',
    // What identifies visitors is needed only on its day.
    where: sql`r.period_start < now() - case when r.scope ~ '^(visitor|network):' then interval '2 days'
        else interval '13 months' end
      and not exists (select from usage_reservation v where (v.scope, v.per, v.period_start, v.subject)
        = (r.scope, r.per, r.period_start, r.subject))`,
  })
