import { type RawBuilder, sql } from 'kysely'
import type { EndedRun } from '../../../platform/runs/ending.ts'
import { conversationsAreExpected } from '../../supervisionExports/index.ts'
import type { CallsMade } from '../execution/execution.ts'
import { citedFileIds } from '../sources/citedFileIds.ts'
import { channel, errorCodeOf, totalMs, withAsker } from './askedStore.ts'

/**
 * Returns the statement that records what supervision exports of a question, once its answer has ended: never its text.
 * It is embedded in the statement that ends it: `segment` is the part that returns its row. Nothing is recorded unless
 * an export expects it.
 */
export const insertSupervised = (
  segment: RawBuilder<unknown>,
  { status, isUnanswered, errors, citations, usage }: EndedRun,
  { firstTextMs, tools }: CallsMade,
): RawBuilder<unknown> => sql`insert into supervised_question (segment_id, conversation_id, asked_at, ended_at,
    asker_id, is_visitor, gpt_system_id, agent_name, agent_version, agent_version_id, channel, language_engine,
    deployment_name, input_tokens, output_tokens, first_text_ms, total_ms, status, is_unanswered, error_code,
    cited_files, tools)
  select t.id, t.conversation_id, t.created_at, t.finished_at, coalesce(u.asker_id, p.asker_id), u.id is null, g.id,
    case when g.gpt_system_type = 'System' then s.name end, s.number, s.id, ${channel},
    coalesce(t.language_engine, s.language_engine),
    case when t.language_engine is null then s.deployment_name else t.deployment_name end,
    ${usage?.inputTokens ?? null}::int, ${usage?.outputTokens ?? null}::int, ${firstTextMs}::int, ${totalMs}, ${status},
    ${isUnanswered && status === 'Completed'}, ${errorCodeOf({ status, errors })},
    ${citedFileIds(citations).length}::int, ${tools}::text[]
  from ${segment} t ${withAsker}
  where coalesce(u.asker_id, p.asker_id) is not null and ${conversationsAreExpected}
  on conflict (segment_id) do nothing`
