import { formatNumber } from '../../lang/format.ts'

/** Scores with enough digits to compare them. */
export const scoreText = (score: number): string =>
  formatNumber(score, { minimumFractionDigits: 3, maximumFractionDigits: 3 })
