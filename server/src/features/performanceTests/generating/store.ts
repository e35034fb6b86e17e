import { limits } from '@parlance/contract/limits'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { ofVersion } from '../cases/casesStore.ts'
import { editedBy } from '../policy.ts'

/** Questions of files are short, so longer ones aren’t the same. */
const LONGEST = 1000

/** Returns the questions that a test asks now. */
export async function listQuestions(db: Sql, actor: Actor, testId: string): Promise<string[]> {
  const found = await sql<{ question: string }>`select c.question from performance_case c
    join performance_test t on t.id = c.performance_test_id join gpt_system g on g.id = t.gpt_system_id
    where t.id = ${testId}::uuid and ${editedBy(actor)} and ${ofVersion(sql`t.test_version`)}
      and length(c.question) <= ${LONGEST} limit ${limits.performanceCases}`.execute(db)
  return found.rows.map(({ question }) => question)
}
