import { limits } from '@parlance/contract/limits'
import { periodOf } from '@parlance/contract/periodOf'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { readOpenQuestions } from '../../unansweredQuestions/index.ts'
import type { TestRow } from '../store.ts'
import * as store from './candidatesStore.ts'

type Needs = Pick<Platform, 'clock' | 'database' | 'redaction'> & { instance: Pick<CurrentInstance, 'read'> }

/** Questions that people really asked, as cases of a test. */
export interface Candidates {
  list(
    actor: Actor,
    test: TestRow,
    origin: store.CandidateRow['origin'],
  ): Promise<{ items: store.CandidateRow[]; withheld: boolean }>
  /** Throws if a case can't be made from it, or no longer. */
  demand(
    tx: Sql,
    actor: Actor,
    test: TestRow,
    candidate: Pick<store.CandidateRow, 'origin' | 'candidateId'>,
  ): Promise<void>
}

export function createCandidates({ clock, database, redaction, instance }: Needs): Candidates {
  const { db } = database

  async function unanswered(sql: Sql, actor: Actor, test: TestRow): Promise<store.CandidateRow[]> {
    const period = periodOf('Last12Months', clock.now())
    const questions = await readOpenQuestions(sql, { ...period, gptSystemId: test.gptSystemId })
    const ids = questions.map(({ unansweredQuestionId }) => unansweredQuestionId)
    const unused = new Set(await store.listUnused(sql, actor, test.performanceTestId, ids))
    return questions
      .filter(({ unansweredQuestionId }) => unused.has(unansweredQuestionId))
      .map(({ unansweredQuestionId, question, lastAskedAt }) => ({
        candidateId: unansweredQuestionId,
        origin: 'Unanswered' as const,
        ...{ question, answer: '', reason: null, comment: '', at: lastAskedAt },
      }))
  }

  return {
    async list(actor, test, origin) {
      if ((await instance.read()).compliance.mode === 'Strict') return { items: [], withheld: true }
      if (origin === 'Unanswered') {
        const items = await unanswered(db, actor, test)
        return { items: items.slice(0, limits.caseCandidates), withheld: false }
      }
      const rated = await store.listRated(db, actor, test.performanceTestId, limits.caseCandidates)
      const redactor = await redaction.redactor()
      const shown = (text: string) => redactor.redact(text).text
      const items = rated.map((one) => ({
        ...one,
        question: shown(one.question),
        answer: shown(one.answer),
        comment: shown(one.comment),
      }))
      return { items, withheld: false }
    },

    async demand(tx, actor, test, { origin, candidateId }) {
      const isThere =
        origin === 'Feedback'
          ? await store.findRated(tx, actor, test.performanceTestId, candidateId)
          : (await unanswered(tx, actor, test)).some((one) => one.candidateId === candidateId)
      if (!isThere) throw new AppError('performanceCase.candidate')
    },
  }
}
