import type { FigureUnit } from '@parlance/contract/reports'
import { formatCost, formatNumber } from '../../lang/format.ts'
import type { Change } from './change.ts'
import { type Figure, isHidden } from './figures.ts'
import { analyticsTexts } from './lang/en.ts'

/** Formats a figure with its unit. */
export function figureText(figure: Figure, unit: FigureUnit): string {
  if (isHidden(figure)) return analyticsTexts.text('fewerThan5')
  if (figure === null) return '–'
  if (unit === 'Usd') return formatCost(figure)
  if (unit === 'Percent') return percentText(figure / 100)
  if (unit === 'Seconds') return secondsText(figure)
  if (unit === 'Milliseconds') return secondsText(figure / 1000)
  return formatNumber(figure, { maximumFractionDigits: 0 })
}

const percentText = (share: number, more: Intl.NumberFormatOptions = {}) =>
  formatNumber(share, { style: 'percent', maximumFractionDigits: 1, ...more })

const secondsText = (value: number, more: Intl.NumberFormatOptions = {}) =>
  analyticsTexts.text('seconds', { value: formatNumber(value, { maximumFractionDigits: 1, ...more }) })

/** Formats a change with its sign. */
export function changeText({ by, unit }: Change): string {
  const signed = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const
  if (unit === 'Percent') return percentText(by, signed)
  if (unit === 'Seconds') return secondsText(by, signed)
  return analyticsTexts.text('points', { value: formatNumber(by, signed) })
}
