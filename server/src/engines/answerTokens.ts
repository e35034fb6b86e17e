import type { AnswerRequest } from './engine.ts'
import type { Deployment } from './registry.ts'
import type { Learned } from './wireEngine.ts'

/** Thinking is answer to a provider: this much of it does not take the room of the answer itself. */
export const thinkingTokens = { Low: 4_096, Medium: 16_384, High: 32_768 } as const

const thinkingOf = ({ reasoningEffort }: Pick<AnswerRequest, 'reasoningEffort'>) =>
  thinkingTokens[reasoningEffort ?? 'Medium']

/** What a turn may come to at most, whatever is learned of the deployment when it is asked. */
export function mostAnswerTokens(
  request: Pick<AnswerRequest, 'maxTokens' | 'reasoningEffort'>,
  { maxOutputTokens, reasoning }: Deployment,
): number {
  return Math.min(request.maxTokens + (reasoning ? thinkingOf(request) : 0), maxOutputTokens)
}

/** The most tokens that are asked for: those of the answer and of the thinking, within what the deployment gives. */
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
