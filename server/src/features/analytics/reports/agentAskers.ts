import { FEWEST_PEOPLE } from '@parlance/contract/reports'
import type { Sql } from '../../../platform/database/database.ts'
import { type AgentAskers, readAskers } from './questionsStore.ts'
import type { Scope } from './scopeStore.ts'

/** Long enough for all reports that a dashboard loads at once. */
const KEPT_MS = 5000
const MOST = 20

/**
 * Returns how many people asked each agent in the period of a scope, whatever agent that is about. It can be some seconds
 * old, but never so old that the given agent had fewer than five people.
 */
export type AskersOf = (db: Sql, scope: Scope, gptSystemId: string | null) => Promise<AgentAskers[]>

/** Remembers the answers, because every report about an agent needs one. */
export function createAskersOf(): AskersOf {
  const known = new Map<string, { until: number; agents: Promise<AgentAskers[]> }>()

  function read(db: Sql, scope: Scope): Promise<AgentAskers[]> {
    const key = `${scope.from} ${scope.to}`
    const agents = readAskers(db, { ...scope, gptSystemId: null })
    known.delete(key)
    known.set(key, { until: performance.now() + KEPT_MS, agents })
    agents.catch(() => known.delete(key))
    for (const oldest of known.keys()) {
      if (known.size <= MOST) break
      known.delete(oldest)
    }
    return agents
  }

  return async (db, scope, gptSystemId) => {
    const found = known.get(`${scope.from} ${scope.to}`)
    if (!found || found.until <= performance.now()) return read(db, scope)
    const agents = await found.agents
    const isEnough = agents.some((one) => one.gptSystemId === gptSystemId && one.people >= FEWEST_PEOPLE)
    return isEnough ? agents : read(db, scope)
  }
}
