import type { CaseResult } from '@parlance/contract/performanceTests'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { readableFile } from '../../knowledge/index.ts'
import { ofVersion } from '../cases/casesStore.ts'
import { openedBy } from '../policy.ts'

export type ResultRow = z.output<typeof CaseResult>

export interface Position {
  ordinal: number
  caseId: string
  repeat: number
}

interface Listed {
  outcome: 'Passed' | 'Failed' | 'Broken' | null
  tag: string
  after: Position | null
  limit: number
}

const texts = (given: RawBuilder<unknown>, found: RawBuilder<unknown>) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('text', e.text, 'found', coalesce((${found})[e.place], false)) order by e.place)
  from unnest(${given}) with ordinality e (text, place)), '[]')`

const citations = (actor: Actor) => sql`coalesce((
  select jsonb_agg(e.citation || jsonb_build_object('found', coalesce(x.citations_found[e.place], false),
      'missing', not exists (select from file f where f.file_id = (e.citation ->> 'fileId')::uuid and f.removed_at is null),
      'fileName', (select f.name from file f where f.file_id = (e.citation ->> 'fileId')::uuid and f.removed_at is null
        and ${readableFile(actor)})) order by e.place)
  from jsonb_array_elements(c.expected_citations) with ordinality e (citation, place)), '[]')`

const outcomes = {
  Passed: sql`x.passed`,
  Failed: sql`not x.passed and x.error_code is null`,
  Broken: sql`x.error_code is not null`,
}

/** The columns of a result `x` of a case `c`. */
export const resultColumns = (actor: Actor) => sql`x.case_id as "caseId", x.repeat, c.question, c.tags,
  c.weight, x.passed, x.score, x.answer, x.error_code as "errorCode", x.refused,
  c.expect_refusal as "expectRefusal", ${texts(sql`c.expected_facts`, sql`x.facts_found`)} as facts,
  ${texts(sql`c.forbidden`, sql`x.forbidden_found`)} as forbidden, ${citations(actor)} as citations,
  x.judge_score as "judgeScore", x.judge_reason as "judgeReason", x.first_text_ms as "firstTextMs", x.total_ms as "totalMs", x.input_tokens::int as "inputTokens",
  x.output_tokens::int as "outputTokens", (x.cost / 1000000)::float8 as "costUsd"`

/** Returns the results of a run whose answers the user sees, in the order of the cases, each with its place. */
export async function listResults(
  db: Sql,
  actor: Actor,
  { testId, runId }: { testId: string; runId: string },
  { outcome, tag, after, limit }: Listed,
): Promise<(ResultRow & { ordinal: number })[]> {
  const found = await sql<ResultRow & { ordinal: number }>`select ${resultColumns(actor)}, c.ordinal
    from performance_run r join performance_test t on t.id = r.performance_test_id
      join gpt_system g on g.id = t.gpt_system_id join performance_result x on x.run_id = r.id
      join performance_case c on c.performance_test_id = t.id and c.id = x.case_id
        and ${ofVersion(sql`r.test_version`)}
    where t.id = ${testId}::uuid and r.id = ${runId}::uuid and ${openedBy(actor)}
      and ${outcome === null ? sql`true` : outcomes[outcome]} and (${tag} = '' or ${tag} = any(c.tags))
      and ${after ? sql`(c.ordinal, x.case_id, x.repeat) > (${after.ordinal}::int, ${after.caseId}::uuid, ${after.repeat}::int)` : sql`true`}
    order by c.ordinal, x.case_id, x.repeat limit ${limit}`.execute(db)
  return found.rows
}
