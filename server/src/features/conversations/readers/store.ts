import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { Agents, UsableAgent } from '../../agents/index.ts'
import { budgetsOfQuestion } from '../../budgets/index.ts'
import { type AskedUnder, askedUnder, askedUnderOf } from '../../guidelines/index.ts'
import type { BoundBudget } from '../../usage/index.ts'
import type { Reader } from './policy.ts'

/** What answers a question, the guidelines under which it is asked, and the budgets that it counts toward. */
export interface AskedAgent extends UsableAgent {
  guidelines: AskedUnder
  budgets: BoundBudget[]
}

/** An `AskedAgent` as one JSON value, like `EmbeddedAgent`. */
export interface EmbeddedAskedAgent {
  column(gptSystemId: RawBuilder<unknown>): RawBuilder<unknown>
  read(value: unknown): AskedAgent | null
}

type Needs = Pick<Agents, 'usableAgent' | 'testedAgent'>

/**
 * What a reader asks: the published agent, or the current state of the tested configuration. Every family of
 * conversations goes through here, so that no one asks without the consents that are required, or beyond a budget. Test
 * chats require no consent, but they count toward budgets.
 */
export function embeddedAsked(agents: Needs, { actor, tested }: Reader): EmbeddedAskedAgent {
  const agent = tested ? agents.testedAgent(actor, tested) : agents.usableAgent(actor)
  const testedAgent =
    tested &&
    sql`(select s.gpt_system_id from gpt_system_configuration_state s where s.id = ${tested.stateId}::uuid)`
  return {
    column: (gptSystemId) => sql`jsonb_build_object('agent', ${agent.column(gptSystemId)},
      'guidelines', ${askedUnder(testedAgent ?? gptSystemId, tested ? null : actor)},
      'budgets', ${budgetsOfQuestion(testedAgent ?? gptSystemId, actor)})`,
    read(value) {
      const read = value as { agent: unknown; guidelines: unknown; budgets: BoundBudget[] }
      const found = agent.read(read.agent)
      return found && { ...found, guidelines: askedUnderOf(read.guidelines), budgets: read.budgets }
    },
  }
}

/** Returns what a reader asks in a new conversation; null if they can’t ask it. */
export async function findAsked(
  db: Sql,
  agents: Needs,
  reader: Reader,
  gptSystemId: string,
): Promise<AskedAgent | null> {
  const asked = embeddedAsked(agents, reader)
  const found = await sql<{
    agent: unknown
  }>`select ${asked.column(sql`${gptSystemId}::uuid`)} as agent`.execute(db)
  return asked.read(found.rows[0]?.agent)
}
