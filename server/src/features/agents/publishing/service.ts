import type { gateReasons } from '@parlance/contract/agentPublishing'
import type { agents } from '@parlance/contract/agents'
import type { EngineRegistry, Engines } from '../../../engines/registry.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Tell } from '../../../platform/notifications/notifications.ts'
import type { Platform } from '../../../platform/platform.ts'
import { tellWebhooks } from '../../../platform/webhooks/tellWebhooks.ts'
import { findAccess, lockOwnPolicyAsSeen, writeOwnPolicy } from '../../chatAccessPolicies/index.ts'
import { demandPublicLibraries } from '../publicEndpoint/libraries.ts'
import { lockPage } from '../publicEndpoint/store.ts'
import type { ConfigurationRow } from '../store.ts'
import { deploymentWarnings, goneDeployments } from '../warnings.ts'
import * as gates from './gateStore.ts'
import { findLast, type Requested } from './requestStore.ts'
import { decideRequest, requestPublishing } from './requests.ts'
import * as store from './store.ts'

/** The calls that decide what people get of a system agent. */
export function createPublishing({ database, notifications }: Platform, engines: Engines) {
  type Deciding = Call<typeof agents.rejectPublishing>
  type Decided = (tx: Sql, record: RecordChange, request: Requested) => Promise<store.Published>

  /** Decides about a request, and notifies the one who requested it once that is committed. */
  async function told(call: Deciding, status: 'Approved' | 'Rejected' | 'Withdrawn', then: Decided) {
    let tell: Tell = () => undefined
    const answer = await call.change(async (tx, record) => {
      const agent = await store.findDecided(tx, call.actor, call.params.gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      const decided = await decideRequest(tx, notifications, call, status)
      tell = decided.tell
      return shown(tx, call.actor, await then(tx, record, decided.request))
    })
    tell()
    return answer
  }

  const recordDecision =
    ({ actor, params, input }: Deciding, status: 'Rejected' | 'Withdrawn'): Decided =>
    async (tx, record, request) => {
      const agent = await store.findPublishing(tx, actor, params.gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      record({
        entityType: 'GptSystem',
        entityId: params.gptSystemId,
        entityName: agent.name,
        before: { requestedStateId: request.gptSystemConfigurationStateId, status: 'Open' },
        after: { requestedStateId: request.gptSystemConfigurationStateId, status, note: input.note },
      })
      return agent
    }

  return {
    async getPublishing({ actor, params }: Call<typeof agents.getPublishing>) {
      const agent = await store.findPublishing(database.db, actor, params.gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      return shown(database.db, actor, agent)
    },

    async checkGate({ actor, params, input }: Call<typeof agents.checkGate>) {
      const { gptSystemId } = params
      const agent = await store.findPublishing(database.db, actor, gptSystemId)
      if (!agent) throw new AppError('agent.notFound')
      const stateId = input.gptSystemConfigurationStateId
      const state = await store.findCheckedState(database.db, actor, gptSystemId, stateId)
      if (!state) throw new AppError('agent.stateNotFound')
      const { missing, run } = await checkGate(database.db, gptSystemId, state)
      return {
        missing: missing.map(({ reason }) => reason),
        scorePercent: run?.score ?? null,
        criticalFailures: run?.criticalFailures ?? 0,
      }
    },

    async updatePublishing(call: Call<typeof agents.updatePublishing>) {
      const { gptSystemId } = call.params
      const {
        gptSystemConfigurationStateId: publishedStateId,
        note = '',
        whoMayUse: wanted,
        ...rest
      } = call.input
      const registry = await engines.current()
      let tell: Tell = () => undefined
      const answer = await call.change(async (tx, record) => {
        const change = { publishedStateId, ...rest }
        const by = { actor: call.actor, note, kind: publishedStateId ? 'Publish' : 'Unpublish' } as const
        if (wanted) {
          const before = await findLocked(tx, call.actor, gptSystemId)
          if (!(await lockOwnPolicyAsSeen(tx, gptSystemId, wanted)))
            throw new AppError('request.stale', { current: await shown(tx, call.actor, before) })
        }
        const wants = await findUnapproved(tx, { registry, gptSystemId, change, ...by })
        if (wants) {
          const { actor } = call
          tell = await requestPublishing(
            tx,
            notifications,
            { actor, gptSystemId, state: wants, note },
            record,
          )
        }
        const set = wants ? { ...rest, publishedStateId: undefined } : change
        const agent = await setPublishing(tx, { registry, gptSystemId, change: set, ...by }, record)
        if (wanted)
          await writeOwnPolicy(
            tx,
            call.actor,
            // A policy needs a name, and the ID is one in every language.
            { gptSystemId, name: agent.name || gptSystemId, wanted },
            record,
          )
        return shown(tx, call.actor, agent)
      })
      tell()
      return answer
    },

    async approvePublishing(call: Call<typeof agents.approvePublishing>) {
      const { gptSystemId } = call.params
      const registry = await engines.current()
      return told(call, 'Approved', async (tx, record, { gptSystemConfigurationStateId, stateVersion }) => {
        const change = { publishedStateId: gptSystemConfigurationStateId, stateVersion }
        const by = { actor: call.actor, note: call.input.note, kind: 'Publish', isApproved: true } as const
        return setPublishing(tx, { registry, gptSystemId, change, ...by }, record)
      })
    },

    rejectPublishing: (call: Call<typeof agents.rejectPublishing>) =>
      told(call, 'Rejected', recordDecision(call, 'Rejected')),

    withdrawPublishing: (call: Call<typeof agents.withdrawPublishing>) =>
      told(call, 'Withdrawn', recordDecision(call, 'Withdrawn')),

    setGate: (call: Call<typeof agents.setGate>) =>
      call.change(async (tx, record) => {
        const { gptSystemId } = call.params
        const { gate, version } = call.input
        const agent = await store.findDecided(tx, call.actor, gptSystemId)
        if (!agent) throw new AppError('agent.notFound')
        const before = await gates.readGate(tx, gptSystemId)
        if ((before?.version ?? 0) !== version)
          throw new AppError('request.stale', { current: await shown(tx, call.actor, agent) })
        const last = await findLast(tx, call.actor, gptSystemId)
        // Otherwise someone who wants to publish something could remove what it needs.
        if (last?.mayWithdraw) throw new AppError('publishRequest.own')
        if (gate?.performanceTestId && !(await gates.isTestOf(tx, gptSystemId, gate.performanceTestId)))
          throw new AppError('performanceTest.notFound')
        await (gate ? gates.writeGate(tx, gptSystemId, gate) : gates.removeGate(tx, gptSystemId))
        record({
          entityType: 'GptSystem',
          entityId: gptSystemId,
          entityName: agent.name,
          before: { gate: before && gates.recordedGate(before) },
          after: { gate },
        })
        return shown(tx, call.actor, agent)
      }),

    async rollBack(call: Call<typeof agents.rollBack>) {
      const { gptSystemId } = call.params
      const { publicationId, reason = '' } = call.input
      const registry = await engines.current()
      return call.change(async (tx, record) => {
        const publishedStateId = await store.findPublicationState(tx, call.actor, gptSystemId, publicationId)
        if (!publishedStateId) throw new AppError('agent.publicationNotFound')
        const by = { actor: call.actor, note: reason, kind: 'RollBack' } as const
        const change = { publishedStateId }
        return shown(
          tx,
          call.actor,
          await setPublishing(tx, { registry, gptSystemId, change, ...by }, record),
        )
      })
    },
  }
}

async function shown(db: Sql, actor: Actor, agent: store.Published) {
  const { name: _, ...publishing } = agent
  const access = await findAccess(db, actor, agent.gptSystemId)
  const gate = await gates.readGate(db, agent.gptSystemId)
  const request = await findLast(db, actor, agent.gptSystemId)
  return { ...publishing, access, gate, request, history: await store.readHistory(db, agent.gptSystemId) }
}

interface Publishing {
  registry: EngineRegistry
  actor: Actor
  gptSystemId: string
  /** Absent fields stay unchanged. */
  change: {
    publishedStateId?: string | null | undefined
    stateVersion?: number | undefined
    listedInDirectory?: boolean | undefined
    categories?: string[] | undefined
  }
  note: string
  kind: store.PublicationKind
  /** Whether the user approves it for someone else, and needs no permission to publish. */
  isApproved?: boolean
}

/**
 * Returns the version that a second person has to approve before it is published; null if none does. One that doesn’t
 * reach the gate is refused at once.
 */
async function findUnapproved(
  tx: Sql,
  { actor, gptSystemId, change }: Publishing,
): Promise<ConfigurationRow | null> {
  const stateId = change.publishedStateId
  if (!stateId) return null
  const agent = await findLocked(tx, actor, gptSystemId)
  const gate = await gates.readGate(tx, gptSystemId)
  if (!gate?.approvalRequired || stateId === agent.publishedStateId) return null
  if (await gates.wasPublished(tx, stateId)) return null
  const state = await store.findPublishableState(tx, actor, gptSystemId, stateId)
  if (!state) throw new AppError('agent.stateNotFound')
  if (change.stateVersion !== undefined && state.version !== change.stateVersion)
    throw new AppError('request.stale', { current: await shown(tx, actor, agent) })
  await demandGate(tx, gptSystemId, state, true)
  return state
}

/**
 * Publishes a state that the user can publish, or none, and sets where the agent is listed. Records the
 * changes.
 */
export async function setPublishing(
  tx: Sql,
  { registry, actor, gptSystemId, change, note, kind, isApproved = false }: Publishing,
  record: RecordChange,
): Promise<store.Published> {
  const agent = isApproved
    ? await store.findDecided(tx, actor, gptSystemId)
    : await findLocked(tx, actor, gptSystemId)
  if (!agent) throw new AppError('agent.notFound')
  const { publishedStateId: stateId = agent.publishedStateId } = change
  const findState = isApproved ? store.findDecidedState : store.findPublishableState
  const state = stateId ? await findState(tx, actor, gptSystemId, stateId) : null
  if (stateId && !state) throw new AppError('agent.stateNotFound')
  if (state && change.stateVersion !== undefined && state.version !== change.stateVersion)
    throw new AppError('request.stale', { current: await shown(tx, actor, agent) })
  if (stateId !== agent.publishedStateId) {
    // A missing selectable deployment isn't offered to people, and others make the calls of a missing helper, so
    // they don't prevent restoring an earlier version.
    const goneOf = kind === 'RollBack' ? deploymentWarnings : goneDeployments
    if (state && goneOf(registry, state).length > 0) throw new AppError('agent.deployment')
    if (stateId) await demandPublic(tx, actor, gptSystemId, stateId)
    if (state) await demandGate(tx, gptSystemId, state, isApproved)
    await store.publish(tx, gptSystemId, stateId, { by: actor.userId, note, kind })
  }
  const { listedInDirectory = agent.listedInDirectory, categories = agent.categories } = change
  const listing = { listedInDirectory, categories: [...new Set(categories)] }
  await store.updateListing(tx, gptSystemId, listing)
  const name = state?.gptSystemName ?? agent.name
  if (stateId !== agent.publishedStateId)
    await tellWebhooks(tx, {
      event: stateId ? 'agent.published' : 'agent.unpublished',
      data: { gptSystemId, name },
    })
  record({
    entityType: 'GptSystem',
    entityId: gptSystemId,
    entityName: name,
    before: recordedPublishing(agent),
    after: recordedPublishing({ publishedStateId: stateId, ...listing }),
  })
  return { gptSystemId, publishedStateId: stateId, name, ...listing }
}

type Checked = Pick<ConfigurationRow, 'configStateId' | 'version'>

interface Missing {
  reason: (typeof gateReasons)[number]
  message: string
}

/** Throws if a version lacks something to be published. */
async function demandGate(
  tx: Sql,
  gptSystemId: string,
  state: ConfigurationRow,
  isApproved: boolean,
): Promise<void> {
  const { missing } = await checkGate(tx, gptSystemId, state)
  const fields = missing
    .filter(({ reason }) => reason !== 'approval' || !isApproved)
    .map(({ reason: field, message }) => ({ field, message }))
  if (fields.length > 0) throw new AppError('agent.gate', { fields })
}

/**
 * A version needs a run of exactly its configuration and of the test’s current cases, and the approval. Versions that were
 * published before don’t: someone who restores one has a problem with the present one.
 */
async function checkGate(
  db: Sql,
  gptSystemId: string,
  state: Checked,
): Promise<{ missing: Missing[]; run: gates.GateRun | null }> {
  const gate = await gates.readGate(db, gptSystemId)
  if (!gate || (await gates.wasPublished(db, state.configStateId))) return { missing: [], run: null }
  const { performanceTestId, runMaxAgeDays } = gate
  const version = { stateId: state.configStateId, version: state.version }
  const run = performanceTestId
    ? await gates.readRun(db, { performanceTestId, runMaxAgeDays }, version)
    : null
  const approval: Missing = { reason: 'approval', message: 'Someone else has to approve this version.' }
  return {
    missing: [...missingInTest(gate, run), ...(gate.approvalRequired ? [approval] : [])],
    run,
  }
}

function missingInTest(gate: gates.GateRow, run: gates.GateRun | null): Missing[] {
  const { performanceTestId, testName, minimumPercent, noCriticalFailure } = gate
  if (performanceTestId === null) return []
  if (!run) return [{ reason: 'run', message: `Run the test “${testName}” with this version.` }]
  const { isOld, score, criticalFailures } = run
  const missing: (Missing | false)[] = [
    isOld && {
      reason: 'age',
      message: `The last run of the test “${testName}” is too old. Run it again.`,
    },
    score < minimumPercent && {
      reason: 'score',
      message: `The score is ${shownScore(score)} %. It has to be at least ${minimumPercent} %.`,
    },
    noCriticalFailure &&
      criticalFailures > 0 && {
        reason: 'critical',
        message: `${criticalFailures} critical ${criticalFailures === 1 ? 'case fails' : 'cases fail'}.`,
      },
  ]
  return missing.filter((one) => one !== false)
}

/** Never rounded up to what has to be reached. */
const shownScore = (score: number) => Math.floor(score * 10) / 10

/** A public page that is turned on answers only from libraries that can be used on public pages. */
async function demandPublic(tx: Sql, actor: Actor, gptSystemId: string, stateId: string): Promise<void> {
  const page = await lockPage(tx, gptSystemId)
  if (page?.enabled) await demandPublicLibraries(tx, actor, stateId)
}

async function findLocked(tx: Sql, actor: Actor, gptSystemId: string): Promise<store.Published> {
  const agent = await store.findPublishable(tx, actor, gptSystemId)
  if (!agent) throw new AppError('agent.notFound')
  return agent
}

/** The fields of an agent's publishing in the audit log. */
export const recordedPublishing = ({
  publishedStateId,
  listedInDirectory,
  categories,
}: Pick<store.Published, 'publishedStateId' | keyof store.Listing>) => ({
  publishedStateId,
  listedInDirectory,
  categories,
})
