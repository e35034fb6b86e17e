import { sql } from 'kysely'
import { isoTime } from '../../platform/database/isoTime.ts'
import type { DataPart } from '../../platform/personalData/personalData.ts'

/** What is exported of someone's questions for supervision, under a pseudonym that is replaced when they are erased. */
export const ofSupervision: DataPart = {
  area: 'Supervision',
  columns: ['supervised_question.asker_id'],
  erasedAs: 'Unnamed',
  rows: ({ userId }) => sql`select q.segment_id::text as key, json_build_object('segmentId', q.segment_id,
      'askedAt', ${isoTime('q.asked_at')}, 'answeredAt', ${isoTime('q.ended_at')}, 'agent', q.agent_name,
      'channel', q.channel, 'model', q.deployment_name, 'provider', q.language_engine,
      'inputTokens', q.input_tokens, 'outputTokens', q.output_tokens, 'status', q.status) as data
    from app_user u join supervised_question q on q.asker_id = u.asker_id where u.id = ${userId}::uuid`,
}
