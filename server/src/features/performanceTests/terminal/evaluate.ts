import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '@parlance/contract/limits'
import type { Audit } from '../../../platform/audit/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { removeUnasked } from '../cases/casesStore.ts'
import type { JudgeRow } from '../judging/judge.ts'
import { recordTest } from '../recording.ts'
import { alone } from '../runs/alone.ts'
import { RUN_JOB } from '../runs/runner.ts'
import { insertRun, removeOldRuns } from '../runs/runsStore.ts'
import * as store from './evaluateStore.ts'
import type { Evaluation } from './report.ts'

export interface EvaluationOptions {
  /** The name or ID of a system agent. */
  agent: string
  /** The name or ID of a test. Null for the gate's test, or the only one. */
  test: string | null
  version: 'published' | 'draft' | number
  /** The score to reach. Null for what the gate asks for, or else the test's pass mark. */
  minimum: number | null
  repeats: number
  costCeilingUsd: number | null
}

export interface Evaluated {
  evaluation: Evaluation
  cases: store.EvaluatedCase[]
}

/** What the command can't do, as a sentence for its user. */
export class EvaluationError extends Error {}

interface Needs {
  database: Database
  audit: Pick<Audit, 'record'>
  send(job: string): Promise<void>
}

const LOOK_MS = 1000
/** Someone else works on the run, or will after a restart. */
const SILENT_MS = 5 * 60_000

/** Runs a test of an agent and waits for its end. */
export async function evaluate(
  { database, audit, send }: Needs,
  options: EvaluationOptions,
  say: (line: string) => void,
): Promise<Evaluated> {
  const { db } = database
  const agent = only('agent', options.agent, await store.readAgents(db, options.agent))
  const test = await testOf(database, agent, options.test)
  const { version } = options
  const state = await store.readState(db, agent.id, version)
  if (!state)
    throw new EvaluationError(
      version === 'published'
        ? `${agent.name} isn’t published. Choose a version with --version, for example --version draft.`
        : `${agent.name} has no version ${version}.`,
    )
  if (test.cases === 0) throw new EvaluationError(`${test.name} has no cases. Add some first.`)

  const begun = performance.now()
  const runId = await database.transaction(async (tx) => {
    await removeOldRuns(tx, test.id, limits.performanceRuns - 1)
    await removeUnasked(tx, test.id)
    const { repeats, costCeilingUsd } = options
    const id = await alone(
      insertRun(tx, {
        ...{ testId: test.id, testVersion: test.testVersion, stateId: state.stateId, state },
        ...{ total: test.cases * repeats, repeats, costCeilingUsd, temperature: null, seed: null },
        judge: await store.readJudge<JudgeRow>(tx, test.id),
        source: 'Terminal',
        startedBy: null,
      }),
    )
    const changes: Parameters<Audit['record']>[2][] = []
    recordTest(
      (change) => change !== 'nothing' && changes.push(change),
      { performanceTestId: test.id, name: test.name },
      {},
      { run: id, version: state.number, repeats },
    )
    for (const change of changes) await audit.record(tx, fromTerminal, change)
    return id
  })
  await send(RUN_JOB)
  say(`Version ${state.number} of ${agent.name}, ${test.name}: ${test.cases} cases.`)
  const ended = await followed(database, runId, say)

  const cases: store.EvaluatedCase[] = []
  for await (const one of store.readEvaluated(db, runId)) cases.push(one)
  const minimum = options.minimum ?? test.minimumPercent ?? test.passPercent
  const failedCritical = test.noCriticalFailure
    ? cases.filter(({ passed, tags }) => !passed && tags.some((tag) => tag.toLowerCase() === 'critical'))
    : []
  const criticalFailures = new Set(failedCritical.map(({ caseId }) => caseId)).size
  return {
    evaluation: {
      ...{ agent: agent.name, test: test.name, version: state.number, runId, minimum, criticalFailures },
      ...{ phase: ended.phase, errorCode: ended.errorCode, score: ended.score, margin: ended.margin },
      passed: ended.score !== null && ended.score >= minimum && criticalFailures === 0,
      costUsd: ended.costUsd,
      seconds: (performance.now() - begun) / 1000,
    },
    cases,
  }
}

/** Waits for the end of a run, and says how far it is. */
async function followed(
  { db }: Database,
  runId: string,
  say: (line: string) => void,
): Promise<store.Standing> {
  let told = -1
  let changedAt = performance.now()
  for (;;) {
    const now = await store.readStanding(db, runId)
    if (!now) throw new EvaluationError('The run was deleted with its test.')
    if (now.phase !== 'Queued' && now.phase !== 'Running') return now
    if (now.done !== told) {
      say(`${now.done} of ${now.total} answers`)
      told = now.done
      changedAt = performance.now()
    } else if (performance.now() - changedAt > SILENT_MS) {
      say(`Still waiting: ${now.done} of ${now.total} answers`)
      changedAt = performance.now()
    }
    await wait(LOOK_MS)
  }
}

async function testOf(
  { db }: Database,
  agent: store.FoundAgent,
  wanted: string | null,
): Promise<store.FoundTest> {
  const found = await store.readTests(db, agent.id, wanted)
  if (wanted !== null) return only('test', wanted, found)
  const chosen = found.find(({ isOfGate }) => isOfGate) ?? (found.length === 1 ? found[0] : undefined)
  if (chosen) return chosen
  throw new EvaluationError(
    found.length === 0
      ? `${agent.name} has no tests. Create one first.`
      : `${agent.name} has several tests. Choose one with --test: ${found.map(({ name }) => name).join(', ')}`,
  )
}

function only<T extends { id: string; name: string }>(
  what: 'agent' | 'test',
  wanted: string,
  found: readonly T[],
): T {
  const [first, ...others] = found
  if (!first) throw new EvaluationError(`There is no ${what} with the name or ID ${wanted}.`)
  if (others.length === 0) return first
  throw new EvaluationError(
    `Several ${what}s have the name ${wanted}. Use the ID of one: ${found.map(({ id }) => id).join(', ')}`,
  )
}

const fromTerminal = {
  ...{ actor: null, area: 'performanceTest', verb: 'run', requestId: 'terminal' },
  ...{ network: null, userAgent: null },
}
