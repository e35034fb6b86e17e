import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/access/actor.ts'
import { configurationReadBy, writableBy } from '../agents/index.ts'

// The endpoints require a permission of analytics. The rows below belong to agents `g`.

/** The system agents, of whose tests the user sees the names and scores. */
export const isTested = sql<boolean>`(g.deleted_at is null and g.gpt_system_type = 'System')`

/** The tests whose name and scores the user sees: those of all system agents. Built-in tests aren’t among them. */
export const isListed = sql<boolean>`(t.deleted_at is null and t.kind = 'Cases' and ${isTested})`

/** The system agents whose built-in tests the user can run. */
export const testedBy = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(${configurationReadBy(actor)} and ${makesTests(actor)})`

/** The tests whose cases and answers the user sees, because they can read the configurations of the agent. */
export const openedBy = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(${isListed} and ${configurationReadBy(actor)})`

/** The tests that the user can run. */
export const runBy = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(${openedBy(actor)} and ${makesTests(actor)})`

/** The tests whose cases the user can change. */
export const editedBy = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(${isListed} and ${writesCasesFor(actor)})`

/** The system agents for whose tests the user can write cases. */
export const writesCasesFor = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(${isTested} and ${writableBy(actor)} and ${makesTests(actor)})`

/** The tests that the user can rename and delete. */
export const changedBy = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(${isListed} and ${writableBy(actor)} and ${actor.actions.has('AnalyticsWrite')})`

const makesTests = ({ actions }: Actor): boolean =>
  actions.has('AnalyticsCreate') || actions.has('AnalyticsWrite')
