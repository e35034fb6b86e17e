import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import type { Agents, UsableAgent } from '../../agents/index.ts'
import { budgetsOfQuestion } from '../../budgets/index.ts'
import { instructionsOfQuestion, type UsedInstructions } from '../../customInstructions/index.ts'
import { type AskedUnder, askedUnder, askedUnderOf } from '../../guidelines/index.ts'
import { memoriesOfQuestion, type UsedMemory } from '../../memories/index.ts'
import type { BoundBudget } from '../../usage/index.ts'
import { type Reader, readableBy } from './policy.ts'

/** What answers a question, the guidelines under which it is asked, its budgets, and what is remembered about the user. */
export interface AskedAgent extends UsableAgent {
  guidelines: AskedUnder
  budgets: BoundBudget[]
  /** Null if memory is off for this question. */
  memories: UsedMemory[] | null
  /** What the person wrote for all agents. Null if there is nothing, or if it is off. */
  instructions: UsedInstructions | null
}

/** An `AskedAgent` as one JSON value, like `EmbeddedAgent`. */
export interface EmbeddedAskedAgent {
  /** `isTemporary` says whether the question is asked in a temporary chat. */
  column(gptSystemId: RawBuilder<unknown>, isTemporary: RawBuilder<unknown>): RawBuilder<unknown>
  read(value: unknown): AskedAgent | null
}

type Needs = Pick<Agents, 'usableAgent' | 'testedAgent'>

/**
 * What a reader asks: the published agent, or the current state of the tested configuration. Every family of
 * conversations goes through here, so that no one asks without the consents that are required, or beyond a budget. Test
 * chats require no consent, but they count toward budgets. Memories and custom instructions are only for people's own
 * chats with published agents, and `isMemoryAllowed` says whether the instance allows memories.
 */
export function embeddedAsked(
  agents: Needs,
  { actor, tested }: Reader,
  isMemoryAllowed: boolean,
): EmbeddedAskedAgent {
  const agent = tested ? agents.testedAgent(actor, tested) : agents.usableAgent(actor)
  const testedAgent =
    tested &&
    sql`(select s.gpt_system_id from gpt_system_configuration_state s where s.id = ${tested.stateId}::uuid)`
  const isOwnChat = !tested && !actor.visit
  return {
    column: (gptSystemId, isTemporary) => sql`jsonb_build_object('agent', ${agent.column(gptSystemId)},
      'guidelines', ${askedUnder(testedAgent ?? gptSystemId, tested ? null : actor)},
      'budgets', ${budgetsOfQuestion(testedAgent ?? gptSystemId, actor)}${
        isMemoryAllowed && isOwnChat ? sql`, 'memories', ${memoriesOfQuestion(actor, isTemporary)}` : sql``
      }${isOwnChat ? sql`, 'instructions', ${instructionsOfQuestion(actor)}` : sql``})`,
    read(value) {
      const read = value as {
        agent: unknown
        guidelines: unknown
        budgets: BoundBudget[]
        memories?: UsedMemory[] | null
        instructions?: UsedInstructions | null
      }
      const found = agent.read(read.agent)
      const { budgets, memories = null, instructions = null } = read
      const guidelines = askedUnderOf(read.guidelines)
      return found && { ...found, guidelines, budgets, memories, instructions }
    },
  }
}

/** Returns what a reader asks in a new conversation; null if they can’t ask it. */
export async function findAsked(
  db: Sql,
  agents: Needs,
  reader: Reader,
  gptSystemId: string,
  { isMemoryAllowed, temporary }: { isMemoryAllowed: boolean; temporary: boolean },
): Promise<AskedAgent | null> {
  const asked = embeddedAsked(agents, reader, isMemoryAllowed)
  const found = await sql<{
    agent: unknown
  }>`select ${asked.column(sql`${gptSystemId}::uuid`, sql`${temporary}::boolean`)} as agent`.execute(db)
  return asked.read(found.rows[0]?.agent)
}

/** Returns the agent that gave the actor an answer; null if they can’t read it. */
export async function findAgentOfAnswer(db: Sql, actor: Actor, segmentId: string): Promise<string | null> {
  const found = await sql<{ gptSystemId: string }>`select s.gpt_system_id as "gptSystemId"
    from conversation_segment t join conversation c on c.id = t.conversation_id
      join gpt_system_configuration_state s on s.id = t.state_id
    where t.id = ${segmentId} and ${readableBy({ actor, tested: null })}`.execute(db)
  return found.rows[0]?.gptSystemId ?? null
}
