import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/database/database.ts'
import type { Random } from '../../../testing/fuzz/random.ts'

/** A row of `asked_question`. */
export interface AskedQuestion {
  segment_id: string
  asked_at: Date
  gpt_system_id: string
  channel: 'Web' | 'PublicChats' | 'Tests'
  asker_id: string
  begins_conversation: boolean
  status: 'Completed' | 'Aborted' | 'Interrupted' | 'Failed'
  is_unanswered: boolean
  error_code: string | null
  first_text_ms: number | null
  total_ms: number | null
  cited_files: string[]
  rating: 'Good' | 'Bad' | null
  reason: string | null
}

/** Stores questions as if they had been asked. */
export async function storeAsked(db: Sql, questions: readonly AskedQuestion[]): Promise<void> {
  await sql`insert into asked_question select given.*, false, false from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb)
    as given (segment_id uuid, asked_at timestamptz, gpt_system_id uuid, channel text, asker_id uuid,
      begins_conversation boolean, status text, is_unanswered boolean, error_code text, first_text_ms int, total_ms int,
      cited_files uuid[], rating text, reason text)`.execute(db)
}

/** Returns a question that someone else asked just now, and that was answered in a second. */
export const questionOf = (
  question: Pick<AskedQuestion, 'gpt_system_id'> & Partial<AskedQuestion>,
): AskedQuestion => ({
  ...{ segment_id: randomUUID(), asked_at: new Date(), asker_id: randomUUID(), channel: 'Web' },
  ...{ begins_conversation: true, status: 'Completed', is_unanswered: false, error_code: null },
  ...{ first_text_ms: 200, total_ms: 1000, cited_files: [], rating: null, reason: null },
  ...question,
})

interface Asking {
  agents: readonly string[]
  askers: readonly string[]
  files: readonly string[]
  from: Date
  to: Date
  random: Random
}

/**
 * Makes questions between two times. Some agents, people, and hours have many more of them than others. As many visitors
 * as people ask on the page of each agent; a visitor never asks elsewhere.
 */
export function randomQuestions(
  count: number,
  { agents, askers, files, from, to, random }: Asking,
): AskedQuestion[] {
  const number = () => random.below(1e6) / 1e6
  const oneOf = <T>(all: readonly T[]) => all[Math.floor(number() ** 2 * all.length)] as T
  const chance = (share: number) => number() < share
  const visitors = new Map(agents.map((agent) => [agent, askers.map(() => randomUUID())]))
  return Array.from({ length: count }, () => {
    const failed = chance(0.03)
    const status = failed ? 'Failed' : chance(0.02) ? 'Aborted' : 'Completed'
    const rating = chance(0.1) ? (chance(0.8) ? 'Good' : 'Bad') : null
    const agent = oneOf(agents)
    const channel = chance(0.1) ? 'Tests' : chance(0.3) ? 'PublicChats' : 'Web'
    return {
      segment_id: randomUUID(),
      asked_at: new Date(from.getTime() + number() * (to.getTime() - from.getTime())),
      gpt_system_id: agent,
      channel,
      asker_id: oneOf(channel === 'PublicChats' ? (visitors.get(agent) ?? []) : askers),
      begins_conversation: chance(0.3),
      status,
      is_unanswered: status === 'Completed' && chance(0.05),
      error_code: failed ? oneOf(['engine.unavailable', 'engine.silence']) : null,
      first_text_ms: failed ? null : Math.round(200 * (1 + number()) ** 5),
      total_ms: Math.round(500 * (1 + number()) ** 6),
      cited_files: chance(0.6) ? [...new Set([oneOf(files), oneOf(files)])] : [],
      rating,
      reason: rating === 'Bad' ? oneOf(['Incorrect', 'Incomplete', null]) : null,
    }
  })
}
