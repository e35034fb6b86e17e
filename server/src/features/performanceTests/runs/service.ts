import { limits } from '@parlance/contract/limits'
import type { performanceTests } from '@parlance/contract/performanceTests'
import type { Engines, PricedDeployment } from '../../../engines/registry.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { removeUnasked } from '../cases/casesStore.ts'
import { addCosts, type JudgeRow } from '../judging/judge.ts'
import { findComparison } from '../judging/judgingStore.ts'
import { recordTest } from '../recording.ts'
import { difference } from '../scoring/confidence.ts'
import { findOpened, findRunnable, findTest } from '../store.ts'
import { alone } from './alone.ts'
import {
  type Position as ComparedPosition,
  type ComparedShare,
  listCompared,
  listShares,
  type Outcome,
} from './compareStore.ts'
import { type CostBasis, readCostBasis } from './estimateStore.ts'
import { listResults, type Position as ResultPosition } from './resultsStore.ts'
import type { Runner } from './runner.ts'
import * as store from './runsStore.ts'

type Group = typeof performanceTests
type Tokens = Pick<CostBasis, 'inputTokens' | 'outputTokens'>

/** What a rating takes besides the answer: instructions, the question, and what is expected; and what the judge writes. */
const RATING_TOKENS = { inputTokens: 500, outputTokens: 100 }
const CHARACTERS_PER_TOKEN = 3

const costOf = (
  { price }: Pick<PricedDeployment, 'price'>,
  { inputTokens, outputTokens }: Tokens,
): number | null => price && inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion

const ratingOf = ({ outputTokens }: Tokens, { rubric }: JudgeRow): Tokens => ({
  inputTokens: RATING_TOKENS.inputTokens + outputTokens + rubric.length / CHARACTERS_PER_TOKEN,
  outputTokens: RATING_TOKENS.outputTokens,
})
type OneTest = Pick<Call<Group['listRuns']>, 'actor' | 'params'>
type OneRun = Pick<Call<Group['getRun']>, 'actor' | 'params'>

