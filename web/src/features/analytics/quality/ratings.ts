import type { ReportRow } from '@parlance/contract/analytics'
import { drawn, isHidden } from '../figures.ts'

type Row = ReportRow<'Feedback'>

export interface Ratings {
  good: number
  bad: number
  /** By frequency. Null counts bad ratings without a reason. */
  reasons: { reason: string | null; count: number; hides: boolean }[]
}

/** Adds up the ratings of all agents. The good and bad ratings of an agent are repeated in each of its rows. */
export function ratingsOf(rows: readonly Row[]): Ratings {
  const agents = new Map(rows.map((row) => [row.gptSystemId, row]))
  const reasons = new Map<string | null, Ratings['reasons'][number]>()
  for (const { reason, count } of rows) {
    const known = reasons.get(reason) ?? { reason, count: 0, hides: false }
    reasons.set(reason, {
      reason,
      count: known.count + drawn(count),
      hides: known.hides || isHidden(count),
    })
  }
  const sum = (of: (row: Row) => Row['good']) =>
    [...agents.values()].reduce((total, row) => total + drawn(of(row)), 0)
  return {
    good: sum(({ good }) => good),
    bad: sum(({ bad }) => bad),
    reasons: [...reasons.values()]
      .filter(({ count, hides }) => count > 0 || hides)
      .sort((a, b) => b.count - a.count),
  }
}
