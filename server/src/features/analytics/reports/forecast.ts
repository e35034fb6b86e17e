const DAY_MS = 86_400_000
const WEEKS = 4

interface CostDay {
  day: string
  costUsd: number
}

/**
 * Returns what the month of `today` will likely cost: what it has cost so far, and for each day that isn't over the
 * average of this weekday in the last four weeks. Without whole weeks to learn from, it is the average of the days known.
 * `days` has a day only if it cost something.
 */
export function forecastMonth(
  days: readonly CostDay[],
  today: string,
): { costUsd: number; forecastUsd: number } {
  const costOf = new Map(days.map(({ day, costUsd }) => [day, costUsd]))
  const first = days.map(({ day }) => day).sort()[0] ?? today
  const month = today.slice(0, 'YYYY-MM'.length)
  const costUsd = days.reduce((sum, one) => sum + (one.day.startsWith(month) ? one.costUsd : 0), 0)
  const known = daysBetween(shifted(today, -7 * WEEKS), shifted(today, -1)).filter((day) => day >= first)
  const average = (of: readonly string[]) =>
    of.length === 0 ? null : of.reduce((sum, day) => sum + (costOf.get(day) ?? 0), 0) / of.length
  const expectedOn = (day: string) =>
    average(known.filter((one) => weekdayOf(one) === weekdayOf(day))) ?? average(known)
  const soFar = costOf.get(today) ?? 0
  // Without a day to learn from, today is one.
  const ofToday = Math.max(soFar, expectedOn(today) ?? 0)
  const rest = daysBetween(shifted(today, 1), lastOf(month)).map((day) => expectedOn(day) ?? ofToday)
  return { costUsd, forecastUsd: costUsd - soFar + ofToday + rest.reduce((sum, one) => sum + one, 0) }
}

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length)
const weekdayOf = (day: string) => new Date(timeOf(day)).getUTCDay()

/** Returns the day that many days later. */
export const shifted = (day: string, days: number): string => dayOf(timeOf(day) + days * DAY_MS)

/** Returns all days from the first to the last. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let time = timeOf(from); time <= timeOf(to); time += DAY_MS) days.push(dayOf(time))
  return days
}

function lastOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return dayOf(Date.UTC(year, number, 0))
}
