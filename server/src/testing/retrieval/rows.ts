import { round, say } from '../statistics.ts'

/** One line of the results: the measurement, its target, and whether the target is met. */
export interface Row {
  what: string
  value: number
  unit: '' | '%' | ' ms' | ' s' | ' MB' | '/s'
  /** If absent, the value is only recorded. */
  target?: number
  /** Whether smaller is better. */
  atMost?: boolean
}

const digits = { '': 4, '%': 1, ' ms': 1, ' s': 1, ' MB': 0, '/s': 0 }

export function isMet({ value, target, atMost }: Row): boolean {
  if (target === undefined) return true
  return atMost ? value <= target : value >= target
}

export function print(row: Row): void {
  const { what, value, unit, target, atMost } = row
  const measured = `${what}: ${round(value, digits[unit])}${unit}`
  if (target === undefined) say(`${measured} (recorded)`)
  else
    say(
      `${measured}, target ${atMost ? 'at most' : 'at least'} ${target}${unit}: ${isMet(row) ? 'met' : 'MISSED'}`,
    )
}
