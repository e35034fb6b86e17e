import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { TestApplication } from '../../../testing/application.ts'
import type { Calls } from '../../../testing/case.ts'
import { ifMatch } from '../../../testing/client.ts'

const writers = ['AnalyticsCreate', 'AnalyticsWrite'] as const

const change = (name: 'requestDocument' | 'dismiss' | 'reopen') =>
  ({
    access: writers,
    make: async ({ app, gptSystemId }: { app: TestApplication; gptSystemId: string }) => ({
      params: { unansweredQuestionId: await askedGroup(app, gptSystemId) },
      input: name === 'requestDocument' ? { note: '' } : {},
      headers: ifMatch(1),
    }),
  }) as const

/** A group of questions of three people, stored without being asked. */
async function askedGroup(app: TestApplication, gptSystemId: string): Promise<string> {
  const { db } = app.platform.database
  const ids = [uuid(), uuid(), uuid()]
  for (const id of ids) {
    const conversationId = uuid()
    await sql`with c as (insert into conversation (id, owner_user_id, gpt_system_id, title)
        select ${conversationId}::uuid, u.id, ${gptSystemId}::uuid, 'Key' from app_user u
        where u.user_name = 'anna' returning id, owner_user_id)
      insert into conversation_segment (id, conversation_id, owner_user_id, state_id, question, status, started_at,
        finished_at, idempotency_key, body_hash, is_unanswered)
      select ${id}::uuid, c.id, c.owner_user_id, g.published_state_id, 'Where is the key?', 'Completed', now(), now(),
        ${randomUUID()}, '', true
      from c, gpt_system g where g.id = ${gptSystemId}::uuid`.execute(db)
  }
  const groupId = uuid()
  await sql`insert into unanswered_group (id, gpt_system_id) values (${groupId}, ${gptSystemId})`.execute(db)
  await sql`insert into unanswered_question (segment_id, group_id, asked_at, asker_id, shown, terms)
    select s, ${groupId}::uuid, now(), gen_random_uuid(), 'Where is the key?', array['key', 'where']
    from unnest(${ids}::uuid[]) s`.execute(db)
  return groupId
}

export default {
  'unansweredQuestions.listUnansweredQuestions': {
    access: ['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite'],
    make: async () => ({ input: { reportingPeriod: 'Last30Days' } }),
  },
  'unansweredQuestions.requestDocument': change('requestDocument'),
  'unansweredQuestions.dismiss': change('dismiss'),
  'unansweredQuestions.reopen': change('reopen'),
} satisfies Calls
