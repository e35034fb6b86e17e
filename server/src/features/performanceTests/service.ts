import { limits } from '@parlance/contract/limits'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { type Engines, isSame } from '../../engines/registry.ts'
import { isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { createContinuation } from '../../platform/http/continuation.ts'
import type { Platform } from '../../platform/platform.ts'
import { demandGateChanger } from './gated.ts'
import type { JudgeRow } from './judging/judge.ts'
import { withdrawAlerts } from './monitoring/alerts.ts'
import { recordTest } from './recording.ts'
import * as store from './store.ts'

type Group = typeof performanceTests
type TestCall = Pick<Call<Group['getPerformanceTest']>, 'actor' | 'params'>

/** The calls that read and change tests, without their cases and runs. */
export function createTestsService({ config, database }: Platform, engines: Engines) {
  const { db } = database
  const pages = createContinuation<store.Position>(config.secretKey, 'performanceTests')

  async function found(sql: Sql, { actor, params }: TestCall): Promise<store.TestRow> {
    const test = await store.findTest(sql, actor, params.performanceTestId)
    if (!test) throw new AppError('performanceTest.notFound')
    return test
  }

  async function demandChangeable(tx: Sql, { actor, params }: TestCall): Promise<store.TestRow> {
    const test = await store.findChangeable(tx, actor, params.performanceTestId)
    if (!test) throw new AppError('performanceTest.notFound')
    return test
  }

  return {
    async listPerformanceTests({ actor, input }: Call<Group['listPerformanceTests']>) {
      const { gptSystemId = null, search = '', pageSize: limit = limits.pageSize } = input
      const after = pages.read(input.continuationToken)
      const rows = await store.listTests(db, actor, { gptSystemId, search, after, limit: limit + 1 })
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      const more = rows.length > limit && last
      const position = last && { agentName: last.agentName, name: last.name, id: last.performanceTestId }
      return { items, continuationToken: more && position ? pages.write(position) : null }
    },

    createPerformanceTest: (call: Call<Group['createPerformanceTest']>) =>
      call.change(async (tx, record) => {
        const { gptSystemId, name, passPercent } = call.input
        const testable = await store.findTestable(tx, call.actor, gptSystemId)
        if (!testable) throw new AppError('agent.notFound')
        if (testable.tests >= limits.performanceTests) throw new AppError('performanceTest.tooMany')
        const performanceTestId = await untaken(
          store.insertTest(tx, { gptSystemId, name, passPercent }, call.actor.userId),
        )
        const test = await found(tx, { actor: call.actor, params: { performanceTestId } })
        recordTest(record, test, {}, call.input)
        return test
      }),

    getPerformanceTest: (call: Call<Group['getPerformanceTest']>) => found(db, call),

    async listJudges() {
      const judges = (await engines.current()).judges()
      return {
        items: judges.map(({ languageEngine, deploymentName }) => ({ languageEngine, deploymentName })),
      }
    },

    async updatePerformanceTest(call: Call<Group['updatePerformanceTest']>) {
      const { judge: chosen } = call.input
      const judges = chosen ? (await engines.current()).judges() : []
      return call.change(async (tx, record) => {
        const before = await demandChangeable(tx, call)
        if (before.version !== call.ifMatch) throw new AppError('request.stale', { current: before })
        if (!isSameJudge(before.judge, chosen) && (await store.readGate(tx, before.performanceTestId)))
          demandGateChanger(call.actor)
        // A judge that was there before can be kept, so that other fields can be changed.
        const isKept = chosen && before.judge && isSame(chosen, before.judge)
        if (chosen && !isKept && !judges.some((one) => isSame(one, chosen)))
          throw new AppError('performanceTest.judge')
        await untaken(store.updateTest(tx, before.performanceTestId, call.input))
        const { name, passPercent, judge, schedule, scheduleCostCeilingUsd } = before
        const fields = { name, passPercent, judge, schedule, scheduleCostCeilingUsd }
        recordTest(record, before, fields, call.input)
        return found(tx, call)
      })
    },

    removePerformanceTest: (call: Call<Group['removePerformanceTest']>) =>
      call.change(async (tx, record) => {
        const { performanceTestId, name, passPercent, gptSystemId, cases } = await demandChangeable(tx, call)
        if (await store.readGate(tx, performanceTestId)) throw new AppError('performanceTest.inGate')
        await store.removeTest(tx, performanceTestId)
        await withdrawAlerts(tx, performanceTestId)
        recordTest(record, { performanceTestId, name }, { gptSystemId, name, passPercent, cases }, {})
        return {}
      }),
  }
}

const isSameJudge = (one: JudgeRow | null, other: JudgeRow | null): boolean =>
  one && other
    ? isSame(one, other) && one.rubric === other.rubric && one.minimumScore === other.minimumScore
    : one === other

async function untaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('performanceTest.nameTaken', { cause: error })
    throw error
  }
}
