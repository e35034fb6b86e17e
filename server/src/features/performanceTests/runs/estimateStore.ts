import { sql } from 'kysely'
import type { LanguageEngine } from '../../../engines/registry.ts'
import type { Sql } from '../../../platform/database/database.ts'

/** What an answer of an agent takes. */
export interface CostBasis {
  languageEngine: LanguageEngine
  deploymentName: string | null
  inputTokens: number
  outputTokens: number
  byAnswers: boolean
}

/** The latest results whose usage is averaged. */
const AVERAGED = 200
/** Questions, passages, and instructions of an agent that has never been tested. A character is about a third of a token. */
const CHARACTERS_PER_TOKEN = 3
const PASSAGE_TOKENS = 3000
const ANSWER_TOKENS = 400

/** Returns what an answer takes: on average in the last runs of the test, or else by the length of the prompt. */
export async function readCostBasis(
  db: Sql,
  { testId, stateId, gptSystemId }: { testId: string; stateId: string; gptSystemId: string },
): Promise<CostBasis | null> {
  const found = await sql<CostBasis>`
    with latest as (select x.input_tokens, x.output_tokens from performance_result x
      join performance_run r on r.id = x.run_id
      where r.performance_test_id = ${testId}::uuid and x.input_tokens > 0 order by x.created_at desc limit ${AVERAGED}),
    averaged as (select avg(input_tokens)::float8 as input, avg(output_tokens)::float8 as output, count(*) > 0 as any
      from latest),
    questions as (select coalesce(avg(char_length(question)), 0)::float8 as characters from performance_case
      where performance_test_id = ${testId}::uuid and to_version is null)
    select s.language_engine as "languageEngine", s.deployment_name as "deploymentName", a.any as "byAnswers",
      coalesce(a.input, (q.characters + char_length(s.system_prompt)) / ${CHARACTERS_PER_TOKEN}::float8 + case when exists (
          select from gpt_system_rag_data_source l where l.state_id = s.id) then ${PASSAGE_TOKENS}::float8 else 0 end)
        as "inputTokens",
      coalesce(a.output, least(s.max_tokens, ${ANSWER_TOKENS})::float8) as "outputTokens"
    from gpt_system_configuration_state s, averaged a, questions q
    where s.id = ${stateId}::uuid and s.gpt_system_id = ${gptSystemId}::uuid`.execute(db)
  return found.rows[0] ?? null
}
