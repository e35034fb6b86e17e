import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import { type Reader, readableBy } from '../readers/policy.ts'
import type { CallsCost, ExecutionRow, ModelUsage } from './execution.ts'

/**
 * Returns the statement that stores execution details unless newer ones are stored. Can be embedded in other
 * statements.
 */
export function upsertExecutions(
  rows: readonly ExecutionRow[],
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`insert into segment_execution as stored (segment_id, revision, details, prompt, trace)
    select given.segment_id, given.revision, given.details, given.prompt, given.trace
    from unnest(${rows.map((row) => row.segmentId)}::uuid[], ${rows.map((row) => row.revision)}::int[],
      ${rows.map((row) => row.details)}::text[], ${rows.map((row) => row.prompt)}::text[],
      ${rows.map((row) => row.trace)}::text[]) as given (segment_id, revision, details, prompt, trace)
    where exists (select from conversation_segment t where t.id = given.segment_id) and ${condition}
    on conflict (segment_id) do update set revision = excluded.revision, details = excluded.details,
      prompt = coalesce(excluded.prompt, stored.prompt), trace = excluded.trace
    where stored.revision < excluded.revision`
}

/**
 * Returns the statement that counts what the model calls of a segment used, for the report on tokens. It is embedded
 * in a statement that changes the segment: `segment` is the part that returns its `state_id`.
 */
export const insertUsage = (
  segment: RawBuilder<unknown>,
  usages: readonly ModelUsage[],
): RawBuilder<unknown> =>
  sql`insert into model_usage (day, gpt_system_id, language_engine, deployment_name, purpose, calls, input_tokens,
      output_tokens, cost)
    select (now() at time zone 'UTC')::date, s.gpt_system_id, given.*
    from ${segment} segment join gpt_system_configuration_state s on s.id = segment.state_id, unnest(${usages.map((one) => one.languageEngine)}::text[], ${usages.map((one) => one.deploymentName)}::text[],
      ${usages.map((one) => one.purpose)}::text[], ${usages.map((one) => one.calls)}::int[],
      ${usages.map((one) => one.inputTokens)}::bigint[], ${usages.map((one) => one.outputTokens)}::bigint[],
      ${usages.map((one) => one.cost)}::numeric[]) as given`

/** What was used for a segment after its answer. */
export interface SegmentCost extends CallsCost {
  segmentId: string
  usages: ModelUsage[]
}

/** The parts of a statement that add what was used to a segment. */
export const addingCost = (cost: SegmentCost | null): RawBuilder<unknown> =>
  sql`paid as (update conversation_segment set input_tokens = coalesce(input_tokens, 0) + ${cost?.inputTokens ?? 0},
        output_tokens = coalesce(output_tokens, 0) + ${cost?.outputTokens ?? 0},
        helper_input_tokens = helper_input_tokens + ${cost?.inputTokens ?? 0},
        helper_output_tokens = helper_output_tokens + ${cost?.outputTokens ?? 0},
        helper_cost = helper_cost + ${cost?.cost ?? null}::numeric
      where id = ${cost?.segmentId ?? null}::uuid returning state_id),
    used as (${insertUsage(sql`paid`, cost?.usages ?? [])})`

export async function storeCost(db: Sql, cost: SegmentCost): Promise<void> {
  await sql`with ${addingCost(cost)} select 1`.execute(db)
}

/** Counts what model calls used that belong to no question. */
export async function storeUsage(db: Sql, stateId: string, usages: readonly ModelUsage[]): Promise<void> {
  await insertUsage(sql`(select ${stateId}::uuid as state_id)`, usages).execute(db)
}

export async function storeExecutions(db: Sql, rows: readonly ExecutionRow[]): Promise<void> {
  await upsertExecutions(rows).execute(db)
}

/** The part of the execution details that the segment itself stores, for its owner. */
export interface ExecutedSegment {
  /** The agent that answered. */
  gptSystemId: string
  languageEngine: string
  deploymentName: string | null
  details: string | null
  prompt: string | null
  trace: string | null
}

export async function findExecution(
  db: Sql,
  reader: Reader,
  conversationId: string,
  segmentId: string,
): Promise<ExecutedSegment | null> {
  const found = await sql<ExecutedSegment>`select s.gpt_system_id as "gptSystemId",
      coalesce(t.language_engine, s.language_engine) as "languageEngine",
      case when t.language_engine is null then s.deployment_name else t.deployment_name end as "deploymentName", e.details, e.prompt, e.trace
    from conversation_segment t join conversation c on c.id = t.conversation_id
      join gpt_system_configuration_state s on s.id = t.state_id
      left join segment_execution e on e.segment_id = t.id
    where c.id = ${conversationId} and t.id = ${segmentId} and ${readableBy(reader)}`.execute(db)
  return found.rows[0] ?? null
}

/** Returns the questions and answers that a prompt references. */
export async function listTexts(
  db: Sql,
  reader: Reader,
  conversationId: string,
  segmentIds: readonly string[],
): Promise<{ segmentId: string; question: string; answer: string }[]> {
  const found = await sql<{ segmentId: string; question: string; answer: string }>`
    select t.id as "segmentId", t.question, t.answer
    from conversation_segment t join conversation c on c.id = t.conversation_id
    where c.id = ${conversationId} and ${readableBy(reader)} and t.id = any(${[...segmentIds]}::uuid[])`.execute(
    db,
  )
  return found.rows
}
