import type { Answer, Input } from '@parlance/contract/endpoint'
import { limits } from '@parlance/contract/limits'
import type { performanceTests } from '@parlance/contract/performanceTests'
import { periodOf } from '@parlance/contract/periodOf'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CurrentInstance } from '../../instanceSettings/index.ts'
import { readOpenQuestions } from '../../unansweredQuestions/index.ts'
import type { TestRow } from '../store.ts'
import * as store from './candidatesStore.ts'
import type { CaseFields } from './casesStore.ts'
import { readTurn } from './turns.ts'
import { findTurn } from './turnsStore.ts'

type Needs = Pick<Platform, 'clock' | 'database' | 'redaction'> & { instance: Pick<CurrentInstance, 'read'> }
type Named = NonNullable<Input<typeof performanceTests.createCase>['candidate']>

/** Questions that people really asked, as cases of a test. */
export interface Candidates {
  list(
    actor: Actor,
    test: TestRow,
    origin: store.CandidateRow['origin'],
  ): Promise<{ items: store.CandidateRow[]; withheld: boolean }>
  /** Returns a question of one of the user's own chats. Throws if there is none. */
  propose(actor: Actor, segmentId: string): Promise<Answer<typeof performanceTests.proposeCase>>
  /** Throws if a case can't be made from it, or no longer. */
  demand(tx: Sql, actor: Actor, test: TestRow, candidate: Named): Promise<void>
  /**
   * Returns the fields of a case from a real question, without personal data in its questions. What is expected stays:
   * it can be a contact. Throws if the compliance mode is Strict.
   */
  redacted(fields: CaseFields): Promise<CaseFields>
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

  const isStrict = async () => (await instance.read()).compliance.mode === 'Strict'

  async function isThere(tx: Sql, actor: Actor, test: TestRow, { origin, candidateId }: Named) {
    if (origin === 'Feedback') return store.findRated(tx, actor, test.performanceTestId, candidateId)
    if (origin === 'Conversation')
      return (await findTurn(tx, actor, candidateId))?.gptSystemId === test.gptSystemId
    return (await unanswered(tx, actor, test)).some((one) => one.candidateId === candidateId)
  }

  return {
    async list(actor, test, origin) {
      if (await isStrict()) return { items: [], withheld: true }
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

    async propose(actor, segmentId) {
      if (await isStrict()) return { turn: null }
      const turn = await readTurn({ database, redaction }, actor, segmentId)
      if (!turn) throw new AppError('performanceCase.turn')
      return { turn }
    },

    async demand(tx, actor, test, candidate) {
      if (!(await isThere(tx, actor, test, candidate))) throw new AppError('performanceCase.candidate')
    },

    async redacted(fields) {
      if (await isStrict()) throw new AppError('performanceCase.candidate')
      const redactor = await redaction.redactor()
      const without = (text: string) => redactor.redact(text).text.slice(0, limits.caseQuestion)
      return { ...fields, question: without(fields.question), turns: fields.turns.map(without) }
    },
  }
}
