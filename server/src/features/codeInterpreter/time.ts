import type { Database } from '../../platform/database/database.ts'
import { countCodeTime, readCodeTime } from './store.ts'

/** For how long a person can run code on a day (UTC). */
export interface CodeTime {
  /** Infinite without a limit. The cell that reaches it can exceed it. */
  leftSeconds(userId: string): Promise<number>
  count(userId: string, ms: number): Promise<void>
}

/** `minutesPerDay` is 0 for no limit. */
export function createCodeTime({ db }: Pick<Database, 'db'>, minutesPerDay: number): CodeTime {
  return {
    async leftSeconds(userId) {
      if (minutesPerDay === 0) return Number.POSITIVE_INFINITY
      return minutesPerDay * 60 - (await readCodeTime(db, userId)) / 1000
    },
    count: (userId, ms) => countCodeTime(db, userId, ms),
  }
}
