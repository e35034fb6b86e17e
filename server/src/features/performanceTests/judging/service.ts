import { limits } from '@parlance/contract/limits'
import type { performanceTests } from '@parlance/contract/performanceTests'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { recordTest } from '../recording.ts'
import { alone } from '../runs/alone.ts'
import type { Runner } from '../runs/runner.ts'
import { findRun } from '../runs/runsStore.ts'
import { findRunnable, findTest } from '../store.ts'
import * as store from './judgingStore.ts'

type Group = typeof performanceTests

/** The calls that have a judge work on answers that exist already. */
export function createJudgingService(
  { database }: Pick<Platform, 'database'>,
  { instance, runner }: { instance: Pick<CurrentInstance, 'read'>; runner: Pick<Runner, 'soon'> },
) {
  const { db } = database

  /** Returns a test that the user can run, with its judge. */
  async function demandJudge(
    tx: Sql,
    { actor, params }: Pick<Call<Group['checkJudge']>, 'actor' | 'params'>,
  ) {
    const test = await findRunnable(tx, actor, params.performanceTestId)
    if (!test) throw new AppError('performanceTest.notFound')
    const { judge } = test
    if (!judge) throw new AppError('performanceTest.noJudge')
    return { ...test, judge }
  }

  /** In Strict, people's answers aren't sent to anyone who didn't write them. */
  const ratedOf = async (sql: Sql, gptSystemId: string): Promise<number> =>
    (await instance.read()).compliance.mode === 'Strict'
      ? 0
      : store.countRated(sql, gptSystemId, limits.judgedRatings)

  return {
    async judgeComparison(call: Call<Group['judgeComparison']>) {
      const { left, right, costCeilingUsd } = call.input
      const judging = await call.change(async (tx, record) => {
        const test = await demandJudge(tx, call)
        const testId = test.performanceTestId
        const [before, after] = [
          await findRun(tx, call.actor, testId, left),
          await findRun(tx, call.actor, testId, right),
        ]
        if (!before || !after) throw new AppError('performanceRun.notFound')
        if (before.phase !== 'Completed' || after.phase !== 'Completed')
          throw new AppError('performanceRun.notCompleted')
        const stateId = after.gptSystemConfigurationStateId
        const compared = { left, right }
        const runId = await alone(
          store.insertJudging(tx, {
            ...{ testId, testVersion: after.testVersion, stateId, compared, costCeilingUsd },
            stateVersion: await store.versionOfState(tx, call.actor, stateId),
            judge: test.judge,
            total: await store.countPairs(tx, compared),
            startedBy: call.actor.userId,
          }),
        )
        recordTest(record, test, {}, { judgement: runId, left, right, costCeilingUsd })
        return (await store.findComparison(tx, call.actor, testId, compared))!
      })
      runner.soon()
      return judging
    },

    async checkJudge(call: Call<Group['checkJudge']>) {
      const check = await call.change(async (tx, record) => {
        const test = await demandJudge(tx, call)
        const { performanceTestId: testId, testVersion, judge, gptSystemId } = test
        const total = await ratedOf(tx, gptSystemId)
        const counted = await store.findCountedState(tx, call.actor, gptSystemId)
        if (total === 0 || !counted) throw new AppError('performanceTest.nothingRated')
        const { stateId, version: stateVersion } = counted
        const runId = await alone(
          store.insertJudging(tx, {
            ...{ testId, testVersion, stateId, stateVersion, judge, total },
            ...{ compared: null, costCeilingUsd: null, startedBy: call.actor.userId },
          }),
        )
        recordTest(record, test, {}, { judgement: runId, answers: total })
        return (await store.findCheck(tx, call.actor, testId))!
      })
      runner.soon()
      return check
    },

    async getJudgeCheck({ actor, params }: Call<Group['getJudgeCheck']>) {
      const test = await findTest(db, actor, params.performanceTestId)
      if (!test) throw new AppError('performanceTest.notFound')
      const [check, rated] = await Promise.all([
        store.findCheck(db, actor, test.performanceTestId),
        ratedOf(db, test.gptSystemId),
      ])
      return { check, rated }
    },
  }
}
