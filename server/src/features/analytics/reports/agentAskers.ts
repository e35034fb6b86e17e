import type { Sql } from '../../../platform/database/database.ts'
import { type AgentAskers, readAskers } from './questionsStore.ts'
import type { Scope } from './scopeStore.ts'

/** Returns how many people asked each agent in the period of a scope, whatever agent that is about. */
export type AskersOf = (db: Sql, scope: Scope) => Promise<AgentAskers[]>

/** Reads it once for all reports that need it at the same time, as those of a dashboard do. */
export function createAskersOf(): AskersOf {
  const running = new Map<string, Promise<AgentAskers[]>>()
  return (db, scope) => {
    const key = `${scope.from} ${scope.to}`
    const known = running.get(key)
    if (known) return known
    const agents = readAskers(db, { ...scope, gptSystemId: null }).finally(() => running.delete(key))
    running.set(key, agents)
    return agents
  }
}
