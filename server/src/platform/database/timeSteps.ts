/** The number of answers by the step that their time is in, as `time_step` counts steps in the database. */
export type TimeSteps = Readonly<Record<string, number>>

const FIRST_STEP_MS = 50
const GROWTH = 1.1

/**
 * Returns the time within which this share of the answers came, in milliseconds: the middle of its step, so it is
 * accurate to 5 %. Null without answers.
 */
export function quantileMs(steps: TimeSteps, share: number): number | null {
  const sorted = Object.entries(steps)
    .map(([step, answers]) => [Number(step), answers] as const)
    .sort(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, answers]) => sum + answers, 0)
  let upTo = 0
  for (const [step, answers] of sorted) {
    upTo += answers
    if (upTo >= total * share) return Math.round(FIRST_STEP_MS * GROWTH ** (step - 0.5))
  }
  return null
}

/** Adds up the steps of several days. */
export function together(days: readonly TimeSteps[]): TimeSteps {
  const sum: Record<string, number> = {}
  for (const steps of days)
    for (const [step, answers] of Object.entries(steps)) sum[step] = (sum[step] ?? 0) + answers
  return sum
}
