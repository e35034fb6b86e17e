import type { ReportRow } from '@parlance/contract/analytics'
import { fewerThan5 } from '@parlance/contract/reports'
import { drawn, type Figure, isHidden } from '../figures.ts'

export type QuestionsOfDay = ReportRow<'QuestionsPerDay'>

/** The questions of a day or a month. */
export interface Questions {
  /** `YYYY-MM-DD`, or `YYYY-MM` for a month. */
  key: string
  web: Figure
  publicChats: Figure
  tests: Figure
  /** The number of days whose figures are hidden, and which are missing in a month. */
  hiddenDays: number
}

/** Bars of more days would be too thin to tell apart. */
const MOST_DAYS = 92

/** Tests are left out: few people make them, so that their figures are often hidden. */
const hides = ({ web, publicChats }: QuestionsOfDay) => isHidden(web) || isHidden(publicChats)

/** Adds a day to a month. If nothing of a month is shown, its figure is hidden, too. */
function plus(month: Figure, day: Figure): Figure {
  const total = drawn(month) + drawn(day)
  return total === 0 && (isHidden(month) || isHidden(day)) ? fewerThan5 : total
}

/** Returns the questions per day, or per month if there are too many days. */
export function questionsOf(rows: readonly QuestionsOfDay[]): { isMonthly: boolean; all: Questions[] } {
  const days = rows.flatMap((row) => (row.day === null ? [] : [{ ...row, day: row.day }]))
  if (days.length <= MOST_DAYS) {
    const all = days.map((row) => ({
      ...{ key: row.day, web: row.web, publicChats: row.publicChats, tests: row.tests },
      hiddenDays: hides(row) ? 1 : 0,
    }))
    return { isMonthly: false, all }
  }
  const months = new Map<string, Questions>()
  for (const row of days) {
    const key = row.day.slice(0, 'YYYY-MM'.length)
    const month = months.get(key) ?? { key, web: 0, publicChats: 0, tests: 0, hiddenDays: 0 }
    months.set(key, {
      key,
      web: plus(month.web, row.web),
      publicChats: plus(month.publicChats, row.publicChats),
      tests: plus(month.tests, row.tests),
      hiddenDays: month.hiddenDays + (hides(row) ? 1 : 0),
    })
  }
  return { isMonthly: true, all: [...months.values()] }
}
