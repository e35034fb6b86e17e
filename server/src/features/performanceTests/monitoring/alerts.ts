import type { NotificationParams } from '@parlance/contract/notifications'
import type { Sql } from '../../../platform/database/database.ts'
import { type Tell, withdrawNotices } from '../../../platform/notifications/notifications.ts'
import type { Platform } from '../../../platform/platform.ts'
import { tellWebhooks } from '../../../platform/webhooks/tellWebhooks.ts'
import type { ClaimedRun, Ending } from '../runs/runsStore.ts'
import * as store from './alertsStore.ts'

type State = NotificationParams['ScheduledRunEnded']['state']

const MOST_RECIPIENTS = 100

/** A notification about a test replaces earlier ones about it that aren’t read yet. */
const topicOf = (testId: string) => `performanceTest ${testId}`

/** Withdraws what people were told of a test. */
export const withdrawAlerts = (tx: Sql, testId: string): Promise<void> => withdrawNotices(tx, topicOf(testId))

/**
 * Notifies those who look after an agent and webhooks when a scheduled run isn’t good enough, and when one is good again. Not
 * every night: only when that changes. Called in the transaction in which the run ends, with its test locked.
 */
export const createAlerts =
  ({ notifications }: Pick<Platform, 'notifications'>) =>
  async (tx: Sql, run: ClaimedRun, ending: Ending): Promise<Tell> => {
    const watched = await store.readWatched(tx, run.runId)
    const state = watched && stateOf(ending, watched)
    if (!watched || !state || watched.isAlerted === (state !== 'Passed')) return () => undefined
    await store.noteAlerted(tx, run.testId, state !== 'Passed')
    const { gptSystemId, agentName, testName, number, minimumPercent, criticalFailures } = watched
    const scorePercent = ending.score === null ? null : shownScore(ending.score)
    const test = { performanceTestId: run.testId, testName, runId: run.runId }
    await tellWebhooks(tx, {
      event: state === 'Passed' ? 'performanceTest.passed' : 'performanceTest.failed',
      data: { gptSystemId, name: agentName, ...test, reason: state, scorePercent, minimumPercent },
    })
    const recipients = await store.readRecipients(tx, gptSystemId, MOST_RECIPIENTS)
    return notifications.store(
      tx,
      recipients.map(({ userId, readsTests }) => ({
        kind: 'ScheduledRunEnded',
        userId,
        params: {
          ...{ agentName, testName, number, state },
          ...{ score: scorePercent ?? 0, minimum: minimumPercent, criticalFailures },
        },
        path: readsTests
          ? `/admin/performanceTests/${run.testId}/runs/${run.runId}`
          : `/admin/gptsystem/${gptSystemId}/publish`,
        topic: { name: topicOf(run.testId) },
      })),
    )
  }

/** Null if the run says nothing about the agent, because someone stopped it. */
function stateOf({ phase, errorCode, score }: Ending, watched: store.WatchedRun): State | null {
  if (phase === 'Failed') return 'Failed'
  if (phase === 'Stopped') return errorCode === null ? null : 'Stopped'
  if ((score ?? 0) < watched.minimumPercent) return 'Low'
  return watched.criticalFailures > 0 ? 'Critical' : 'Passed'
}

/** Never rounded up to what has to be reached. */
const shownScore = (score: number) => Math.floor(score * 10) / 10
