import type { Platform } from '../../../platform/platform.ts'
import { whileBusy } from '../runs/asking.ts'
import type { OwnRun, Work } from '../runs/work.ts'
import type { Judges } from './judge.ts'
import * as store from './judgingStore.ts'

const NOT_JUDGED = 'performanceRun.notJudged'

/** Has the judge say which answers of two runs are better. */
export function createComparing(
  { database }: Pick<Platform, 'database'>,
  judges: Judges,
): Work<store.NextPair> {
  return {
    read: (run, working) => store.readPairProgress(database.db, run, working),
    keyOf: ({ caseId }) => caseId,
    async perform(run, next, signal) {
      const by = await judging(run)
      const { said, cost } = await whileBusy(() => judges.compare(by, next, next, signal), signal)
      await store.insertJudgement(database.db, run.runId, run.holder, {
        ...{ caseId: next.caseId, segmentId: null, score: null, isGood: null, cost },
        verdict: said?.verdict ?? null,
        reason: said?.reason ?? '',
        errorCode: said ? null : NOT_JUDGED,
      })
    },
  }
}

/** Has the judge rate answers that people have rated. It gets them without personal data. */
export function createChecking(
  { database, redaction }: Pick<Platform, 'database' | 'redaction'>,
  judges: Judges,
): Work<store.NextRated> {
  return {
    read: (run, working) => store.readRatingProgress(database.db, run, working),
    keyOf: ({ segmentId }) => segmentId,
    async perform(run, { segmentId, isGood, question, answer }, signal) {
      const by = await judging(run)
      const redactor = await redaction.redactor()
      const shown = (text: string) => redactor.redact(text).text
      const asked = {
        question: shown(question),
        turns: [],
        expectedFacts: [],
        forbidden: [],
        expectRefusal: false,
      }
      const answered = shown(answer)
      const { said, cost } = await whileBusy(() => judges.rate(by, asked, answered, signal), signal)
      // The reason can repeat what was asked, which isn't stored a second time.
      await store.insertJudgement(database.db, run.runId, run.holder, {
        ...{ caseId: null, segmentId, verdict: null, reason: '', isGood, cost },
        score: said?.score ?? null,
        errorCode: said ? null : NOT_JUDGED,
      })
    },
  }
}

async function judging({ judge, stateId, tester }: OwnRun) {
  if (!judge) throw new Error('A run of a judge has none.')
  return { judge, stateId, actor: await tester() }
}
