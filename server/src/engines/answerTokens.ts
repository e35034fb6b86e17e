import type { AnswerRequest } from './engine.ts'
import type { Deployment } from './registry.ts'
import type { Learned } from './wireEngine.ts'

/**
 * Providers count thinking as output. These tokens are added, so that thinking leaves enough room for the
 * answer itself.
 */
export const thinkingTokens = { Low: 4_096, Medium: 16_384, High: 32_768 } as const

const thinkingOf = ({ reasoningEffort }: Pick<AnswerRequest, 'reasoningEffort'>) =>
  thinkingTokens[reasoningEffort ?? 'Medium']

/** Returns the maximum output of a turn, whatever is learned about the deployment when it is called. */
export function mostAnswerTokens(
  request: Pick<AnswerRequest, 'maxTokens' | 'reasoningEffort'>,
  { maxOutputTokens, reasoning }: Deployment,
): number {
  return Math.min(request.maxTokens + (reasoning ? thinkingOf(request) : 0), maxOutputTokens)
}

/** Returns the maximum number of tokens to request: answer plus thinking, within the deployment's limit. */
export function answerTokens(
  request: AnswerRequest,
  deployment: Deployment,
  learned: Learned,
  thinks: boolean,
): number {
  const most = Math.min(deployment.maxOutputTokens, learned.maxOutputTokens)
  const thinking = thinks ? thinkingOf(request) : 0
  return Math.max(1, Math.min(request.maxTokens + thinking, most))
}
