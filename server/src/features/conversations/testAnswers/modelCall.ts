import { randomUUID } from 'node:crypto'
import type { ModelPurpose } from '@parlance/contract/events'
import type { Engines, PricedDeployment } from '../../../engines/registry.ts'
import { AppError } from '../../../platform/errors.ts'
import { asAppError } from '../../../platform/http/server.ts'
import { cutTo } from '../../../platform/language/cutTo.ts'
import { costOfCalls, usagesOf } from '../execution/execution.ts'
import { estimateTokens } from '../execution/tokens.ts'

/** A question to a model that belongs to no answer. */
export interface ModelCall {
  purpose: Exclude<ModelPurpose, 'Answer'>
  system: string
  user: string
  maxTokens: number
  /** The model is stopped beyond this length, because more text is useless. */
  longestCharacters: number
  /** Whose questions take turns with it at a busy provider. */
  askedBy: string
}

export interface CalledModel {
  /** Empty if the model took too long or wrote too much. */
  text: string
  usages: ReturnType<typeof usagesOf>
  /** In micro-dollars; null if it is unknown. */
  cost: number | null
}

/** Reasoning models need this room, however short the answer is. */
const THINKING_TOKENS = 2000
const CALL_MS = 120_000

/** Asks a model once. Throws AppError if the provider can’t be asked, and if `signal` aborts. */
export async function callModel(
  engines: Engines,
  deployment: PricedDeployment,
  { purpose, system, user, maxTokens, longestCharacters, askedBy }: ModelCall,
  signal: AbortSignal,
): Promise<CalledModel> {
  const { reasoning, maxOutputTokens, languageEngine, deploymentName, price } = deployment
  const enough = AbortSignal.timeout(CALL_MS)
  const tooLong = new AbortController()
  const began = performance.now()
  let text = ''
  let usage: { inputTokens: number; outputTokens: number } | null = null
  const called = (answered: string): CalledModel => {
    // A provider that didn't report it has counted about as much.
    const used = usage ?? { inputTokens: estimateTokens(system + user), outputTokens: estimateTokens(text) }
    const cost =
      price && used.inputTokens * price.inputPerMillion + used.outputTokens * price.outputPerMillion
    const ms = Math.round(performance.now() - began)
    const calls = [{ purpose, usage: used, ms, cost, deployment: { languageEngine, deploymentName } }]
    return { text: answered.trim(), usages: usagesOf(calls), cost: costOfCalls(calls).cost }
  }
  try {
    const registry = await engines.current()
    const result = await registry.find(languageEngine).answer(
      {
        deploymentName,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        tools: [],
        temperature: 0,
        topP: 1,
        frequencyPenalty: 0,
        maxTokens: Math.min(maxTokens + (reasoning ? THINKING_TOKENS : 0), maxOutputTokens),
        reasoningEffort: reasoning ? 'Low' : null,
        requestId: randomUUID(),
        askedBy,
        signal: AbortSignal.any([signal, enough, tooLong.signal]),
        onWait: () => undefined,
      },
      {
        text(delta) {
          text = cutTo(text + delta, longestCharacters + 1)
          if (text.length > longestCharacters) tooLong.abort()
        },
        thinking: () => undefined,
        usage(told) {
          usage = told
        },
      },
    )
    usage = result.usage ?? usage
    return called(text)
  } catch (cause) {
    signal.throwIfAborted()
    if (enough.aborted || tooLong.signal.aborted) return called('')
    const failure = asAppError(cause)
    throw failure.code === 'server.failed' ? new AppError('engine.failed', { cause }) : failure
  }
}
