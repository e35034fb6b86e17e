import { sql } from 'kysely'
import { heldRoleIds } from '../../../platform/access/heldRoles.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { nameOfAgent } from '../../agents/index.ts'
import { criticalFailures } from '../runs/runsStore.ts'

/** A scheduled run of a version that is still published, and what it has to reach. */
export interface WatchedRun {
  gptSystemId: string
  agentName: string
  testName: string
  /** The number of the agent’s version. */
  number: number
  /** What the gate demands if it names this test, or else the pass mark. */
  minimumPercent: number
  /** Failing cases that the gate doesn’t accept. */
  criticalFailures: number
  isAlerted: boolean
}

export async function readWatched(tx: Sql, runId: string): Promise<WatchedRun | null> {
  const found =
    await sql<WatchedRun>`select g.id as "gptSystemId", ${nameOfAgent} as "agentName", t.name as "testName",
      s.number, coalesce(e.minimum_percent, t.pass_percent) as "minimumPercent",
      case when e.no_critical_failure then ${criticalFailures} else 0 end as "criticalFailures",
      t.is_alerted as "isAlerted"
    from performance_run r join performance_test t on t.id = r.performance_test_id and t.deleted_at is null
      join gpt_system g on g.id = t.gpt_system_id and g.deleted_at is null and g.published_state_id = r.state_id
      join gpt_system_configuration_state s on s.id = r.state_id
      left join publishing_gate e on e.gpt_system_id = g.id and e.performance_test_id = t.id
    where r.id = ${runId}::uuid`.execute(tx)
  return found.rows[0] ?? null
}

export async function noteAlerted(tx: Sql, testId: string, isAlerted: boolean): Promise<void> {
  await sql`update performance_test set is_alerted = ${isAlerted} where id = ${testId}::uuid`.execute(tx)
}

interface Recipient {
  userId: string
  /** Whether the user can see scores of tests. */
  readsTests: boolean
}

/**
 * Returns who looks after an agent: those with a permission to change this one, or else those who can change all. The
 * ones who used the product last come first.
 */
export async function readRecipients(db: Sql, gptSystemId: string, most: number): Promise<Recipient[]> {
  const held = heldRoleIds(sql`u.id`)
  const found = await sql<Recipient>`
    with people as materialized (select u.id, u.last_seen_at, array(${held}) as roles from app_user u
      where not u.disabled and u.removed_at is null),
    named as (select p.* from people p where exists (select from role_entity_configuration c
      where c.gpt_system_id = ${gptSystemId}::uuid and c.action = 'GptSystemsWriteSpecific'
        and (c.user_id = p.id or c.user_role_id = any(p.roles)))),
    chosen as (select * from named union all select p.* from people p where not exists (select from named)
      and exists (select from user_role r where r.id = any(p.roles) and 'GptSystemsWrite' = any(r.actions)))
    select c.id as "userId", exists (select from user_role r where r.id = any(c.roles)
        and r.actions && array['AnalyticsRead', 'AnalyticsCreate', 'AnalyticsWrite']) as "readsTests"
    from chosen c order by c.last_seen_at desc nulls last, c.id limit ${most}`.execute(db)
  return found.rows
}
