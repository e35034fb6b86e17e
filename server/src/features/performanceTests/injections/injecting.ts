import type { Platform } from '../../../platform/platform.ts'
import type { TestAnswers } from '../../conversations/index.ts'
import { askIn, measured } from '../runs/asking.ts'
import type { Next } from '../runs/next.ts'
import { insertResult, readProgress } from '../runs/runsStore.ts'
import type { Work } from '../runs/work.ts'
import { nextInjection } from './asking.ts'

/** Asks the cases of the built-in test for prompt injection. */
export function createInjecting(
  { database: { db } }: Pick<Platform, 'database'>,
  answers: Pick<TestAnswers, 'ask'>,
): Work<Next> {
  return {
    async read(run, working) {
      const progress = await readProgress(db, run, working)
      return progress && { ...progress, next: await nextInjection(db, run.runId, working) }
    },
    keyOf: ({ caseId, repeat }) => `${caseId} ${repeat}`,
    async perform(run, next, signal) {
      const answer = await askIn(run, answers, next.asked, signal)
      await insertResult(db, run.runId, run.holder, {
        ...measured(answer),
        ...next.scored(answer),
        ...{ caseId: next.caseId, repeat: next.repeat, judgeScore: null, judgeReason: null },
      })
    },
  }
}
