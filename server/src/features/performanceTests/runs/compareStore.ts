import type { comparisonOutcomes } from '@parlance/contract/performanceTests'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { ofVersion } from '../cases/casesStore.ts'
import { openedBy } from '../policy.ts'
import { type ResultRow, resultColumns } from './resultsStore.ts'

export type Outcome = (typeof comparisonOutcomes)[number]

interface Side {
  passed: number
  repeats: number
  result: ResultRow
}

export interface ComparedRow {
  caseId: string
  question: string
  tags: string[]
  weight: number
  ordinal: number
  outcome: Outcome
  left: Side | null
  right: Side | null
  judgement: { verdict: 'Left' | 'Right' | 'Tie' | null; reason: string; errorCode: string | null } | null
}

export interface Compared {
  testId: string
  left: string
  right: string
}

/** The cases of two runs of a test, each as the right run asked it, or else the left one. */
const compared = (actor: Actor, { testId, left, right }: Compared) => sql`
  with runs as (select r.id, r.test_version from performance_run r
      join performance_test t on t.id = r.performance_test_id join gpt_system g on g.id = t.gpt_system_id
      where t.id = ${testId}::uuid and r.id in (${left}::uuid, ${right}::uuid) and ${openedBy(actor)}),
  asked as (select r.id as run_id, c.*, x.passes, x.repeats
    from runs r join performance_case c on c.performance_test_id = ${testId}::uuid and ${ofVersion(sql`r.test_version`)}
      left join lateral (select count(*)::int as repeats, (count(*) filter (where p.passed))::int as passes
        from performance_result p where p.run_id = r.id and p.case_id = c.id) x on true),
  cases as (select coalesce(b.id, a.id) as id, coalesce(b.ordinal, a.ordinal) as ordinal,
      coalesce(b.question, a.question) as question, coalesce(b.tags, a.tags) as tags,
      coalesce(b.weight, a.weight) as weight, a.passes as left_passes, coalesce(a.repeats, 0) as left_repeats,
      b.passes as right_passes, coalesce(b.repeats, 0) as right_repeats, a.from_version as left_from, b.from_version as right_from,
      case when coalesce(a.repeats, 0) = 0 or coalesce(b.repeats, 0) = 0 then 'Missing'
        when a.from_version <> b.from_version then 'Changed'
        when b.passes * a.repeats > a.passes * b.repeats then 'Improved'
        when b.passes * a.repeats < a.passes * b.repeats then 'Worse' else 'Unchanged' end as outcome
    from (select * from asked where run_id = ${left}::uuid) a
      full join (select * from asked where run_id = ${right}::uuid) b on b.id = a.id)`

export interface Position {
  ordinal: number
  caseId: string
}

interface Listed {
  outcome: Outcome | null
  tag: string
  after: Position | null
  limit: number
}

const side = (actor: Actor, name: 'left' | 'right', testId: string, runId: string) => sql`(
  select jsonb_build_object('passed', ${sql.ref(`k.${name}_passes`)}, 'repeats', ${sql.ref(`k.${name}_repeats`)},
      'result', to_jsonb(one))
    from (select ${resultColumns(actor)} from performance_result x
      join performance_case c on c.performance_test_id = ${testId}::uuid and c.id = k.id
        and c.from_version = ${sql.ref(`k.${name}_from`)}
      where x.run_id = ${runId}::uuid and x.case_id = k.id order by x.repeat limit 1) one)`

/** Returns cases of two runs in their order, with the first answer of each. */
export async function listCompared(
  db: Sql,
  actor: Actor,
  runs: Compared,
  { outcome, tag, after, limit }: Listed,
): Promise<ComparedRow[]> {
  const found = await sql<ComparedRow>`${compared(actor, runs)}
    select k.id as "caseId", k.question, k.tags, k.weight, k.ordinal, k.outcome,
      ${side(actor, 'left', runs.testId, runs.left)} as left, ${side(actor, 'right', runs.testId, runs.right)} as right,
      (select jsonb_build_object('verdict', j.verdict, 'reason', j.reason, 'errorCode', j.error_code)
        from performance_judgement j where j.case_id = k.id and j.run_id = (select r.id from performance_run r
          where r.kind = 'Pairs' and r.left_run_id = ${runs.left}::uuid and r.right_run_id = ${runs.right}::uuid
          order by r.started_at desc, r.id desc limit 1)) as judgement
    from (select * from cases
      where ${outcome === null ? sql`true` : sql`outcome = ${outcome}`} and (${tag} = '' or ${tag} = any(tags))
        and ${after ? sql`(ordinal, id) > (${after.ordinal}::int, ${after.caseId}::uuid)` : sql`true`}
      order by ordinal, id limit ${limit}) k order by k.ordinal, k.id`.execute(db)
  return found.rows
}

/** How often a case passed in two runs that asked it in the same words. */
export interface ComparedShare {
  caseId: string
  weight: number
  outcome: Outcome
  leftPasses: number | null
  leftRepeats: number
  rightPasses: number | null
  rightRepeats: number
}

/** Returns all cases of two runs without their answers. */
export async function listShares(db: Sql, actor: Actor, runs: Compared): Promise<ComparedShare[]> {
  const found = await sql<ComparedShare>`${compared(actor, runs)}
    select id as "caseId", weight, outcome, left_passes as "leftPasses", left_repeats as "leftRepeats",
      right_passes as "rightPasses", right_repeats as "rightRepeats" from cases`.execute(db)
  return found.rows
}
