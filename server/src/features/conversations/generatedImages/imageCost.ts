import type { Usage } from '@parlance/contract/events'
import type { ImageOrder } from '../../../engines/images.ts'
import type { ImageDeployment } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import { costOf, type Share, shareAt } from '../../usage/index.ts'
import { estimateTokens } from '../execution/tokens.ts'

/** What the largest image in the highest quality takes, made or sent, as providers document it. */
const MOST_TOKENS = 6_300
const MICROS = 1_000_000

type Priced = Pick<ImageDeployment, 'price' | 'imagePrice'>

/** Whether it is known what an image costs. */
export const isPriced = ({ price, imagePrice }: Priced): boolean => price !== null || imagePrice !== null

/** Returns the most that an order can use. */
export function mostOf(
  { price, imagePrice }: Priced,
  { prompt, count, edited }: Pick<ImageOrder, 'prompt' | 'count' | 'edited'>,
): Share {
  const sent = estimateTokens(prompt) + (edited ? MOST_TOKENS : 0)
  const share = shareAt(price, sent, count * MOST_TOKENS)
  return imagePrice === null ? share : { ...share, cost: count * imagePrice * MICROS }
}

export interface ImagesSpent {
  /** Zeros if the provider reported no tokens. */
  usage: Usage
  /** In micro-dollars; null if it is unknown. */
  cost: number | null
  share: Share
}

/**
 * Whether a provider can charge for an order that failed: it made images that came too late, or that can’t be used. What it
 * refuses costs nothing.
 */
export const canCost = (failure: unknown): boolean =>
  failure instanceof AppError &&
  ['generatedImage.timeout', 'generatedImage.unreadable'].includes(failure.code)

/** Returns what images used. A price per image comes before the tokens that they report. */
export function spentOn(
  { price, imagePrice }: Priced,
  images: number,
  told: Pick<Usage, 'inputTokens' | 'outputTokens'> | null,
): ImagesSpent {
  const usage = told ?? { inputTokens: 0, outputTokens: 0 }
  const { inputTokens, outputTokens } = usage
  const ofTokens = price && told && costOf(price, inputTokens, outputTokens)
  const cost = imagePrice === null ? (ofTokens ?? null) : images * imagePrice * MICROS
  // Limits count the most that images can use if the provider reports nothing.
  const share = told || imagePrice !== null ? null : shareAt(price, 0, images * MOST_TOKENS)
  return {
    usage,
    cost,
    share: share ?? { sentTokens: inputTokens, writtenTokens: outputTokens, cost: cost ?? 0 },
  }
}
