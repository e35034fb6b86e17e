import { WARNING } from '../usage/index.ts'

const MICROS = 1_000_000

/** Uses whole micro-dollars, so that four of five cents are exactly four fifths. */
const shareOf = (amountUsd: number, usedUsd: number): number =>
  Math.round(usedUsd * MICROS) / Math.round(amountUsd * MICROS)

/** Returns the state of a budget, as questions meet it. */
export function stateOf(amountUsd: number, usedUsd: number): 'Within' | 'NearEnd' | 'Used' {
  const share = shareOf(amountUsd, usedUsd)
  if (share >= 1) return 'Used'
  return share >= WARNING ? 'NearEnd' : 'Within'
}

/** Returns the used share in percent, rounded down, so that a budget with something left is never at 100 %. */
export const percentOf = (amountUsd: number, usedUsd: number): number =>
  Math.floor(shareOf(amountUsd, usedUsd) * 100)
