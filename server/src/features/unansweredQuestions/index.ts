import { limits } from '@parlance/contract/limits'
import { periodOf } from '@parlance/contract/periodOf'
import { FEWEST_PEOPLE, fewerThan5 } from '@parlance/contract/reports'
import {
  unansweredQuestions as contract,
  type UnansweredQuestion,
} from '@parlance/contract/unansweredQuestions'
import type { z } from 'zod'
import type { Engines } from '../../engines/registry.ts'
import type { RecordChange } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/call.ts'
import { serve } from '../../platform/http/serve.ts'
import { type Tell, withdrawNotices } from '../../platform/notifications/notifications.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrentInstance } from '../instanceSettings/index.ts'
import { scheduleGrouping, topicOf } from './grouping.ts'
import * as store from './store.ts'

const MOST_RECIPIENTS = 100

const MOST_REPORTED = 10_000

/** Returns all open questions of a period for a report, in which a figure over few people is hidden. */
export async function readUnanswered(db: Sql, asked: Omit<store.Asked, 'state'>) {
  const rows = await store.readGroups(db, { ...asked, state: 'Open' }, MOST_REPORTED)
  return rows.map((row) => {
    const { question, gptSystemId, agentName, questions } = shown(row)
    return { question, gptSystemId, name: agentName, questions }
  })
}

/** Returns the open questions of an agent in a period, the most frequent first, as they are listed. */
export async function readOpenQuestions(db: Sql, asked: Omit<store.Asked, 'state'>) {
  const rows = await store.readGroups(db, { ...asked, state: 'Open' }, limits.unansweredQuestions)
  return rows.map(({ unansweredQuestionId, question, lastAskedAt }) => ({
    unansweredQuestionId,
    question,
    lastAskedAt,
  }))
}

/** Lists what agents had no answer to, and lets people ask for documents. */
export function unansweredQuestionsFeature(
  platform: Platform,
  needs: { engines: Engines; instance: CurrentInstance },
): void {
  const { clock, database, notifications } = platform

  type Changing = Pick<Call<typeof contract.dismiss>, 'change' | 'ifMatch' | 'params'>
  /** Changes the state of a question that is still as the caller saw it. `also` runs in the same transaction. */
  const changed = (
    { change, ifMatch, params }: Changing,
    state: store.GroupRow['state'],
    also: (tx: Sql, row: store.GroupRow) => Promise<void>,
  ) =>
    change(async (tx, record) => {
      const row = await store.lockGroup(tx, params.unansweredQuestionId)
      if (!row) throw new AppError('unansweredQuestion.notFound')
      if (row.version !== ifMatch) throw new AppError('request.stale', { current: shown(row) })
      await store.updateState(tx, row.unansweredQuestionId, state)
      await also(tx, row)
      recordState(record, row, state)
      const after = await store.lockGroup(tx, row.unansweredQuestionId)
      if (!after) throw new Error('The changed question is missing.')
      return shown(after)
    })
  const withdraw = (tx: Sql, { unansweredQuestionId }: store.GroupRow) =>
    withdrawNotices(tx, topicOf(unansweredQuestionId))

  serve(platform, contract, {
    async listUnansweredQuestions({ input: { reportingPeriod, gptSystemId = null, state } }) {
      const asked = { ...periodOf(reportingPeriod, clock.now()), gptSystemId, state }
      const rows = await store.readGroups(database.db, asked, limits.unansweredQuestions)
      const { mode } = (await needs.instance.read()).compliance
      return { items: rows.map(shown), total: rows[0]?.total ?? 0, withheld: mode === 'Strict' }
    },
    async requestDocument(call) {
      let tell: Tell = () => {}
      const answer = await changed(call, 'Requested', async (tx, row) => {
        const recipients = await store.readRecipients(tx, row.gptSystemId, MOST_RECIPIENTS)
        tell = await notifications.store(
          tx,
          recipients.map(({ userId, dataSourceId }) => ({
            kind: 'DocumentRequested' as const,
            userId,
            about: call.actor.userId,
            params: { agentName: row.agentName, question: row.question, note: call.input.note },
            path: dataSourceId ? `/admin/datasource/${dataSourceId}/edit` : '/admin/datasource',
            topic: { name: topicOf(row.unansweredQuestionId) },
          })),
        )
      })
      tell()
      return answer
    },
    dismiss: (call) => changed(call, 'Dismissed', withdraw),
    reopen: (call) => changed(call, 'Open', withdraw),
  })
  scheduleGrouping(platform, needs)
}

/** A figure over few people is hidden, as in reports. */
function shown({ total: _, ...row }: store.GroupRow): z.output<typeof UnansweredQuestion> {
  const isHidden = row.people < FEWEST_PEOPLE
  return {
    ...row,
    questions: isHidden ? fewerThan5 : row.questions,
    people: isHidden ? fewerThan5 : row.people,
  }
}

/** The log outlives the chats in which the question was asked, so it names the agent alone. */
function recordState(record: RecordChange, row: store.GroupRow, state: store.GroupRow['state']): void {
  record({
    entityType: 'UnansweredQuestion',
    entityId: row.unansweredQuestionId,
    entityName: row.agentName,
    before: { state: row.state },
    after: { state },
  })
}
