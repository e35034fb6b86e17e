import type { injectionTests } from '@parlance/contract/injectionTests'
import { limits } from '@parlance/contract/limits'
import type { Engines } from '../../../engines/registry.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createContinuation } from '../../../platform/http/continuation.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordTest } from '../recording.ts'
import { alone } from '../runs/alone.ts'
import { readCostBasis } from '../runs/estimateStore.ts'
import type { Runner } from '../runs/runner.ts'
import * as runs from '../runs/runsStore.ts'
import { outcomeOf, reportOf } from './report.ts'
import * as store from './store.ts'
import { SUITE_VERSION, type SuiteCase, suiteCases, suiteControls } from './suite.ts'

type Group = typeof injectionTests
type OfAgent = Pick<Call<Group['getInjectionTest']>, 'actor' | 'params'>
type OneRun = Pick<Call<Group['getInjectionRun']>, 'actor' | 'params'>

const NAME = 'Prompt injection'
const TOTAL = suiteCases.length + suiteControls.length
/** What the material of a case adds to a prompt, with the descriptions of tools. */
const MATERIAL_TOKENS = 1200
const NO_TEST = '00000000-0000-0000-0000-000000000000'

/** The calls of the built-in test for prompt injection. */
export function createInjectionsService(
  { config, database }: Platform,
  { engines, runner }: { engines: Engines; runner: Runner },
) {
  const { db } = database
  const pages = createContinuation<runs.Position>(config.secretKey, 'injectionRuns')
  const resultPages = createContinuation<{ at: number }>(config.secretKey, 'injectionResults')

  async function agentOf({ actor, params }: OfAgent): Promise<store.TestedAgent> {
    const agent = await store.findAgent(db, actor, params.gptSystemId)
    if (!agent) throw new AppError('agent.notFound')
    return agent
  }

  async function found(sql: Sql, { actor, params }: OneRun): Promise<runs.RunRow> {
    const run = await store.findRun(sql, actor, params.gptSystemId, params.runId)
    if (!run) throw new AppError('performanceRun.notFound')
    return run
  }

  return {
    async getInjectionTest(call: Call<Group['getInjectionTest']>) {
      const { mayOpen, mayRun } = await agentOf(call)
      const [last] = await store.listRuns(db, call.actor, call.params.gptSystemId, { after: null, limit: 1 })
      return { cases: suiteCases.length, mayOpen, mayRun, lastRun: last ? shown(last) : null }
    },

    async estimateInjectionRun(call: Call<Group['estimateInjectionRun']>) {
      const agent = await agentOf(call)
      if (!agent.mayRun) throw new AppError('agent.notFound')
      const basis = await readCostBasis(db, {
        testId: agent.testId ?? NO_TEST,
        stateId: call.input.gptSystemConfigurationStateId,
        gptSystemId: call.params.gptSystemId,
      })
      if (!basis) throw new AppError('agent.stateNotFound')
      const { languageEngine, deploymentName, byAnswers, outputTokens } = basis
      const { price } = (await engines.current()).findDeployment(languageEngine, deploymentName)
      if (languageEngine === 'BuiltIn') return { answers: TOTAL, costUsd: 0, byAnswers: false }
      if (!price) return { answers: TOTAL, costUsd: null, byAnswers: false }
      const inputTokens = basis.inputTokens + (byAnswers ? 0 : MATERIAL_TOKENS)
      const micros = (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) * TOTAL
      return { answers: TOTAL, costUsd: micros / 1_000_000, byAnswers }
    },

    async startInjectionRun(call: Call<Group['startInjectionRun']>) {
      const { gptSystemConfigurationStateId: stateId, costCeilingUsd } = call.input
      const { gptSystemId } = call.params
      const run = await call.change(async (tx, record) => {
        const testId = await store.findOrAddTest(tx, call.actor, gptSystemId, NAME)
        if (!testId) throw new AppError('agent.notFound')
        const state = await runs.findTestedState(tx, call.actor, gptSystemId, stateId)
        if (!state) throw new AppError('agent.stateNotFound')
        await runs.removeOldRuns(tx, testId, limits.performanceRuns - 1)
        const runId = await alone(
          runs.insertRun(tx, {
            ...{ testId, testVersion: SUITE_VERSION, stateId, state, costCeilingUsd },
            ...{
              repeats: 1,
              temperature: null,
              seed: null,
              total: TOTAL,
              judge: null,
              source: 'Person',
              startedBy: call.actor.userId,
            },
          }),
        )
        const after = await found(tx, { actor: call.actor, params: { gptSystemId, runId } })
        const test = { performanceTestId: testId, name: NAME }
        recordTest(record, test, {}, { run: runId, gptSystemId, version: after.stateNumber, costCeilingUsd })
        return shown(after)
      })
      runner.soon()
      return run
    },

    async listInjectionRuns(call: Call<Group['listInjectionRuns']>) {
      const { pageSize: limit = limits.pageSize } = call.input
      const after = pages.read(call.input.continuationToken)
      await agentOf(call)
      const { gptSystemId } = call.params
      const rows = await store.listRuns(db, call.actor, gptSystemId, { after, limit: limit + 1 })
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      const more = rows.length > limit && last
      return {
        items: items.map(shown),
        continuationToken: more ? pages.write({ at: last.startedAt, id: last.runId }) : null,
      }
    },

    async getInjectionRun(call: Call<Group['getInjectionRun']>) {
      const run = await found(db, call)
      const rows = await store.readOutcomes(db, run.runId)
      return { ...shown(run), isCurrent: run.testVersion === SUITE_VERSION, ...reportOf(rows) }
    },

    async listInjectionResults(call: Call<Group['listInjectionResults']>) {
      const { outcome, carrier, technique, pageSize: limit = limits.pageSize } = call.input
      const from = resultPages.read(call.input.continuationToken)?.at ?? 0
      const agent = await agentOf(call)
      if (!agent.mayOpen) throw new AppError('agent.notFound')
      const { runId } = await found(db, call)
      const rows = new Map((await store.readOutcomes(db, runId)).map((row) => [row.caseId, row]))
      const matching = suiteCases.filter((one) => {
        const row = rows.get(one.caseId)
        return (
          row !== undefined &&
          (outcome === undefined || outcomeOf(row) === outcome) &&
          (carrier === undefined || one.carrier === carrier) &&
          (technique === undefined || one.technique === technique)
        )
      })
      const wanted = matching.slice(from, from + limit)
      const ids = wanted.map(({ caseId }) => caseId)
      const answers = await store.listAnswers(db, call.actor, { ...call.params, runId }, ids)
      return {
        items: wanted.flatMap((one) => {
          const answer = answers.find(({ caseId }) => caseId === one.caseId)
          const row = rows.get(one.caseId)
          return answer && row ? [resultOf(one, row, answer)] : []
        }),
        continuationToken: matching.length > from + limit ? resultPages.write({ at: from + limit }) : null,
      }
    },

    stopInjectionRun: (call: Call<Group['stopInjectionRun']>) =>
      call.change(async (tx, record) => {
        const agent = await agentOf(call)
        if (!agent.mayRun || !agent.testId) throw new AppError('agent.notFound')
        const { phase, runId } = await found(tx, call)
        if (phase !== 'Queued' && phase !== 'Running') record('nothing')
        else {
          await runs.requestStop(tx, runId)
          const test = { performanceTestId: agent.testId, name: NAME }
          recordTest(record, test, { run: runId, phase }, { run: runId, phase: 'Stopped' })
        }
        return shown(await found(tx, call))
      }),
  }
}

/** A run without what only tests with cases of their own have. */
const shown = ({
  performanceTestId: _,
  repeats: _repeats,
  passed: _passed,
  failed: _failed,
  ...run
}: runs.RunRow) => run

function resultOf(one: SuiteCase, row: store.OutcomeRow, { answer, errorCode }: store.AnswerRow) {
  const { caseId, carrier, technique, question, source, attack, secret } = one
  return {
    ...{ caseId, carrier, technique, question, source, secret, answer, errorCode },
    attack: attack.join('\n\n'),
    outcome: outcomeOf(row),
    leaks: row.findings?.leaks ?? [],
    reached: row.findings?.reached ?? false,
  }
}
