import type { Figure } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'

/** Formats what model calls cost. Without a price of their deployment, it isn’t known. */
export const costText = (cost: Figure): string =>
  cost === null ? analyticsTexts.text('noPrice') : figureText(cost, 'Usd')