/** The calls that start, show, and stop runs. */
export function createRunsService(
  { config, database }: Platform,
  { engines, runner }: { engines: Engines; runner: Runner },
) {
  const { db } = database
  const pages = createContinuation<store.Position>(config.secretKey, 'performanceRuns')
  const comparedPages = createContinuation<ComparedPosition>(config.secretKey, 'comparedRuns')
  const resultPages = createContinuation<ResultPosition>(config.secretKey, 'performanceResults')

  async function demand(find: typeof findTest, sql: Sql, { actor, params }: OneTest) {
    const test = await find(sql, actor, params.performanceTestId)
    if (!test) throw new AppError('performanceTest.notFound')
    return test
  }

  async function found(sql: Sql, { actor, params }: OneRun): Promise<store.RunRow> {
    const run = await store.findRun(sql, actor, params.performanceTestId, params.runId)
    if (!run) throw new AppError('performanceRun.notFound')
    return run
  }

  return {
    async estimateRun(call: Call<Group['estimateRun']>) {
      const { gptSystemConfigurationStateId: stateId, repeats } = call.input
      const test = await demand(findRunnable, db, call)
      const basis = await readCostBasis(db, {
        testId: test.performanceTestId,
        stateId,
        gptSystemId: test.gptSystemId,
      })
      if (!basis) throw new AppError('agent.stateNotFound')
      const registry = await engines.current()
      const answers = test.cases * repeats
      const isFree = basis.languageEngine === 'BuiltIn'
      const perAnswer = isFree
        ? 0
        : costOf(registry.findDeployment(basis.languageEngine, basis.deploymentName), basis)
      const perRating = test.judge
        ? costOf(
            registry.findDeployment(test.judge.languageEngine, test.judge.deploymentName),
            ratingOf(basis, test.judge),
          )
        : 0
      const micros = addCosts(perAnswer, perRating)
      return {
        answers,
        costUsd: micros === null ? null : (micros * answers) / 1_000_000,
        byAnswers: !isFree && perAnswer !== null && basis.byAnswers,
      }
    },

    async startRun(call: Call<Group['startRun']>) {
      const { gptSystemConfigurationStateId: stateId, ...options } = call.input
      const run = await call.change(async (tx, record) => {
        const test = await demand(findRunnable, tx, call)
        if (test.cases === 0) throw new AppError('performanceTest.noCases')
        const state = await store.findTestedState(tx, call.actor, test.gptSystemId, stateId)
        if (!state) throw new AppError('agent.stateNotFound')
        const testId = test.performanceTestId
        await store.removeOldRuns(tx, testId, limits.performanceRuns - 1)
        await removeUnasked(tx, testId)
        const runId = await alone(
          store.insertRun(tx, {
            ...{ testId, testVersion: test.testVersion, stateId, state, ...options },
            total: test.cases * options.repeats,
            judge: test.judge,
            source: 'Person',
            startedBy: call.actor.userId,
          }),
        )
        const after = await found(tx, { actor: call.actor, params: { ...call.params, runId } })
        recordTest(record, test, {}, { run: runId, version: after.stateNumber, ...options })
        return after
      })
      runner.soon()
      return run
    },

    async listRuns(call: Call<Group['listRuns']>) {
      const {
        gptSystemConfigurationStateId: stateId = null,
        phase = null,
        pageSize: limit = limits.pageSize,
      } = call.input
      const after = pages.read(call.input.continuationToken)
      const { performanceTestId } = await demand(findTest, db, call)
      const listed = { stateId, phase, after, limit: limit + 1 }
      const rows = await store.listRuns(db, call.actor, performanceTestId, listed)
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      const more = rows.length > limit && last
      return { items, continuationToken: more ? pages.write({ at: last.startedAt, id: last.runId }) : null }
    },

    async compareRuns(call: Call<Group['compareRuns']>) {
      const { left, right, outcome = null, tag = '', pageSize: limit = limits.pageSize } = call.input
      const after = comparedPages.read(call.input.continuationToken)
      const { performanceTestId: testId } = await demand(findOpened, db, call)
      const runs = { testId, left, right }
      const [leftRun, rightRun] = await Promise.all(
        [left, right].map((runId) => found(db, { actor: call.actor, params: { ...call.params, runId } })),
      )
      const [rows, shares, judging] = await Promise.all([
        listCompared(db, call.actor, runs, { outcome, tag, after, limit: limit + 1 }),
        listShares(db, call.actor, runs),
        findComparison(db, call.actor, testId, runs),
      ])
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      const more = rows.length > limit && last
      return {
        items: items.map(({ ordinal: _, ...one }) => one),
        continuationToken: more ? comparedPages.write({ ordinal: last.ordinal, caseId: last.caseId }) : null,
        left: leftRun!,
        right: rightRun!,
        difference: differenceOf(shares),
        counts: countsOf(shares),
        judging,
      }
    },

    getRun: (call: Call<Group['getRun']>) => found(db, call),

    async listResults(call: Call<Group['listResults']>) {
      const { outcome = null, tag = '', pageSize: limit = limits.pageSize } = call.input
      const after = resultPages.read(call.input.continuationToken)
      const { performanceTestId: testId } = await demand(findOpened, db, call)
      const { runId } = await found(db, call)
      const rows = await listResults(
        db,
        call.actor,
        { testId, runId },
        { outcome, tag, after, limit: limit + 1 },
      )
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      const more = rows.length > limit && last
      const position = last && { ordinal: last.ordinal, caseId: last.caseId, repeat: last.repeat }
      return {
        items: items.map(({ ordinal: _, ...one }) => one),
        continuationToken: more && position ? resultPages.write(position) : null,
      }
    },

    stopRun: (call: Call<Group['stopRun']>) =>
      call.change(async (tx, record) => {
        const test = await demand(findRunnable, tx, call)
        const { phase, runId } = await found(tx, call)
        if (phase !== 'Queued' && phase !== 'Running') record('nothing')
        else {
          await store.requestStop(tx, runId)
          recordTest(record, test, { run: runId, phase }, { run: runId, phase: 'Stopped' })
        }
        return found(tx, call)
      }),
  }
}

/** Compares the scores by the cases that both runs asked in the same words. */
function differenceOf(shares: readonly ComparedShare[]) {
  const both = shares.filter(({ outcome }) => outcome !== 'Changed' && outcome !== 'Missing')
  if (both.length === 0) return null
  return difference(
    both.map((one) => ({ ...one, passed: one.leftPasses ?? 0, repeats: one.leftRepeats })),
    both.map((one) => ({ ...one, passed: one.rightPasses ?? 0, repeats: one.rightRepeats })),
  )
}

function countsOf(shares: readonly ComparedShare[]) {
  const count = (outcome: Outcome) => shares.filter((one) => one.outcome === outcome).length
  return {
    Worse: count('Worse'),
    Improved: count('Improved'),
    Unchanged: count('Unchanged'),
    Changed: count('Changed'),
    Missing: count('Missing'),
  }
}
