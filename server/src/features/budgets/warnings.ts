import { readHolders } from '../../platform/access/holders.ts'
import type { Sql } from '../../platform/database/database.ts'
import { inSlices } from '../../platform/database/slices.ts'
import { type Notice, type Tell, withdrawNotices } from '../../platform/notifications/notifications.ts'
import type { Platform } from '../../platform/platform.ts'
import * as store from './store.ts'

const JOB = 'budgets.warn'
const AT_ONCE = 10
const MOST_RECIPIENTS = 100
/** A budget that is used up refuses many questions, and one check for all of them is enough. */
const SOON_MS = 10_000

/** Reports of one budget are combined while they are unread. */
const topicOf = (budgetId: string) => `budget ${budgetId}`

/** Withdraws what administrators were told of a budget. */
export const withdrawWarnings = (tx: Sql, budgetId: string): Promise<void> =>
  withdrawNotices(tx, topicOf(budgetId))

/**
 * Notifies administrators once when a budget is nearly used up, and once when it is. A job looks every five minutes, so that
 * questions need no further statement. Returns a function that looks soon, for when a budget refuses a question.
 */
export function scheduleWarnings({
  database,
  jobs,
  log,
  notifications,
}: Pick<Platform, 'database' | 'jobs' | 'log' | 'notifications'>): () => void {
  async function slice(): Promise<number> {
    let tell: Tell = () => {}
    const taken = await database.transaction(async (tx) => {
      const reached = await store.takeReached(tx, AT_ONCE)
      if (reached.length === 0) return 0
      const recipients = await readHolders(tx, 'InstanceSettingsWrite', MOST_RECIPIENTS)
      const notices = reached.flatMap((budget) => recipients.map((userId) => noticeOf(budget, userId)))
      tell = await notifications.store(tx, notices)
      return reached.length
    })
    tell()
    return taken
  }

  let nextAt = 0
  let waiting = false
  function check(): void {
    waiting = false
    nextAt = performance.now() + SOON_MS
    void jobs.send(JOB, {}).catch((error: unknown) => log.warn('budgets.checkedLater', {}, error))
  }
  jobs.schedule(JOB, '*/5 * * * *', async () => void (await inSlices(slice)))
  return () => {
    if (waiting) return
    waiting = true
    setTimeout(check, Math.max(0, nextAt - performance.now())).unref()
  }
}

function noticeOf({ budgetId, subject, name, toldPercent }: store.BudgetRow, userId: string): Notice {
  return {
    kind: 'BudgetUsed',
    userId,
    params: {
      subject: subject.kind,
      name: name ?? '',
      state: toldPercent === 100 ? 'Used' : 'NearEnd',
    },
    path: '/admin/instanceSettings?tab=budgets',
    topic: { name: topicOf(budgetId) },
  }
}
