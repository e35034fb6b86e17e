import { budgets as contract } from '@parlance/contract/budgets'
import type { Actor } from '../../platform/access/actor.ts'
import type { Sql } from '../../platform/database/database.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { behindFlag, type CurrentInstance } from '../instanceSettings/index.ts'
import type { BoundBudget } from '../usage/index.ts'
import { restoreBudgets } from './restoring.ts'
import { createService, shown } from './service.ts'
import * as store from './store.ts'
import { scheduleWarnings } from './warnings.ts'

export { budgetsOfQuestion } from './policy.ts'

export interface Budgets {
  /** Returns the budgets that questions of a user to an agent count toward. */
  ofQuestions(actor: Actor, gptSystemId: string): Promise<BoundBudget[]>
  /** Returns the budgets that background work for a person counts toward; without one, those of everyone. */
  ofBackground(userId: string | null): Promise<BoundBudget[]>
  /** Looks soon whether administrators have to be notified of a budget. */
  checkSoon(): void
}

/** A budget as reports list it. */
export interface ReportedBudget {
  kind: store.Subject['kind']
  /** The key of a brand, or the ID of an agent or a group. */
  id: string
  /** Null if the subject was deleted, or if the name of a group is only known to the directory. */
  name: string | null
  amountUsd: number
  usedUsd: number
  state: 'Within' | 'NearEnd' | 'Used'
}

/** Returns all budgets of this month, the most used first. The caller has checked who can read them. */
export async function readBudgets(db: Sql): Promise<ReportedBudget[]> {
  return (await store.readBudgets(db)).map(shown).map(({ subject, name, amountUsd, usedUsd, state }) => ({
    kind: subject.kind,
    id: store.idOf(subject),
    name,
    amountUsd,
    usedUsd,
    state,
  }))
}

/** Limits what brands, agents, and directory groups can cost in a month, whatever policies allow. */
export function budgetsFeature(platform: Platform, instance: CurrentInstance): Budgets {
  const { database } = platform
  const { listBudgets, ...changes } = createService(database)
  restoreBudgets(platform.restorers)
  const checkSoon = scheduleWarnings(platform)
  serve(platform, contract, {
    // Reading them doesn't need the flag of the settings page.
    listBudgets,
    ...behindFlag(instance, changes),
  })
  return {
    ofQuestions: (actor, gptSystemId) => store.findOfQuestions(database.db, actor, gptSystemId),
    ofBackground: (userId) => store.readOfBackground(database.db, userId),
    checkSoon,
  }
}
