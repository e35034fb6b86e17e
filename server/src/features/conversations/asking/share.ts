import type { AddSegmentInput, PageContext } from '@parlance/contract/conversationShapes'
import type { z } from 'zod'
import type { Price } from '../../../engines/registry.ts'
import type { ConfigurationRow } from '../../agents/index.ts'
import { instructionsText } from '../../customInstructions/index.ts'
import { type Share, shareAt } from '../../usage/index.ts'
import type * as images from '../columns/visionImagesStore.ts'
import { estimateTokens, MESSAGE_TOKENS, pictureTokens } from '../execution/tokens.ts'
import type { AskContext } from '../record/store.ts'
import type { ImagesOfTurns } from '../visionImages/pictures.ts'

/** A question in any family of conversations. */
export type Asked = z.output<typeof AddSegmentInput> & { context?: z.output<typeof PageContext> | undefined }

/** The images that a question shows to a vision model. */
export interface Shown {
  sees: boolean
  /** The images sent with the question itself. */
  own: images.OwnedImage[]
  /** The images of the whole branch, with the question's own under its ID. */
  ofBranch: ImagesOfTurns
}

/**
 * Estimates an answer without searches: the model is sent the branch so far, then writes. Any later call that
 * exceeds this reserves the difference first.
 */
export function shareOf(
  { languageEngine, maxTokens, systemPrompt }: ConfigurationRow,
  { question, context }: Pick<Asked, 'question' | 'context'>,
  { history, agent }: Pick<AskContext, 'history' | 'agent'>,
  { sees, ofBranch }: Shown,
  price: Price | null,
): Share | null {
  // BuiltIn asks no model, so its answers count only as messages.
  if (languageEngine === 'BuiltIn') return null
  const page = context ? [JSON.stringify(context)] : []
  const memories = agent?.memories?.map(({ text }) => text) ?? []
  const instructions = agent?.instructions ? [instructionsText(agent.instructions)] : []
  const texts = [
    systemPrompt,
    question,
    ...page,
    ...memories,
    ...instructions,
    ...history.flatMap((turn) => [turn.question, turn.answer]),
  ]
  const seen = sees ? [...ofBranch.values()].flat().reduce((sum, image) => sum + pictureTokens(image), 0) : 0
  const sentTokens = texts.reduce((sum, text) => sum + estimateTokens(text) + MESSAGE_TOKENS, seen)
  return shareAt(price, sentTokens, maxTokens)
}
